//! Reads the inputs of the commands: base packs, matches, orders, passphrases and keys.

use std::path::Path;

use sandtable_cli::{DiskFiles, Exit, Terminal, open_pack, read_secret};
use sandtable_compile::{Orders, read_orders};
use sandtable_pack::{Digest, Edge, Pack, SideId};
use sandtable_source::confusables;

use super::fingerprint::{print_match_number, short_digest};
use super::json::json;
use super::match_command::match_for_base;
use super::refusal::{clip, input_error, usage_error};
use crate::force::Force;
use crate::match_sheet::Match;
use crate::scheme::is_known;
use crate::secret::Secret;

/// Parses the id of a side.
pub(crate) fn side_id(text: &str) -> Result<SideId, String> {
    SideId::new(text).map_err(|error| match confusables(text).first() {
        Some(found) => format!("invalid id `{text}`: {found}"),
        None => error.to_string(),
    })
}

/// Reads a base pack, which must have free sides.
pub(crate) fn open_base(file: &Path, terminal: &Terminal) -> Result<Pack, Exit> {
    let pack = open_pack(file, terminal)?;
    if pack.scenario().free_game.is_none() {
        let message = format!(
            "`{}` is not the base pack of a free game: it has no free side (PB-32)",
            file.display()
        );
        terminal.print_error(&message);
        terminal.print_wrapped("add `free_game:` to its scenario (see `docs/how-to/free-order-of-battle.md`) and recompile it");
        return Err(Exit::Failure);
    }
    Ok(pack)
}

/// Finds a free side of a base pack.
pub(crate) fn free_side<'p>(
    pack: &'p Pack,
    side: &SideId,
    terminal: &Terminal,
) -> Result<&'p SideId, Exit> {
    let free = pack.scenario().free_game.iter().flat_map(|free| free.sides.keys());
    free.clone().find(|id| *id == side).ok_or_else(|| {
        let side_ids: Vec<String> = free.map(|id| format!("`{id}`")).collect();
        usage_error(
            terminal,
            &format!(
                "cannot find free side `{side}` in this base pack; its free sides: {}",
                side_ids.join(", ")
            ),
        )
    })
}

/// Reports a file that belongs to another base pack.
pub(crate) fn report_other_base(
    file: &Path,
    digest: &Digest,
    base: &Pack,
    terminal: &Terminal,
) -> Exit {
    terminal.print_error(&format!(
        "`{}` belongs to another base pack: its digest begins with {}, the digest of this pack with {}",
        file.display(),
        short_digest(&digest.to_string()),
        short_digest(&base.play_digest().to_string())
    ));
    terminal.print_wrapped("both players need the same pack: send it along with the file");
    Exit::Failure
}

/// Reads a match, which must belong to this base pack.
pub(crate) fn read_match(file: &Path, base: &Pack, terminal: &Terminal) -> Result<Match, Exit> {
    let sheet: Match = json(file, "match", terminal)?;
    let path = file.display();
    if *sheet.base() != base.play_digest() {
        return Err(report_other_base(file, sheet.base(), base, terminal));
    }
    let mismatches = mismatches(base, &sheet);
    if !mismatches.is_empty() {
        let mismatches = mismatches.join("; ");
        terminal
            .print_error(&format!("this match does not fit the base pack: {}", clip(&mismatches)));
        terminal.print_wrapped(&format!("`{path}` was changed: combine both parts again with `oob match`, and compare the number with your opponent's"));
        return Err(Exit::Failure);
    }
    print_match_number(&sheet, terminal);
    Ok(sheet)
}

/// Reads and checks an order of battle, and reports the diagnostics to its author.
pub(crate) fn load_orders(file: &Path, base: &Pack, terminal: &Terminal) -> Result<Orders, Exit> {
    if let Err(error) = std::fs::metadata(file) {
        return Err(usage_error(terminal, &format!("cannot open `{}`: {error}", file.display())));
    }
    let (files, path) = DiskFiles::for_file(file);
    let outcome = read_orders(&files, &path, base);
    terminal.show_diagnostics(&outcome.sources, &outcome.diagnostics);
    outcome.orders.filter(|_| !outcome.diagnostics.has_errors()).ok_or(Exit::Failure)
}

/// Returns the force in an order of battle, and the base pack merged with this side.
pub(crate) fn build_force(
    orders: &Orders,
    base: &Pack,
    terminal: &Terminal,
) -> Result<(Pack, Force), Exit> {
    let reject = |message: String| input_error(terminal, &message);
    let pack = sandtable_compile::merge(base, std::slice::from_ref(orders))
        .map_err(|error| reject(error.to_string()))?;
    let edge: Option<Edge> = orders.edge();
    let force = Force::from_pack(&pack, &orders.side().id, edge)
        .map_err(|error| reject(error.to_string()))?;
    Ok((pack, force))
}

/// The minimum length of a passphrase. A shorter one could be guessed within days.
const MIN_PASSPHRASE_LENGTH: usize = 10;

/// Reads a passphrase from a file or from the terminal.
pub(crate) fn read_passphrase(
    file: Option<&Path>,
    twice: bool,
    terminal: &Terminal,
) -> Result<Secret<String>, Exit> {
    let found = sandtable_cli::read_passphrase(file, twice, terminal)?;
    // An attacker with the file can try about one common passphrase per second.
    if twice && found.chars().count() < MIN_PASSPHRASE_LENGTH {
        terminal.print_wrapped(&format!(
            "warning: the passphrase has fewer than {MIN_PASSPHRASE_LENGTH} characters and is easy to guess: use several words"
        ));
    }
    // Other programs could normalise or refuse such a character: the owner would be locked out.
    let unusable = |c: char| c.is_control() || !is_known(c);
    if twice && let Some(index) = found.trim_start_matches('\u{FEFF}').chars().position(unusable) {
        let ordinal = index + 1;
        return Err(usage_error(
            terminal,
            &format!(
                "character {ordinal} of the passphrase is a control character or not in Unicode 16.0: use letters, digits and punctuation"
            ),
        ));
    }
    Ok(Secret::new(found.as_str().to_owned()))
}

/// Reads an umpire's secret key from its file.
pub(crate) fn read_key(file: &Path, terminal: &Terminal) -> Result<Secret<String>, Exit> {
    let text = read_secret(file).map_err(|message| usage_error(terminal, &message))?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(Secret::new(line.unwrap_or_default().to_owned()))
}

/// Returns the differences between a match and its base pack; empty if they agree.
pub(crate) fn mismatches(pack: &Pack, sheet: &Match) -> Vec<String> {
    let mut found = Vec::new();
    let sides = &pack.scenario().sides;
    let mut contributions = Vec::new();
    for (id, contribution) in sheet.sides() {
        match sides.iter().any(|side| side.id.as_str() == id) {
            true => contributions.push((id.to_owned(), contribution)),
            false => found.push(format!("side `{id}` is not in the pack")),
        }
    }
    let Ok(both) = <[_; 2]>::try_from(contributions) else { return found };
    let wanted = match match_for_base(pack, both) {
        Ok(expected) => expected,
        Err(error) => return vec![error.to_string()],
    };
    let counts = sheet.shape().counts().into_iter().zip(wanted.shape().counts());
    for (name, (actual, expected)) in
        ["days", "turns per day", "entries", "commands"].iter().zip(counts)
    {
        if actual != expected {
            found.push(format!("{name}: {actual} in the match, {expected} in the pack"));
        }
    }
    if found.is_empty() && sheet.entries() != wanted.entries() {
        found.push(format!(
            "entries: {} in the match, {} in the pack",
            sheet.entries().join(", "),
            wanted.entries().join(", ")
        ));
    }
    found
}
