//! `oob verify`: verifies an opening against its commitment, the base pack and the agreed limits.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, judge_outputs, judge_places, write_new};
use sandtable_components::{Certificate, Verdict, certificate};
use sandtable_house_style::words::{say, secret_orders};
use sandtable_pack::{Language, Pack, SideId};
use sandtable_render::Paper;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::files::{base, sheet, side_id};
use super::fingerprint::number;
use super::json::{LONGEST_OPENED, bytes, read_json};
use super::output::require_absent;
use super::printed_sheet::{printed_match, report_shortened};
use super::refusal::{bad, clipped, tell_some, unusable};
use super::slot_listing::shown_on_map;
use super::slots::{letters_of, no_slot, slot, slot_name, slot_read_error};
use crate::force::{Breach, Force};
use crate::match_sheet::Match;
use crate::opening_file::{Opened, OpenedError, OpenedSlot};
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
struct Kind {
    items: Option<IgnoredAny>,
    slot: Option<IgnoredAny>,
    choice: Option<IgnoredAny>,
}

impl VerifyArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        if let Some(certificate) = &self.certificate {
            let read = [
                ("the opened file", self.file.as_path()),
                ("the base pack", self.pack.as_path()),
                ("the match", self.sheet.as_path()),
            ];
            judge_outputs(&read, &[("--certificate", certificate)], terminal)?;
            judge_places([certificate.as_path()], terminal)?;
            require_absent(certificate, "", terminal)?;
        }
        let base = base(&self.pack, terminal)?;
        let sheet = sheet(&self.sheet, &base, terminal)?;
        if sheet.context(self.side.as_str()).is_none() {
            let told = format!("side `{}` is not in this match", self.side);
            return Err(unusable(terminal, &told));
        }
        let opened = bytes(&self.file, LONGEST_OPENED, terminal)?;
        let kind: Kind = self.read(&opened, terminal)?;
        let asked = [self.slot.is_some(), self.night.is_some()];
        match (kind.items.is_some(), kind.slot.is_some(), kind.choice.is_some()) {
            (true, false, false) if asked == [false, false] => {
                self.whole(&base, &sheet, &opened, terminal)
            }
            (false, true, false) if asked == [true, false] => {
                self.one_slot(&base, &sheet, &opened, terminal)
            }
            (false, false, true) if asked == [false, true] => self.note(&sheet, &opened, terminal),
            found => {
                let (found, wanted) = match found {
                    (true, false, false) => {
                        ("a whole order of battle".to_owned(), "remove --slot and --night")
                    }
                    (false, true, false) => (
                        self.claimed(&sheet, &opened, terminal)?,
                        "add --slot to name the slot to verify",
                    ),
                    (false, false, true) => {
                        ("a night note".to_owned(), "add --night to name the night")
                    }
                    _ => {
                        return Err(bad(
                            terminal,
                            &format!("`{}` is not an opening", self.file.display()),
                        ));
                    }
                };
                let told = format!("`{}` opens {found}: {wanted}", self.file.display());
                Err(unusable(terminal, &told))
            }
        }
    }

    fn read<T: DeserializeOwned>(&self, opened: &[u8], terminal: &Terminal) -> Result<T, Exit> {
        read_json(opened).map_err(|error| {
            bad(terminal, &format!("`{}` is not an opening: {error}", self.file.display()))
        })
    }

    /// Describes the slot that a file claims to open.
    fn claimed(&self, sheet: &Match, opened: &[u8], terminal: &Terminal) -> Result<String, Exit> {
        let opened: OpenedSlot = self.read(opened, terminal)?;
        Ok(match sheet.shape().slot(opened.index()) {
            Some(slot) => {
                format!("one slot (it claims to be {})", slot_name(slot, sheet))
            }
            None => "one slot (which this match does not have)".to_owned(),
        })
    }

    /// Reports that verification failed, with the requested value if the opening is for another
    /// one.
    fn not_proved(&self, error: &OpenedError, sheet: &Match, terminal: &Terminal) -> Exit {
        // Show the name of the slot, not its index.
        let place = match error {
            OpenedError::Item(at, _) | OpenedError::Empty(at) => sheet.shape().slot(*at),
            _ => None,
        };
        let place = place.map_or_else(String::new, |slot| format!("{}: ", slot_name(slot, sheet)));
        let asked = match error {
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
        bad(terminal, &format!("NOT verified: {place}{}{asked}", clipped(&error)))
    }

    fn refused(&self, error: &CommitmentTextError, terminal: &Terminal) -> Exit {
        unusable(terminal, &format!("--commitment: {error}"))
    }

    fn commitment(&self, terminal: &Terminal) -> Result<Commitment, Exit> {
        Commitment::read(&self.commitment).map_err(|error| self.refused(&error, terminal))
    }

    fn one_slot(
        &self,
        base: &Pack,
        sheet: &Match,
        opened: &[u8],
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        let commitment = self.commitment(terminal)?;
        let written = self.slot.as_deref().unwrap_or_default();
        let asked = slot(written, sheet).ok_or_else(|| no_slot(written, sheet, terminal))?;
        let opened: OpenedSlot = self.read(opened, terminal)?;
        let item = opened
            .verify(sheet, self.side.as_str(), &commitment, asked)
            .map_err(|error| self.not_proved(&error, sheet, terminal))?;
        let name = slot_name(asked, sheet);
        terminal.tell(&format!("verified: this is the committed content of {name} of `{}`. The other slots remain unverified until all of them are opened", self.side));
        match item.text() {
            "" => terminal.result("(empty)\n"),
            text => terminal.result(&shown_on_map(text, base)),
        }
        let letters = letters_of(asked, sheet, item.text());
        tell_some(&letters, |line| terminal.tell(line), terminal);
        Ok(Exit::Fine)
    }

    fn note(&self, sheet: &Match, opened: &[u8], terminal: &Terminal) -> Result<Exit, Exit> {
        let commitment = NoteCommitment::read(&self.commitment)
            .map_err(|error| self.refused(&error, terminal))?;
        let opened: OpenedNote = self.read(opened, terminal)?;
        let night = self.night.unwrap_or_default();
        let choice = opened
            .verify(sheet, self.side.as_str(), &commitment, night)
            .map_err(|error| self.not_proved(&error, sheet, terminal))?;
        terminal.tell(&format!(
            "verified: this is the committed choice of `{}` for night {night}",
            self.side
        ));
        terminal.result(match choice {
            Choice::Stay => "stay\n",
            Choice::Withdraw => "withdraw\n",
        });
        Ok(Exit::Fine)
    }

    fn whole(
        &self,
        base: &Pack,
        sheet: &Match,
        opened: &[u8],
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        let commitment = self.commitment(terminal)?;
        let opened: Opened = self.read(opened, terminal)?;
        let orders = opened
            .verify(sheet, self.side.as_str(), &commitment)
            .map_err(|error| self.not_proved(&error, sheet, terminal))?;
        let force = match Force::read(sheet, &self.side, orders.items()) {
            Ok(force) => force,
            Err(error) => {
                let told = slot_read_error(&error, sheet);
                let exit = bad(
                    terminal,
                    &format!(
                        "NOT verified: it matches the commitment, but it does not fit the base pack: {told}"
                    ),
                );
                let verdicts = [Verdict::Refuted, Verdict::NotAsked];
                self.certify(base, sheet, &commitment, verdicts, terminal)?;
                return Err(exit);
            }
        };
        let breaches = force.breaches(base);
        let is_unfit = breaches.iter().any(Breach::does_not_fit);
        let is_beyond = !breaches.iter().all(Breach::does_not_fit);
        // Print the verdict first: the remaining output may be long.
        match (is_unfit, is_beyond) {
            (false, false) => terminal.say("verified: it matches the commitment, it fits the base pack, and the agreed limits were kept"),
            (true, false) => terminal.say("NOT verified: it matches the commitment, but it does NOT fit the base pack"),
            (false, true) => terminal.say("NOT verified: it matches the commitment, but the agreed limits were NOT kept"),
            (true, true) => terminal.say("NOT verified: it matches the commitment, but it does NOT fit the base pack, and the agreed limits were NOT kept"),
        }
        let told: Vec<String> = breaches.iter().map(ToString::to_string).collect();
        tell_some(&told, |line| terminal.complain(line), terminal);
        let mut letters = Vec::new();
        for (index, item) in orders.items() {
            let slot = sheet.shape().slot(index).expect("it was read");
            if self.show {
                terminal.result(&format!(
                    "== {}\n{}",
                    slot_name(slot, sheet),
                    shown_on_map(item.text(), base)
                ));
            }
            letters.extend(letters_of(slot, sheet, item.text()));
        }
        tell_some(&letters, |line| terminal.tell(line), terminal);
        let verdict = |is_refuted| if is_refuted { Verdict::Refuted } else { Verdict::Proved };
        let verdicts = [verdict(is_unfit), verdict(is_beyond)];
        self.certify(base, sheet, &commitment, verdicts, terminal)?;
        if !breaches.is_empty() {
            return Err(Exit::Bad);
        }
        if !self.show {
            terminal.tell(
                "compare it with the game as played: --show prints the whole order of battle",
            );
        }
        Ok(Exit::Fine)
    }

    /// Writes the certificate, if requested. It does not reveal any part of the order of battle.
    fn certify(
        &self,
        base: &Pack,
        sheet: &Match,
        commitment: &Commitment,
        [base_pack, limits]: [Verdict; 2],
        terminal: &Terminal,
    ) -> Result<(), Exit> {
        let Some(path) = &self.certificate else { return Ok(()) };
        let of = Certificate {
            of: printed_match(base, &self.side, self.lang),
            commitment: commitment.to_string(),
            content: Verdict::Proved,
            base_pack,
            limits,
            statements: statements(sheet, self.lang),
            checked: None,
        };
        let page = certificate(&of, self.lang, &self.paper)
            .map_err(|error| unusable(terminal, &error.to_string()))?;
        report_shortened(&page, terminal);
        write_new(path, &page.pdf).map_err(|error| unusable(terminal, &error.to_string()))?;
        terminal.wrote("the certificate", path);
        Ok(())
    }
}

/// Returns the number of the match and a note about unchecked facts, in the language of the
/// certificate.
fn statements(sheet: &Match, language: Language) -> Vec<String> {
    let number = say(secret_orders::MATCH_NUMBER, language).replace("{number}", &number(sheet));
    vec![number, say(secret_orders::NOT_ASKED, language).to_owned()]
}
