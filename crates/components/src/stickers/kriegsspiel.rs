//! Kriegsspiel (PB-1.6): at 1:8,000, small blocks in one line replace a long block.
//!
//! Four small blocks are as long as the front of a long block on the map. The map is twice as large
//! as at 1:16,000, so each is half as long as a long block on the table.

use sandtable_pack::{BlockProfile, PieceType};

/// The number of blocks of a combat piece (PB-1.6).
const BLOCKS: u32 = 4;
/// The number of blocks of a detachment, a small unit (PB-2.6): half a piece. The rulebook does not
/// give it.
const DETACHMENT_BLOCKS: u32 = 2;

/// A block of a combat piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Its number, from 1.
    pub number: u32,
    /// Its part of the piece's strength, in men.
    pub strength: Option<u32>,
}

/// The blocks of a combat piece. Their strengths differ by at most one man, and their sum is the
/// strength of the piece.
pub(crate) fn shares(kind: PieceType, strength: Option<u32>) -> Vec<Share> {
    let count = match kind {
        PieceType::Detachment => DETACHMENT_BLOCKS,
        _ => BLOCKS,
    };
    let part = |number: u32, men: u32| men / count + u32::from(number <= men % count);
    let share = |number| Share { number, strength: strength.map(|men| part(number, men)) };
    (1..=count).map(share).collect()
}

/// The small blocks for long blocks of this size.
pub(crate) fn block(long: BlockProfile) -> BlockProfile {
    BlockProfile { length: long.length / 2.0, ..long }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pb_1_6_shares_conserve_strength(men in 0..20_000_u32) {
            for (kind, count) in [(PieceType::Infantry, 4), (PieceType::Detachment, 2)] {
                let shares = shares(kind, Some(men));
                prop_assert_eq!(shares.len(), count);
                let parts: Vec<u32> = shares.iter().filter_map(|share| share.strength).collect();
                prop_assert_eq!(parts.iter().sum::<u32>(), men);
                prop_assert!(parts[0] - parts[count - 1] <= 1);
            }
        }
    }
}
