//! The bounds of many, side by side, to find those soon whose bounds meet a rectangle.

use std::ops::Range;

use crate::geometry::quad::Bounds;

/// So many are looked at together.
const TOGETHER: usize = 64;

/// So many a processor compares in one step, or in a few.
const STEP: usize = 16;

/// The bounds of many.
#[derive(Clone, Debug)]
pub struct Extents {
    exact: Vec<Bounds>,
    /// The same roughly, each of the four sides in a column of its own: of such short numbers a processor
    /// compares several at a time.
    left: Vec<i16>,
    bottom: Vec<i16>,
    right: Vec<i16>,
    top: Vec<i16>,
}

/// A coordinate to 1,024 cm, below: what is no less than another is no less roughly.
fn rough(centimetres: i32) -> i16 {
    (centimetres >> 10).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

impl Extents {
    /// Of so many who are nowhere yet.
    pub fn new(count: usize) -> Self {
        // As many more as may be compared together with the last.
        let column = |value: i32| vec![rough(value); count + STEP];
        let Bounds { low, high } = Bounds::NOWHERE;
        Self {
            exact: vec![Bounds::NOWHERE; count],
            left: column(low.x),
            bottom: column(low.y),
            right: column(high.x),
            top: column(high.y),
        }
    }

    /// One of them is there from now on.
    pub fn set(&mut self, index: usize, bounds: Bounds) {
        let Bounds { low, high } = bounds;
        self.exact[index] = bounds;
        (self.left[index], self.bottom[index]) = (rough(low.x), rough(low.y));
        (self.right[index], self.top[index]) = (rough(high.x), rough(high.y));
    }

    /// Those among some, in order, whose bounds meet an upright rectangle.
    #[inline]
    pub fn meeting(&self, among: Range<usize>, ground: Bounds) -> impl Iterator<Item = usize> + '_ {
        let Range { start, end } = among;
        let near = Near { extents: self, ground, first: start, next: start, end, found: 0 };
        near.filter(move |&index| self.exact[index].meets(&ground))
    }

    /// Which of the next so many meet a rectangle roughly, a bit for each.
    fn together(&self, first: usize, count: usize, ground: &Bounds) -> u64 {
        // More is compared than was asked for, so that nothing is left to be compared alone.
        let part = first..first + count.next_multiple_of(STEP);
        let (left, bottom) = (&self.left[part.clone()], &self.bottom[part.clone()]);
        let (right, top) = (&self.right[part.clone()], &self.top[part]);
        let low = (rough(ground.low.x), rough(ground.low.y));
        let high = (rough(ground.high.x), rough(ground.high.y));
        let mut meets = [0_u8; TOGETHER];
        let columns = left.iter().zip(right).zip(bottom.iter().zip(top));
        for (meets, ((&left, &right), (&bottom, &top))) in meets.iter_mut().zip(columns) {
            let is_abreast = (left <= high.0) & (right >= low.0);
            let is_level = (bottom <= high.1) & (top >= low.1);
            *meets = u8::from(is_abreast & is_level);
        }
        // A byte that is 0 or 1 for each becomes a bit for each, eight at a time: the product has in its
        // highest byte the sum of the eight, each at a place of its own.
        let (words, _) = meets.as_chunks::<8>();
        let bits = words.iter().enumerate().fold(0, |bits, (index, word)| {
            let word = u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits | word << (8 * index)
        });
        if count < TOGETHER { bits & ((1 << count) - 1) } else { bits }
    }
}

/// Those whose bounds meet a rectangle roughly, one after another.
struct Near<'a> {
    extents: &'a Extents,
    ground: Bounds,
    /// The first of those looked at last, and of those to be looked at next.
    first: usize,
    next: usize,
    end: usize,
    /// Who was found of those looked at last, a bit for each.
    found: u64,
}

impl Iterator for Near<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.found == 0 {
            if self.next >= self.end {
                return None;
            }
            let count = (self.end - self.next).min(TOGETHER);
            self.first = self.next;
            self.next += count;
            self.found = self.extents.together(self.first, count, &self.ground);
        }
        let index = self.first + self.found.trailing_zeros() as usize;
        self.found &= self.found - 1;
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sandtable_pack::GroundPoint;

    use super::*;

    fn bounds() -> impl Strategy<Value = Bounds> {
        // Near one another as well as beyond what the rough columns hold.
        let place = || prop_oneof![0..50, -2_000_000..2_000_000, -50_000_000..50_000_000];
        let side = || prop_oneof![0..20, 0..100_000, 0..5_000_000];
        (place(), place(), side(), side()).prop_map(|(x, y, wide, high)| {
            Bounds::between(GroundPoint::new(x, y), GroundPoint::new(x + wide, y + high))
        })
    }

    proptest! {
        /// The slow way is to look at each.
        #[test]
        fn those_are_found_whose_bounds_meet(
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
            let slow: Vec<usize> = among.clone().filter(meets).collect();
            prop_assert_eq!(extents.meeting(among, ground).collect::<Vec<_>>(), slow);
        }
    }
}
