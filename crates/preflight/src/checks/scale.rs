//! Checks the length of the 100 mm ruler.

use sandtable_source::code;

use super::Page;
use crate::report::Direction;

/// The permitted error of a ruler, in millimetres.
const SLACK: f64 = 0.02;

pub(super) fn check(page: &mut Page<'_>) {
    let printer = page.profile.printer;
    for ruler in &page.page.contents.rulers {
        // If the printer shrinks the page, files for it are enlarged to compensate.
        let factor = match ruler.direction {
            Direction::X => printer.x.fraction(),
            Direction::Y => printer.y.fraction(),
            Direction::Aslant => 1.0,
        };
        let expected = 100.0 / factor;
        if (ruler.length_mm - expected).abs() > SLACK {
            page.report(
                code::RULER_OFF,
                format!("the 100 mm ruler measures {:.2} mm", ruler.length_mm),
                format!("expected {expected:.2} mm"),
                "the file was scaled after it was created: create it again, and print at 100 % without “fit to page”",
            );
        }
    }
}
