//! Short numbers by which people compare matches, keys and digests.

use sandtable_cli::Terminal;
use sandtable_pack::Digest;

use crate::match_sheet::Match;

/// The beginning of a digest.
pub(crate) fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// A short number by which people compare something that is no secret: a match, a public key.
pub(crate) fn number_of(text: &str) -> String {
    let digest = Digest::of(text.as_bytes()).to_string();
    short(&digest).as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
}

/// Tells the number of a match: both players see the same one whatever they do with it.
pub(crate) fn tell_number(sheet: &Match, terminal: &Terminal) {
    terminal.say(&format!("match {}", number(sheet)));
}

/// By which people compare two matches.
pub(crate) fn number(sheet: &Match) -> String {
    number_of(&serde_json::to_string(sheet).expect("its map keys are strings"))
}
