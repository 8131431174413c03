//! The positions of blocks at the start, and the paper that they cover.

use std::cell::LazyCell;

use sandtable_pack::{Arrival, Footprint, GroundLength, Pack, Side, SideId};
use sandtable_sheet::{Point, Rect, Rotation, TextRun};
use sandtable_terrain::Terrain;

use crate::frame::MapFrame;
use crate::set_up::upright;

/// The sides whose set-up is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetUpSides {
    /// Both sides.
    Both,
    /// One side only.
    Side(SideId),
}

impl SetUpSides {
    /// Whether a side is shown.
    pub(crate) fn shows(&self, side: &SideId) -> bool {
        match self {
            Self::Both => true,
            Self::Side(shown) => shown == side,
        }
    }
}

/// Returns the paper under the blocks of a set-up, with one entry for each stretch of road that a
/// column covers.
pub(crate) fn covered_paper(
    pack: &Pack,
    frame: &MapFrame,
    shown: &SetUpSides,
) -> Vec<CoveredPaper> {
    let terrain = LazyCell::new(|| Terrain::new(pack.map()));
    let mut stands = Vec::new();
    for side in pack.scenario().sides.iter().filter(|side| shown.shows(&side.id)) {
        for (start, footprint, column) in starts(pack, side) {
            let depth = frame.length(footprint.depth);
            let (Arrival::Line(pose) | Arrival::Column(pose)) = start else { continue };
            let head = match start {
                Arrival::Column(_) => terrain.roads().head(pose),
                _ => None,
            };
            let Some(head) = head else {
                let length = frame.length(footprint.length);
                let (centre, slant) = (frame.place(pose.centre), upright(pose).0);
                stands.push(CoveredPaper { centre, slant, length, depth });
                continue;
            };
            let trail = terrain.roads().trail(head, column);
            let line: Vec<Point> = trail.iter().map(|place| frame.place(*place)).collect();
            stands.extend(line.windows(2).map(|run| CoveredPaper {
                centre: run[0].toward(run[1], 0.5),
                slant: Rotation::towards(run[0], run[1]),
                length: run[0].distance(run[1]),
                depth,
            }));
        }
    }
    stands
}

/// The paper under a block of a set-up, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoveredPaper {
    centre: Point,
    slant: Rotation,
    length: f64,
    depth: f64,
}

impl CoveredPaper {
    /// Returns the paper under a horizontal text.
    pub(crate) fn of_text(run: &TextRun) -> Option<Self> {
        let bounds = run.bounds()?;
        let (length, depth) = (bounds.width(), bounds.height());
        Some(Self { centre: bounds.centre(), slant: Rotation::NONE, length, depth })
    }

    /// Whether the paper overlaps the bounding box of a text.
    pub(crate) fn is_under(&self, text: &Rect) -> bool {
        let (cosine, sine) = (self.slant.cosine.abs(), self.slant.sine.abs());
        let (wide, high) = (text.width() / 2.0, text.height() / 2.0);
        let (long, deep) = (self.length / 2.0, self.depth / 2.0);
        let middle = text.centre();
        let [along, across] = self.local_offset(middle);
        (middle.x - self.centre.x).abs() <= wide + long * cosine + deep * sine
            && (middle.y - self.centre.y).abs() <= high + long * sine + deep * cosine
            && along <= long + wide * cosine + high * sine
            && across <= deep + wide * sine + high * cosine
    }

    /// Whether the paper is within a distance of a point.
    pub(crate) fn is_within(&self, reach: f64, place: Point) -> bool {
        let [along, across] = self.local_offset(place);
        along <= self.length / 2.0 + reach && across <= self.depth / 2.0 + reach
    }

    /// Returns the absolute offset of a point from the block's centre, along and across the block.
    fn local_offset(&self, place: Point) -> [f64; 2] {
        let (x, y) = (place.x - self.centre.x, place.y - self.centre.y);
        let Rotation { cosine, sine } = self.slant;
        [(x * cosine + y * sine).abs(), (y * cosine - x * sine).abs()]
    }
}

/// Returns the start position of each block of a side, headquarters last, with its footprint in
/// line and its length in column.
pub(crate) fn starts(
    pack: &Pack,
    side: &Side,
) -> impl Iterator<Item = (Arrival, Footprint, GroundLength)> {
    let (footprints, columns) = (pack.scenario().footprints, pack.scenario().column_lengths);
    let pieces = side
        .pieces()
        .map(move |piece| (piece.start, footprints.combat, columns.for_kind(piece.kind)));
    let trains = side.trains().map(move |train| (train.start, footprints.baggage, columns.baggage));
    let leaders = side
        .headquarters()
        .map(move |hq| (hq.start, footprints.headquarters, columns.headquarters));
    pieces.chain(trains).chain(leaders)
}
