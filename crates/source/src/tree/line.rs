//! Lines of a YAML text, and their keys.

/// Returns the start of the line that contains a byte, and the line.
pub(crate) fn line_at(text: &str, at: usize) -> (usize, &str) {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    (start, text[start..].lines().next().unwrap_or_default())
}

/// Returns the lines above a line, from bottom to top, each with its start. Skips blank lines and
/// comments.
pub(crate) fn lines_above(text: &str, start: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut end = start;
    let lines = text[..start].split_inclusive('\n').rev().map(move |line| {
        end -= line.len();
        (end, line.trim_end_matches(['\r', '\n']))
    });
    lines.filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    })
}

/// Returns the key at the start of a line, or after an item's dash, with its column.
pub(crate) fn key_of_line(line: &str) -> Option<(usize, &str)> {
    let plain = line.trim_start_matches(' ');
    let item = plain.strip_prefix('-').map_or(plain, |item| item.trim_start_matches(' '));
    let (key, rest) = item.split_once(':')?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_value = rest.is_empty() || rest.starts_with(' ');
    (is_key && is_value).then(|| (line.len() - item.len(), key))
}
