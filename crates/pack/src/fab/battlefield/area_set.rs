//! Sets of areas.

use std::ops::{BitAnd, BitOr};

use super::AreaIndex;

/// A set of areas, with one bit for each possible area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AreaSet([u64; WORDS]);

const WORDS: usize = AreaIndex::COUNT / u64::BITS as usize;

impl AreaSet {
    /// Whether the set contains an area.
    pub fn contains(&self, area: AreaIndex) -> bool {
        self.0[area.index() / 64] >> (area.index() % 64) & 1 == 1
    }

    /// Adds an area.
    pub fn insert(&mut self, area: AreaIndex) {
        self.0[area.index() / 64] |= 1 << (area.index() % 64);
    }

    /// Removes an area.
    pub fn remove(&mut self, area: AreaIndex) {
        self.0[area.index() / 64] &= !(1 << (area.index() % 64));
    }

    /// Adds or removes an area.
    pub fn set(&mut self, area: AreaIndex, holds: bool) {
        if holds { self.insert(area) } else { self.remove(area) }
    }

    /// This set without the areas of another set.
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Iterates in order of ids.
    pub const fn iter(self) -> Areas {
        Areas { left: self.0, at: 0 }
    }
}

/// Iterator over the areas of a set.
#[derive(Clone, Debug)]
pub struct Areas {
    left: [u64; WORDS],
    at: usize,
}

impl Iterator for Areas {
    type Item = AreaIndex;

    #[inline]
    fn next(&mut self) -> Option<AreaIndex> {
        loop {
            let bits = self.left.get_mut(self.at)?;
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(AreaIndex((self.at * 64 + bit) as u8));
            }
            self.at += 1;
        }
    }
}

impl FromIterator<AreaIndex> for AreaSet {
    fn from_iter<I: IntoIterator<Item = AreaIndex>>(areas: I) -> Self {
        let mut set = Self::default();
        areas.into_iter().for_each(|area| set.insert(area));
        set
    }
}

impl BitAnd for AreaSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for AreaSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(areas: &[u8]) -> AreaSet {
        areas.iter().map(|&area| AreaIndex(area)).collect()
    }

    fn list(set: AreaSet) -> Vec<u8> {
        set.iter().map(|area| area.0).collect()
    }

    #[test]
    fn iterates_in_id_order() {
        let every: Vec<u8> = (0..=u8::MAX).collect();
        assert_eq!(list(set(&every)), every);
        assert_eq!(list(set(&[255, 64, 0, 63, 128])), [0, 63, 64, 128, 255]);
        assert!(list(AreaSet::default()).is_empty());
    }

    #[test]
    fn computes_union_intersection_and_difference() {
        let (one, other) = (set(&[1, 70, 200]), set(&[70, 201]));
        assert_eq!(list(one & other), [70]);
        assert_eq!(list(one | other), [1, 70, 200, 201]);
        assert_eq!(list(one.without(other)), [1, 200]);
        let mut changed = one;
        changed.set(AreaIndex(1), false);
        changed.set(AreaIndex(2), true);
        assert_eq!(list(changed), [2, 70, 200]);
        assert!(changed.contains(AreaIndex(2)) && !changed.contains(AreaIndex(1)));
    }
}
