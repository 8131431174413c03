//! Line of sight (PB-16, PB-36.11, PB-A100 to PB-A102).

use sandtable_pack::{GroundLength, GroundPoint};

use crate::block::Block;
use crate::shape::Shape;
use crate::terrain::Terrain;

impl Terrain {
    /// Does each of two places see the other? `depth` is how far one sees into woods and buildings,
    /// in total (PB-16.2).
    pub fn line_of_sight(&self, a: GroundPoint, b: GroundPoint, depth: GroundLength) -> bool {
        let _ = (a, b, depth);
        true
    }

    /// Is most of a target seen from the middle of the observer's front: 3 of 5 places on its long
    /// axis (PB-36.11)? Range is the rules' affair.
    pub fn sees(&self, observer: &Block, target: &Shape, depth: GroundLength) -> bool {
        let _ = (observer, target, depth);
        true
    }
}
