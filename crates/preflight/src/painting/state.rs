//! The graphics state, which `q` saves and `Q` restores.

use std::rc::Rc;

use crate::geometry::Matrix;
use crate::painting::canvas::{Clip, Laying};
use crate::painting::colour_space::{Paint, Space};
use crate::pdf::font::Font;

/// A colour and its space.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) space: Rc<Space>,
    pub(crate) paint: Rc<Paint>,
}

impl Chosen {
    pub(crate) fn black() -> Self {
        Self { space: Rc::new(Space::Gray), paint: Rc::new(Paint::black()) }
    }
}

/// The text state.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) font: Option<Rc<Font>>,
    pub(crate) size: f64,
    pub(crate) letter_space: f64,
    pub(crate) word_space: f64,
    /// The horizontal scaling of text; 1 is unscaled.
    pub(crate) stretch: f64,
    pub(crate) leading: f64,
    pub(crate) rise: f64,
    pub(crate) mode: i64,
}

/// The graphics state.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) matrix: Matrix,
    pub(crate) clip: Rc<Clip>,
    pub(crate) fill: Chosen,
    pub(crate) stroke: Chosen,
    pub(crate) width: f64,
    pub(crate) text: Text,
    pub(crate) fill_alpha: f64,
    pub(crate) stroke_alpha: f64,
    pub(crate) overprints_fill: bool,
    pub(crate) overprints_stroke: bool,
    /// Whether overprint mode 1 is set.
    pub(crate) keeps_nothing: bool,
    pub(crate) multiplies: bool,
}

impl State {
    pub(crate) fn new(matrix: Matrix, clip: Clip) -> Self {
        Self {
            matrix,
            clip: Rc::new(clip),
            fill: Chosen::black(),
            stroke: Chosen::black(),
            width: 1.0,
            text: Text {
                font: None,
                size: 0.0,
                letter_space: 0.0,
                word_space: 0.0,
                stretch: 1.0,
                leading: 0.0,
                rise: 0.0,
                mode: 0,
            },
            fill_alpha: 1.0,
            stroke_alpha: 1.0,
            overprints_fill: false,
            overprints_stroke: false,
            keeps_nothing: false,
            multiplies: false,
        }
    }

    pub(crate) fn filling(&self) -> Laying {
        Laying {
            overprints: self.overprints_fill,
            keeps_nothing: self.keeps_nothing,
            alpha: self.fill_alpha,
            multiplies: self.multiplies,
        }
    }

    pub(crate) fn stroking(&self) -> Laying {
        Laying {
            overprints: self.overprints_stroke,
            keeps_nothing: self.keeps_nothing,
            alpha: self.stroke_alpha,
            multiplies: self.multiplies,
        }
    }
}
