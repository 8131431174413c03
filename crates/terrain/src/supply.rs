//! Clear ways to a line of communication (PB-31, PB-A158, PB-P15).

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

/// The ground from which a side is supplied, for one position of its enemies.
///
/// A way is looked for straight to a clear part of a line, then over a lattice of places 50 m apart,
/// up, down and sideways. Every way found is clear over its whole length: a piece that is supplied
/// truly is. A gap in danger or impassable ground that is narrower than 71 m may be missed.
#[derive(Clone, Debug)]
pub struct SupplyArea<'a> {
    terrain: &'a Terrain,
    enemies: Vec<Shape>,
    clearance: GroundLength,
    /// Parts of the lines, at most half a step long, from which the line is clear to the map's edge.
    clear: Vec<[GroundPoint; 2]>,
    /// The places of the lattice from which a free way leads to one of them.
    supplied: OnceCell<Vec<bool>>,
}

/// How many of the nearest parts of a line are tried straight.
const TRIES: usize = 8;
/// Distance of neighbouring places in centimetres.
pub(crate) const STEP: i32 = 5_000;

/// The steps from a place.
const RIGHT: usize = 0;
const UP: usize = 1;
const LEFT: usize = 2;
const DOWN: usize = 3;

/// Places all over the frame, none on its edge, and which steps between neighbours no ground forbids.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lattice {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    /// Of each place: may one go right, up, left, down?
    steps: Vec<[bool; 4]>,
}

impl Lattice {
    /// The lattice of a map: no step crosses the edge of impassable ground, nor a river but at a
    /// bridge or ford within a step of where it is crossed.
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

    /// The places that an upright rectangle holds.
    fn inside(&self, bounds: &Bounds) -> impl Iterator<Item = usize> + '_ {
        self.rows_inside(bounds).flatten()
    }

    /// The places that an upright rectangle holds, row by row.
    fn rows_inside(&self, bounds: &Bounds) -> impl Iterator<Item = Range<usize>> + '_ {
        // Place k lies half a step after k steps.
        let first = |low: i32| (low + STEP / 2 - 1).div_euclid(STEP).max(0);
        let last = |high: i32, count: i32| (high - STEP / 2).div_euclid(STEP).min(count - 1);
        let (left, right) = (first(bounds.low.x), last(bounds.high.x, self.columns));
        let rows = first(bounds.low.y)..=last(bounds.high.y, self.rows);
        let index = |row: i32, column: i32| (row * self.columns + column) as usize;
        rows.filter(move |_| left <= right).map(move |row| index(row, left)..index(row, right) + 1)
    }

    /// Goes on from the places reached to all that lie beyond them and that it may enter, told whence and whither.
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
    /// The ground from which a free way leads to one of the lines of communication and along it off
    /// the map, nowhere within `clearance` of an enemy (760 m exactly blocks, PB-A158). Each line
    /// runs to its last place, on the map's edge.
    pub fn supply_area<'a, 'b>(
        &'a self,
        lines: impl IntoIterator<Item = &'b Polyline>,
        enemies: impl IntoIterator<Item = &'b Shape>,
        clearance: GroundLength,
    ) -> SupplyArea<'a> {
        let mut area = SupplyArea {
            terrain: self,
            enemies: enemies.into_iter().cloned().collect(),
            clearance,
            clear: Vec::new(),
            supplied: OnceCell::new(),
        };
        for line in lines {
            let clear = area.clear_to_the_end(&line.0);
            area.clear.extend(clear);
        }
        area
    }
}

impl SupplyArea<'_> {
    /// The parts of a line from which it is clear as far as its last place, the last first.
    fn clear_to_the_end(&self, line: &[GroundPoint]) -> Vec<[GroundPoint; 2]> {
        let mut clear = Vec::new();
        for run in line.windows(2).rev() {
            // Most enemies are far from all of it.
            let reach = Bounds::of(run).widened(self.clearance.centimetres());
            let quads = self.enemies.iter().flat_map(Shape::quads);
            let near: Vec<&Quad> = quads.filter(|quad| quad.bounds().meets(&reach)).collect();
            for [from, to] in short_parts(run[0], run[1]).rev() {
                if threaten(near.iter().copied(), from, to, self.clearance) {
                    return clear;
                }
                clear.push([from, to]);
            }
        }
        clear
    }

    /// Is a piece that stands here supplied? Its own ground must be clear as well (PB-A158).
    pub fn supplies(&self, piece: &Block) -> bool {
        let stand = Shape::Block(*piece);
        if self.enemies.iter().any(|enemy| enemy.within(&stand, self.clearance)) {
            return false;
        }
        let at = piece.centre();
        // Once they have been found, places of the lattice cost less to look at.
        match self.supplied.get() {
            Some(supplied) => self.leads_to_lattice(at, supplied) || self.leads_straight(at),
            None => {
                self.leads_straight(at)
                    || self.leads_to_lattice(at, self.supplied.get_or_init(|| self.flood()))
            }
        }
    }

    /// Does a straight way lead to one of the places of the lattice beside it that are supplied?
    fn leads_to_lattice(&self, at: GroundPoint, supplied: &[bool]) -> bool {
        let lattice = &self.terrain.lattice;
        let near = lattice.inside(&Bounds::of(&[at]).widened(STEP));
        near.filter(|&index| supplied[index]).any(|index| self.is_free(at, lattice.place(index)))
    }

    /// Does a straight way lead to one of the nearest clear parts of a line?
    fn leads_straight(&self, at: GroundPoint) -> bool {
        let places = self.clear.iter().flatten();
        let mut nearest: BinaryHeap<Reverse<(i64, GroundPoint)>> =
            places.map(|&place| Reverse((place.distance_squared(at), place))).collect();
        let mut last = None;
        for _ in 0..TRIES {
            // Neighbouring parts share a place.
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

    /// The places of the lattice from which a clear part of a line is reached.
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

    /// The places of the lattice so near to an enemy that a step from them may come within the
    /// clearance.
    fn danger(&self) -> Vec<bool> {
        let lattice = &self.terrain.lattice;
        let clearance = f64::from(self.clearance.centimetres());
        // The middle of a step is nearer to an enemy beside it than its ends are.
        let half = f64::from(STEP) / 2.0;
        let bulge = (clearance * clearance + half * half).sqrt() - clearance;
        let margin = self.clearance + GroundLength::from_centimetres(bulge.ceil() as i32 + 1);
        let mut danger = vec![false; lattice.len()];
        for quad in self.enemies.iter().flat_map(Shape::quads) {
            let mut run = None;
            for row in lattice.rows_inside(&quad.bounds().widened(margin.centimetres())) {
                let near = |column| quad.within_of(lattice.place(row.start + column), margin);
                run = run_beside(run, row.len(), near);
                if let Some((first, last)) = run {
                    danger[row.start + first..=row.start + last].fill(true);
                }
            }
        }
        danger
    }

    /// Is the straight way between two places clear of enemies and passable?
    fn is_free(&self, from: GroundPoint, to: GroundPoint) -> bool {
        self.terrain.is_passable(from, to) && !self.is_threatened(from, to)
    }

    fn is_threatened(&self, from: GroundPoint, to: GroundPoint) -> bool {
        threaten(self.enemies.iter().flat_map(Shape::quads), from, to, self.clearance)
    }
}

/// Does one of these pieces of ground lie within the clearance of a straight way?
fn threaten<'q>(
    quads: impl IntoIterator<Item = &'q Quad>,
    from: GroundPoint,
    to: GroundPoint,
    clearance: GroundLength,
) -> bool {
    let way = Quad::new([from, to, to, from]);
    quads.into_iter().any(|quad| quad.within(&way, clearance))
}

/// First and last place of a row that lie near to a convex piece of ground: they are one run. It is
/// looked for where the row before had it.
fn run_beside(
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
    /// Is a straight way free of impassable ground and of rivers but at their crossings?
    fn is_passable(&self, from: GroundPoint, to: GroundPoint) -> bool {
        is_passable(&self.barriers, &self.rivers, &self.crossings, from, to)
    }
}

/// A river may be crossed where a bridge or ford lies within a step of the crossing.
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

/// A straight run of a line cut into parts of at most half a step.
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
    fn a_run_is_found_wherever_the_row_before_had_it() {
        let count = 7;
        let runs =
            || (0..count).flat_map(|first| (first..count).map(move |last| Some((first, last))));
        for run in runs().chain([None]) {
            let is_near = |place| run.is_some_and(|(first, last)| (first..=last).contains(&place));
            for before in runs().chain([None]) {
                assert_eq!(run_beside(before, count, is_near), run, "after {before:?}");
            }
        }
        assert_eq!(run_beside(None, 0, |_| true), None);
    }
}
