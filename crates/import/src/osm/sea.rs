//! The sea, from coastlines. OpenStreetMap has no polygon for it, only lines with land on the left
//! and water on the right (<https://wiki.openstreetmap.org/wiki/Tag:natural%3Dcoastline>), so the
//! edge of the frame closes it.

use sandtable_authored::{Frame, LayerClass};
use sandtable_map::{clip_line, clip_polygon};
use sandtable_pack::{GroundPoint, Polygon, double_area};

use super::crossings::is_inside;
use crate::ground::Ground;

/// The class of the sea.
pub(crate) const SEA_CLASS: LayerClass = LayerClass::Water;

/// The reason why coastlines do not enclose the sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeaFault {
    /// A coastline ends here, inside the frame.
    End(GroundPoint),
    /// Here, the water of one coastline would be the land of another.
    Direction(GroundPoint),
}

/// Returns the sea inside the wide frame, or inside the frame itself if the coastlines end in the
/// margin. There is none if no coastline passes.
pub(crate) fn sea(
    ground: &Ground,
    coastlines: &[Vec<GroundPoint>],
) -> Result<Vec<Polygon>, SeaFault> {
    enclose(&ground.wide, coastlines).or_else(|fault| {
        let moved = |by: i32, points: &[GroundPoint]| -> Vec<GroundPoint> {
            points.iter().map(|at| GroundPoint::new(at.x + by, at.y + by)).collect()
        };
        let inner: Vec<_> = coastlines.iter().map(|line| moved(-ground.margin, line)).collect();
        let outer = |polygon: Polygon| Polygon {
            exterior: moved(ground.margin, &polygon.exterior),
            holes: polygon.holes.iter().map(|hole| moved(ground.margin, hole)).collect(),
        };
        match enclose(&ground.frame, &inner) {
            Ok(sea) => Ok(sea.into_iter().map(outer).collect()),
            Err(_) => Err(fault),
        }
    })
}

/// A coastline from edge to edge of the frame, with its clockwise positions on the edge.
struct Crossing {
    points: Vec<GroundPoint>,
    entry: i64,
    exit: i64,
}

fn enclose(frame: &Frame, coastlines: &[Vec<GroundPoint>]) -> Result<Vec<Polygon>, SeaFault> {
    let (mut crossings, mut islands, mut outers) = (Vec::new(), Vec::new(), Vec::new());
    for line in coastlines {
        let is_closed = line.len() >= 4 && line.first() == line.last();
        let beyond = line.iter().position(|&at| !frame.contains(at));
        match beyond {
            None if is_closed => {
                let ring = line[1..].to_vec();
                // Around an island, land is on the left.
                match double_area(&ring) > 0 {
                    true => islands.push(ring),
                    false => outers.push(ring),
                }
                continue;
            }
            None => return Err(SeaFault::End(line[0])),
            Some(_) => {}
        }
        let mut line = line.clone();
        if let Some(beyond) = beyond.filter(|_| is_closed) {
            // The ring starts outside; only the frame divides it.
            line.pop();
            line.rotate_left(beyond);
            line.push(line[0]);
        }
        for part in clip_line(frame, &line) {
            let [first, last] = [part.0[0], part.0[part.0.len() - 1]];
            let position = |at| edge_position(frame, at).ok_or(SeaFault::End(at));
            let (entry, exit) = (position(first)?, position(last)?);
            crossings.push(Crossing { points: part.0, entry, exit });
        }
    }
    if crossings.is_empty() && islands.is_empty() && outers.is_empty() {
        return Ok(Vec::new());
    }
    outers.extend(close_along_edge(frame, &crossings)?);
    let is_on_land =
        |island: &&Vec<GroundPoint>| !outers.iter().any(|outer| is_around(outer, island));
    if let Some(island) = islands.iter().find(is_on_land) {
        // Islands alone are in a sea that fills the frame.
        if !outers.is_empty() && !crossings.is_empty() {
            return Err(SeaFault::Direction(island[0]));
        }
        outers.push(corners(frame).map(|(_, corner)| corner).to_vec());
    }
    let mut seas: Vec<Vec<Vec<GroundPoint>>> =
        outers.into_iter().map(|outer| vec![outer]).collect();
    seas.sort_by_key(|sea| double_area(&sea[0]).abs());
    for island in islands {
        let around = seas.iter_mut().find(|sea| is_around(&sea[0], &island));
        around.ok_or(SeaFault::Direction(island[0]))?.push(island);
    }
    Ok(seas.iter().flat_map(|rings| clip_polygon(frame, rings)).collect())
}

/// Closes the water to the right of each crossing, clockwise along the edge to the next one.
fn close_along_edge(
    frame: &Frame,
    crossings: &[Crossing],
) -> Result<Vec<Vec<GroundPoint>>, SeaFault> {
    let length = edge_length(frame);
    let mut rings = Vec::new();
    let mut is_used = vec![false; crossings.len()];
    for start in 0..crossings.len() {
        let mut ring = Vec::new();
        let mut number = start;
        while !std::mem::replace(&mut is_used[number], true) {
            let crossing = &crossings[number];
            ring.extend(&crossing.points);
            let distance = |to: i64| (to - crossing.exit).rem_euclid(length);
            let entries =
                crossings.iter().enumerate().map(|(next, one)| (distance(one.entry), next));
            let (to_entry, next) = entries.min().expect("there is at least this crossing");
            // Between an exit and the next entry is water, so no other coastline leaves there.
            let mut exits = crossings.iter().map(|one| distance(one.exit));
            if exits.any(|to_exit| to_exit > 0 && to_exit < to_entry) {
                return Err(SeaFault::Direction(crossing.points[crossing.points.len() - 1]));
            }
            let mut passed: Vec<(i64, GroundPoint)> =
                corners(frame).map(|(position, corner)| (distance(position), corner)).to_vec();
            passed.retain(|(to_corner, _)| *to_corner > 0 && *to_corner < to_entry);
            passed.sort_unstable();
            ring.extend(passed.into_iter().map(|(_, corner)| corner));
            number = next;
        }
        ring.dedup();
        if ring.len() >= 3 {
            rings.push(ring);
        }
    }
    Ok(rings)
}

/// The length of the frame's edge.
fn edge_length(frame: &Frame) -> i64 {
    2 * (i64::from(frame.width.centimetres()) + i64::from(frame.height.centimetres()))
}

/// The corners, clockwise from the south-west, with their distances along the edge.
fn corners(frame: &Frame) -> [(i64, GroundPoint); 4] {
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let [wide, high] = [width, height].map(i64::from);
    [
        (0, GroundPoint::new(0, 0)),
        (high, GroundPoint::new(0, height)),
        (high + wide, GroundPoint::new(width, height)),
        (2 * high + wide, GroundPoint::new(width, 0)),
    ]
}

/// The clockwise distance of a point on the edge from the south-west corner; `None` for a point
/// inside.
fn edge_position(frame: &Frame, at: GroundPoint) -> Option<i64> {
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let [x, y, wide, high] = [at.x, at.y, width, height].map(i64::from);
    match at {
        _ if x == 0 => Some(y),
        _ if y == high => Some(high + x),
        _ if x == wide => Some(2 * high + wide - y),
        _ if y == 0 => Some(2 * (high + wide) - x),
        _ => None,
    }
}

/// Whether a ring is inside another, tested at its first vertex that is not on the other.
fn is_around(outer: &[GroundPoint], ring: &[GroundPoint]) -> bool {
    ring.iter().find(|at| !outer.contains(at)).is_some_and(|&at| is_inside(outer, at))
}

#[cfg(test)]
mod tests {
    use sandtable_authored::Coordinate;
    use sandtable_pack::GroundLength;

    use super::*;

    /// The areas of the sea in a frame of 10 by 10 m, in square metres; coastlines go through
    /// positions in metres.
    fn areas(coastlines: &[&[[i32; 2]]]) -> Result<Vec<i128>, SeaFault> {
        let centre = Coordinate { longitude: 0.0, latitude: 50.0 };
        let side = GroundLength::from_metres(10);
        let frame = Frame::new(centre, side, side, 0.0);
        let line = |line: &&[[i32; 2]]| {
            line.iter().map(|&[x, y]| GroundPoint::from_metres(x, y)).collect::<Vec<_>>()
        };
        let lines: Vec<_> = coastlines.iter().map(line).collect();
        let area = |sea: &Polygon| sea.rings().map(double_area).sum::<i128>() / 20_000;
        Ok(enclose(&frame, &lines)?.iter().map(area).collect())
    }

    const SOUTH: &[[i32; 2]] = &[[-1, 4], [11, 4]];
    const ISLAND: &[[i32; 2]] = &[[4, 1], [6, 1], [6, 3], [4, 3], [4, 1]];

    #[test]
    fn sea_is_right_of_coastlines() {
        let lagoon: Vec<[i32; 2]> = ISLAND.iter().rev().copied().collect();
        type Case<'a> = (&'a str, &'a [&'a [[i32; 2]]], &'a [i128]);
        let cases: [Case<'_>; 8] = [
            ("sea in the south", &[SOUTH], &[40]),
            ("sea in the north", &[&[[11, 4], [-1, 4]]], &[60]),
            ("island", &[SOUTH, ISLAND], &[36]),
            ("strait", &[SOUTH, &[[11, 2], [-1, 2]]], &[20]),
            ("only an island", &[ISLAND], &[96]),
            ("lagoon", &[&lagoon], &[4]),
            ("corner", &[&[[-1, 8], [2, 8], [2, 11]]], &[96]),
            ("large island", &[&[[5, 5], [20, 5], [20, 20], [5, 20], [5, 5]]], &[75]),
        ];
        for (name, coastlines, expected) in cases {
            assert_eq!(areas(coastlines).as_deref(), Ok(expected), "{name}");
        }
        assert_eq!(areas(&[]), Ok(Vec::new()));
    }

    #[test]
    fn reports_contradictory_coastlines() {
        let at = GroundPoint::from_metres;
        assert_eq!(areas(&[&[[-1, 4], [5, 4]]]), Err(SeaFault::End(at(5, 4))));
        assert_eq!(areas(&[&[[2, 4], [5, 4]]]), Err(SeaFault::End(at(2, 4))));
        let against = &[SOUTH, &[[-1, 2], [11, 2]]];
        assert_eq!(areas(against), Err(SeaFault::Direction(at(10, 4))));
        let on_land = &[SOUTH, &[[4, 6], [6, 6], [6, 8], [4, 8], [4, 6]]];
        assert_eq!(areas(on_land), Err(SeaFault::Direction(at(6, 6))));
    }
}
