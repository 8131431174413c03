//! Things of paper that are cut out: stickers, chits, cards, sticks.

use crate::paper::Size;
use crate::sheet::{Item, Point};

/// One thing to cut out. Its art lies in millimetres from the upper left corner of what is left when it
/// is cut out, and reaches beyond that by the bleed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Component {
    /// What tells it from every other one of its pack, in this version and in later ones.
    pub key: String,
    /// Its size when it is cut out.
    pub size: Size,
    /// What is printed on its front.
    pub front: Vec<Item>,
    /// What is printed on its back; nothing where it is empty.
    pub back: Vec<Item>,
    /// Where it is folded: the two ends of each line.
    pub folds: Vec<[Point; 2]>,
}

impl Component {
    /// A thing of a size with an empty back, which is not folded.
    pub fn flat(key: String, size: Size, front: Vec<Item>) -> Self {
        Self { key, size, front, back: Vec::new(), folds: Vec::new() }
    }

    /// Width in millimetres.
    pub fn width(&self) -> f64 {
        self.size.0.millimetres()
    }

    /// Height in millimetres.
    pub fn height(&self) -> f64 {
        self.size.1.millimetres()
    }
}
