//! The folder of a run's records.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use sandtable_cli::{Access, Exit, FileSet, Terminal, WriteError, folder_names};
use sandtable_source::and_more;

use crate::GameRecord;
use crate::game::battle::Battle;
use crate::run::RunOptions;
use crate::run::tally::Tally;

/// The maximum number of failed games to shorten.
const MAX_SHORTENED: usize = 3;

/// Writes the shortest records of failed games, with the diary of their last turns.
pub(crate) fn shorten<B: Battle>(
    battle: &B,
    options: RunOptions,
    tally: &Tally,
    records: &Records<'_>,
    terminal: &Terminal,
) {
    let failures = tally.counts.failures.iter().take(MAX_SHORTENED);
    for failure in failures {
        // Shortening repeats the panic many times; its messages would only be noise.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let players = options.players(failure.swapped);
        let short = GameRecord::shortest(battle, players, failure.seed, failure);
        std::panic::set_hook(hook);
        if let Some(game) = short {
            let summary = game.diary.lines().next().unwrap_or_default().to_owned();
            if let Some(name) = records.save_as(&game, "-shortest") {
                terminal.print_wrapped(&format!("seed {}: {name}: {summary}", failure.seed));
            }
        }
    }
}

/// Refuses a folder with games of an earlier run: they could be overwritten or mistaken for games
/// of this run.
pub(crate) fn check_folder(folder: &Path, terminal: &Terminal) -> Result<(), Exit> {
    let older: Vec<String> =
        folder_names(folder).into_iter().filter(|name| is_game_file(name)).collect();
    let Some(first) = older.first() else { return Ok(()) };
    let more = and_more(1, older.len());
    terminal.print_error(&format!(
        "`{}` already contains games of an earlier run: {first}{more}",
        folder.display()
    ));
    terminal.print_wrapped(
        "pass another folder to `--record`, or delete its `game-*.json` and `game-*.txt` first",
    );
    Err(Exit::UsageError)
}

/// Whether this is the name of a record or a diary, such as `game-17.json`.
fn is_game_file(name: &str) -> bool {
    let stem = name.strip_suffix(".json").or_else(|| name.strip_suffix(".txt"));
    let seed = stem.and_then(|stem| stem.strip_prefix("game-"));
    let seed = seed.map(|seed| {
        let seed = seed.strip_suffix("-shortest").unwrap_or(seed);
        seed.strip_suffix("-swapped").unwrap_or(seed)
    });
    seed.is_some_and(|seed| !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The folder for records.
pub(crate) struct Records<'a> {
    folder: &'a Path,
    /// The first file that could not be written.
    error: Mutex<Option<WriteError>>,
}

impl<'a> Records<'a> {
    pub(crate) fn new(folder: &'a Path) -> Self {
        Self { folder, error: Mutex::new(None) }
    }

    /// Writes the two files of a game and returns the path of the record.
    pub(crate) fn save(&self, game: &GameRecord) -> Option<String> {
        self.save_as(game, "")
    }

    /// Writes the two files with a suffix in their names.
    fn save_as(&self, game: &GameRecord, suffix: &str) -> Option<String> {
        let name = game.name() + suffix;
        let record = self.folder.join(format!("{name}.json"));
        let diary = self.folder.join(format!("{name}.txt"));
        let write = || {
            let mut set = FileSet::default();
            set.add(&record, game.record.as_bytes(), Access::Usual)?;
            set.add(&diary, game.diary.as_bytes(), Access::Usual)?;
            set.commit()
        };
        match write() {
            Ok(()) => Some(record.display().to_string()),
            Err(error) => {
                let mut trouble = self.error.lock().unwrap_or_else(PoisonError::into_inner);
                trouble.get_or_insert(error);
                None
            }
        }
    }

    pub(crate) fn into_error(self) -> Option<WriteError> {
        self.error.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
