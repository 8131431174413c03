//! Gauges: the lengths of columns on the road, and the ground that a block or half a block covers.

use sandtable_house_style::battlefield::{BLACK, CREAM};
use sandtable_house_style::figures::{format_whole, metres};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{GroundLength, Pack, PaperLength};
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Span, Stroke, fit, lines, shape,
};

use super::sticks::TINT;
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// The distance from the upper edge to the first bar, in millimetres.
const HEAD: f64 = 7.5;
/// The distance between bars.
const BAR: f64 = 8.0;
/// The minimum width of the card of column lengths.
const LEAST_WIDTH: f64 = 62.0;

/// Both gauges, with the same height.
///
/// On a large-scale map, lengths that exceed a sheet are omitted.
pub(crate) fn gauges(pack: &Pack, making: &ComponentSettings) -> Vec<Component> {
    let longest = making.room.0.millimetres().max(making.room.1.millimetres());
    let has_room =
        |ground: GroundLength| pack.map().scale.to_paper(ground).millimetres() <= longest;
    let mut bars = bars(pack, making);
    bars.retain(|(length, _)| has_room(*length));
    let height = HEAD + BAR * (bars.len() as f64).max(4.0) + 2.6;
    let mut gauges = Vec::new();
    if !bars.is_empty() {
        gauges.push(column_lengths(pack, making, &bars, height));
    }
    let footprint = pack.scenario().footprints.combat;
    if has_room(footprint.length) {
        gauges.push(block(pack, making, height));
    }
    gauges
}

/// The lengths in road column (PB-8.3), longest first, each with its arms.
fn bars(pack: &Pack, making: &ComponentSettings) -> Vec<(GroundLength, Vec<&'static str>)> {
    let lengths = &pack.scenario().column_lengths;
    let mut bars: Vec<(GroundLength, Vec<&str>)> = Vec::new();
    for (length, words) in [
        (lengths.infantry, words::INFANTRY),
        (lengths.artillery, words::ARTILLERY),
        (lengths.cavalry, words::cards::CAVALRY),
        (lengths.baggage, words::BAGGAGE),
        (lengths.headquarters, words::maps::HEADQUARTERS),
    ] {
        match bars.iter_mut().find(|(known, _)| *known == length) {
            Some((_, names)) => names.push(translate(words, making.language)),
            None => bars.push((length, vec![translate(words, making.language)])),
        }
    }
    bars.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    bars
}

/// A bar for each length, from the left edge of the card.
fn column_lengths(
    pack: &Pack,
    making: &ComponentSettings,
    bars: &[(GroundLength, Vec<&str>)],
    height: f64,
) -> Component {
    let (language, bleed) = (making.language, making.bleed);
    let scale = pack.map().scale;
    let paper = |ground: GroundLength| scale.to_paper(ground).millimetres();
    let lettering = Lettering::new(Face::Regular, 8.5);
    let labels: Vec<_> = bars
        .iter()
        .map(|(length, names)| {
            let text = format!("{} · {}", names.join(", "), metres(*length, language));
            (*length, shape(&text, lettering))
        })
        .collect();
    // A label that does not fit inside its bar goes next to it.
    let is_beside = |reach: f64, width: f64| width > reach - 5.0;
    let needed = labels.iter().map(|(length, text)| {
        let reach = paper(*length);
        if is_beside(reach, text.width()) { reach + text.width() + 5.0 } else { reach }
    });
    let width = needed.fold(LEAST_WIDTH, f64::max);
    let card = Rect::from_size(0.0, 0.0, width, height);
    let mut items = vec![Item::fill(Path::rect(card.expand(bleed)), CREAM)];
    let heading = Lettering::new(Face::Semibold, 10.0).with_spacing(0.05).with_small_capitals();
    let denominator = format_whole(i64::from(scale.denominator()), language);
    let title = format!("{} · 1:{denominator}", translate(words::cards::COLUMN_LENGTHS, language));
    let title = fit(&title, heading, width - 6.0, MIN_POINTS);
    items.push(Item::Text(title.at(Point::new(3.0, 5.2), BLACK)));
    for (index, (length, text)) in labels.iter().enumerate() {
        let top = HEAD + BAR * index as f64;
        let bottom = top + BAR - 1.0;
        let reach = paper(*length);
        let is_widest = reach > width - 1e-6;
        let right = if is_widest { width + bleed } else { reach };
        items.push(Item::fill(Path::rect(Rect::new(-bleed, top, right, bottom)), TINT));
        if !is_widest {
            let end = [Point::new(reach, top), Point::new(reach, bottom)];
            items.push(Item::line(Path::line(&end), Stroke::solid(BLACK, 0.35)));
        }
        let x = if is_beside(reach, text.width()) { reach + 2.0 } else { 3.0 };
        items.push(Item::Text(text.at(Point::new(x.max(3.0), top + 4.6), BLACK)));
    }
    let length = PaperLength::from_millimetres;
    Component::flat("stick column-lengths".to_owned(), (length(width), length(height)), items)
}

/// A card as wide as the ground that a block covers; folded in the middle, it is half as wide
/// (PB-6.2, PB-6.3). Its foot is as high as a block is deep.
fn block(pack: &Pack, making: &ComponentSettings, height: f64) -> Component {
    let (language, bleed) = (making.language, making.bleed);
    let footprint = pack.scenario().footprints.combat;
    let paper = |ground: GroundLength| pack.map().scale.to_paper(ground).millimetres();
    let (width, depth) = (paper(footprint.length), paper(footprint.depth).min(height));
    let card = Rect::from_size(0.0, 0.0, width, height);
    let half = width / 2.0;
    let foot = Rect::new(-bleed, height - depth, width + bleed, height + bleed);
    let end = [Point::new(-bleed, foot.top), Point::new(foot.right, foot.top)];
    let mut items = vec![
        Item::fill(Path::rect(card.expand(bleed)), CREAM),
        Item::fill(Path::rect(foot), TINT),
        Item::line(Path::line(&end), Stroke::solid(BLACK, 0.35)),
    ];
    // The fold runs between the words, which do not fit on a small-scale map.
    let room = half - 5.0;
    if room >= 11.0 {
        let lettering = Lettering::new(Face::Regular, 8.0);
        let width = format!(
            "{} ({})",
            translate(words::cards::BLOCK_WIDTH, language),
            metres(footprint.length, language).replace(' ', "\u{a0}")
        );
        let folded = translate(words::cards::BLOCK_HALF, language).to_owned();
        for (text, middle) in [(width, half / 2.0), (folded, half * 1.5)] {
            let mut y = 3.0;
            for line in lines(&[Span::new(text, lettering, BLACK)], room, 0.0) {
                if y + line.size() * 1.3 > height - depth - 1.0 {
                    break;
                }
                y += line.size() * 1.15;
                items.extend(line.centred(Point::new(middle, y)));
            }
        }
        let number = metres(footprint.depth, language);
        let text = format!("{number} {}", translate(words::cards::BLOCK_DEPTH, language));
        let set = fit(&text, lettering, room, MIN_POINTS);
        // If the words do not fit in half of the card, only the figure is printed.
        let set = if set.width() > room { shape(&number, lettering) } else { set };
        if depth >= 5.0 {
            let base = height - depth / 2.0 + set.lettering().size() * 0.3;
            let at = Point::new(half / 2.0, base.min(height - 2.8));
            items.push(Item::Text(set.centred(at, BLACK)));
        }
    }
    let length = PaperLength::from_millimetres;
    Component {
        folds: vec![[Point::new(half, 0.0), Point::new(half, height)]],
        ..Component::flat("stick block".to_owned(), (length(width), length(height)), items)
    }
}
