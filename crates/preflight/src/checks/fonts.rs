//! Checks that fonts are embedded.

use sandtable_source::{Diagnostic, Diagnostics, code, message};

use crate::page_lines::PageLines;
use crate::report::FileFacts;

pub(super) fn check(facts: &FileFacts, lines: &PageLines, diagnostics: &mut Diagnostics) {
    for font in facts.fonts.iter().filter(|font| !font.embedded) {
        diagnostics.push(
            Diagnostic::new(
                code::FONT_NOT_EMBEDDED,
                message!("font `{}` ({}) is not embedded", font.name, font.kind),
            )
            .at(lines.whole(), "the shop would substitute another font")
            .help("embed all fonts, or convert the text to outlines"),
        );
    }
}
