//! The options of a run.

use sandtable_engine::BotKind;
use sandtable_pub_battles::ForbiddenActs;

use crate::game::battle::Players;

/// The games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// The number of games.
    pub games: u64,
    /// The seed of the first game; later games count up from it.
    pub seed: u64,
    /// The bots of the first and the second side.
    pub bots: [BotKind; 2],
    /// Whether every seed is played twice, with the bots swapped the second time.
    pub swap: bool,
    /// Acts that the first and the second side must not use, whichever bot plays them.
    pub forbidden: [ForbiddenActs; 2],
    /// Stops the run once the first side's win rate is known (95 %) to within ± this many tenths of
    /// a point.
    pub until: Option<u16>,
}

impl RunOptions {
    /// Returns options for this number of games from a seed.
    pub const fn new(games: u64, seed: u64, bots: [BotKind; 2]) -> Self {
        const NOTHING: ForbiddenActs = ForbiddenActs { bombard: false, rally: false, alter: false };
        Self { games, seed, bots, swap: false, forbidden: [NOTHING; 2], until: None }
    }

    /// Returns the seed of a game, counted from 0, and whether the bots are swapped.
    pub const fn game(&self, number: u64) -> (u64, bool) {
        if self.swap {
            (self.seed.wrapping_add(number / 2), number % 2 == 1)
        } else {
            (self.seed.wrapping_add(number), false)
        }
    }

    /// Returns the players of a game and their forbidden acts.
    pub(crate) const fn players(&self, swapped: bool) -> Players {
        Players { bots: self.bots_by_side(swapped), forbidden: self.forbidden }
    }

    /// Returns the bots of the first and the second side in a game.
    pub const fn bots_by_side(&self, swapped: bool) -> [BotKind; 2] {
        let [first, second] = self.bots;
        if swapped { [second, first] } else { [first, second] }
    }
}
