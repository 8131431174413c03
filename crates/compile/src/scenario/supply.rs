//! Lines of communication (PB-31) and rivers that armies must cross (PB-3.36).

use sandtable_pack as pack;
use sandtable_pack::{
    FeatureId, GroundPoint, GroundVector, LineOfCommunication, Polyline, WatercourseKind,
};
use sandtable_source::{Diagnostic, code};

use super::{BlockKind, Context, SetUpBlock, note_default};
use crate::authored::LayerClass;
use crate::map::{Ground, edge_at};
use crate::session::Session;

/// A side's lines of communication, each a road from the battlefield to the map's edge.
pub(super) fn lines(
    session: &mut Session<'_>,
    context: &Context<'_>,
    index: usize,
    blocks: &[SetUpBlock],
) -> Vec<LineOfCommunication> {
    let (id, side) = &context.scenario.sides.0[index];
    let written = side.lines_of_communication.iter().flatten();
    let mut lines = Vec::new();
    let mut faulty = false;
    for name in written {
        let found = context.ground.map.roads.iter().find(|road| road.id.as_str() == name.0);
        let Some(road) = found else {
            faulty = true;
            if !session.excuses(&name.0) {
                let roads = context.ground.map.roads.iter().map(|road| road.id.as_str());
                session.diagnostics.push(
                    Diagnostic::new(
                        code::UNKNOWN_NAME,
                        format!("the map has no road `{}`", name.0),
                    )
                    .rule("PB-3.26")
                    .at(name.span, "no such road")
                    .did_you_mean(name, roads)
                    .help("name the id of a feature in a layer of class `road`"),
                );
            }
            continue;
        };
        match path(context, road, index, blocks) {
            Some((path, ends)) => {
                if ends == 2 {
                    note_default(
                        session,
                        name.span,
                        "the way out",
                        "the end of the road nearer to this side's set-up",
                    );
                }
                lines.push(LineOfCommunication { road: road.id.clone(), path });
            }
            None => {
                faulty = true;
                session.diagnostics.push(
                    Diagnostic::new(code::ROAD_NOT_AT_EDGE, format!("the road `{}` does not reach the edge of the map", name.0))
                        .rule("PB-3.26")
                        .at(name.span, "ends inside the map")
                        .help("name a road that leads off the map, or draw this one on to beyond the frame"),
                );
            }
        }
    }
    let trains = side.commands.iter().filter(|command| command.baggage.is_some()).count();
    if lines.is_empty() && !faulty {
        // PB-3.26.
        let diagnostic = match trains {
            0 => Diagnostic::new(
                code::NO_BAGGAGE,
                format!(
                    "`{}` has neither baggage trains nor a line of communication: all its pieces count as destroyed at the end",
                    id.value
                ),
            ),
            _ => Diagnostic::new(
                code::NO_SUPPLY,
                format!("`{}` has baggage trains but no line of communication", id.value),
            ),
        };
        session.diagnostics.push(
            diagnostic
                .rule("PB-3.26")
                .at(id.span, "this side")
                .help("add `lines_of_communication:` with the ids of roads that lead off the map"),
        );
    }
    lines
}

/// The road's longest part that reaches the edge, running to it, and how many of its ends do.
fn path(
    context: &Context<'_>,
    road: &pack::Road,
    side: usize,
    blocks: &[SetUpBlock],
) -> Option<(Polyline, usize)> {
    let frame = &context.ground.frame;
    let reaching = road.parts.iter().filter_map(|part| {
        let ends = [part.0[0], part.0[part.0.len() - 1]].map(|end| edge_at(frame, end).is_some());
        ends.contains(&true).then_some((part, ends))
    });
    let (part, ends) = reaching.max_by_key(|(part, _)| length(part))?;
    let mut points = part.0.clone();
    let turn = match ends {
        [_, false] => true,
        [false, true] => false,
        // Both ends lie on an edge: the rear is where friends are nearer than enemies.
        [true, true] => {
            let lead = |end: GroundPoint| {
                mean_distance(end, blocks, |b| b.side != side)
                    - mean_distance(end, blocks, |b| b.side == side)
            };
            lead(points[0]) > lead(points[points.len() - 1])
        }
    };
    if turn {
        points.reverse();
    }
    Some((Polyline(points), ends.iter().filter(|&&end| end).count()))
}

/// In centimetres.
fn length(line: &Polyline) -> i64 {
    line.0.windows(2).map(|pair| i64::from(pair[0].distance(pair[1]).centimetres())).sum()
}

/// Mean distance of combat blocks to a place, in centimetres; 0 without blocks.
fn mean_distance(
    to: GroundPoint,
    blocks: &[SetUpBlock],
    wanted: impl Fn(&SetUpBlock) -> bool,
) -> i64 {
    let combat =
        blocks.iter().filter(|block| matches!(block.kind, BlockKind::Combat(_)) && wanted(block));
    let distances: Vec<i64> = combat
        .filter_map(|block| match block.start {
            pack::Arrival::Line(pose) | pack::Arrival::Column(pose) => {
                Some(i64::from(pose.centre.distance(to).centimetres()))
            }
            pack::Arrival::Reinforcement => None,
        })
        .collect();
    distances.iter().sum::<i64>() / (distances.len().max(1) as i64)
}

/// A bridge or ford serves a road that meets the river within this distance of it, in centimetres.
const BRIDGE_REACH: i64 = 5_000;

// PB-3.36: rivers have crossings, and roads cross them where one is.
pub(super) fn check_rivers(session: &mut Session<'_>, ground: &Ground) {
    if session.may_lack(LayerClass::Watercourse) || session.may_lack(LayerClass::Crossing) {
        return;
    }
    let map = &ground.map;
    // The reaches of one river carry one name: a crossing of any of them serves.
    let name = |id: &FeatureId| ground.features.get(id).and_then(|label| label.name.as_ref());
    for river in map.watercourses.iter().filter(|water| water.kind == WatercourseKind::River) {
        let same = |other: &FeatureId| {
            *other == river.id || (name(other).is_some() && name(other) == name(&river.id))
        };
        let crossings: Vec<_> =
            map.crossings.iter().filter(|crossing| same(&crossing.over)).collect();
        if crossings.is_empty()
            && let Some(&span) = ground.spans.get(river.id.as_str())
        {
            session.diagnostics.push(
                Diagnostic::new(
                    code::RIVER_WITHOUT_CROSSING,
                    format!("nobody can cross the river `{}`", river.id),
                )
                .rule("PB-3.36")
                .at(span, "no bridge and no ford")
                .help("add bridges or fords to a layer of class `crossing`, or make it a stream"),
            );
            continue;
        }
        for road in &map.roads {
            for at in meetings(&road.parts, &river.parts) {
                let served = crossings.iter().any(|crossing| {
                    crossing.at.distance_squared(at) <= BRIDGE_REACH * BRIDGE_REACH
                });
                let place = ground.frame.coordinate_of(at);
                if !served && let Some(&span) = ground.spans.get(road.id.as_str()) {
                    session.diagnostics.push(
                        Diagnostic::new(
                            code::ROAD_WITHOUT_CROSSING,
                            format!(
                                "the road `{}` meets the river `{}` without bridge or ford",
                                road.id, river.id
                            ),
                        )
                        .rule("PB-3.36")
                        .at(
                            span,
                            format!(
                                "near longitude {:.6}, latitude {:.6}",
                                place.longitude, place.latitude
                            ),
                        )
                        .help("add a bridge or ford there, or end the road at the bank"),
                    );
                }
            }
        }
    }
}

/// Where lines cross.
fn meetings(one: &[Polyline], other: &[Polyline]) -> Vec<GroundPoint> {
    let segments = |lines: &[Polyline]| -> Vec<(GroundPoint, GroundPoint)> {
        lines.iter().flat_map(|line| line.0.windows(2).map(|pair| (pair[0], pair[1]))).collect()
    };
    let others = segments(other);
    let mut found = Vec::new();
    for (a, b) in segments(one) {
        for &(c, d) in &others {
            let apart = a.x.max(b.x) < c.x.min(d.x)
                || c.x.max(d.x) < a.x.min(b.x)
                || a.y.max(b.y) < c.y.min(d.y)
                || c.y.max(d.y) < a.y.min(b.y);
            if apart {
                continue;
            }
            let side = |from: GroundPoint, to: GroundPoint, point: GroundPoint| {
                (to - from).cross(point - from).signum()
            };
            let crossed = side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
            let way: GroundVector = b - a;
            let across = way.cross(d - c);
            if crossed && across != 0 {
                let along = (c - a).cross(d - c) as f64 / across as f64;
                found.push(GroundPoint::new(
                    a.x + (along * f64::from(way.x)).round() as i32,
                    a.y + (along * f64::from(way.y)).round() as i32,
                ));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}
