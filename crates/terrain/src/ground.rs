//! The terrain under a block (PB-6.2, PB-36.4).

use sandtable_pack::GroundPoint;

use crate::geometry::block::Block;
use crate::geometry::quad::Quad;
use crate::geometry::shape::Shape;
use crate::region::{Region, is_half, is_majority};
use crate::terrain::Terrain;

/// The terrain under more than half of a block's area. Exactly half is not a majority (PB-A4). A
/// proportion within 10⁻⁹ of half counts as half; this is a hundred times the maximum error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroundUnder {
    /// Woods (PB-34.1).
    pub woods: bool,
    /// Buildings (PB-34.2).
    pub buildings: bool,
    /// Marsh (PB-34.6).
    pub marsh: bool,
    /// Impassable ground (PB-34.9).
    pub impassable: bool,
    /// The surface of a river (PB-34.5).
    pub river: bool,
    /// The highest level of hills; 0 for low ground (PB-A38).
    pub level: u8,
}

impl Terrain {
    /// The terrain under most of a block.
    pub fn ground_under(&self, block: &Block) -> GroundUnder {
        let quad = block.quad();
        GroundUnder {
            woods: self.woods.is_under(quad),
            buildings: self.buildings.is_under(quad),
            marsh: self.marsh.is_under(quad),
            impassable: self.impassable.is_under(quad),
            river: self.river.is_under(quad),
            level: self.level_under(block),
        }
    }

    /// Whether most of a block is in woods (PB-34.1).
    pub fn is_in_woods(&self, block: &Block) -> bool {
        self.woods.is_under(block.quad())
    }

    /// The highest level of hills under most of a block; 0 for low ground (PB-A38).
    pub(crate) fn level_under(&self, block: &Block) -> u8 {
        highest(self.levels.iter().map(|level| level.is_under(block.quad())))
    }

    /// Whether most of a block is on hills above `level`. Each level is inside the levels below it.
    pub fn is_above(&self, block: &Block, level: u8) -> bool {
        let next = self.levels.get(usize::from(level));
        let is_above = next.is_some_and(|next| next.is_under(block.quad()));
        debug_assert_eq!(is_above, self.level_under(block) > level, "levels are nested");
        is_above
    }

    /// Whether most of a block is in buildings (PB-34.2).
    pub fn is_in_buildings(&self, block: &Block) -> bool {
        self.buildings.is_under(block.quad())
    }

    /// The terrain under most of a shape. For a column, this means most of its strip (PB-A56);
    /// overlaps at bends count twice.
    pub fn ground_under_shape(&self, shape: &Shape) -> GroundUnder {
        if let Some(block) = shape.as_block() {
            return self.ground_under(block);
        }
        self.ground_under_share(shape, is_majority)
    }

    /// The terrain under at least half of a shape (PB-Q11).
    pub fn ground_under_half(&self, shape: &Shape) -> GroundUnder {
        self.ground_under_share(shape, is_half)
    }

    fn ground_under_share(&self, shape: &Shape, is_enough: fn(f64) -> bool) -> GroundUnder {
        let whole: f64 = shape.runs().iter().map(Quad::area).sum();
        let is_under = |region: &Region| {
            let area = |quad: &Quad| quad.area() * region.share(quad);
            is_enough(shape.runs().iter().map(area).sum::<f64>() / whole)
        };
        GroundUnder {
            woods: is_under(&self.woods),
            buildings: is_under(&self.buildings),
            marsh: is_under(&self.marsh),
            impassable: is_under(&self.impassable),
            river: is_under(&self.river),
            level: highest(self.levels.iter().map(is_under)),
        }
    }

    /// The highest level of hills at a point; 0 for low ground.
    pub fn level_at(&self, place: GroundPoint) -> u8 {
        highest(self.levels.iter().map(|level| level.holds(place)))
    }
}

/// The number of leading levels that are true.
fn highest(levels: impl Iterator<Item = bool>) -> u8 {
    levels.take_while(|&holds| holds).fold(0, |count, _| count + 1)
}
