//! Marks around a page for a press: they guide cutting, align plates and cutting machines, and
//! identify the file. They are outside the bleed, on extra paper around the page.

use sandtable_pack::PaperLength;
use sandtable_shop::Registration;

use crate::display::path::{Path, Point, Rect};
use crate::display::sheet::{Ink, Item, Layer, Rotation, Sheet, Stroke};
use crate::pdf::Metadata;
use crate::press::target::{Press, REGISTRATION};
use crate::text::typeface::{Face, Lettering, shape};

/// The length of crop marks and the size of registration marks, in millimetres.
const LENGTH: f64 = 5.0;
/// The width of the white margin around marks, in millimetres.
const WHITE_MARGIN: f64 = 1.0;

/// Returns a line that identifies a page of the file: title, page, date and digest.
pub fn slug(metadata: &Metadata, page: usize, pages: usize) -> String {
    let published = metadata.published.map(|(y, m, d)| format!(" · {y:04}-{m:02}-{d:02}"));
    let digest = metadata.identifier.rsplit(' ').next().unwrap_or_default();
    let short: String = digest.chars().take(12).collect();
    format!("{} · {page}/{pages}{} · {short}", metadata.title, published.unwrap_or_default())
}

/// Returns how far marks and their white margin extend beyond the trim, in millimetres; `None`
/// without marks.
pub fn marks_reach(press: &Press) -> Option<f64> {
    let marks = press.profile.marks;
    let has_marks = marks.crop || marks.registration != Registration::None;
    has_marks.then(|| marks.offset.millimetres() + LENGTH + WHITE_MARGIN)
}

/// Returns the page with the marks that a shop requires, enlarged to hold them; art ends with the
/// bleed. Without required marks, the page is unchanged.
pub fn with_press_marks(sheet: &Sheet, press: &Press, slug: &str) -> Sheet {
    let Some(reach) = marks_reach(press) else { return sheet.clone() };
    let wanted = sheet.trim.expand(reach);
    let (width, height) = (sheet.width.millimetres(), sheet.height.millimetres());
    let (left, top) = ((-wanted.left).max(0.0), (-wanted.top).max(0.0));
    let more = |beyond: f64| PaperLength::from_millimetres(beyond.max(0.0));
    let mut page = sheet.empty_page(
        sheet.name.clone(),
        sheet.width + more(left) + more(wanted.right - width),
        sheet.height + more(top) + more(wanted.bottom - height),
    );
    page.omitted_names.clone_from(&sheet.omitted_names);
    let by = Point::new(left, top);
    let Rect { left, top, right, bottom } = sheet.trim;
    page.trim = Rect::new(left + by.x, top + by.y, right + by.x, bottom + by.y);
    let bleed = Path::rect(page.trim.expand(press.profile.bleed.millimetres()));
    let moved = |layer: &Layer| {
        let items = layer.items.iter().map(|item| item.transform(by, Rotation::NONE)).collect();
        Layer { name: layer.name, items: vec![Item::Clip { path: bleed.clone(), items }] }
    };
    page.layers = sheet.layers.iter().map(moved).collect();
    let around = Around { trim: page.trim, press };
    let mut items = around.registration();
    if press.profile.marks.crop {
        items.push(around.crop());
    }
    items.extend(around.slug(slug));
    page.add_layer("marks", items);
    page
}

/// The marks around a trim.
struct Around<'p> {
    trim: Rect,
    press: &'p Press,
}

impl Around<'_> {
    /// Returns the distance of marks from the trim, which keeps them out of the bleed.
    fn offset(&self) -> f64 {
        let profile = &self.press.profile;
        let beyond_bleed = profile.bleed.millimetres() + self.width() / 2.0;
        profile.marks.offset.millimetres().max(beyond_bleed)
    }

    /// Returns the line width of marks: the finest printable width.
    fn width(&self) -> f64 {
        self.press.profile.lines.positive.millimetres()
    }

    fn line(&self, path: Path) -> Item {
        Item::line(path, Stroke::solid(REGISTRATION, self.width()))
    }

    /// Draws two lines at each corner, in line with the sides.
    fn crop(&self) -> Item {
        let Rect { left, top, right, bottom } = self.trim;
        let (near, far) = (self.offset(), self.offset() + LENGTH);
        let mut lines = Path::new();
        for (x, out) in [(left, -1.0), (right, 1.0)] {
            for y in [top, bottom] {
                lines.add_line(&[Point::new(x + out * near, y), Point::new(x + out * far, y)]);
            }
        }
        for (y, out) in [(top, -1.0), (bottom, 1.0)] {
            for x in [left, right] {
                lines.add_line(&[Point::new(x, y + out * near), Point::new(x, y + out * far)]);
            }
        }
        self.line(lines)
    }

    /// Draws crosses in rings at the middle of each side, or dots at the corners.
    fn registration(&self) -> Vec<Item> {
        let Rect { left, top, right, bottom } = self.trim;
        let out = self.offset() + LENGTH / 2.0;
        match self.press.profile.marks.registration {
            Registration::None => Vec::new(),
            Registration::Crosses => {
                let Point { x, y } = self.trim.centre();
                let middles =
                    [(x, top - out), (right + out, y), (x, bottom + out), (left - out, y)];
                let mut path = Path::new();
                for (x, y) in middles {
                    let arm = LENGTH / 2.0;
                    path.add_line(&[Point::new(x - arm, y), Point::new(x + arm, y)]);
                    path.add_line(&[Point::new(x, y - arm), Point::new(x, y + arm)]);
                    path.add(&Path::circle(Point::new(x, y), LENGTH * 0.3));
                }
                vec![self.line(path)]
            }
            Registration::Dots => {
                let corners = [
                    (left - out, top - out),
                    (right + out, top - out),
                    (right + out, bottom + out),
                    (left - out, bottom + out),
                    // This dot shows the machine the orientation of the sheet.
                    (left - out, bottom + out - 2.0 * LENGTH),
                ];
                let mut path = Path::new();
                for (x, y) in corners {
                    path.add(&Path::circle(Point::new(x, y), LENGTH / 2.0));
                }
                vec![Item::fill(path, Ink::new("black", 0))]
            }
        }
    }

    /// Draws the line below the page, if it fits before the mark in the middle.
    fn slug(&self, words: &str) -> Option<Item> {
        let size = self.press.profile.lettering.fine_print;
        let line = shape(words, Lettering::new(Face::Regular, size.points()));
        let from = self.trim.left + WHITE_MARGIN * 2.0;
        let room = self.trim.centre().x - LENGTH / 2.0 - WHITE_MARGIN - from;
        let base = self.trim.bottom + self.offset() + LENGTH / 2.0 + size.millimetres() / 3.0;
        let run = || line.rotated(Point::new(from, base), Rotation::NONE, Ink::new("black", 0));
        (line.width() <= room).then(|| Item::Text(run()))
    }
}

#[cfg(test)]
mod tests {
    use sandtable_shop::ShopProfile;

    use super::*;
    use crate::press::target::with_bleed;

    fn sheet() -> Sheet {
        let length = PaperLength::from_millimetres;
        let mut sheet = Sheet::new("page".to_owned(), length(200.0), length(100.0));
        let art = Path::rect(sheet.trim.expand(50.0));
        sheet.add_layer("paper", vec![Item::fill(art, Ink::new("paper", 0xf4ecd8))]);
        sheet
    }

    fn press(registration: Registration, crop: bool) -> Press {
        let mut terms = Press::default().profile.into_terms();
        terms.marks.registration = registration;
        terms.marks.crop = crop;
        terms.marks.offset = PaperLength::from_millimetres(4.0);
        let profile = ShopProfile::new(terms).expect("consistent parts");
        Press { profile, ..Press::default() }
    }

    fn bounds(item: &Item) -> Rect {
        match item {
            Item::Fill { path, .. } | Item::Line { path, .. } | Item::Clip { path, .. } => {
                path.bounds().expect("the path has points")
            }
            Item::Text(run) => run.bounds().expect("the text has glyphs"),
            Item::Stamps { .. } => panic!("nothing is stamped"),
        }
    }

    fn assert_rect(rect: Rect, expected: [f64; 4]) {
        let Rect { left, top, right, bottom } = rect;
        let found = [left, top, right, bottom];
        let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(near, "{found:?}, not {expected:?}");
    }

    #[test]
    fn marks_are_outside_bleed() {
        for registration in [Registration::Crosses, Registration::Dots] {
            let press = press(registration, true);
            let page = with_press_marks(&with_bleed(&sheet(), &press), &press, "Jena · 1/1");
            let (width, height) = (page.width.millimetres(), page.height.millimetres());
            assert_rect(page.trim, [10.0, 10.0, 210.0, 110.0]);
            assert_rect(Rect::new(0.0, 0.0, width, height), [0.0, 0.0, 220.0, 120.0]);
            let [art, marks] = &page.layers[..] else { panic!("{:?}", page.layers) };
            assert_rect(bounds(&art.items[0]), [7.0, 7.0, 213.0, 113.0]);
            // All marks keep their offset and stay on the page.
            let all: Vec<Rect> = marks.items.iter().map(bounds).collect();
            assert_rect(all[0].union(&all[1]), [1.0, 1.0, 219.0, 119.0]);
            let paths = marks.items.iter().filter_map(|item| match item {
                Item::Fill { path, .. } | Item::Line { path, .. } => Some(path),
                _ => None,
            });
            let kept = page.trim.expand(4.0 - 1e-9);
            for point in paths.flat_map(|path| path.segments()).flat_map(|s| s.points()).flatten() {
                assert!(!kept.contains(point), "{point:?}");
            }
            assert!(matches!(marks.items[2], Item::Text(_)));
            assert!(bounds(&marks.items[2]).top > 113.0);
        }
    }

    #[test]
    fn profile_without_marks_keeps_page() {
        let page = with_bleed(&sheet(), &Press::default());
        assert_eq!(with_press_marks(&page, &press(Registration::None, false), "Jena"), page);
        let crop = with_press_marks(&page, &press(Registration::None, true), &"Jena ".repeat(90));
        assert_eq!(crop.layers[1].items.len(), 1, "a line that is too long is omitted");
    }

    #[test]
    fn slug_identifies_file() {
        let metadata = Metadata {
            title: "Jena (map)".to_owned(),
            published: Some((2026, 2, 1)),
            identifier: "map 0123456789abcdef".to_owned(),
            ..Metadata::default()
        };
        assert_eq!(slug(&metadata, 1, 2), "Jena (map) · 1/2 · 2026-02-01 · 0123456789ab");
    }
}
