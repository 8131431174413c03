//! Fights that were solved before, in this game or an earlier one on the same thread: what one is worth depends on nothing but
//! itself.

use std::cell::RefCell;

use super::duel::Key;

/// A table has 2 to the power of this many places. Two hundred games of Gettysburg ask for 35,000 values in all; the two tables take 5 MB
/// on each thread.
const BITS: u32 = 16;

thread_local! {
    static VALUES: RefCell<Table<Key>> = const { RefCell::new(Table(Vec::new())) };
    static STAYS: RefCell<Table<(Key, bool)>> = const { RefCell::new(Table(Vec::new())) };
}

/// The value of a fight, worked out if need be.
pub(super) fn value(fight: Key, work_out: impl Fn() -> i32) -> i32 {
    VALUES.with_borrow_mut(|values| values.get(fight, place(fight), work_out))
}

/// What a fight is worth to who stays in it, the attacker or not, worked out if need be.
pub(super) fn worth_staying(fight: (Key, bool), work_out: impl Fn() -> i32) -> i32 {
    STAYS.with_borrow_mut(|stays| stays.get(fight, place(fight.0), work_out))
}

/// Numbers, each in the one place where it may stand: what was asked for last stays.
struct Table<K>(Vec<Option<(K, i32)>>);

impl<K: Copy + PartialEq> Table<K> {
    fn get(&mut self, key: K, place: usize, work_out: impl Fn() -> i32) -> i32 {
        if self.0.is_empty() {
            self.0.resize(1 << BITS, None);
        }
        match self.0[place] {
            Some((known, value)) if known == key => {
                debug_assert_eq!(value, work_out(), "what was worked out before still holds");
                value
            }
            _ => {
                let value = work_out();
                self.0[place] = Some((key, value));
                value
            }
        }
    }
}

/// Where a fight stands in a table.
fn place((grounds, weights, parties): Key) -> usize {
    // Odd numbers without a pattern (SplitMix64) bring all bits of all three into the highest ones.
    let mixed = grounds.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ weights;
    let mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31) ^ parties;
    (mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in a place answers for no other that belongs there.
    #[test]
    fn one_place_holds_one_number() {
        let mut table = Table(Vec::new());
        for key in [1_u8, 2, 1, 1, 2] {
            assert_eq!(table.get(key, 7, || i32::from(key) * 10), i32::from(key) * 10);
        }
    }

    #[test]
    fn fights_that_differ_little_stand_apart() {
        let keys = (0..64).flat_map(|bit| {
            let flag = 1_u64 << bit;
            [(flag, 0, 0), (0, flag, 0), (0, 0, flag)]
        });
        let mut places: Vec<usize> = keys.map(place).collect();
        assert!(places.iter().all(|&place| place < 1 << BITS));
        places.sort_unstable();
        places.dedup();
        assert!(places.len() > 185, "{}", places.len());
    }
}
