//! The unit of heights by the numbers of the EPSG registry. GDAL only writes that of the vertical
//! system.

use super::keys::USER_DEFINED;
use super::refusal::{Refusal, SET_UNIT, TURN_OVER};
use crate::elevation::system::{FOOT, SURVEY_FOOT};

/// Metres in the unit of a vertical system.
pub fn metres(system: Option<u16>, unit: Option<u16>) -> Result<f64, Refusal> {
    let unknown = |name: String| Err(Refusal::unreadable(name, SET_UNIT));
    match (system.unwrap_or(0), unit.unwrap_or(0)) {
        // The systems of depths, in version 11 of the registry.
        (
            code @ (5_336
            | 5_612
            | 5_614
            | 5_706
            | 5_715
            | 5_734
            | 5_739
            | 5_789
            | 5_831
            | 5_861..=5_867
            | 5_873
            | 6_357..=6_359
            | 7_976
            | 8_051
            | 8_053
            | 8_358
            | 8_378
            | 8_897
            | 9_287
            | 9_288
            | 9_672),
            _,
        ) => {
            let why = format!("the values are depths, not heights (EPSG:{code})");
            Err(Refusal::unreadable(why, TURN_OVER))
        }
        (0, 0) | (_, 9_001) => Ok(1.0),
        (_, 9_002) => Ok(FOOT),
        (_, 9_003) => Ok(SURVEY_FOOT),
        (_, USER_DEFINED) | (USER_DEFINED, 0) => {
            unknown("the heights are in an unknown unit".to_owned())
        }
        (_, code @ 1..) => unknown(format!("the heights are in the unit EPSG:{code}")),
        (6_130..=6_132 | 8_050 | 8_228, _) => Ok(FOOT),
        (5_702 | 6_360 | 8_052, _) => Ok(SURVEY_FOOT),
        // All others are in metres, except Poolbeg in British feet. Later systems may be in feet.
        (code, _) if code < 10_000 && code != 5_754 => Ok(1.0),
        (code, _) => unknown(format!("the heights use EPSG:{code}, a system in an unknown unit")),
    }
}
