//! What a run of games found: the JSON document that `run --format json` promises.

pub(crate) mod baseline;
pub(crate) mod rows;
pub(crate) mod strength;
pub(crate) mod table;
pub(crate) mod variants;

use std::collections::BTreeMap;

use sandtable_pack::Digest;
use sandtable_source::{Diagnostics, Origins, ReportDiagnostic, report};
use serde::Serialize;

use crate::census::{Act, Cast, Census, ExampleGames, Hindrance, PieceRole};
use crate::findings::Look;
use crate::findings::early::Early;
use crate::game::battle::{Described, Facts};
use crate::game::failure::Failure;
use crate::interval::wilson;
use crate::run::RunOptions;
use crate::run::tally::{Counts, Tally};

/// What a run of games found. Nothing in it depends on time, threads or machine.
#[derive(Debug, Serialize)]
pub struct RunResult {
    /// The battle's id.
    pub scenario: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// What exactly was played.
    pub play_digest: Digest,
    /// The pack with all that is only printed.
    pub pack_digest: Digest,
    /// Games asked for.
    pub games: u64,
    /// Games that came to an end by the rules.
    pub completed: u64,
    /// The first game's seed; game `k` (from 0) has the seed `seed + k`.
    pub seed: u64,
    /// The bots by side, first side first.
    pub bots: [String; 2],
    /// Digest of the play digest and every game's end in order: equal digests mean equal games.
    pub digest: Digest,
    /// What the designer should know, beside failures.
    pub findings: Vec<ReportDiagnostic>,
    /// Games that did not come to an end by the rules.
    pub failures: Vec<Failure>,
    /// By side.
    pub sides: BTreeMap<String, SideResult>,
    /// Games that nobody won; a draw is a win for nobody.
    pub draws: u64,
    /// Completed games by how they ended.
    pub victories: BTreeMap<String, u64>,
    /// The same of the games that each side won.
    pub victories_of: BTreeMap<String, BTreeMap<String, u64>>,
    /// Completed games by the turn in which they ended, as `day-turn`.
    pub turns: BTreeMap<String, u64>,
    /// Every seed was played twice, the second time with the bots on each other's side.
    pub swapped: bool,
    /// How the bots fared, whichever side they had; where both are the same there is nothing to say.
    pub bot_wins: BTreeMap<String, BotResult>,
    /// How close the games were.
    pub balance: Balance,
    /// What each side did, over all completed games.
    pub acts: BTreeMap<String, BTreeMap<Act, u64>>,
    /// Every piece that fights, in the order of the battle.
    pub pieces: Vec<PieceResult>,
    /// Every command or formation.
    pub commands: Vec<CommandResult>,
    /// Losses by type and quality.
    pub losses: Vec<LossResult>,
    /// Games that had been won otherwise without the points of a ruling.
    pub rulings: BTreeMap<String, u64>,
    /// How much of the battle is not played because it is over before, in sentences; none if most games last.
    pub early: Vec<String>,
}

/// How a bot fared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BotResult {
    /// Battles won.
    pub wins: u64,
    /// Wins over completed games.
    pub win_rate: f64,
    /// Wilson interval of the win rate at 95 %.
    pub interval: [f64; 2],
}

/// How close the games were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Balance {
    /// Points of the first side less those of the second at the end, on average.
    pub mean_margin: f64,
    /// The same of the game in the middle.
    pub median_margin: i64,
    /// Games by that margin.
    pub margins: BTreeMap<i64, u64>,
    /// How often the lead changed hands, on average.
    pub lead_changes: f64,
    /// Games by the turn, from 1, after which the lead never changed any more.
    pub decided: BTreeMap<u16, u64>,
    /// Games by the turn in which they ended.
    pub ended: BTreeMap<u16, u64>,
    /// Points of each side after each turn, on average; of games that were over those at their end.
    pub course: Vec<[f64; 2]>,
}

/// A piece over all completed games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceResult {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its side's id.
    pub side: String,
    /// Its command's id.
    pub command: Option<String>,
    /// Its type.
    pub kind: String,
    /// Its quality.
    pub quality: String,
    /// Games in which it was on the map.
    pub came: u64,
    /// Games in which it moved.
    pub moved: u64,
    /// Games in which it fought.
    pub fought: u64,
    /// Games in which it was lost in the fight.
    pub lost: u64,
    /// Games in which it stood without supply when all was over, and counted as destroyed (PB-31.4).
    pub cut_off_at_end: u64,
    /// Games in which it came late.
    pub late: u64,
    /// The first of them.
    pub late_games: ExampleGames,
    /// Games in which it was due and never came.
    pub missed: u64,
    /// The first of them.
    pub missed_games: ExampleGames,
    /// When and where it is due, if it is not there from the start.
    pub due: Option<DueResult>,
}

/// When and where a piece is due, and what of that was seen.
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
    /// Turns at whose end it still waited, over all games, by what kept it off.
    pub kept_off: BTreeMap<Hindrance, u64>,
}

/// A command over all completed games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CommandResult {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its side's id.
    pub side: String,
    /// Games in which it did something.
    pub active: u64,
    /// Its activations a game.
    pub activations: f64,
    /// Pieces that it lost in the fight, a game.
    pub losses: f64,
    /// Pieces that stood without supply when all was over, a game.
    pub cut_off_at_end: f64,
    /// Where its chit came among those of its turn, 0 first and 1 last, on average over games that its side won.
    pub place_when_won: Option<f64>,
    /// The chit position over games that its side did not win.
    pub place_when_lost: Option<f64>,
}

/// Losses of pieces of one side, type and quality.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LossResult {
    /// The side's id.
    pub side: String,
    /// The type.
    pub kind: String,
    /// The quality.
    pub quality: String,
    /// So many there are.
    pub pieces: u64,
    /// So many are lost in the fight in a game, on average.
    pub lost: f64,
    /// So many stand without supply when all is over, on average.
    pub cut_off_at_end: f64,
}

/// How a side fared over the completed games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SideResult {
    /// Battles won.
    pub wins: u64,
    /// Wins over completed games.
    pub win_rate: f64,
    /// Wilson interval of the win rate at 95 %.
    pub interval: [f64; 2],
    /// Mean final points.
    pub mean_points: f64,
}

impl RunResult {
    /// What was counted, told for people and programs.
    pub(crate) fn new(
        battle: &impl Described,
        cast: &Cast,
        options: RunOptions,
        tally: &Tally,
        origins: &Origins,
    ) -> (Self, Diagnostics) {
        let facts = battle.facts();
        let counts = &tally.counts;
        let look = Look {
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
        findings.extend(report(&origins.sources, &found).diagnostics);
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
            sides: SideResult::by_side(&facts, counts),
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
            early: early.told(),
            scenario: facts.scenario,
            ruleset: facts.ruleset,
            play_digest: facts.play_digest,
            pack_digest: facts.pack_digest,
        };
        (result, found)
    }
}

impl SideResult {
    /// How both sides fared, by their ids.
    pub(crate) fn by_side(facts: &Facts, counts: &Counts) -> BTreeMap<String, Self> {
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
                reached: census.reached(due.turn),
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
