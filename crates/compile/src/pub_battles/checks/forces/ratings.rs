//! PB-3.22: rolls against a rating of 0 never succeed; against a rating of 6 they always do.

use sandtable_source::{Diagnostic, Spanned, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;
use sandtable_authored::Whole;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for side in written.sides() {
        let commander = side.commander.iter().map(|commander| &commander.rating);
        let commands = side.commands.iter().map(|command| &command.hq.rating);
        commander.chain(commands).for_each(|rating| check_rating(reporter, rating));
    }
}

fn check_rating(reporter: &mut Reporter, rating: &Spanned<Whole<0, 6>>) {
    let effect = match rating.0 {
        0 => "never",
        6 => "always",
        _ => return,
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::RATING_EXTREME,
            message!("an HQ with rating {} {effect} Alters the turn order", rating.0),
        )
        .rule("PB-3.22")
        .at(rating.span, "compared with one die")
        .help("use a rating from 1 to 5 to leave it to chance"),
    );
}
