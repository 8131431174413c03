//! Units of measure, one file each. Ground, paper and angles never mix; [`Scale`] is the only
//! bridge between ground and paper.
//!
//! ```compile_fail
//! use sandtable_pack::{GroundLength, PaperLength};
//! let _ = GroundLength::from_metres(1) + PaperLength::from_millimetres(1.0);
//! ```
//!
//! ```compile_fail
//! use sandtable_pack::{Facing, GroundLength};
//! let _: GroundLength = Facing::from_steps(4);
//! ```

mod elevation;
mod facing;
mod facing_table;
mod ground;
mod paper;
mod scale;

pub use elevation::Elevation;
pub use facing::{Facing, UNIT, UnitVector};
pub use ground::{GroundLength, GroundPoint, GroundVector};
pub use paper::PaperLength;
pub use scale::Scale;
