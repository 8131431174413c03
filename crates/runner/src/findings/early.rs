//! The part of a battle that is not played because games end early.

use std::collections::BTreeMap;

use sandtable_source::first_few;

use crate::census::{Cast, Census};
use crate::interval::wilson;

/// The minimum proportion of early games worth reporting.
const EARLY_SHARE: f64 = 0.1;
/// Arrivals are reported if a smaller proportion of games lasts until they are due.
const REACHED_SHARE: f64 = 0.5;

/// A summary of early ends.
pub(crate) struct Early<'e> {
    cast: &'e Cast,
    census: &'e Census,
}

impl<'e> Early<'e> {
    pub(crate) fn new(cast: &'e Cast, census: &'e Census) -> Self {
        Self { cast, census }
    }

    /// Returns the summary in sentences; empty if few games end early.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let games = self.census.games;
        let mut sentences = Vec::new();
        if games == 0 {
            return sentences;
        }
        let days = self.cast.calendar.iter().map(|turn| turn.day).max().unwrap_or(1);
        let before_the_last =
            self.cast.calendar.iter().filter(|turn| turn.day < days).count() as u16;
        let half = self.cast.turns / 2;
        let over = |turn: u16| games - self.census.games_reaching(turn + 1);
        // In battles with days, the day is more useful than the turn.
        let (turn, when) = match before_the_last {
            0 => (half, format!("within the first {half} of {} turns", self.cast.turns)),
            turn => (turn, format!("before the last day, day {days}")),
        };
        sentences.extend(self.proportion(over(turn), &when));
        sentences.extend(self.arrivals());
        sentences
    }

    fn proportion(&self, over: u64, when: &str) -> Option<String> {
        let games = self.census.games;
        let share = over as f64 / games as f64;
        let [low, high] = wilson(over, games).map(|bound| bound * 100.0);
        (share >= EARLY_SHARE).then(|| {
            format!(
                "{over} of {games} games ({:.0} %, 95 % CI {low:.0}-{high:.0} %) end {when}.",
                share * 100.0
            )
        })
    }

    /// Lists the pieces that are due when most games have ended.
    fn arrivals(&self) -> Option<String> {
        let games = self.census.games;
        let mut by_turn: BTreeMap<u16, (&str, Vec<&str>)> = BTreeMap::new();
        for piece in &self.cast.pieces {
            let Some(due) = &piece.due else { continue };
            if (self.census.games_reaching(due.turn) as f64) < REACHED_SHARE * games as f64 {
                let (_, names) = by_turn.entry(due.turn).or_insert((&due.when, Vec::new()));
                names.push(&piece.name);
            }
        }
        let arrivals = by_turn.iter().map(|(turn, (when, names))| {
            let share = self.census.games_reaching(*turn) as f64 * 100.0 / games as f64;
            format!("{} on {when} ({share:.0} % of games last until then)", name_list(names))
        });
        let arrivals: Vec<String> = arrivals.collect();
        (!arrivals.is_empty())
            .then(|| format!("Most games end before these are due: {}.", arrivals.join("; ")))
    }
}

/// Joins names; a long list is shortened to the first few.
fn name_list(names: &[&str]) -> String {
    const MAX_NAMES: usize = 6;
    match names {
        [one] => (*one).to_owned(),
        [most @ .., last] if names.len() <= MAX_NAMES => {
            format!("{} and {last}", most.join(", "))
        }
        many => first_few(many, MAX_NAMES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::CastTurn;
    use crate::findings::tests::cast;

    #[test]
    fn early_games_list_missed_arrivals() {
        let mut cast = cast();
        let mut census = Census::new(&cast);
        census.games = 200;
        census.ended = [(2, 104), (6, 90), (8, 6)].into();
        let sentences = Early::new(&cast, &census).sentences();
        assert_eq!(
            sentences,
            [
                "104 of 200 games (52 %, 95 % CI 45-59 %) end before the last day, day 2.",
                "Most games end before these are due: late on day 1, turn 3 (48 % of games last until then).",
            ]
        );
        cast.calendar = CastTurn::without_days(8);
        let sentences = Early::new(&cast, &census).sentences();
        let words = "104 of 200 games (52 %, 95 % CI 45-59 %) end within the first 4 of 8 turns.";
        assert_eq!(sentences[0], words);
        census.ended = [(8, 200)].into();
        assert!(Early::new(&cast, &census).sentences().is_empty());
    }
}
