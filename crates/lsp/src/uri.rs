//! Conversion between paths and the `file:` URIs of editors.

use std::path::{Component, Path, PathBuf};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::protocol::Uri;

/// The characters to escape in a URI (RFC 3986, `pchar` and `/`).
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The path of a URI; `None` unless it is a local file. An unsaved document has no path.
pub(crate) fn uri_to_path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let rest = rest.split(['?', '#']).next().filter(|rest| rest.starts_with('/'))?;
    let decoded = percent_decode_str(rest).decode_utf8().ok()?;
    if decoded.contains('\0') {
        return None;
    }
    let path = match has_drive_letter(&decoded) {
        // A Windows path such as `/C:/battles`.
        true => PathBuf::from(&decoded[1..]),
        false => PathBuf::from(decoded.as_ref()),
    };
    Some(normalise(&path))
}

/// The URI of a path.
pub(crate) fn path_to_uri(path: &Path) -> Uri {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    let slash = if text.starts_with('/') { "" } else { "/" };
    Uri(format!("file://{slash}{}", utf8_percent_encode(&text, ESCAPED)))
}

fn has_drive_letter(path: &str) -> bool {
    let bytes = path.as_bytes();
    cfg!(windows) && bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':'
}

/// A path without `.` and `..`, resolved by name only.
pub(crate) fn normalise(path: &Path) -> PathBuf {
    let mut normalised = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normalised.pop();
            }
            _ => normalised.push(component),
        }
    }
    normalised
}

/// The key of a file, independent of its spelling: its path with symbolic links resolved.
pub(crate) fn file_key(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| normalise(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn round_trips_paths() {
        for (uri, path) in [
            ("file:///a/b%20c.yaml", "/a/b c.yaml"),
            ("file:///a/%C3%A9%23.yaml", "/a/é#.yaml"),
            ("file:///a/b+c%7Bd%7D.yaml", "/a/b+c{d}.yaml"),
        ] {
            assert_eq!(uri_to_path(&Uri(uri.to_owned())), Some(PathBuf::from(path)));
            let back = path_to_uri(Path::new(path));
            assert_eq!(uri_to_path(&back), Some(PathBuf::from(path)), "{}", back.0);
        }
        let unnormalised = Uri("file://localhost/a/./b/../c.yaml?x#y".to_owned());
        assert_eq!(uri_to_path(&unnormalised), Some(PathBuf::from("/a/c.yaml")));
    }

    #[test]
    fn rejects_non_file_uris() {
        for uri in [
            "untitled:Untitled-1",
            "https://a/b",
            "file://host/a",
            "file:",
            "",
            "file:///%ff",
            "file:///%00",
        ] {
            assert_eq!(uri_to_path(&Uri(uri.to_owned())), None, "{uri}");
        }
    }
}
