//! Empty space within the map frame: open sea, or space beyond the land. Title, legend and turn
//! track go there if they fit, and otherwise below the map.

use sandtable_sheet::{Point, Rect};

use super::area_room::{Plot, centred_rect};
use super::ground;
use super::input::SheetInput;

/// The side length of a cell, in millimetres.
const CELL: f64 = 3.0;
/// The distance of blocks from land, roads and other blocks.
const BLOCK_DISTANCE: f64 = 6.0;
/// The distance of blocks from the frame.
const INSET: f64 = 7.0;

/// The cells of the frame that are empty.
#[derive(Clone)]
pub(crate) struct Space {
    rect: Rect,
    columns: usize,
    rows: usize,
    is_taken: Vec<bool>,
}

impl Space {
    /// Returns the cells free of land, drawn features and entry letters.
    pub(crate) fn of(input: &SheetInput<'_>, letters: &[Point]) -> Self {
        let rect = input.frame.rect.expand(-INSET);
        let count = |length: f64| (length / CELL).floor().max(0.0) as usize;
        let (columns, rows) = (count(rect.width()), count(rect.height()));
        let mut space = Self { rect, columns, rows, is_taken: vec![false; columns * rows] };
        let lakes = ground::lakes_inland(input).map(|lake| &lake.parts);
        let areas = input.map.areas.values().map(|area| &area.parts);
        for parts in areas.chain(lakes) {
            space.take_ground(&Plot::of(input.frame, parts));
        }
        let lines = input.map.roads.iter().chain(&input.map.rivers);
        let lines = lines.flat_map(|line| &line.parts);
        for line in lines.chain(input.map.rim.iter().map(|rim| &rim.line)) {
            let line = input.frame.line(line);
            crate::areas::borders::walk_along(&line, CELL / 2.0, |at, _| {
                space.mark_occupied(&centred_rect(at, (BLOCK_DISTANCE, BLOCK_DISTANCE)))
            });
            line.iter().for_each(|at| {
                space.mark_occupied(&centred_rect(*at, (BLOCK_DISTANCE, BLOCK_DISTANCE)))
            });
        }
        for place in &input.map.places {
            space.mark_occupied(&centred_rect(
                input.frame.place(place.at),
                (BLOCK_DISTANCE, BLOCK_DISTANCE),
            ));
        }
        for at in letters {
            space.mark_occupied(&centred_rect(*at, (2.0 * BLOCK_DISTANCE, 2.0 * BLOCK_DISTANCE)));
        }
        space
    }

    fn take_ground(&mut self, plot: &Plot) {
        for row in 0..self.rows {
            let y = self.rect.top + (row as f64 + 0.5) * CELL;
            for ends in plot.crossings_at(y).chunks(2) {
                let [from, to] = ends else { continue };
                self.mark_occupied(&Rect::new(
                    from - BLOCK_DISTANCE / 2.0,
                    y,
                    to + BLOCK_DISTANCE / 2.0,
                    y,
                ));
            }
        }
    }

    /// Marks the cells that a rectangle touches as occupied.
    fn mark_occupied(&mut self, rect: &Rect) {
        let (from_column, to_column) =
            self.span(rect.left - self.rect.left, rect.right - self.rect.left);
        let (from_row, to_row) = self.span(rect.top - self.rect.top, rect.bottom - self.rect.top);
        for row in from_row..to_row.min(self.rows) {
            let first = row * self.columns;
            for column in from_column..to_column.min(self.columns) {
                self.is_taken[first + column] = true;
            }
        }
    }

    fn span(&self, from: f64, to: f64) -> (usize, usize) {
        let cell = |at: f64| (at / CELL).floor();
        if to < 0.0 {
            return (0, 0);
        }
        (cell(from).max(0.0) as usize, cell(to) as usize + 1)
    }

    /// Reserves and returns the empty rectangle of a size nearest to a corner of the frame.
    pub(crate) fn reserve(&mut self, (width, height): (f64, f64)) -> Option<Rect> {
        let at = self.best_rect((width, height), |rect| {
            let across = (rect.left - self.rect.left).min(self.rect.right - rect.right);
            let down = (rect.top - self.rect.top).min(self.rect.bottom - rect.bottom);
            across + down
        })?;
        self.mark_occupied(&at.expand(BLOCK_DISTANCE / 2.0));
        Some(at)
    }

    /// Reserves and returns the empty rectangle of a size nearest to a place.
    pub(crate) fn reserve_near(&mut self, size: (f64, f64), place: Point) -> Option<Rect> {
        let at = self.best_rect(size, |rect| rect.centre().distance(place))?;
        self.mark_occupied(&at.expand(BLOCK_DISTANCE / 2.0));
        Some(at)
    }

    /// Returns the empty rectangle of a size with the lowest cost.
    fn best_rect(&self, (width, height): (f64, f64), costs: impl Fn(&Rect) -> f64) -> Option<Rect> {
        let needs = |length: f64| (length / CELL).ceil() as usize;
        let (wide, high) = (needs(width), needs(height));
        if wide > self.columns || high > self.rows {
            return None;
        }
        let sums = self.sums();
        let across = self.columns + 1;
        let mut best: Option<(f64, Rect)> = None;
        for row in 0..=self.rows - high {
            for column in 0..=self.columns - wide {
                let at = |row: usize, column: usize| sums[row * across + column];
                let taken = at(row + high, column + wide) + at(row, column)
                    - at(row, column + wide)
                    - at(row + high, column);
                if taken > 0 {
                    continue;
                }
                // Within its cells, the block moves towards the closer corner.
                let spare = (wide as f64 * CELL - width, high as f64 * CELL - height);
                let is_right = 2 * column + wide > self.columns;
                let is_low = 2 * row + high > self.rows;
                let left =
                    self.rect.left + column as f64 * CELL + if is_right { spare.0 } else { 0.0 };
                let top = self.rect.top + row as f64 * CELL + if is_low { spare.1 } else { 0.0 };
                let rect = Rect::from_size(left, top, width, height);
                let costs = costs(&rect);
                if best.as_ref().is_none_or(|(least, _)| costs < *least) {
                    best = Some((costs, rect));
                }
            }
        }
        best.map(|(_, rect)| rect)
    }

    /// Returns the number of occupied cells above and left of each cell corner.
    fn sums(&self) -> Vec<u32> {
        let across = self.columns + 1;
        let mut sums = vec![0; across * (self.rows + 1)];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let here = u32::from(self.is_taken[row * self.columns + column]);
                sums[(row + 1) * across + column + 1] =
                    here + sums[row * across + column + 1] + sums[(row + 1) * across + column]
                        - sums[row * across + column];
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_fill_free_corners() {
        let rect = Rect::from_size(0.0, 0.0, 90.0, 60.0);
        let mut space = Space { rect, columns: 30, rows: 20, is_taken: vec![false; 600] };
        space.mark_occupied(&Rect::from_size(0.0, 0.0, 50.0, 59.0));
        let first = space.reserve((30.0, 20.0)).expect("the space is large enough");
        assert_eq!((first.right, first.top), (90.0, 0.0));
        let second = space.reserve((30.0, 20.0)).expect("the space is large enough");
        assert_eq!((second.right, second.bottom), (90.0, 60.0));
        assert_eq!(space.reserve((30.0, 20.0)), None);
        assert_eq!(space.reserve((95.0, 2.0)), None);
    }
}
