//! Conversion of rings to arcs. Each side appears once, with the areas on both sides of it. Sides
//! are chained where no other side joins them.

use sandtable_pack::GroundPoint;

use super::{Arc, AreaNumber, Ring};

/// An arc with one of its two directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) arc: usize,
    pub(super) is_reversed: bool,
}

impl Way {
    /// The points in this direction.
    pub(super) fn line(self, arcs: &[Arc]) -> impl Iterator<Item = GroundPoint> + '_ {
        let line = &arcs[self.arc].line;
        let last = line.len() - 1;
        (0..line.len()).map(move |index| line[if self.is_reversed { last - index } else { index }])
    }

    pub(super) fn first(self, arcs: &[Arc]) -> GroundPoint {
        let line = &arcs[self.arc].line;
        if self.is_reversed { line[line.len() - 1] } else { line[0] }
    }

    pub(super) fn last(self, arcs: &[Arc]) -> GroundPoint {
        self.reversed().first(arcs)
    }

    /// The second point in this direction.
    pub(super) fn second(self, arcs: &[Arc]) -> GroundPoint {
        let line = &arcs[self.arc].line;
        if self.is_reversed { line[line.len() - 2] } else { line[1] }
    }

    pub(super) const fn reversed(self) -> Self {
        Self { arc: self.arc, is_reversed: !self.is_reversed }
    }
}

/// Converts rings to arcs.
pub(super) fn arcs(rings: &[Ring], points: &[GroundPoint]) -> Vec<Arc> {
    let mut sides: Vec<(u32, u32, bool, AreaNumber)> = Vec::new();
    for Ring { area, places } in rings {
        for (index, &from) in places.iter().enumerate() {
            let to = places[(index + 1) % places.len()];
            sides.push((from.min(to), from.max(to), from > to, *area));
        }
    }
    sides.sort_unstable();
    let side_of = |same: &[(u32, u32, bool, AreaNumber)], is_reversed: bool| {
        same.iter().find(|side| side.2 == is_reversed).map(|side| side.3)
    };
    let pieces =
        sides.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(|same| Arc {
            line: [same[0].0, same[0].1].map(|place| points[place as usize]).to_vec(),
            // Rings run counter-clockwise around their area, so the area is on their left.
            left: side_of(same, false),
            right: side_of(same, true),
        });
    chain(pieces.filter(|piece| piece.left != piece.right).collect())
}

/// An end of a piece: its index, and whether the end is its last point.
type End = (usize, bool);

/// Chains border pieces wherever exactly two pieces with the same areas on both sides join.
pub(super) fn chain(pieces: Vec<Arc>) -> Vec<Arc> {
    let links = links(&pieces);
    let link = |(piece, is_end): End| links[2 * piece + usize::from(is_end)];
    let mut used = vec![false; pieces.len()];
    let mut arcs = Vec::new();
    let mut follow = |start: Way, used: &mut Vec<bool>| {
        let [left, right] = sides(&pieces, start);
        let mut line = vec![start.first(&pieces)];
        let mut way = start;
        loop {
            used[way.arc] = true;
            line.extend(way.line(&pieces).skip(1));
            match link((way.arc, !way.is_reversed)) {
                Some((next, _)) if used[next] => break,
                Some((arc, is_reversed)) => way = Way { arc, is_reversed },
                None => break,
            }
        }
        arcs.push(Arc { line, left, right });
    };
    // Chains from junctions come first, then closed chains.
    for arc in 0..pieces.len() {
        let open = [false, true].into_iter().find(|&is_end| link((arc, is_end)).is_none());
        if let Some(is_reversed) = open.filter(|_| !used[arc]) {
            follow(Way { arc, is_reversed }, &mut used);
        }
    }
    for arc in 0..pieces.len() {
        if !used[arc] {
            follow(Way { arc, is_reversed: false }, &mut used);
        }
    }
    arcs
}

/// For each end of each piece, the end that continues it.
fn links(pieces: &[Arc]) -> Vec<Option<End>> {
    let mut ends: Vec<(GroundPoint, End)> = Vec::with_capacity(2 * pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        ends.push((piece.line[0], (number, false)));
        ends.push((piece.line[piece.line.len() - 1], (number, true)));
    }
    ends.sort_unstable();
    let mut links = vec![None; ends.len()];
    for met in ends.chunk_by(|one, other| one.0 == other.0) {
        let &[(_, one), (_, other)] = met else { continue };
        // One piece is followed toward the shared point, the other away from it.
        let towards = sides(pieces, Way { arc: one.0, is_reversed: !one.1 });
        let away = sides(pieces, Way { arc: other.0, is_reversed: other.1 });
        if one.0 != other.0 && towards == away {
            links[2 * one.0 + usize::from(one.1)] = Some(other);
            links[2 * other.0 + usize::from(other.1)] = Some(one);
        }
    }
    links
}

/// The areas to the left and right of a directed piece.
fn sides(pieces: &[Arc], way: Way) -> [Option<AreaNumber>; 2] {
    let Arc { left, right, .. } = pieces[way.arc];
    if way.is_reversed { [right, left] } else { [left, right] }
}
