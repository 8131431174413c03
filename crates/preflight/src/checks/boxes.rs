//! Checks page boxes: the trim must be set, and the boxes must be nested.

use sandtable_shop::Standard;
use sandtable_source::code;

use super::Page;
use crate::pdf::document::is_nested;

pub(super) fn check(page: &mut Page<'_>) {
    let boxes = page.page.boxes;
    let wants_trim =
        page.profile.standard == Standard::PdfX4 || page.profile.bleed.millimetres() > 0.0;
    if wants_trim && boxes.trim.is_none() && boxes.art.is_none() {
        page.report(
            code::TRIM_MISSING,
            "the page has no trim box",
            "no TrimBox".to_owned(),
            "export the PDF with a TrimBox: otherwise the shop takes the whole page as the trim",
        );
    }
    if boxes.rotation != 0 {
        page.report(
            code::PAGE_ROTATED,
            format!("the page is rotated by {}°", boxes.rotation),
            "sizes and positions are those of the page before it is rotated".to_owned(),
            "export the page upright (`qpdf --flatten-rotation IN OUT`): programs that arrange pages on sheets may ignore the rotation",
        );
    }
    if !is_nested(&boxes) {
        page.report(
            code::BOXES_NOT_NESTED,
            "page boxes are not nested",
            "the trim must be inside the bleed, and the bleed inside the page".to_owned(),
            "correct the boxes: MediaBox must contain BleedBox, and BleedBox must contain TrimBox",
        );
    }
}
