//! Unit size marks: dots, strokes and crosses above the frame, based on APP-6.

use sandtable_pack::fab::UnitSize;
use sandtable_sheet::{Ink, Item, Path, Point, Stroke};

/// A single size mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Dot,
    Stroke,
    Cross,
}

const fn marks(size: UnitSize) -> (Mark, u8) {
    match size {
        UnitSize::Section => (Mark::Dot, 2),
        UnitSize::Platoon => (Mark::Dot, 3),
        UnitSize::Company => (Mark::Stroke, 1),
        UnitSize::Battalion => (Mark::Stroke, 2),
        UnitSize::Regiment => (Mark::Stroke, 3),
        UnitSize::Brigade => (Mark::Cross, 1),
        UnitSize::Division => (Mark::Cross, 2),
        UnitSize::Corps => (Mark::Cross, 3),
        UnitSize::Army => (Mark::Cross, 4),
    }
}

/// The marks of a unit size, centred on a point.
pub fn size(size: UnitSize, middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let (mark, count) = marks(size);
    let step = match mark {
        Mark::Dot => 0.8,
        Mark::Stroke => 0.62,
        Mark::Cross => 1.12,
    } * height;
    let half = height / 2.0;
    let first = middle.x - step * f64::from(count - 1) / 2.0;
    let line = |ends: [Point; 2]| Item::line(Path::line(&ends), Stroke::solid(ink, height * 0.19));
    let draw = |number: u8| {
        let at = Point::new(first + step * f64::from(number), middle.y);
        match mark {
            Mark::Dot => vec![Item::fill(Path::circle(at, height * 0.26), ink)],
            Mark::Stroke => vec![line([at.translate(0.0, -half), at.translate(0.0, half)])],
            Mark::Cross => {
                let reach = half * 0.86;
                vec![
                    line([at.translate(-reach, -half), at.translate(reach, half)]),
                    line([at.translate(-reach, half), at.translate(reach, -half)]),
                ]
            }
        }
    };
    (0..count).flat_map(draw).collect()
}
