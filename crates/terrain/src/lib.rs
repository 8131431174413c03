//! Exact geometric questions on a packed map: majority terrain under a block, what a leg of a
//! march meets, contact and support, gaps, line of sight, fields of fire, roads, supply.
//!
//! It knows nothing of turns, sides, dice or orders: it measures, the rules judge. It never reads
//! the relief or anything that is only drawn.
//!
//! Everything is deterministic: integers where an answer is yes or no, `f64` inside where areas
//! are compared (with the bound stated), `libm` for the rest. A [`Terrain`] is built once,
//! immutable and shared; its questions do not allocate except where they return a list.

mod banks;
mod contact;
mod field_of_fire;
mod geometry;
mod ground;
mod leg;
mod lines;
mod mesh;
mod passage;
mod region;
mod roads;
mod sight;
mod supply;
mod terrain;
mod terrain_proof;

pub use banks::RiverWay;
pub use contact::{Contact, SquaredUp};
pub use field_of_fire::FieldOfFire;
pub use geometry::block::{Block, BlockEdge, Face};
pub use geometry::extents::Extents;
pub use geometry::quad::Bounds;
pub use geometry::shape::{Shape, Strip};
pub use ground::GroundUnder;
pub use leg::{Barrier, Leg, MarshIs};
pub use mesh::{Arc, Arcs, AreaNumber, Border, Corner, Gap, Mesh, Overlap, from_side, seat};
pub use roads::{RoadMarch, RoadNetwork, RoadPlace, RoadPose, RoadWay};
pub use supply::SupplyArea;
pub use terrain::Terrain;
pub use terrain_proof::{GroundKind, LineKind};
