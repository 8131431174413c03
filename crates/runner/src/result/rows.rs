//! CSV output with one line per game.

use std::fmt::Write as _;

use sandtable_cli::{Exit, Terminal};

use crate::game::battle::Facts;
use crate::run::RunOptions;
use crate::run::tally::PlayedGame;

/// The buffer size in bytes.
const FLUSH_BYTES: usize = 64 * 1024;

/// Buffered lines for stdout.
pub(crate) struct Rows<'t> {
    enabled: bool,
    text: String,
    terminal: &'t Terminal,
    /// The first write error.
    exit: Option<Exit>,
}

const HEADER: &str = "seed,swapped,first_bot,second_bot,winner,end,when,first_points,second_points,turns,lead_changes,decided,first_lost,second_lost,steps,first_cut_off,second_cut_off\n";

impl<'t> Rows<'t> {
    pub(crate) fn new(wanted: bool, terminal: &'t Terminal) -> Self {
        let text = if wanted { HEADER.to_owned() } else { String::new() };
        Self { enabled: wanted, text, terminal, exit: None }
    }

    /// Adds a game; call it in order. Ids contain neither commas nor quotes.
    pub(crate) fn add(&mut self, facts: &Facts, options: RunOptions, game: &PlayedGame) {
        if !self.enabled {
            return;
        }
        let [first, second] = options.bots_by_side(game.swapped).map(|bot| bot.name());
        let outcome = game.played.as_ref().ok();
        let mut row = format!("{},{},{first},{second},", game.seed, game.swapped);
        match outcome.and_then(|outcome| outcome.end.as_ref()) {
            Some(end) => {
                let winner = end.winner.map_or("nobody", |side| facts.sides[side].0.as_str());
                let [one, other] = end.points;
                write!(row, "{winner},{},{},{one},{other},", end.kind, end.when)
            }
            None => write!(row, ",failed,,,,"),
        }
        .expect("writing to a string cannot fail");
        match &game.observation {
            Some(observation) => {
                let [one, other] = observation.lost;
                let [alone, too] = observation.cut_off_at_end;
                let turns = observation.course.len();
                let (changes, decided) = (observation.lead_changes(), observation.decisive_turn());
                write!(
                    row,
                    "{turns},{changes},{decided},{one},{other},{},{alone},{too}",
                    observation.steps
                )
            }
            None => write!(row, ",,,,,,,"),
        }
        .expect("writing to a string cannot fail");
        self.text += &row;
        self.text.push('\n');
        if self.text.len() >= FLUSH_BYTES {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if self.exit.is_none() && !text.is_empty() {
            self.exit = self.terminal.print(&text).err();
        }
    }

    /// Writes the remaining lines.
    pub(crate) fn finish(mut self) -> Result<(), Exit> {
        self.flush();
        self.exit.map_or(Ok(()), Err)
    }
}
