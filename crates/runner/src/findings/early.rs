//! How much of a battle is not played because games are over before.

use std::collections::BTreeMap;

use sandtable_source::first_few;

use crate::census::{Cast, Census};
use crate::interval::wilson;

/// Games that are over early are spoken of when they are this share.
const EARLY_SHARE: f64 = 0.1;
/// Arrivals are spoken of when fewer games last until they are due.
const REACHED_SHARE: f64 = 0.5;

/// What games tell of when they end.
pub(crate) struct Early<'e> {
    cast: &'e Cast,
    census: &'e Census,
}

impl<'e> Early<'e> {
    pub(crate) fn new(cast: &'e Cast, census: &'e Census) -> Self {
        Self { cast, census }
    }

    /// In sentences; none where games last.
    pub(crate) fn told(&self) -> Vec<String> {
        let games = self.census.games;
        let mut sentences = Vec::new();
        if games == 0 {
            return sentences;
        }
        let days = self.cast.calendar.iter().map(|turn| turn.day).max().unwrap_or(1);
        let before_the_last =
            self.cast.calendar.iter().filter(|turn| turn.day < days).count() as u16;
        let half = self.cast.turns / 2;
        let over = |turn: u16| games - self.census.reached(turn + 1);
        // Where there are days, people speak of them.
        let (turn, when) = match before_the_last {
            0 => (half, format!("within the first {half} of {} turns", self.cast.turns)),
            turn => (turn, format!("before day {days}, the last")),
        };
        sentences.extend(self.share(over(turn), &when));
        sentences.extend(self.arrivals());
        sentences
    }

    fn share(&self, over: u64, when: &str) -> Option<String> {
        let games = self.census.games;
        let share = over as f64 / games as f64;
        let [low, high] = wilson(over, games).map(|bound| bound * 100.0);
        (share >= EARLY_SHARE).then(|| {
            format!(
                "{over} of {games} games ({:.0} %; {low:.0} to {high:.0} at 95 %) are over {when}.",
                share * 100.0
            )
        })
    }

    /// Who is due when most games are over.
    fn arrivals(&self) -> Option<String> {
        let games = self.census.games;
        let mut by_turn: BTreeMap<u16, (&str, Vec<&str>)> = BTreeMap::new();
        for piece in &self.cast.pieces {
            let Some(due) = &piece.due else { continue };
            if (self.census.reached(due.turn) as f64) < REACHED_SHARE * games as f64 {
                let (_, names) = by_turn.entry(due.turn).or_insert((&due.when, Vec::new()));
                names.push(&piece.name);
            }
        }
        let told = by_turn.iter().map(|(turn, (when, names))| {
            let share = self.census.reached(*turn) as f64 * 100.0 / games as f64;
            format!("{} on {when} ({share:.0} % of games last until then)", named(names))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty())
            .then(|| format!("Most games are over before these are due: {}.", told.join("; ")))
    }
}

/// Names in a row, the first few of many.
fn named(names: &[&str]) -> String {
    const MOST_NAMES: usize = 6;
    match names {
        [one] => (*one).to_owned(),
        [most @ .., last] if names.len() <= MOST_NAMES => {
            format!("{} and {last}", most.join(", "))
        }
        many => first_few(many, MOST_NAMES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::CastTurn;
    use crate::findings::tests::cast;

    #[test]
    fn games_that_are_over_early_are_told_with_those_who_are_still_to_come() {
        let mut cast = cast();
        let mut census = Census::new(&cast);
        census.games = 200;
        census.ended = [(2, 104), (6, 90), (8, 6)].into();
        let told = Early::new(&cast, &census).told();
        assert_eq!(
            told,
            [
                "104 of 200 games (52 %; 45 to 59 at 95 %) are over before day 2, the last.",
                "Most games are over before these are due: late on day 1, turn 3 (48 % of games last until then).",
            ]
        );
        cast.calendar = CastTurn::without_days(8);
        let told = Early::new(&cast, &census).told();
        let words =
            "104 of 200 games (52 %; 45 to 59 at 95 %) are over within the first 4 of 8 turns.";
        assert_eq!(told[0], words);
        census.ended = [(8, 200)].into();
        assert!(Early::new(&cast, &census).told().is_empty());
    }
}
