//! Sides outside `sides`, and more than two sides.

use sandtable_source::message::wrong_type;
use sandtable_source::{Diagnostic, Entry, Node, Value, all_of, code, message};

use sandtable_authored::Reporter;
use sandtable_authored::is_side;

/// Reports stray sides and moves them into `sides`.
pub(crate) fn move_sides(reporter: &mut Reporter, tree: &mut Node) {
    let sides = tree.entry("sides").map(|entry| &entry.value.value);
    if !matches!(sides, Some(Value::Map(_) | Value::Null)) {
        return;
    }
    let Value::Map(entries) = &mut tree.value else { return };
    let is_stray = |entry: &mut Entry| entry.key != "sides" && is_side(&entry.value);
    let strays: Vec<Entry> = entries.extract_if(.., is_stray).collect();
    let Some(sides) = tree.entry_mut("sides") else { return };
    for stray in strays {
        reporter.diagnostics.push(
            Diagnostic::new(code::UNKNOWN_KEY, message!("side `{}` outside `sides`", stray.key))
                .at(stray.key_span, "looks like a side")
                .help("indent it under `sides:`, with all its lines"),
        );
        match &mut sides.value.value {
            Value::Map(sides) => sides.push(stray),
            empty => *empty = Value::Map(vec![stray]),
        }
    }
}

/// Reports and removes extra sides: those with the fewest commands, and of equals the last. Other
/// references to these sides are not reported.
pub(crate) fn remove_extra_sides(reporter: &mut Reporter, tree: &mut Node) {
    let combat_order = match tree.entry("combat_order").map(|entry| &entry.value.value) {
        Some(Value::Text(side)) => Some(side.clone()),
        _ => None,
    };
    let of_areas = tree.entry("areas").is_some();
    let Some(Entry { value: Node { value: Value::Map(sides), .. }, .. }) = tree.entry_mut("sides")
    else {
        return;
    };
    let is_repeated = |at: usize| sides[..at].iter().any(|other| other.key == sides[at].key);
    if sides.len() < 3 || (0..sides.len()).any(is_repeated) {
        return;
    }
    let names = all_of(sides.iter().map(|side| side.key.as_str()));
    let count = sides.len();
    let commands = |side: &Entry| match side.value.entry("commands").map(|entry| &entry.value.value)
    {
        Some(Value::List(commands)) => commands.len(),
        _ => 0,
    };
    let mut extra = Vec::new();
    while sides.len() > 2 {
        let is_free = |side: &Entry| Some(&side.key) != combat_order.as_ref();
        let free = (0..sides.len()).rev().filter(|&at| is_free(&sides[at]));
        let Some(one) = free.min_by_key(|&at| commands(&sides[at])) else { return };
        extra.push(sides.remove(one));
    }
    // Restore the file order.
    extra.sort_by_key(|side| side.key_span.start);
    let mut finding = Diagnostic::new(code::NOT_TWO_SIDES, wrong_type("two sides", None, count));
    for (number, side) in extra.iter().enumerate() {
        reporter.damage.names.insert(side.key.clone());
        reporter.excuse_ids(&side.value);
        finding = match number {
            0 => finding.at(side.key_span, "extra side"),
            _ => finding.also(side.key_span, "another extra side"),
        };
    }
    for (side, label) in sides.iter().zip(["side 1", "side 2"]) {
        finding = finding.also(side.key_span, label);
    }
    // FAB-V4: a side of an area battle has formations.
    let (finding, own) = match of_areas {
        true => (
            finding.rule("FAB-V4"),
            "give the formations of an ally to the side that they fight for",
        ),
        false => (
            finding,
            "give the commands of an ally to the side that they fight for, with their own `short`",
        ),
    };
    reporter.diagnostics.push(finding.help(format!("keep two of {names}: {own}")));
}
