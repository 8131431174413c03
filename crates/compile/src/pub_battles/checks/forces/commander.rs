//! PB-3.12: an army of several commands has a commander.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;
use sandtable_map::Ground;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for (id, side) in &written.scenario.sides.0 {
        let is_unread = reporter.is_unread(side.span, "commander");
        // A side with a single command is led by that command's HQ.
        if side.commander.is_some() || is_unread || side.commands.len() < 2 {
            continue;
        }
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NO_COMMANDER,
                message!("side `{}` has {} commands but no army commander", id.value, side.commands.len()),
            )
            .rule("PB-3.12")
            .at(id.span, "this side")
            .help(match written.ground.is_some_and(Ground::is_from_pack) {
                true => "add `commander: { id: …, name: …, rating: … }`, with `at` and `facing` if you are set up, because an army commander's HQ commands nearby pieces of all commands (PB-7.6)",
                false => "add `commander: { id: …, name: …, rating: …, at: …, facing: … }`, because an army commander's HQ commands nearby pieces of all commands (PB-7.6)",
            }),
        );
    }
}
