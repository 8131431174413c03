//! Lengths on printed paper, in millimetres.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// A length on paper in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PaperLength(f64);

impl PaperLength {
    /// Zero length.
    pub const ZERO: Self = Self(0.0);

    /// A length in millimetres.
    #[inline]
    pub const fn from_millimetres(millimetres: f64) -> Self {
        Self(millimetres)
    }

    /// A length in printer's points of 1/72 inch.
    pub const fn from_points(points: f64) -> Self {
        Self(points * 25.4 / 72.0)
    }

    /// A length in inches of 25.4 mm.
    pub const fn from_inches(inches: f64) -> Self {
        Self(inches * 25.4)
    }

    /// The length in millimetres.
    #[inline]
    pub const fn millimetres(self) -> f64 {
        self.0
    }

    /// The length in printer's points of 1/72 inch.
    #[inline]
    pub const fn points(self) -> f64 {
        self.0 * 72.0 / 25.4
    }
}

impl fmt::Display for PaperLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mm", self.0)
    }
}

impl Add for PaperLength {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for PaperLength {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for PaperLength {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for PaperLength {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for PaperLength {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<f64> for PaperLength {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self(self.0 * factor)
    }
}

impl Div<f64> for PaperLength {
    type Output = Self;
    #[inline]
    fn div(self, divisor: f64) -> Self {
        Self(self.0 / divisor)
    }
}
