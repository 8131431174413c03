//! Tiles: squares of a view at the displayed scale.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use sandtable_render::{PaintedPart, Part, PartContents};

use crate::view::View;

/// The side of a tile in pixels.
pub const TILE: u32 = 512;
/// The number of cached ground tiles, each a megabyte plus its contents: enough for two large
/// screens.
const CACHE_SIZE: usize = 96;
/// The valid scales, in thousandths of a pixel per millimetre: from a one-metre sheet on a
/// telephone to a few millimetres across the screen.
const SCALES: std::ops::RangeInclusive<u32> = 50..=200_000;
/// The maximum length of a sheet in tiles.
const MAX_TILES: u32 = 4_096;

/// The position and scale of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileAddress {
    /// Thousandths of a screen pixel per millimetre of paper.
    scale: u32,
    column: u32,
    row: u32,
}

impl FromStr for TileAddress {
    type Err = ();

    /// Reads `SCALE/COLUMN/ROW.png`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (scale, place) = text.split_once('/').ok_or(())?;
        let (column, row) = place.split_once('/').ok_or(())?;
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse::<u32>().map_err(drop),
            false => Err(()),
        };
        let row = number(row.strip_suffix(".png").ok_or(())?)?;
        Self::new(number(scale)?, number(column)?, row).ok_or(())
    }
}

impl TileAddress {
    /// Creates a tile address, if it is valid.
    pub fn new(scale: u32, column: u32, row: u32) -> Option<Self> {
        let is_valid = SCALES.contains(&scale) && column < MAX_TILES && row < MAX_TILES;
        is_valid.then_some(Self { scale, column, row })
    }

    fn part(self) -> Part {
        Part {
            dots: f64::from(self.scale) / 1_000.0,
            left: self.column * TILE,
            top: self.row * TILE,
            size: (TILE, TILE),
        }
    }

    /// Whether a view overlaps the tile.
    fn overlaps(self, view: &View) -> bool {
        let Part { dots, left, top, .. } = self.part();
        let (width, height) = view.size;
        f64::from(left) < width.millimetres() * dots && f64::from(top) < height.millimetres() * dots
    }
}

/// The identity of a tile in a drawing.
type Key = (u64, TileAddress);

/// The painted ground of a tile.
#[derive(Debug)]
struct GroundTile {
    image: PaintedPart,
    contents: PartContents,
}

/// Paints tiles in parallel on all processors, and caches the ground of recent ones.
#[derive(Debug)]
pub struct Tiles {
    cache: Mutex<VecDeque<(Key, Arc<GroundTile>)>>,
    free_slots: Mutex<usize>,
    slot_freed: Condvar,
}

impl Tiles {
    /// An empty cache; paints this many tiles in parallel.
    pub fn new(parallelism: usize) -> Self {
        Self {
            cache: Mutex::new(VecDeque::new()),
            free_slots: Mutex::new(parallelism.max(1)),
            slot_freed: Condvar::new(),
        }
    }

    /// Paints a tile of a view as a PNG. Returns `None` if the tile is outside the view, or no
    /// longer wanted when a slot becomes free.
    pub fn png(
        &self,
        view: &View,
        at: TileAddress,
        is_wanted: impl Fn() -> bool,
    ) -> Option<Vec<u8>> {
        if !at.overlaps(view) {
            return None;
        }
        let _slot = self.acquire_slot();
        is_wanted().then(|| self.paint(view, at))?.map(|painted| painted.png())
    }

    fn paint(&self, view: &View, at: TileAddress) -> Option<PaintedPart> {
        let [base, overlays @ ..] = view.layers.as_slice() else { return None };
        let key = (base.number, at);
        let ground = match self.cached_ground(key) {
            Some(ground) => ground,
            None if overlays.is_empty() => {
                return Some(base.drawing().paint(at.part().blank()?));
            }
            None => {
                let seen = base.drawing().contents(at.part());
                // A change elsewhere on the sheet does not affect this tile.
                let ground = match self.cached_with_contents(at, &seen) {
                    Some(ground) => ground,
                    None => {
                        let image = base.drawing().paint_contents(&seen, at.part().blank()?);
                        Arc::new(GroundTile { image, contents: seen })
                    }
                };
                self.cache_ground(key, &ground);
                ground
            }
        };
        let ground = ground.image.clone();
        Some(overlays.iter().fold(ground, |painted, layer| layer.drawing().paint(painted)))
    }

    fn cached_ground(&self, key: Key) -> Option<Arc<GroundTile>> {
        let mut cache = lock(&self.cache);
        let index = cache.iter().position(|(other, _)| *other == key)?;
        // Keep recently viewed tiles longest.
        let found = cache.remove(index)?;
        let ground = Arc::clone(&found.1);
        cache.push_back(found);
        Some(ground)
    }

    /// The cached ground at a position with the same contents.
    fn cached_with_contents(
        &self,
        at: TileAddress,
        contents: &PartContents,
    ) -> Option<Arc<GroundTile>> {
        let at_address =
            |(key, beneath): &(Key, Arc<GroundTile>)| (key.1 == at).then(|| Arc::clone(beneath));
        let candidates: Vec<_> = lock(&self.cache).iter().rev().filter_map(at_address).collect();
        candidates.into_iter().find(|beneath| beneath.contents == *contents)
    }

    fn cache_ground(&self, key: Key, ground: &Arc<GroundTile>) {
        let mut cache = lock(&self.cache);
        while cache.len() >= CACHE_SIZE {
            cache.pop_front();
        }
        cache.push_back((key, Arc::clone(ground)));
    }

    /// Waits for a painting slot, which is released when the [`Slot`] is dropped.
    fn acquire_slot(&self) -> Slot<'_> {
        let mut free_slots = lock(&self.free_slots);
        while *free_slots == 0 {
            free_slots = self.slot_freed.wait(free_slots).unwrap_or_else(PoisonError::into_inner);
        }
        *free_slots -= 1;
        Slot(self)
    }
}

/// A painting slot.
struct Slot<'t>(&'t Tiles);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free_slots) += 1;
        self.0.slot_freed.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_only_canonical_tile_paths() {
        let at = TileAddress::new(3_780, 2, 10).expect("the tile exists");
        assert_eq!("3780/2/10.png".parse(), Ok(at));
        for bad in [
            "",
            "3780",
            "3780/2",
            "3780/2/10",
            "3780/2/10.jpg",
            "3780/+2/10.png",
            "3780/2/-1.png",
            "1/2/10.png",
            "99999999999/2/10.png",
            "3780/5000/1.png",
            "3780/2/10.png/",
            "3780/2//10.png",
            "3780/../10.png",
            "3.5/2/1.png",
        ] {
            assert_eq!(bad.parse::<TileAddress>(), Err(()), "{bad}");
        }
    }
}
