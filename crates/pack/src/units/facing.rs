//! Directions in the map frame, 4,096 to the full circle, with a committed table of unit vectors.

use std::fmt;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use super::facing_table::QUADRANT;
use super::ground::nearest_whole;
use super::{GroundLength, GroundVector};

/// A direction in the map frame, in steps of 360°/4,096 ≈ 0.088°. 0 points to the top edge and
/// steps count clockwise, so 1,024 points to the right edge.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "u16", into = "u16")]
#[cfg_attr(feature = "schema", schemars(with = "u16", extend("maximum" = 4095)))]
pub struct Facing(u16);

/// The number of [`Facing`] steps in a radian (57.3°).
const STEPS_PER_RADIAN: f64 = Facing::STEPS as f64 / std::f64::consts::TAU;

/// The length of every [`UnitVector`]: 2³⁰ (to within one unit).
pub const UNIT: i64 = 1 << 30;

/// A vector of length [`UNIT`] in the map frame, `x` to the right and `y` up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitVector {
    /// Component along the bottom edge, in units of 2⁻³⁰.
    pub x: i32,
    /// Component along the left edge, in units of 2⁻³⁰.
    pub y: i32,
}

impl Facing {
    /// Steps in a full circle.
    pub const STEPS: u16 = 4096;
    /// Steps in a quarter turn.
    pub const QUARTER: i32 = 1024;
    /// Toward the top edge of the map.
    pub const UP: Self = Self(0);
    /// Toward the right edge of the map.
    pub const RIGHT: Self = Self(1024);
    /// Toward the bottom edge of the map.
    pub const DOWN: Self = Self(2048);
    /// Toward the left edge of the map.
    pub const LEFT: Self = Self(3072);

    /// The direction for a number of steps, modulo a full circle.
    pub const fn from_steps(steps: i32) -> Self {
        Self(steps.rem_euclid(Self::STEPS as i32) as u16)
    }

    /// The nearest direction to an angle in degrees, clockwise from the map's top.
    pub fn from_degrees(degrees: f64) -> Self {
        let steps = (degrees % 360.0) * f64::from(Self::STEPS) / 360.0;
        Self::from_steps(steps.round() as i32)
    }

    /// Steps clockwise from the map's top, 0 … 4,095.
    #[inline]
    pub const fn steps(self) -> u16 {
        self.0
    }

    /// Degrees clockwise from the map's top.
    #[inline]
    pub fn degrees(self) -> f64 {
        f64::from(self.0) * 360.0 / f64::from(Self::STEPS)
    }

    /// The direction turned clockwise by a number of steps (counter-clockwise if negative).
    #[inline]
    pub const fn turned_by(self, steps: i32) -> Self {
        Self::from_steps(self.0 as i32 + steps)
    }

    /// The opposite direction.
    #[inline]
    pub const fn reversed(self) -> Self {
        self.turned_by(2048)
    }

    /// The smallest turn from this direction to another in steps, −2,048 … 2,047, clockwise
    /// positive.
    #[inline]
    pub const fn turn_to(self, other: Self) -> i32 {
        let difference = (other.0 as i32 - self.0 as i32).rem_euclid(4096);
        if difference >= 2048 { difference - 4096 } else { difference }
    }

    /// The vector of length [`UNIT`] in this direction, from the committed table.
    #[inline]
    pub const fn unit(self) -> UnitVector {
        let step = (self.0 % 1024) as usize;
        // QUADRANT[k] is sin(k · 90° / 1024); the cosine reads the same table backwards.
        let (sine, cosine) = (QUADRANT[step], QUADRANT[1024 - step]);
        match self.0 / 1024 {
            0 => UnitVector { x: sine, y: cosine },
            1 => UnitVector { x: cosine, y: -sine },
            2 => UnitVector { x: -sine, y: -cosine },
            _ => UnitVector { x: -cosine, y: sine },
        }
    }

    /// The unit vector a quarter turn clockwise, to the right of this direction.
    #[inline]
    pub const fn right(self) -> UnitVector {
        let UnitVector { x, y } = self.unit();
        UnitVector { x: y, y: -x }
    }

    /// The vector of a given length in this direction, each component rounded to the nearest
    /// centimetre.
    #[inline]
    pub fn advance(self, length: GroundLength) -> GroundVector {
        self.unit().scaled(length)
    }

    /// The direction nearest to that of a vector; `None` for the zero vector.
    #[inline]
    pub fn from_vector(way: GroundVector) -> Option<Self> {
        if way.x == 0 && way.y == 0 {
            return None;
        }
        Some(Self::from_steps(approximate_steps(way).unwrap_or_else(|| exact_steps(way))))
    }
}

impl UnitVector {
    /// This vector multiplied by a length, each component rounded to the nearest centimetre, halves
    /// away from zero.
    #[inline]
    pub const fn scaled(self, length: GroundLength) -> GroundVector {
        let centimetres = length.centimetres() as i64;
        GroundVector::new(
            round_shift(self.x as i64 * centimetres),
            round_shift(self.y as i64 * centimetres),
        )
    }

    /// The dot product with a ground vector, in centimetres × 2³⁰.
    #[inline]
    pub const fn dot(self, way: GroundVector) -> i64 {
        self.x as i64 * way.x as i64 + self.y as i64 * way.y as i64
    }
}

/// The steps of a vector's direction, from its arctangent.
#[inline]
fn exact_steps(way: GroundVector) -> i32 {
    let radians = libm::atan2(f64::from(way.x), f64::from(way.y));
    nearest_whole(radians * STEPS_PER_RADIAN)
}

/// Like [`exact_steps`] but faster, from a polynomial accurate to 10⁻⁵ (Abramowitz & Stegun
/// 4.4.49). `None` if that accuracy does not decide between two steps.
#[inline]
fn approximate_steps(way: GroundVector) -> Option<i32> {
    // Above the maximum error of the polynomial.
    const UNCERTAINTY: f64 = 1e-5 * STEPS_PER_RADIAN * 1.5;
    let (x, y) = (f64::from(way.x).abs(), f64::from(way.y).abs());
    let ratio = x.min(y) / x.max(y);
    let square = ratio * ratio;
    let terms = [0.020_835_1, -0.085_133, 0.180_141, -0.330_299_5, 0.999_866];
    let radians = ratio * terms.into_iter().fold(0.0, |sum, term| sum * square + term);
    let from_axis = radians * STEPS_PER_RADIAN;
    // The angle from the top edge, in the right half-plane.
    let quarter = f64::from(Facing::QUARTER);
    let right = if x < y { from_axis } else { quarter - from_axis };
    let down = if way.y < 0 { 2.0 * quarter - right } else { right };
    let (whole, rest) = (down as i32, down - f64::from(down as i32));
    if (rest - 0.5).abs() < UNCERTAINTY {
        return None;
    }
    let steps = whole + i32::from(rest > 0.5);
    Some(if way.x < 0 { -steps } else { steps })
}

/// `value / 2³⁰` to the nearest integer, halves away from zero.
#[inline]
const fn round_shift(value: i64) -> i32 {
    let half = UNIT / 2;
    (if value >= 0 { (value + half) / UNIT } else { (value - half) / UNIT }) as i32
}

impl Add<i32> for Facing {
    type Output = Self;
    #[inline]
    fn add(self, steps: i32) -> Self {
        self.turned_by(steps)
    }
}

impl Sub<i32> for Facing {
    type Output = Self;
    #[inline]
    fn sub(self, steps: i32) -> Self {
        self.turned_by(-steps)
    }
}

impl TryFrom<u16> for Facing {
    type Error = String;
    fn try_from(steps: u16) -> Result<Self, String> {
        if steps < Self::STEPS {
            Ok(Self(steps))
        } else {
            Err(format!("a facing is 0 to 4095 steps, not {steps}"))
        }
    }
}

impl From<Facing> for u16 {
    #[inline]
    fn from(facing: Facing) -> Self {
        facing.0
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}°", self.degrees())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The committed table holds the sine of each step, rounded to the nearest 2⁻³⁰.
    #[test]
    fn table_is_the_sine() {
        for (step, &value) in QUADRANT.iter().enumerate() {
            let angle = step as f64 * std::f64::consts::FRAC_PI_2 / 1024.0;
            assert_eq!(i64::from(value), (libm::sin(angle) * UNIT as f64).round() as i64);
        }
    }

    #[test]
    fn quarter_turns_point_to_edges() {
        assert_eq!(Facing::UP.unit(), UnitVector { x: 0, y: 1 << 30 });
        assert_eq!(Facing::RIGHT.unit(), UnitVector { x: 1 << 30, y: 0 });
        assert_eq!(Facing::DOWN.unit(), UnitVector { x: 0, y: -(1 << 30) });
        assert_eq!(Facing::LEFT.unit(), UnitVector { x: -(1 << 30), y: 0 });
    }

    #[test]
    fn directions_round_trip() {
        for steps in 0..4096 {
            let facing = Facing::from_steps(steps);
            assert_eq!(facing.right(), facing.turned_by(1_024).unit());
            let far = facing.advance(GroundLength::from_metres(10_000));
            assert_eq!(Facing::from_vector(far), Some(facing));
        }
    }

    /// The polynomial and the arctangent agree, even near the borders between steps.
    #[test]
    fn approximate_steps_match_exact_ones() {
        let mut undecided = 0;
        let mut check = |way: GroundVector| {
            let Some(quick) = approximate_steps(way) else {
                undecided += 1;
                return;
            };
            let (quick, exact) = (Facing::from_steps(quick), Facing::from_steps(exact_steps(way)));
            assert_eq!(quick, exact, "{way:?}");
        };
        let mut ways = 0;
        for radius in [3, 40, 997, 76_000, 2_000_003] {
            let far = f64::from(radius);
            // Sixteen sample points between adjacent steps.
            for part in 0..16 * 4_096 {
                let angle = (f64::from(part) + 0.001) / 16.0 / STEPS_PER_RADIAN;
                let (x, y) = (libm::sin(angle) * far, libm::cos(angle) * far);
                check(GroundVector::new(x.round() as i32, y.round() as i32));
                ways += 1;
            }
        }
        // The arctangent is rarely needed, except halfway between two steps.
        assert!(undecided * 10 < ways, "{undecided} of {ways}");
    }

    #[test]
    fn turns_take_shorter_way() {
        assert_eq!(Facing::from_steps(4090).turn_to(Facing::from_steps(10)), 16);
        assert_eq!(Facing::from_steps(10).turn_to(Facing::from_steps(4090)), -16);
        assert_eq!(Facing::UP.turn_to(Facing::DOWN), -2048);
    }
}
