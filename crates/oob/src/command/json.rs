//! Reads the JSON files of these commands, and explains why a file is the wrong kind.

use std::path::Path;

use sandtable_cli::{Bounded, Exit, Terminal, read_bounded};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::refusal::{bad, clipped, unusable};

/// Parses a JSON file of these commands. Returns an error message for players.
pub(crate) fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error: serde_json::Error| {
        let error = error.to_string();
        let error = clipped(&error);
        let is_edited = bytes.starts_with(b"\xEF\xBB\xBF");
        match kind(bytes) {
            // The kind is right, but a key may be unknown.
            Some(kind) if error.starts_with("unknown field") => {
                format!("{kind} ({error})")
            }
            Some(_) => error.into_owned(),
            None if is_edited => {
                "an editor added a byte order mark: use the file as it was sent".to_owned()
            }
            None => format!("{error}: use the file as it was sent"),
        }
    })
}

/// Reads a JSON file of these commands.
pub(crate) fn json<T: DeserializeOwned>(
    file: &Path,
    what: &str,
    terminal: &Terminal,
) -> Result<T, Exit> {
    let shown = file.display();
    let bytes = bytes(file, LONGEST_OPENED, terminal)?;
    read_json(&bytes).map_err(|error| bad(terminal, &format!("`{shown}` is not a {what}: {error}")))
}

/// The keys that identify each kind of file.
#[derive(Deserialize)]
struct Keys {
    days: Option<IgnoredAny>,
    contribution: Option<IgnoredAny>,
    items: Option<IgnoredAny>,
    slot: Option<IgnoredAny>,
    choice: Option<IgnoredAny>,
}

/// Describes the actual kind of a file that was passed in place of another kind, and how to use it.
pub fn kind(bytes: &[u8]) -> Option<&'static str> {
    let keys: Keys = serde_json::from_slice(bytes).ok()?;
    if keys.items.is_some() {
        Some("it opens a whole order of battle")
    } else if keys.slot.is_some() {
        Some("it opens one slot")
    } else if keys.choice.is_some() {
        Some("it opens a night note")
    } else if keys.days.is_some() {
        Some("it is a finished match, for --match")
    } else if keys.contribution.is_some() {
        Some("it is one player's part: combine both parts with `oob match`")
    } else {
        None
    }
}

/// Reads a file of at most `longest` bytes.
pub(crate) fn bytes(file: &Path, longest: u64, terminal: &Terminal) -> Result<Vec<u8>, Exit> {
    let shown = file.display();
    match read_bounded(file, longest) {
        Ok(Bounded::Whole(bytes)) => Ok(bytes),
        Ok(Bounded::TooLarge) => {
            Err(bad(terminal, &format!("`{shown}` is too large for a file of this kind")))
        }
        Ok(Bounded::NoFile) => Err(unusable(terminal, &format!("`{shown}` is not a regular file"))),
        Err(error) => Err(unusable(terminal, &format!("cannot open `{shown}`: {error}"))),
    }
}

/// The maximum size of a file of openings or matches: 16,384 slots with their salts and text.
pub(crate) const LONGEST_OPENED: u64 = 64 << 20;
