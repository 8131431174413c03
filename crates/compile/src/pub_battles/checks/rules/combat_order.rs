//! PB-3.24: one of the two sides chooses the order of combats; if none is named, the one with the
//! better ratings (PB-A17).

use std::cmp::Ordering;

use sandtable_pack::SideId;
use sandtable_source::{Diagnostic, code, list_of, message};

use crate::pub_battles::authored_battle::Written;
use crate::pub_battles::ratings::{better_rated, compared_ratings};
use crate::pub_battles::scenario_rules::free_game::is_free;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
    let scenario = written.scenario;
    let sides = || scenario.sides.0.iter().map(|(id, _)| id.value.as_str());
    match (&scenario.combat_order, better_rated(scenario)) {
        (Some(named), _) => {
            let is_known = sides().any(|side| side == named.value);
            // A side whose name cannot be an id may be meant.
            let is_misnamed = sides().any(|side| SideId::new(side).is_err());
            if !is_known
                && !is_misnamed
                && !reporter.damage.names.contains(&named.value)
                && !reporter.lost_items(scenario.sides.span)
            {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::COMBAT_ORDER_SIDE,
                        message!("`{}` is neither side", named.value),
                    )
                    .rule("PB-3.24")
                    .at(named.span, "no side of this battle")
                    .did_you_mean(named, sides())
                    .help(format!(
                        "name the side that chooses the order of combats: write {}",
                        list_of(sides())
                    )),
                );
            }
        }
        (None, Some(better)) if !reporter.is_unread(scenario.span, "combat_order") => reporter.diagnostics.push(
            Diagnostic::new(
                code::COMBAT_ORDER_DEFAULT,
                match compared_ratings(scenario) {
                    _ if sides().any(|side| is_free(scenario, side)) => format!(
                        "nobody is named to order the combats, and the ratings of a free side are not known yet: `{}`, the first side, does",
                        better.value
                    ),
                    Some(Ordering::Equal) => format!(
                        "nobody is named to order the combats: the ratings of both sides are equal, and `{}`, the first of them, does",
                        better.value
                    ),
                    _ => format!(
                        "nobody is named to order the combats: `{}`, the side with the better ratings, does",
                        better.value
                    ),
                },
            )
            .rule("PB-3.24")
            .at(scenario.span, "no `combat_order` here")
            .also(better.span, "this side")
            .help(format!("write `combat_order: {}` if that is meant", better.value)),
        ),
        (None, _) => {}
    }
}
