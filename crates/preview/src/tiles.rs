//! Tiles: squares of a view at the displayed scale.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use sandtable_render::{PaintedPart, Part, PartContents};

use crate::view::View;

/// The side of a tile in pixels.
pub const TILE: u32 = 512;
/// The number of cached ground tiles, a megabyte each plus their contents: enough for a large
/// screen, twice.
const KEPT: usize = 96;
/// The valid scales, in thousandths of a pixel per millimetre: from a one-metre sheet on a
/// telephone to a few millimetres across the screen.
const SCALES: std::ops::RangeInclusive<u32> = 50..=200_000;
/// The maximum length of a sheet in tiles.
const MOST_TILES: u32 = 4_096;

/// The position and scale of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileAt {
    /// Thousandths of a screen pixel per millimetre of paper.
    scale: u32,
    column: u32,
    row: u32,
}

impl FromStr for TileAt {
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

impl TileAt {
    /// A tile, if the position is valid.
    pub fn new(scale: u32, column: u32, row: u32) -> Option<Self> {
        let can_be = SCALES.contains(&scale) && column < MOST_TILES && row < MOST_TILES;
        can_be.then_some(Self { scale, column, row })
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
    fn meets(self, view: &View) -> bool {
        let Part { dots, left, top, .. } = self.part();
        let (width, height) = view.size;
        f64::from(left) < width.millimetres() * dots && f64::from(top) < height.millimetres() * dots
    }
}

/// Identifies a tile of a drawing.
type Key = (u64, TileAt);

/// The painted ground of a tile.
#[derive(Debug)]
struct Beneath {
    painted: PaintedPart,
    seen: PartContents,
}

/// Paints tiles in parallel on all processors, and caches the ground of recent ones.
#[derive(Debug)]
pub struct Tiles {
    kept: Mutex<VecDeque<(Key, Arc<Beneath>)>>,
    free: Mutex<usize>,
    freed: Condvar,
}

impl Tiles {
    /// An empty cache; paints this many tiles in parallel.
    pub fn new(at_a_time: usize) -> Self {
        Self {
            kept: Mutex::new(VecDeque::new()),
            free: Mutex::new(at_a_time.max(1)),
            freed: Condvar::new(),
        }
    }

    /// A tile of a view as a PNG. `None` if it is outside the view, or no longer wanted when a slot
    /// becomes free.
    pub fn png(&self, view: &View, at: TileAt, is_wanted: impl Fn() -> bool) -> Option<Vec<u8>> {
        if !at.meets(view) {
            return None;
        }
        let _turn = self.turn();
        is_wanted().then(|| self.painted(view, at))?.map(|painted| painted.png())
    }

    fn painted(&self, view: &View, at: TileAt) -> Option<PaintedPart> {
        let [beneath, upon @ ..] = view.layers.as_slice() else { return None };
        let key = (beneath.number, at);
        let ground = match self.beneath(key) {
            Some(ground) => ground,
            None if upon.is_empty() => {
                return Some(beneath.drawing().paint(at.part().blank()?));
            }
            None => {
                let seen = beneath.drawing().contents(at.part());
                // A change elsewhere on the sheet does not affect this tile.
                let ground = match self.alike(at, &seen) {
                    Some(ground) => ground,
                    None => {
                        let painted = beneath.drawing().paint_contents(&seen, at.part().blank()?);
                        Arc::new(Beneath { painted, seen })
                    }
                };
                self.keep(key, &ground);
                ground
            }
        };
        let ground = ground.painted.clone();
        Some(upon.iter().fold(ground, |painted, layer| layer.drawing().paint(painted)))
    }

    fn beneath(&self, key: Key) -> Option<Arc<Beneath>> {
        let mut kept = lock(&self.kept);
        let index = kept.iter().position(|(other, _)| *other == key)?;
        // Keep recently viewed tiles longest.
        let found = kept.remove(index)?;
        let ground = Arc::clone(&found.1);
        kept.push_back(found);
        Some(ground)
    }

    /// The cached ground at a position with the same contents.
    fn alike(&self, at: TileAt, seen: &PartContents) -> Option<Arc<Beneath>> {
        let there =
            |(key, beneath): &(Key, Arc<Beneath>)| (key.1 == at).then(|| Arc::clone(beneath));
        let kept: Vec<_> = lock(&self.kept).iter().rev().filter_map(there).collect();
        kept.into_iter().find(|beneath| beneath.seen == *seen)
    }

    fn keep(&self, key: Key, ground: &Arc<Beneath>) {
        let mut kept = lock(&self.kept);
        while kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((key, Arc::clone(ground)));
    }

    /// Waits for a painting slot, which is released when the turn is dropped.
    fn turn(&self) -> Turn<'_> {
        let mut free = lock(&self.free);
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Turn(self)
    }
}

/// A painting slot.
struct Turn<'t>(&'t Tiles);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.freed.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_called_in_one_way() {
        let at = TileAt::new(3_780, 2, 10).expect("the tile exists");
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
            assert_eq!(bad.parse::<TileAt>(), Err(()), "{bad}");
        }
    }
}
