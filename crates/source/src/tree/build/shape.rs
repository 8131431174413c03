//! The shape of the parsed text: merged list items, and nesting depth.

use std::collections::BTreeSet;

use super::super::{Entry, Node, Value};

/// Splits list items that were merged because dashes are missing. A new item starts at a repeated
/// key, if at least half of the earlier keys, and at least two, repeat from there. Fewer may be
/// duplicates within one item.
pub(super) fn split_merged_items(entries: Vec<Entry>) -> Vec<Vec<Entry>> {
    let mut items: Vec<Vec<Entry>> = Vec::new();
    let mut keys_before = BTreeSet::new();
    let mut entries = entries.into_iter().peekable();
    while entries.peek().is_some() {
        let (mut run, mut keys) = (Vec::new(), BTreeSet::new());
        while let Some(entry) = entries.next_if(|entry| keys.insert(entry.key.clone())) {
            run.push(entry);
        }
        let repeated = keys.iter().filter(|&key| keys_before.contains(key)).count();
        match items.last_mut() {
            Some(item) if repeated < 2 || repeated * 2 < keys_before.len() => {
                item.extend(run);
                keys_before.extend(keys);
            }
            _ => {
                items.push(run);
                keys_before = keys;
            }
        }
    }
    items
}

/// The nesting depth of lists and maps in a node.
pub(super) fn depth(node: &Node) -> usize {
    match &node.value {
        Value::List(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Map(entries) => {
            1 + entries.iter().map(|entry| depth(&entry.value)).max().unwrap_or(0)
        }
        _ => 0,
    }
}
