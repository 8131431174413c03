//! Findings for the designer: each has its evidence and, if known, a source location.

pub(crate) mod arrivals;
pub(crate) mod early;
pub(crate) mod endings;
pub(crate) mod ground;
pub(crate) mod troops;

use std::collections::BTreeMap;

use sandtable_source::{Code, Diagnostic, Diagnostics, Message, Origins, Severity, code, message};

use crate::census::{Cast, Census, GameId};
use crate::game::failure::FailureKind;
use crate::run::RunOptions;
use crate::run::tally::Counts;

/// The minimum number of games for findings about events that never happen.
const MIN_GAMES: u64 = 10;
/// A late reinforcement is reported if it enters late or never in this proportion of games.
const LATE_SHARE: f64 = 0.25;
/// An entry is jammed if this proportion of its arrivals is late.
const JAMMED_SHARE: f64 = 0.5;
/// The time limit is reported if it ends more than this proportion of games.
const TIME_LIMIT_SHARE: f64 = 0.95;
/// A ruling is reported if it decides this proportion of games.
const RULING_SHARE: f64 = 0.1;
/// A crossing is a bottleneck if this proportion of all crossings uses it.
const BOTTLENECK_SHARE: f64 = 0.9;
/// The maximum number of unused terrain features of a kind with separate findings; more features
/// share one finding.
const MAX_SEPARATE_GROUNDS: usize = 2;
/// The maximum number of listed pieces with blocked supply.
const MAX_LISTED_BLOCKED: usize = 3;
/// A battle is one-sided if the CI of a side's win rate is above this.
const ONE_SIDED: f64 = 0.75;

/// A finding without its source location.
struct Finding {
    code: Code,
    /// The id of its subject, or of the battle.
    about: String,
    /// The label at the source location.
    label: String,
    message: Message,
    rule: Option<&'static str>,
    help: String,
    /// An example game.
    game: Option<GameId>,
    /// Further subjects.
    also: Vec<String>,
}

/// The input of the findings.
pub(crate) struct Analysis<'l> {
    pub(crate) scenario: &'l str,
    pub(crate) cast: &'l Cast,
    pub(crate) counts: &'l Counts,
    pub(crate) options: RunOptions,
    /// Possible endings: kind, reason, rule.
    pub(crate) endings: Vec<[&'static str; 3]>,
    /// Whether the battle has an area map.
    pub(crate) of_areas: bool,
}

impl Analysis<'_> {
    /// Returns all findings; those allowed by the designer become notes.
    pub(crate) fn findings(&self, origins: &Origins) -> Diagnostics {
        let mut found = self.failures();
        if self.census().games >= MIN_GAMES {
            found.extend(self.pieces());
            found.extend(self.commands());
            found.extend(self.arrivals());
            found.extend(self.ending_findings());
            found.extend(self.map());
            found.extend(self.rulings());
        }
        let mut findings = Diagnostics::new();
        for finding in found {
            let look = finding.game.map(|game| self.replay_help(game));
            findings.push(finding.into_diagnostic(origins, look));
        }
        origins.allow(&mut findings);
        findings
    }

    fn census(&self) -> &Census {
        &self.counts.census
    }

    fn games(&self) -> u64 {
        self.census().games
    }

    /// Formats a count of games: `in 12 of 200 games`.
    fn game_proportion(&self, games: u64) -> String {
        match games {
            0 => format!("in none of {} games", self.games()),
            all if all == self.games() => format!("in all {} games", self.games()),
            some => format!("in {some} of {} games", self.games()),
        }
    }

    /// Names the bots, for findings that depend on them.
    fn bots(&self) -> String {
        let [first, second] = self.options.bots.map(|bot| bot.name());
        if first == second { format!("{first} bots") } else { format!("{first} and {second} bots") }
    }

    fn finding(&self, code: Code, about: &str, message: impl Into<Message>) -> Finding {
        Finding {
            code,
            about: about.to_owned(),
            label: String::new(),
            message: message.into(),
            rule: None,
            help: String::new(),
            game: None,
            also: Vec::new(),
        }
    }

    /// Returns the help that reproduces a game.
    fn replay_help(&self, game: GameId) -> String {
        format!("to reproduce it, run `{}`", replay_command(self.options, game))
    }

    fn failures(&self) -> Vec<Finding> {
        let mut by_kind: BTreeMap<FailureKind, Vec<GameId>> = BTreeMap::new();
        for failure in &self.counts.failures {
            let game = GameId { seed: failure.seed, swapped: failure.swapped };
            by_kind.entry(failure.kind).or_default().push(game);
        }
        let finding = |(kind, seeds): (FailureKind, Vec<GameId>)| {
            let first = seeds.first().copied();
            let (code, what) = match kind {
                FailureKind::DeadEnd => (code::DEAD_END, "reached a state without legal actions"),
                FailureKind::StepLimit => (code::STEP_LIMIT, "reached the step limit"),
                FailureKind::Panic => {
                    (code::GAME_PANICKED, "crashed because of a bug in Sandtable")
                }
                FailureKind::Invariant => (code::INVARIANT_BROKEN, "violated an invariant"),
                FailureKind::Refused => {
                    (code::ANSWER_REFUSED, "had a bot that chose an illegal action")
                }
            };
            let named: Vec<String> = seeds.iter().take(5).map(GameId::to_string).collect();
            let more = if seeds.len() > 5 { ", …" } else { "" };
            let plural = if seeds.len() == 1 {
                "1 game".to_owned()
            } else {
                format!("{} games", seeds.len())
            };
            Finding {
                help: "report this bug and attach the record of such a game".to_owned(),
                game: first,
                ..self.finding(
                    code,
                    self.scenario,
                    message!(
                        "{plural} of {} {what} (seeds {}{more})",
                        self.counts.played,
                        named.join(", ")
                    ),
                )
            }
        };
        by_kind.into_iter().map(finding).collect()
    }
}

/// Returns the command that replays a game of a run and writes its diary.
pub(crate) fn replay_command(options: RunOptions, game: GameId) -> String {
    let [first, second] = options.bots.map(|bot| bot.name());
    let bots = if first == second { first.to_owned() } else { format!("{first},{second}") };
    let (swap, games) = if game.swapped { (" --swap", 2) } else { ("", 1) };
    format!(
        "sandtable run … --bots {bots}{swap} --seed {} --games {games} --record games",
        game.seed
    )
}

/// Returns the plural of a kind of terrain.
fn plural(kind: &str) -> &str {
    match kind {
        "buildings" => "built-up areas",
        "marsh" => "marshes",
        "hill" => "hills",
        "area" => "areas",
        other => other,
    }
}

impl Finding {
    fn into_diagnostic(self, origins: &Origins, look: Option<String>) -> Diagnostic {
        let place = origins.subjects.span_of(&self.about);
        let about = self.about.clone();
        let mut finding = Diagnostic::new(self.code, self.message).subject(self.about);
        for id in self.also {
            finding = finding.subject(id);
        }
        if let Some(rule) = self.rule {
            finding = finding.rule(rule);
        }
        if let Some(place) = place {
            finding = finding.at(place, self.label);
        }
        // Without a source location, the source is a pack, and only a scenario has `allow`.
        let is_allowed = place.is_some() && self.code.severity() == Severity::Warning;
        let allowed = is_allowed.then(|| {
            format!(
                "if this is intentional, add to `allow` in the scenario: `- {{ code: {}, at: {about}, reason: \"…\" }}`",
                self.code
            )
        });
        let help = [self.help].into_iter().filter(|help| !help.is_empty());
        help.chain(look).chain(allowed).fold(finding, Diagnostic::help)
    }
}

#[cfg(test)]
pub(crate) mod tests;
