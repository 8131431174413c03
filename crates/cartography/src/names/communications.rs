//! Lines of communication: arrowheads along their roads.

use sandtable_house_style::battlefield::side_ink;
use sandtable_pack::{Pack, Side};
use sandtable_sheet::{Item, Path, Point, Rotation, Stroke};

use crate::frame::MapFrame;
use crate::ground::houses::distance_to;
use crate::style::Style;

/// The position and direction of an arrowhead.
pub(crate) type Head = (Point, Rotation);

/// Draws lines of communication (PB-3.8): arrowheads in the side's colour along the road, towards
/// the edge where supply enters.
pub(crate) fn communications(pack: &Pack, frame: &MapFrame, style: &Style) -> Vec<Item> {
    let sides = pack.scenario().sides.iter().zip(heads(pack, frame));
    sides.flat_map(|(side, heads)| arrowheads(pack, side, &heads, style)).collect()
}

/// Draws the arrowheads of a side in its colour. In a style without colours, the first side's heads
/// are filled and the second's are outlines.
pub(crate) fn arrowheads(pack: &Pack, side: &Side, heads: &[Head], style: &Style) -> Vec<Item> {
    let mut path = Path::new();
    for (at, slant) in heads {
        path.add_ring(&arrowhead(*at, *slant));
    }
    if path.is_empty() {
        return Vec::new();
    }
    if style.has_colours() {
        return vec![Item::fill(path, side_ink(pack, side))];
    }
    let is_first = pack.scenario().sides[0].id == side.id;
    let inside = if is_first { style.sheet.black } else { style.sheet.paper };
    vec![Item::fill(path.clone(), inside), Item::line(path, Stroke::solid(style.sheet.black, 0.22))]
}

/// The distance between heads, in millimetres.
pub(crate) const STEP: f64 = 9.0;

/// Returns the positions of heads on each side's lines of communication, away from bridges, fords
/// and the other side's heads. Where two lines of a side run together, only one has heads. On a
/// road that supplies both sides from opposite ends, each stretch has the heads of the side whose
/// end is closer.
pub(crate) fn heads(pack: &Pack, frame: &MapFrame) -> [Vec<Head>; 2] {
    let crossings = pack.map().crossings.iter().map(|crossing| frame.place(crossing.at));
    let mut hidden: Vec<(Point, f64)> = crossings.map(|at| (at, 2.9)).collect();
    let sides = &pack.scenario().sides;
    let lines = sides.each_ref().map(|side| {
        let lines = side.lines_of_communication.iter();
        lines.map(|line| frame.line(&line.path)).collect::<Vec<_>>()
    });
    [0, 1].map(|side| {
        let mut own: Vec<Head> = Vec::new();
        for line in &lines[side] {
            let new = heads_along(line, &lines[1 - side], &hidden, &own);
            own.extend(new);
        }
        hidden.extend(own.iter().map(|(at, _)| (*at, 2.6)));
        own
    })
}

/// Returns heads along a line, away from objects that they would hide. Stretches that already have
/// heads of the same side get none, nor do stretches closer to the other side's end.
pub(crate) fn heads_along(
    line: &[Point],
    others: &[Vec<Point>],
    hidden: &[(Point, f64)],
    own: &[Head],
) -> Vec<Head> {
    /// The step by which a head moves to avoid an object.
    const SHIFT: f64 = 0.8;
    let length: f64 = line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    // Heads are placed from the map edge inwards, so the outermost head is close to the edge.
    let (mut way, mut next) = (length, length - 4.0);
    let mut heads = Vec::new();
    for pair in line.windows(2).rev() {
        let step = pair[0].distance(pair[1]);
        let slant = Rotation::towards(pair[0], pair[1]);
        while next >= way - step && next > 0.0 {
            let at = pair[1].toward(pair[0], (way - next) / step);
            if hidden.iter().any(|(other, apart)| other.distance(at) < *apart) {
                next -= SHIFT;
                continue;
            }
            let mut ends = others.iter().filter_map(|other| way_to_end(other, at));
            let is_theirs = ends.any(|way| way < length - next);
            if !is_theirs && own.iter().all(|(other, _)| other.distance(at) > STEP / 2.0) {
                heads.push((at, slant));
            }
            next -= STEP;
        }
        way -= step;
    }
    heads
}

/// Returns the distance from a point along a line to the line's end, or `None` if the point is not
/// on the line.
fn way_to_end(line: &[Point], place: Point) -> Option<f64> {
    /// The maximum distance from a line at which a point counts as on it, in millimetres.
    const ON: f64 = 0.3;
    let mut way = 0.0;
    for pair in line.windows(2).rev() {
        if distance_to(place, pair[0], pair[1]) < ON {
            return Some(way + pair[1].distance(place));
        }
        way += pair[0].distance(pair[1]);
    }
    None
}

/// Returns the outline of an arrowhead around a point.
pub(crate) fn arrowhead(at: Point, slant: Rotation) -> [Point; 4] {
    let p = |x: f64, y: f64| slant.transform_point(at, Point::new(x, y));
    [p(1.1, 0.0), p(-1.0, -1.25), p(-0.35, 0.0), p(-1.0, 1.25)]
}
