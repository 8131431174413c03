//! The graphics state, which `q` saves and `Q` restores.

use std::rc::Rc;

use lopdf::Object;

use crate::geometry::Matrix;
use crate::painting::canvas::{Clip, Compositing};
use crate::painting::colour_space::{ColourSpace, Paint};
use crate::pdf::font::Font;

/// A colour and its space, with its pattern if it is one.
#[derive(Clone, Debug)]
pub(crate) struct CurrentColour<'d> {
    pub(crate) space: Rc<ColourSpace>,
    pub(crate) paint: Rc<Paint>,
    pub(crate) pattern: Option<&'d Object>,
}

impl CurrentColour<'_> {
    pub(crate) fn black() -> Self {
        Self { space: Rc::new(ColourSpace::Gray), paint: Rc::new(Paint::black()), pattern: None }
    }
}

/// The text state.
#[derive(Clone, Debug)]
pub(crate) struct TextState {
    pub(crate) font: Option<Rc<Font>>,
    pub(crate) size: f64,
    pub(crate) letter_space: f64,
    pub(crate) word_space: f64,
    /// The horizontal scaling of text; 1 is unscaled.
    pub(crate) scaling: f64,
    pub(crate) leading: f64,
    pub(crate) rise: f64,
    pub(crate) mode: i64,
}

/// The graphics state.
#[derive(Clone, Debug)]
pub(crate) struct State<'d> {
    pub(crate) matrix: Matrix,
    pub(crate) clip: Rc<Clip>,
    pub(crate) fill: CurrentColour<'d>,
    pub(crate) stroke: CurrentColour<'d>,
    pub(crate) width: f64,
    pub(crate) text: TextState,
    pub(crate) fill_alpha: f64,
    pub(crate) stroke_alpha: f64,
    pub(crate) overprints_fill: bool,
    pub(crate) overprints_stroke: bool,
    /// Whether overprint mode 1 is set.
    pub(crate) keeps_zero_inks: bool,
    pub(crate) multiplies: bool,
}

impl State<'_> {
    pub(crate) fn new(matrix: Matrix, clip: Clip) -> Self {
        Self {
            matrix,
            clip: Rc::new(clip),
            fill: CurrentColour::black(),
            stroke: CurrentColour::black(),
            width: 1.0,
            text: TextState {
                font: None,
                size: 0.0,
                letter_space: 0.0,
                word_space: 0.0,
                scaling: 1.0,
                leading: 0.0,
                rise: 0.0,
                mode: 0,
            },
            fill_alpha: 1.0,
            stroke_alpha: 1.0,
            overprints_fill: false,
            overprints_stroke: false,
            keeps_zero_inks: false,
            multiplies: false,
        }
    }

    pub(crate) fn fill_compositing(&self) -> Compositing {
        Compositing {
            overprints: self.overprints_fill,
            keeps_zero_inks: self.keeps_zero_inks,
            alpha: self.fill_alpha,
            multiplies: self.multiplies,
        }
    }

    pub(crate) fn stroke_compositing(&self) -> Compositing {
        Compositing {
            overprints: self.overprints_stroke,
            keeps_zero_inks: self.keeps_zero_inks,
            alpha: self.stroke_alpha,
            multiplies: self.multiplies,
        }
    }
}
