//! Free sides omit their commands (PB-32.1) and are read as sides with an empty list.

use sandtable_source::{Entry, Node, Span, Value};

/// Adds an empty list of commands to free sides without one.
pub(crate) fn fill_in(tree: &mut Node) {
    let Some(free) = tree.entry("free_game").and_then(|free| free.value.entry("sides")) else {
        return;
    };
    let Value::Map(free) = &free.value.value else { return };
    let free: Vec<String> = free.iter().map(|side| side.key.clone()).collect();
    let Some(sides) = tree.entry_mut("sides") else { return };
    let Value::Map(sides) = &mut sides.value.value else { return };
    for side in sides.iter_mut().filter(|side| free.contains(&side.key)) {
        if side.value.entry("commands").is_some() {
            continue;
        }
        let Value::Map(keys) = &mut side.value.value else { continue };
        // A separate span, after all other text, keeps the errors of each list apart.
        let span = Span::new(side.value.span.file, {
            let end = side.value.span.end as usize;
            end..end
        });
        let value = Node { span, is_part: false, value: Value::List(Vec::new()) };
        keys.push(Entry { key: "commands".to_owned(), key_span: span, value });
    }
}
