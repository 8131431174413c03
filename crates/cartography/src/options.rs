//! How a map of a battlefield is made: its language, its look, its scale, and what is shown upon the ground.

use sandtable_pack::{Language, Map, Scale, StyleName};

use crate::set_up::stand::SetUpOf;
use crate::style::Style;

/// How a map sheet is made.
#[derive(Clone, Debug, PartialEq)]
pub struct MapOptions {
    /// Language of the fixed words, titles and names.
    pub language: Language,
    /// Its look.
    pub style: Style,
    /// Another scale than the pack's, with which it is no map to play on.
    pub scale: Option<Scale>,
    /// What is shown upon the ground.
    pub overlay: Overlay,
}

/// What a map sheet shows upon the ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing: the map to play on.
    #[default]
    Ground,
    /// The set-up of the battle.
    SetUp(SetUpOf),
    /// What the engine reads on the ground.
    Proof,
}

impl Overlay {
    /// The name of the sheet.
    pub(crate) fn sheet_name(&self) -> String {
        match self {
            Self::Ground => "map".to_owned(),
            Self::Proof => "proof".to_owned(),
            Self::SetUp(SetUpOf::Both) => "set-up".to_owned(),
            Self::SetUp(SetUpOf::Side(side)) => format!("set-up-{side}"),
        }
    }
}

impl MapOptions {
    /// The scale at which the map of a pack is drawn.
    pub(crate) fn scale_of(&self, map: &Map) -> Scale {
        self.scale.unwrap_or(map.scale)
    }
}

impl Default for MapOptions {
    /// English, in the `staff` style, at the pack's scale.
    fn default() -> Self {
        Self {
            language: Language::En,
            style: Style::built_in(StyleName::Staff),
            scale: None,
            overlay: Overlay::Ground,
        }
    }
}

/// Paper beside and above the map frame in millimetres.
pub(crate) const MARGIN: f64 = 17.0;
