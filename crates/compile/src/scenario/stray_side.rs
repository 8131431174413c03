//! A side that stands beside `sides` in the place of under it.

use sandtable_source::{Diagnostic, Entry, Node, Value, code};

use crate::include::is_side;
use crate::session::Session;

/// Moves such sides to the others, after having said so.
pub(super) fn take_in(session: &mut Session<'_>, tree: &mut Node) {
    let Value::Map(entries) = &mut tree.value else { return };
    let Some(at) = entries.iter().position(|entry| entry.key == "sides") else { return };
    if !matches!(entries[at].value.value, Value::Map(_) | Value::Null) {
        return;
    }
    let (strays, mut kept): (Vec<Entry>, Vec<Entry>) = std::mem::take(entries)
        .into_iter()
        .partition(|entry| entry.key != "sides" && is_side(&entry.value));
    let sides = kept.iter_mut().find(|entry| entry.key == "sides");
    let Some(sides) = sides.map(|entry| &mut entry.value.value) else { return };
    for stray in strays {
        session.diagnostics.push(
            Diagnostic::new(
                code::UNKNOWN_KEY,
                format!("`{}` stands beside `sides`, and not under it", stray.key),
            )
            .at(stray.key_span, "this is written like a side")
            .help("indent it under `sides:`, with all the lines that belong to it"),
        );
        if let Value::Map(sides) = sides {
            sides.push(stray);
        } else {
            *sides = Value::Map(vec![stray]);
        }
    }
    *entries = kept;
}
