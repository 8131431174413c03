//! The contents of a page, recorded while it is painted.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::Point;
use crate::painting::outline::Outline;
use crate::report::{FontFacts, ImageFacts, RulerFacts};

/// A value and its position, in points.
pub(crate) type PointValue = (f64, Point);

/// The box of a text run: its corners in order.
pub(crate) type TextQuad = [Point; 4];

/// The use of a spot ink.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpotUse {
    pub(crate) lines: usize,
    pub(crate) fills: usize,
    pub(crate) texts: usize,
    pub(crate) overprinting: usize,
    pub(crate) open_lines: usize,
    /// The width of the widest line.
    pub(crate) widest: Option<PointValue>,
    /// The first point where the ink knocks out the art below.
    pub(crate) first_knockout: Option<Point>,
    /// The first point of an open line.
    pub(crate) first_open: Option<Point>,
}

/// The number of violations of one kind, and the worst violation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) count: usize,
    /// The worst value and its position.
    pub(crate) worst: Option<PointValue>,
}

impl Tally {
    pub(crate) fn add(&mut self, value: f64, at: Point, is_worse: impl Fn(f64, f64) -> bool) {
        self.count += 1;
        if self.worst.is_none_or(|(worst, _)| is_worse(value, worst)) {
            self.worst = Some((value, at));
        }
    }
}

/// The contents of a page.
#[derive(Debug, Default)]
pub(crate) struct PageContents {
    pub(crate) spaces: BTreeSet<String>,
    pub(crate) fonts: BTreeSet<FontFacts>,
    /// Screen colour spaces, with the first position at which each is used.
    pub(crate) screen_spaces: BTreeMap<String, Point>,
    pub(crate) smallest_type: Option<PointValue>,
    pub(crate) finest_line: Option<PointValue>,
    pub(crate) finest_reversed: Option<PointValue>,
    /// Text, lines and reversed lines below the minimum size of the profile.
    pub(crate) small_type: Tally,
    pub(crate) fine_lines: Tally,
    pub(crate) fine_reversed: Tally,
    /// Hairlines in more than two inks, by the number of inks.
    pub(crate) mixed_hairlines: Tally,
    pub(crate) images: Vec<ImageFacts>,
    pub(crate) spots: BTreeMap<String, SpotUse>,
    /// The highest ink coverage, including lines and text that are too fine for the cells.
    pub(crate) max_ink: Option<PointValue>,
    /// Small black text that knocks out of a tint, by text size.
    pub(crate) knocked_out_text: Tally,
    /// White shapes, lines and text over art that overprint and so do not print.
    pub(crate) lost_white: Tally,
    /// Spot inks of hidden layers, with their first position.
    pub(crate) hidden_spots: BTreeMap<String, Point>,
    /// Text inside the trim but too close to it, by distance.
    pub(crate) unsafe_text: Tally,
    /// Text too close to a cut line inside the page, by distance.
    pub(crate) cut_text: Tally,
    /// The boxes of text runs.
    pub(crate) texts: Vec<TextQuad>,
    pub(crate) rulers: Vec<RulerFacts>,
    pub(crate) transparency: BTreeSet<String>,
    pub(crate) damage: BTreeSet<String>,
    /// Closed cut lines.
    pub(crate) cuts: Vec<Outline>,
}

impl PageContents {
    pub(crate) fn record_ink(&mut self, total: Option<f64>, at: Point) {
        if let Some(total) = total
            && self.max_ink.is_none_or(|(most, _)| total > most)
        {
            self.max_ink = Some((total, at));
        }
    }
}

/// Keeps the smaller of two values.
pub(crate) fn record_least(place: &mut Option<PointValue>, value: f64, at: Point) {
    if place.is_none_or(|(least, _)| value < least) {
        *place = Some((value, at));
    }
}
