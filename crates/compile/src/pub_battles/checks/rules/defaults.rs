//! PB-3.19: notes for keys that are not set, with the defaults used.

use sandtable_source::Span;
use sandtable_source::message::Owner;

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::forces::group;
use sandtable_authored::Reporter;
use sandtable_authored::note_default;
use sandtable_authored::{Command, Moment, Piece, Position, Reinforcement, Side, SpecialRule};

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    written.pieces().for_each(|piece| note_piece(reporter, piece));
    written.commands().for_each(|command| note_command(reporter, command));
    for side in written.sides() {
        note_army(reporter, side);
        let arrivals = side.reinforcements.iter().flat_map(|list| &list.value);
        arrivals.for_each(|arrival| note_arrival(reporter, arrival));
    }
    for weather in scenario.weather.iter().flatten() {
        let missing = [
            ("day", weather.day.is_none(), "1"),
            ("visibility", weather.visibility.is_none(), "clear weather"),
        ];
        note_keys(reporter, weather.span, Owner::Named("weather", &weather.title.en), missing);
    }
    for objective in scenario.objectives.iter().flatten() {
        let missing = [
            ("for", objective.r#for.is_none(), "both sides"),
            ("counted", objective.counted.is_none(), "at-end"),
        ];
        note_keys(reporter, objective.span, Owner::Named("objective", &objective.id.0), missing);
    }
    scenario.special_rules.iter().flatten().for_each(|rule| note_rule(reporter, rule));
}

/// Notes the keys of an owner that are not set, each with its default. Unreadable keys do not count
/// as missing.
fn note_keys<const N: usize>(
    reporter: &mut Reporter,
    span: Span,
    owner: Owner<'_>,
    keys: [(&'static str, bool, &str); N],
) {
    for (key, is_missing, value) in keys {
        if is_missing && !reporter.is_unread(span, key) {
            note_default(reporter, span, key, owner, value);
        }
    }
}

fn note_piece(reporter: &mut Reporter, piece: &Piece) {
    let is_on_map = piece.at.as_ref().is_some_and(|at| !matches!(at.value, Position::Reserve(_)));
    let missing = [
        ("status", piece.status.is_none(), "fresh"),
        ("formation", is_on_map && piece.formation.is_none(), "line"),
    ];
    note_keys(reporter, piece.span, Owner::Named("piece", &piece.id.0), missing);
}

fn note_command(reporter: &mut Reporter, command: &Command) {
    let id = &command.id.0;
    note_keys(
        reporter,
        command.span,
        Owner::Named("command", id),
        [("short", command.short.is_none(), "its title")],
    );
    if let Some(train) = &command.baggage {
        let own = group::train_id(id);
        if train.id.is_none() {
            // Findings about games use this id.
            reporter.subjects.add_implicit(train.span, own.as_str());
        }
        let missing = [("id", train.id.is_none(), own.as_str())];
        note_keys(reporter, train.span, Owner::Named("the train of", id), missing);
    }
}

fn note_army(reporter: &mut Reporter, side: &Side) {
    if let Some(army) = &side.commander {
        let missing = [
            ("short", army.short.is_none(), "Army"),
            (
                "chit",
                army.chit.is_none(),
                "false: the commander moves with any friendly chit by PB-7.6",
            ),
        ];
        note_keys(reporter, army.span, Owner::Named("commander", &army.id.0), missing);
    }
    for train in side.baggage.iter().flatten() {
        let value = "none: the train is at army level and moves with any friendly chit by PB-A23";
        let missing = [("command", train.command.is_none(), value)];
        note_keys(reporter, train.span, Owner::Named("train", &train.id.0), missing);
    }
}

fn note_arrival(reporter: &mut Reporter, arrival: &Reinforcement) {
    let missing = [
        ("day", arrival.day.is_none(), "1"),
        ("pieces", arrival.pieces.is_none(), "all that have no `at`, in the order of the file"),
        ("formation", arrival.formation.is_none(), "line"),
        ("hold_back", arrival.hold_back.is_none(), "true"),
    ];
    let owner = Owner::Named("the reinforcement of", &arrival.command.0);
    note_keys(reporter, arrival.span, owner, missing);
}

fn note_rule(reporter: &mut Reporter, rule: &SpecialRule) {
    let name = rule.id.0.as_str();
    note_keys(
        reporter,
        rule.span,
        Owner::Named("special rule", name),
        [("who", rule.who.is_none(), "both sides")],
    );
    let mut note_moment = |key: &str, moment: Option<&Moment>| {
        if let Some(moment) = moment {
            let missing = [("day", moment.day.is_none(), "1")];
            let kind = format!("`{key}` of special rule");
            note_keys(reporter, moment.span, Owner::Named(&kind, name), missing);
        }
    };
    note_moment("frozen_until", rule.frozen_until.as_ref());
    if let Some(limit) = &rule.visibility {
        note_moment("from", limit.from.as_ref());
        note_moment("until", limit.until.as_ref());
    }
    if let Some(forbid) = &rule.forbid {
        note_moment("until", forbid.until.as_ref());
    }
    if let Some(limit) = &rule.visibility {
        let missing = [
            ("from", limit.from.is_none(), "the start of the battle"),
            ("until", limit.until.is_none(), "the end of the battle"),
        ];
        note_keys(
            reporter,
            limit.span,
            Owner::Named("`visibility` of special rule", name),
            missing,
        );
    }
    if let Some(forbid) = &rule.forbid {
        let missing = [("until", forbid.until.is_none(), "the end of the battle")];
        note_keys(reporter, forbid.span, Owner::Named("`forbid` of special rule", name), missing);
    }
    if let Some(modifier) = &rule.modifier {
        let missing = [("when", modifier.when.is_none(), "always")];
        note_keys(
            reporter,
            modifier.span,
            Owner::Named("`modifier` of special rule", name),
            missing,
        );
    }
}
