//! The checks of a print shop, one file for each subject.

mod bleed;
mod boxes;
mod colour;
mod cut;
mod fonts;
mod lines;
mod scale;
mod standard;

use std::fmt::Display;

use lopdf::Document;
use sandtable_shop::ShopProfile;
use sandtable_source::{Code, Diagnostic, Diagnostics, code, message};

use crate::geometry::{MM_PER_POINT, Point};
use crate::page_lines::PageLines;
use crate::painted_page::PaintedPage;
use crate::report::FileFacts;

/// The page that is being checked.
struct Page<'p> {
    /// The page number, from 1.
    number: usize,
    page: &'p PaintedPage,
    profile: &'p ShopProfile,
    lines: &'p PageLines,
    diagnostics: &'p mut Diagnostics,
}

impl Page<'_> {
    /// Reports a diagnostic about the page.
    fn report(
        &mut self,
        code: Code,
        message: impl Display,
        label: String,
        help: impl Into<String>,
    ) {
        let message = message!("page {}: {message}", self.number);
        self.diagnostics.push(
            Diagnostic::new(code, message).at(self.lines.page(self.number - 1), label).help(help),
        );
    }

    /// Describes the position of a point on the page, in millimetres.
    fn position(&self, point: Point) -> String {
        let media = self.page.boxes.media;
        format!(
            "{:.1} mm from the left, {:.1} mm from the bottom",
            (point.x - media.left) * MM_PER_POINT,
            (point.y - media.bottom) * MM_PER_POINT
        )
    }
}

/// Checks the page with this index, from 0.
pub(crate) fn check_page(
    index: usize,
    page: &PaintedPage,
    profile: &ShopProfile,
    lines: &PageLines,
    diagnostics: &mut Diagnostics,
) {
    let mut page = Page { number: index + 1, page, profile, lines, diagnostics };
    boxes::check(&mut page);
    bleed::check(&mut page);
    lines::check(&mut page);
    colour::check(&mut page);
    cut::check(&mut page);
    scale::check(&mut page);
    for damage in &page.page.contents.damage {
        page.report(
            code::PDF_DAMAGED,
            damage,
            "consequences are not reported".to_owned(),
            "export the file again from the program that created it: other programs may draw this page differently",
        );
    }
}

/// Checks a whole file.
pub(crate) fn check_file(
    facts: &FileFacts,
    profile: &ShopProfile,
    document: &Document,
    lines: &PageLines,
    diagnostics: &mut Diagnostics,
) {
    fonts::check(facts, lines, diagnostics);
    standard::check(facts, profile, document, lines, diagnostics);
}
