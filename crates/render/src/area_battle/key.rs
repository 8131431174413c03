//! The key to the marks on the labels of blocks.

use sandtable_pack::fab::{Pack, Quality, Unit, UnitStart};
use sandtable_pack::{Language, SideId};

use super::livery::{BLACK, WHITE};
use super::{steps, words};
use crate::sheet::{Item, Path, Point, Rect, Slant, Stroke};
use crate::sticker::{Sign, in_lines};
use crate::typeface::{Face, LEAST_POINTS, Lettering, shape};
use crate::words::say;

/// How wide its lines are, and how far apart, in millimetres.
const WIDTH: f64 = 118.0;
const STEP: f64 = 3.4;
/// The radius of a dot and of the ring about a turn, in millimetres.
const DOT: f64 = 0.8;
const RING: f64 = 1.1;

/// What the marks mean that stand on the labels of a side, in lines that end at the origin and below it.
pub(crate) fn key(pack: &Pack, side: &SideId, language: Language) -> Vec<Item> {
    let lines = in_lines(signs(pack, side, language), WIDTH).into_iter().enumerate();
    let place = |(number, line): (usize, Vec<Item>)| {
        let at = Point::new(-WIDTH, STEP * number as f64);
        line.iter().map(|item| item.placed(at, Slant::LEVEL)).collect::<Vec<_>>()
    };
    lines.flat_map(place).collect()
}

fn signs(pack: &Pack, side: &SideId, language: Language) -> Vec<Sign> {
    let small = Lettering::new(Face::Regular, LEAST_POINTS);
    let bold = Lettering::new(Face::Bold, LEAST_POINTS);
    let units = pack.battle().scene().units.iter().filter(|unit| unit.side == *side);
    let units: Vec<&Unit> = units.collect();
    let mut signs = vec![Sign::words(say(words::DOTS_ABOVE, language), small)];
    for quality in [Quality::Recruit, Quality::Veteran, Quality::Elite] {
        if units.iter().any(|unit| unit.quality_by_step.contains(&quality)) {
            let dot = steps::dot(quality, Point::new(DOT, -0.75), DOT);
            signs.push(Sign::drawn(
                dot,
                2.0 * DOT,
                say(words::of_quality(quality), language),
                small,
            ));
        }
    }
    if units.iter().any(|unit| matches!(unit.start, UnitStart::SetUp { .. })) {
        let number = shape("12", bold);
        let plate = Rect::new(0.0, -1.9, number.width() + 0.8, 0.35);
        let path = Path::rounded(plate, 0.4);
        let items = vec![
            Item::fill(path.clone(), WHITE),
            Item::line(path, Stroke::full(BLACK, 0.15)),
            Item::Text(number.at(Point::new(0.4, 0.0), BLACK)),
        ];
        signs.push(Sign::drawn(items, plate.width(), say(words::STARTS_IN, language), small));
    }
    if units.iter().any(|unit| matches!(unit.start, UnitStart::Reinforcement { .. })) {
        let turn = shape("3", bold);
        let ring = Point::new(RING, -0.75);
        let items = vec![
            Item::line(Path::circle(ring, RING - 0.1), Stroke::full(BLACK, 0.2)),
            Item::Text(turn.centred(Point::new(RING, 0.0), BLACK)),
        ];
        signs.push(Sign::drawn(items, 2.0 * RING, say(words::COMES_IN, language), small));
        let letter = shape("B", bold);
        let items = vec![Item::Text(letter.at(Point::default(), BLACK))];
        signs.push(Sign::drawn(items, letter.width(), say(words::COMES_BY, language), small));
    }
    signs
}

#[cfg(test)]
mod tests {
    use sandtable_pack::fab::sample;

    use super::*;
    use crate::sheet::texts;

    /// It tells what occurs on the labels, in room that the note beside it leaves.
    #[test]
    fn the_key_tells_what_stands_on_labels() {
        let pack = sample::pack();
        for side in &pack.battle().scene().sides {
            for language in Language::ALL {
                let items = key(&pack, side, language);
                let told: Vec<String> =
                    texts(&items).into_iter().map(|run| run.text.clone()).collect();
                assert!(told.contains(&say(words::DOTS_ABOVE, language).to_owned()), "{told:?}");
                let units = pack.battle().scene().units.iter().filter(|unit| unit.side == *side);
                for quality in units.flat_map(|unit| &unit.quality_by_step) {
                    let word = say(words::of_quality(*quality), language).to_owned();
                    assert!(told.contains(&word), "{word}: {told:?}");
                }
                for run in texts(&items) {
                    // Bounds are those of letters of any shape.
                    let bounds = run.bounds().expect("letters").grown(-run.size);
                    assert!(bounds.left >= -WIDTH - 0.5 && bounds.right <= 0.5, "{bounds:?}");
                    assert!(bounds.bottom < 2.0 * STEP, "{bounds:?}");
                }
            }
        }
    }
}
