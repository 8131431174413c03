//! The keys to the marks on block labels and counters.

use sandtable_house_style::areas::{BLACK, WHITE, steps};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::fab::{
    Asset, AssetKind, ChitStart, Event, EventKind, Pack, Quality, Timing, Unit, UnitStart,
};
use sandtable_pack::{Language, SideId};
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Stroke, shape,
};

use super::counter;
use crate::stickers::key::{Sign, in_lines};

/// The width of the key and its line spacing, in millimetres.
const WIDTH: f64 = 118.0;
const STEP: f64 = 3.4;
/// The radius of a dot and of the ring around a turn, in millimetres.
const DOT: f64 = 0.8;
const RING: f64 = 1.1;
/// The radius of counter symbols, in millimetres.
const SIGN: f64 = 1.3;

/// The key to the marks on a side's labels, in lines to the left of the origin. The first line
/// is level with the origin, and the others are below it.
pub(crate) fn label_key(pack: &Pack, side: &SideId, language: Language) -> Vec<Item> {
    in_rows(label_signs(pack, side, language))
}

/// The key to the marks on a side's counters, in lines to the left of the origin. The first line
/// is level with the origin, and the others are below it.
pub(crate) fn counter_key(pack: &Pack, side: &SideId, language: Language) -> Vec<Item> {
    in_rows(counter_signs(pack, side, language))
}

fn in_rows(signs: Vec<Sign>) -> Vec<Item> {
    let lines = in_lines(signs, WIDTH).into_iter().enumerate();
    let place = |(number, line): (usize, Vec<Item>)| {
        let at = Point::new(-WIDTH, STEP * number as f64);
        line.iter().map(|item| item.transform(at, Rotation::NONE)).collect::<Vec<_>>()
    };
    lines.flat_map(place).collect()
}

fn label_signs(pack: &Pack, side: &SideId, language: Language) -> Vec<Sign> {
    let small = Lettering::new(Face::Regular, MIN_POINTS);
    let bold = Lettering::new(Face::Bold, MIN_POINTS);
    let units = pack.battle().scene().units.iter().filter(|unit| unit.side == *side);
    let units: Vec<&Unit> = units.collect();
    let mut signs = vec![Sign::words(translate(words::areas::DOTS_ABOVE, language), small)];
    signs.extend(qualities(language, |quality| {
        units.iter().any(|unit| unit.quality_by_step.contains(&quality))
    }));
    if units.iter().any(|unit| matches!(unit.start, UnitStart::SetUp { .. })) {
        let number = shape("12", bold);
        let plate = Rect::new(0.0, -1.9, number.width() + 0.8, 0.35);
        let path = Path::rounded_rect(plate, 0.4);
        let items = vec![
            Item::fill(path.clone(), WHITE),
            Item::line(path, Stroke::solid(BLACK, 0.15)),
            Item::Text(number.at(Point::new(0.4, 0.0), BLACK)),
        ];
        signs.push(Sign::with_drawing(
            items,
            plate.width(),
            translate(words::areas::STARTS_IN, language),
            small,
        ));
    }
    if units.iter().any(|unit| matches!(unit.start, UnitStart::Reinforcement { .. })) {
        signs.push(turn(translate(words::areas::ARRIVES_IN_TURN, language)));
        let letter = shape("B", bold);
        let items = vec![Item::Text(letter.at(Point::default(), BLACK))];
        signs.push(Sign::with_drawing(
            items,
            letter.width(),
            translate(words::areas::BY_ENTRY_AREA, language),
            small,
        ));
    }
    signs
}

fn counter_signs(pack: &Pack, side: &SideId, language: Language) -> Vec<Sign> {
    let small = Lettering::new(Face::Regular, MIN_POINTS);
    let scene = pack.battle().scene();
    let assets = scene.assets.iter().filter(|asset| asset.side == *side);
    let firing: Vec<&Asset> =
        assets.filter(|asset| asset.kind != AssetKind::CommandStaff).collect();
    let events: Vec<&Event> = scene.events.iter().filter(|event| event.side == *side).collect();
    let middle = Point::new(SIGN, -0.75);
    let mut signs =
        qualities(language, |quality| firing.iter().any(|asset| asset.quality == quality));
    if !firing.is_empty() {
        let die = counter::die(2, Point::new(SIGN + 0.3, -0.75));
        signs.push(Sign::with_drawing(
            die,
            2.0 * SIGN + 0.6,
            translate(words::areas::ROLLED, language),
            small,
        ));
    }
    let whens = [
        (Timing::Combat, words::areas::IN_COMBAT),
        (Timing::Administration, words::areas::IN_ADMINISTRATION),
    ];
    for (when, meaning) in whens {
        let is_then = |event: &&Event| match &event.kind {
            EventKind::Scripted { timing, .. } => timing.contains(&when),
            EventKind::SpecialAction => false,
        };
        if events.iter().any(is_then) {
            let items = counter::timing_symbol(when, middle, BLACK);
            signs.push(Sign::with_drawing(items, 2.0 * SIGN, translate(meaning, language), small));
        }
    }
    let is_action = |event: &&Event| matches!(event.kind, EventKind::SpecialAction);
    if events.iter().any(is_action) || scene.reusable.iter().any(|action| action.side == *side) {
        let items = vec![Item::fill(counter::bolt(middle, SIGN), BLACK)];
        signs.push(Sign::with_drawing(
            items,
            2.0 * SIGN,
            translate(words::areas::SPECIAL_ACTION, language),
            small,
        ));
    }
    if events.iter().any(|event| matches!(event.start, ChitStart::Turn(_))) {
        signs.push(turn(translate(words::areas::INTO_THE_CUP, language)));
    }
    signs
}

/// The dots of the qualities that occur.
fn qualities(language: Language, is_there: impl Fn(Quality) -> bool) -> Vec<Sign> {
    let there = [Quality::Recruit, Quality::Veteran, Quality::Elite].into_iter();
    let sign = |quality| {
        let dot = steps::dot(quality, Point::new(DOT, -0.75), DOT);
        let small = Lettering::new(Face::Regular, MIN_POINTS);
        Sign::with_drawing(
            dot,
            2.0 * DOT,
            translate(words::areas::quality_name(quality), language),
            small,
        )
    };
    there.filter(|quality| is_there(*quality)).map(sign).collect()
}

/// The ring around a turn, with its meaning.
fn turn(meaning: &str) -> Sign {
    let turn = shape("3", Lettering::new(Face::Bold, MIN_POINTS));
    let ring = Point::new(RING, -0.75);
    let items = vec![
        Item::line(Path::circle(ring, RING - 0.1), Stroke::solid(BLACK, 0.2)),
        Item::Text(turn.centred(Point::new(RING, 0.0), BLACK)),
    ];
    Sign::with_drawing(items, 2.0 * RING, meaning, Lettering::new(Face::Regular, MIN_POINTS))
}

#[cfg(test)]
mod tests {
    use sandtable_pack::fab::sample;
    use sandtable_sheet::text_runs;

    use super::*;

    /// The key shows the marks that occur on the labels, in the space left by the note next to it.
    #[test]
    fn key_explains_label_marks() {
        let pack = sample::pack();
        for side in &pack.battle().scene().sides {
            for language in Language::ALL {
                let items = label_key(&pack, side, language);
                let words_found: Vec<String> =
                    text_runs(&items).into_iter().map(|run| run.text.clone()).collect();
                assert!(
                    words_found.contains(&translate(words::areas::DOTS_ABOVE, language).to_owned()),
                    "{words_found:?}"
                );
                let units = pack.battle().scene().units.iter().filter(|unit| unit.side == *side);
                for quality in units.flat_map(|unit| &unit.quality_by_step) {
                    let word = translate(words::areas::quality_name(*quality), language).to_owned();
                    assert!(words_found.contains(&word), "{word}: {words_found:?}");
                }
                has_room(&items);
            }
        }
    }

    /// The key explains event timings and turns if counters have them.
    #[test]
    fn key_explains_counter_marks() {
        let pack = sample::pack();
        for side in &pack.battle().scene().sides {
            for language in Language::ALL {
                let items = counter_key(&pack, side, language);
                let words_found: Vec<String> =
                    text_runs(&items).into_iter().map(|run| run.text.clone()).collect();
                let has_word = |words| words_found.contains(&translate(words, language).to_owned());
                assert!(has_word(words::areas::ROLLED), "{words_found:?}");
                for event in pack.battle().scene().events.iter().filter(|one| one.side == *side) {
                    if let EventKind::Scripted { timing, .. } = &event.kind {
                        let of = |when| timing.contains(&when);
                        assert!(
                            !of(Timing::Combat) || has_word(words::areas::IN_COMBAT),
                            "{words_found:?}"
                        );
                        let is_explained = has_word(words::areas::IN_ADMINISTRATION);
                        assert!(!of(Timing::Administration) || is_explained, "{words_found:?}");
                    }
                    let has_turn = matches!(event.start, ChitStart::Turn(_));
                    assert!(!has_turn || has_word(words::areas::INTO_THE_CUP), "{words_found:?}");
                }
                has_room(&items);
            }
        }
    }

    fn has_room(items: &[Item]) {
        for run in text_runs(items) {
            // The bounds allow for glyphs of any shape.
            let bounds = run.bounds().expect("the text has glyphs").expand(-run.size);
            assert!(bounds.left >= -WIDTH - 0.5 && bounds.right <= 0.5, "{bounds:?}");
            assert!(bounds.bottom < 2.0 * STEP, "{bounds:?}");
        }
    }
}
