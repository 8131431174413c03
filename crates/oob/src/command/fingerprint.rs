//! Short numbers that players use to compare matches, keys and digests.

use sandtable_cli::Terminal;
use sandtable_pack::Digest;

use crate::match_sheet::Match;

/// Returns the first digits of a digest.
pub(crate) fn short_digest(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// Returns a short number for comparing public data, such as a match or a public key.
pub(crate) fn fingerprint(text: &str) -> String {
    let digest = Digest::compute(text.as_bytes()).to_string();
    short_digest(&digest)
        .as_bytes()
        .chunks(4)
        .map(String::from_utf8_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Prints the match number. Every command prints it, so that players can compare it.
pub(crate) fn print_match_number(sheet: &Match, terminal: &Terminal) {
    terminal.print_message(&format!("match {}", match_number(sheet)));
}

/// The number for comparing two matches.
pub(crate) fn match_number(sheet: &Match) -> String {
    fingerprint(&serde_json::to_string(sheet).expect("map keys are strings"))
}
