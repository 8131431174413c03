//! A run's result as a table for people.

use std::fmt::Write as _;

use sandtable_pack::{Pack, fab};

use crate::playable::Described;
use crate::result::RunResult;

/// The result in lines of at most 80 characters, for a terminal or a text file.
pub fn table(pack: &Pack, result: &RunResult) -> String {
    table_of(pack, result)
}

/// The same for a battle of FAB.
pub fn table_of_area_battle(pack: &fab::Pack, result: &RunResult) -> String {
    table_of(pack, result)
}

pub(crate) fn table_of(battle: &impl Described, result: &RunResult) -> String {
    let facts = battle.facts();
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        text.write_fmt(words).and_then(|()| text.write_char('\n')).expect("strings take all text");
    };
    line(format_args!("{}", facts.title));
    line(format_args!("scenario {}, ruleset {}", result.scenario, result.ruleset));
    line(format_args!(
        "{} of {} games completed, seeds {} to {}",
        result.completed,
        result.games,
        result.seed,
        result.seed.wrapping_add(result.games.saturating_sub(1)),
    ));
    line(format_args!(""));
    line(format_args!(
        "{:34} {:10} {:>5} {:>14} {:>12}",
        "side", "bot", "wins", "95 % interval", "mean points"
    ));
    for ((side, title), bot) in facts.sides.iter().zip(&result.bots) {
        let Some(fared) = result.sides.get(side) else { continue };
        let [low, high] = fared.interval.map(|bound| format!("{:.0}", bound * 100.0));
        line(format_args!(
            "{:34} {:10} {:>5} {:>14} {:>12.1}",
            title,
            bot,
            fared.wins,
            format!("{low}–{high} %"),
            fared.mean_points,
        ));
    }
    line(format_args!("{:34} {:10} {:>5}", "nobody", "", result.draws));
    line(format_args!(""));
    line(format_args!("How they ended:"));
    for [kind, reason, rule] in battle.endings() {
        if let Some(count) = result.victories.get(kind) {
            line(format_args!("{count:>5}  {kind}: {reason} ({rule})"));
        }
    }
    line(format_args!("When they ended:"));
    let mut moments: Vec<_> =
        result.turns.iter().map(|(when, count)| (battle.moment(when), count)).collect();
    moments.sort();
    for ((_, when), count) in moments {
        line(format_args!("{count:>5}  {when}"));
    }
    for failure in &result.failures {
        line(format_args!("FAILED, seed {}: {}", failure.seed, failure.message));
    }
    for unplayed in battle.unplayed() {
        line(format_args!("Not played:      {unplayed}"));
    }
    line(format_args!("Play digest: {}", result.play_digest));
    line(format_args!("Result:      {}", result.digest));
    text
}
