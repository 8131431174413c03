//! PB-3.33: an infantry piece represents 1,500 to 7,200 men (PB-1.7).

use sandtable_pack::PieceType;
use sandtable_source::{Diagnostic, code, first_few, group_thousands, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Piece;
use sandtable_authored::Reporter;

/// The usual strength of an infantry piece (PB-1.7).
const USUAL_STRENGTH: std::ops::RangeInclusive<i64> = 1_500..=7_200;

/// The minimum number of weak pieces that are reported together, because blocks of small battles
/// represent fewer men.
const SMALL_BATTLE: usize = 3;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let unusual: Vec<(&Piece, i64)> = written
        .pieces()
        .filter_map(|piece| Some((piece, unusual(reporter, written, piece)?)))
        .collect();
    // A piece with its own `allow` is reported separately.
    let is_folded = |(piece, men): &(&Piece, i64)| {
        men < USUAL_STRENGTH.start() && !reporter.allows_at(code::STRENGTH_UNUSUAL, &piece.id.0)
    };
    let (few, mut alone): (Vec<_>, Vec<_>) = unusual.into_iter().partition(is_folded);
    if few.len() >= SMALL_BATTLE {
        small_battle(reporter, &written.scenario.id.0, &few);
    } else {
        alone.extend(few);
    }
    for (piece, men) in alone {
        report_piece(reporter, piece, men);
    }
}

/// The strength of an infantry piece, if it is unusual.
fn unusual(reporter: &Reporter, written: &AuthoredBattle<'_>, piece: &Piece) -> Option<i64> {
    let men = piece.strength.as_ref()?.0;
    let is_unusual = written.arm(piece) == Some(PieceType::Infantry)
        && !USUAL_STRENGTH.contains(&men)
        && !reporter.is_unread(piece.span, "type")
        && !reporter.is_unread(piece.span, "strength");
    is_unusual.then_some(men)
}

/// Formats a number of men.
fn format_men(men: i64) -> String {
    group_thousands(u32::try_from(men).unwrap_or(u32::MAX))
}

/// Reports all weak pieces together, at the scenario.
fn small_battle(reporter: &mut Reporter, scenario: &str, few: &[(&Piece, i64)]) {
    let named = few.iter().map(|(piece, men)| format!("`{}` ({})", piece.id.0, format_men(*men)));
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
        .subject(scenario)
        .rule("PB-3.33")
        .at(first.span, "first of them; a piece represents 1,500 to 7,200 men")
        .help("in a small battle, let every block on both sides represent the same number of men: only the number of blocks affects play")
        .help(format!(
            "remove `strength` from all of them, or allow it for the whole battle: `- {{ code: ST0405, at: {scenario}, reason: \"…\" }}`"
        )),
    );
}

fn report_piece(reporter: &mut Reporter, piece: &Piece, men: i64) {
    let Some(strength) = &piece.strength else { return };
    let (measure, help) = match men < *USUAL_STRENGTH.start() {
        true => (
            "unusually few",
            "merge it with another piece, make it a detachment, or remove `strength`, which has no effect in play",
        ),
        false => ("unusually many", "split it into two pieces; strength has no effect in play"),
    };
    let mut diagnostic = Diagnostic::new(
        code::STRENGTH_UNUSUAL,
        message!("{} men are {measure} for infantry piece `{}`", format_men(men), piece.id.0),
    )
    .rule("PB-3.33")
    .at(strength.span, "a piece represents 1,500 to 7,200 men");
    let tenth = men / 10;
    if tenth * 10 == men && USUAL_STRENGTH.contains(&tenth) {
        diagnostic = diagnostic.help(format!("write {tenth} if there is a zero too many"));
    }
    reporter.diagnostics.push(
        diagnostic.help(help).help(format!(
            "or allow it: `- {{ code: ST0405, at: {}, reason: \"…\" }}`",
            piece.id.0
        )),
    );
}
