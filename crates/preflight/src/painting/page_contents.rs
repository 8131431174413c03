//! What was seen on a page while it was painted.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::Point;
use crate::painting::outline::Outline;
use crate::report::{FontFacts, ImageFacts, RulerFacts};

/// A value and where it was seen, in points.
pub(crate) type At = (f64, Point);

/// What a text covers: its corners, one after another.
pub(crate) type Text = [Point; 4];

/// How a spot ink is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpotUse {
    pub(crate) lines: usize,
    pub(crate) fills: usize,
    pub(crate) texts: usize,
    pub(crate) overprinting: usize,
    pub(crate) open_lines: usize,
    /// Where it first knocks out what lies beneath it.
    pub(crate) knocks_out: Option<Point>,
    /// Where a line of it is first open.
    pub(crate) opens: Option<Point>,
}

/// Things of one kind: how many, and the first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    pub(crate) count: usize,
    /// The worst, and where it is.
    pub(crate) worst: Option<At>,
}

impl Counted {
    pub(crate) fn add(&mut self, value: f64, at: Point, is_worse: impl Fn(f64, f64) -> bool) {
        self.count += 1;
        if self.worst.is_none_or(|(worst, _)| is_worse(value, worst)) {
            self.worst = Some((value, at));
        }
    }
}

/// Everything.
#[derive(Debug, Default)]
pub(crate) struct PageContents {
    pub(crate) spaces: BTreeSet<String>,
    pub(crate) fonts: BTreeSet<FontFacts>,
    /// Spaces of light, with where each is painted first.
    pub(crate) light: BTreeMap<String, Point>,
    pub(crate) smallest_type: Option<At>,
    pub(crate) finest_line: Option<At>,
    pub(crate) finest_reversed: Option<At>,
    /// Type, lines and reversed lines below what the profile asks for.
    pub(crate) small_type: Counted,
    pub(crate) fine_lines: Counted,
    pub(crate) fine_reversed: Counted,
    /// Hairlines of more than two inks, by the number of inks.
    pub(crate) mixed_hairlines: Counted,
    pub(crate) images: Vec<ImageFacts>,
    pub(crate) spots: BTreeMap<String, SpotUse>,
    /// Most ink of lines and letters, which are too fine for the cells.
    pub(crate) most_ink: Option<At>,
    /// Small black letters that knock out of a tint, by size.
    pub(crate) knocked_out_text: Counted,
    /// Texts within the trim, but nearer to it than the safe zone, by their distance.
    pub(crate) unsafe_text: Counted,
    /// Texts nearer to a cut line inside the page than the safe zone, by their distance.
    pub(crate) cut_text: Counted,
    /// Where texts stand.
    pub(crate) texts: Vec<Text>,
    pub(crate) rulers: Vec<RulerFacts>,
    pub(crate) transparency: BTreeSet<String>,
    pub(crate) damage: BTreeSet<String>,
    /// Closed cut lines.
    pub(crate) cuts: Vec<Outline>,
}

impl PageContents {
    pub(crate) fn ink(&mut self, total: Option<f64>, at: Point) {
        if let Some(total) = total
            && self.most_ink.is_none_or(|(most, _)| total > most)
        {
            self.most_ink = Some((total, at));
        }
    }
}

/// Keeps the least.
pub(crate) fn least(place: &mut Option<At>, value: f64, at: Point) {
    if place.is_none_or(|(least, _)| value < least) {
        *place = Some((value, at));
    }
}
