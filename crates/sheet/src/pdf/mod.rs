//! Writes sheets as PDF: subset fonts, selectable text, and symbols as repeated XObjects.
//!
//! It uses no clock and no random ids: the same sheets give the same bytes. The target determines
//! the inks.

pub(crate) mod error;
pub(crate) mod unit;
pub(crate) mod writer;

use krilla::geom::{Rect as KrillaRect, Transform};
use krilla::metadata::{DateTime, Metadata as KrillaMetadata};
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};
use sandtable_shop::Printer;

use crate::display::path::{Point, Rect};
use crate::display::sheet::Sheet;
use crate::pdf::error::PdfError;
use crate::pdf::unit::POINTS_PER_MILLIMETRE;
use crate::pdf::writer::{Fonts, Writer};
use crate::press::file::add_press_features;
use crate::press::target::Target;

/// The file metadata.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The document title.
    pub title: String,
    /// The language tag, such as `en`.
    pub language: String,
    /// The year, month and day of the scenario's publication: the only date in the file.
    pub published: Option<(u16, u8, u8)>,
    /// An identifier of the contents, such as a pack digest.
    pub identifier: String,
}

/// Returns one PDF for home printers and screens, with a page for each sheet, in order.
///
/// Fails if a sheet has zero size or the file exceeds a format limit.
pub fn pdf(sheets: &[Sheet], metadata: &Metadata) -> Result<Vec<u8>, PdfError> {
    pdf_for(&Target::Home, sheets, metadata)
}

/// Returns one PDF for a target, with a page for each sheet, in order.
///
/// Fails if a sheet has zero size or the file exceeds a format limit.
pub fn pdf_for(
    target: &Target,
    sheets: &[Sheet],
    metadata: &Metadata,
) -> Result<Vec<u8>, PdfError> {
    corrected_pdf(target, target.printer(), sheets, metadata)
}

/// Returns one PDF that compensates for a printer that prints too large or too small. For home
/// printing, the page keeps the paper size; for a shop, the page scales too.
pub fn corrected_pdf(
    target: &Target,
    printer: Printer,
    sheets: &[Sheet],
    metadata: &Metadata,
) -> Result<Vec<u8>, PdfError> {
    let mut document = Document::new_with(SerializeSettings {
        enable_tagging: false,
        // Press streams are compressed after the post-pass.
        compress_content_streams: *target == Target::Home,
        ..SerializeSettings::default()
    });
    document.set_metadata(document_metadata(metadata));
    let fonts = Fonts::load();
    for sheet in sheets {
        let frame = Frame::new(sheet, target, printer);
        if frame.page.width().max(frame.page.height()) * POINTS_PER_MILLIMETRE > MAX_PAGE_POINTS {
            return Err(PdfError::new(format!(
                "a page of {:.0} × {:.0} mm is larger than a PDF may have, 5080 mm: print the map in tiles with `--paper`",
                frame.page.width(),
                frame.page.height()
            )));
        }
        let settings = page_settings(sheet, target, &frame)
            .ok_or_else(|| PdfError::new(format!("sheet {} has no size", sheet.name)))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        Writer::new(sheet, &fonts, target, &mut surface).sheet(&frame, &mut surface);
        surface.finish();
        page.finish();
    }
    let bytes = document.finish().map_err(|error| PdfError::new(format!("{error:?}")))?;
    let finish = || -> lopdf::Result<Vec<u8>> {
        let mut document = lopdf::Document::load_mem(&bytes)?;
        match target {
            Target::Home => keep_size(&mut document)?,
            Target::Shop(press) => add_press_features(&mut document, press)?,
        }
        let mut finished = Vec::new();
        document.save_to(&mut finished)?;
        Ok(finished)
    };
    finish().map_err(|error| PdfError::new(error.to_string()))
}

/// Asks print dialogs not to scale the pages of a file.
fn keep_size(document: &mut lopdf::Document) -> lopdf::Result<()> {
    let preferences = lopdf::dictionary! { "PrintScaling" => "None" };
    document.catalog_mut()?.set("ViewerPreferences", preferences);
    Ok(())
}

/// The maximum page length in points, a limit of PDF programs.
const MAX_PAGE_POINTS: f64 = 14_400.0;

/// The mapping of a sheet's millimetres to its page.
struct Frame {
    /// Page millimetres for each sheet millimetre, across and down.
    stretch: (f64, f64),
    /// The position of the sheet's corner on the page.
    corner: Point,
    /// The page.
    page: Rect,
}

impl Frame {
    fn new(sheet: &Sheet, target: &Target, printer: Printer) -> Self {
        let (across, down) = (1.0 / printer.x.fraction(), 1.0 / printer.y.fraction());
        let (width, height) = (sheet.width.millimetres(), sheet.height.millimetres());
        let (corner, page) = match target {
            // Scaled around the centre.
            Target::Home => {
                ((width * (1.0 - across) / 2.0, height * (1.0 - down) / 2.0), (width, height))
            }
            Target::Shop(_) => ((0.0, 0.0), (width * across, height * down)),
        };
        Self {
            stretch: (across, down),
            corner: Point::new(corner.0, corner.1),
            page: Rect::new(0.0, 0.0, page.0, page.1),
        }
    }

    /// Returns the position on the page of a part of the sheet, clipped to the page.
    fn place(&self, part: Rect) -> Rect {
        let (across, down) = self.stretch;
        let x = |x: f64| (self.corner.x + x * across).clamp(0.0, self.page.right);
        let y = |y: f64| (self.corner.y + y * down).clamp(0.0, self.page.bottom);
        Rect::new(x(part.left), y(part.top), x(part.right), y(part.bottom))
    }

    /// Returns the transform from sheet millimetres to page points.
    fn transform(&self) -> Transform {
        let ((across, down), Point { x, y }) = (self.stretch, self.corner);
        let [across, down, x, y] =
            [across, down, x, y].map(|part| (part * POINTS_PER_MILLIMETRE) as f32);
        Transform::from_row(across, 0.0, 0.0, down, x, y)
    }
}

fn page_settings(sheet: &Sheet, target: &Target, frame: &Frame) -> Option<PageSettings> {
    let points = |rect: Rect| {
        let Rect { left, top, right, bottom } = rect;
        let [left, top, right, bottom] =
            [left, top, right, bottom].map(|side| (side * POINTS_PER_MILLIMETRE) as f32);
        KrillaRect::from_ltrb(left, top, right, bottom)
    };
    let trim = points(frame.place(sheet.trim))?;
    let (width, height) =
        (frame.page.width() * POINTS_PER_MILLIMETRE, frame.page.height() * POINTS_PER_MILLIMETRE);
    let page = PageSettings::from_wh(width as f32, height as f32)?.with_trim_box(Some(trim));
    // Art surrounds the trim and extends to the page edge; marks surround the art.
    let whole = Rect::new(0.0, 0.0, sheet.width.millimetres(), sheet.height.millimetres());
    let Some(profile) = target.profile() else { return Some(page) };
    let bleed = sheet.trim.expand(profile.bleed.millimetres());
    let bleed = frame.place(Rect {
        left: bleed.left.max(whole.left),
        top: bleed.top.max(whole.top),
        right: bleed.right.min(whole.right),
        bottom: bleed.bottom.min(whole.bottom),
    });
    Some(page.with_bleed_box(Some(points(bleed)?)))
}

fn document_metadata(metadata: &Metadata) -> KrillaMetadata {
    let mut result = KrillaMetadata::new()
        .title(metadata.title.clone())
        .language(metadata.language.clone())
        .creator("Sandtable".to_owned())
        .document_id(metadata.identifier.clone());
    if let Some((year, month, day)) = metadata.published {
        result = result.creation_date(DateTime::new(year).month(month).day(day));
    }
    result
}

#[cfg(test)]
mod tests {
    use lopdf::{Document, Object};
    use sandtable_pack::PaperLength;

    use super::*;
    use crate::display::path::Path;
    use crate::display::sheet::{Halo, Ink, Item, Rotation, Stroke};
    use crate::press::operators::Operators;
    use crate::press::target::{FOLD, KISS_CUT, THROUGH_CUT};
    use crate::text::typeface::{Face, Lettering, shape};

    /// Cut and fold lines overprint, on layers that a viewer can hide.
    #[test]
    fn cut_and_fold_lines_are_layers() {
        let length = PaperLength::from_millimetres;
        let mut sheet = Sheet::new("page".to_owned(), length(60.0), length(60.0));
        let ring = |mm: f64| Path::rect(Rect::new(mm, mm, 60.0 - mm, 60.0 - mm));
        let cyan = Ink::new("sky", 0x00ffff);
        sheet.add_layer("art", vec![Item::fill(ring(0.0), cyan)]);
        let cut = |ink: Ink, mm: f64| Item::line(ring(mm), Stroke::solid(ink, 0.2));
        sheet.add_layer("kiss", vec![cut(KISS_CUT, 5.0), cut(KISS_CUT, 9.0)]);
        sheet.add_layer("through", vec![cut(THROUGH_CUT, 2.0)]);
        let fold = Path::line(&[Point::new(5.0, 30.0), Point::new(55.0, 30.0)]);
        let fold = Item::line(fold, Stroke::dashed(FOLD, 0.12, &[0.6, 0.6]));
        sheet.add_layer("folds", vec![fold]);
        let document = |target: &Target| {
            let bytes = pdf_for(target, std::slice::from_ref(&sheet), &Metadata::default());
            Document::load_mem(&bytes.expect("PDF written")).expect("valid PDF")
        };
        let shop = document(&Target::Shop(Box::default()));
        let catalog = shop.catalog().expect("the PDF has a catalog");
        let layers =
            catalog.get(b"OCProperties").and_then(Object::as_dict).expect("the PDF has layers");
        let groups =
            layers.get(b"OCGs").and_then(Object::as_array).expect("the PDF has layer groups");
        let groups: Vec<_> = groups
            .iter()
            .map(|group| group.as_reference().expect("the group is a reference"))
            .collect();
        let name = |group| {
            let name = shop.get_dictionary(group).and_then(|group| group.get(b"Name"));
            String::from_utf8_lossy(name.and_then(Object::as_str).expect("the layer has a name"))
                .into_owned()
        };
        let names: Vec<String> = groups.iter().copied().map(name).collect();
        assert_eq!(names, ["KissCut", "CutContour", "Crease"]);
        let by_itself = layers
            .get(b"D")
            .and_then(Object::as_dict)
            .expect("the layers have a default configuration");
        assert!(by_itself.has(b"Name") && !by_itself.has(b"AS") && !by_itself.has(b"OFF"));
        // Both kiss cuts are in one form; the fold is a solid line at a shop, but dashed at home.
        for (group, lines) in groups.into_iter().zip([2, 1, 1]) {
            let in_group = |object: &&Object| {
                let stream = object.as_stream().ok();
                stream.and_then(|stream| stream.dict.get(b"OC").ok()?.as_reference().ok())
                    == Some(group)
            };
            let forms: Vec<&Object> = shop.objects.values().filter(in_group).collect();
            let [Object::Stream(form)] = forms[..] else { panic!("{forms:?}") };
            let content = form.decompressed_content().expect("compressed form");
            let content = String::from_utf8_lossy(&content);
            assert!(content.matches("/SandtableOver gs").count() == lines, "{content}");
            assert!(!content.contains("[0.6"), "{content}");
        }
        assert!(document(&Target::Home).catalog().is_ok_and(|home| !home.has(b"OCProperties")));
    }

    /// A spot-colour relief overprints the tints below it where black would.
    #[test]
    fn spot_relief_overprints() {
        let length = PaperLength::from_millimetres;
        let mut sheet = Sheet::new("page".to_owned(), length(60.0), length(60.0));
        let tint = Path::rect(Rect::new(0.0, 0.0, 60.0, 60.0));
        let line = Path::line(&[Point::new(5.0, 5.0), Point::new(50.0, 40.0)]);
        let hachure = Ink::new("hachure", 0x5e3a24);
        sheet.add_layer("ground", vec![Item::fill(tint, Ink::new("woods", 0xc0d0a0))]);
        sheet.add_layer("relief", vec![Item::line(line, Stroke::solid(hachure, 0.2))]);
        for (limit, count) in [(300.0, 1), (180.0, 0)] {
            let mut terms = crate::press::target::Press::default().profile.into_terms();
            terms.ink_limit = sandtable_shop::Percent::new(limit);
            let relief = "PANTONE 469 C=#5e3a24".parse().expect("valid ink");
            let profile = sandtable_shop::ShopProfile::new(terms).expect("consistent parts");
            let target = Target::Shop(Box::new(crate::press::target::Press { profile, relief }));
            let bytes = pdf_for(&target, std::slice::from_ref(&sheet), &Metadata::default());
            let document = Document::load_mem(&bytes.expect("PDF written")).expect("valid PDF");
            let page = *document.get_pages().values().next().expect("the PDF has a page");
            let content = String::from_utf8_lossy(&document.get_page_content(page)).into_owned();
            assert_eq!(content.matches("/SandtableOver gs").count(), count, "{limit}: {content}");
        }
    }

    /// A shop's page is enlarged to correct for a printer that shrinks.
    #[test]
    fn rejects_page_beyond_pdf_limit() {
        let length = PaperLength::from_millimetres;
        let shop = Target::Shop(Box::default());
        let printer = Printer { y: sandtable_shop::Percent::new(90.0), ..Printer::default() };
        let render_long_page = |long: f64, printer: Printer| {
            let sheet = Sheet::new("long".to_owned(), length(100.0), length(long));
            corrected_pdf(&shop, printer, &[sheet], &Metadata::default()).map(|_| ())
        };
        assert_eq!(render_long_page(5_079.0, Printer::default()), Ok(()));
        let error = render_long_page(5_081.0, Printer::default()).expect_err("it is too long");
        assert!(error.to_string().contains("100 × 5081 mm"), "{error}");
        assert!(render_long_page(5_079.0, printer).is_err());
    }

    /// A halo uses all inks of the background around it, however narrow it is.
    #[test]
    fn halos_have_inks_of_ground() {
        let length = PaperLength::from_millimetres;
        let (paper, black) = (Ink::new("paper", 0xf4ecd8), Ink::new("black", 0));
        let mut run = shape("a", Lettering::new(Face::Regular, length(3.0).points())).rotated(
            Point::new(5.0, 5.0),
            Rotation::NONE,
            black,
        );
        run.halo = Some(Halo { inks: vec![paper], reach: 0.2 });
        let mut sheet = Sheet::new("page".to_owned(), length(9.0), length(9.0));
        let ground = Item::fill(Path::rect(sheet.trim), paper);
        sheet.add_layer("all", vec![ground, Item::Text(run)]);
        let target = Target::Shop(Box::default());
        let bytes = pdf_for(&target, &[sheet], &Metadata::default()).expect("PDF written");
        let document = Document::load_mem(&bytes).expect("valid PDF");
        let content = document.get_page_content(document.get_pages()[&1]);
        let of = |name: &[u8]| {
            let operator = Operators::new(&content).find(|operator| operator.name == name);
            operator.expect("the operator exists").operands
        };
        assert_eq!(of(b"k"), of(b"K"));
        assert!(of(b"k").iter().filter(|share| *share != b"0").count() == 3, "{:?}", of(b"k"));
    }

    #[test]
    fn trim_box_counts_from_bottom() {
        let length = PaperLength::from_millimetres;
        let mut sheet = Sheet::new("page".to_owned(), length(100.0), length(200.0));
        sheet.trim = Rect::new(10.0, 20.0, 70.0, 150.0);
        let bytes = pdf(&[sheet], &Metadata::default()).expect("PDF written");
        let document = Document::load_mem(&bytes).expect("valid PDF");
        let page = document.get_dictionary(document.get_pages()[&1]).expect("the PDF has a page");
        let trim = page.get(b"TrimBox").and_then(Object::as_array).expect("the page has a TrimBox");
        let millimetres: Vec<f64> = trim
            .iter()
            .map(|n| {
                f64::from(n.as_float().expect("the value is a number")) / POINTS_PER_MILLIMETRE
            })
            .collect();
        for (found, expected) in millimetres.iter().zip([10.0, 50.0, 70.0, 180.0]) {
            assert!((found - expected).abs() < 1e-4, "{millimetres:?}");
        }
    }
}
