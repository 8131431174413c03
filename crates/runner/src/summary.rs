//! Plays a run and returns the table, the report and a diary as strings.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use sandtable_engine::{BotKind, Game as _, GameInfo, Keep, Outcome};
use sandtable_pack::AnyPack;
use sandtable_source::{Diagnostics, Origins};

use crate::game::battle::{Battle, BattlePack as _, with_pack};
use crate::report::{PictureSource, report_page};
use crate::result::RunResult;
use crate::result::table::pack_table;
use crate::run::options::RunOptions;
use crate::run::{Hooks, play_and_count};

/// The games of a battle in every output format.
pub struct RunOutputs {
    /// The JSON result.
    pub result: RunResult,
    /// The table.
    pub table: String,
    /// The HTML report.
    pub page: String,
    /// The findings.
    pub findings: Diagnostics,
    /// The staff diary of the first game.
    pub diary: String,
}

/// Plays the games on the current rayon pool and returns every output format.
pub fn run_outputs(
    pack: &AnyPack,
    options: RunOptions,
    origins: &Origins,
    picture: &PictureSource<'_>,
) -> RunOutputs {
    with_pack!(pack, pack => run_outputs_on(&pack.prepare(), options, origins, picture))
}

fn run_outputs_on<B: Battle>(
    battle: &B,
    options: RunOptions,
    origins: &Origins,
    picture: &PictureSource<'_>,
) -> RunOutputs {
    let stop = AtomicBool::new(false);
    let hooks = Hooks { progress: &|| (), stop: &stop, on_game: &mut |_| () };
    let first = Mutex::new(String::new());
    let keep = |number| if number == 0 { Keep::Everything } else { Keep::Outcome };
    let tally = play_and_count(battle, options, 0..options.games, hooks, keep, |number, played| {
        if number == 0 {
            let diary = first_diary(battle, options, played);
            *first.lock().unwrap_or_else(PoisonError::into_inner) = diary;
        }
        None
    });
    let (result, findings) = RunResult::new(battle.pack(), battle.cast(), options, &tally, origins);
    let page = report_page(battle, &result, &tally.counts.census, options, picture);
    let diary = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    RunOutputs { table: pack_table(battle.pack(), &result), page, result, findings, diary }
}

/// Returns the staff diary of the first game of a run.
fn first_diary<B: Battle>(
    battle: &B,
    options: RunOptions,
    played: &Result<Outcome<B::Game>, String>,
) -> String {
    let (seed, swapped) = options.game(0);
    match played {
        Ok(outcome) => {
            let players = options.bots_by_side(swapped).map(BotKind::name);
            battle.diary(GameInfo { seed, players }, outcome.game.diary())
        }
        Err(panic) => format!("The game with seed {seed} failed: {panic}\n"),
    }
}
