//! Sums of what games count, and what they can be.

/// Nothing is counted more often in one game.
pub(crate) const MOST_IN_A_GAME: u64 = u32::MAX as u64;

/// Can this be the sum of points over so many games?
pub(crate) fn is_of_games(points: i64, games: u64) -> bool {
    points.unsigned_abs() <= games.saturating_mul(MOST_IN_A_GAME)
}

/// The sum of counts that somebody wrote down, if it is one.
pub(crate) fn sum_of(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0_u64, |sum, count| sum.checked_add(count))
}
