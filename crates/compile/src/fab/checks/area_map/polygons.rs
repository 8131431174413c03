//! FAB-V8 to FAB-V10, FAB-V14: the borders of the areas, and the graph that a scenario declares.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::Polygon;
use sandtable_source::{Diagnostic, Span, Spanned, all_of, code, message};
use sandtable_terrain::{Border, Gap, Overlap, seat};

use super::drawn::{Drawn, Pair};
use sandtable_authored::Reporter;
use sandtable_authored::fab::{AreaName, EntryArea, NoEdge};
use sandtable_map::AreaGround;

/// FAB-V8, FAB-V9: areas that share a border have an edge, and no others.
pub(crate) fn edges(reporter: &mut Reporter, drawn: &Drawn<'_>) {
    let borders = drawn.ground.mesh.arcs().borders();
    let borders: Borders = borders.into_iter().map(|border| (border.areas, border)).collect();
    let mut known: BTreeSet<Pair> = BTreeSet::new();
    for edge in &drawn.written.scenario.edges {
        let Some(pair) = drawn.pair(&edge.a, &edge.b) else { continue };
        known.insert(pair);
        match borders.get(&pair) {
            // Where an area is not where it belongs, its borders are not either.
            None if drawn.is_told(pair)
                || pair.iter().any(|&area| drawn.overlaps_another(area)) => {}
            None => unshared(reporter, drawn, pair, edge.span, [&edge.a, &edge.b]),
            Some(border) if drawn.is_short(border) => short(reporter, drawn, border, edge.span),
            Some(_) => {}
        }
    }
    no_edges(reporter, drawn, &borders, &mut known);
    let unsure = drawn.ends_of_unknown();
    for (pair, border) in &borders {
        let is_told = drawn.is_told(*pair) || pair.iter().any(|area| unsure.contains(area));
        if !known.contains(pair) && !is_told {
            without_edge(reporter, drawn, border);
        }
    }
}

/// Borders by their areas.
type Borders = BTreeMap<Pair, Border>;

/// Pairs that are written as `no_edge`, which are known then: they share a border and have no edge.
fn no_edges(
    reporter: &mut Reporter,
    drawn: &Drawn<'_>,
    borders: &Borders,
    known: &mut BTreeSet<Pair>,
) {
    for NoEdge { a, b, .. } in drawn.written.scenario.no_edge.iter().flatten() {
        let Some(pair) = drawn.pair(a, b) else { continue };
        let shares = borders.get(&pair).is_some_and(|border| !drawn.is_short(border));
        let (label, help) = match known.insert(pair) {
            false => ("and here it has none", "keep the one that is meant"),
            true if shares => continue,
            true => ("these share no border", "take this line out"),
        };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NO_EDGE_UNUSED,
                message!("`no_edge` is said of `{}` and `{}` without need", a.value.0, b.value.0),
            )
            .rule("FAB-V8")
            .at(a.span, label)
            .help(help),
        );
    }
}

/// FAB-V8: a border without an edge.
fn without_edge(reporter: &mut Reporter, drawn: &Drawn<'_>, border: &Border) {
    // An area that the scenario has not is told, and needs no edges.
    let Some([a, b]) = drawn.written_ends(border.areas) else { return };
    if drawn.is_short(border) {
        return short(reporter, drawn, border, a.span);
    }
    let tie = drawn.tie(border.areas);
    let [one, other] = [&a.value.0, &b.value.0];
    let place = drawn.ground.place(tie.middle);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::BORDER_WITHOUT_EDGE,
            message!("`{one}` and `{other}` share a border on the map and have no edge"),
        )
        .rule("FAB-V8")
        .at(a.span, format!("{} of border at {place}", length(border.length)))
        .also(b.span, "the other area")
        .help(format!("add `- {}` to `edges:`", tie.to_yaml(one, other)))
        .help(format!(
            "where nobody can go over it, write `no_edge: [{{ a: {one}, b: {other} }}]`"
        )),
    );
}

/// FAB-V8: an edge between areas that share no border.
fn unshared(
    reporter: &mut Reporter,
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
    reporter.diagnostics.push(
        Diagnostic::new(
            code::EDGE_WITHOUT_BORDER,
            message!("`{one}` and `{other}` have an edge and share no border on the map"),
        )
        .rule("FAB-V8")
        .at(edge, label)
        .help(help),
    );
}

/// FAB-V9: a border so short that it may be a slip of the hand.
fn short(reporter: &mut Reporter, drawn: &Drawn<'_>, border: &Border, at: Span) {
    let ground = drawn.ground;
    let [one, other] = border.areas.map(|area| &ground.areas[area].id);
    let place = ground.place(border.stretches[0][0]);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::BORDER_SHORT,
            message!("`{one}` and `{other}` share {} of border alone", length(border.length)),
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
pub(crate) fn overlaps(reporter: &mut Reporter, drawn: &Drawn<'_>) {
    tell_overlaps(reporter, drawn.ground, drawn.overlaps());
}

pub(crate) fn tell_overlaps(reporter: &mut Reporter, ground: &AreaGround, overlaps: &[Overlap]) {
    for overlap in overlaps {
        let [one, other] = overlap.areas.map(|area| &ground.areas[area]);
        let (one, other, is_within) = match overlap.is_whole {
            [true, false] => (other, one, true),
            [_, is_within] => (one, other, is_within),
        };
        let (message, help) = match overlap.is_whole {
            [true, true] => (
                format!("`{}` and `{}` are the same ground", one.id, other.id),
                "take one of them out, or draw it where it belongs".to_owned(),
            ),
            _ if is_within => (
                format!("`{}` lies wholly within `{}`", other.id, one.id),
                format!(
                    "cut it out of `{}`: in QGIS, Vector › Geoprocessing Tools › Difference…; or draw it where it belongs",
                    one.id
                ),
            ),
            _ => (
                format!("`{}` and `{}` lie on one another", one.id, other.id),
                "cut one of them: in QGIS, Vector › Geoprocessing Tools › Difference…, or move its corners with snapping on".to_owned(),
            ),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::POLYGONS_OVERLAP, message)
                .rule("FAB-V10")
                .at(
                    other.at,
                    format!("{} in both, at {}", surface(overlap.ground), ground.place(overlap.at)),
                )
                .also(one.at, "the other area")
                .help(help),
        );
    }
}

/// FAB-V10: ground between areas that is neither an area nor water.
pub(crate) fn gaps(reporter: &mut Reporter, drawn: &Drawn<'_>) {
    tell_gaps(reporter, drawn.ground);
}

pub(crate) fn tell_gaps(reporter: &mut Reporter, ground: &AreaGround) {
    let least = ground.snap.metres() * ground.snap.metres();
    // Water that holds the middle of an area about the gap goes on under it, and fills no gap.
    let is_beneath = |gap: &Gap, part: &Polygon| {
        let seats = gap.areas.iter().filter_map(|&area| seat(&ground.shapes[area]));
        seats.map(|(seat, _)| seat).any(|seat| part.holds(seat))
    };
    let water_at = |gap: &Gap| {
        let parts =
            ground.water.iter().flat_map(|water| water.parts.iter().map(move |part| (water, part)));
        parts.filter(|(_, part)| part.holds(gap.at)).collect::<Vec<_>>()
    };
    for gap in ground.mesh.arcs().gaps() {
        let Some((&first, others)) = gap.areas.split_first() else { continue };
        let waters = water_at(&gap);
        if gap.ground <= least || waters.iter().any(|(_, part)| !is_beneath(&gap, part)) {
            continue;
        }
        let beneath = waters.first().map_or_else(String::new, |(water, _)| {
            format!(" (`{}` lies under the areas too, so it is not that)", water.id)
        });
        let around = gap.areas.iter().map(|&area| ground.areas[area].id.as_str());
        let between = match others.is_empty() {
            true => format!("there is a hole in `{}`", ground.areas[first].id),
            false => format!("there is a gap between {}", all_of(around)),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::AREAS_GAP, between)
                .rule("FAB-V10")
                .at(
                    ground.areas[first].at,
                    format!("{} that no area has, at {}", surface(gap.ground), ground.place(gap.at)),
                )
                .help(format!("close it by moving corners with snapping on; a lake belongs to a layer of `class: water`, with an outline of its own{beneath}; allow it where it is meant")),
        );
    }
}

/// FAB-V14: who arrives, arrives at the edge of the map.
pub(crate) fn entries(reporter: &mut Reporter, drawn: &Drawn<'_>) {
    let ground = drawn.ground;
    let rim = ground.mesh.arcs().at_rim();
    let inland = |entry: &&EntryArea| {
        let mut numbers = entry.areas.iter().map(|area| ground.number(area));
        numbers.all(|number| {
            number.is_some_and(|number| !rim.contains(&number) && !ground.is_swallowed(number))
        })
    };
    for entry in drawn.written.scenario.entries.iter().filter(inland) {
        let Some(first) = entry.areas.first() else { continue };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::ENTRY_INLAND,
                message!("the entry area {} does not lie at the edge of the map", entry.letter.0),
            )
            .rule("FAB-V14")
            .at(first.span, "other areas lie all around it")
            .help("name areas at the coast or at the edge of the map; allow this for parachutists"),
        );
    }
}

/// A length as people say it.
pub(crate) fn length(metres: f64) -> String {
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
