//! The scale, offset and unit of a band, in GDAL's metadata.

use super::keys::Keys;
use super::refusal::{Refusal, SAVE_AGAIN, SET_UNIT};
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
    /// Reads GDAL's metadata, an XML text. If they name no unit, that of the GeoTIFF keys counts.
    pub fn read(metadata: Option<&str>, keys: &Keys) -> Result<Self, Refusal> {
        let text = metadata.map_or("<GDALMetadata/>", |text| text.trim_end_matches('\0'));
        let document = Document::parse(text).map_err(|_| {
            Refusal::unreadable("GDAL's metadata in the file are corrupt", SAVE_AGAIN)
        })?;
        let (mut scale, mut offset, mut named) = (1.0, 0.0, None);
        for item in document.descendants().filter(|node| node.has_tag_name("Item")) {
            if item.attribute("sample").is_some_and(|sample| sample != "0") {
                continue;
            }
            let value = item.text().unwrap_or_default().trim();
            let number = || {
                let number = value.parse().ok().filter(|number: &f64| number.is_finite());
                let role = item.attribute("role").unwrap_or_default();
                number.ok_or_else(|| {
                    Refusal::unreadable(format!("invalid {role} `{value}`"), SAVE_AGAIN)
                })
            };
            match item.attribute("role") {
                Some("scale") => scale = number()?,
                Some("offset") => offset = number()?,
                Some("unittype") => named = unit(value)?,
                _ => {}
            }
        }
        Ok(Self { scale, offset, unit: named.map_or_else(|| keys.vertical_unit(), Ok)? })
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

/// Metres in a unit; `None` if the name says that it is unknown.
fn unit(name: &str) -> Result<Option<f64>, Refusal> {
    let lower = name.to_lowercase();
    Ok(Some(match lower.as_str() {
        "" | "unknown" | "none" => return Ok(None),
        "m" => 1.0,
        "ft" | "feet" | "foot" => FOOT,
        "us survey foot" | "us-ft" | "ftus" | "us survey feet" => SURVEY_FOOT,
        "dm" | "decimetre" | "decimeter" | "decimetres" | "decimeters" => 0.1,
        "cm" | "centimetre" | "centimeter" | "centimetres" | "centimeters" => 0.01,
        "mm" | "millimetre" | "millimeter" | "millimetres" | "millimeters" => 0.001,
        "km" | "kilometre" | "kilometer" | "kilometres" | "kilometers" => 1_000.0,
        metres if metres.starts_with("metre") || metres.starts_with("meter") => 1.0,
        metres if metres.starts_with("m ") || metres.starts_with("m(") => 1.0,
        _ => {
            let why = format!("the heights are in the unit `{name}`");
            return Err(Refusal::unreadable(why, SET_UNIT));
        }
    }))
}
