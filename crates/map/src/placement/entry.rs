//! Entries: points on the edge of the frame where forces enter (PB-3.10).

use sandtable_pack as pack;
use sandtable_pack::{Choice as _, Edge, EntryId, FeatureId, GroundPoint};
use sandtable_source::message::duplicate;
use sandtable_source::{Diagnostic, Spanned, code, list_of, message};

use crate::ground::Ground;
use sandtable_authored::Frame;
use sandtable_authored::Reporter;
use sandtable_authored::to_printed;
use sandtable_authored::{Coordinate, Entry, Id, LayerClass, Word};

/// The distance from the edge within which a coordinate snaps to the edge, in centimetres.
const NEAR_EDGE: i32 = 5_000;
/// The distance below which two entries coincide, in centimetres.
const SAME_PLACE_DISTANCE: i32 = 1_000;
/// The distance below which road ends join, in centimetres.
const JOINS: i64 = 200;
/// The maximum distance between an entry and the exit of its road, in centimetres.
const ROAD_EXIT_REACH: i64 = 2_000;

/// Adds an entry to the ground, or reports why it is invalid.
pub fn read(reporter: &mut Reporter, ground: &mut Ground, entry: &Entry) {
    if let Some(&first) = ground.entry_spans.get(&**entry.id) {
        reporter.diagnostics.push(
            Diagnostic::new(code::DUPLICATE_ID, duplicate("id", &entry.id.0))
                .at(entry.id.span, "duplicate")
                .also(first, "first defined here")
                .help("rename one"),
        );
        return;
    }
    let place = match (&entry.road, &entry.edge, &entry.at) {
        // The edge is a placeholder for an unreadable value.
        (_, Some(_), _) if reporter.is_unread(entry.span, "edge") => None,
        (Some(road), Some(edge), None) => entry_on_road(reporter, ground, road, edge),
        (None, None, Some(at)) => entry_on_edge(reporter, ground, at),
        // Unreadable keys are already reported.
        _ if ["road", "edge", "at"].iter().any(|key| reporter.is_unread(entry.span, key)) => None,
        _ => {
            let finding = Diagnostic::new(
                code::MISSING_KEY,
                "an entry needs either `road` and `edge`, or `at`",
            )
            .at(entry.span, "this entry");
            let leaves = entry.road.as_ref().and_then(|road| exit_edges_help(ground, road));
            reporter.diagnostics.push(match leaves.filter(|_| entry.at.is_none()) {
                Some(help) => finding.help(help),
                None => finding.help("add the road and its exit edge, as in `road: baltimore-pike, edge: east`, or a point on the edge, as in `at: [-77.2125, 39.835]`"),
            });
            None
        }
    };
    let (Some((at, edge, road)), Ok(id)) = (place, EntryId::new(&entry.id)) else {
        reporter.damage.names.insert(entry.id.0.clone());
        return;
    };
    let near = |other: &&pack::Entry| {
        let reach = i64::from(SAME_PLACE_DISTANCE);
        other.at.distance_squared(at) <= reach * reach
    };
    if let Some(other) = ground.map.entries.iter().find(near)
        && let Some(&first) = ground.entry_spans.get(other.id.as_str())
    {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::ENTRY_TWICE,
                message!("entries `{}` and `{id}` are in one place", other.id),
            )
            .rule("PB-3.10")
            .at(entry.id.span, "this entry")
            .also(first, "the other entry")
            .help("correct the road, edge or point of one of them, or remove it"),
        );
    }
    ground.entry_spans.insert(entry.id.0.clone(), entry.id.span);
    ground.entries.insert(id.clone(), to_printed(&entry.title));
    ground.map.entries.push(pack::Entry { id, at, edge, road });
}

/// The help that lists the edges by which a road exits.
fn exit_edges_help(ground: &Ground, road: &Id) -> Option<String> {
    let road = ground.map.roads.iter().find(|candidate| candidate.id.as_str() == road.0)?;
    let edges: Vec<&str> =
        exits(&ground.frame, road).iter().map(|&(_, edge)| edge.word()).collect();
    let written: Vec<String> = edges.iter().map(|edge| format!("edge: {edge}")).collect();
    (!edges.is_empty()).then(|| {
        format!(
            "`{}` leaves by the {} edge: write {}",
            road.id,
            edges.join(" and the "),
            list_of(written.iter().map(String::as_str))
        )
    })
}

type Found = (GroundPoint, Edge, Option<FeatureId>);

/// The point where a road exits by an edge.
fn entry_on_road(
    reporter: &mut Reporter,
    ground: &mut Ground,
    road: &Spanned<Id>,
    edge: &Spanned<Word<Edge>>,
) -> Option<Found> {
    let Some(found) = ground.map.roads.iter().find(|candidate| candidate.id.as_str() == road.0)
    else {
        if reporter.unread_classes.contains(&LayerClass::Road) {
            // The whole layer is displaced or unreadable, and already reported.
        } else if is_outside(ground, &road.0) {
            reporter.diagnostics.push(
                road_outside(road).rule("PB-3.32").help("remove the entry, or enlarge the frame"),
            );
        } else if !reporter.lacks_layer(&road.0, road.span, &[LayerClass::Road])
            && !reporter.excuses_feature(&road.0, &[LayerClass::Road])
        {
            let roads = || ground.map.roads.iter().map(|road| road.id.as_str());
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::UNKNOWN_NAME,
                    message!("cannot find road `{}` inside the frame", road.0),
                )
                .at(road.span, "unknown road")
                .did_you_mean(road, roads())
                .help("use the id of a feature in a layer of class `road`"),
            );
        }
        return None;
    };
    let edge_of_map = edge.value.0;
    let exits = exits(&ground.frame, found);
    match exits.iter().find(|(_, exit)| *exit == edge_of_map) {
        Some(&(at, exit)) => Some((at, exit, Some(found.id.clone()))),
        // The road is incomplete, or its whole layer is displaced.
        None if reporter.damage.names.contains(&road.0)
            || reporter.unread_classes.contains(&LayerClass::Road) =>
        {
            ground.roads_inside.insert(road.0.clone());
            None
        }
        None => {
            if exits.is_empty() {
                ground.roads_inside.insert(road.0.clone());
            }
            let short = gap_to_edge(&ground.frame, found, edge_of_map);
            let label = match short {
                Some((gap, _)) => format!("it ends {gap} m short of this edge"),
                None => "not by this edge".to_owned(),
            };
            let others: Vec<&str> = exits.iter().map(|&(_, exit)| exit.word()).collect();
            let extend = short.map(|(_, end)| {
                let end = ground.frame.point_to_coordinate(end);
                format!(
                    "extend the road from its end at [{:.6}, {:.6}] beyond the frame",
                    end.longitude, end.latitude
                )
            });
            let other_edge = (!others.is_empty()).then(|| {
                let written: Vec<_> = others.iter().map(|other| format!("edge: {other}")).collect();
                format!(
                    "{}write {}: the road leaves the map there",
                    if short.is_some() { "or " } else { "" },
                    list_of(written.iter().map(String::as_str))
                )
            });
            let nowhere = (extend.is_none() && other_edge.is_none())
                .then(|| "extend the road beyond the frame".to_owned());
            let goes_on = continuing_road(ground, found, edge_of_map).map(|other| {
                format!(
                    "`{}` continues where it ends and leaves by the {} edge: write `road: {}`, or merge the two in QGIS",
                    other.id,
                    edge.0.word(),
                    other.id
                )
            });
            let mut diagnostic = Diagnostic::new(
                code::ROAD_NOT_AT_EDGE,
                message!("road `{}` does not leave the map by the {} edge", road.0, edge.0.word()),
            )
            .rule("PB-3.32")
            .at(edge.span, label);
            diagnostic.help.extend([goes_on, extend, other_edge, nowhere].into_iter().flatten());
            reporter.diagnostics.push(diagnostic);
            None
        }
    }
}

/// The road that continues where another ends inside the frame, and exits by the edge.
fn continuing_road<'g>(
    ground: &'g Ground,
    road: &pack::Road,
    edge: Edge,
) -> Option<&'g pack::Road> {
    let frame = &ground.frame;
    let last = ends(road).min_by_key(|&end| gap(frame, end, edge))?;
    let joins = |end: GroundPoint| last.distance_squared(end) <= JOINS * JOINS;
    let mut others = ground.map.roads.iter().filter(|other| other.id != road.id);
    others.find(|other| {
        exits(frame, other).iter().any(|(_, exit)| *exit == edge) && ends(other).any(joins)
    })
}

/// The ends of a road's parts.
fn ends(road: &pack::Road) -> impl Iterator<Item = GroundPoint> {
    road.parts.iter().flat_map(|part| [part.0[0], part.0[part.0.len() - 1]])
}

/// Whether a road is outside the frame.
pub fn is_outside(ground: &Ground, road: &str) -> bool {
    ground.roads_outside.contains(road)
}

/// The diagnostic for a reference to a road outside the frame.
pub fn road_outside(road: &Spanned<Id>) -> Diagnostic {
    Diagnostic::new(code::ROAD_NOT_AT_EDGE, message!("road `{}` is outside the frame", road.0))
        .at(road.span, "no part of it is on the map")
}

/// Moves a coordinate onto the nearest edge.
fn entry_on_edge(
    reporter: &mut Reporter,
    ground: &Ground,
    at: &Spanned<Coordinate>,
) -> Option<Found> {
    let frame = &ground.frame;
    let point = frame.point(at.value);
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let inside = GroundPoint::new(point.x.clamp(0, width), point.y.clamp(0, height));
    let [(_, edge), ..] = {
        let mut distances = [
            ((inside.x - width).abs(), Edge::East),
            (inside.x, Edge::West),
            ((inside.y - height).abs(), Edge::North),
            (inside.y, Edge::South),
        ];
        distances.sort();
        distances
    };
    let on_edge = match edge {
        Edge::North => GroundPoint::new(inside.x, height),
        Edge::East => GroundPoint::new(width, inside.y),
        Edge::South => GroundPoint::new(inside.x, 0),
        Edge::West => GroundPoint::new(0, inside.y),
    };
    let moved = point.distance_squared(on_edge);
    if moved > i64::from(NEAR_EDGE) * i64::from(NEAR_EDGE) {
        let metres = (moved as f64).sqrt() / 100.0;
        let nearest = frame.point_to_coordinate(on_edge);
        reporter.diagnostics.push(
            Diagnostic::new(code::ENTRY_OFF_EDGE, "this entry is not on the edge of the map")
                .rule("PB-3.32")
                .at(at.span, format!("{metres:.0} m from the {} edge", edge.word()))
                .help(format!(
                    "use the nearest point of the edge: `at: [{:.5}, {:.5}]`",
                    nearest.longitude, nearest.latitude
                ))
                .help("or name a `road` and its exit `edge`"),
        );
        return None;
    }
    let leaving = ground.map.roads.iter().flat_map(|road| {
        exits(frame, road)
            .into_iter()
            .map(move |(at, exit)| (at.distance_squared(on_edge), at, exit, &road.id))
    });
    let nearest = leaving
        .filter(|&(distance, _, exit, _)| {
            exit == edge && distance <= ROAD_EXIT_REACH * ROAD_EXIT_REACH
        })
        .min();
    Some(match nearest {
        Some((_, at, edge, road)) => (at, edge, Some(road.clone())),
        None => (on_edge, edge, None),
    })
}

/// The distance in metres from an edge to the nearest road end inside the frame, with that end, if
/// it is close.
fn gap_to_edge(frame: &Frame, road: &pack::Road, edge: Edge) -> Option<(i32, GroundPoint)> {
    const NEAR: i32 = 1_000;
    let inside = ends(road).filter(|&end| edge_at(frame, end).is_none());
    let ends = inside.map(|end| (gap(frame, end, edge) / 100, end));
    ends.min().filter(|(gap, _)| *gap < NEAR)
}

/// The distance of a point from an edge, in centimetres.
fn gap(frame: &Frame, point: GroundPoint, edge: Edge) -> i32 {
    match edge {
        Edge::North => frame.height.centimetres() - point.y,
        Edge::East => frame.width.centimetres() - point.x,
        Edge::South => point.y,
        Edge::West => point.x,
    }
}

/// The ends of a road's parts on the edge of the frame.
pub fn exits(frame: &Frame, road: &pack::Road) -> Vec<(GroundPoint, Edge)> {
    ends(road).filter_map(|end| edge_at(frame, end).map(|edge| (end, edge))).collect()
}

/// The edge that contains a point.
pub fn edge_at(frame: &Frame, point: GroundPoint) -> Option<Edge> {
    Edge::at(frame.width, frame.height, point)
}
