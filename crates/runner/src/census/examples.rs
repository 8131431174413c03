//! Example games of a finding: the games with the smallest seeds. The order of counting does not
//! matter.

use serde::{Deserialize, Serialize};

/// The maximum number of examples.
const MAX_EXAMPLES: usize = 3;

/// A game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameId {
    /// The seed.
    pub seed: u64,
    /// Whether the bots were swapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
}

impl std::fmt::Display for GameId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.seed, if self.swapped { " swapped" } else { "" })
    }
}

/// At most three games in order of seed; empty slots come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<GameId>", into = "Vec<GameId>")]
pub struct ExampleGames([Option<GameId>; MAX_EXAMPLES]);

impl ExampleGames {
    /// Adds a game.
    pub fn add(&mut self, game: GameId) {
        let place = self.0.iter().position(|kept| kept.is_none_or(|kept| kept >= game));
        if let Some(place) = place.filter(|&place| self.0[place] != Some(game)) {
            self.0[place..].rotate_right(1);
            self.0[place] = Some(game);
        }
    }

    /// Adds the examples of another part of the run.
    pub fn join(&mut self, other: &Self) {
        other.games().for_each(|game| self.add(game));
    }

    /// Returns the games in order of seed.
    pub fn games(&self) -> impl Iterator<Item = GameId> {
        self.0.into_iter().flatten()
    }

    /// Whether these examples are plausible for this number of games.
    pub(crate) fn is_plausible(&self, games: u64) -> bool {
        self.games().count() as u64 == games.min(MAX_EXAMPLES as u64)
    }

    /// Formats the seeds, `seeds 3, 9, 12, …`, for a total of `of` games; empty if there are none.
    pub(crate) fn describe(&self, of: u64) -> String {
        let seeds: Vec<String> = self.games().map(|game| game.to_string()).collect();
        match seeds.as_slice() {
            [] => String::new(),
            [one] => format!("seed {one}"),
            some if of > some.len() as u64 => format!("seeds {}, …", some.join(", ")),
            some => format!("seeds {}", some.join(", ")),
        }
    }
}

impl From<ExampleGames> for Vec<GameId> {
    fn from(few: ExampleGames) -> Self {
        few.games().collect()
    }
}

impl TryFrom<Vec<GameId>> for ExampleGames {
    type Error = &'static str;

    fn try_from(games: Vec<GameId>) -> Result<Self, Self::Error> {
        if games.len() > MAX_EXAMPLES || games.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err("expected at most three games in order of seed");
        }
        let mut few = Self::default();
        games.into_iter().for_each(|game| few.add(game));
        Ok(few)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples(seeds: &[u64]) -> ExampleGames {
        let mut few = ExampleGames::default();
        seeds.iter().for_each(|&seed| few.add(GameId { seed, swapped: false }));
        few
    }

    #[test]
    fn smallest_seeds_are_kept() {
        for seeds in [[1, 4, 7, 9, 12], [12, 9, 7, 4, 1], [7, 12, 1, 9, 4], [4, 4, 1, 7, 9]] {
            assert_eq!(examples(&seeds), examples(&[1, 4, 7]), "{seeds:?}");
        }
        let mut joined = examples(&[5, 8, 9]);
        joined.join(&examples(&[2, 7]));
        assert_eq!(joined.describe(5), "seeds 2, 5, 7, …");
        assert_eq!(examples(&[3]).describe(1), "seed 3");
        assert_eq!(examples(&[]).describe(0), "");
    }

    #[test]
    fn swapped_game_is_another_game() {
        let mut both = examples(&[3]);
        both.add(GameId { seed: 3, swapped: true });
        assert_eq!(both.describe(2), "seeds 3, 3 swapped");
        let text = serde_json::to_string(&both).expect("JSON");
        assert_eq!(text, r#"[{"seed":3},{"seed":3,"swapped":true}]"#);
        assert_eq!(serde_json::from_str::<ExampleGames>(&text).expect("serialised examples"), both);
        for bad in [r#"[{"seed":3},{"seed":3}]"#, r#"[{"seed":4},{"seed":3}]"#] {
            assert!(serde_json::from_str::<ExampleGames>(bad).is_err(), "{bad}");
        }
    }
}
