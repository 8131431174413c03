//! Sets of piece pairs, for caches kept next to the state.

use std::cell::Cell;

use crate::battlefield::roster::PieceIndex;

/// A set of ordered piece pairs: one row of bits for each first piece, one bit for each second
/// piece.
#[derive(Clone, Debug)]
pub(crate) struct PiecePairs {
    words: usize,
    bits: Vec<Cell<u64>>,
}

impl PiecePairs {
    /// An empty set for this number of pieces.
    pub fn new(pieces: usize) -> Self {
        let words = pieces.div_ceil(64);
        Self { words, bits: vec![Cell::new(0); words * pieces] }
    }

    fn word(&self, first: PieceIndex, second: PieceIndex) -> (&Cell<u64>, u64) {
        (&self.bits[first.index() * self.words + second.index() / 64], 1 << (second.index() % 64))
    }

    pub fn holds(&self, first: PieceIndex, second: PieceIndex) -> bool {
        let (word, bit) = self.word(first, second);
        word.get() & bit != 0
    }

    pub fn set(&self, first: PieceIndex, second: PieceIndex, holds: bool) {
        let (word, bit) = self.word(first, second);
        word.set(if holds { word.get() | bit } else { word.get() & !bit });
    }

    /// Removes all pairs with this first piece.
    pub fn forget_first(&self, first: PieceIndex) {
        let row = first.index() * self.words..(first.index() + 1) * self.words;
        self.bits[row].iter().for_each(|word| word.set(0));
    }

    /// Removes all pairs with this second piece.
    pub fn forget_second(&self, second: PieceIndex) {
        let (word, bit) = (second.index() / 64, 1 << (second.index() % 64));
        let column = self.bits.iter().skip(word).step_by(self.words);
        column.for_each(|word| word.set(word.get() & !bit));
    }

    pub fn forget_all(&self) {
        self.bits.iter().for_each(|word| word.set(0));
    }
}
