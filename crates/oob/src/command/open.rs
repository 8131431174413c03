//! `oob open`: opens a sealed file, or one slot of it.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, judge_outputs, judge_places, write_new};
use serde::Serialize;

use super::files::secret;
use super::fingerprint::tell_number;
use super::json::bytes;
use super::output::require_absent;
use super::refusal::{bad, unusable};
use super::slot_listing::shown_lines;
use super::slots::{no_slot, slot, slot_name};
use crate::opening_file::{Opened, OpenedSlot};
use crate::sealed_file::{Key, LONGEST, Sealed, UnsealError};
use crate::sealed_note::{self, OpenedNote};

/// Open a sealed order of battle, one slot of it, or a night note
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Use --slot during the battle: it opens one slot, such as an arrival, and reveals nothing else. Without --slot, ALL slots are opened. Do this \
after the battle: only a full opening proves limits and totals. The output file is public.

Examples:
  sandtable oob open union.sealed --slot arrival/1/5/north-road/2 -o arrival.json
  sandtable oob open night-1.sealed -o night-1.json
  sandtable oob open union.sealed -o union.opened.json")]
pub(super) struct OpenArguments {
    /// The sealed file
    #[arg(value_name = "FILE.sealed")]
    file: PathBuf,
    /// Open only this slot: side, lines, detachments, start/C, reserve/C, baggage/C or arrival/DAY/TURN/ENTRY/C. DAY and TURN count from 1; C is the number of a command, 0 for the army commander
    #[arg(long, value_name = "SLOT")]
    slot: Option<String>,
    /// Output file
    #[arg(short, long, value_name = "FILE.json")]
    output: PathBuf,
    /// Read the passphrase from the first line of this file; `-` is standard input
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

impl OpenArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        judge_outputs(&[("the sealed file", &self.file)], &[("--output", &self.output)], terminal)?;
        judge_places([self.output.as_path()], terminal)?;
        require_absent(&self.output, "", terminal)?;
        let shown = self.file.display();
        let sealed = bytes(&self.file, LONGEST as u64, terminal)?;
        let passphrase =
            secret(self.passphrase_file.as_deref(), "the passphrase", false, terminal)?;
        let key = Key::Passphrase(&passphrase);
        let refused =
            |error: UnsealError| bad(terminal, &format!("cannot open `{shown}`: {error}"));
        // Only notes are this small.
        if sealed.len() <= sealed_note::LONGEST {
            let note = OpenedNote::unseal(&sealed, &key).map_err(refused)?;
            if self.slot.is_some() {
                return Err(unusable(
                    terminal,
                    &format!("`{shown}` is a night note and has no slots: remove --slot"),
                ));
            }
            tell_number(note.sheet(), terminal);
            terminal.say(&format!(
                "opened the note of `{}` for night {}",
                note.side(),
                note.note().night()
            ));
            return self.write(&note, terminal);
        }
        let sealed = Sealed::unseal(&sealed, &key).map_err(refused)?;
        tell_number(&sealed.sheet, terminal);
        let Some(written) = &self.slot else {
            terminal.say(&format!(
                "opened ALL of your order of battle: {} slots of `{}`",
                sealed.orders.items().count(),
                sealed.side
            ));
            terminal.tell("the output file reveals everything: send it only after the battle; to open a single arrival, use --slot");
            let opened = Opened::new(&sealed.sheet, &sealed.side, &sealed.orders);
            return self.write(&opened.expect("its side is in the match"), terminal);
        };
        let asked = slot(written, &sealed.sheet)
            .ok_or_else(|| no_slot(written, &sealed.sheet, terminal))?;
        let opened = OpenedSlot::new(&sealed.sheet, &sealed.side, &sealed.orders, asked);
        let opened = opened.expect("the match has this slot");
        let name = slot_name(asked, &sealed.sheet);
        match opened.text() {
            "" => terminal.say(&format!("opened {name} of `{}`: it is empty", sealed.side)),
            text => {
                terminal.say(&format!("opened {name} of `{}`:", sealed.side));
                terminal.say(shown_lines(text).trim_end());
            }
        }
        self.write(&opened, terminal)
    }

    fn write(&self, what: &impl Serialize, terminal: &Terminal) -> Result<Exit, Exit> {
        let text = serde_json::to_string(what).expect("map keys are strings or numbers") + "\n";
        write_new(&self.output, text.as_bytes())
            .map_err(|error| unusable(terminal, &error.to_string()))?;
        terminal.say(&format!(
            "send `{}` to your opponent, who checks it with `sandtable oob verify`",
            self.output.display()
        ));
        Ok(Exit::Fine)
    }
}
