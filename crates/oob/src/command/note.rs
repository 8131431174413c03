//! `oob note`: stay or withdraw, written down at nightfall (PB-29.5).

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, judge_outputs, judge_places, write_private};
use sandtable_pack::SideId;

use super::given::{bad, json, secret, side_id, unusable};
use crate::match_sheet::Match;
use crate::scheme::{Choice, NightNote};
use crate::sealed::Lock;
use crate::sealed_note::OpenedNote;

/// Write down in secret at nightfall whether you stay or withdraw
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Both players tell each other the commitments of their notes, then both open them (`oob open`).

Example:
  sandtable oob note --night 1 withdraw --match match.json --side union -o night-1.sealed")]
pub(super) struct NoteArguments {
    /// The night after this day
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    night: u8,
    /// What you do
    #[arg(value_enum, value_name = "stay|withdraw")]
    choice: ChoiceWord,
    /// The match that both players have
    #[arg(long = "match", value_name = "MATCH.json")]
    sheet: PathBuf,
    /// Your side
    #[arg(long, value_name = "ID", value_parser = side_id)]
    side: SideId,
    /// The sealed note to write
    #[arg(short, long, value_name = "FILE.sealed")]
    output: PathBuf,
    /// The passphrase is the first line of this file; `-` is the standard input
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ChoiceWord {
    /// Hold the field
    Stay,
    /// March off in the night
    Withdraw,
}

impl NoteArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        judge_outputs(&[("the match", &self.sheet)], &[("--output", &self.output)], terminal)?;
        judge_places([self.output.as_path()], terminal)?;
        if self.output.exists() {
            let told = format!("{} is there already; nothing was written", self.output.display());
            return Err(unusable(terminal, &told));
        }
        let sheet: Match = json(&self.sheet, "match", terminal)?;
        let [days, ..] = sheet.shape().counts();
        if self.night > days {
            return Err(unusable(
                terminal,
                &format!("the battle has {days} days, and no night {}", self.night),
            ));
        }
        let choice = match self.choice {
            ChoiceWord::Stay => Choice::Stay,
            ChoiceWord::Withdraw => Choice::Withdraw,
        };
        let note = OpenedNote::new(&sheet, self.side.as_str(), &NightNote::new(self.night, choice));
        let other = || bad(terminal, &format!("`{}` takes no part in this match", self.side));
        let note = note.ok_or_else(other)?;
        let passphrase = secret(self.passphrase_file.as_deref(), "the passphrase", true, terminal)?;
        let bytes = note
            .seal(&Lock::Passphrase(&passphrase))
            .map_err(|error| unusable(terminal, &error.to_string()))?;
        write_private(&self.output, &bytes)
            .map_err(|error| unusable(terminal, &error.to_string()))?;
        let commitment = note.commitment().expect("its side takes part");
        terminal.result(&format!("{commitment}\n"));
        terminal.tell("tell your opponent this commitment, and open the note when you have his");
        Ok(Exit::Fine)
    }
}
