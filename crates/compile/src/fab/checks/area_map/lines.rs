//! FAB-V11, FAB-V12: rivers along borders and roads over them, and what the edges say.

use sandtable_source::{Diagnostic, code, message};

use super::drawn::Drawn;
use super::polygons::length;
use sandtable_authored::Reporter;
use sandtable_authored::fab::Edge;
use sandtable_authored::fab::MapLayerClass;

/// The part of a border along which a river may run and leave it open (FAB-G13).
const OPEN: f64 = 0.05;

/// FAB-V11: rivers that run along borders.
pub(crate) fn rivers(reporter: &mut Reporter, drawn: &Drawn<'_>) {
    if !drawn.ground.has_whole(MapLayerClass::River) {
        return;
    }
    for (edge, tie) in drawn.tied() {
        let border = edge.border.as_ref().map(|border| border.value.0.as_str());
        let percent = format!("{:.0} %", 100.0 * tie.river);
        let long = length(tie.length);
        let finding = match border {
            None if tie.river > OPEN && !tie.is_river() => (
                format!("a river runs along {percent} of this border"),
                format!("{long} of border, and the edge does not say what it is"),
                "write `border: river` or `border: open`; by FAB-A41 it is open if any stretch is"
                    .to_owned(),
            ),
            None | Some("open") if tie.is_river() => (
                format!("a river runs along {percent} of a border that is open"),
                format!("{long} of border"),
                "write `border: river`, or draw the river off the border".to_owned(),
            ),
            Some("river") if tie.river <= OPEN => (
                "no river runs along a border that is one".to_owned(),
                format!("{percent} of {long} of border"),
                format!(
                    "draw the river along the border, no farther from it than `along: {}`; or write `border: open`",
                    drawn.ground.along
                ),
            ),
            _ => continue,
        };
        let (message, label, help) = finding;
        reporter.diagnostics.push(
            Diagnostic::new(code::RIVER_PARTLY, message!("{message}: {}", drawn.named(edge)))
                .rule("FAB-V11")
                .at(edge.span, format!("{label}, half-way at {}", drawn.ground.place(tie.middle)))
                .help(help),
        );
    }
}

/// FAB-V12: roads that cross borders, and edges without one.
pub(crate) fn roads(reporter: &mut Reporter, drawn: &Drawn<'_>) {
    let ground = drawn.ground;
    if !ground.has_whole(MapLayerClass::Road) {
        return;
    }
    for (edge, tie) in drawn.tied() {
        let connection = edge.connection.as_ref().map_or("field", |way| way.value.0.as_str());
        let finding = match (connection, tie.road) {
            ("field", Some((road, at))) => {
                let road = &ground.roads[road];
                Diagnostic::new(
                    code::ROAD_UNLIKE,
                    message!(
                        "the road `{}` crosses a border that only a field way crosses: {}",
                        road.id,
                        drawn.named(edge)
                    ),
                )
                .at(edge.span, format!("it crosses at {}", ground.place(at)))
                .also(road.at, "the road")
                .help("write `connection: road`, or lead the road another way")
            }
            ("road", None) => Diagnostic::new(
                code::ROAD_UNLIKE,
                message!("no road is drawn over a border that one crosses: {}", drawn.named(edge)),
            )
            .at(edge.span, format!("the border is half-way at {}", ground.place(tie.middle)))
            .help("draw one, clear of corners; or write `connection: field`"),
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
                message!("the road `{}` goes through a corner where borders meet", road.id),
            )
            .rule("FAB-V12")
            .at(road.at, format!("from `{one}` to `{other}`, at {}", ground.place(corner.at)))
            .help(format!(
                "lead it over one border, more than {} from the corner, so that nobody asks which areas it joins",
                length(ground.snap.metres())
            )),
        );
    }
}

impl Drawn<'_> {
    /// The two areas of an edge, by their names.
    fn named(&self, edge: &Edge) -> String {
        format!("`{}`–`{}`", edge.a.value.0, edge.b.value.0)
    }
}
