//! The legend: every symbol that this battle uses, drawn as on the map.

use std::collections::BTreeSet;

use sandtable_house_style::battlefield::mark;
use sandtable_house_style::figures::{capitalise, format_signed};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::fab::{PlaceKind, Terrain};
use sandtable_sheet::{
    Face, Item, Lettering, Path, Point, Rect, Rotation, Stroke, shape, truncate,
};

use super::borders::{self, BorderLook};
use super::boxes::{HEAD, heading};
use super::input::SheetInput;
use super::{entries, ground, landmarks, signs};

/// The minimum width of a column and the height of a row, in millimetres.
const COLUMN: f64 = 62.0;
const ROW: f64 = 8.6;
/// The offset of the text from the centre of the drawing.
const WORDS: f64 = 9.5;

/// A line of the legend: a drawing around a point, and its text.
pub(crate) struct Line {
    sample: Vec<Item>,
    words: String,
}

/// Returns the size of the legend with a number of columns.
pub(crate) fn size(lines: usize, columns: usize) -> (f64, f64) {
    (columns as f64 * COLUMN, HEAD + lines.div_ceil(columns) as f64 * ROW + 1.0)
}

/// Draws the legend in a rectangle.
pub(crate) fn legend(
    input: &SheetInput<'_>,
    rect: Rect,
    columns: usize,
    lines: &[Line],
) -> Vec<Item> {
    let black = input.style().sheet.black;
    let title = translate(words::maps::SYMBOLS, input.options.language);
    let mut items = heading(input, Point::new(rect.left, rect.top + 6.0), title, black);
    let (rows, column) = (lines.len().div_ceil(columns), rect.width() / columns as f64);
    for (number, line) in lines.iter().enumerate() {
        let x = rect.left + (number / rows) as f64 * column;
        let y = rect.top + HEAD + ((number % rows) as f64 + 0.5) * ROW;
        let at = Point::new(x + 7.2, y);
        items.extend(line.sample.iter().map(|item| item.transform(at, Rotation::NONE)));
        let room = column - 7.2 - WORDS - 2.0;
        let words = truncate(&line.words, Lettering::new(Face::Regular, 11.0), room);
        items.push(Item::Text(words.at(at.translate(WORDS, 1.3), black)));
    }
    items
}

impl Line {
    fn new(drawn: Vec<Item>, words: impl Into<String>) -> Self {
        Self { sample: drawn, words: capitalise(&words.into()) }
    }
}

/// Returns the lines of the legend, each drawn around the origin.
pub(crate) fn lines(input: &SheetInput<'_>) -> Vec<Line> {
    let at = Point::default();
    let mut lines = border_entries(input, at);
    lines.extend(road_entry(input, at));
    lines.extend(ground_entries(input, at));
    lines.extend(river_entry(input, at));
    lines.extend(side_entries(input, at));
    lines.extend(turn_entries(input, at));
    lines.extend(place_entries(input, at));
    lines
}

fn border_entries(input: &SheetInput<'_>, at: Point) -> Vec<Line> {
    let language = input.options.language;
    let edges = &input.pack.battle().scene().edges;
    let mut lines = Vec::new();
    let bar = vec![vec![at.translate(-7.0, 0.0), at.translate(7.0, 0.0)]];
    let looks = borders::border_looks(input);
    let used: BTreeSet<_> = edges.iter().map(|edge| &edge.border).collect();
    for (id, look) in looks.iter().filter(|(id, _)| used.contains(id)) {
        let mut drawn = borders::border_lines(input, *look, &bar);
        if *look == BorderLook::River {
            drawn.extend(borders::bridge(input, at, Rotation::NONE));
        }
        // Border types that a battle defines have their titles in the battle.
        let title = input.pack.labels().border_types.get(id).map(|title| title.get(language));
        let words = match (title, look) {
            (Some(title), _) => title.to_owned(),
            (None, BorderLook::Open) => translate(words::OPEN_BORDER, language).to_owned(),
            (None, BorderLook::River) => translate(words::maps::RIVER_BORDER, language).to_owned(),
            (None, _) => id.as_str().replace('-', " "),
        };
        lines.push(Line::new(drawn, words));
    }
    if borders::borders_by_look(input).iter().any(|(look, _)| *look == BorderLook::Closed) {
        let drawn = borders::border_lines(input, BorderLook::Closed, &bar);
        lines.push(Line::new(drawn, translate(words::maps::CLOSED_BORDER, language)));
    }
    lines
}

fn road_entry(input: &SheetInput<'_>, at: Point) -> Option<Line> {
    let edges = &input.pack.battle().scene().edges;
    let has_roads = edges.iter().any(|edge| edge.connection.as_str() == "road");
    let road = Path::line(&[at.translate(-7.0, 0.0), at.translate(7.0, 0.0)]);
    let language = input.options.language;
    let titles = &input.pack.labels().connection_types;
    let title = titles.iter().find(|(id, _)| id.as_str() == "road");
    let words =
        title.map_or(translate(words::ROAD_OVER, language), |(_, title)| title.get(language));
    has_roads.then(|| Line::new(ground::draw_cased_road(input, road), words))
}

fn ground_entries(input: &SheetInput<'_>, at: Point) -> Vec<Line> {
    /// The scale of hills in the legend: four fit in a box.
    const HILL: f64 = 0.62;
    let textures = ground::textures(input.pack.battle().scene());
    let line = |terrain: &Terrain| {
        let box_of = Rect::new(at.x - 7.0, at.y - 3.2, at.x + 7.0, at.y + 3.2);
        let mut drawn = vec![
            Item::fill(Path::rect(box_of), ground::tint(input, terrain.difficulty)),
            Item::line(Path::rect(box_of), Stroke::solid(input.style().sheet.black, 0.3)),
        ];
        let own = (textures[&terrain.id], terrain.difficulty);
        drawn.extend(ground::texture(input, own, box_of, |at| box_of.expand(-0.9).contains(at)));
        let count = f64::from(terrain.difficulty);
        for hill in 0..terrain.difficulty {
            let x = (f64::from(hill) - (count - 1.0) / 2.0) * signs::HILL * HILL;
            drawn.extend(signs::hill(input.style(), at.translate(x, 0.0), HILL));
        }
        let name = input.pack.labels().terrain[&terrain.id].get(input.options.language);
        let table = &input.pack.battle().ruleset().combat_table;
        let words = match table.terrain_modifier(terrain.difficulty) {
            0 => name.to_owned(),
            change => format!("{name} ({})", format_signed(change)),
        };
        Line::new(drawn, words)
    };
    input.pack.battle().scene().terrain.iter().map(line).collect()
}

/// Returns the line for rivers that are not borders.
fn river_entry(input: &SheetInput<'_>, at: Point) -> Option<Line> {
    let bends = [(-7.0, 0.6), (-2.6, -0.7), (2.4, 0.8), (7.0, -0.5)];
    let water = Path::line(&bends.map(|(x, y)| at.translate(x, y)));
    let drawn = vec![Item::line(water, Stroke::round(input.style().water.line, 0.55))];
    let words = translate(words::maps::RIVER_WITHIN, input.options.language);
    (!input.map.rivers.is_empty()).then(|| Line::new(drawn, words))
}

/// Returns the lines for the figures on the turn track.
fn turn_entries(input: &SheetInput<'_>, at: Point) -> Vec<Line> {
    let scene = input.pack.battle().scene();
    let line = |figures: &str, ink, words| {
        let figures = shape(figures, Lettering::new(Face::Bold, 12.0));
        let drawn = vec![Item::Text(figures.centred(at.translate(0.0, 1.5), ink))];
        Line::new(drawn, translate(words, input.options.language))
    };
    let first = scene.turn_track.iter().find_map(|turn| {
        let side = scene.sides.iter().find(|side| turn.draws.contains_key(*side))?;
        Some(turn.draws[side])
    });
    let draws = first.map(|draws| {
        let figures = format!("{} · {}", draws.first, draws.second);
        line(&figures, input.style().sheet.black, words::maps::DRAWS_OF_TURNS)
    });
    let lead = scene.turn_track.iter().find_map(|turn| {
        let (side, lead) = turn.net_vp.iter().next()?;
        Some(line(&format!("{lead:+}"), input.side_ink(side), words::maps::WINS_AT_ONCE))
    });
    draws.into_iter().chain(lead).collect()
}

/// Returns the lines for each side's mark, points, supply and entries.
fn side_entries(input: &SheetInput<'_>, at: Point) -> Vec<Line> {
    let scene = input.pack.battle().scene();
    let mut lines = Vec::new();
    for side in &scene.sides {
        let name = input.pack.labels().sides[side].name.get(input.options.language);
        let of_side = |words| translate(words, input.options.language).replace("{side}", name);
        let flag = Rect::new(at.x - 3.4, at.y - 2.6, at.x + 3.4, at.y + 2.6);
        lines.push(Line::new(mark(input.livery(side), flag), of_side(words::maps::SIDE_OF)));
        if scene.areas.iter().any(|area| area.vp.get(side).is_some_and(|vp| *vp != 0)) {
            lines.push(Line::new(
                signs::star(input, at, 1, side, 1.0),
                of_side(words::maps::POINTS_OF),
            ));
        }
        if scene.supply_sources.iter().any(|source| source.side == *side) {
            lines.push(Line::new(
                signs::supply(input, at, side, 1.0),
                of_side(words::maps::SUPPLY_OF),
            ));
        }
        if let Some(entry) = scene.entries.iter().find(|entry| entry.sides.contains(side)) {
            let (from, to) = (at.translate(7.0, 0.0), at.translate(-2.4, 0.0));
            let drawn = entries::draw_entry_letter(entry.letter, from, to, input.livery(side));
            lines.push(Line::new(drawn, of_side(words::maps::ENTRY_OF)));
        }
    }
    lines
}

fn place_entries(input: &SheetInput<'_>, at: Point) -> impl Iterator<Item = Line> {
    let places = [
        (PlaceKind::Town, words::maps::TOWN),
        (PlaceKind::Port, words::maps::PORT),
        (PlaceKind::Airfield, words::maps::AIRFIELD),
        (PlaceKind::Height, words::maps::HEIGHT),
        (PlaceKind::Fort, words::maps::FORT),
        (PlaceKind::Bridge, words::maps::BRIDGE_PLACE),
    ];
    // A region has a name but no symbol.
    let is_there = |kind| input.map.places.iter().any(|place| place.kind == kind);
    let used = places.into_iter().filter(move |(kind, _)| is_there(*kind));
    used.map(move |(kind, words)| {
        Line::new(landmarks::draw_symbol(input, kind, at), translate(words, input.options.language))
    })
}
