//! Progress lines on stderr, and Ctrl-C.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sandtable_cli::{Terminal, on_interrupt};
use serde::Serialize;

/// Returns the flag that the first Ctrl-C sets. A second Ctrl-C ends the program.
pub(crate) fn interrupt_flag() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static LISTENS: OnceLock<()> = OnceLock::new();
    LISTENS.get_or_init(|| on_interrupt(|| STOP.store(true, Ordering::Relaxed)));
    &STOP
}

/// The duration of a run; never part of a result.
#[derive(Debug, Serialize)]
pub(crate) struct Timings {
    games_per_second_per_core: f64,
    wall_s: f64,
    threads: usize,
}

impl Timings {
    /// Formats the timings in one line.
    pub(crate) fn line(&self) -> String {
        let Self { games_per_second_per_core: rate, wall_s, threads } = self;
        let threads_noun = if *threads == 1 { "thread" } else { "threads" };
        format!("{wall_s:.2} s on {threads} {threads_noun} ({rate:.1} games/s per thread)")
    }
}

/// Runs shorter than this print no progress.
const QUIET_TIME: Duration = Duration::from_secs(4);

/// The progress of a run.
pub(crate) struct Progress<'t> {
    games: u64,
    started: Instant,
    finished: AtomicU64,
    terminal: &'t Terminal,
}

impl<'t> Progress<'t> {
    pub(crate) fn new(games: u64, terminal: &'t Terminal) -> Self {
        Self { games, started: Instant::now(), finished: AtomicU64::new(0), terminal }
    }

    /// Counts a game. In long runs, prints the progress after every tenth of the games.
    pub(crate) fn count_game(&self) {
        let ended = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        let is_tenth = ended.is_multiple_of(self.games.div_ceil(10));
        let passed = self.started.elapsed();
        if (is_tenth || ended == self.games) && passed >= QUIET_TIME {
            let rate = ended as f64 / passed.as_secs_f64();
            let left = (self.games - ended) as f64 / rate;
            let left = match left {
                0.0 => String::new(),
                seconds if seconds < 90.0 => format!(", {seconds:.0} s left"),
                seconds => format!(", {:.0} min left", seconds / 60.0),
            };
            self.terminal
                .print_message(&format!("{ended}/{} games ({rate:.0}/s{left})", self.games));
        }
    }

    /// Returns the number of finished games.
    pub(crate) fn finished(&self) -> u64 {
        self.finished.load(Ordering::Relaxed)
    }

    pub(crate) fn timings(&self, games: u64, threads: usize) -> Timings {
        let wall_s = self.started.elapsed().as_secs_f64();
        Timings {
            games_per_second_per_core: games as f64 / wall_s / threads as f64,
            wall_s,
            threads,
        }
    }
}
