//! Distances and points on the ground, in whole centimetres of the map frame.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// A distance on the ground in whole centimetres.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct GroundLength(i32);

impl GroundLength {
    /// Zero distance.
    pub const ZERO: Self = Self(0);

    /// A distance of whole centimetres.
    pub const fn from_centimetres(centimetres: i32) -> Self {
        Self(centimetres)
    }

    /// A distance of whole metres.
    #[inline]
    pub const fn from_metres(metres: i32) -> Self {
        Self(metres * 100)
    }

    /// The nearest whole centimetre to a distance in metres, halves away from zero; `None` beyond
    /// ±21,000 km or if the number is not finite.
    #[inline]
    pub fn from_metres_rounded(metres: f64) -> Option<Self> {
        let centimetres = (metres * 100.0).round();
        (centimetres.abs() < f64::from(i32::MAX)).then_some(Self(centimetres as i32))
    }

    /// The distance in whole centimetres.
    #[inline]
    pub const fn centimetres(self) -> i32 {
        self.0
    }

    /// The distance in metres, exact for every value of this type.
    #[inline]
    pub fn metres(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The absolute value.
    #[inline]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The square, in square centimetres.
    #[inline]
    pub const fn squared(self) -> i64 {
        self.0 as i64 * self.0 as i64
    }
}

impl fmt::Display for GroundLength {
    /// Writes metres with as many decimals as necessary: `1288 m`, `644.5 m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} m", self.metres())
    }
}

impl Add for GroundLength {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for GroundLength {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for GroundLength {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for GroundLength {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for GroundLength {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for GroundLength {
    type Output = Self;
    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl Div<i32> for GroundLength {
    type Output = Self;
    /// Divides to whole centimetres, rounded toward zero.
    #[inline]
    fn div(self, divisor: i32) -> Self {
        Self(self.0 / divisor)
    }
}

impl Sum for GroundLength {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Self::add)
    }
}

/// A point on the ground in the map frame: centimetres from the bottom-left corner, `x` to the
/// right along the bottom edge and `y` up along the left edge. Written as `[x, y]`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
#[cfg_attr(feature = "schema", schemars(with = "[i32; 2]"))]
pub struct GroundPoint {
    /// Centimetres to the right of the frame's left edge.
    pub x: i32,
    /// Centimetres above the frame's bottom edge.
    pub y: i32,
}

impl GroundPoint {
    /// A point in centimetres of the map frame.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// A point in whole metres of the map frame.
    #[inline]
    pub const fn from_metres(x: i32, y: i32) -> Self {
        Self { x: x * 100, y: y * 100 }
    }

    /// The squared distance to another point, in square centimetres.
    #[inline]
    pub const fn distance_squared(self, other: Self) -> i64 {
        let dx = self.x as i64 - other.x as i64;
        let dy = self.y as i64 - other.y as i64;
        dx * dx + dy * dy
    }

    /// The distance to another point, rounded to the nearest centimetre.
    #[inline]
    pub fn distance(self, other: Self) -> GroundLength {
        // Square roots are correctly rounded on every platform (IEEE 754).
        GroundLength(nearest_whole((self.distance_squared(other) as f64).sqrt()))
    }
}

/// The nearest integer, halves away from zero. The baseline instruction set has no such operation,
/// and a function call would dominate the cost.
#[inline]
pub(super) fn nearest_whole(value: f64) -> i32 {
    let whole = value as i32;
    let rest = value - f64::from(whole);
    whole.saturating_add(i32::from(rest >= 0.5) - i32::from(rest <= -0.5))
}

impl From<[i32; 2]> for GroundPoint {
    #[inline]
    fn from([x, y]: [i32; 2]) -> Self {
        Self { x, y }
    }
}

impl From<GroundPoint> for [i32; 2] {
    #[inline]
    fn from(point: GroundPoint) -> Self {
        [point.x, point.y]
    }
}

/// A vector between two points on the ground, in centimetres of the map frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroundVector {
    /// Centimetres to the right.
    pub x: i32,
    /// Centimetres up.
    pub y: i32,
}

impl GroundVector {
    /// A vector in centimetres of the map frame.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The dot product, in square centimetres.
    #[inline]
    pub const fn dot(self, other: Self) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// The cross product in square centimetres, positive if `other` is to the left.
    #[inline]
    pub const fn cross(self, other: Self) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// Its length, rounded to the nearest centimetre.
    #[inline]
    pub fn length(self) -> GroundLength {
        GroundLength(nearest_whole((self.dot(self) as f64).sqrt()))
    }
}

impl Sub for GroundPoint {
    type Output = GroundVector;
    #[inline]
    fn sub(self, other: Self) -> GroundVector {
        GroundVector { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Add<GroundVector> for GroundPoint {
    type Output = Self;
    #[inline]
    fn add(self, way: GroundVector) -> Self {
        Self { x: self.x + way.x, y: self.y + way.y }
    }
}

impl Sub<GroundVector> for GroundPoint {
    type Output = Self;
    #[inline]
    fn sub(self, way: GroundVector) -> Self {
        Self { x: self.x - way.x, y: self.y - way.y }
    }
}

impl Add for GroundVector {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for GroundVector {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for GroundVector {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metres_round_half_away_from_zero() {
        assert_eq!(GroundLength::from_metres_rounded(0.125), Some(GroundLength(13)));
        assert_eq!(GroundLength::from_metres_rounded(-0.125), Some(GroundLength(-13)));
        assert_eq!(GroundLength::from_metres_rounded(f64::NAN), None);
        assert_eq!(GroundLength::from_metres_rounded(1e12), None);
    }

    #[test]
    fn nearest_whole_matches_rounding() {
        let below_half = 0.499_999_999_999_999_94;
        for whole in [0.0, 1.0, 2.0, 1_000.0, 29_999_999.0, 2e9, 1e12, f64::INFINITY] {
            for part in [0.0, 0.25, below_half, 0.5, 0.75, 0.999] {
                for value in [whole + part, -whole - part] {
                    assert_eq!(nearest_whole(value), value.round() as i32, "{value}");
                }
            }
        }
    }

    #[test]
    fn lengths_print_as_metres() {
        assert_eq!(GroundLength::from_metres(1288).to_string(), "1288 m");
        assert_eq!(GroundLength::from_centimetres(64_450).to_string(), "644.5 m");
    }

    #[test]
    fn points_are_written_as_pairs() {
        let json = serde_json::to_string(&GroundPoint::new(3, -4)).expect("points serialise");
        assert_eq!(json, "[3,-4]");
        assert_eq!(GroundPoint::new(0, 0).distance(GroundPoint::new(3, -4)).centimetres(), 5);
    }
}
