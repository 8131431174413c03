//! `oob open`: opens a sealed file, or one slot of it.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, check_outputs, write_new};
use serde::Serialize;

use super::files::read_passphrase;
use super::fingerprint::print_match_number;
use super::json::read_bytes;
use super::output::require_absent;
use super::refusal::{input_error, usage_error};
use super::slot_listing::format_slot;
use super::slots::{parse_slot, report_unknown_slot, slot_name};
use crate::opening_file::{OpenedOrders, OpenedSlot};
use crate::sealed_file::{Key, MAX_SEALED_SIZE, SealedContent, UnsealError};
use crate::sealed_note::{self, OpenedNote};

/// The maximum size of a file to read. A program may have encoded a sealed file as text or changed
/// its line ends; such a file is larger than a valid one, and has its own error.
const MAX_FILE_SIZE: u64 = 2 * MAX_SEALED_SIZE as u64;

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
        check_outputs(&[("the sealed file", &self.file)], &[("--output", &self.output)], terminal)?;
        require_absent(&self.output, "", terminal)?;
        let path = self.file.display();
        let sealed = read_bytes(&self.file, MAX_FILE_SIZE, terminal)?;
        let passphrase = read_passphrase(self.passphrase_file.as_deref(), false, terminal)?;
        let key = Key::Passphrase(&passphrase);
        let refused =
            |error: UnsealError| input_error(terminal, &format!("cannot open `{path}`: {error}"));
        // Only notes are this small.
        if sealed.len() <= sealed_note::MAX_SIZE {
            let note = OpenedNote::unseal(&sealed, &key).map_err(refused)?;
            if self.slot.is_some() {
                return Err(usage_error(
                    terminal,
                    &format!("`{path}` is a night note and has no slots: remove `--slot`"),
                ));
            }
            print_match_number(note.sheet(), terminal);
            terminal.print_message(&format!(
                "opened the note of `{}` for night {}",
                note.side(),
                note.note().night()
            ));
            return self.write(&note, terminal);
        }
        let sealed = SealedContent::unseal(&sealed, &key).map_err(refused)?;
        print_match_number(&sealed.sheet, terminal);
        let Some(slot_text) = &self.slot else {
            terminal.print_message(&format!(
                "opened ALL of your order of battle: {} slots of `{}`",
                sealed.orders.items().count(),
                sealed.side
            ));
            terminal.print_wrapped("the output file reveals everything: send it only after the battle; to open a single arrival, use `--slot`");
            let opened = OpenedOrders::new(&sealed.sheet, &sealed.side, &sealed.orders);
            return self.write(&opened.expect("the side is in the match"), terminal);
        };
        let requested = parse_slot(slot_text, &sealed.sheet)
            .ok_or_else(|| report_unknown_slot(slot_text, &sealed.sheet, terminal))?;
        let opened = OpenedSlot::new(&sealed.sheet, &sealed.side, &sealed.orders, requested);
        let opened = opened.expect("the match has this slot");
        let name = slot_name(requested, &sealed.sheet);
        match opened.text() {
            "" => {
                terminal.print_message(&format!("opened {name} of `{}`: it is empty", sealed.side))
            }
            text => {
                terminal.print_message(&format!("opened {name} of `{}`:", sealed.side));
                format_slot(text).lines().for_each(|line| terminal.print_message(line));
            }
        }
        self.write(&opened, terminal)
    }

    fn write(&self, value: &impl Serialize, terminal: &Terminal) -> Result<Exit, Exit> {
        let text = serde_json::to_string(value).expect("map keys are strings or numbers") + "\n";
        write_new(&self.output, text.as_bytes())
            .map_err(|error| usage_error(terminal, &error.to_string()))?;
        terminal.print_message(&format!(
            "send `{}` to your opponent, who checks it with `sandtable oob verify`",
            self.output.display()
        ));
        Ok(Exit::Success)
    }
}
