//! FAB-V8 to FAB-V10, FAB-V14: the polygons of the areas, and the graph that a scenario declares.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, Spanned, all_of, closest_choice, code};
use sandtable_terrain::{Border, Gap, Overlap};

use super::{Drawn, Pair};
use crate::fab::authored::{AreaName, EntryArea};
use crate::map::AreaGround;
use crate::session::Session;

/// Every area has a polygon, and every polygon an area (FAB-G2, FAB-G14).
pub(super) fn areas(session: &mut Session<'_>, drawn: &Drawn<'_>) {
    let (scenario, ground) = (drawn.written.scenario, drawn.ground);
    let is_area = |id: &str| scenario.areas.iter().any(|area| **area.id == *id);
    let open = || ground.areas.iter().map(|area| area.id.as_str()).filter(|id| !is_area(id));
    for area in &scenario.areas {
        let id: &str = &area.id;
        if ground.number(id).is_some() {
            continue;
        }
        let water = ground.water.iter().find(|water| water.id == id);
        let mut finding = Diagnostic::new(
            code::AREA_UNDRAWN,
            format!("the map has no polygon for the area `{id}`"),
        )
        .rule("FAB-G10")
        .at(area.id.span, "this area");
        finding = match (water, closest_choice(id, open())) {
            (Some(water), _) => finding
                .also(water.at, "the map draws it as water")
                .help("sea and lakes are no areas (FAB-G14): take the area out, or draw it as one"),
            (None, Some(close)) => finding.help(format!("did you mean `{close}`?")),
            (None, None) => finding
                .also(ground.areas_at, "the polygons of the map")
                .help(format!("draw it in this file, with `\"id\": \"{id}\"`")),
        };
        session.diagnostics.push(finding);
    }
    for area in ground.areas.iter().filter(|area| !is_area(&area.id)) {
        let missing = scenario.areas.iter().map(|area| &**area.id);
        let missing = missing.filter(|id| ground.number(id).is_none());
        // One that is written a little differently was told with the area.
        if closest_choice(&area.id, missing).is_some() {
            continue;
        }
        session.diagnostics.push(
            Diagnostic::new(
                code::AREA_UNDRAWN,
                format!("the scenario has no area `{}`, which the map draws", area.id),
            )
            .rule("FAB-G10")
            .at(area.at, "this polygon")
            .help("add it to `areas:` of the scenario; what nobody enters is no area: give it to a layer of `class: water`, or take it out"),
        );
    }
    for (area, beyond) in ground.areas.iter().zip(drawn.beyond()) {
        if let Some(metres) = beyond {
            session.diagnostics.push(
                Diagnostic::new(
                    code::AREA_BEYOND_FRAME,
                    format!("`{}` reaches {} beyond the frame", area.id, length(metres)),
                )
                .at(area.at, "what lies outside is not printed")
                .help("make the frame larger, or move its centre; allow this where only a little ground is lost"),
            );
        }
    }
}

/// FAB-V8, FAB-V9: areas that share a border have an edge, and no others.
pub(super) fn edges(session: &mut Session<'_>, drawn: &Drawn<'_>) {
    let (scenario, ground) = (drawn.written.scenario, drawn.ground);
    let borders: BTreeMap<Pair, Border> =
        ground.mesh.arcs().borders().into_iter().map(|border| (border.areas, border)).collect();
    let least = ground.min_shared.metres();
    // What lies on one another is told once.
    let laid = drawn.overlapping();
    let mut known: BTreeMap<Pair, Span> = BTreeMap::new();
    for edge in &scenario.edges {
        let Some(pair) = drawn.pair(&edge.a, &edge.b) else { continue };
        known.insert(pair, edge.span);
        match borders.get(&pair) {
            None if laid.contains(&pair) => {}
            None => unshared(session, drawn, pair, edge.span, [&edge.a, &edge.b]),
            Some(border) if border.length < least => short(session, drawn, border, edge.span),
            Some(_) => {}
        }
    }
    for pair in scenario.no_edge.iter().flatten() {
        let Some(areas) = drawn.pair(&pair.a, &pair.b) else { continue };
        let shares = borders.get(&areas).is_some_and(|border| border.length >= least);
        let (label, help) = match known.insert(areas, pair.a.span) {
            Some(_) => ("and here it has none", "keep the one that is meant"),
            None if shares => continue,
            None => ("these share no border", "take this line out"),
        };
        let [a, b] = [&pair.a, &pair.b].map(|area| &area.value.0);
        session.diagnostics.push(
            Diagnostic::new(
                code::NO_EDGE_UNUSED,
                format!("`no_edge` is said of `{a}` and `{b}` without need"),
            )
            .rule("FAB-V8")
            .at(pair.a.span, label)
            .help(help),
        );
    }
    for (pair, border) in &borders {
        if known.contains_key(pair) || laid.contains(pair) {
            continue;
        }
        // An area that the scenario has not is told, and needs no edges.
        let Some([a, b]) = drawn.written_ends(*pair) else { continue };
        if border.length < least {
            short(session, drawn, border, a.span);
            continue;
        }
        let tie = drawn.tie(*pair);
        let [one, other] = [&a.value.0, &b.value.0];
        session.diagnostics.push(
            Diagnostic::new(
                code::BORDER_WITHOUT_EDGE,
                format!("`{one}` and `{other}` share a border on the map and have no edge"),
            )
            .rule("FAB-V8")
            .at(
                a.span,
                format!("{} of border at {}", length(border.length), ground.place(tie.middle)),
            )
            .also(b.span, "the other area")
            .help(format!("add `- {}` to `edges:`", tie.written(one, other)))
            .help(format!(
                "where nobody can go over it, write `no_edge: [{{ a: {one}, b: {other} }}]`"
            )),
        );
    }
}

/// FAB-V8: an edge between areas that share no border.
fn unshared(
    session: &mut Session<'_>,
    drawn: &Drawn<'_>,
    pair: Pair,
    edge: Span,
    [a, b]: [&Spanned<AreaName>; 2],
) {
    let ground = drawn.ground;
    let corner = ground.mesh.corners().into_iter().find(|corner| corner.areas == pair);
    let (label, help) = match corner {
        Some(corner) => (
            format!("they meet in a corner alone, at {}", ground.place(corner.at)),
            "areas that touch in a corner are no neighbours (FAB-G10): take the edge out, or draw a border between them".to_owned(),
        ),
        None => {
            let (apart, at) = ground.mesh.nearest(pair);
            let help = match apart <= 4.0 * ground.snap.metres() {
                true => format!(
                    "close the gap, or snap farther: `snap: {:.0} m` among `areas:` of the map",
                    apart.ceil()
                ),
                false => "take the edge out, or draw the areas so that they share a border".to_owned(),
            };
            (format!("they lie {} apart, nearest at {}", length(apart), ground.place(at)), help)
        }
    };
    let [one, other] = [&a.value.0, &b.value.0];
    session.diagnostics.push(
        Diagnostic::new(
            code::EDGE_WITHOUT_BORDER,
            format!("`{one}` and `{other}` have an edge and share no border on the map"),
        )
        .rule("FAB-V8")
        .at(edge, label)
        .help(help),
    );
}

/// FAB-V9: a border so short that it may be a slip of the hand.
fn short(session: &mut Session<'_>, drawn: &Drawn<'_>, border: &Border, at: Span) {
    let ground = drawn.ground;
    let [one, other] = border.areas.map(|area| &ground.areas[area].id);
    let place = ground.place(border.stretches[0][0]);
    session.diagnostics.push(
        Diagnostic::new(
            code::BORDER_SHORT,
            format!("`{one}` and `{other}` share {} of border alone", length(border.length)),
        )
        .rule("FAB-V9")
        .at(at, format!("at {place}"))
        .help(format!(
            "draw it as a corner, or longer than {}; or change `min_shared` among `areas:` of the map",
            length(ground.min_shared.metres())
        )),
    );
}

/// FAB-V10: areas that lie on one another.
pub(super) fn overlaps(session: &mut Session<'_>, drawn: &Drawn<'_>) {
    tell_overlaps(session, drawn.ground, drawn.overlaps());
}

/// What can be said of polygons without a scenario (FAB-V10).
pub(in crate::fab) fn alone(session: &mut Session<'_>, ground: &AreaGround) {
    tell_overlaps(session, ground, &ground.mesh.overlaps());
    tell_gaps(session, ground);
}

fn tell_overlaps(session: &mut Session<'_>, ground: &AreaGround, overlaps: &[Overlap]) {
    for overlap in overlaps {
        let [one, other] = overlap.areas.map(|area| &ground.areas[area]);
        session.diagnostics.push(
            Diagnostic::new(
                code::POLYGONS_OVERLAP,
                format!("`{}` and `{}` lie on one another", one.id, other.id),
            )
            .rule("FAB-V10")
            .at(other.at, format!("{} in both, at {}", surface(overlap.ground), ground.place(overlap.at)))
            .also(one.at, "the other area")
            .help("cut one of them: in QGIS, Vector › Geoprocessing Tools › Difference…, or move its corners with snapping on"),
        );
    }
}

/// FAB-V10: ground between areas that is neither an area nor water.
pub(super) fn gaps(session: &mut Session<'_>, drawn: &Drawn<'_>) {
    tell_gaps(session, drawn.ground);
}

fn tell_gaps(session: &mut Session<'_>, ground: &AreaGround) {
    let least = ground.snap.metres() * ground.snap.metres();
    let is_water = |gap: &Gap| {
        ground.water.iter().flat_map(|water| &water.parts).any(|part| part.holds(gap.at))
    };
    for gap in ground.mesh.arcs().gaps() {
        let Some((&first, others)) = gap.areas.split_first() else { continue };
        if gap.ground <= least || is_water(&gap) {
            continue;
        }
        let around = gap.areas.iter().map(|&area| ground.areas[area].id.as_str());
        let between = match others.is_empty() {
            true => format!("there is a hole in `{}`", ground.areas[first].id),
            false => format!("there is a gap between {}", all_of(around)),
        };
        session.diagnostics.push(
            Diagnostic::new(code::AREAS_GAP, between)
                .rule("FAB-V10")
                .at(
                    ground.areas[first].at,
                    format!("{} that no area has, at {}", surface(gap.ground), ground.place(gap.at)),
                )
                .help("close it by moving corners with snapping on; a lake or sea belongs to a layer of `class: water`; allow it where it is meant"),
        );
    }
}

/// FAB-V14: who arrives, arrives at the edge of the map.
pub(super) fn entries(session: &mut Session<'_>, drawn: &Drawn<'_>) {
    let ground = drawn.ground;
    let rim = ground.mesh.arcs().at_rim();
    let inland = |entry: &&EntryArea| {
        let mut numbers = entry.areas.iter().map(|area| ground.number(area));
        numbers.all(|number| number.is_some_and(|number| !rim.contains(&number)))
    };
    for entry in drawn.written.scenario.entries.iter().filter(inland) {
        let Some(first) = entry.areas.first() else { continue };
        session.diagnostics.push(
            Diagnostic::new(
                code::ENTRY_INLAND,
                format!("the entry area {} does not lie at the edge of the map", entry.letter.0),
            )
            .rule("FAB-V14")
            .at(first.span, "other areas lie all around it")
            .help("name areas at the coast or at the edge of the map; allow this for parachutists"),
        );
    }
}

/// A length as people say it.
pub(super) fn length(metres: f64) -> String {
    match metres {
        km if km >= 1_000.0 => format!("{:.1} km", km / 1_000.0),
        m if m >= 10.0 => format!("{m:.0} m"),
        m => format!("{m:.1} m"),
    }
}

/// A surface as people say it.
fn surface(square_metres: f64) -> String {
    match square_metres {
        km if km >= 10_000.0 => format!("{:.2} km²", km / 1e6),
        m => format!("{m:.0} m²"),
    }
}
