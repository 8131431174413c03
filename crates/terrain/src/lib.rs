//! Exact geometry on a packed map: terrain under a block and along its move, contact and support,
//! gaps, line of sight, fields of fire, roads and supply.
//!
//! The crate measures, and the rules decide. It knows nothing of turns, sides, dice or orders, and
//! never reads the elevation or any scenery.
//!
//! Results are deterministic. Boolean results use integers, areas use `f64` with stated error
//! bounds, and the rest uses `libm`. A [`Terrain`] is built once, immutable and shared; its methods
//! allocate only to return a list.

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
pub use leg::{Barrier, Leg, MarshAccess};
pub use mesh::{
    Arc, Arcs, AreaNumber, Border, Corner, Gap, Mesh, Overlap, from_side, label_position,
};
pub use roads::{RoadMarch, RoadNetwork, RoadPlace, RoadPose, RoadWay};
pub use supply::SupplyArea;
pub use terrain::Terrain;
pub use terrain_proof::{GroundKind, LineKind};
