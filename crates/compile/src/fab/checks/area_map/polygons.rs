//! FAB-V8 to FAB-V10, FAB-V14: drawn area borders compared with the scenario's edges.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::Polygon;
use sandtable_source::{Diagnostic, Span, Spanned, all_of, code, message};
use sandtable_terrain::{Border, Gap, Overlap, label_position};

use super::map_comparison::{MapComparison, Pair};
use sandtable_authored::Reporter;
use sandtable_authored::fab::{AreaName, EntryArea, NoEdge};
use sandtable_map::AreaGround;

/// FAB-V8, FAB-V9: areas have an edge if and only if they share a border.
pub(crate) fn edges(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    let borders = drawn.ground.mesh.arcs().borders();
    let borders: Borders = borders.into_iter().map(|border| (border.areas, border)).collect();
    let mut known: BTreeSet<Pair> = BTreeSet::new();
    for edge in &drawn.authored.scenario.edges {
        let Some(pair) = drawn.pair(&edge.a, &edge.b) else { continue };
        known.insert(pair);
        match borders.get(&pair) {
            // A misplaced area also has misplaced borders.
            None if drawn.is_reported(pair)
                || pair.iter().any(|&area| drawn.overlaps_another(area)) => {}
            None => unshared_border(reporter, drawn, pair, edge.span, [&edge.a, &edge.b]),
            Some(border) if drawn.is_short(border) => {
                short_border(reporter, drawn, border, edge.span)
            }
            Some(_) => {}
        }
    }
    declared_non_edges(reporter, drawn, &borders, &mut known);
    let unsure = drawn.areas_with_unknown_neighbours();
    for (pair, border) in &borders {
        let is_reported = drawn.is_reported(*pair) || pair.iter().any(|area| unsure.contains(area));
        if !known.contains(pair) && !is_reported {
            missing_edge(reporter, drawn, border);
        }
    }
}

/// The borders by pair of areas.
type Borders = BTreeMap<Pair, Border>;

/// Adds the pairs in `no_edge` to `known`, and reports unnecessary ones.
fn declared_non_edges(
    reporter: &mut Reporter,
    drawn: &MapComparison<'_>,
    borders: &Borders,
    known: &mut BTreeSet<Pair>,
) {
    for NoEdge { a, b, .. } in drawn.authored.scenario.no_edge.iter().flatten() {
        let Some(pair) = drawn.pair(a, b) else { continue };
        let shares = borders.get(&pair).is_some_and(|border| !drawn.is_short(border));
        let (label, help) = match known.insert(pair) {
            false => (
                "these areas already have an edge or another `no_edge`",
                "keep only the intended entry",
            ),
            true if shares => continue,
            true => ("these areas share no border", "remove this line"),
        };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NO_EDGE_UNUSED,
                message!("unnecessary `no_edge` for `{}` and `{}`", a.value.0, b.value.0),
            )
            .rule("FAB-V8")
            .at(a.span, label)
            .help(help),
        );
    }
}

/// FAB-V8: a border without an edge.
fn missing_edge(reporter: &mut Reporter, drawn: &MapComparison<'_>, border: &Border) {
    // An area that is missing from the scenario was reported and needs no edges.
    let Some([a, b]) = drawn.authored_ends(border.areas) else { return };
    if drawn.is_short(border) {
        return short_border(reporter, drawn, border, a.span);
    }
    let tie = drawn.tie(border.areas);
    let [one, other] = [&a.value.0, &b.value.0];
    let place = drawn.ground.place(tie.middle);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::BORDER_WITHOUT_EDGE,
            message!("`{one}` and `{other}` share a border on the map but have no edge"),
        )
        .rule("FAB-V8")
        .at(a.span, format!("{} of border at {place}", length(border.length)))
        .also(b.span, "the other area")
        .help(format!("add `- {}` to `edges:`", tie.to_yaml(one, other)))
        .help(format!("if units cannot cross it, write `no_edge: [{{ a: {one}, b: {other} }}]`")),
    );
}

/// FAB-V8: an edge between areas that share no border.
fn unshared_border(
    reporter: &mut Reporter,
    drawn: &MapComparison<'_>,
    pair: Pair,
    edge: Span,
    [a, b]: [&Spanned<AreaName>; 2],
) {
    let ground = drawn.ground;
    let corner = ground.mesh.corners().into_iter().find(|corner| corner.areas == pair);
    let (label, help) = match corner {
        Some(corner) => (
            format!("they touch only at {}", ground.place(corner.at)),
            "areas that touch only at a vertex are not neighbours (FAB-G10): remove the edge, or draw a border between them".to_owned(),
        ),
        None => {
            let (apart, at) = ground.mesh.nearest(pair);
            let help = match apart <= 4.0 * ground.snap.metres() {
                true => format!(
                    "close the gap, or snap further: `snap: {:.0} m` in `areas:` of the map",
                    apart.ceil()
                ),
                false => "remove the edge, or draw the areas so that they share a border".to_owned(),
            };
            (format!("{} apart, nearest at {}", length(apart), ground.place(at)), help)
        }
    };
    let [one, other] = [&a.value.0, &b.value.0];
    reporter.diagnostics.push(
        Diagnostic::new(
            code::EDGE_WITHOUT_BORDER,
            message!("`{one}` and `{other}` have an edge but share no border on the map"),
        )
        .rule("FAB-V8")
        .at(edge, label)
        .help(help),
    );
}

/// FAB-V9: a border so short that it may be a digitising error.
fn short_border(reporter: &mut Reporter, drawn: &MapComparison<'_>, border: &Border, at: Span) {
    let ground = drawn.ground;
    let [one, other] = border.areas.map(|area| &ground.areas[area].id);
    let place = ground.place(border.stretches[0][0]);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::BORDER_SHORT,
            message!("`{one}` and `{other}` share only {} of border", length(border.length)),
        )
        .rule("FAB-V9")
        .at(at, format!("at {place}"))
        .help(format!(
            "let the areas touch at one vertex, or along more than {}; or change `min_shared` in `areas:` of the map",
            length(ground.min_shared.metres())
        )),
    );
}

/// FAB-V10: areas that overlap.
pub(crate) fn overlaps(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    report_overlaps(reporter, drawn.ground, drawn.overlaps());
}

pub(crate) fn report_overlaps(reporter: &mut Reporter, ground: &AreaGround, overlaps: &[Overlap]) {
    for overlap in overlaps {
        let [one, other] = overlap.areas.map(|area| &ground.areas[area]);
        let (one, other, is_within) = match overlap.is_whole {
            [true, false] => (other, one, true),
            [_, is_within] => (one, other, is_within),
        };
        let (message, help) = match overlap.is_whole {
            [true, true] => (
                message!("`{}` and `{}` cover the same ground", one.id, other.id),
                "remove one of them, or draw it where it belongs".to_owned(),
            ),
            _ if is_within => (
                message!("`{}` lies entirely within `{}`", other.id, one.id),
                format!(
                    "cut it out of `{}`: in QGIS, Vector › Geoprocessing Tools › Difference…; or draw it where it belongs",
                    one.id
                ),
            ),
            _ => (
                message!("`{}` and `{}` overlap", one.id, other.id),
                "cut one of them: in QGIS, Vector › Geoprocessing Tools › Difference…, or move its vertices with snapping on".to_owned(),
            ),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::POLYGONS_OVERLAP, message)
                .rule("FAB-V10")
                .at(
                    other.at,
                    format!(
                        "{} in both areas, at {}",
                        surface(overlap.ground),
                        ground.place(overlap.at)
                    ),
                )
                .also(one.at, "the other area")
                .help(help),
        );
    }
}

/// FAB-V10: gaps between areas that are neither an area nor water.
pub(crate) fn gaps(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    report_gaps(reporter, drawn.ground);
}

pub(crate) fn report_gaps(reporter: &mut Reporter, ground: &AreaGround) {
    let least = ground.snap.metres() * ground.snap.metres();
    // Water that contains the label point of an adjacent area extends under that area, and does not
    // fill the gap.
    let is_beneath = |gap: &Gap, part: &Polygon| {
        let seats = gap.areas.iter().filter_map(|&area| label_position(&ground.shapes[area]));
        seats.map(|(seat, _)| seat).any(|seat| part.contains(seat))
    };
    let water_at = |gap: &Gap| {
        let parts =
            ground.water.iter().flat_map(|water| water.parts.iter().map(move |part| (water, part)));
        parts.filter(|(_, part)| part.contains(gap.at)).collect::<Vec<_>>()
    };
    for gap in ground.mesh.arcs().gaps() {
        let Some((&first, others)) = gap.areas.split_first() else { continue };
        let waters = water_at(&gap);
        if gap.ground <= least || waters.iter().any(|(_, part)| !is_beneath(&gap, part)) {
            continue;
        }
        let beneath = waters.first().map_or_else(String::new, |(water, _)| {
            format!(" (`{}` also extends under the areas, so it does not count)", water.id)
        });
        let around = gap.areas.iter().map(|&area| ground.areas[area].id.as_str());
        let between = match others.is_empty() {
            true => message!("`{}` has a hole", ground.areas[first].id),
            false => message!("gap between {}", all_of(around)),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::AREAS_GAP, between)
                .rule("FAB-V10")
                .at(
                    ground.areas[first].at,
                    format!("{} not covered by any area, at {}", surface(gap.ground), ground.place(gap.at)),
                )
                .help(format!("close it by moving vertices with snapping on; draw a lake in a layer of `class: water`, as a separate polygon{beneath}; allow this if the gap is intended")),
        );
    }
}

/// FAB-V14: entry areas are at the edge of the map.
pub(crate) fn entries(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    let ground = drawn.ground;
    let rim = ground.mesh.arcs().areas_at_rim();
    let inland = |entry: &&EntryArea| {
        let mut numbers = entry.areas.iter().map(|area| ground.number(area));
        numbers.all(|number| {
            number.is_some_and(|number| {
                !rim.contains(&number) && !ground.vanishes_on_snapping(number)
            })
        })
    };
    for entry in drawn.authored.scenario.entries.iter().filter(inland) {
        let Some(first) = entry.areas.first() else { continue };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::ENTRY_INLAND,
                message!("entry area {} is not at the edge of the map", entry.letter.0),
            )
            .rule("FAB-V14")
            .at(first.span, "surrounded by other areas")
            .help("name areas at the coast or at the edge of the map; allow this for parachutists"),
        );
    }
}

/// Formats a length in metres in readable units.
pub(crate) fn length(metres: f64) -> String {
    match metres {
        km if km >= 1_000.0 => format!("{:.1} km", km / 1_000.0),
        m if m >= 10.0 => format!("{m:.0} m"),
        m => format!("{m:.1} m"),
    }
}

/// Formats an area size in square metres in readable units.
fn surface(square_metres: f64) -> String {
    match square_metres {
        km if km >= 10_000.0 => format!("{:.2} km²", km / 1e6),
        m => format!("{m:.0} m²"),
    }
}
