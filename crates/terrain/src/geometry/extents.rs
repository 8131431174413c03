//! The bounds of many objects, stored by column for fast rectangle queries.

use std::ops::Range;

use crate::geometry::quad::Bounds;

/// The number of bounds in one batch.
const BATCH_SIZE: usize = 64;

/// The number of bounds that one or a few SIMD instructions compare.
const LANES: usize = 16;

/// The bounds of many objects, by index.
#[derive(Clone, Debug)]
pub struct Extents {
    exact: Vec<Bounds>,
    /// The rounded bounds, one column for each of the four sides. They are short so that SIMD
    /// instructions can compare several at once.
    left: Vec<i16>,
    bottom: Vec<i16>,
    right: Vec<i16>,
    top: Vec<i16>,
}

/// Rounds a coordinate down to units of 1,024 cm, which preserves the order.
fn quantise(centimetres: i32) -> i16 {
    (centimetres >> 10).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

impl Extents {
    /// Creates extents for `count` objects that have no bounds yet.
    pub fn new(count: usize) -> Self {
        // Padding for the batch that contains the last object.
        let column = |value: i32| vec![quantise(value); count + LANES];
        let Bounds { low, high } = Bounds::NOWHERE;
        Self {
            exact: vec![Bounds::NOWHERE; count],
            left: column(low.x),
            bottom: column(low.y),
            right: column(high.x),
            top: column(high.y),
        }
    }

    /// Sets the bounds of an object.
    pub fn set(&mut self, index: usize, bounds: Bounds) {
        let Bounds { low, high } = bounds;
        self.exact[index] = bounds;
        (self.left[index], self.bottom[index]) = (quantise(low.x), quantise(low.y));
        (self.right[index], self.top[index]) = (quantise(high.x), quantise(high.y));
    }

    /// The indices in `among`, in order, of objects whose bounds intersect a rectangle.
    #[inline]
    pub fn search(&self, range: Range<usize>, query: Bounds) -> impl Iterator<Item = usize> + '_ {
        let Range { start, end } = range;
        let near =
            Matches { extents: self, ground: query, first: start, next: start, end, pending: 0 };
        near.filter(move |&index| self.exact[index].meets(&query))
    }

    /// Returns a bit for each of the next `count` objects: whether its rounded bounds intersect a
    /// rectangle.
    fn match_mask(&self, first: usize, count: usize, ground: &Bounds) -> u64 {
        // Comparing whole SIMD batches avoids a remainder loop.
        let part = first..first + count.next_multiple_of(LANES);
        let (left, bottom) = (&self.left[part.clone()], &self.bottom[part.clone()]);
        let (right, top) = (&self.right[part.clone()], &self.top[part]);
        let low = (quantise(ground.low.x), quantise(ground.low.y));
        let height = (quantise(ground.high.x), quantise(ground.high.y));
        let mut meets = [0_u8; BATCH_SIZE];
        let columns = left.iter().zip(right).zip(bottom.iter().zip(top));
        for (meets, ((&left, &right), (&bottom, &top))) in meets.iter_mut().zip(columns) {
            let overlaps_x = (left <= height.0) & (right >= low.0);
            let overlaps_y = (bottom <= height.1) & (top >= low.1);
            *meets = u8::from(overlaps_x & overlaps_y);
        }
        // Packs eight bytes of 0 or 1 into eight bits: the highest byte of the product is their
        // sum, with each 1 shifted to a different bit.
        let (words, _) = meets.as_chunks::<8>();
        let bits = words.iter().enumerate().fold(0, |bits, (index, word)| {
            let word = u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits | word << (8 * index)
        });
        if count < BATCH_SIZE { bits & ((1 << count) - 1) } else { bits }
    }
}

/// Iterates over the objects whose rounded bounds intersect a rectangle.
struct Matches<'a> {
    extents: &'a Extents,
    ground: Bounds,
    /// The first index of the current batch, and the first index of the next batch.
    first: usize,
    next: usize,
    end: usize,
    /// The remaining matches of the current batch, one bit each.
    pending: u64,
}

impl Iterator for Matches<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.pending == 0 {
            if self.next >= self.end {
                return None;
            }
            let count = (self.end - self.next).min(BATCH_SIZE);
            self.first = self.next;
            self.next += count;
            self.pending = self.extents.match_mask(self.first, count, &self.ground);
        }
        let index = self.first + self.pending.trailing_zeros() as usize;
        self.pending &= self.pending - 1;
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sandtable_pack::GroundPoint;

    use super::*;

    fn bounds() -> impl Strategy<Value = Bounds> {
        // Coordinates close together, and beyond the range of the rounded columns.
        let place = || prop_oneof![0..50, -2_000_000..2_000_000, -50_000_000..50_000_000];
        let side = || prop_oneof![0..20, 0..100_000, 0..5_000_000];
        (place(), place(), side(), side()).prop_map(|(x, y, wide, high)| {
            Bounds::between(GroundPoint::new(x, y), GroundPoint::new(x + wide, y + high))
        })
    }

    proptest! {
        /// Compares the search with a linear scan.
        #[test]
        fn search_finds_meeting_bounds(
            all in prop::collection::vec(prop::option::of(bounds()), 1..200),
            ground in bounds(),
            part in (0..200_usize, 0..200_usize),
        ) {
            let mut extents = Extents::new(all.len());
            for (index, bounds) in all.iter().enumerate() {
                extents.set(index, bounds.unwrap_or(Bounds::NOWHERE));
            }
            let (start, end) = (part.0.min(all.len()), part.1.min(all.len()));
            let among = start.min(end)..end.max(start);
            let meets = |&index: &usize| all[index].is_some_and(|bounds| bounds.meets(&ground));
            let expected: Vec<usize> = among.clone().filter(meets).collect();
            prop_assert_eq!(extents.search(among, ground).collect::<Vec<_>>(), expected);
        }
    }
}
