//! Options for a battlefield map: language, style, scale and overlay.

use sandtable_pack::{Language, Map, Scale, StyleName};

use crate::set_up::positions::SetUpSides;
use crate::style::Style;

/// Options for a map sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct MapOptions {
    /// The language of fixed words, titles and names.
    pub language: Language,
    /// The style.
    pub style: Style,
    /// A scale that replaces the pack's scale; such a map is not for play.
    pub scale: Option<Scale>,
    /// The overlay on the ground.
    pub overlay: Overlay,
}

/// The overlay of a map sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// None: the map for play.
    #[default]
    Ground,
    /// The set-up of the battle.
    SetUp(SetUpSides),
    /// The terrain as the engine reads it.
    Proof,
}

impl Overlay {
    /// Returns the name of the sheet.
    pub(crate) fn sheet_name(&self) -> String {
        match self {
            Self::Ground => "map".to_owned(),
            Self::Proof => "proof".to_owned(),
            Self::SetUp(SetUpSides::Both) => "set-up".to_owned(),
            Self::SetUp(SetUpSides::Side(side)) => format!("set-up-{side}"),
        }
    }
}

impl MapOptions {
    /// Returns the scale of the drawn map.
    pub(crate) fn scale_of(&self, map: &Map) -> Scale {
        self.scale.unwrap_or(map.scale)
    }
}

impl Default for MapOptions {
    /// Returns English, the `staff` style and the pack's scale.
    fn default() -> Self {
        Self {
            language: Language::En,
            style: Style::built_in(StyleName::Staff),
            scale: None,
            overlay: Overlay::Ground,
        }
    }
}

/// The margin left of and above the map frame, in millimetres.
pub(crate) const MARGIN: f64 = 17.0;
