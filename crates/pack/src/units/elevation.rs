//! Heights above the datum of the elevation source.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A height in whole decimetres above the elevation source's datum.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(transparent)]
pub struct Elevation(i16);

impl Elevation {
    /// A height in whole decimetres.
    pub const fn from_decimetres(decimetres: i16) -> Self {
        Self(decimetres)
    }

    /// The nearest whole decimetre to a height in metres; `None` beyond ±3,276 m or when not finite.
    pub fn from_metres_rounded(metres: f64) -> Option<Self> {
        let decimetres = (metres * 10.0).round();
        (decimetres.abs() <= f64::from(i16::MAX)).then_some(Self(decimetres as i16))
    }

    /// Whole decimetres.
    pub const fn decimetres(self) -> i16 {
        self.0
    }

    /// Metres.
    pub fn metres(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Elevation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} m", self.metres())
    }
}
