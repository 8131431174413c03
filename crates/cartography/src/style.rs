//! The style of a drawn map: the pack's style with inks named for the press, plus settings of the
//! map and the target.

use std::ops::{Deref, DerefMut};

use sandtable_pack::{self as pack, Rgb, StyleName};
use sandtable_sheet::{Ink, MIN_RELIEF_WIDTH, Target};

use crate::own_symbols::OwnSymbols;

/// All settings for the look of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    look: pack::Style<Ink>,
    /// The finest printable relief stroke, in millimetres.
    pub least_stroke: f64,
    /// The map's own symbols.
    pub symbols: OwnSymbols,
}

impl Style {
    /// Returns the style with lines wide enough for a target.
    pub fn printed_on(mut self, target: &Target) -> Self {
        if let Some(profile) = target.profile() {
            let least = MIN_RELIEF_WIDTH.max(profile.lines.positive.millimetres());
            self.least_stroke = least;
            let contours = &mut self.look.contours;
            contours.line = contours.line.at_least(least);
            contours.index_line = contours.index_line.at_least(least);
        }
        self
    }

    /// Returns a style with its inks named.
    pub fn of(style: &pack::Style) -> Self {
        let ink = |name, Rgb { red, green, blue }| Ink { name, rgb: [red, green, blue] };
        Self { look: style.with_inks(ink), least_stroke: 0.0, symbols: OwnSymbols::default() }
    }

    /// Returns a named style of a map, with the map's own symbols.
    pub fn from_map(style: &pack::MapStyle, name: StyleName) -> Self {
        Self { symbols: OwnSymbols::of(style, name), ..Self::of(&style.named(name)) }
    }

    /// Whether anything is printed in colour, in which case the accent ink is coloured.
    pub(crate) fn has_colours(&self) -> bool {
        let [red, green, blue] = self.sheet.accent.rgb;
        red != green || green != blue
    }

    /// Returns a built-in style.
    pub fn built_in(name: StyleName) -> Self {
        Self::of(&pack::Style::built_in(name))
    }
}

impl Deref for Style {
    type Target = pack::Style<Ink>;

    fn deref(&self) -> &Self::Target {
        &self.look
    }
}

impl DerefMut for Style {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.look
    }
}
