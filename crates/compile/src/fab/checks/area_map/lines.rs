//! FAB-V11, FAB-V12: drawn rivers and roads compared with the edges.

use sandtable_source::{Diagnostic, code, message};

use super::map_comparison::MapComparison;
use super::polygons::length;
use sandtable_authored::Reporter;
use sandtable_authored::fab::Edge;
use sandtable_authored::fab::MapLayerClass;

/// The maximum proportion of an open border that a drawn river follows (FAB-G13).
const MAX_OPEN_RIVER: f64 = 0.05;

/// FAB-V11: rivers that run along borders.
pub(crate) fn rivers(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    if !drawn.ground.is_complete(MapLayerClass::River) {
        return;
    }
    for (edge, tie) in drawn.edges_with_ties() {
        let border = edge.border.as_ref().map(|border| border.value.0.as_str());
        let percent = format!("{:.0} %", 100.0 * tie.river);
        let long = length(tie.length);
        let named = drawn.edge_name(edge);
        let finding = match border {
            None if tie.river > MAX_OPEN_RIVER && !tie.is_river() => (
                message!("a river runs along {percent} of this border: {named}"),
                format!("{long} of border, and the edge has no `border`"),
                "write `border: river` or `border: open`; a border with any open stretch is open (FAB-A41)"
                    .to_owned(),
            ),
            None | Some("open") if tie.is_river() => (
                message!("a river runs along {percent} of an open border: {named}"),
                format!("{long} of border"),
                "write `border: river`, or draw the river away from the border".to_owned(),
            ),
            Some("river") if tie.river <= MAX_OPEN_RIVER => (
                message!("no river runs along a river border: {named}"),
                format!("river along {percent} of {long} of border"),
                format!(
                    "draw the river along the border, within `along: {}` of it; or write `border: open`",
                    drawn.ground.along
                ),
            ),
            _ => continue,
        };
        let (message, label, help) = finding;
        reporter.diagnostics.push(
            Diagnostic::new(code::RIVER_PARTLY, message)
                .rule("FAB-V11")
                .at(edge.span, format!("{label}, midpoint at {}", drawn.ground.place(tie.middle)))
                .help(help),
        );
    }
}

/// FAB-V12: roads that cross borders, and road edges without a road.
pub(crate) fn roads(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    let ground = drawn.ground;
    if !ground.is_complete(MapLayerClass::Road) {
        return;
    }
    for (edge, tie) in drawn.edges_with_ties() {
        let connection = edge.connection.as_ref().map_or("field", |way| way.value.0.as_str());
        let finding = match (connection, tie.road) {
            ("field", Some((road, at))) => {
                let road = &ground.roads[road];
                Diagnostic::new(
                    code::ROAD_UNLIKE,
                    message!(
                        "road `{}` crosses a border with only a field connection: {}",
                        road.id,
                        drawn.edge_name(edge)
                    ),
                )
                .at(edge.span, format!("crosses at {}", ground.place(at)))
                .also(road.at, "the road")
                .help("write `connection: road`, or move the road")
            }
            ("road", None) => Diagnostic::new(
                code::ROAD_UNLIKE,
                message!(
                    "no road is drawn across a border with a road connection: {}",
                    drawn.edge_name(edge)
                ),
            )
            .at(edge.span, format!("midpoint of the border at {}", ground.place(tie.middle)))
            .help("draw a road away from shared vertices; or write `connection: field`"),
            _ => continue,
        };
        reporter.diagnostics.push(finding.rule("FAB-V12"));
    }
    for corner in drawn.corner_roads() {
        let road = &ground.roads[corner.road];
        let [one, other] = corner.areas.map(|area| &ground.areas[area].id);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::ROAD_THROUGH_CORNER,
                message!("road `{}` passes through a vertex where borders meet", road.id),
            )
            .rule("FAB-V12")
            .at(road.at, format!("from `{one}` to `{other}`, at {}", ground.place(corner.at)))
            .help(format!(
                "draw it across one border, more than {} from the vertex, to show which areas it joins",
                length(ground.snap.metres())
            )),
        );
    }
}

impl MapComparison<'_> {
    /// The names of the two areas of an edge.
    fn edge_name(&self, edge: &Edge) -> String {
        format!("`{}`–`{}`", edge.a.value.0, edge.b.value.0)
    }
}
