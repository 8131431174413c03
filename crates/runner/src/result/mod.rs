//! The result of a run, as printed by `run --format json`.

pub(crate) mod baseline;
pub(crate) mod rows;
pub(crate) mod strength;
pub(crate) mod table;
pub(crate) mod variants;

use std::collections::BTreeMap;

use sandtable_pack::Digest;
use sandtable_source::{Diagnostics, Origins, ReportDiagnostic, portable_report};
use serde::Serialize;

use crate::census::{Act, Cast, Census, ExampleGames, Hindrance, PieceRole};
use crate::findings::Analysis;
use crate::findings::early::Early;
use crate::game::battle::{BattlePack, Facts};
use crate::game::failure::Failure;
use crate::interval::wilson;
use crate::run::RunOptions;
use crate::run::tally::{Counts, Tally};

/// The result of a run. It does not depend on time, threads or the machine.
#[derive(Debug, Serialize)]
pub struct RunResult {
    /// The battle's id.
    pub scenario: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// The digest of everything that affects play.
    pub play_digest: Digest,
    /// The digest of the whole pack, including data that is only printed.
    pub pack_digest: Digest,
    /// The number of games.
    pub games: u64,
    /// Games that ended by the rules.
    pub completed: u64,
    /// The seed of the first game; game `k` (from 0) has the seed `seed + k`.
    pub seed: u64,
    /// The bots in order of sides.
    pub bots: [String; 2],
    /// The digest of the play digest and the end of every game in order. Equal digests mean equal
    /// games.
    pub digest: Digest,
    /// The findings, except failures.
    pub findings: Vec<ReportDiagnostic>,
    /// Games that did not end by the rules.
    pub failures: Vec<Failure>,
    /// Results by side.
    pub sides: BTreeMap<String, SideResult>,
    /// Games without a winner.
    pub draws: u64,
    /// Completed games by ending.
    pub victories: BTreeMap<String, u64>,
    /// Games won by each side, by ending.
    pub victories_of: BTreeMap<String, BTreeMap<String, u64>>,
    /// Completed games by last turn, as `day-turn`.
    pub turns: BTreeMap<String, u64>,
    /// Whether every seed was played twice, with the bots swapped the second time.
    pub swapped: bool,
    /// Results by bot, on both sides; empty if both bots are the same.
    pub bot_wins: BTreeMap<String, BotResult>,
    /// Measures of how close the games were.
    pub balance: Balance,
    /// The acts of each side, over all completed games.
    pub acts: BTreeMap<String, BTreeMap<Act, u64>>,
    /// All combat pieces, in the order of the battle.
    pub pieces: Vec<PieceResult>,
    /// All commands or formations.
    pub commands: Vec<CommandResult>,
    /// Losses by type and quality.
    pub losses: Vec<LossResult>,
    /// Games whose winner would differ without a ruling's points.
    pub rulings: BTreeMap<String, u64>,
    /// Sentences about games that end early; empty if few end early.
    pub early: Vec<String>,
}

/// The results of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BotResult {
    /// Games won.
    pub wins: u64,
    /// Wins divided by completed games.
    pub win_rate: f64,
    /// The 95 % Wilson interval of the win rate.
    pub interval: [f64; 2],
}

/// Measures of how close the games were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Balance {
    /// The mean final margin of the first side.
    pub mean_margin: f64,
    /// The median final margin of the first side.
    pub median_margin: i64,
    /// Games by final margin.
    pub margins: BTreeMap<i64, u64>,
    /// The mean number of lead changes.
    pub lead_changes: f64,
    /// Games by the turn, from 1, after which the lead was final.
    pub decided: BTreeMap<u16, u64>,
    /// Games by last turn.
    pub ended: BTreeMap<u16, u64>,
    /// The mean points of each side after each turn. Games that have ended count with their final
    /// points.
    pub course: Vec<[f64; 2]>,
}

/// A piece over all completed games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceResult {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The id of its side.
    pub side: String,
    /// The id of its command.
    pub command: Option<String>,
    /// The type.
    pub kind: String,
    /// The quality.
    pub quality: String,
    /// Games in which it was on the map.
    pub came: u64,
    /// Games in which it moved.
    pub moved: u64,
    /// Games in which it fought.
    pub fought: u64,
    /// Games in which it was lost in combat.
    pub lost: u64,
    /// Games in which it was out of supply at the end and counted as destroyed (PB-31.4).
    pub cut_off_at_end: u64,
    /// Games in which it entered late.
    pub late: u64,
    /// Examples of games in which it entered late.
    pub late_games: ExampleGames,
    /// Games in which it was due but never entered.
    pub missed: u64,
    /// Examples of games in which it never entered.
    pub missed_games: ExampleGames,
    /// When and where it is due, for reinforcements.
    pub due: Option<DueResult>,
}

/// When and where a piece is due, with observed delays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DueResult {
    /// The turn, from 1.
    pub turn: u16,
    /// A description.
    pub when: String,
    /// The id or letter of the entry.
    pub entry: String,
    /// Games that lasted until that turn.
    pub reached: u64,
    /// Turns over all games at the end of which it was due but still waiting, by hindrance.
    pub kept_off: BTreeMap<Hindrance, u64>,
}

/// A command over all completed games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CommandResult {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The id of its side.
    pub side: String,
    /// Games in which it was active.
    pub active: u64,
    /// The mean activations per game.
    pub activations: f64,
    /// The mean pieces lost in combat per game.
    pub losses: f64,
    /// The mean pieces out of supply at the end per game.
    pub cut_off_at_end: f64,
    /// The mean chit position, from 0 (first) to 1 (last), over games that its side won.
    pub place_when_won: Option<f64>,
    /// The chit position over games that its side did not win.
    pub place_when_lost: Option<f64>,
}

/// Losses of the pieces with the same side, type and quality.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LossResult {
    /// The id of the side.
    pub side: String,
    /// The type.
    pub kind: String,
    /// The quality.
    pub quality: String,
    /// The number of pieces.
    pub pieces: u64,
    /// The mean number lost in combat per game.
    pub lost: f64,
    /// The mean number out of supply at the end.
    pub cut_off_at_end: f64,
}

/// The results of a side over the completed games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SideResult {
    /// Games won.
    pub wins: u64,
    /// Wins divided by completed games.
    pub win_rate: f64,
    /// The 95 % Wilson interval of the win rate.
    pub interval: [f64; 2],
    /// The mean final points.
    pub mean_points: f64,
}

impl RunResult {
    /// Returns the result of the counts, and the findings for the terminal.
    pub(crate) fn new(
        battle: &impl BattlePack,
        cast: &Cast,
        options: RunOptions,
        tally: &Tally,
        origins: &Origins,
    ) -> (Self, Diagnostics) {
        let facts = battle.facts();
        let counts = &tally.counts;
        let look = Analysis {
            scenario: &facts.scenario,
            cast,
            counts,
            options,
            endings: battle.endings(),
            of_areas: cast.columns.is_none(),
        };
        let found = look.findings(origins);
        let early = Early::new(cast, &counts.census);
        let mut findings = battle.findings();
        findings.extend(portable_report(&origins.sources, &found).diagnostics);
        let census = &counts.census;
        let acts = cast.sides.iter().zip(&census.acts);
        let victories_of = cast.sides.iter().zip(&counts.victories_of);
        let victories_of = victories_of.map(|(side, ways)| (side.id.clone(), ways.clone()));
        let result = Self {
            games: counts.played,
            completed: counts.completed,
            seed: options.seed,
            bots: options.bots.map(|bot| bot.name().to_owned()),
            digest: tally.digest(),
            findings,
            failures: counts.failures.clone(),
            sides: SideResult::for_sides(&facts, counts),
            draws: counts.draws,
            victories: counts.victories.clone(),
            victories_of: victories_of.collect(),
            turns: counts.turns.clone(),
            swapped: options.swap,
            bot_wins: bot_wins(options, counts),
            balance: Balance::new(census),
            acts: acts.map(|(side, acts)| (side.id.clone(), acts.clone())).collect(),
            pieces: pieces(cast, census),
            commands: commands(cast, census),
            losses: losses(cast, census),
            rulings: census.rulings.clone(),
            early: early.sentences(),
            scenario: facts.scenario,
            ruleset: facts.ruleset,
            play_digest: facts.play_digest,
            pack_digest: facts.pack_digest,
        };
        (result, found)
    }
}

impl SideResult {
    /// Returns the results of both sides, by id.
    pub(crate) fn for_sides(facts: &Facts, counts: &Counts) -> BTreeMap<String, Self> {
        let share = |sum: f64| mean(sum, counts.completed);
        let sides = facts.sides.iter().zip(counts.wins.into_iter().zip(counts.points));
        let sides = sides.map(|((id, _), (wins, points))| {
            let result = Self {
                wins,
                win_rate: share(wins as f64),
                interval: wilson(wins, counts.completed),
                mean_points: share(points as f64),
            };
            (id.clone(), result)
        });
        sides.collect()
    }
}

fn mean(sum: f64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { sum / of as f64 }
}

fn bot_wins(options: RunOptions, counts: &Counts) -> BTreeMap<String, BotResult> {
    let [first, second] = options.bots;
    if first == second {
        return BTreeMap::new();
    }
    let results = [first, second].into_iter().zip(counts.bot_wins).map(|(bot, wins)| {
        let win_rate = mean(wins as f64, counts.completed);
        let result = BotResult { wins, win_rate, interval: wilson(wins, counts.completed) };
        (bot.name().to_owned(), result)
    });
    results.collect()
}

impl Balance {
    fn new(census: &Census) -> Self {
        let games = census.games;
        let margins = census.margins.iter().map(|(margin, games)| (*margin, games.iter().sum()));
        let margins: BTreeMap<i64, u64> = margins.collect();
        let sum: f64 = margins.iter().map(|(margin, games)| *margin as f64 * *games as f64).sum();
        let mut before = 0;
        let middle = margins.iter().find(|(_, games)| {
            before += **games;
            before * 2 >= census.games
        });
        let course = census.course.iter();
        Self {
            mean_margin: mean(sum, games),
            median_margin: middle.map_or(0, |(margin, _)| *margin),
            lead_changes: mean(census.lead_changes as f64, games),
            decided: census.decided.clone(),
            course: course.map(|turn| turn.map(|points| mean(points as f64, games))).collect(),
            ended: census.ended.clone(),
            margins,
        }
    }
}

fn pieces(cast: &Cast, census: &Census) -> Vec<PieceResult> {
    let all = cast.pieces.iter().zip(&census.pieces);
    let fight = all.filter(|(piece, _)| piece.role == PieceRole::Combat);
    fight
        .map(|(piece, count)| PieceResult {
            id: piece.id.clone(),
            name: piece.name.clone(),
            side: cast.sides[piece.side].id.clone(),
            command: piece.command.map(|command| cast.commands[command].id.clone()),
            kind: piece.kind.clone(),
            quality: piece.quality.clone(),
            came: count.came,
            moved: count.moved,
            fought: count.fought,
            lost: count.lost,
            cut_off_at_end: count.cut_off_at_end,
            late: count.late,
            late_games: count.late_games,
            missed: count.missed,
            missed_games: count.missed_games,
            due: piece.due.as_ref().map(|due| DueResult {
                turn: due.turn,
                when: due.when.clone(),
                entry: due.entry.clone(),
                reached: census.games_reaching(due.turn),
                kept_off: Hindrance::ALL
                    .into_iter()
                    .zip(count.kept_off)
                    .filter(|(_, turns)| *turns > 0)
                    .collect(),
            }),
        })
        .collect()
}

fn commands(cast: &Cast, census: &Census) -> Vec<CommandResult> {
    let place = |[sum, count]: [u64; 2]| (count > 0).then(|| sum as f64 / 1_000.0 / count as f64);
    let all = cast.commands.iter().zip(&census.commands).enumerate();
    all.map(|(number, (command, count))| {
        let own = cast.pieces.iter().zip(&census.pieces);
        let own = own
            .filter(|(piece, _)| piece.command == Some(number) && piece.role == PieceRole::Combat);
        let [lost, cut_off] = own.fold([0; 2], |[lost, cut_off], (_, count)| {
            [lost + count.lost, cut_off + count.cut_off_at_end]
        });
        CommandResult {
            id: command.id.clone(),
            name: command.name.clone(),
            side: cast.sides[command.side].id.clone(),
            active: count.active,
            activations: mean(count.activations as f64, census.games),
            losses: mean(lost as f64, census.games),
            cut_off_at_end: mean(cut_off as f64, census.games),
            place_when_won: place(count.won),
            place_when_lost: place(count.lost),
        }
    })
    .collect()
}

fn losses(cast: &Cast, census: &Census) -> Vec<LossResult> {
    let mut sums: BTreeMap<(usize, &str, &str), [u64; 3]> = BTreeMap::new();
    for (piece, count) in cast.pieces.iter().zip(&census.pieces) {
        if piece.role == PieceRole::Combat {
            let sum = sums.entry((piece.side, &piece.kind, &piece.quality)).or_default();
            sum[0] += 1;
            sum[1] += count.lost;
            sum[2] += count.cut_off_at_end;
        }
    }
    let result =
        |((side, kind, quality), [pieces, lost, cut_off]): ((usize, &str, &str), [u64; 3])| {
            LossResult {
                side: cast.sides[side].id.clone(),
                kind: kind.to_owned(),
                quality: quality.to_owned(),
                pieces,
                lost: mean(lost as f64, census.games),
                cut_off_at_end: mean(cut_off as f64, census.games),
            }
        };
    sums.into_iter().map(result).collect()
}
