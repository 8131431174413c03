//! The result of a run as a table.

use std::fmt::Write as _;

use sandtable_pack::AnyPack;

use crate::game::battle::{BattlePack, with_pack};
use crate::report::percent_range;
use crate::result::RunResult;

/// Returns the result in lines of at most 80 characters, for a terminal or a text file.
pub fn table(pack: &AnyPack, result: &RunResult) -> String {
    with_pack!(pack, pack => pack_table(pack, result))
}

pub(crate) fn pack_table(battle: &impl BattlePack, result: &RunResult) -> String {
    let facts = battle.facts();
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        text.write_fmt(words)
            .and_then(|()| text.write_char('\n'))
            .expect("writing to a string cannot fail");
    };
    let seeds = if result.swapped { result.games.div_ceil(2) } else { result.games };
    line(format_args!("{}", facts.title));
    line(format_args!("scenario {}, ruleset {}", result.scenario, result.ruleset));
    line(format_args!(
        "{} of {} games completed, seeds {} to {}{}",
        result.completed,
        result.games,
        result.seed,
        result.seed.wrapping_add(seeds.saturating_sub(1)),
        if result.swapped { ", bots on both sides" } else { "" },
    ));
    line(format_args!(""));
    line(format_args!(
        "{:34} {:10} {:>5} {:>14} {:>12}",
        "side", "bot", "wins", "95 % CI", "mean points"
    ));
    let titles = facts.sides.iter().zip(facts.headings(34));
    for (((side, _), title), bot) in titles.zip(&result.bots) {
        let Some(tally) = result.sides.get(side) else { continue };
        // With `--swap`, both bots play each side.
        let bot = if result.bot_wins.is_empty() || !result.swapped { bot.as_str() } else { "both" };
        line(format_args!(
            "{:34} {:10} {:>5} {:>14} {:>12.1}",
            title,
            bot,
            tally.wins,
            percent_range(tally.interval),
            tally.mean_points,
        ));
    }
    line(format_args!("{:34} {:10} {:>5}", "draws", "", result.draws));
    if !result.bot_wins.is_empty() {
        let sides = if result.swapped { "on both sides" } else { "on its own side" };
        line(format_args!(""));
        line(format_args!("bot, {sides}"));
        for (bot, tally) in &result.bot_wins {
            line(format_args!(
                "{:45} {:>5} {:>14}",
                bot,
                tally.wins,
                percent_range(tally.interval)
            ));
        }
    }
    line(format_args!(""));
    line(format_args!("Games by ending:"));
    for [kind, reason, rule] in battle.endings() {
        if let Some(count) = result.victories.get(kind) {
            line(format_args!("{count:>5}  {kind}: {reason} ({rule})"));
        }
    }
    line(format_args!("Games by last turn:"));
    let mut moments: Vec<_> =
        result.turns.iter().map(|(when, count)| (battle.end_time(when), count)).collect();
    moments.sort();
    for ((_, when), count) in moments {
        line(format_args!("{count:>5}  {when}"));
    }
    for sentence_line in result.early.iter().flat_map(|sentence| wrap(sentence)) {
        line(format_args!("{sentence_line}"));
    }
    for failure in &result.failures {
        line(format_args!("FAILED, seed {}: {}", failure.seed, failure.message));
    }
    for unplayed in battle.unplayed_rules() {
        line(format_args!("Not played:      {unplayed}"));
    }
    line(format_args!("Play digest: {}", result.play_digest));
    line(format_args!("Result:      {}", result.digest));
    text
}

/// Wraps a sentence to lines of at most 80 characters.
fn wrap(sentence: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let line = lines.last_mut().expect("at least one line");
        match line.chars().count() + 1 + word.chars().count() {
            _ if line.is_empty() => line.push_str(word),
            length if length <= 80 => *line += &format!(" {word}"),
            _ => lines.push(format!("  {word}")),
        }
    }
    lines
}
