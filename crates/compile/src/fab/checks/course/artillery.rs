//! FAB-V34: rules for the defender's artillery.

use sandtable_source::{Diagnostic, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;

/// FAB-V34: an artillery rule applies in at least one turn, and to a formation of the same side.
pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let turns = &written.scenario.turns;
    for rule in written.scenario.defender_artillery.iter().flatten() {
        if let Some(within) = &rule.turns
            && !(i64::from(within.0).max(1)..=i64::from(within.1)).any(|turn| turn <= turns.0)
            && !reporter.is_stand_in(within.span)
            && !reporter.is_stand_in(turns.span)
        {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::TURN_OUTSIDE,
                    message::no_effect("this rule on the defender's artillery"),
                )
                .rule("FAB-V34")
                .at(within.span, format!("from turn {} to turn {}", within.0, within.1))
                .also(turns.span, "number of turns")
                .help(format!("write the first turn, then the last, from 1 to {}", turns.0)),
            );
        }
        if let (Some(side), Some(name)) = (&rule.side, &rule.formation)
            && let Some(formation) = written.formation(name)
            && formation.side.value != side.value
            && written.is_side(side)
        {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::OTHER_SIDE,
                    message!(
                        "this rule on the artillery of `{}` names formation `{}` of `{}`",
                        side.value.0,
                        name.value.0,
                        formation.side.value.0
                    ),
                )
                .rule("FAB-V34")
                .at(name.span, "formation of the other side")
                .also(formation.side.span, "the formation's side")
                .help("omit `side`: the formation defines it; or name a formation of that side"),
            );
        }
    }
}
