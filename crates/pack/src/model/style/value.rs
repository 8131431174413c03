//! Values of a style: measurements with units, shares and integers, each with limits.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::units::GroundLength;

/// The error for an invalid value of a style; it states the valid values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyleValueError(String);

impl fmt::Display for StyleValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number before a unit.
fn value_before(text: &str, unit: &str) -> Option<f64> {
    let number = text.strip_suffix(unit)?;
    let number = number.strip_suffix(' ').unwrap_or(number);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    number.parse().ok().filter(|_| digits(whole) && digits(fraction))
}

/// Declares measurements with limits, written with their units.
macro_rules! measures {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident($least:literal ..= $most:literal $unit:literal, $noun:literal, $example:literal);
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(try_from = "String", into = "String")]
        #[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = concat!("^[0-9]+(\\.[0-9]+)? ?", $unit, "$"), "examples" = [$example])))]
        pub struct $name(f64);

        impl $name {
            #[doc = concat!("The number of ", $unit, ".")]
            pub const fn get(self) -> f64 {
                self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = StyleValueError;
            fn try_from(text: String) -> Result<Self, StyleValueError> {
                let number = value_before(&text, $unit).filter(|n| ($least..=$most).contains(n));
                number.map(Self).ok_or_else(|| StyleValueError(format!(
                    "invalid {} `{text}`: write a value from {} to {} {}, such as `{}`",
                    $noun, $least, $most, $unit, $example,
                )))
            }
        }

        impl From<$name> for String {
            fn from(measure: $name) -> Self {
                format!("{} {}", measure.0, $unit)
            }
        }
    )*};
}

measures! {
    /// Width of a line on paper.
    pub struct Weight(0.02 ..= 10.0 "mm", "width of a line", "0.15 mm");
    /// A distance on paper.
    pub struct Gap(0.2 ..= 100.0 "mm", "distance on paper", "1.2 mm");
    /// Size of type, in printer's points of 1/72 inch.
    pub struct TypeSize(5.0 ..= 200.0 "pt", "size of type", "7.5 pt");
    /// A length on the ground.
    pub struct GroundSpan(0.1 ..= 1_000.0 "m", "length on the ground", "5 m");
}

impl Weight {
    /// The width, but at least this many millimetres.
    pub fn at_least(self, millimetres: f64) -> Self {
        Self(self.0.max(millimetres))
    }
}

impl GroundSpan {
    /// As a length on the ground, to the nearest centimetre.
    pub fn ground(self) -> GroundLength {
        GroundLength::from_metres_rounded(self.0).unwrap_or(GroundLength::ZERO)
    }
}

/// A share of a whole, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "f64", into = "f64")]
#[cfg_attr(feature = "schema", schemars(with = "f64", extend("minimum" = 0, "maximum" = 1)))]
pub struct Share(f64);

impl Share {
    /// The value from 0 to 1.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Share {
    type Error = StyleValueError;
    fn try_from(number: f64) -> Result<Self, StyleValueError> {
        let share = (0.0..=1.0).contains(&number).then_some(Self(number));
        share.ok_or_else(|| {
            StyleValueError(format!("invalid share {number}: write a number from 0 to 1"))
        })
    }
}

impl From<Share> for f64 {
    fn from(share: Share) -> Self {
        share.0
    }
}

/// Declares integers with limits.
macro_rules! numbers {
    ($($(#[$meta:meta])* pub struct $name:ident($least:literal ..= $most:literal);)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        // Accepts any number, to reject invalid ones with the limits.
        #[serde(try_from = "f64", into = "u16")]
        #[cfg_attr(feature = "schema", schemars(with = "u16", extend("minimum" = $least, "maximum" = $most)))]
        pub struct $name(u16);

        impl $name {
            /// The number.
            pub const fn get(self) -> u16 {
                self.0
            }
        }

        impl TryFrom<f64> for $name {
            type Error = StyleValueError;
            fn try_from(number: f64) -> Result<Self, StyleValueError> {
                let whole = ($least..=$most).find(|whole| f64::from(*whole).total_cmp(&number).is_eq());
                whole.map(Self).ok_or_else(|| StyleValueError(format!(
                    "invalid number {number}: write a whole number from {} to {}", $least, $most
                )))
            }
        }

        impl From<$name> for u16 {
            fn from(number: $name) -> Self {
                number.0
            }
        }
    )*};
}

numbers! {
    /// Contour interval; 0 lets the relief decide.
    pub struct ContourInterval(0 ..= 500);
    /// A number of steps.
    pub struct Steps(1 ..= 50);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_their_unit_and_bounds() {
        let weight = |text: &str| Weight::try_from(text.to_owned());
        assert_eq!(weight("0.15 mm").map(Weight::get), Ok(0.15));
        assert_eq!(weight("0.15mm").map(Weight::get), Ok(0.15));
        for bad in ["0.15", "15 cm", "0 mm", "11 mm", "-1 mm", "+1 mm", "1e-1 mm", "NaN mm", "mm"] {
            let told = weight(bad).expect_err(bad).to_string();
            assert!(told.contains("from 0.02 to 10 mm, such as `0.15 mm`"), "{told}");
        }
        assert!(Share::try_from(1.01).is_err() && Share::try_from(f64::NAN).is_err());
        for number in [0.0, 51.0, -3.0, 2.5, 100_000.0, f64::NAN] {
            let error = Steps::try_from(number).expect_err("it is out of range").to_string();
            assert!(error.ends_with("a whole number from 1 to 50"), "{error}");
        }
        assert!(Steps::try_from(5.0).is_ok() && ContourInterval::try_from(501.0).is_err());
    }
}
