//! `oob verify`: verifies an opening against its commitment, the base pack and the agreed limits.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, check_outputs, write_new};
use sandtable_components::{Certificate, Verdict, certificate};
use sandtable_house_style::words::{secret_orders, translate};
use sandtable_pack::{Language, Pack, SideId};
use sandtable_render::Paper;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::files::{open_base, read_match, side_id};
use super::fingerprint::match_number;
use super::json::{MAX_OPENING_SIZE, parse_json, read_bytes};
use super::output::require_absent;
use super::printed_sheet::{printed_match, report_shortened};
use super::refusal::{clip, input_error, report_some, usage_error};
use super::slot_listing::format_slot_with_grid;
use super::slots::{
    character_notes, describe_read_error, parse_slot, report_unknown_slot, slot_name,
};
use crate::force::{Breach, Force};
use crate::match_sheet::Match;
use crate::opening_file::{OpenedError, OpenedOrders, OpenedSlot};
use crate::scheme::{Choice, Commitment, CommitmentTextError, NoteCommitment, OpeningError};
use crate::sealed_note::OpenedNote;

/// Verify that an opening matches its commitment
#[derive(Debug, clap::Args)]
#[command(after_help = "\
For a whole order of battle, three things are verified: it matches the commitment, it fits the base pack, and the agreed \
limits were kept. For one slot, only the content of that slot is verified. The exit status is 0 if verification succeeds \
and 1 if it fails.

The commitment is the one that you wrote down before the first turn; spaces, hyphens and upper case are ignored.

Examples:
  sandtable oob verify union.opened.json --pack base.pack --match match.json --side union --commitment 'oob1 9qzv …'
  sandtable oob verify arrival.json --pack base.pack --match match.json --side union --commitment 'oob1 9qzv …' --slot arrival/1/5/north-road/2
  sandtable oob verify night-1.json --pack base.pack --match match.json --side union --commitment 'nigh t1p8 …' --night 1")]
pub(super) struct VerifyArguments {
    /// Your opponent's opening
    #[arg(value_name = "OPENED.json")]
    file: PathBuf,
    /// The base pack
    #[arg(long, value_name = "BASE.pack")]
    pack: PathBuf,
    /// The match of both players
    #[arg(long = "match", value_name = "MATCH.json")]
    sheet: PathBuf,
    /// The side that the opening must belong to
    #[arg(long, value_name = "ID", value_parser = side_id)]
    side: SideId,
    /// The commitment of this side
    #[arg(long, value_name = "TEXT")]
    commitment: String,
    /// The slot to verify
    #[arg(long, value_name = "SLOT")]
    slot: Option<String>,
    /// The night that the note must be for
    #[arg(long, value_name = "N", conflicts_with = "slot")]
    night: Option<u8>,
    /// Also print the whole order of battle, slot by slot
    #[arg(long)]
    show: bool,
    /// Also write a certificate that a whole order of battle was verified, to print or send
    #[arg(long, value_name = "FILE.pdf", conflicts_with_all = ["slot", "night"])]
    certificate: Option<PathBuf>,
    /// Paper of the certificate
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = "certificate")]
    paper: Paper,
    /// Language of the certificate: en, es or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en", requires = "certificate")]
    lang: Language,
}

/// The keys that identify each kind of opening.
#[derive(Deserialize)]
struct OpeningKeys {
    items: Option<IgnoredAny>,
    slot: Option<IgnoredAny>,
    choice: Option<IgnoredAny>,
}

impl VerifyArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        if let Some(certificate) = &self.certificate {
            let inputs = [
                ("the opened file", self.file.as_path()),
                ("the base pack", self.pack.as_path()),
                ("the match", self.sheet.as_path()),
            ];
            check_outputs(&inputs, &[("--certificate", certificate)], terminal)?;
            require_absent(certificate, "", terminal)?;
        }
        let base = open_base(&self.pack, terminal)?;
        let sheet = read_match(&self.sheet, &base, terminal)?;
        if sheet.context(self.side.as_str()).is_none() {
            let message = format!("side `{}` is not in this match", self.side);
            return Err(usage_error(terminal, &message));
        }
        let opened = read_bytes(&self.file, MAX_OPENING_SIZE, terminal)?;
        let kind: OpeningKeys = self.parse(&opened, terminal)?;
        let requested = [self.slot.is_some(), self.night.is_some()];
        match (kind.items.is_some(), kind.slot.is_some(), kind.choice.is_some()) {
            (true, false, false) if requested == [false, false] => {
                self.verify_whole(&base, &sheet, &opened, terminal)
            }
            (false, true, false) if requested == [true, false] => {
                self.verify_slot(&base, &sheet, &opened, terminal)
            }
            (false, false, true) if requested == [false, true] => {
                self.verify_note(&sheet, &opened, terminal)
            }
            found => {
                let (found, advice) = match found {
                    (true, false, false) => {
                        ("a whole order of battle".to_owned(), "remove `--slot` and `--night`")
                    }
                    (false, true, false) => (
                        self.claimed_slot(&sheet, &opened, terminal)?,
                        "add `--slot` with the slot to verify",
                    ),
                    (false, false, true) => {
                        ("a night note".to_owned(), "add `--night` with the night")
                    }
                    _ => {
                        return Err(input_error(
                            terminal,
                            &format!(
                                "`{}` is not an opening: pass a file that `sandtable oob open` wrote",
                                self.file.display()
                            ),
                        ));
                    }
                };
                let message = format!("`{}` opens {found}: {advice}", self.file.display());
                Err(usage_error(terminal, &message))
            }
        }
    }

    fn parse<T: DeserializeOwned>(&self, opened: &[u8], terminal: &Terminal) -> Result<T, Exit> {
        parse_json(opened).map_err(|error| {
            input_error(terminal, &format!("`{}` is not an opening: {error}", self.file.display()))
        })
    }

    /// Describes the slot that a file claims to open.
    fn claimed_slot(
        &self,
        sheet: &Match,
        opened: &[u8],
        terminal: &Terminal,
    ) -> Result<String, Exit> {
        let opened: OpenedSlot = self.parse(opened, terminal)?;
        Ok(match sheet.shape().slot(opened.index()) {
            Some(slot) => {
                format!("one slot (it claims to be {})", slot_name(slot, sheet))
            }
            None => "one slot (which this match does not have)".to_owned(),
        })
    }

    /// Reports that verification failed, and the requested slot, side or night if the opening is
    /// for another.
    fn report_failure(&self, error: &OpenedError, sheet: &Match, terminal: &Terminal) -> Exit {
        // Show the name of the slot, not its index.
        let place = match error {
            OpenedError::Item(at, _) | OpenedError::Empty(at) => sheet.shape().slot(*at),
            _ => None,
        };
        let place = place.map_or_else(String::new, |slot| format!("{}: ", slot_name(slot, sheet)));
        let detail = match error {
            OpenedError::OtherSide(_) => format!("; you requested `{}`", self.side),
            OpenedError::Slot(OpeningError::OtherSlot(slot)) => {
                format!(": it claims to be {}", slot_name(*slot, sheet))
            }
            OpenedError::OtherMatch => {
                ": compare the number of your match with your opponent's".to_owned()
            }
            _ => String::new(),
        };
        let error = error.to_string();
        input_error(terminal, &format!("NOT verified: {place}{}{detail}", clip(&error)))
    }

    fn reject_commitment(&self, error: &CommitmentTextError, terminal: &Terminal) -> Exit {
        usage_error(terminal, &format!("`--commitment`: {error}"))
    }

    fn commitment(&self, terminal: &Terminal) -> Result<Commitment, Exit> {
        Commitment::parse(&self.commitment)
            .map_err(|error| self.reject_commitment(&error, terminal))
    }

    fn verify_slot(
        &self,
        base: &Pack,
        sheet: &Match,
        opened: &[u8],
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        let commitment = self.commitment(terminal)?;
        let slot_text = self.slot.as_deref().unwrap_or_default();
        let requested = parse_slot(slot_text, sheet)
            .ok_or_else(|| report_unknown_slot(slot_text, sheet, terminal))?;
        let opened: OpenedSlot = self.parse(opened, terminal)?;
        let item = opened
            .verify(sheet, self.side.as_str(), &commitment, requested)
            .map_err(|error| self.report_failure(&error, sheet, terminal))?;
        let name = slot_name(requested, sheet);
        terminal.print_wrapped(&format!("verified: this is the committed content of {name} of `{}`. The other slots remain unverified until all of them are opened", self.side));
        match item.text() {
            "" => terminal.print("(empty)\n")?,
            text => terminal.print(&format_slot_with_grid(text, base))?,
        }
        let notes = character_notes(requested, sheet, item.text());
        report_some(&notes, |line| terminal.print_wrapped(line), terminal);
        Ok(Exit::Success)
    }

    fn verify_note(&self, sheet: &Match, opened: &[u8], terminal: &Terminal) -> Result<Exit, Exit> {
        let commitment = NoteCommitment::parse(&self.commitment)
            .map_err(|error| self.reject_commitment(&error, terminal))?;
        let opened: OpenedNote = self.parse(opened, terminal)?;
        let night = self.night.unwrap_or_default();
        let choice = opened
            .verify(sheet, self.side.as_str(), &commitment, night)
            .map_err(|error| self.report_failure(&error, sheet, terminal))?;
        terminal.print_wrapped(&format!(
            "verified: this is the committed choice of `{}` for night {night}",
            self.side
        ));
        terminal.print(match choice {
            Choice::Stay => "stay\n",
            Choice::Withdraw => "withdraw\n",
        })?;
        Ok(Exit::Success)
    }

    fn verify_whole(
        &self,
        base: &Pack,
        sheet: &Match,
        opened: &[u8],
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        let commitment = self.commitment(terminal)?;
        let opened: OpenedOrders = self.parse(opened, terminal)?;
        let orders = opened
            .verify(sheet, self.side.as_str(), &commitment)
            .map_err(|error| self.report_failure(&error, sheet, terminal))?;
        let force = match Force::read(sheet, &self.side, orders.items()) {
            Ok(force) => force,
            Err(error) => {
                let message = describe_read_error(&error, sheet);
                let exit = input_error(
                    terminal,
                    &format!(
                        "NOT verified: the file matches the commitment, but does not fit the base pack: {message}"
                    ),
                );
                let verdicts = [Verdict::Refuted, Verdict::NotChecked];
                self.write_certificate(base, sheet, &commitment, verdicts, terminal)?;
                return Err(exit);
            }
        };
        let breaches = force.breaches(base);
        let is_unfit = breaches.iter().any(Breach::does_not_fit);
        let exceeds_limits = !breaches.iter().all(Breach::does_not_fit);
        // Print the verdict first: the remaining output may be long.
        match (is_unfit, exceeds_limits) {
            (false, false) => terminal.print_message("verified: the file matches the commitment, fits the base pack and keeps the agreed limits"),
            (true, false) => terminal.print_message("NOT verified: the file matches the commitment, but does NOT fit the base pack"),
            (false, true) => terminal.print_message("NOT verified: the file matches the commitment, but does NOT keep the agreed limits"),
            (true, true) => terminal.print_message("NOT verified: the file matches the commitment, but does NOT fit the base pack and does NOT keep the agreed limits"),
        }
        let messages: Vec<String> = breaches.iter().map(ToString::to_string).collect();
        report_some(&messages, |line| terminal.print_error(line), terminal);
        let mut notes = Vec::new();
        for (index, item) in orders.items() {
            let slot = sheet.shape().slot(index).expect("the slot was read");
            if self.show {
                terminal.print(&format!(
                    "== {}\n{}",
                    slot_name(slot, sheet),
                    format_slot_with_grid(item.text(), base)
                ))?;
            }
            notes.extend(character_notes(slot, sheet, item.text()));
        }
        report_some(&notes, |line| terminal.print_wrapped(line), terminal);
        let verdict = |is_refuted| if is_refuted { Verdict::Refuted } else { Verdict::Proved };
        let verdicts = [verdict(is_unfit), verdict(exceeds_limits)];
        self.write_certificate(base, sheet, &commitment, verdicts, terminal)?;
        if !breaches.is_empty() {
            return Err(Exit::Failure);
        }
        if !self.show {
            terminal.print_wrapped(
                "compare it with the game as played: `--show` prints the whole order of battle",
            );
        }
        Ok(Exit::Success)
    }

    /// Writes the certificate, if requested. The certificate reveals no part of the order of
    /// battle.
    fn write_certificate(
        &self,
        base: &Pack,
        sheet: &Match,
        commitment: &Commitment,
        [base_pack, limits]: [Verdict; 2],
        terminal: &Terminal,
    ) -> Result<(), Exit> {
        let Some(path) = &self.certificate else { return Ok(()) };
        let facts = Certificate {
            secret_match: printed_match(base, &self.side, self.lang),
            commitment: commitment.to_string(),
            content: Verdict::Proved,
            base_pack,
            limits,
            statements: statements(sheet, self.lang),
            checked: None,
        };
        let page = certificate(&facts, self.lang, &self.paper)
            .map_err(|error| usage_error(terminal, &error.to_string()))?;
        report_shortened(&page, terminal);
        write_new(path, &page.pdf).map_err(|error| usage_error(terminal, &error.to_string()))?;
        terminal.print_written("the certificate", path);
        Ok(())
    }
}

/// Returns the match number and a note about unchecked facts, in the certificate's language.
fn statements(sheet: &Match, language: Language) -> Vec<String> {
    let number =
        translate(secret_orders::MATCH_NUMBER, language).replace("{number}", &match_number(sheet));
    vec![number, translate(secret_orders::NOT_CHECKED, language).to_owned()]
}
