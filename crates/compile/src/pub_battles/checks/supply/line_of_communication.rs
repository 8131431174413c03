//! PB-3.26: a side with a train has a line of communication.

use sandtable_source::{Diagnostic, code, message};

use super::baggage::is_partly_unread;
use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::group::groups;
use crate::pub_battles::scenario_rules::free_game::is_free;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let side = forces.authored;
        // PB-32.1: a free side's owner defines its supply.
        if is_free(battle.context.scenario, forces.id) {
            continue;
        }
        // An unusable line was reported.
        let written = side.lines_of_communication.as_ref();
        if written.is_some_and(|lines| !lines.is_empty() || reporter.has_lost_items(lines.span))
            || reporter.is_unread(side.span, "lines_of_communication")
        {
            continue;
        }
        let id = forces.id;
        let has_trains = groups(side).iter().any(|group| !group.trains.is_empty());
        let diagnostic = match has_trains || is_partly_unread(reporter, side) {
            false => Diagnostic::new(
                code::NO_BAGGAGE,
                message!(
                    "side `{}` has neither baggage trains nor a line of communication: all its pieces count as destroyed at the end",
                    id.value
                ),
            ),
            true => Diagnostic::new(
                code::NO_SUPPLY,
                message!("side `{}` has baggage trains but no line of communication", id.value),
            ),
        };
        let diagnostic = match written {
            Some(list) => diagnostic
                .at(list.span, "empty list")
                .also(id.span, "this side")
                .help("add the ids of roads that leave the map"),
            None => diagnostic
                .at(id.span, "this side")
                .help("add `lines_of_communication:` with the ids of roads that leave the map"),
        };
        reporter.diagnostics.push(diagnostic.rule("PB-3.26").subject(&*id.value));
    }
}
