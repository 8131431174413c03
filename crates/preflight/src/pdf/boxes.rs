//! The boxes of a page.

use lopdf::{Dictionary, ObjectId};

use crate::geometry::{Area, MM_PER_POINT, Point};
use crate::pdf::objects::Objects;
use crate::report::{BoxFacts, round};

/// The maximum number of ancestors of a page in the page tree.
const MAX_ANCESTORS: usize = 64;

/// The boxes that a file defines for a page, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Boxes {
    pub(crate) media: Area,
    pub(crate) crop: Option<Area>,
    pub(crate) bleed: Option<Area>,
    pub(crate) trim: Option<Area>,
    pub(crate) art: Option<Area>,
    /// The size of the page's user unit in points.
    pub(crate) unit: f64,
}

impl Boxes {
    /// Reads the boxes of a page. Returns `None` if it has no size.
    pub(crate) fn read(objects: Objects<'_>, page: ObjectId) -> Option<Self> {
        let page = objects.0.get_dictionary(page).ok()?;
        let unit = objects.number(page, b"UserUnit").filter(|unit| *unit > 0.0).unwrap_or(1.0);
        let area = |key: &[u8]| {
            let sides = inherited_numbers(objects, page, key)?;
            let [a, b, c, d] = sides.as_slice() else { return None };
            Some(Area::from_corners(Point::new(a * unit, b * unit), Point::new(c * unit, d * unit)))
        };
        let media = area(b"MediaBox").filter(|it| it.width() > 1.0 && it.height() > 1.0)?;
        Some(Self {
            media,
            crop: area(b"CropBox"),
            bleed: area(b"BleedBox"),
            trim: area(b"TrimBox"),
            art: area(b"ArtBox"),
            unit,
        })
    }

    /// The page after cutting: the first available of trim box, art box, crop box and whole page.
    pub(crate) fn finished_area(&self) -> Area {
        self.trim.or(self.art).or(self.crop).unwrap_or(self.media)
    }

    /// The area that art may cover.
    pub(crate) fn art_area(&self) -> Area {
        self.bleed.or(self.crop).unwrap_or(self.media)
    }

    pub(crate) fn facts(&self, area: Area) -> BoxFacts {
        let millimetres = |points: f64| round(points * MM_PER_POINT);
        BoxFacts {
            left: millimetres(area.left - self.media.left),
            bottom: millimetres(area.bottom - self.media.bottom),
            width: millimetres(area.width()),
            height: millimetres(area.height()),
        }
    }
}

/// The numbers under a key of a page, or of the nearest ancestor with that key.
fn inherited_numbers<'d>(
    objects: Objects<'d>,
    page: &'d Dictionary,
    key: &[u8],
) -> Option<Vec<f64>> {
    let mut node = page;
    for _ in 0..MAX_ANCESTORS {
        if let Some(numbers) = objects.numbers(node, key) {
            return Some(numbers);
        }
        node = objects.dictionary(node, b"Parent")?;
    }
    None
}

/// The resources of a page, or of the nearest ancestor with resources.
pub(crate) fn resources<'d>(objects: Objects<'d>, page: ObjectId) -> Option<&'d Dictionary> {
    let mut node = objects.0.get_dictionary(page).ok()?;
    for _ in 0..MAX_ANCESTORS {
        if let Some(resources) = objects.dictionary(node, b"Resources") {
            return Some(resources);
        }
        node = objects.dictionary(node, b"Parent")?;
    }
    None
}
