//! Steps: as many dots along an edge as a unit has steps when that edge is up, in the colour of their
//! quality (FAB-2.3h, FAB-2.3i).

use sandtable_pack::fab::Quality;

use super::livery::{BLACK, WHITE};
use crate::sheet::{Ink, Item, Path, Point, Slant, Stroke};

const RED: Ink = Ink::new("elite", 0xc8_10_2e);

/// From the middle of a dot to that of the next, in diameters.
pub(super) const PITCH: f64 = 1.2;

/// A dot of a quality. Its ring is seen on every ground; without colour, elite is told by a point within it.
pub(super) fn dot(quality: Quality, at: Point, radius: f64) -> Vec<Item> {
    let ring = radius * 0.2;
    let (fill, rim) = match quality {
        Quality::Recruit => (WHITE, BLACK),
        Quality::Veteran => (BLACK, WHITE),
        Quality::Elite => (RED, WHITE),
    };
    let mut items = vec![
        Item::fill(Path::circle(at, radius), fill),
        Item::line(Path::circle(at, radius - ring / 2.0), Stroke::full(rim, ring)),
    ];
    if quality == Quality::Elite {
        items.push(Item::fill(Path::circle(at, radius * 0.25), WHITE));
    }
    items
}

/// How long a row of dots is.
pub(super) fn reach(count: usize, radius: f64) -> f64 {
    match count {
        0 => 0.0,
        count => 2.0 * radius * (PITCH * (count - 1) as f64 + 1.0),
    }
}

/// The dots along the edges of a square, whose dots' middles lie so far from its own: full strength above,
/// and each step less along the edge that comes up when the block is turned a quarter counter-clockwise.
pub(super) fn edges(qualities: &[Quality], middle: Point, off: f64, radius: f64) -> Vec<Item> {
    let turns = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let mut items = Vec::new();
    for ((cosine, sine), count) in turns.into_iter().zip((1..=qualities.len()).rev()) {
        let turn = Slant { cosine, sine };
        let first = radius - reach(count, radius) / 2.0;
        for number in 0..count {
            let along = first + 2.0 * radius * PITCH * number as f64;
            let at = turn.place(middle, Point::new(along, -off));
            items.extend(dot(qualities[count - 1], at, radius));
        }
    }
    items
}
