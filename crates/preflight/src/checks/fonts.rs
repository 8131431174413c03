//! Fonts that are not in the file.

use sandtable_source::{Diagnostic, Diagnostics, code, message};

use crate::page_lines::PageLines;
use crate::report::FileFacts;

pub(super) fn check(facts: &FileFacts, lines: &PageLines, diagnostics: &mut Diagnostics) {
    for font in facts.fonts.iter().filter(|font| !font.embedded) {
        diagnostics.push(
            Diagnostic::new(
                code::FONT_NOT_EMBEDDED,
                message!("the font {} ({}) is not in the file", font.name, font.kind),
            )
            .at(lines.whole(), "the shop would print with another one")
            .help("let your program embed all fonts, or turn the letters into outlines"),
        );
    }
}
