//! FAB-V1, FAB-V4: ids, names and sides.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::fab::authored_battle::{AuthoredBattle, LocatedId, check_reference};
use sandtable_authored::Reporter;
use sandtable_authored::fab::Scenario;

/// FAB-V4: exactly two sides, one of which moves first.
pub(crate) fn sides(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let count = scenario.sides.0.len();
    if count < 2 && !reporter.has_lost_items(scenario.sides.span) {
        reporter.diagnostics.push(
            Diagnostic::new(code::NOT_TWO_SIDES, message::wrong_type("two sides", None, count))
                .rule("FAB-V4")
                .at(scenario.sides.span, "list both sides here")
                .help("add the other side: its id with a colon, and `name` and `colour` below it"),
        );
    }
    let first = &scenario.first_player;
    let known = written.sides().map(|side| side.value.as_str());
    check_reference(reporter, "FAB-V2", "side", first, first.span, known);
    for side in written.sides() {
        if sandtable_pack::SideId::new(side).is_err() {
            reporter.diagnostics.push(
                Diagnostic::new(code::BAD_ID, message::invalid("id", &side.value))
                    .rule("FAB-V4")
                    .at(side.span, "not usable as an id")
                    .help(sandtable_authored::id_help(side)),
            );
        }
    }
}

/// FAB-V1: ids are unique within their kind.
pub(crate) fn ids(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let Scenario { formations, unit_types, terrain, areas, units, .. } = written.scenario;
    macro_rules! once {
        ($noun:literal, $items:expr) => {
            let ids = $items.iter().map(|one| (one.id.value.0.as_str(), one.id.span));
            check_unique(reporter, $noun, ids)
        };
    }
    once!("formation", formations);
    once!("unit type", unit_types);
    once!("terrain", terrain);
    once!("area", areas);
    once!("unit", units);
    check_unique(reporter, "asset, event or Special Action", written.chits());
    let hooks = written.scenario.overrides.iter().flatten().filter_map(|one| one.hook.as_ref());
    check_unique(reporter, "hook", hooks.map(|hook| (hook.value.0.as_str(), hook.span)));
}

fn check_unique<'w>(reporter: &mut Reporter, noun: &str, ids: impl Iterator<Item = LocatedId<'w>>) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for (id, span) in ids {
        let first = *seen.entry(id).or_insert(span);
        if first != span && !reporter.is_stand_in(span) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::DUPLICATE_ID,
                    message::duplicate(format_args!("{noun} id"), id),
                )
                .rule("FAB-V1")
                .at(span, "duplicate")
                .also(first, "first defined here")
                .help("rename one of them and its references"),
            );
        }
    }
}

/// FAB-V1: area numbers and names are unique, ignoring case.
pub(crate) fn areas(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let mut numbers: BTreeMap<String, Span> = BTreeMap::new();
    let mut names: BTreeMap<String, Span> = BTreeMap::new();
    for area in &written.scenario.areas {
        let number = area.number.as_ref();
        let number = number.map_or((area.id.value.0.clone(), area.id.span), |number| {
            (number.value.0.to_string(), number.span)
        });
        let name = area.name.as_ref();
        let name = name
            .map_or((area.id.value.0.clone(), area.id.span), |name| (name.en.clone(), name.span));
        for (what, (text, span), seen) in
            [("number", number, &mut numbers), ("name", name, &mut names)]
        {
            let first = *seen.entry(text.to_lowercase()).or_insert(span);
            // Duplicate ids were reported above.
            let of_ids = first == area.id.span || span == area.id.span;
            if first != span && !of_ids && !reporter.is_stand_in(span) {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::AREA_NAME_TWICE,
                        message::duplicate(format_args!("area {what}"), text),
                    )
                    .rule("FAB-V1")
                    .at(span, "duplicate")
                    .also(first, "first defined here")
                    .help(format!("give one of them another {what}: players find areas by it")),
                );
            }
        }
    }
}
