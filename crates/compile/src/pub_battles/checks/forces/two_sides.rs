//! A battle has two sides, whose names are ids.

use sandtable_pack::SideId;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::Written;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
    let sides = &written.scenario.sides;
    // Sides beyond the second were told as they were read.
    if sides.0.len() < 2 && !reporter.lost_items(sides.span) {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NOT_TWO_SIDES,
                message!("a battle has two sides, not {}", sides.0.len()),
            )
            .at(sides.span, "the sides start here")
            .help("give exactly two sides; the first one is side 1"),
        );
    }
    for (id, _) in &sides.0 {
        if SideId::new(id).is_err() {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::BAD_ID,
                    message!("`{}` cannot be the id of a side", id.value),
                )
                .at(id.span, "not usable as an id")
                .help("use lower-case letters, digits and single hyphens, such as `union`"),
            );
        }
    }
}
