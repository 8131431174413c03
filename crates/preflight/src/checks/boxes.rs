//! Boxes: the trim is said, and each lies in the one around it.

use sandtable_shop::Standard;
use sandtable_source::code;

use super::Page;
use crate::pdf::document::is_nested;

pub(super) fn check(page: &mut Page<'_>) {
    let boxes = page.page.boxes;
    let wants_trim =
        page.profile.standard == Standard::PdfX4 || page.profile.bleed.millimetres() > 0.0;
    if wants_trim && boxes.trim.is_none() && boxes.art.is_none() {
        page.tell(
            code::TRIM_MISSING,
            "nothing says where the page is cut",
            "no TrimBox".to_owned(),
            "let your program write the trim into the PDF: a shop takes the whole page for it otherwise",
        );
    }
    if !is_nested(&boxes) {
        page.tell(
            code::BOXES_NOT_NESTED,
            "its boxes do not lie within each other",
            "the trim must lie in the bleed, and the bleed in the page".to_owned(),
            "set TrimBox and BleedBox anew: MediaBox holds BleedBox, BleedBox holds TrimBox",
        );
    }
}
