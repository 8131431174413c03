//! The scale, offset and unit of a band, in GDAL's metadata.

use super::refusal::{Refusal, SAVE_AGAIN, SET_UNIT, unreadable};
use crate::elevation::system::{FOOT, SURVEY_FOOT};
use usvg::roxmltree::Document;

/// The conversion of stored values to metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conversion {
    scale: f64,
    offset: f64,
    /// Metres in the unit of the heights.
    unit: f64,
}

impl Conversion {
    /// Reads GDAL's metadata, an XML text, and the vertical unit of the GeoTIFF keys.
    pub fn read(metadata: Option<&str>, vertical_unit: Option<u16>) -> Result<Self, Refusal> {
        let mut conversion = Self { scale: 1.0, offset: 0.0, unit: 1.0 };
        match vertical_unit {
            None | Some(0 | 9_001 | 32_767) => {}
            Some(9_002) => conversion.unit = FOOT,
            Some(9_003) => conversion.unit = SURVEY_FOOT,
            Some(code) => {
                return Err(unreadable(
                    format!("the heights are in the unit EPSG:{code}"),
                    SET_UNIT,
                ));
            }
        }
        let Some(text) = metadata.map(|text| text.trim_end_matches('\0')) else {
            return Ok(conversion);
        };
        let document = Document::parse(text)
            .map_err(|_| unreadable("GDAL's metadata in the file are corrupt", SAVE_AGAIN))?;
        for item in document.descendants().filter(|node| node.has_tag_name("Item")) {
            if item.attribute("sample").is_some_and(|sample| sample != "0") {
                continue;
            }
            let value = item.text().unwrap_or_default().trim();
            let number = || {
                let number = value.parse().ok().filter(|number: &f64| number.is_finite());
                let role = item.attribute("role").unwrap_or_default();
                number.ok_or_else(|| unreadable(format!("invalid {role} `{value}`"), SAVE_AGAIN))
            };
            match item.attribute("role") {
                Some("scale") => conversion.scale = number()?,
                Some("offset") => conversion.offset = number()?,
                Some("unittype") => conversion.unit = unit(value)?,
                _ => {}
            }
        }
        Ok(conversion)
    }

    /// Converts a stored value to metres.
    pub fn metres(self, value: f64) -> f64 {
        (value * self.scale + self.offset) * self.unit
    }

    /// Whether the heights are in feet.
    pub fn is_in_feet(self) -> bool {
        (0.3..0.31).contains(&self.unit)
    }
}

/// Metres in a unit.
fn unit(name: &str) -> Result<f64, Refusal> {
    let lower = name.to_lowercase();
    match lower.as_str() {
        "" | "m" | "unknown" | "none" => Ok(1.0),
        "ft" | "feet" | "foot" => Ok(FOOT),
        "us survey foot" | "us-ft" | "ftus" | "us survey feet" => Ok(SURVEY_FOOT),
        "dm" | "decimetre" | "decimeter" | "decimetres" | "decimeters" => Ok(0.1),
        "cm" | "centimetre" | "centimeter" | "centimetres" | "centimeters" => Ok(0.01),
        "mm" | "millimetre" | "millimeter" | "millimetres" | "millimeters" => Ok(0.001),
        "km" | "kilometre" | "kilometer" | "kilometres" | "kilometers" => Ok(1_000.0),
        metres if metres.starts_with("metre") || metres.starts_with("meter") => Ok(1.0),
        metres if metres.starts_with("m ") || metres.starts_with("m(") => Ok(1.0),
        _ => Err(unreadable(format!("the heights are in the unit `{name}`"), SET_UNIT)),
    }
}
