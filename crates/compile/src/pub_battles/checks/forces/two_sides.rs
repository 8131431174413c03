//! A battle has exactly two sides, whose keys are valid ids.

use sandtable_pack::SideId;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let sides = &written.scenario.sides;
    // Sides beyond the second were reported during reading.
    if sides.0.len() < 2 && !reporter.has_lost_items(sides.span) {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NOT_TWO_SIDES,
                message::wrong_type("two sides", None, sides.0.len()),
            )
            .at(sides.span, "sides defined here")
            .help("define exactly two sides; the first one is side 1"),
        );
    }
    for (id, _) in &sides.0 {
        if SideId::new(id).is_err() {
            reporter.diagnostics.push(
                Diagnostic::new(code::BAD_ID, message::invalid("side id", &id.value))
                    .at(id.span, "not a valid id")
                    .help("use lower-case letters, digits and single hyphens, such as `union`"),
            );
        }
    }
}
