//! Which games are played, and by whom.

use sandtable_engine::BotKind;
use sandtable_pub_battles::ForbiddenActs;

use crate::game::battle::Players;

/// Which games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// How many.
    pub games: u64,
    /// Seed of the first; the next games count up from it.
    pub seed: u64,
    /// Who plays the first and the second side.
    pub bots: [BotKind; 2],
    /// Every seed is played twice, the second time with the bots on each other's side.
    pub swap: bool,
    /// What the players of the first and the second side do without, whichever bots they are.
    pub forbidden: [ForbiddenActs; 2],
    /// Stop as soon as the 95 % interval of the first side's wins reaches no farther than this to either side, in tenths of a
    /// percent.
    pub until: Option<u16>,
}

impl RunOptions {
    /// So many games from a seed, the bots on their sides.
    pub const fn new(games: u64, seed: u64, bots: [BotKind; 2]) -> Self {
        const NOTHING: ForbiddenActs = ForbiddenActs { bombard: false, rally: false, alter: false };
        Self { games, seed, bots, swap: false, forbidden: [NOTHING; 2], until: None }
    }

    /// The seed of a game, counted from 0, and whether the bots have changed sides.
    pub const fn game(&self, number: u64) -> (u64, bool) {
        if self.swap {
            (self.seed.wrapping_add(number / 2), number % 2 == 1)
        } else {
            (self.seed.wrapping_add(number), false)
        }
    }

    /// Who plays a game, and what they do without.
    pub(crate) const fn players(&self, swapped: bool) -> Players {
        Players { bots: self.bots_of(swapped), forbidden: self.forbidden }
    }

    /// Who plays the first and the second side in a game.
    pub const fn bots_of(&self, swapped: bool) -> [BotKind; 2] {
        let [first, second] = self.bots;
        if swapped { [second, first] } else { [first, second] }
    }
}
