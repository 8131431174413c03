//! Loads a pack from a command-line path: a pack file, or a scenario to compile.

use std::path::Path;

use sandtable_cli::{DiskFiles, Exit, Input, PackFileError, Terminal, read_pack_file};
use sandtable_pack::AnyPack;
use sandtable_source::{Files as _, Origins};

use crate::compile::{Outcome, check, compile, unreadable_pack};
use crate::map_alone::compile_map;
use sandtable_authored::{AnyRuleset, load_ruleset_by_name};

/// Loads the pack for a path: a `.pack` file, a scenario, or a scenario's folder. Shows
/// diagnostics; without a pack, returns the exit status.
pub fn load_pack(path: &Path, terminal: &Terminal) -> Result<AnyPack, Exit> {
    load_battle(path, terminal).map(|(pack, _)| pack)
}

/// Like [`load_pack`], with the source locations of the battle's parts, which a pack lacks.
pub fn load_battle(path: &Path, terminal: &Terminal) -> Result<(AnyPack, Origins), Exit> {
    let input = Input::find(path).map_err(|error| {
        terminal.print_error(&error.to_string());
        Exit::UsageError
    })?;
    let mut outcome = match &input {
        Input::Pack(file) => read_pack(file, terminal)?,
        Input::Authored(file) => {
            let (files, path) = DiskFiles::for_file(file);
            compile(&files, &path)
        }
    };
    terminal.show_diagnostics(&outcome.sources, &outcome.diagnostics);
    let status = status(&outcome);
    match outcome.pack.take() {
        Some(pack) => Ok((pack, outcome.origins())),
        None => Err(if status == Exit::Success { Exit::Failure } else { status }),
    }
}

/// Like [`load_pack`], to draw only the map: a map without a scenario, or the map of a scenario with
/// errors, becomes a battle without pieces. Also returns the exit status for its diagnostics.
pub fn load_map(path: &Path, terminal: &Terminal) -> Result<(AnyPack, Exit), Exit> {
    let Ok(Input::Authored(file)) = Input::find(path) else {
        return load_pack(path, terminal).map(|pack| (pack, Exit::Success));
    };
    let (files, path) = DiskFiles::for_file(&file);
    let mut outcome = check(&files, &path);
    terminal.show_diagnostics(&outcome.sources, &outcome.diagnostics);
    let status = status(&outcome);
    if let Some(pack) = outcome.pack.take() {
        return Ok((pack, status));
    }
    match compile_map(&files, &path) {
        Some(pack) => {
            if status != Exit::Success {
                terminal.print_message("the scenario has errors: its map is drawn without pieces");
            }
            Ok((pack, status))
        }
        None if status == Exit::Success => {
            terminal.print_error(&format!(
                "`{}` is not a map of a battlefield: pass its scenario instead",
                files.display_path(&path)
            ));
            Err(Exit::UsageError)
        }
        None => Err(status),
    }
}

/// Loads a ruleset by name (`pub-battles/3.2`, `fab/series`), from a file (`own.yaml`), or from a
/// battle (a pack or a scenario's folder). Shows diagnostics; without a ruleset, returns the exit
/// status.
pub fn load_ruleset(name: &str, terminal: &Terminal) -> Result<AnyRuleset, Exit> {
    let file = Path::new(name);
    if file.is_dir() || file.extension().is_some_and(|extension| extension == "pack") {
        return load_pack(file, terminal).map(|pack| match pack {
            AnyPack::PubBattles(pack) => AnyRuleset::PubBattles(Box::new(pack.ruleset().clone())),
            AnyPack::Fab(pack) => AnyRuleset::Fab(Box::new(pack.battle().ruleset().clone())),
        });
    }
    let is_file = file.extension().is_some_and(|extension| extension == "yaml");
    if is_file && let Err(error) = std::fs::metadata(file) {
        terminal.print_error(&format!("cannot open `{name}`: {error}"));
        return Err(Exit::UsageError);
    }
    let (files, path) = DiskFiles::for_file(file);
    let named = if is_file { path.to_string() } else { name.to_owned() };
    let (ruleset, diagnostics, sources) = load_ruleset_by_name(&files, &named);
    terminal.show_diagnostics(&sources, &diagnostics);
    ruleset.ok_or(if is_file { Exit::Failure } else { Exit::UsageError })
}

/// Reads a pack file; the outcome includes its errors.
pub(crate) fn read_pack(file: &Path, terminal: &Terminal) -> Result<Outcome, Exit> {
    match read_pack_file(file) {
        Ok(pack) => Ok(Outcome::from_pack(pack)),
        Err(PackFileError::Unreadable(error)) => {
            Ok(unreadable_pack(&file.display().to_string(), &error))
        }
        Err(PackFileError::CannotOpen(error)) => {
            terminal.print_error(&format!("cannot open `{}`: {error}", file.display()));
            Err(Exit::UsageError)
        }
    }
}

/// The exit status for the diagnostics of an outcome.
pub(crate) fn status(outcome: &Outcome) -> Exit {
    use sandtable_source::code;
    let newer = |code| code == code::PACK_NEWER || code == code::UNSUPPORTED_FORMAT;
    match outcome.diagnostics.has_errors() {
        true if outcome.diagnostics.sorted().iter().any(|d| newer(d.code)) => Exit::UsageError,
        true => Exit::Failure,
        false => Exit::Success,
    }
}
