//! Compares the ratings of two sides (PB-A17).

use std::cmp::Ordering;

use sandtable_authored as authored;
use sandtable_source::Spanned;

use crate::pub_battles::scenario_rules::free_game;

/// The side with the higher mean rating, or the first side if the means are equal (PB-A17).
pub(crate) fn better_rated_side(scenario: &authored::Scenario) -> Option<&Spanned<String>> {
    let [(one, _), (other, _)] = scenario.sides.0.as_slice() else { return None };
    // PB-32.1: the ratings of a free side are not known yet.
    if [one, other].iter().any(|side| free_game::is_free(scenario, side)) {
        return Some(one);
    }
    Some(if compare_ratings(scenario)? == Ordering::Less { other } else { one })
}

/// Compares the mean ratings of the HQs of the first and the second side.
pub(crate) fn compare_ratings(scenario: &authored::Scenario) -> Option<Ordering> {
    let ratings = |side: &authored::Side| {
        let (count, sum) =
            side.commands.iter().fold((0, 0), |(n, sum), c| (n + 1, sum + c.hq.rating.0));
        (sum, count.max(1))
    };
    let [(_, first), (_, second)] = scenario.sides.0.as_slice() else { return None };
    // Cross-multiplication avoids division.
    let ((sum, count), (other_sum, other_count)) = (ratings(first), ratings(second));
    Some((sum * other_count).cmp(&(other_sum * count)))
}
