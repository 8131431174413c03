//! Steps: the dots along an edge show the number of steps while that edge is up. Their colour shows
//! the quality (FAB-2.3h, FAB-2.3i).

use sandtable_pack::fab::Quality;
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Rotation};

use super::colours::{BLACK, WHITE};

const RED: Ink = Ink::new("elite", 0xc8_10_2e);

/// The distance between the centres of neighbouring dots, in diameters.
pub const PITCH: f64 = 1.2;

/// The radius of a plate, in radii of its dot. The plates of a row overlap and form a seamless bar.
const PLATE_RADIUS: f64 = 1.25;

/// A dot of a quality on a light plate: a ring for recruits, a disc for veterans, a disc with a
/// central point for elite. The shape shows the quality, so it looks the same on every background.
pub fn dot(quality: Quality, at: Point, radius: f64) -> Vec<Item> {
    let side = 2.0 * PLATE_RADIUS * radius;
    let corner = at.translate(-side / 2.0, -side / 2.0);
    let plate = Path::rect(Rect::from_size(corner.x, corner.y, side, side));
    let disc = |part: f64, ink: Ink| Item::fill(Path::circle(at, part * radius), ink);
    let mut items = vec![Item::fill(plate, WHITE)];
    items.extend(match quality {
        Quality::Recruit => vec![disc(1.0, BLACK), disc(0.7, WHITE)],
        Quality::Veteran => vec![disc(1.0, BLACK)],
        Quality::Elite => vec![disc(1.0, RED), disc(0.26, WHITE)],
    });
    items
}

/// The distance that a plate extends beyond its dot.
pub fn plate_margin(radius: f64) -> f64 {
    (PLATE_RADIUS - 1.0) * radius
}

/// The length of a row of dots.
pub fn row_length(count: usize, radius: f64) -> f64 {
    match count {
        0 => 0.0,
        count => 2.0 * radius * (PITCH * (count - 1) as f64 + 1.0),
    }
}

/// The dots along the edges of a square, with their centres `off` from its centre. Full strength is
/// at the top. Each lower step value is along the edge that comes up after a further
/// counter-clockwise quarter turn.
pub fn edges(qualities: &[Quality], middle: Point, off: f64, radius: f64) -> Vec<Item> {
    let turns = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    // The plate ends where a dot without a plate would end: at the distance from the cut that
    // printers require.
    let off = off - plate_margin(radius);
    let mut items = Vec::new();
    for ((cosine, sine), count) in turns.into_iter().zip((1..=qualities.len()).rev()) {
        let turn = Rotation { cosine, sine };
        let first = radius - row_length(count, radius) / 2.0;
        for number in 0..count {
            let along = first + 2.0 * radius * PITCH * number as f64;
            let at = turn.transform_point(middle, Point::new(along, -off));
            items.extend(dot(qualities[count - 1], at, radius));
        }
    }
    items
}
