//! Lines of communication (PB-31): roads that leave the map.

use sandtable_pack as pack;
use sandtable_pack::{GroundPoint, LineOfCommunication, Polyline};
use sandtable_source::message::Owner;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::block::{BlockKind, SetUpBlock};
use crate::pub_battles::context::Context;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;
use sandtable_authored::note_default;
use sandtable_authored::report_repeated;
use sandtable_map::{is_outside, road_outside};

/// The maximum number of names in a help text.
pub(crate) const MAX_NAMES: usize = 12;

/// Returns a side's lines of communication, each a road from the battlefield to the map edge.
pub(crate) fn lines(
    reporter: &mut Reporter,
    context: &Context<'_>,
    index: usize,
    blocks: &[SetUpBlock],
) -> Vec<LineOfCommunication> {
    let (_, side) = &context.scenario.sides.0[index];
    let written = side.lines_of_communication.iter().flat_map(|lines| &lines.value);
    let named = written.clone().map(|name| (name.0.as_str(), name.span));
    report_repeated(reporter, "lines_of_communication", named);
    let mut lines: Vec<LineOfCommunication> = Vec::new();
    for name in written {
        if lines.iter().any(|line| line.road.as_str() == name.0) {
            continue;
        }
        let found = context.ground.map.roads.iter().find(|road| road.id.as_str() == name.0);
        let Some(road) = found else {
            if is_outside(context.ground, &name.0) {
                reporter.diagnostics.push(
                    road_outside(name)
                        .rule("PB-3.26")
                        .help("use a road that leaves the map, or enlarge the map frame"),
                );
            } else if !reporter.lacks_layer(&name.0, name.span, &[LayerClass::Road])
                && !reporter.excuses_feature(&name.0, &[LayerClass::Road])
            {
                let entries = &context.ground.map.entries;
                let entry = entries.iter().find(|entry| entry.id.as_str() == name.0);
                let road_of_it = entry.and_then(|entry| entry.road.as_ref());
                let roads = context.ground.map.roads.iter().map(|road| road.id.as_str());
                let known: Vec<String> = roads.clone().map(|road| format!("`{road}`")).collect();
                let known = match known.len() {
                    1..=MAX_NAMES => format!(": {}", known.join(", ")),
                    _ => String::new(),
                };
                reporter.diagnostics.push(
                    Diagnostic::new(code::UNKNOWN_NAME, message::not_found("road", &name.0))
                        .rule("PB-3.26")
                        .at(name.span, "unknown road")
                        .did_you_mean(name, roads)
                        .help(match (road_of_it, context.ground.is_from_pack()) {
                            (Some(road), _) => {
                                format!("`{}` is an entry: use its road, `{road}`", name.0)
                            }
                            (None, true) => format!("use a road that leaves the map{known}"),
                            (None, false) => {
                                format!("use the id of a feature in a layer of class `road`{known}")
                            }
                        }),
                );
            }
            continue;
        };
        match line_path(context, road, index, blocks) {
            Some((path, ends)) => {
                if ends == 2 {
                    note_default(
                        reporter,
                        name.span,
                        "edge",
                        Owner::Named("road", &name.0),
                        "the end of the road closer to the set-up of this side",
                    );
                }
                lines.push(LineOfCommunication { road: road.id.clone(), path });
            }
            // An entry on the same road was reported.
            None if context.ground.roads_inside.contains(&name.0) => {}
            None if reporter.unread_classes.contains(&LayerClass::Road) => {}
            None => {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::ROAD_NOT_AT_EDGE,
                        message!("road `{}` does not reach the edge of the map", name.0),
                    )
                    .rule("PB-3.26")
                    .at(name.span, "ends inside the map")
                    .help(match context.ground.is_from_pack() {
                        true => "use a road that leaves the map",
                        false => {
                            "use a road that leaves the map, or extend this road beyond the frame"
                        }
                    }),
                );
            }
        }
    }
    lines
}

/// Returns the path of a line of communication along a road, and the number of the road's ends on
/// an edge.
fn line_path(
    context: &Context<'_>,
    road: &pack::Road,
    side: usize,
    blocks: &[SetUpBlock],
) -> Option<(Polyline, usize)> {
    let standing = |is_own: bool| {
        let is_candidate = move |block: &&SetUpBlock| {
            matches!(block.kind, BlockKind::Combat(_)) && (block.side == side) == is_own
        };
        blocks
            .iter()
            .filter(is_candidate)
            .filter_map(|block| start_position(block.start))
            .collect::<Vec<_>>()
    };
    path_to_edge(&context.ground.map, road, context.edge, &standing(true), &standing(false))
}

/// Returns the longest part of a road that reaches the edge, directed towards it, and the number of
/// the road's ends on an edge. `friends` and `enemies` are positions; `edge` is the edge of entry.
pub(crate) fn path_to_edge(
    map: &pack::Map,
    road: &pack::Road,
    edge: Option<pack::Edge>,
    friends: &[GroundPoint],
    enemies: &[GroundPoint],
) -> Option<(Polyline, usize)> {
    let reaching = road.parts.iter().filter_map(|part| {
        let ends = [part.0[0], part.0[part.0.len() - 1]].map(|end| map.edge_of(end).is_some());
        ends.contains(&true).then_some((part, ends))
    });
    let (part, ends) = reaching.max_by_key(|(part, _)| length(part))?;
    let mut points = part.0.clone();
    let turn = match ends {
        [_, false] => true,
        [false, true] => false,
        // PB-A161: the edge of entry also supplies a free force.
        [true, true] if edge.is_some_and(|edge| has_one_end_on_edge(map, &points, edge)) => {
            points.first().and_then(|&end| map.edge_of(end)) == edge
        }
        // If both ends are on an edge, the rear is the end closer to friends than to enemies.
        [true, true] => {
            let lead = |end: GroundPoint| mean_distance(end, enemies) - mean_distance(end, friends);
            lead(points[0]) > lead(points[points.len() - 1])
        }
    };
    if turn {
        points.reverse();
    }
    Some((Polyline(points), ends.iter().filter(|&&end| end).count()))
}

/// Whether exactly one end of a line is on an edge.
fn has_one_end_on_edge(map: &pack::Map, points: &[GroundPoint], edge: pack::Edge) -> bool {
    let is_on = |end: Option<&GroundPoint>| end.and_then(|&end| map.edge_of(end)) == Some(edge);
    is_on(points.first()) != is_on(points.last())
}

/// The length of a line, in centimetres.
fn length(line: &Polyline) -> i64 {
    line.0.windows(2).map(|pair| i64::from(pair[0].distance(pair[1]).centimetres())).sum()
}

/// The position of a block that starts on the map.
pub(crate) const fn start_position(start: pack::Arrival) -> Option<GroundPoint> {
    match start {
        pack::Arrival::Line(pose) | pack::Arrival::Column(pose) => Some(pose.centre),
        pack::Arrival::Reserve(_) | pack::Arrival::Reinforcement => None,
    }
}

/// The mean distance between a place and some blocks, in centimetres; 0 without blocks.
fn mean_distance(to: GroundPoint, blocks: &[GroundPoint]) -> i64 {
    let distances = blocks.iter().map(|block| i64::from(block.distance(to).centimetres()));
    distances.sum::<i64>() / (blocks.len().max(1) as i64)
}
