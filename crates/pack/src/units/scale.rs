//! The bridge between ground and paper.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{GroundLength, PaperLength};

/// A map scale 1:denominator; the only way from ground to paper and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "u32", into = "u32")]
#[cfg_attr(feature = "schema", schemars(with = "u32", extend("minimum" = 100, "maximum" = 10_000_000)))]
pub struct Scale(u32);

impl Scale {
    /// The nominal scale of Pub Battles, 1:16,000 (PB-1.1).
    pub const PUB_BATTLES: Self = Self(16_000);
    /// 3 3/4 inches to the statute mile, 1:16,896: the scale of the publisher's measuring sticks
    /// (PB-1.2).
    pub const PUBLISHER: Self = Self(16_896);
    /// The scale of Kriegsspiel, 1:8,000 (PB-1.6).
    pub const KRIEGSSPIEL: Self = Self(8_000);

    /// The scale 1:`denominator`, or `None` outside 1:100 … 1:10,000,000.
    #[inline]
    pub const fn new(denominator: u32) -> Option<Self> {
        if denominator >= 100 && denominator <= 10_000_000 { Some(Self(denominator)) } else { None }
    }

    /// The number after the colon.
    #[inline]
    pub const fn denominator(self) -> u32 {
        self.0
    }

    /// The length on paper of a length on the ground.
    #[inline]
    pub fn to_paper(self, ground: GroundLength) -> PaperLength {
        PaperLength::from_millimetres(f64::from(ground.centimetres()) * 10.0 / f64::from(self.0))
    }

    /// The length on the ground of a length on paper, to the nearest centimetre; `None` if it
    /// exceeds the range of [`GroundLength`].
    #[inline]
    pub fn to_ground(self, paper: PaperLength) -> Option<GroundLength> {
        GroundLength::from_metres_rounded(paper.millimetres() * f64::from(self.0) / 1000.0)
    }
}

impl From<Scale> for u32 {
    #[inline]
    fn from(scale: Scale) -> Self {
        scale.0
    }
}

impl TryFrom<u32> for Scale {
    type Error = String;
    fn try_from(denominator: u32) -> Result<Self, String> {
        Self::new(denominator).ok_or_else(|| format!("1:{denominator} is not a valid map scale"))
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1:{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pb_1_4_foot_third_on_paper() {
        let foot_third = GroundLength::from_metres(760);
        assert_eq!(Scale::PUB_BATTLES.to_paper(foot_third), PaperLength::from_millimetres(47.5));
    }

    #[test]
    fn scale_out_of_range_is_rejected() {
        for text in ["0", "99", "10000001", "-16000"] {
            assert!(serde_json::from_str::<Scale>(text).is_err(), "{text}");
        }
        assert_eq!(serde_json::from_str::<Scale>("16000").ok(), Some(Scale::PUB_BATTLES));
        assert_eq!(serde_json::to_string(&Scale::PUB_BATTLES).ok().as_deref(), Some("16000"));
    }

    #[test]
    fn block_scales_to_ground() {
        let length = Scale::PUB_BATTLES.to_ground(PaperLength::from_inches(1.5));
        assert_eq!(length, Some(GroundLength::from_centimetres(60_960)));
    }
}
