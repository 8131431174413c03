//! The north arrow: true north, and grid north if it differs.

use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Facing, Language, Pack};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rotation, Stroke, fit, shape,
};

use crate::names::two_lines::halves;

/// The maximum width of the text below the arrow: the cartouche is 11 mm to the right of the
/// arrow's centre line.
const ROOM: f64 = 20.0;

/// Draws an arrow to true north with a half-filled head, and a line to grid north if it differs.
pub(crate) fn north_arrow(
    pack: &Pack,
    centre: Point,
    language: Language,
    ink: Ink,
    paper: Ink,
) -> Vec<Item> {
    arrow(pack.map().north, centre, language, ink, paper)
}

/// Draws the arrow for a map with a given direction of true north.
pub(crate) fn arrow(
    north: Facing,
    centre: Point,
    language: Language,
    ink: Ink,
    paper: Ink,
) -> Vec<Item> {
    let unit = north.unit();
    let length = sandtable_pack::UNIT as f64;
    // Sheet `y` points down.
    let up = Rotation { cosine: f64::from(unit.x) / length, sine: -f64::from(unit.y) / length };
    let p = |forward: f64, right: f64| {
        centre
            .translate(up.cosine * forward - up.sine * right, up.sine * forward + up.cosine * right)
    };
    let left_half = Path::ring(&[p(19.0, 0.0), p(3.0, -3.0), p(6.0, 0.0)]);
    let right_half = Path::ring(&[p(19.0, 0.0), p(3.0, 3.0), p(6.0, 0.0)]);
    let letter = shape("N", Lettering::new(Face::Semibold, 13.0));
    let mut items = vec![
        Item::line(Path::line(&[p(6.0, 0.0), p(-17.0, 0.0)]), Stroke::solid(ink, 0.3)),
        Item::line(
            Path::line(&[p(-11.0, -2.4), p(-17.0, 0.0), p(-11.0, 2.4)]),
            Stroke::solid(ink, 0.25),
        ),
        Item::line(
            Path::line(&[p(-8.5, -2.4), p(-14.5, 0.0), p(-8.5, 2.4)]),
            Stroke::solid(ink, 0.25),
        ),
        Item::fill(left_half.clone(), ink),
        Item::line(left_half, Stroke::solid(ink, 0.2)),
        Item::line(right_half, Stroke::solid(ink, 0.2)),
        Item::Text(letter.centred(p(-3.0, 0.0).translate(0.0, 1.6), ink).with_halo(0.9, |_| paper)),
    ];
    let is_grid = north == Facing::UP;
    let words = if is_grid { words::maps::TRUE_AND_GRID_NORTH } else { words::maps::TRUE_NORTH };
    let note = Lettering::new(Face::Italic, 6.5);
    let words = translate(words, language);
    let is_wide = shape(words, note).width() > ROOM;
    let lines = match halves(words, 2).filter(|_| is_wide) {
        Some((upper, lower)) => vec![upper, lower],
        None => vec![words],
    };
    for (line, down) in lines.into_iter().zip([23.5, 26.2]) {
        let line = fit(line, note, ROOM, MIN_POINTS);
        items.push(Item::Text(line.centred(centre.translate(0.0, down), ink)));
    }
    if !is_grid {
        let tip = centre.translate(0.0, -17.0);
        let barbs = [tip.translate(-1.0, 2.2), tip, tip.translate(1.0, 2.2)];
        items.push(Item::line(Path::line(&[centre, tip]), Stroke::solid(ink, 0.15)));
        items.push(Item::line(Path::line(&barbs), Stroke::solid(ink, 0.15)));
        let grid = shape(translate(words::maps::GRID_NORTH, language), note);
        items.push(Item::Text(grid.centred(tip.translate(0.0, -1.2), ink)));
    }
    items
}

#[cfg(test)]
mod tests {
    use sandtable_pack::sample;

    use super::*;

    #[test]
    fn north_arrow_text_avoids_cartouche() {
        let pack = Pack::new(sample::parts()).expect("valid sample");
        let ink = Ink::new("black", 0);
        for language in Language::ALL {
            let items = north_arrow(&pack, Point::default(), language, ink, ink);
            let lines = items.iter().filter_map(|item| match item {
                Item::Text(run) if run.text != "N" => Some(run),
                _ => None,
            });
            let mut words = String::new();
            for run in lines {
                let left = run.glyphs.first().map_or(0.0, |glyph| glyph.at.x);
                assert!(left >= -ROOM / 2.0, "{}: {left} mm", run.text);
                words = format!("{words} {}", run.text).trim().to_owned();
            }
            assert_eq!(words, translate(words::maps::TRUE_AND_GRID_NORTH, language));
        }
    }
}
