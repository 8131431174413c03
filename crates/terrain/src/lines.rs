//! Lines that moves and sight lines may cross: streams, rivers, slopes and crests.

use sandtable_pack::GroundPoint;

use crate::geometry::grid::Grid;
use crate::geometry::quad::{Bounds, side};

/// Line segments, indexed by tile.
#[derive(Clone, Debug)]
pub(crate) struct Lines<Mark = u16> {
    grid: Grid,
    pieces: Vec<Piece<Mark>>,
    /// The index of each tile's first entry in the list of segments, plus an end index.
    starts: Vec<u32>,
    segment_indices: Vec<u32>,
}

/// A line segment; `mark` identifies its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece<Mark = u16> {
    pub from: GroundPoint,
    pub to: GroundPoint,
    pub mark: Mark,
}

/// A point at which a path crosses a line segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut {
    /// The position of the crossing, as a fraction of the path.
    pub at: f64,
    pub mark: u16,
}

impl<Mark> Lines<Mark> {
    pub(crate) fn new(grid: Grid, pieces: Vec<Piece<Mark>>) -> Self {
        let mut by_tile: Vec<Vec<u32>> = vec![Vec::new(); grid.len()];
        for (index, piece) in pieces.iter().enumerate() {
            // Rounding can put a path and a segment into adjacent tiles, so list the segment in
            // every tile within a centimetre.
            for tile in grid.tiles(&Bounds::of(&[piece.from, piece.to]).widened(1)) {
                by_tile[tile].push(index as u32);
            }
        }
        let mut starts = vec![0];
        let mut listed = Vec::new();
        for pieces in by_tile {
            listed.extend(pieces);
            starts.push(listed.len() as u32);
        }
        Self { grid, pieces, starts, segment_indices: listed }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// All segments, without repeats.
    pub(crate) fn pieces(&self) -> &[Piece<Mark>] {
        &self.pieces
    }

    /// The segments of the tiles that intersect a rectangle, possibly with repeats.
    pub(crate) fn near(&self, bounds: &Bounds) -> impl Iterator<Item = &Piece<Mark>> + '_ {
        let tiles = if self.is_empty() { None } else { Some(self.grid.tiles(bounds)) };
        tiles.into_iter().flatten().flat_map(|tile| self.in_tile(tile))
    }

    /// Whether the tiles that intersect a rectangle contain no segments. Fast, because the tiles of
    /// a row are listed consecutively.
    fn has_no_segments(&self, bounds: &Bounds) -> bool {
        let [left, right, bottom, top] = self.grid.cover(bounds);
        let start =
            |row: i32, column: i32| self.starts[(row * self.grid.columns + column) as usize];
        left > right || (bottom..=top).all(|row| start(row, left) == start(row, right + 1))
    }

    fn in_tile(&self, tile: usize) -> impl Iterator<Item = &Piece<Mark>> + '_ {
        let listed =
            &self.segment_indices[self.starts[tile] as usize..self.starts[tile + 1] as usize];
        listed.iter().map(|&index| &self.pieces[index as usize])
    }
}

impl Lines {
    /// The crossings of the path between two points, unordered and possibly with repeats. A point
    /// on a line counts as left of the line. A path that ends on a line and the path that continues
    /// from there therefore cross it once in total.
    pub(crate) fn cuts(
        &self,
        from: GroundPoint,
        to: GroundPoint,
    ) -> impl Iterator<Item = Cut> + '_ {
        let is_clear = self.is_empty() || self.has_no_segments(&Bounds::of(&[from, to]));
        let walked = if is_clear { None } else { Some(self.grid.walk(from, to)) };
        walked.into_iter().flatten().flat_map(move |span| {
            self.in_tile(span.tile).filter_map(move |piece| cut(from, to, piece))
        })
    }
}

/// The crossing of a path with a segment, decided by the signs of integers.
fn cut(from: GroundPoint, to: GroundPoint, piece: &Piece) -> Option<Cut> {
    let (a, b) = (side(piece.from, piece.to, from), side(piece.from, piece.to, to));
    let (c, d) = (side(from, to, piece.from), side(from, to, piece.to));
    ((a < 0) != (b < 0) && (c < 0) != (d < 0))
        .then(|| Cut { at: a as f64 / (a as f64 - b as f64), mark: piece.mark })
}

/// The segments of an open line.
pub(crate) fn pieces_of(line: &[GroundPoint], mark: u16) -> impl Iterator<Item = Piece> + '_ {
    line.windows(2).filter(|pair| pair[0] != pair[1]).map(move |pair| Piece {
        from: pair[0],
        to: pair[1],
        mark,
    })
}

/// The segments of a closed ring.
pub(crate) fn pieces_of_ring(ring: &[GroundPoint], mark: u16) -> impl Iterator<Item = Piece> + '_ {
    let closing = match (ring.last(), ring.first()) {
        (Some(&from), Some(&to)) if from != to => Some(Piece { from, to, mark }),
        _ => None,
    };
    pieces_of(ring, mark).chain(closing)
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;

    use super::*;

    fn brook() -> Lines {
        let grid = Grid::new(GroundLength::from_metres(1_000), GroundLength::from_metres(1_000));
        // From the left edge to the right edge, with a bend.
        let line = [
            GroundPoint::from_metres(0, 500),
            GroundPoint::from_metres(400, 500),
            GroundPoint::from_metres(1_000, 700),
        ];
        Lines::new(grid, pieces_of(&line, 7).collect())
    }

    fn crosses(from: (i32, i32), to: (i32, i32)) -> bool {
        let point = |(x, y)| GroundPoint::from_metres(x, y);
        brook().cuts(point(from), point(to)).next().is_some()
    }

    #[test]
    fn path_is_cut_at_line() {
        let brook = brook();
        let (from, to) = (GroundPoint::from_metres(200, 100), GroundPoint::from_metres(200, 900));
        let cut = brook.cuts(from, to).next().expect("path crosses the brook");
        assert_eq!(cut.mark, 7);
        assert!((cut.at - 0.5).abs() < 1e-12);
    }

    #[test]
    fn path_on_one_side_is_not_cut() {
        assert!(!crosses((100, 100), (900, 450)));
        assert!(!crosses((100, 510), (300, 900)));
        // Parallel to the line and next to it.
        assert!(!crosses((0, 499), (400, 499)));
    }

    /// PB-A37: two legs that join on a line cross it once in total, in any direction.
    #[test]
    fn legs_meeting_on_line_cross_once() {
        let crossings = |way: [(i32, i32); 3]| {
            usize::from(crosses(way[0], way[1])) + usize::from(crosses(way[1], way[2]))
        };
        assert_eq!(crossings([(200, 300), (200, 500), (200, 700)]), 1);
        assert_eq!(crossings([(200, 700), (200, 500), (200, 300)]), 1);
        // Through the bend.
        assert_eq!(crossings([(400, 300), (400, 500), (400, 700)]), 1);
        assert!(crosses((400, 300), (400, 700)));
    }
}
