//! FAB-V22, FAB-V24, FAB-V26: units and markers on the map at the start.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Message, Span, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;
use sandtable_authored::fab::{AreaName, Edge};

/// The units in each area at the start, as sides and source locations.
type Stacks<'w> = BTreeMap<&'w str, Vec<(&'w str, Span)>>;

fn stacks<'w>(written: &AuthoredBattle<'w>) -> Stacks<'w> {
    let mut stacks: Stacks<'w> = BTreeMap::new();
    for ((unit, at), area) in written.set_up_units() {
        if let Some(side) = written.unit(unit).and_then(|unit| written.side_of_unit(unit)) {
            stacks.entry(area).or_default().push((side, at));
        }
    }
    stacks
}

/// FAB-V22: each side keeps to the stacking limit of every area.
pub(crate) fn stacking(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let Some(rules) = written.ruleset else { return };
    let limit = usize::from(rules.stacking);
    for (area, units) in stacks(written) {
        for side in written.sides() {
            let own: Vec<Span> =
                units.iter().filter(|(whose, _)| *whose == side.value).map(|&(_, at)| at).collect();
            if let Some(beyond) = own.get(limit) {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::STACKED,
                        message!(
                            "`{area}` holds {} units of `{}`; at most {limit} are allowed",
                            own.len(),
                            side.value
                        ),
                    )
                    .rule("FAB-V22")
                    .at(*beyond, "beyond the limit (FAB-5.1)")
                    .also(own[0], "the first unit")
                    .help("set it up in a neighbouring area, or let it arrive later"),
                );
            }
        }
    }
}

/// FAB-V24: if only one side is in an area, that side controls it. If both are, a list must name
/// the controller.
pub(crate) fn occupants(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let control = written.control();
    let unclear = written.uncertain_areas();
    for (area, units) in stacks(written) {
        let (first, at) = units[0];
        let contested = units.iter().any(|(side, _)| *side != first);
        if written.area(area).is_none() || unclear.contains(area) {
            continue;
        }
        let Some(controller) = control.controller(area) else { continue };
        let named = control.listed_side(area).map(|(named, _)| named);
        let place = named.or(control.default.map(|(_, at)| at)).unwrap_or(at);
        if contested && named.is_none() {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::OCCUPANT_CONTROL,
                    message!("both sides are in `{area}`, but no list names its controller"),
                )
                .rule("FAB-V24")
                .at(at, "set up here")
                .help(format!("list `{area}` under a side in `setup: control`")),
            );
        } else if !contested && controller != first && written.is_side(controller) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::OCCUPANT_CONTROL,
                    message!(
                        "only `{first}` has units in `{area}`, but `{controller}` controls it"
                    ),
                )
                .rule("FAB-V24")
                .at(at, "set up here")
                .also(place, "controlled by the other side")
                .help(format!("list `{area}` under `{first}` in `setup: control` (FAB-2.4c)")),
            );
        }
    }
}

/// FAB-V26: markers are only where the rules allow them.
pub(crate) fn markers(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let Some(markers) = &written.scenario.setup.markers else { return };
    let stacks = stacks(written);
    let control = written.control();
    let unclear = written.uncertain_areas();
    // A unit in an unknown area, which was reported, may belong in any area.
    let is_astray = reporter.is_unread(written.scenario.setup.span, "units")
        || written.set_up_units().any(|(_, area)| written.area(area).is_none());
    let mut misplaced = |what: Message, at: Span, why: &str, help: &str| {
        reporter
            .diagnostics
            .push(Diagnostic::new(code::MARKER_PLACE, what).rule("FAB-V26").at(at, why).help(help));
    };
    for fieldworks in markers.fieldworks.iter().flatten() {
        let area: &str = &fieldworks.area;
        let side: &str = &fieldworks.side;
        let there = stacks.get(area).map_or(&[][..], Vec::as_slice);
        let alone = !there.is_empty() && there.iter().all(|(whose, _)| *whose == side);
        let is_known = written.area(area).is_some()
            && !unclear.contains(area)
            && !(there.is_empty() && is_astray);
        if !alone && is_known && written.is_side(side) {
            misplaced(
                message!("fieldworks of `{side}` cannot be in `{area}`"),
                fieldworks.area.span,
                "the area needs a unit of this side, and no enemies",
                "set up a unit of the side there, and none of the other (FAB-5.23)",
            );
        }
    }
    for roadblock in markers.roadblocks.iter().flatten() {
        let area: &str = &roadblock.area;
        let side: &str = &roadblock.side;
        let Some(authored) = written.area(area) else { continue };
        let is_easy = written.terrain(&authored.terrain).is_some_and(|one| one.difficulty.0 == 0);
        let why = if stacks.contains_key(area) {
            "units are there"
        } else if control.controller(area) != Some(side) {
            "its side does not control the area"
        } else if is_easy {
            "the terrain is not difficult"
        } else {
            continue;
        };
        if written.is_side(side) {
            misplaced(
                message!("a roadblock of `{side}` cannot be in `{area}`"),
                roadblock.area.span,
                why,
                "place roadblocks in empty friendly areas with a difficulty of 1 or more (FAB-4.34)",
            );
        }
    }
    let Some(rules) = written.ruleset else { return };
    for bridge in markers.blown.iter().flatten() {
        let known = |area: &AreaName| written.area(area).is_some();
        if !known(&bridge.a.value) || !known(&bridge.b.value) {
            continue;
        }
        let is_it = |edge: &&Edge| {
            let ends = [&edge.a.value, &edge.b.value];
            ends == [&bridge.a.value, &bridge.b.value] || ends == [&bridge.b.value, &bridge.a.value]
        };
        let edge = written.scenario.edges.iter().find(is_it);
        let border = edge.map(|edge| edge.border.as_ref().map_or("open", |border| &border.value.0));
        let kind =
            border.and_then(|id| rules.border_types.iter().find(|kind| kind.id.as_str() == id));
        if kind.is_none_or(|kind| !kind.blown_capable) {
            let why = match edge {
                Some(_) => "the border has no bridge",
                None => "no edge joins these areas",
            };
            misplaced(
                message!("no bridge between `{}` and `{}` can be blown", &**bridge.a, &**bridge.b),
                bridge.span,
                why,
                "place blown bridges on edges with `border: river`, or another type with a bridge",
            );
        }
    }
}
