//! `oob merge`: merges both sealed files for an umpire.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Terminal, decode_text};
use sandtable_compile::{Orders, Scope, UmpireFinding, umpire_findings};
use sandtable_pack::{Pack, SideId};
use sandtable_source::one_line;

use super::files::{open_base, read_key, read_match, read_passphrase, side_id};
use super::json::{MAX_OPENING_SIZE, parse_json, read_bytes};
use super::match_command::UMPIRE;
use super::output::{require_absent, write_private};
use super::refusal::{clip, input_error, report_some, usage_error};
use super::slots::describe_read_error;
use crate::force::{Force, Judgement};
use crate::match_sheet::Match;
use crate::opening_file::{OpenedError, OpenedOrders};
use crate::scheme::{self, Commitment, umpire_digest};
use crate::sealed_file::{Key, SealedContent, UnsealError};
use crate::secret::Secret;

/// Merge both sealed orders of battle into one pack, as an umpire
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The umpire needs both copies and both commitments; a copy that does not match its commitment is rejected. The command writes:
  umpire.pack    the whole battle, for the umpire and `sandtable run`
  umpire.txt     the umpire's report
  SIDE.pack      for each side, the base pack with its own order of battle and nothing of the other
  SIDE.txt       the report for that side
Only their owner can read the files, and no file is overwritten. The packs contain only committed data: anything that appears only in
the author's file (titles in other languages, men of detachments) is omitted. After the battle, both players can make the same packs from
both full openings, without a key, and compare the salted digest with the umpire's. Until then, umpire.pack and its play digest are secret.

Example:
  sandtable oob merge base.pack union.umpire.sealed confederate.umpire.sealed --key umpire.key --match match.json \\
    --commitment union='oob1 9qzv …' --commitment confederate='oob1 k0pf …' --out umpire")]
pub(super) struct MergeArguments {
    /// The base pack
    #[arg(value_name = "BASE.pack")]
    pack: PathBuf,
    /// The sealed files of the free sides; after the battle, also their openings (`oob open`)
    #[arg(required = true, value_name = "FILE")]
    sealed: Vec<PathBuf>,
    /// The match of both players
    #[arg(long = "match", value_name = "MATCH.json")]
    sheet: PathBuf,
    /// The commitment of each side
    #[arg(long = "commitment", required = true, value_name = "SIDE=TEXT", value_parser = commitment)]
    commitments: Vec<(SideId, Commitment)>,
    /// The umpire's secret key. Without it, the command prompts for one passphrase, which all
    /// sealed files must share; players' own files have different passphrases, so open those first
    /// (`oob open`)
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Read the passphrase shared by all sealed files from the first line of this file; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    passphrase_file: Option<PathBuf>,
    /// Folder for the packs; created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

fn commitment(text: &str) -> Result<(SideId, Commitment), String> {
    let (side, commitment) = text.split_once('=').ok_or("write SIDE=COMMITMENT")?;
    Ok((side_id(side)?, Commitment::parse(commitment).map_err(|error| error.to_string())?))
}

impl MergeArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let mut sides = BTreeSet::new();
        if let Some((side, _)) = self.commitments.iter().find(|(side, _)| !sides.insert(side)) {
            let message = format!(
                "duplicate `--commitment` for `{side}`: pass only the one that this side showed"
            );
            return Err(usage_error(terminal, &message));
        }
        let base = open_base(&self.pack, terminal)?;
        let sheet = read_match(&self.sheet, &base, terminal)?;
        let mut names = vec![UMPIRE.to_owned()];
        names.extend(base.scenario().sides.iter().map(|side| side.id.to_string()));
        for name in &names {
            for ending in ["pack", "txt"] {
                require_absent(&self.out.join(format!("{name}.{ending}")), "", terminal)?;
            }
        }
        let mut inputs = Vec::new();
        for file in &self.sealed {
            inputs.push((file, read_bytes(file, MAX_OPENING_SIZE, terminal)?));
        }
        // An opening made after the battle needs no key.
        let is_open = |bytes: &[u8]| decode_text(bytes).is_some_and(|text| text.starts_with('{'));
        let secret: Option<Secret<String>> = match &self.key {
            _ if inputs.iter().all(|(_, bytes)| is_open(bytes)) => None,
            Some(file) => Some(read_key(file, terminal)?),
            None => {
                let file = self.passphrase_file.as_deref();
                Some(read_passphrase(file, false, terminal)?)
            }
        };
        let file_key = secret.as_ref().map(|secret| match &self.key {
            Some(_) => Key::Umpire(secret),
            None => Key::Passphrase(secret),
        });
        let mut orders: Vec<Orders> = Vec::new();
        let mut warnings_by_side: BTreeMap<SideId, Vec<String>> = BTreeMap::new();
        let mut slots_by_side: BTreeMap<SideId, scheme::Orders> = BTreeMap::new();
        for (file, bytes) in &inputs {
            let reading = InputFile { arguments: self, file, base: &base, sheet: &sheet, terminal };
            let (side, slots) = match &file_key {
                Some(unlock) if !is_open(bytes) => reading.read_sealed(bytes, unlock)?,
                _ => reading.read_opening(bytes)?,
            };
            let (found, warnings) = reading.committed_orders(&side, &slots)?;
            if orders.iter().any(|one| one.side().id == found.side().id) {
                return Err(input_error(
                    terminal,
                    &format!("two files belong to side `{}`", found.side().id),
                ));
            }
            warnings_by_side.insert(found.side().id.clone(), warnings);
            slots_by_side.insert(found.side().id.clone(), slots);
            orders.push(found);
        }
        let merged = sandtable_compile::merge(&base, &orders)
            .map_err(|error| input_error(terminal, &error.to_string()))?;
        if let Some(missing) = merged.scenario().missing_orders() {
            let message = format!("{missing}; pass the file and the commitment of each side");
            return Err(input_error(terminal, &message));
        }
        let findings = umpire_findings(&merged);
        let mut all: Vec<String> = findings.iter().map(finding_line).collect();
        for (side, warnings) in &warnings_by_side {
            all.extend(warnings.iter().map(|warning| format!("`{side}`: {warning}")));
        }
        all.extend(orders.iter().flat_map(|one| renamed_ids(one, &merged)));
        let mut files = vec![
            (self.out.join("umpire.pack"), sandtable_pack::write(&merged)),
            (self.out.join("umpire.txt"), report(&all)),
        ];
        for one in &orders {
            let side = &one.side().id;
            let pack = sandtable_compile::merge(&base, std::slice::from_ref(one))
                .map_err(|error| input_error(terminal, &error.to_string()))?;
            // Use the side's own pack. The umpire's pack renames ids that both sides use, which
            // would reveal ids of the other side.
            let side_findings = umpire_findings(&pack);
            let side_findings =
                side_findings.iter().filter(|one| one.concerns == Scope::Side(side.clone()));
            let mut side_findings: Vec<String> = side_findings.map(finding_line).collect();
            side_findings.extend(warnings_by_side[side].iter().cloned());
            files.push((self.out.join(format!("{side}.pack")), sandtable_pack::write(&pack)));
            files.push((self.out.join(format!("{side}.txt")), report(&side_findings)));
        }
        write_private(&self.out, &files, terminal)?;
        let digest = umpire_digest(&merged.play_digest(), slots_by_side.values());
        terminal.print_wrapped(&format!("salted digest of umpire.pack: {digest} (after the battle, both players can reproduce it from the openings)"));
        terminal.print(&String::from_utf8_lossy(&report(&all)))?;
        Ok(Exit::Success)
    }
}

/// An input file and its context.
struct InputFile<'a> {
    arguments: &'a MergeArguments,
    file: &'a Path,
    base: &'a Pack,
    sheet: &'a Match,
    terminal: &'a Terminal,
}

impl InputFile<'_> {
    fn reject(&self, message: &str) -> Exit {
        input_error(self.terminal, &format!("{}: {}", self.file.display(), clip(message)))
    }

    /// The commitment given for a side.
    fn commitment(&self, side: &str) -> Result<&Commitment, Exit> {
        let found = self.arguments.commitments.iter().find(|(id, _)| id.as_str() == side);
        found.map(|(_, commitment)| commitment).ok_or_else(|| {
            let message =
                format!("pass its commitment with `--commitment {}='oob1 …'`", clip(side));
            usage_error(self.terminal, &format!("{}: {message}", self.file.display()))
        })
    }

    /// Reports an order of battle that does not match its side's commitment. Suggests the other
    /// side if its commitment matches.
    fn mismatch(&self, side: &str, is_match: impl Fn(&Commitment) -> bool) -> Exit {
        let matching_side =
            self.arguments.commitments.iter().find(|(_, commitment)| is_match(commitment));
        self.reject(&match matching_side {
            Some((matching_side, _)) => format!(
                "the file of `{}` matches the commitment given for `{matching_side}`: swap the commitments",
                clip(side)
            ),
            None => OpenedError::Mismatch.to_string(),
        })
    }

    /// Reads the opening of an order of battle, which must match the commitment of its side.
    fn read_opening(&self, bytes: &[u8]) -> Result<(String, scheme::Orders), Exit> {
        let opened: OpenedOrders = parse_json(bytes).map_err(|error| self.reject(&error))?;
        let side = opened.side().to_owned();
        let commitment = self.commitment(&side)?;
        let verified = |commitment: &Commitment| opened.verify(self.sheet, &side, commitment);
        let slots = verified(commitment).map_err(|error| match error {
            OpenedError::Mismatch => {
                self.mismatch(&side, |matching_side| verified(matching_side).is_ok())
            }
            error => self.reject(&error.to_string()),
        })?;
        Ok((side, slots))
    }

    /// Reads the order of battle in a sealed file, which must match the commitment of its side.
    /// Ignores the author's file, which may have been changed or fail the checks of a later
    /// version.
    fn read_sealed(&self, bytes: &[u8], key: &Key<'_>) -> Result<(String, scheme::Orders), Exit> {
        let sealed = SealedContent::unseal(bytes, key).map_err(|error| {
            match (&error, &self.arguments.key) {
                // The key file is invalid, not the sealed file.
                (UnsealError::InvalidKey, Some(file)) => {
                    input_error(self.terminal, &format!("`{}`: {error}", file.display()))
                }
                _ => self.reject(&error.to_string()),
            }
        })?;
        if sealed.sheet != *self.sheet {
            return Err(self.reject("it was sealed for another match"));
        }
        let commitment = sealed.commitment();
        if commitment != *self.commitment(&sealed.side)? {
            return Err(self.mismatch(&sealed.side, |matching_side| *matching_side == commitment));
        }
        Ok((sealed.side, sealed.orders))
    }

    /// Returns the committed order of battle, and the warnings for its author. Other content of the
    /// author's file is in no pack, such as translated titles and the men of detachments.
    fn committed_orders(
        &self,
        side: &str,
        slots: &scheme::Orders,
    ) -> Result<(Orders, Vec<String>), Exit> {
        let side = SideId::new(side).map_err(|_| self.reject("its side is not a valid id"))?;
        let force = Force::read(self.sheet, &side, slots.items()).map_err(|error| {
            let message = describe_read_error(&error, self.sheet);
            self.reject(&format!("it does not fit the base pack: {message}"))
        })?;
        let Judgement { breaches, warnings } = force.judge(self.base);
        let messages: Vec<String> = breaches.iter().map(ToString::to_string).collect();
        report_some(&messages, |line| self.terminal.print_error(line), self.terminal);
        if !breaches.is_empty() {
            return Err(Exit::Failure);
        }
        let orders =
            force.orders(self.base).map_err(|_| self.reject("it does not fit the base pack"))?;
        Ok((orders, warnings))
    }
}

/// Returns notes about ids used by both sides, with their new ids in the umpire's pack.
fn renamed_ids(one: &Orders, merged: &Pack) -> Vec<String> {
    let side_findings = one.side();
    let Some(side) = merged.scenario().sides.iter().find(|side| side.id == side_findings.id) else {
        return Vec::new();
    };
    let commands = side_findings.headquarters().map(|hq| hq.id.to_string());
    let commands = commands.zip(side.headquarters().map(|hq| hq.id.to_string()));
    let pieces = side_findings.pieces().map(|piece| piece.id.to_string());
    let pieces = pieces.zip(side.pieces().map(|piece| piece.id.to_string()));
    let trains = side_findings.trains().map(|train| train.id.to_string());
    let trains = trains.zip(side.trains().map(|train| train.id.to_string()));
    let pool = |side: &sandtable_pack::Side| {
        let pieces = side.detachments.iter().flat_map(|pool| &pool.pieces);
        pieces.map(ToString::to_string).collect::<Vec<_>>()
    };
    let pool = pool(side_findings).into_iter().zip(pool(side));
    let all = commands.chain(pieces).chain(trains).chain(pool);
    let note = |(old, new): (String, String)| {
        format!("`{old}` of `{}` is called `{new}` here: both sides use this id", side_findings.id)
    };
    all.filter(|(old, new)| old != new).map(note).collect()
}

fn finding_line(finding: &UmpireFinding) -> String {
    format!("{} ({})", finding.message, finding.rule)
}

/// Returns a report with one line per message, or with a note that there are no messages.
fn report(lines: &[String]) -> Vec<u8> {
    let text: String = lines.iter().map(|line| format!("{}\n", one_line(line))).collect();
    if text.is_empty() { b"nothing to report\n".to_vec() } else { text.into_bytes() }
}
