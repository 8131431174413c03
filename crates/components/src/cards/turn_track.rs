//! The turn track: a card per day, with a box per turn that has space for the turn die (PB-2.1),
//! the arrivals, and the night.

use sandtable_house_style::battlefield::{BLACK, CREAM, Livery, mark};
use sandtable_house_style::figures::{date, format_time, metres};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Calendar, Language, NightTurn, Pack, SideId};
use sandtable_sheet::{
    ASCENT, Face, Ink, Item, LEADING, Lettering, Path, Point, Rect, Rotation, Span, Stroke, lines,
    shape,
};

use super::flow::Row;
use super::panel::Panel;
use super::{largest, phrases};
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// The number of turns in a day before the night (PB-1.8).
const TURNS: u8 = 8;
/// The length of a day turn in minutes (PB-1.8).
const TURN_MINUTES: u32 = 90;
/// The number of boxes in a row.
const COLUMNS: usize = 3;
/// The gap between boxes, in millimetres.
const GAP: f64 = 2.4;
/// The minimum height of a box.
const LEAST_HEIGHT: f64 = 24.0;
/// The maximum height of a box. Text that does not fit appears on an order of battle card.
const MOST_HEIGHT: f64 = 62.0;
/// The side length of the space for the turn die.
const DIE: f64 = 16.0;
/// The padding inside a box.
const INSET: f64 = 2.0;
/// The background of the night box.
const NIGHT: Ink = Ink::new("night", 0x2a3240);
/// The background of turns that are not played.
const UNPLAYED: Ink = Ink::new("unplayed", 0xe4dac2);
/// The colour of the number in the space for the die.
const NUMBER: Ink = Ink::new("die", 0xa08f68);

/// The cards of a battle's days, with the arrivals of both sides or of one.
pub(crate) fn turn_track(
    pack: &Pack,
    only: Option<&SideId>,
    making: &ComponentSettings,
) -> Vec<Component> {
    let calendar = &pack.scenario().calendar;
    (1..=calendar.days).flat_map(|day| card(pack, only, day, making)).collect()
}

/// The content of a box.
struct Turn {
    /// Its number; `None` at night.
    number: Option<u8>,
    is_played: bool,
    /// The time of day.
    hours: String,
    /// The events, each with the mark of its side.
    events: Vec<(Option<Livery>, String)>,
}

fn card(pack: &Pack, only: Option<&SideId>, day: u8, making: &ComponentSettings) -> Vec<Component> {
    let language = making.language;
    let calendar = &pack.scenario().calendar;
    let (width, most) = largest(making);
    let date = date(&calendar.date, day - 1, language);
    let panel = Panel {
        key: format!("turn-track {day}"),
        title: translate(words::TURN_TRACK, language).to_owned(),
        aside: match calendar.days {
            1 => date,
            _ => format!("{} {day} · {date}", translate(words::DAY, language)),
        },
        livery: None,
        width,
        max_height: most,
        columns: 1,
        bleed: making.bleed,
    };
    let room = panel.room();
    let turns = turns(pack, only, day, language);
    let rows = turns.chunks(COLUMNS).map(|turns| boxes(turns, room));
    panel.cards(&rows.collect::<Vec<_>>())
}

/// The turns of a day, with its night if it has one.
fn turns(pack: &Pack, only: Option<&SideId>, day: u8, language: Language) -> Vec<Turn> {
    let scenario = pack.scenario();
    let calendar = &scenario.calendar;
    let mut turns: Vec<Turn> =
        (1..=TURNS).map(|turn| day_turn(pack, only, (day, turn), language)).collect();
    let is_last = day == calendar.days && !calendar.open_ended;
    if !is_last && pack.ruleset().rulings.night == NightTurn::Played {
        let night = [words::cards::NIGHT_NO_ATTACK, words::cards::NIGHT_RETURN];
        turns.push(Turn {
            number: None,
            is_played: true,
            hours: translate(words::cards::NIGHT, language).to_owned(),
            events: night.map(|words| (None, translate(words, language).to_owned())).to_vec(),
        });
    }
    turns
}

fn is_played(calendar: &Calendar, day: u8, turn: u8) -> bool {
    let has_begun = day > 1 || turn >= calendar.first_turn;
    let goes_on = calendar.open_ended || day < calendar.days || turn <= calendar.last_turn;
    has_begun && goes_on
}

fn day_turn(pack: &Pack, only: Option<&SideId>, (day, turn): (u8, u8), language: Language) -> Turn {
    let scenario = pack.scenario();
    let calendar = &scenario.calendar;
    let begins = u32::from(calendar.dawn_minutes) + TURN_MINUTES * u32::from(turn - 1);
    let hours = [begins, begins + TURN_MINUTES].map(|minutes| format_time(minutes, language));
    let mut events: Vec<(Option<Livery>, String)> = Vec::new();
    if (day, turn) == (1, calendar.first_turn) {
        events.push((None, translate(words::cards::BATTLE_BEGINS, language).to_owned()));
    }
    for (index, weather) in scenario.weather.iter().enumerate() {
        if (weather.from.day, weather.from.turn) != (day, turn) {
            continue;
        }
        let title = pack.labels().weather.get(index).map_or("", |title| title.get(language));
        events.push((
            None,
            match weather.visibility {
                Some(range) => format!("{title} ({})", metres(range, language)),
                None => title.to_owned(),
            },
        ));
    }
    for side in scenario.sides.iter().filter(|side| only.is_none_or(|only| side.id == *only)) {
        let livery = Livery::from_side(pack, side);
        let coming = side.reinforcements.iter().filter(|r| (r.day, r.turn) == (day, turn));
        events.extend(coming.map(|r| {
            let (who, by) = (
                phrases::arriving_elements(pack, r, language),
                phrases::entries(pack, r, language),
            );
            (Some(livery), format!("{who}, {by}"))
        }));
    }
    let is_last = day == calendar.days && turn == calendar.last_turn && !calendar.open_ended;
    if is_last {
        events.push((None, translate(words::LAST_TURN, language).to_owned()));
    }
    let is_played = is_played(calendar, day, turn);
    Turn { number: Some(turn), is_played, hours: hours.join(" – "), events }
}

/// A row of boxes of equal height.
fn boxes(turns: &[Turn], room: f64) -> Row {
    let width = (room - GAP * (COLUMNS as f64 - 1.0)) / COLUMNS as f64;
    let texts: Vec<_> = turns.iter().map(|turn| box_lines(turn, width)).collect();
    let needed = texts.iter().map(|(_, height)| height + INSET * 2.0).fold(LEAST_HEIGHT, f64::max);
    let height = needed.min(MOST_HEIGHT);
    let mut items = Vec::new();
    for (index, (turn, (text, _))) in turns.iter().zip(&texts).enumerate() {
        let left = (width + GAP) * index as f64;
        let rect = Rect::from_size(left, 0.0, width, height);
        items.extend(ground(turn, rect));
        let corner = Point::new(left + INSET + DIE + INSET, INSET);
        let room = height - INSET * 2.0 + 1e-6;
        let fits = text.iter().take_while(|(_, reach, _)| *reach <= room).count();
        for (number, (y, _, line)) in text.iter().take(fits).enumerate() {
            let at = corner.translate(0.0, *y);
            // Text that does not fit appears on the order of battle.
            if number + 1 == fits && fits < text.len() {
                let more = shape("…", Lettering::new(Face::Bold, 9.0));
                items.push(Item::Text(more.at(at.translate(0.0, 2.6), BLACK)));
            } else {
                items.extend(line.iter().map(|item| item.transform(at, Rotation::NONE)));
            }
        }
    }
    Row::new(height + GAP, items)
}

fn ground(turn: &Turn, rect: Rect) -> Vec<Item> {
    let is_night = turn.number.is_none();
    let fill = match (is_night, turn.is_played) {
        (true, _) => Some(NIGHT),
        (false, true) => None,
        (false, false) => Some(UNPLAYED),
    };
    let mut items = Vec::new();
    items.extend(fill.map(|ink| Item::fill(Path::rect(rect), ink)));
    items.push(Item::line(Path::rect(rect), Stroke::solid(BLACK, 0.35)));
    let die = Rect::from_size(rect.left + INSET, rect.top + INSET, DIE, DIE);
    match turn.number {
        Some(number) => {
            if turn.is_played {
                let space = Path::rounded_rect(die, 2.0);
                items.push(Item::line(space, Stroke::dashed(BLACK, 0.25, &[1.2, 0.8])));
            }
            let figure = shape(&number.to_string(), Lettering::new(Face::Semibold, 30.0));
            let rise = figure.lettering().cap_height() / 2.0;
            let ink = if turn.is_played { BLACK } else { NUMBER };
            items.push(Item::Text(figure.centred(die.centre().translate(0.0, rise), ink)));
        }
        None => {
            // A waning moon.
            let centre = die.centre();
            items.push(Item::fill(Path::circle(centre, DIE * 0.36), CREAM));
            items.push(Item::fill(Path::circle(centre.translate(2.6, -1.4), DIE * 0.31), NIGHT));
        }
    }
    items
}

/// The lines of a box, each with its top and bottom, and their total height.
type BoxLines = (Vec<(f64, f64, Vec<Item>)>, f64);

fn box_lines(turn: &Turn, width: f64) -> BoxLines {
    let room = width - DIE - INSET * 3.0;
    let ink = match (turn.number, turn.is_played) {
        (None, _) => CREAM,
        (Some(_), true) => BLACK,
        (Some(_), false) => NUMBER,
    };
    let mut content = Vec::new();
    let mut y = 0.0;
    let bold = Lettering::new(Face::Semibold, 9.0);
    for line in lines(&[Span::new(turn.hours.clone(), bold, ink)], room, 0.0) {
        let size = line.size();
        content.push((y, y + size * LEADING, line.at(Point::new(0.0, size * ASCENT))));
        y += size * LEADING;
    }
    y += 0.6;
    for (livery, event) in &turn.events {
        let (face, indent) = match livery {
            Some(_) => (Face::Regular, 3.2),
            None => (Face::Italic, 0.0),
        };
        let span = Span::new(event.clone(), Lettering::new(face, 7.5), ink);
        for (index, line) in lines(&[span], room - indent, 0.0).into_iter().enumerate() {
            let size = line.size();
            let mut items = line.at(Point::new(indent, size * ASCENT));
            if let Some(livery) = livery.filter(|_| index == 0) {
                items.extend(mark(livery, Rect::from_size(0.0, size * 0.22, 2.3, size * 0.68)));
            }
            content.push((y, y + size * LEADING, items));
            y += size * LEADING;
        }
        y += 0.5;
    }
    (content, y)
}
