//! PB-32: a free side has no order of battle yet, at least one way onto the map, and limits that
//! can be met.

use sandtable_pack::Choice as _;
use sandtable_source::{Diagnostic, Span, Spanned, all_of, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::context::unknown_side;
use crate::pub_battles::scenario_rules::free_game::edges;
use sandtable_authored::Reporter;
use sandtable_authored::{FreeSide, Side};

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let Some(free) = &written.scenario.free_game else { return };
    let sides = &written.scenario.sides;
    if free.sides.0.is_empty() && !reporter.has_lost_items(free.sides.span) {
        reporter.diagnostics.push(
            Diagnostic::new(code::FREE_SIDE_WAY, "the free game has no free side")
                .rule("PB-32.1")
                .at(free.sides.span, "no sides here")
                .help("list the free sides, or remove `free_game`"),
        );
    }
    for (id, free) in &free.sides.0 {
        match sides.0.iter().find(|(known, _)| known.value == id.value) {
            Some((known, side)) => check_orders(reporter, known, side, id.span),
            None if reporter.damage.names.contains(&id.value)
                || reporter.has_lost_items(sides.span) => {}
            None => {
                let finding = unknown_side(written.scenario, id, id.span);
                reporter.diagnostics.push(finding.rule("PB-32.1"));
            }
        }
        check_ways_in(reporter, id, free);
        check_limits(reporter, id, free);
    }
}

/// PB-32.1: the owner of a free side writes its order of battle.
fn check_orders(reporter: &mut Reporter, id: &Spanned<String>, side: &Side, free: Span) {
    let commands = side.commands.first().map(|_| side.commands.span);
    let keys = [
        ("commander", side.commander.as_ref().map(|commander| commander.span)),
        ("baggage", side.baggage.as_ref().and_then(|trains| Some(trains.first()?.span))),
        ("detachments", side.detachments.as_ref().map(|pool| pool.span)),
        ("lines_of_communication", side.lines_of_communication.as_ref().map(|lines| lines.span)),
        ("chooses_edge", side.chooses_edge.as_ref().map(|edges| edges.span)),
        ("zone", side.zone.as_ref().map(|zone| zone.span)),
        ("commands", commands),
        ("reinforcements", side.reinforcements.as_ref().map(|arrivals| arrivals.span)),
    ];
    let mut written: Vec<(&str, Span)> =
        keys.into_iter().filter_map(|(key, span)| Some((key, span?))).collect();
    written.sort_by_key(|(_, span)| (span.file, span.start));
    let [(_, first), ..] = written.as_slice() else { return };
    let names = all_of(written.iter().map(|&(key, _)| key));
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FREE_SIDE_ORDERS,
            message!("free side `{}` has an order of battle here: {names}", id.value),
        )
        .rule("PB-32.1")
        .at(*first, "belongs in the owner's file")
        .also(free, "made free here")
        .help(format!(
            "remove {names} from the side, or remove the side from `free_game` to keep it as it is"
        )),
    );
}

/// PB-32.3: a free side sets up, or enters by an edge with entries.
fn check_ways_in(reporter: &mut Reporter, id: &Spanned<String>, free: &FreeSide) {
    const HELP: &str =
        "add `sets_up: anywhere`, or `enters: { north: [entry] }` with entries defined on the map";
    let mut edges = edges(free).peekable();
    let is_unread = ["sets_up", "enters"].iter().any(|key| reporter.is_unread(free.span, key));
    let edges_unread = free.enters.as_ref().is_some_and(|enters| {
        ["north", "east", "south", "west"].iter().any(|edge| reporter.is_unread(enters.span, edge))
    });
    if edges.peek().is_none() && !is_unread && !edges_unread {
        let place = match (&free.enters, &free.sets_up) {
            (Some(enters), _) => Some((enters.span, "no edges here")),
            (None, None) => Some((id.span, "neither `sets_up` nor `enters` is set")),
            (None, Some(_)) => None,
        };
        if let Some((span, label)) = place {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::FREE_SIDE_WAY,
                    message!("free side `{}` cannot enter the map", id.value),
                )
                .rule("PB-32.3")
                .at(span, label)
                .help(HELP),
            );
        }
    }
    for (edge, entries) in edges {
        if entries.is_empty() && !reporter.has_lost_items(entries.span) {
            let word = edge.word();
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::FREE_SIDE_WAY,
                    message!(
                        "free side `{}` may choose the {word} edge but has no entry there",
                        id.value
                    ),
                )
                .rule("PB-32.3")
                .at(entries.span, "no entries here")
                .help(format!("add entries on the {word} edge, or remove `{word}`")),
            );
        }
    }
    let Some(entries) = &free.entries else { return };
    let no_reinforcements = free.limits.as_ref().and_then(|limits| limits.reinforcements.as_ref());
    let no_reinforcements =
        no_reinforcements.filter(|may| !may.value && !reporter.is_stand_in(may.span));
    let (why, help) = match (&free.sets_up, no_reinforcements) {
        (None, _) if is_unread => return,
        (None, _) => (
            "the force enters from an edge of the map",
            "move the entries to `enters`, each under its edge, or add `sets_up`",
        ),
        (Some(_), Some(_)) => (
            "`limits` allows no reinforcements",
            "remove `entries`, or remove `reinforcements: false`",
        ),
        (Some(_), None) => return,
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::NO_EFFECT,
            message!("`entries` of free side `{}` has no effect: {why}", id.value),
        )
        .rule("PB-32.3")
        .at(entries.span, "no effect")
        .help(help),
    );
}

fn check_limits(reporter: &mut Reporter, id: &Spanned<String>, free: &FreeSide) {
    let ratings = free.limits.as_ref().and_then(|limits| limits.ratings.as_ref());
    if let Some(ratings) = ratings
        && ratings.least.0 > ratings.most.0
        && ![ratings.least.span, ratings.most.span].iter().any(|&span| reporter.is_stand_in(span))
    {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FREE_LIMITS,
                message!(
                    "invalid rating limits of free side `{}`: at least {} and at most {}",
                    id.value,
                    ratings.least.0,
                    ratings.most.0
                ),
            )
            .rule("PB-3.22")
            .at(ratings.least.span, "lowest rating")
            .also(ratings.most.span, "highest rating")
            .help(format!(
                "use `ratings: {{ least: {}, most: {} }}` if they are swapped",
                ratings.most.0, ratings.least.0
            )),
        );
    }
    let Some(pool) = &free.pool else { return };
    let is_unread = pool.0.iter().any(|(_, count)| reporter.is_stand_in(count.span));
    if pool.0.iter().all(|(_, count)| count.0 == 0)
        && !is_unread
        && !reporter.has_lost_items(pool.span)
    {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FREE_LIMITS,
                message!("the pool of free side `{}` is empty", id.value),
            )
            .rule("PB-32.1")
            .at(pool.span, "no pieces in this pool")
            .help("set the number of pieces of each type, or remove `pool` to allow any"),
        );
    }
}
