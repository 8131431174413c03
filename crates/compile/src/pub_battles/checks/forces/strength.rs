//! PB-3.33: an infantry piece stands for 1,500 to 7,200 men (PB-1.7).

use sandtable_pack::PieceType;
use sandtable_source::{Diagnostic, code, first_few, message, thousands};

use crate::pub_battles::authored_battle::Written;
use sandtable_authored::Piece;
use sandtable_authored::Reporter;

/// So many men stand in one piece (PB-1.7).
const USUAL: std::ops::RangeInclusive<i64> = 1_500..=7_200;

/// So many pieces with few men are told of as one: the battle is small, and its blocks stand for less.
const SMALL_BATTLE: usize = 3;

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
    let unusual: Vec<(&Piece, i64)> = written
        .pieces()
        .filter_map(|piece| Some((piece, unusual(reporter, written, piece)?)))
        .collect();
    // What is allowed by itself stays a finding of its own.
    let is_folded = |(piece, men): &(&Piece, i64)| {
        men < USUAL.start() && !reporter.allows_at(code::STRENGTH_UNUSUAL, &piece.id.0)
    };
    let (few, mut alone): (Vec<_>, Vec<_>) = unusual.into_iter().partition(is_folded);
    if few.len() >= SMALL_BATTLE {
        small_battle(reporter, &written.scenario.id.0, &few);
    } else {
        alone.extend(few);
    }
    for (piece, men) in alone {
        of_piece(reporter, piece, men);
    }
}

/// The strength of an infantry piece that is not a usual one.
fn unusual(reporter: &Reporter, written: &Written<'_>, piece: &Piece) -> Option<i64> {
    let men = piece.strength.as_ref()?.0;
    let is_unusual = written.arm(piece) == Some(PieceType::Infantry)
        && !USUAL.contains(&men)
        && !reporter.is_unread(piece.span, "type")
        && !reporter.is_unread(piece.span, "strength");
    is_unusual.then_some(men)
}

/// A number of men, which is none below nought.
fn told(men: i64) -> String {
    thousands(u32::try_from(men).unwrap_or(u32::MAX))
}

/// One finding for all pieces of few men, about the whole scenario.
fn small_battle(reporter: &mut Reporter, scenario: &str, few: &[(&Piece, i64)]) {
    let named = few.iter().map(|(piece, men)| format!("`{}` ({})", piece.id.0, told(*men)));
    let named: Vec<String> = named.collect();
    let Some(first) = few.first().and_then(|(piece, _)| piece.strength.as_ref()) else { return };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::STRENGTH_UNUSUAL,
            message!(
                "{} infantry pieces have fewer than 1,500 men: {}",
                few.len(),
                first_few(&named, SMALL_BATTLE)
            ),
        )
        .about(scenario)
        .rule("PB-3.33")
        .at(first.span, "the first of them; a piece stands for 1,500 to 7,200 men")
        .help("strength has no effect in play, the number of blocks has: in a small battle let each stand for as many men as any other, on both sides")
        .help(format!(
            "leave `strength` out of all of them, or allow it for the whole battle: `- {{ code: ST0405, at: {scenario}, reason: \"…\" }}`"
        )),
    );
}

fn of_piece(reporter: &mut Reporter, piece: &Piece, men: i64) {
    let Some(strength) = &piece.strength else { return };
    let (measure, help) = match men < *USUAL.start() {
        true => (
            "few",
            "join it to another piece, make it a detachment, or leave `strength` out; strength has no effect in play",
        ),
        false => ("many", "divide it into two pieces; strength has no effect in play"),
    };
    let mut diagnostic = Diagnostic::new(
        code::STRENGTH_UNUSUAL,
        message!("{} men are {measure} for `{}`, an infantry piece", told(men), piece.id.0),
    )
    .rule("PB-3.33")
    .at(strength.span, "a piece stands for 1,500 to 7,200 men");
    let tenth = men / 10;
    if tenth * 10 == men && USUAL.contains(&tenth) {
        diagnostic = diagnostic.help(format!("a nought too many? Then write {tenth}"));
    }
    reporter.diagnostics.push(
        diagnostic.help(help).help(format!(
            "or allow it: `- {{ code: ST0405, at: {}, reason: \"…\" }}`",
            piece.id.0
        )),
    );
}
