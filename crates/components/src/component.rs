//! Things of paper that are cut out: stickers, chits, cards, sticks.

use sandtable_sheet::{Item, Path, Point, Rect};

use crate::paper::Size;
use crate::stickers::Making;

/// One thing to cut out. Its art lies in millimetres from the upper left corner of what is left when it
/// is cut out, and reaches beyond that by the bleed.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
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

    /// A thing with two faces, each drawn in a rectangle. Where nothing is printed behind, the back stands
    /// below the front and is folded behind it.
    pub(crate) fn of_two_faces(
        key: String,
        size: Size,
        making: &Making,
        front: impl Fn(Rect) -> Vec<Item>,
        back: impl Fn(Rect) -> Vec<Item>,
    ) -> Self {
        let (width, height) = (size.0.millimetres(), size.1.millimetres());
        let face = Rect::sized(0.0, 0.0, width, height);
        if !making.folds_backs {
            return Self { back: back(face), ..Self::flat(key, size, front(face)) };
        }
        let below = Rect::sized(0.0, height, width, height);
        // The back ends where the front begins, whatever lies beyond their edges.
        let behind = Item::Clip {
            path: Path::rect(Rect { top: height, ..below.grown(making.bleed) }),
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
