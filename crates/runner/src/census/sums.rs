//! Sums of counts over games, with their bounds.

/// The maximum count within one game.
pub(crate) const MAX_PER_GAME: u64 = u32::MAX as u64;

/// Whether this can be the sum of points over this number of games.
pub(crate) fn is_plausible_total(points: i64, games: u64) -> bool {
    points.unsigned_abs() <= games.saturating_mul(MAX_PER_GAME)
}

/// Returns the sum of untrusted counts, or `None` if it overflows.
pub(crate) fn checked_sum(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0_u64, |sum, count| sum.checked_add(count))
}
