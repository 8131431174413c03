//! The look of a map as it is drawn: the pack's, with inks named for the press, and what the map and the target add.

use std::ops::{Deref, DerefMut};

use sandtable_pack::{self as pack, Rgb, StyleName};
use sandtable_sheet::{Ink, LEAST_RELIEF, Target};

use crate::own_symbols::OwnSymbols;

/// Everything that decides how a map looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    look: pack::Style<Ink>,
    /// No relief stroke is finer anywhere, in millimetres: what the press holds.
    pub least_stroke: f64,
    /// Drawings of the map's own.
    pub symbols: OwnSymbols,
}

impl Style {
    /// The look with lines that hold on a target.
    pub fn printed_on(mut self, target: &Target) -> Self {
        if let Some(profile) = target.profile() {
            let least = LEAST_RELIEF.max(profile.lines.positive.millimetres());
            self.least_stroke = least;
            let contours = &mut self.look.contours;
            contours.line = contours.line.at_least(least);
            contours.index_line = contours.index_line.at_least(least);
        }
        self
    }

    /// A look with its inks named.
    pub fn of(style: &pack::Style) -> Self {
        let ink = |name, Rgb { red, green, blue }| Ink { name, rgb: [red, green, blue] };
        Self { look: style.with_inks(ink), least_stroke: 0.0, symbols: OwnSymbols::default() }
    }

    /// The look of a name as a map has it, with the map's own symbols.
    pub fn of_map(style: &pack::MapStyle, name: StyleName) -> Self {
        Self { symbols: OwnSymbols::of(style, name), ..Self::of(&style.named(name)) }
    }

    /// Is anything printed in colour? What stands out is, if anything.
    pub(crate) fn has_colours(&self) -> bool {
        let [red, green, blue] = self.sheet.accent.rgb;
        red != green || green != blue
    }

    /// A look that comes with the program.
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
