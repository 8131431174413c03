//! Passphrases, keys and other secrets: typed on the terminal without echo, or read from a file,
//! never from the command line.

use std::borrow::Cow;
use std::io::{IsTerminal as _, Read as _};
use std::path::Path;

use zeroize::Zeroizing;

use crate::hidden_prompt::ask_hidden;
use crate::{BoundedRead, Exit, Terminal, read_bounded};

/// The maximum length of a passphrase or key.
const MAX_BYTES: u64 = 4_096;

/// Reads a passphrase from the first line of a file, or of standard input if the path is `-`.
/// Without a path, the user types it on the terminal, twice where a typo would make data
/// inaccessible. `Err` is the exit status.
pub fn read_passphrase(
    file: Option<&Path>,
    confirm: bool,
    terminal: &Terminal,
) -> Result<Zeroizing<String>, Exit> {
    let label = "the passphrase";
    let first = read_secret_line(file, label, "--passphrase-file", terminal)?;
    if confirm && file.is_none() && *ask("repeat", label, terminal)? != *first {
        terminal.print_error(&format!("the two entries of {label} differ; nothing was written"));
        return Err(Exit::UsageError);
    }
    Ok(first)
}

/// Reads a line that must not be empty, from a file or from the terminal, like a passphrase.
/// `option` is the option that gives the file.
pub fn read_secret_line(
    file: Option<&Path>,
    label: &str,
    option: &str,
    terminal: &Terminal,
) -> Result<Zeroizing<String>, Exit> {
    let unusable = |message: String| {
        terminal.print_error(&message);
        Exit::UsageError
    };
    let found = match file {
        Some(file) => {
            let text = read_secret(file).map_err(unusable)?;
            Zeroizing::new(text.lines().next().unwrap_or_default().to_owned())
        }
        None if !std::io::stdin().is_terminal() => {
            return Err(unusable(format!(
                "cannot read {label} without a terminal: pass a file with `{option}`, or `-` for \
                standard input"
            )));
        }
        None => ask(label, label, terminal)?,
    };
    if found.is_empty() {
        return Err(unusable(match file {
            Some(file) if file != Path::new("-") => {
                format!("{label} is empty: the first line of `{}` is empty", file.display())
            }
            _ => format!("{label} is empty"),
        }));
    }
    Ok(found)
}

/// Prompts for a line on the terminal, without echo.
fn ask(prompt: &str, label: &str, terminal: &Terminal) -> Result<Zeroizing<String>, Exit> {
    ask_hidden(&format!("{prompt}: ")).map_err(|error| {
        terminal.print_error(&format!("cannot read {label}: {error}"));
        Exit::UsageError
    })
}

/// The text of a small file, or of standard input if the path is `-`.
pub fn read_secret(file: &Path) -> Result<Zeroizing<String>, String> {
    let shown = file.display();
    let read_error = |error: std::io::Error| format!("cannot read `{shown}`: {error}");
    let bytes = if file == Path::new("-") {
        let mut bytes = Zeroizing::new(Vec::new());
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(read_error)?;
        bytes
    } else {
        match read_bounded(file, MAX_BYTES).map_err(read_error)? {
            BoundedRead::Complete(bytes) => Zeroizing::new(bytes),
            BoundedRead::TooLarge => {
                return Err(format!("`{shown}` is longer than {MAX_BYTES} bytes"));
            }
            BoundedRead::NotRegular => return Err(format!("`{shown}` is not a regular file")),
        }
    };
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("`{shown}` is longer than {MAX_BYTES} bytes"));
    }
    let text = decode_text(&bytes).ok_or_else(|| format!("`{shown}` is not UTF-8"))?;
    Ok(Zeroizing::new(text.into_owned()))
}

/// Decodes text in UTF-8, with or without a byte order mark, or in UTF-16 with one. Windows programs
/// write all three. The mark is not part of the text.
pub fn decode_text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let decode_utf16 = |bytes: &[u8], number: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks();
        let characters = char::decode_utf16(pairs.iter().map(|pair| number(*pair)));
        // No reallocation leaves parts of a secret in memory.
        let mut text = String::with_capacity(bytes.len() * 2);
        characters.into_iter().try_for_each(|one| one.map(|one| text.push(one))).ok()?;
        rest.is_empty().then_some(Cow::Owned(text))
    };
    match bytes {
        [0xEF, 0xBB, 0xBF, text @ ..] => std::str::from_utf8(text).ok().map(Cow::Borrowed),
        [0xFF, 0xFE, text @ ..] => decode_utf16(text, u16::from_le_bytes),
        [0xFE, 0xFF, text @ ..] => decode_utf16(text, u16::from_be_bytes),
        text => std::str::from_utf8(text).ok().map(Cow::Borrowed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_only_small_text_files() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("key");
        std::fs::write(&file, "# public key: age1\nAGE-SECRET-KEY-1\r\n").expect("writable file");
        let text = read_secret(&file).expect("the file is readable");
        assert_eq!(text.lines().last(), Some("AGE-SECRET-KEY-1"));
        std::fs::write(&file, vec![b'x'; 5_000]).expect("writable file");
        assert!(read_secret(&file).is_err());
        assert!(read_secret(folder.path()).is_err());
        std::fs::write(&file, [0xff, 0xff]).expect("writable file");
        assert!(read_secret(&file).is_err());
    }

    #[test]
    fn decodes_text_of_windows_programs() {
        let text = "Brücke 🪖\r\n";
        let utf16 = |number: fn(u16) -> [u8; 2]| {
            "\u{FEFF}"
                .encode_utf16()
                .chain(text.encode_utf16())
                .flat_map(number)
                .collect::<Vec<u8>>()
        };
        let marked = format!("\u{FEFF}{text}").into_bytes();
        for bytes in [text.into(), marked, utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
            assert_eq!(decode_text(&bytes).as_deref(), Some(text), "{bytes:?}");
        }
        // An odd length, half a character, and UTF-16 without a mark.
        for bytes in [&[0xFF, 0xFE, 0x41][..], &[0xFF, 0xFE, 0x3E, 0xD8], &[0x41, 0xD8]] {
            assert_eq!(decode_text(bytes), None, "{bytes:?}");
        }
    }
}
