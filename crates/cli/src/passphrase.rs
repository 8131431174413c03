//! Passphrases and keys: typed on the terminal without echo, or read from a file, never from the
//! command line.

use std::io::{IsTerminal as _, Read as _};
use std::path::Path;

use zeroize::Zeroizing;

use crate::{BoundedRead, Exit, Terminal, read_bounded};

/// The maximum length of a passphrase or key.
const MAX_BYTES: u64 = 4_096;

/// Reads a passphrase from the first line of a file, or of standard input if the path is `-`.
/// Without a path, the user types it on the terminal, twice where a typo would make data
/// inaccessible. `Err` is the exit status.
pub fn read_passphrase(
    file: Option<&Path>,
    label: &str,
    confirm: bool,
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
                "cannot read {label} without a terminal: pass a file with `--passphrase-file`, or `-` for \
                standard input"
            )));
        }
        None => {
            let ask = |prompt: String| {
                rpassword::prompt_password(prompt)
                    .map(Zeroizing::new)
                    .map_err(|error| unusable(format!("cannot read {label}: {error}")))
            };
            let first = ask(format!("{label}: "))?;
            if confirm && *ask("repeat: ".to_owned())? != *first {
                return Err(unusable(format!(
                    "the two entries of {label} differ; nothing was written"
                )));
            }
            first
        }
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
    let text = std::str::from_utf8(&bytes).map_err(|_| format!("`{shown}` is not UTF-8"))?;
    Ok(Zeroizing::new(text.to_owned()))
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
        std::fs::write(&file, [0xff, 0xfe]).expect("writable file");
        assert!(read_secret(&file).is_err());
    }
}
