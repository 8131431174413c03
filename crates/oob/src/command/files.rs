//! Reads the inputs of the commands: base packs, matches, orders, passphrases and keys.

use std::path::Path;

use sandtable_cli::{DiskFiles, Exit, Terminal, open_pack, passphrase, secret_text};
use sandtable_compile::{Orders, read_orders};
use sandtable_pack::{Edge, Pack, SideId};
use sandtable_source::confusables;

use super::agree::of_base;
use super::fingerprint::{short, tell_number};
use super::json::json;
use super::refusal::{bad, clipped, unusable};
use crate::force::Force;
use crate::match_sheet::Match;
use crate::secret::Secret;

/// Parses the id of a side.
pub(crate) fn side_id(text: &str) -> Result<SideId, String> {
    SideId::new(text).map_err(|error| match confusables(text).first() {
        Some(found) => format!("invalid id `{text}`: {found}"),
        None => error.to_string(),
    })
}

/// Reads a base pack, which must have free sides.
pub(crate) fn base(file: &Path, terminal: &Terminal) -> Result<Pack, Exit> {
    let pack = open_pack(file, terminal)?;
    if pack.scenario().free_game.is_none() {
        let told = format!(
            "`{}` is not the base pack of a free game: it has no free side (PB-32)",
            file.display()
        );
        terminal.complain(&told);
        terminal.tell("add `free_game:` to its scenario (see docs/how-to/free-order-of-battle.md) and compile it again");
        return Err(Exit::Bad);
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
        let known: Vec<String> = free.map(|id| format!("`{id}`")).collect();
        unusable(
            terminal,
            &format!(
                "cannot find free side `{side}` in this base pack; its free sides: {}",
                known.join(", ")
            ),
        )
    })
}

/// Reads a match, which must belong to this base pack.
pub(crate) fn sheet(file: &Path, base: &Pack, terminal: &Terminal) -> Result<Match, Exit> {
    let sheet: Match = json(file, "match", terminal)?;
    let shown = file.display();
    if *sheet.base() != base.play_digest() {
        let told = format!(
            "`{shown}` belongs to another base pack: its digest begins with {}, the digest of this pack with {}",
            short(&sheet.base().to_string()),
            short(&base.play_digest().to_string())
        );
        terminal.complain(&told);
        terminal.tell("both players need the same pack: send it along with the match");
        return Err(Exit::Bad);
    }
    let mismatches = mismatches(base, &sheet);
    if !mismatches.is_empty() {
        let mismatches = mismatches.join("; ");
        terminal
            .complain(&format!("this match does not fit the base pack: {}", clipped(&mismatches)));
        terminal.tell(&format!("`{shown}` was changed: combine both parts again with `oob match`, and compare the number with your opponent's"));
        return Err(Exit::Bad);
    }
    tell_number(&sheet, terminal);
    Ok(sheet)
}

/// Reads and checks an order of battle, and shows its author the diagnostics.
pub(crate) fn orders(file: &Path, base: &Pack, terminal: &Terminal) -> Result<Orders, Exit> {
    if let Err(error) = std::fs::metadata(file) {
        return Err(unusable(terminal, &format!("cannot open `{}`: {error}", file.display())));
    }
    let (files, path) = DiskFiles::about(file);
    let outcome = read_orders(&files, &path, base);
    terminal.show(&outcome.sources, &outcome.diagnostics);
    outcome.orders.filter(|_| !outcome.diagnostics.has_errors()).ok_or(Exit::Bad)
}

/// Returns the force of an order of battle, and the base pack with this side merged in.
pub(crate) fn force(
    orders: &Orders,
    base: &Pack,
    terminal: &Terminal,
) -> Result<(Pack, Force), Exit> {
    let refused = |told: String| bad(terminal, &told);
    let pack = sandtable_compile::merge(base, std::slice::from_ref(orders))
        .map_err(|error| refused(error.to_string()))?;
    let edge: Option<Edge> = orders.edge();
    let force = Force::of_pack(&pack, &orders.side().id, edge)
        .map_err(|error| refused(error.to_string()))?;
    Ok((pack, force))
}

/// The minimum length of a passphrase. A shorter one could be guessed within days.
const SHORTEST: usize = 10;

/// Reads a passphrase from a file or from the terminal.
pub(crate) fn secret(
    file: Option<&Path>,
    what: &str,
    twice: bool,
    terminal: &Terminal,
) -> Result<Secret<String>, Exit> {
    let found = passphrase(file, what, twice, terminal)?;
    // An attacker with the file can try about one common passphrase per second.
    if twice && found.chars().count() < SHORTEST {
        terminal.tell(&format!(
            "warning: {what} has fewer than {SHORTEST} characters and is easy to guess: use several words"
        ));
    }
    Ok(Secret::new(found.as_str().to_owned()))
}

/// Reads an umpire's secret key from its file.
pub(crate) fn key(file: &Path, terminal: &Terminal) -> Result<Secret<String>, Exit> {
    let text = secret_text(file).map_err(|told| unusable(terminal, &told))?;
    let line = text.lines().find(|line| !line.is_empty() && !line.starts_with('#'));
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
    let wanted = match of_base(pack, both) {
        Ok(wanted) => wanted,
        Err(error) => return vec![error.to_string()],
    };
    let counts = sheet.shape().counts().into_iter().zip(wanted.shape().counts());
    for (what, (is, wanted)) in ["days", "turns per day", "entries", "commands"].iter().zip(counts)
    {
        if is != wanted {
            found.push(format!("{what}: {is} in the match, {wanted} in the pack"));
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
