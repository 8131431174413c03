//! Short numbers with which players compare matches, keys and digests.

use sandtable_cli::Terminal;
use sandtable_pack::Digest;

use crate::match_sheet::Match;

/// The first digits of a digest.
pub(crate) fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// Returns a short number for comparing public data, such as a match or a public key.
pub(crate) fn number_of(text: &str) -> String {
    let digest = Digest::of(text.as_bytes()).to_string();
    short(&digest).as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
}

/// Prints the number of a match. Every command prints it, and players compare it.
pub(crate) fn tell_number(sheet: &Match, terminal: &Terminal) {
    terminal.say(&format!("match {}", number(sheet)));
}

/// The number for comparing two matches.
pub(crate) fn number(sheet: &Match) -> String {
    number_of(&serde_json::to_string(sheet).expect("map keys are strings"))
}
