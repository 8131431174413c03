//! Clear routes to lines of communication (PB-31, PB-A158, PB-P15).

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use sandtable_pack::{GroundLength, GroundPoint, GroundVector, Polyline};

use crate::geometry::block::Block;
use crate::geometry::quad::{Bounds, Quad};
use crate::geometry::shape::Shape;
use crate::lines::Lines;
use crate::terrain::{Bridge, Terrain};

/// The area in which a side is supplied, for given enemy positions.
///
/// The search tries straight routes to a clear part of a line first, then a lattice of points 50 m
/// apart with orthogonal steps. Every route found is clear over its whole length, so a piece
/// reported as supplied is supplied. A gap in danger or impassable ground that is narrower than 71
/// m may be missed.
#[derive(Clone, Debug)]
pub struct SupplyArea<'a> {
    terrain: &'a Terrain,
    lines: Vec<&'a Polyline>,
    threats: Vec<Threat>,
    /// Parts of the lines, at most half a step long, from which the line is clear up to the map's
    /// edge.
    clear: Vec<[GroundPoint; 2]>,
    /// Whether each lattice point has a free route to a clear part.
    supplied: OnceCell<Vec<bool>>,
}

/// An enemy, and the distance within which it blocks routes.
#[derive(Clone, Debug)]
struct Threat {
    enemy: Shape,
    reach: GroundLength,
}

impl Threat {
    /// Whether a piece is within reach.
    fn covers(&self, piece: &Shape) -> bool {
        self.enemy.within(piece, self.reach)
    }

    /// The threat with its reach reduced to less than the distance of a piece that it covers.
    fn freed_for(&self, piece: &Shape) -> Self {
        let mut freed = self.clone();
        if self.covers(piece) {
            // A route is still free at the distance of the piece itself.
            let nearer = self.enemy.distance(piece) - GroundLength::from_centimetres(1);
            freed.reach = nearer.max(GroundLength::default());
        }
        freed
    }
}

/// The number of nearest line parts to which the search tries straight routes.
const TRIES: usize = 8;
/// The distance between neighbouring lattice points, in centimetres.
pub(crate) const STEP: i32 = 5_000;

/// The directions of steps.
const RIGHT: usize = 0;
const UP: usize = 1;
const LEFT: usize = 2;
const DOWN: usize = 3;

/// A lattice of points inside the frame, none on its edge, with the steps that the terrain allows
/// between neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lattice {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    /// For each point, whether steps right, up, left and down are possible.
    steps: Vec<[bool; 4]>,
}

impl Lattice {
    /// Creates the lattice of a map. No step crosses the edge of impassable ground. A step crosses
    /// a river only within one step of a bridge or ford.
    pub(crate) fn new(
        (width, height): (GroundLength, GroundLength),
        barriers: &Lines,
        rivers: &Lines,
        bridges: &[Bridge],
    ) -> Self {
        let count = |side: GroundLength| (side.centimetres() + STEP / 2) / STEP;
        let (columns, rows) = (count(width), count(height));
        let mut lattice = Self { columns, rows, steps: Vec::new() };
        let free = |from, to| is_passable(barriers, rivers, bridges, from, to);
        lattice.steps = vec![[false; 4]; lattice.len()];
        for index in 0..lattice.len() {
            let place = lattice.place(index);
            let (column, row) = (index as i32 % columns, index as i32 / columns);
            let right = GroundPoint::new(place.x + STEP, place.y);
            if column + 1 < columns && free(place, right) {
                lattice.steps[index][RIGHT] = true;
                lattice.steps[index + 1][LEFT] = true;
            }
            let up = GroundPoint::new(place.x, place.y + STEP);
            if row + 1 < rows && free(place, up) {
                lattice.steps[index][UP] = true;
                lattice.steps[index + columns as usize][DOWN] = true;
            }
        }
        lattice
    }

    pub(crate) const fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    pub(crate) const fn place(&self, index: usize) -> GroundPoint {
        let (column, row) = (index as i32 % self.columns, index as i32 / self.columns);
        GroundPoint::new(column * STEP + STEP / 2, row * STEP + STEP / 2)
    }

    /// The lattice points inside a rectangle.
    fn inside(&self, bounds: &Bounds) -> impl Iterator<Item = usize> + '_ {
        self.rows_inside(bounds).flatten()
    }

    /// The lattice points inside a rectangle, row by row.
    fn rows_inside(&self, bounds: &Bounds) -> impl Iterator<Item = Range<usize>> + '_ {
        // Lattice point k is half a step beyond k steps.
        let first = |low: i32| (low + STEP / 2 - 1).div_euclid(STEP).max(0);
        let last = |high: i32, count: i32| (high - STEP / 2).div_euclid(STEP).min(count - 1);
        let (left, right) = (first(bounds.low.x), last(bounds.high.x, self.columns));
        let rows = first(bounds.low.y)..=last(bounds.high.y, self.rows);
        let index = |row: i32, column: i32| (row * self.columns + column) as usize;
        rows.filter(move |_| left <= right).map(move |row| index(row, left)..index(row, right) + 1)
    }

    /// Extends the search from the reached points. `enters` decides on each step, given its start
    /// and end.
    pub(crate) fn spread(
        &self,
        mut reached: Vec<usize>,
        mut enters: impl FnMut(usize, usize) -> bool,
    ) {
        let row = self.columns as isize;
        let ways = [1, row, -1, -row];
        while let Some(index) = reached.pop() {
            for (is_free, way) in self.steps[index].into_iter().zip(ways) {
                // No step leads off the lattice.
                let next = index.wrapping_add_signed(way);
                if is_free && enters(index, next) {
                    reached.push(next);
                }
            }
        }
    }
}

impl Terrain {
    /// Returns the area with a free route to one of the lines of communication and along it off the
    /// map. The route is nowhere within `clearance` of an enemy (exactly 760 m blocks, PB-A158).
    /// The last point of each line is on the map's edge.
    pub fn supply_area<'a, 'b>(
        &'a self,
        lines: impl IntoIterator<Item = &'a Polyline>,
        enemies: impl IntoIterator<Item = &'b Shape>,
        clearance: GroundLength,
    ) -> SupplyArea<'a> {
        let threat = |enemy: &Shape| Threat { enemy: enemy.clone(), reach: clearance };
        let threats = enemies.into_iter().map(threat).collect();
        SupplyArea::new(self, lines.into_iter().collect(), threats)
    }
}

impl<'a> SupplyArea<'a> {
    fn new(terrain: &'a Terrain, lines: Vec<&'a Polyline>, threats: Vec<Threat>) -> Self {
        let (clear, supplied) = (Vec::new(), OnceCell::new());
        let mut area = Self { terrain, lines, threats, clear, supplied };
        area.clear = area.lines.iter().flat_map(|line| area.clear_to_the_end(&line.0)).collect();
        area
    }

    /// The parts of a line from which it is clear up to its last point, in reverse order.
    fn clear_to_the_end(&self, line: &[GroundPoint]) -> Vec<[GroundPoint; 2]> {
        let mut clear = Vec::new();
        for run in line.windows(2).rev() {
            // Most enemies are far from the whole run.
            let bounds = Bounds::of(run);
            let is_near = |&(quad, reach): &(&Quad, GroundLength)| {
                quad.bounds().meets(&bounds.widened(reach.centimetres()))
            };
            let near: Vec<_> = self.quads().filter(is_near).collect();
            for [from, to] in short_parts(run[0], run[1]).rev() {
                if threaten(near.iter().copied(), from, to) {
                    return clear;
                }
                clear.push([from, to]);
            }
        }
        clear
    }

    /// Whether a piece at this position is supplied. The position itself must also be clear
    /// (PB-A158).
    pub fn supplies(&self, piece: &Block) -> bool {
        let stand = Shape::Block(*piece);
        !self.threats.iter().any(|threat| threat.covers(&stand)) && self.has_route(piece.centre())
    }

    /// Whether a route exists from a piece at this position (PB-A158). An enemy near the piece
    /// blocks only points closer to the enemy than the piece is; no route passes through the enemy.
    pub fn has_route_from(&self, piece: &Block) -> bool {
        let stand = Shape::Block(*piece);
        if !self.threats.iter().any(|threat| threat.covers(&stand)) {
            return self.has_route(piece.centre());
        }
        let threats = self.threats.iter().map(|threat| threat.freed_for(&stand)).collect();
        SupplyArea::new(self.terrain, self.lines.clone(), threats).has_route(piece.centre())
    }

    fn has_route(&self, at: GroundPoint) -> bool {
        // If the flood result already exists, the lattice test is cheaper.
        match self.supplied.get() {
            Some(supplied) => self.leads_to_lattice(at, supplied) || self.leads_straight(at),
            None => {
                self.leads_straight(at)
                    || self.leads_to_lattice(at, self.supplied.get_or_init(|| self.flood()))
            }
        }
    }

    /// Whether a straight route leads to an adjacent supplied lattice point.
    fn leads_to_lattice(&self, at: GroundPoint, supplied: &[bool]) -> bool {
        let lattice = &self.terrain.lattice;
        let near = lattice.inside(&Bounds::of(&[at]).widened(STEP));
        near.filter(|&index| supplied[index]).any(|index| self.is_free(at, lattice.place(index)))
    }

    /// Whether a straight route leads to one of the nearest clear line parts.
    fn leads_straight(&self, at: GroundPoint) -> bool {
        let places = self.clear.iter().flatten();
        let mut nearest: BinaryHeap<Reverse<(i64, GroundPoint)>> =
            places.map(|&place| Reverse((place.distance_squared(at), place))).collect();
        let mut last = None;
        for _ in 0..TRIES {
            // Neighbouring parts share a point.
            while nearest.peek().is_some_and(|&next| Some(next) == last) {
                nearest.pop();
            }
            last = nearest.pop();
            match last {
                Some(Reverse((_, place))) if self.is_free(at, place) => return true,
                Some(_) => {}
                None => return false,
            }
        }
        false
    }

    /// Returns for each lattice point whether it has a free route to a clear line part.
    fn flood(&self) -> Vec<bool> {
        let lattice = &self.terrain.lattice;
        let danger = self.danger();
        let mut supplied = vec![false; lattice.len()];
        let mut reached = Vec::new();
        for part in &self.clear {
            for index in lattice.inside(&Bounds::of(part).widened(STEP)) {
                if !danger[index] && !supplied[index] && self.is_free(lattice.place(index), part[0])
                {
                    supplied[index] = true;
                    reached.push(index);
                }
            }
        }
        lattice.spread(reached, |_, next| {
            let is_new = !danger[next] && !supplied[next];
            supplied[next] |= is_new;
            is_new
        });
        supplied
    }

    /// Returns for each lattice point whether a step from it may come within the clearance of an
    /// enemy.
    fn danger(&self) -> Vec<bool> {
        let lattice = &self.terrain.lattice;
        let mut danger = vec![false; lattice.len()];
        for (quad, reach) in self.quads() {
            // The middle of a step can be closer to an enemy than its ends are.
            let (clearance, half) = (f64::from(reach.centimetres()), f64::from(STEP) / 2.0);
            let bulge = (clearance * clearance + half * half).sqrt() - clearance;
            let margin = reach + GroundLength::from_centimetres(bulge.ceil() as i32 + 1);
            let mut run = None;
            for row in lattice.rows_inside(&quad.bounds().widened(margin.centimetres())) {
                let near =
                    |column| quad.is_within_of_point(lattice.place(row.start + column), margin);
                run = nearby_run(run, row.len(), near);
                if let Some((first, last)) = run {
                    danger[row.start + first..=row.start + last].fill(true);
                }
            }
        }
        danger
    }

    /// Whether the straight route between two points is passable and free of enemies.
    fn is_free(&self, from: GroundPoint, to: GroundPoint) -> bool {
        self.terrain.is_passable(from, to) && !self.is_threatened(from, to)
    }

    fn is_threatened(&self, from: GroundPoint, to: GroundPoint) -> bool {
        threaten(self.quads(), from, to)
    }

    /// The enemies' shapes, each with its reach.
    fn quads(&self) -> impl Iterator<Item = (&Quad, GroundLength)> {
        self.threats
            .iter()
            .flat_map(|threat| threat.enemy.quads().iter().map(|quad| (quad, threat.reach)))
    }
}

/// Whether a straight route is within the reach of any of these shapes.
fn threaten<'q>(
    quads: impl IntoIterator<Item = (&'q Quad, GroundLength)>,
    from: GroundPoint,
    to: GroundPoint,
) -> bool {
    let way = Quad::new([from, to, to, from]);
    quads.into_iter().any(|(quad, reach)| quad.within(&way, reach))
}

/// The first and last lattice point of a row that are near a convex shape; all points between them
/// are too. The search starts from the result of the previous row.
fn nearby_run(
    before: Option<(usize, usize)>,
    count: usize,
    is_near: impl Fn(usize) -> bool,
) -> Option<(usize, usize)> {
    let is_near = |&place: &usize| is_near(place);
    let (mut first, mut last) = before.unwrap_or((0, count.checked_sub(1)?));
    if is_near(&first) {
        first -= (0..first).rev().take_while(is_near).count();
    } else {
        first = (first + 1..count).chain(0..first).find(is_near)?;
    }
    last = last.max(first);
    if is_near(&last) {
        last += (last + 1..count).take_while(is_near).count();
    } else {
        last = (first..last).rfind(is_near)?;
    }
    Some((first, last))
}

impl Terrain {
    /// Whether a straight route avoids impassable ground and crosses rivers only at bridges and
    /// fords.
    fn is_passable(&self, from: GroundPoint, to: GroundPoint) -> bool {
        is_passable(&self.barriers, &self.rivers, &self.crossings, from, to)
    }
}

/// Whether a straight route is passable; it may cross a river within one step of a bridge or ford.
fn is_passable(
    barriers: &Lines,
    rivers: &Lines,
    bridges: &[Bridge],
    from: GroundPoint,
    to: GroundPoint,
) -> bool {
    let bridged = |river: u16, at: f64| {
        let part = |whole: i32| (f64::from(whole) * at).round() as i32;
        let way = to - from;
        let place = from + GroundVector::new(part(way.x), part(way.y));
        let near = |bridge: &Bridge| {
            bridge.at.distance_squared(place) <= i64::from(STEP) * i64::from(STEP)
        };
        bridges.iter().any(|bridge| bridge.river == river && near(bridge))
    };
    barriers.cuts(from, to).next().is_none()
        && rivers.cuts(from, to).all(|cut| bridged(cut.mark, cut.at))
}

/// Splits a straight run of a line into parts of at most half a step.
fn short_parts(
    from: GroundPoint,
    to: GroundPoint,
) -> impl DoubleEndedIterator<Item = [GroundPoint; 2]> {
    let way = to - from;
    let count = way.length().centimetres() / (STEP / 2) + 1;
    let place = move |part: i32| {
        let share = |whole: i32| (i64::from(whole) * i64::from(part) / i64::from(count)) as i32;
        from + GroundVector::new(share(way.x), share(way.y))
    };
    (0..count).map(move |part| [place(part), place(part + 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_is_found_from_any_start() {
        let count = 7;
        let runs =
            || (0..count).flat_map(|first| (first..count).map(move |last| Some((first, last))));
        for run in runs().chain([None]) {
            let is_near = |place| run.is_some_and(|(first, last)| (first..=last).contains(&place));
            for before in runs().chain([None]) {
                assert_eq!(nearby_run(before, count, is_near), run, "after {before:?}");
            }
        }
        assert_eq!(nearby_run(None, 0, |_| true), None);
    }
}
