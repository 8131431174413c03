//! FAB-D4: colours distinguish sides and formations in play (FAB-2.3d).

use sandtable_source::{Diagnostic, Severity, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use crate::scenario::same_colour;
use sandtable_authored::Reporter;

/// The sides have different colours, and so do the formations of a side.
pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let sides = scenario.sides.0.iter().map(|(_, side)| (side.span, &side.colour));
    same_colour::check(reporter, sides.collect(), "FAB-2.1d", "the backs of chits");
    let formations = &scenario.formations;
    for (number, formation) in formations.iter().enumerate() {
        let same = formations[..number].iter().find(|other| {
            other.side.value == formation.side.value && other.colour.value == formation.colour.value
        });
        let Some(other) = same else { continue };
        if [other, formation].iter().any(|one| reporter.is_unread(one.span, "colour")) {
            continue;
        }
        let mut finding = Diagnostic::new(
            code::SAME_COLOUR,
            message!(
                "formations `{}` and `{}` have the same colour",
                other.id.value.0, formation.id.value.0
            ),
        )
        .rule("FAB-2.3d")
        .at(formation.colour.span, "this formation")
        .also(other.colour.span, "and this one")
        .help("choose another colour for one of them: only the colour distinguishes their units and assets");
        finding.severity = Severity::Error;
        reporter.diagnostics.push(finding);
    }
}
