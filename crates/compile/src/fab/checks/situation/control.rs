//! FAB-V25: control of areas at the start.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;
use sandtable_authored::fab as authored;

/// FAB-V25: every area has exactly one controller.
pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let setup = &scenario.setup.control;
    for (key, value) in &setup.0 {
        let (is_default, is_side) =
            (key.value == "default", matches!(value, authored::Control::Side(_)));
        if is_default != is_side {
            let (expected, what, help) = match is_default {
                true => (
                    "a side",
                    "a list of areas",
                    "write `default: ` and the side that controls all other areas",
                ),
                false => (
                    "a list of areas",
                    "a side",
                    "write the areas in brackets, such as `[gela, licata]`",
                ),
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::WRONG_KIND,
                    message::wrong_type(expected, Some(&format!("`{}`", key.value)), what),
                )
                .rule("FAB-V25")
                .at(key.span, what)
                .help(help),
            );
        }
    }
    let control = written.control();
    let mut seen: BTreeMap<&str, (Span, &str)> = BTreeMap::new();
    for &((area, at), side) in &control.listed {
        let (first, other) = *seen.entry(area).or_insert((at, side));
        if first != at {
            let message = if other == side {
                message::duplicate("area", area)
            } else {
                message!("`{area}` is listed under both `{other}` and `{side}`")
            };
            reporter.diagnostics.push(
                Diagnostic::new(code::NO_CONTROLLER, message)
                    .rule("FAB-V25")
                    .at(at, "listed again here")
                    .also(first, "first listed here")
                    .help("one side controls an area: remove one of the two"),
            );
        }
    }
    if control.default.is_some() || reporter.has_lost_items(setup.span) {
        return;
    }
    let left: Vec<&str> = scenario
        .areas
        .iter()
        .map(|area| area.id.value.0.as_str())
        .filter(|area| control.listed_side(area).is_none())
        .collect();
    if !left.is_empty() {
        const MAX_SHOWN: usize = 5;
        let shown = sandtable_source::all_of(left.iter().take(MAX_SHOWN).copied());
        let more = match left.len().saturating_sub(MAX_SHOWN) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NO_CONTROLLER,
                message!("no side controls {shown}{more} at the start"),
            )
            .rule("FAB-V25")
            .at(setup.span, "missing from these lists")
            .help("list them under a side, or write `default: ` and the side that controls all other areas"),
        );
    }
}
