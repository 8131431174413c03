//! Elevations above the datum of their source.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An elevation in whole decimetres above the datum of its source.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Elevation(i16);

impl Elevation {
    /// Creates an elevation from whole decimetres.
    pub const fn from_decimetres(decimetres: i16) -> Self {
        Self(decimetres)
    }

    /// The nearest whole decimetre to an elevation in metres; `None` beyond ±3,276 m or if it is
    /// not finite.
    #[inline]
    pub fn from_metres_rounded(metres: f64) -> Option<Self> {
        let decimetres = metres * 10.0;
        if decimetres.is_nan() || decimetres.abs() >= f64::from(i16::MAX) + 0.5 {
            return None;
        }
        // Equivalent to `round`, but avoids a function call for each of a map's half a million
        // elevations.
        let whole = decimetres as i32;
        let part = decimetres - f64::from(whole);
        let rounded = whole + i32::from(part >= 0.5) - i32::from(part <= -0.5);
        i16::try_from(rounded).ok().map(Self)
    }

    /// The elevation in whole decimetres.
    #[inline]
    pub const fn decimetres(self) -> i16 {
        self.0
    }

    /// The elevation in metres.
    #[inline]
    pub fn metres(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Elevation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} m", self.metres())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metres_round_half_away_from_zero() {
        let rounded = |metres| Elevation::from_metres_rounded(metres).map(Elevation::decimetres);
        assert_eq!([0.04, 0.05, -0.04, -0.05].map(rounded), [0, 1, 0, -1].map(Some));
        assert_eq!([3_276.74, -3_276.74].map(rounded), [Some(32_767), Some(-32_767)]);
        assert_eq!([3_276.75, -3_276.8, f64::NAN, f64::INFINITY].map(rounded), [None; 4]);
    }
}
