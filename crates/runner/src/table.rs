//! A run's result as a table for people.

use std::fmt::Write as _;

use sandtable_pack::{Language, Pack, Unplayed};
use sandtable_rules::VictoryKind;

use crate::result::RunResult;

/// The result in lines of at most 80 characters, for a terminal or a text file.
pub fn table(pack: &Pack, result: &RunResult) -> String {
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        text.write_fmt(words).and_then(|()| text.write_char('\n')).expect("strings take all text");
    };
    let labels = pack.labels();
    line(format_args!("{}", labels.title.get(Language::En)));
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
    for (side, bot) in pack.scenario().sides.iter().zip(&result.bots) {
        let Some(fared) = result.sides.get(side.id.as_str()) else { continue };
        let [low, high] = fared.interval.map(|bound| format!("{:.0}", bound * 100.0));
        line(format_args!(
            "{:34} {:10} {:>5} {:>14} {:>12.1}",
            labels.sides[&side.id].title.get(Language::En),
            bot,
            fared.wins,
            format!("{low}–{high} %"),
            fared.mean_points,
        ));
    }
    line(format_args!("{:34} {:10} {:>5}", "nobody", "", result.draws));
    line(format_args!(""));
    line(format_args!("How they ended:"));
    let kinds = VictoryKind::ALL.into_iter();
    for (kind, count) in kinds.filter_map(|kind| Some((kind, result.victories.get(kind.name())?))) {
        line(format_args!("{count:>5}  {}: {} ({})", kind.name(), kind.reason(), kind.rule()));
    }
    line(format_args!("When they ended:"));
    for (when, count) in &result.turns {
        let (day, turn) = when.split_once('-').unwrap_or((when, ""));
        line(format_args!("{count:>5}  day {day}, turn {turn}"));
    }
    for failure in &result.failures {
        line(format_args!("FAILED, seed {}: {}", failure.seed, failure.message));
    }
    for unplayed in Unplayed::of(pack.scenario()) {
        line(format_args!("Not played:      {}", unplayed.name()));
    }
    line(format_args!("Play digest: {}", result.play_digest));
    line(format_args!("Result:      {}", result.digest));
    text
}
