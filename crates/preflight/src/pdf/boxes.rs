//! The boxes of a page.

use lopdf::{Dictionary, Object, ObjectId};

use crate::geometry::{Area, MM_PER_POINT, Point};
use crate::pdf::objects::{Objects, as_dictionary, number};
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
    /// The clockwise rotation of the page on screen, in degrees.
    pub(crate) rotation: u16,
}

impl Boxes {
    /// Reads the boxes of a page. Returns `None` if it has no size.
    pub(crate) fn read(objects: Objects<'_>, page: ObjectId) -> Option<Self> {
        let page = objects.0.get_dictionary(page).ok()?;
        let unit = objects.number(page, b"UserUnit").filter(|unit| *unit > 0.0).unwrap_or(1.0);
        let area = |sides: Option<Vec<f64>>| {
            let [a, b, c, d] = sides?[..] else { return None };
            Some(Area::from_corners(Point::new(a * unit, b * unit), Point::new(c * unit, d * unit)))
        };
        let inherited_area = |key: &[u8]| area(inherited_numbers(objects, page, key));
        let own_area = |key: &[u8]| area(objects.numbers(page, key));
        let media =
            inherited_area(b"MediaBox").filter(|it| it.width() > 1.0 && it.height() > 1.0)?;
        Some(Self {
            media,
            crop: inherited_area(b"CropBox"),
            bleed: own_area(b"BleedBox"),
            trim: own_area(b"TrimBox"),
            art: own_area(b"ArtBox"),
            unit,
            rotation: rotation(inherited(objects, page, b"Rotate").and_then(number)),
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

/// The rotation of a page, from 0 to 359 degrees.
fn rotation(written: Option<f64>) -> u16 {
    written.map_or(0, |degrees| (degrees as i64).rem_euclid(360) as u16)
}

/// The numbers under a key of a page, or of the nearest ancestor with that key.
fn inherited_numbers<'d>(
    objects: Objects<'d>,
    page: &'d Dictionary,
    key: &[u8],
) -> Option<Vec<f64>> {
    let array = inherited(objects, page, key)?.as_array().ok()?;
    array.iter().take(64).map(|object| number(objects.resolve(object)?)).collect()
}

/// The object under a key of a page, or of the nearest ancestor with that key.
fn inherited<'d>(objects: Objects<'d>, page: &'d Dictionary, key: &[u8]) -> Option<&'d Object> {
    let mut node = page;
    for _ in 0..MAX_ANCESTORS {
        if let Some(found) = objects.get(node, key) {
            return Some(found);
        }
        node = objects.dictionary(node, b"Parent")?;
    }
    None
}

/// The resources of a page, or of the nearest ancestor with resources.
pub(crate) fn resources<'d>(objects: Objects<'d>, page: ObjectId) -> Option<&'d Dictionary> {
    let page = objects.0.get_dictionary(page).ok()?;
    inherited(objects, page, b"Resources").and_then(as_dictionary)
}
