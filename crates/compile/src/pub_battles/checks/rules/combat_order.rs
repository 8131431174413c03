//! PB-3.24: one side chooses the order of combats; by default, the side with the higher ratings
//! (PB-A17).

use std::cmp::Ordering;

use sandtable_pack::SideId;
use sandtable_source::{Diagnostic, code, list_of, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::ratings::{better_rated_side, compare_ratings};
use crate::pub_battles::scenario_rules::free_game::is_free;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let sides = || scenario.sides.0.iter().map(|(id, _)| id.value.as_str());
    match (&scenario.combat_order, better_rated_side(scenario)) {
        (Some(named), _) => {
            let is_known = sides().any(|side| side == named.value);
            // A side with an invalid id may be the intended one.
            let is_misnamed = sides().any(|side| SideId::new(side).is_err());
            if !is_known
                && !is_misnamed
                && !reporter.damage.names.contains(&named.value)
                && !reporter.has_lost_items(scenario.sides.span)
            {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::COMBAT_ORDER_SIDE,
                        message::not_found("side", &named.value),
                    )
                    .rule("PB-3.24")
                    .at(named.span, "unknown side")
                    .did_you_mean(named, sides())
                    .help(format!(
                        "use the side that chooses the order of combats: {}",
                        list_of(sides())
                    )),
                );
            }
        }
        (None, Some(better)) if !reporter.is_unread(scenario.span, "combat_order") => reporter.diagnostics.push(
            Diagnostic::new(
                code::COMBAT_ORDER_DEFAULT,
                match compare_ratings(scenario) {
                    _ if sides().any(|side| is_free(scenario, side)) => message!(
                        "`combat_order` not set, using `{}`, the first side: the ratings of a free side are not known yet",
                        better.value
                    ),
                    Some(Ordering::Equal) => message!(
                        "`combat_order` not set, using `{}`, the first side: the ratings of both sides are equal",
                        better.value
                    ),
                    _ => message!(
                        "`combat_order` not set, using `{}`, the side with the better ratings",
                        better.value
                    ),
                },
            )
            .rule("PB-3.24")
            .at(scenario.span, "`combat_order` not set here")
            .also(better.span, "this side")
            .help(format!("set `combat_order: {}` to confirm", better.value)),
        ),
        (None, _) => {}
    }
}
