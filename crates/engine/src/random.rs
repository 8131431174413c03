//! Random streams: ChaCha8 with a frozen method of drawing bounded numbers. No library update can
//! change a game.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The purpose of a stream. Each purpose has its own stream from the same seed, so the number of a
/// bot's draws does not affect the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamPurpose {
    /// The dice and the cup of the game.
    Dice,
    /// The bot of the first side.
    FirstBot,
    /// The bot of the second side.
    SecondBot,
}

/// A reproducible stream of random numbers.
#[derive(Clone, Debug)]
pub struct RandomStream {
    generator: ChaCha8Rng,
}

impl RandomStream {
    /// Creates the stream for a seed and a purpose.
    pub fn new(seed: u64, purpose: StreamPurpose) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(match purpose {
            StreamPurpose::Dice => 0,
            StreamPurpose::FirstBot => 1,
            StreamPurpose::SecondBot => 2,
        });
        Self { generator }
    }

    /// Returns a uniformly distributed number in `0..bound`. The method is frozen: it draws 32 bits
    /// and redraws while they fall into the last, incomplete run of `bound` numbers.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn number_below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "`bound` must be positive");
        let remainder = (u32::MAX % bound + 1) % bound;
        loop {
            let drawn = self.generator.next_u32();
            if drawn <= u32::MAX - remainder {
                return drawn % bound;
            }
        }
    }

    /// Picks an item with uniform probability; `None` if the slice is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(items.len()).ok().filter(|&count| count > 0)?;
        items.get(self.number_below(count) as usize)
    }

    /// Rolls one die with `sides` sides and returns a number from 1 to `sides`.
    pub fn roll_die(&mut self, sides: u8) -> u8 {
        self.number_below(u32::from(sides)) as u8 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers are frozen and must never change.
    #[test]
    fn stream_is_frozen() {
        let mut dice = RandomStream::new(1, StreamPurpose::Dice);
        let rolls: Vec<u8> = (0..16).map(|_| dice.roll_die(6)).collect();
        let mut repeat = RandomStream::new(1, StreamPurpose::Dice);
        assert_eq!(rolls, (0..16).map(|_| repeat.roll_die(6)).collect::<Vec<_>>());
        assert_eq!(rolls, EXPECTED_ROLLS);
        let mut bot = RandomStream::new(1, StreamPurpose::FirstBot);
        assert_ne!(rolls, (0..16).map(|_| bot.roll_die(6)).collect::<Vec<_>>());
    }

    const EXPECTED_ROLLS: [u8; 16] = [2, 6, 5, 1, 3, 5, 3, 3, 5, 1, 3, 1, 3, 2, 1, 3];

    #[test]
    fn every_number_below_is_equally_likely() {
        let mut dice = RandomStream::new(7, StreamPurpose::Dice);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[dice.number_below(6) as usize] += 1;
        }
        // The tolerance is five standard deviations (91 each).
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 460), "{counts:?}");
    }
}
