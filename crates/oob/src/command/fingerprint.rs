//! Short numbers that players use to compare matches and digests.

use sandtable_cli::Terminal;
use sandtable_pack::Digest;

use crate::match_sheet::Match;
use crate::scheme::in_groups;

/// Returns the first digits of a digest.
pub(crate) fn short_digest(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// Prints the match number. Every command prints it, so that players can compare it.
pub(crate) fn print_match_number(sheet: &Match, terminal: &Terminal) {
    terminal.print_message(&format!("match {}", match_number(sheet)));
}

/// The number for comparing two matches. Matches are public.
pub(crate) fn match_number(sheet: &Match) -> String {
    let text = serde_json::to_string(sheet).expect("map keys are strings");
    in_groups(short_digest(&Digest::compute(text.as_bytes()).to_string()))
}
