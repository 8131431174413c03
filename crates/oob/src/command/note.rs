//! `oob note`: seals a note at nightfall, to stay or to withdraw (PB-29.5).

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use sandtable_cli::{
    Access, Exit, FileSet, Terminal, WriteError, check_outputs, read_secret_line, whole_number,
};
use sandtable_components::{Commitments, NightNoteCard, night_note_card};
use sandtable_pack::{Language, SideId};
use sandtable_render::Paper;

use super::files::{open_base, read_match, read_passphrase, side_id};
use super::output::require_absent;
use super::printed_sheet::{printed_match, report_shortened};
use super::refusal::{input_error, usage_error};
use crate::scheme::{Choice, NightNote};
use crate::sealed_file::Lock;
use crate::sealed_note::OpenedNote;

/// Commit in secret at nightfall to staying or withdrawing
#[derive(Debug, clap::Args)]
#[command(after_help = "\
First give each other the commitments of your notes, then open both notes (`oob open`). The command prompts for \
your choice, `stay` or `withdraw`, and for a passphrase, and shows neither on the screen.

Example:
  sandtable oob note --night 1 --pack base.pack --match match.json --side union -o night-1.sealed")]
pub(super) struct NoteArguments {
    /// The night after day N
    #[arg(long, value_name = "N", value_parser = |text: &str| whole_number::<u8>(text, 1, 255))]
    night: u8,
    /// Refused: other users of the computer can see arguments, and your shell history records them
    #[arg(value_enum, value_name = "stay|withdraw", conflicts_with = "choice_file")]
    choice: Option<ChoiceWord>,
    /// Read `stay` or `withdraw` from the first line of this file; `-` is standard input
    #[arg(long, value_name = "FILE")]
    choice_file: Option<PathBuf>,
    /// The match of both players
    #[arg(long = "match", value_name = "MATCH.json")]
    sheet: PathBuf,
    /// Your side
    #[arg(long, value_name = "ID", value_parser = side_id)]
    side: SideId,
    /// Output file for the sealed note
    #[arg(short, long, value_name = "FILE.sealed")]
    output: PathBuf,
    /// Read the passphrase from the first line of this file; `-` is standard input
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
    /// Also print a card with the commitment, for the table
    #[arg(long, value_name = "FILE.pdf")]
    card: Option<PathBuf>,
    /// The base pack, to check the match against
    #[arg(long, value_name = "BASE.pack")]
    pack: PathBuf,
    /// Paper of the card
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = "card")]
    paper: Paper,
    /// Language of the card: en, es or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en", requires = "card")]
    lang: Language,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ChoiceWord {
    /// Hold the field
    Stay,
    /// Leave the field during the night
    Withdraw,
}

impl NoteArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let mut outputs = vec![("--output", self.output.as_path())];
        outputs.extend(self.card.iter().map(|card| ("--card", card.as_path())));
        let inputs = [("the match", self.sheet.as_path()), ("the base pack", self.pack.as_path())];
        check_outputs(&inputs, &outputs, terminal)?;
        for (_, path) in &outputs {
            require_absent(path, "", terminal)?;
        }
        let base = open_base(&self.pack, terminal)?;
        let sheet = read_match(&self.sheet, &base, terminal)?;
        let [days, ..] = sheet.shape().counts();
        if self.night > days {
            let range = if days == 1 {
                "1, the only day of this match".to_owned()
            } else {
                format!("between 1 and {days}")
            };
            return Err(usage_error(
                terminal,
                &format!("`--night` must be {range}, found {}", self.night),
            ));
        }
        if days > 1 && self.night == days && !base.scenario().calendar.open_ended {
            terminal.print_wrapped(&format!(
                "warning: the battle ends with day {days}: its last night needs no note"
            ));
        }
        let choice = match self.read_choice(terminal)? {
            ChoiceWord::Stay => Choice::Stay,
            ChoiceWord::Withdraw => Choice::Withdraw,
        };
        let note = OpenedNote::new(&sheet, self.side.as_str(), &NightNote::new(self.night, choice));
        let not_in_match =
            || input_error(terminal, &format!("side `{}` is not in this match", self.side));
        let note = note.ok_or_else(not_in_match)?;
        let passphrase = read_passphrase(self.passphrase_file.as_deref(), true, terminal)?;
        let bytes = note
            .seal(&Lock::Passphrase(&passphrase))
            .map_err(|error| usage_error(terminal, &error.to_string()))?;
        let commitment = note.commitment().expect("the side is in the match").to_string();
        let card = match &self.card {
            Some(path) => {
                let card = NightNoteCard {
                    secret_match: printed_match(&base, &self.side, self.lang),
                    night: self.night,
                    commitments: Commitments { own: commitment.clone(), other: None },
                };
                let page = night_note_card(&card, self.lang, &self.paper)
                    .map_err(|error| usage_error(terminal, &error.to_string()))?;
                report_shortened(&page, terminal);
                Some((path, page.pdf))
            }
            None => None,
        };
        let failed = |error: WriteError| usage_error(terminal, &error.to_string());
        let mut files = FileSet::default();
        files.add(&self.output, &bytes, Access::Private).map_err(failed)?;
        if let Some((path, pdf)) = card {
            files.add(path, &pdf, Access::Usual).map_err(failed)?;
        }
        files.commit_new().map_err(failed)?;
        terminal.print_written("the sealed note", &self.output);
        terminal.print(&format!("{commitment}\n"))?;
        terminal.print_wrapped(
            "tell your opponent this commitment and write theirs down; then open the note",
        );
        Ok(Exit::Success)
    }

    /// Returns the choice in the arguments or in a file, or asks for it on the terminal.
    fn read_choice(&self, terminal: &Terminal) -> Result<ChoiceWord, Exit> {
        if self.choice.is_some() {
            let message = "a choice on the command line can be seen by other users: omit it and type it when asked, or pass a file with `--choice-file`";
            return Err(usage_error(terminal, message));
        }
        let is_stdin = |file: &Option<PathBuf>| file.as_deref() == Some(Path::new("-"));
        if is_stdin(&self.choice_file) && is_stdin(&self.passphrase_file) {
            let message = "`--choice-file` and `--passphrase-file` cannot both read standard input";
            return Err(usage_error(terminal, message));
        }
        let label = "your choice (stay or withdraw)";
        let line = read_secret_line(self.choice_file.as_deref(), label, "--choice-file", terminal)?;
        ChoiceWord::from_str(line.trim(), true)
            .map_err(|_| usage_error(terminal, "your choice must be `stay` or `withdraw`"))
    }
}
