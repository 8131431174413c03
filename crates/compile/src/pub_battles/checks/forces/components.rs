//! If the box is declared, its components are enough for the battle (PB-2.1, PB-9.1).

use std::collections::BTreeMap;

use sandtable_pack::{Choice as _, PieceType};
use sandtable_source::{Diagnostic, Named, Span, Spanned, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::context::unknown_side;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reporter;
use sandtable_authored::{Side, SideComponents, Whole};

type Count = Spanned<Whole<0, 1_000>>;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let Some(components) = &written.scenario.components else { return };
    if let (Some(dice), Some(ruleset)) = (&components.dice, written.ruleset) {
        let rows = ruleset.pieces.values().chain(ruleset.types.values().map(|own| &own.rules));
        let max_dice = rows.map(|row| i64::from(row.dice)).max().unwrap_or_default();
        compare(reporter, dice, max_dice, "dice for one throw", dice.span);
    }
    for (name, held) in components.sides.iter().flat_map(|sides| &sides.0) {
        let side = written.scenario.sides.0.iter().find(|(id, _)| id.value == name.value);
        let Some((id, side)) = side else {
            reporter.diagnostics.push(unknown_side(written.scenario, name, name.span));
            continue;
        };
        check_side(reporter, id, side, held);
    }
}

fn check_side(reporter: &mut Reporter, id: &Spanned<String>, side: &Side, held: &SideComponents) {
    let groups = groups(side);
    let headquarters = groups.iter().filter(|group| group.leader.is_some()).count() as i64;
    let trains: i64 = groups.iter().map(|group| group.trains.len() as i64).sum();
    let own_chit = side.commander.as_ref().and_then(|commander| commander.chit.as_ref());
    let chits = side.commands.len() as i64 + i64::from(own_chit.is_some_and(|chit| chit.value));
    for (count, need, name) in [
        (&held.hqs, headquarters, "headquarters"),
        (&held.baggage, trains, "baggage trains"),
        (&held.chits, chits, "command chits"),
        // PB-3.21: every HQ has a reserve card.
        (&held.reserve_cards, headquarters, "reserve cards"),
    ] {
        if let Some(count) = count {
            compare(reporter, count, need, name, id.span);
        }
    }
    if let Some(pieces) = &held.pieces {
        let mut needed: BTreeMap<String, (i64, Span)> = BTreeMap::new();
        let types = groups.iter().flat_map(|group| group.pieces);
        let types = types.map(|piece| (piece.r#type.value.to_string(), piece.r#type.span));
        let pool = side.detachments.iter().flat_map(|pool| pool.pieces.iter());
        let pool = pool.map(|piece| (PieceType::Detachment.word().to_owned(), piece.span));
        for (name, span) in types.chain(pool) {
            needed.entry(name).or_insert((0, span)).0 += 1;
        }
        check_types(reporter, id, pieces, &needed);
    }
}

fn check_types(
    reporter: &mut Reporter,
    id: &Spanned<String>,
    held: &Named<Count>,
    needed: &BTreeMap<String, (i64, Span)>,
) {
    for (name, &(need, first)) in needed {
        match held.0.iter().find(|(known, _)| known.value == *name) {
            Some((_, count)) => compare(reporter, count, need, &pieces(name, need), id.span),
            None => reporter.diagnostics.push(
                Diagnostic::new(
                    code::COMPONENT_COUNT,
                    message!(
                        "side `{}` needs {need} {}, but the box holds none",
                        id.value,
                        pieces(name, need)
                    ),
                )
                .rule("PB-2.1")
                .at(first, "first of them")
                .help(format!(
                    "add `{name}: {need}` to the side's `components`, or use other pieces"
                )),
            ),
        }
    }
}

fn pieces(name: &str, count: i64) -> String {
    match count {
        1 => format!("{name} piece"),
        _ => format!("{name} pieces"),
    }
}

fn compare(reporter: &mut Reporter, held: &Count, need: i64, name: &str, also: Span) {
    if held.0 >= need || reporter.is_stand_in(held.span) {
        return;
    }
    let mut diagnostic = Diagnostic::new(
        code::COMPONENT_COUNT,
        message!("the battle needs {need} {name}, but the box holds {}", held.0),
    )
    .rule("PB-2.1")
    .at(held.span, format!("{} missing", need - held.0));
    if also != held.span {
        diagnostic = diagnostic.also(also, "for this side");
    }
    reporter
        .diagnostics
        .push(diagnostic.help("correct the number, or use fewer of them in the battle"));
}
