//! Reads the JSON files of these commands, and explains files of the wrong kind.

use std::path::Path;

use sandtable_cli::{BoundedRead, Exit, Terminal, decode_text, read_bounded};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::refusal::{clip, input_error, usage_error};

/// Parses a JSON file of these commands. Returns an error message for players.
pub(crate) fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let text = decode_text(bytes).ok_or("it is not UTF-8 text: use the file as it was sent")?;
    serde_json::from_str(&text).map_err(|error: serde_json::Error| {
        let error = error.to_string();
        let error = clip(&error);
        match file_kind(&text) {
            // The kind is right, but a key may be unknown.
            Some(kind) if error.starts_with("unknown field") => {
                // The rest lists the expected keys.
                format!("{kind} ({})", error.split(',').next().unwrap_or_default())
            }
            Some(_) => error.into_owned(),
            None => format!("{error}: use the file as it was sent"),
        }
    })
}

/// Reads a JSON file of these commands.
pub(crate) fn json<T: DeserializeOwned>(
    file: &Path,
    expected: &str,
    terminal: &Terminal,
) -> Result<T, Exit> {
    let path = file.display();
    let bytes = read_bytes(file, MAX_OPENING_SIZE, terminal)?;
    parse_json(&bytes)
        .map_err(|error| input_error(terminal, &format!("`{path}` is not a {expected}: {error}")))
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

/// Describes the actual kind of a file passed in place of another kind, and how to use that file.
fn file_kind(text: &str) -> Option<&'static str> {
    let keys: Keys = serde_json::from_str(text).ok()?;
    if keys.items.is_some() {
        Some("it opens a whole order of battle")
    } else if keys.slot.is_some() {
        Some("it opens one slot")
    } else if keys.choice.is_some() {
        Some("it opens a night note")
    } else if keys.days.is_some() {
        Some("it is a complete match; pass it with `--match` to the other commands")
    } else if keys.contribution.is_some() {
        Some("it is one player's part; combine both parts with `sandtable oob match`")
    } else {
        None
    }
}

/// Reads a file of at most `limit` bytes.
pub(crate) fn read_bytes(file: &Path, limit: u64, terminal: &Terminal) -> Result<Vec<u8>, Exit> {
    let path = file.display();
    match read_bounded(file, limit) {
        Ok(BoundedRead::Complete(bytes)) => Ok(bytes),
        Ok(BoundedRead::TooLarge) => {
            Err(input_error(terminal, &format!("`{path}` is too large for a file of this kind")))
        }
        Ok(BoundedRead::NotRegular) => {
            Err(usage_error(terminal, &format!("`{path}` is not a regular file")))
        }
        Err(error) => Err(usage_error(terminal, &format!("cannot open `{path}`: {error}"))),
    }
}

/// The maximum size of an opening or match file: 16,384 slots with their salts and text.
pub(crate) const MAX_OPENING_SIZE: u64 = 64 << 20;
