//! Cached values of fights, from this game or earlier ones on the same thread. A value depends only
//! on the fight.

use std::cell::RefCell;

use super::duel::Key;

/// The base-2 logarithm of a table's size. Two hundred games of Gettysburg need 35,000 values in
/// total; the two tables take 5 MB on each thread.
const BITS: u32 = 16;

thread_local! {
    static VALUES: RefCell<Table<Key>> = const { RefCell::new(Table(Vec::new())) };
    static STAYS: RefCell<Table<(Key, bool)>> = const { RefCell::new(Table(Vec::new())) };
}

/// The value of a fight, computed if it is not in the table.
pub(super) fn value(fight: Key, compute: impl Fn() -> i32) -> i32 {
    VALUES.with_borrow_mut(|values| values.get(fight, slot(fight), compute))
}

/// A party's gain from staying in a fight, computed if it is not in the table.
pub(super) fn worth_staying(fight: (Key, bool), compute: impl Fn() -> i32) -> i32 {
    STAYS.with_borrow_mut(|stays| stays.get(fight, slot(fight.0), compute))
}

/// Values, each in the only slot that its key may have. The latest key in a slot replaces the
/// earlier one.
struct Table<K>(Vec<Option<(K, i32)>>);

impl<K: Copy + PartialEq> Table<K> {
    fn get(&mut self, key: K, slot: usize, compute: impl Fn() -> i32) -> i32 {
        if self.0.is_empty() {
            self.0.resize(1 << BITS, None);
        }
        match self.0[slot] {
            Some((known, value)) if known == key => {
                debug_assert_eq!(value, compute(), "a cached value is stale");
                value
            }
            _ => {
                let value = compute();
                self.0[slot] = Some((key, value));
                value
            }
        }
    }
}

/// The slot of a fight in a table.
fn slot((grounds, weights, parties): Key) -> usize {
    // Irregular odd multipliers (SplitMix64) mix all bits of all three numbers into the highest
    // ones.
    let mixed = grounds.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ weights;
    let mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31) ^ parties;
    (mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value is never returned for another key in the same slot.
    #[test]
    fn slot_holds_one_value() {
        let mut table = Table(Vec::new());
        for key in [1_u8, 2, 1, 1, 2] {
            assert_eq!(table.get(key, 7, || i32::from(key) * 10), i32::from(key) * 10);
        }
    }

    #[test]
    fn similar_fights_get_different_slots() {
        let keys = (0..64).flat_map(|bit| {
            let flag = 1_u64 << bit;
            [(flag, 0, 0), (0, flag, 0), (0, 0, flag)]
        });
        let mut slots: Vec<usize> = keys.map(slot).collect();
        assert!(slots.iter().all(|&slot| slot < 1 << BITS));
        slots.sort_unstable();
        slots.dedup();
        assert!(slots.len() > 185, "{}", slots.len());
    }
}
