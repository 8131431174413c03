//! Paper components that players cut out: stickers, chits, cards and sticks.

use sandtable_sheet::{Item, Path, Point, Rect};

use crate::paper::Size;
use crate::stickers::ComponentSettings;

/// A component to cut out. Its art is in millimetres from the upper left corner of the cut
/// component, and extends beyond the edge by the bleed.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Its key in the pack, the same in every version.
    pub key: String,
    /// Its size after cutting.
    pub size: Size,
    /// The art of the front.
    pub front: Vec<Item>,
    /// The art of the back; empty if the back is blank.
    pub back: Vec<Item>,
    /// The fold lines, each by its two ends.
    pub folds: Vec<[Point; 2]>,
}

impl Component {
    /// An unfolded component with an empty back.
    pub fn flat(key: String, size: Size, front: Vec<Item>) -> Self {
        Self { key, size, front, back: Vec::new(), folds: Vec::new() }
    }

    /// A component with two faces, each drawn in a rectangle. If sheets have no printed backs, the
    /// back is below the front, to be folded behind it.
    pub(crate) fn with_two_faces(
        key: String,
        size: Size,
        making: &ComponentSettings,
        front: impl Fn(Rect) -> Vec<Item>,
        back: impl Fn(Rect) -> Vec<Item>,
    ) -> Self {
        let (width, height) = (size.0.millimetres(), size.1.millimetres());
        let face = Rect::from_size(0.0, 0.0, width, height);
        if !making.folds_backs {
            return Self { back: back(face), ..Self::flat(key, size, front(face)) };
        }
        let below = Rect::from_size(0.0, height, width, height);
        // Clip the back at the fold: the art of both faces extends beyond their edges.
        let behind = Item::Clip {
            path: Path::rect(Rect { top: height, ..below.expand(making.bleed) }),
            items: back(below),
        };
        let mut art = front(face);
        art.push(behind);
        Self {
            folds: vec![[Point::new(0.0, height), Point::new(width, height)]],
            ..Self::flat(key, (size.0, size.1 * 2.0), art)
        }
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
