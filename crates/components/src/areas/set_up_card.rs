//! The set-up card of a side: formations with their units, steps and areas; the reinforcement
//! schedule; assets and events with their boxes and turns.

use std::collections::BTreeMap;

use sandtable_house_style::areas::{
    BLACK, WHITE, area_number, arrivals, entry_letters, formation_ink, is_second_side, notes,
    readable_on, side_ink, steps, turn_and_date, unit_symbol,
};
use sandtable_house_style::battlefield::Livery;
use sandtable_house_style::figures::capitalise;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::fab::{ChitBox, ChitStart, Formation, Pack, Quality, Unit, UnitStart};
use sandtable_pack::{AreaId, ChitId, FormationId, SideId};
use sandtable_sheet::{
    ASCENT, Face, Ink, Item, LEADING, Lettering, MIN_POINTS, Path, Point, Rect, Span, Stroke, fit,
    lines,
};

use super::effect::effect;
use crate::cards::flow::{Row, keep_together, paragraph};
use crate::cards::largest;
use crate::cards::order_of_battle::TWO_COLUMNS;
use crate::cards::panel::Panel;
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// The left edge of a unit's name, after its symbol and steps, in millimetres.
const NAME_LEFT: f64 = 15.6;
/// The width of the location, at the right end of a line, in millimetres.
const LOCATION_WIDTH: f64 = 30.0;
/// The radius of a dot, in millimetres.
const DOT_RADIUS: f64 = 0.82;
/// Formations with more units than this may continue in the next column.
const MAX_UNBROKEN_UNITS: usize = 12;

/// The cards of a side.
pub(crate) fn set_up_cards(
    pack: &Pack,
    side: &SideId,
    making: &ComponentSettings,
) -> Vec<Component> {
    let (width, most) = largest(making);
    let name = pack.labels().sides.get(side).map_or("", |banner| banner.name.get(making.language));
    let livery = Livery { ink: side_ink(pack, side), is_second: is_second_side(pack, side) };
    let panel = Panel {
        key: format!("order-of-battle {side}"),
        title: name.to_owned(),
        aside: translate(words::sheets::SET_UP_CARDS, making.language).to_owned(),
        livery: Some(livery),
        width,
        max_height: most,
        columns: if width < TWO_COLUMNS { 1 } else { 2 },
        bleed: making.bleed,
    };
    let clerk = CardWriter { pack, side, making, room: panel.room(), ink: livery.ink };
    panel.cards(&clerk.rows())
}

/// The rows of a side's cards, at this width.
pub(crate) fn set_up_rows(
    pack: &Pack,
    side: &SideId,
    making: &ComponentSettings,
    room: f64,
) -> Vec<Row> {
    CardWriter { pack, side, making, room, ink: side_ink(pack, side) }.rows()
}

/// Writes the rows of a side's card.
struct CardWriter<'a> {
    pack: &'a Pack,
    side: &'a SideId,
    making: &'a ComponentSettings,
    /// The width of rows.
    room: f64,
    ink: Ink,
}

impl CardWriter<'_> {
    fn word(&self, words: Words) -> &'static str {
        translate(words, self.making.language)
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for one in self.pack.battle().scene().formations.iter().filter(|one| one.side == *self.side)
        {
            rows.extend(self.formation(one));
        }
        rows.extend(self.markers());
        rows.extend(self.schedule());
        rows.extend(self.assets());
        rows.extend(self.events());
        rows.extend(self.qualities());
        rows
    }

    /// A formation in its colour, and its units.
    fn formation(&self, of: &Formation) -> Vec<Row> {
        let units = self.pack.battle().scene().units.iter().filter(|unit| unit.formation == of.id);
        let mut own: Vec<Row> = units.map(|unit| self.unit(unit)).collect();
        keep_together(&mut own, MAX_UNBROKEN_UNITS);
        let ground = formation_ink(self.pack, &of.id);
        let plate = Rect::from_size(0.0, 0.4, self.room, 4.8);
        let lettering = Lettering::new(Face::Semibold, 10.5).with_spacing(0.03);
        let name = fit(self.formation_name(&of.id), lettering, self.room - 3.0, MIN_POINTS);
        let items = vec![
            Item::fill(Path::rect(plate), ground),
            Item::Text(name.at(Point::new(1.5, 3.95), readable_on(ground))),
        ];
        let head = Row::new(6.0, items).keep_with_next_if(!own.is_empty());
        let mut rows = vec![head];
        rows.append(&mut own);
        rows.push(Row::gap(2.0));
        rows
    }

    fn formation_name(&self, id: &FormationId) -> &str {
        let banner = self.pack.labels().formations.get(id);
        banner.map_or("", |banner| banner.name.get(self.making.language))
    }

    /// A unit: symbol, steps, name and location.
    fn unit(&self, unit: &Unit) -> Row {
        let labels = self.pack.labels();
        let language = self.making.language;
        let mut items = Vec::new();
        let types = &self.pack.battle().scene().unit_types;
        if let Some(kind) = types.iter().find(|kind| kind.id == unit.unit_type) {
            let frame = Rect::from_size(0.3, 0.35, 4.6, 3.05);
            items.extend(unit_symbol(labels.symbol(kind), frame, BLACK, WHITE));
        }
        let full = unit.quality_by_step.iter().rev().enumerate();
        for (number, quality) in full {
            let x = 7.0 + 2.0 * DOT_RADIUS * steps::PITCH * number as f64;
            items.extend(steps::dot(*quality, Point::new(x, 1.9), DOT_RADIUS));
        }
        let name = labels.units.get(&unit.id).map_or("", |name| name.get(language));
        let plain = Lettering::new(Face::Regular, 9.0);
        let small = Lettering::new(Face::Italic, 7.5);
        let mut spans = vec![Span::new(name, plain, BLACK)];
        let notes = notes(unit, language);
        if !notes.is_empty() {
            spans.push(Span::new(format!(" {}", notes.join(", ")), small, BLACK));
        }
        let names = lines(&spans, self.room - NAME_LEFT - LOCATION_WIDTH - 1.5, 2.0);
        let place = Span::new(self.place(&unit.start), Lettering::new(Face::Regular, 8.0), BLACK);
        let place = lines(&[place], LOCATION_WIDTH, 0.0);
        let step = plain.size() * LEADING;
        let base = |index: usize| 0.1 + plain.size() * ASCENT + step * index as f64;
        for (index, line) in names.iter().enumerate() {
            items.extend(line.at(Point::new(NAME_LEFT, base(index))));
        }
        for (index, line) in place.iter().enumerate() {
            items.extend(line.ending(Point::new(self.room, base(index))));
        }
        let count = names.len().max(place.len()).max(1);
        Row::new(step * count as f64 + 0.6, items)
    }

    /// The start area of a unit, or its arrival.
    fn place(&self, start: &UnitStart) -> String {
        match start {
            UnitStart::SetUp { area, .. } => self.area_label(area),
            UnitStart::Reinforcement { turn, entry, .. } => {
                let (word, colon) = (self.word(words::TURN), self.word(words::COLON));
                format!("{word} {turn}{colon} {}", entry_letters(*entry))
            }
            UnitStart::NotInPlay => self.word(words::areas::NOT_IN_PLAY).to_owned(),
        }
    }

    /// Markers on the map at the start: the side's own markers and blown bridges.
    fn markers(&self) -> Vec<Row> {
        let scene = self.pack.battle().scene();
        let markers = &scene.markers;
        let own = |of: &BTreeMap<AreaId, SideId>| {
            let own = scene.areas.iter().filter(|area| of.get(&area.id) == Some(self.side));
            own.map(|area| self.area_label(&area.id)).collect::<Vec<_>>()
        };
        let blown = markers.blown.iter();
        let blown = blown
            .map(|(one, other)| format!("{} – {}", self.area_label(one), self.area_label(other)));
        let kinds = [
            (words::areas::FIELDWORKS, own(&markers.fieldworks)),
            (words::areas::ROADBLOCK, own(&markers.roadblocks)),
            (words::areas::BLOWN, blown.collect()),
        ];
        let used = kinds.into_iter().filter(|(_, places)| !places.is_empty());
        let mut rows: Vec<Row> = used
            .flat_map(|(words, places)| {
                let places: Vec<&str> = places.iter().map(String::as_str).collect();
                self.entry(self.word(words), &self.list(&places))
            })
            .collect();
        if !rows.is_empty() {
            rows.push(Row::gap(1.6));
        }
        rows
    }

    /// The number and name of an area.
    fn area_label(&self, area: &AreaId) -> String {
        let label = self.pack.labels().areas.get(area);
        let name = label.map_or("", |label| label.name.get(self.making.language));
        match area_number(self.pack, area) {
            Some(number) => format!("{number}\u{a0}{name}"),
            None => name.to_owned(),
        }
    }

    /// The reinforcement schedule, with entry areas.
    fn schedule(&self) -> Vec<Row> {
        let coming = arrivals(self.pack, self.side, self.making.language);
        if coming.is_empty() {
            return Vec::new();
        }
        let mut rows = vec![self.heading(words::REINFORCEMENTS)];
        for (turn, content) in coming {
            rows.extend(self.entry(&self.turn_label(turn), &content));
        }
        rows.push(Row::gap(1.6));
        rows
    }

    /// A list of names.
    fn list(&self, names: &[&str]) -> String {
        names.join(&format!("{} ", self.word(words::SEMICOLON)))
    }

    fn turn_label(&self, turn: u8) -> String {
        turn_and_date(self.pack, turn, self.making.language)
    }

    fn box_or_turn(&self, start: ChitStart) -> String {
        match start {
            ChitStart::In(ChitBox::Cup) => self.word(words::CUP).to_owned(),
            ChitStart::In(ChitBox::Available) => self.word(words::AVAILABLE).to_owned(),
            ChitStart::In(ChitBox::Used) => self.word(words::USED).to_owned(),
            ChitStart::In(ChitBox::Eliminated) => self.word(words::ELIMINATED).to_owned(),
            ChitStart::Turn(turn) => self.turn_label(turn),
            ChitStart::NotInPlay => capitalise(self.word(words::areas::NOT_IN_PLAY)),
        }
    }

    fn chit_name(&self, id: &ChitId) -> &str {
        let name = self.pack.labels().chits.get(id);
        name.map_or("", |name| name.get(self.making.language))
    }

    /// Assets by the boxes in which they start and the turns in which they enter the cup.
    fn assets(&self) -> Vec<Row> {
        let assets = self.pack.battle().scene().assets.iter();
        let assets: Vec<_> = assets.filter(|asset| asset.side == *self.side).collect();
        if assets.is_empty() {
            return Vec::new();
        }
        let mut rows = vec![self.heading(words::areas::ASSETS_HEADING)];
        let mut starts: Vec<ChitStart> = Vec::new();
        for asset in &assets {
            if !starts.contains(&asset.start) {
                starts.push(asset.start);
            }
        }
        starts.sort_by_key(|start| sort_rank(*start));
        for start in starts {
            let mut groups: Vec<(Option<&FormationId>, Vec<&str>)> = Vec::new();
            for asset in assets.iter().filter(|asset| asset.start == start) {
                let (of, name) = (asset.formation.as_ref(), self.chit_name(&asset.id));
                match groups.iter_mut().find(|(known, _)| *known == of) {
                    Some((_, names)) => names.push(name),
                    None => groups.push((of, vec![name])),
                }
            }
            let content = groups.into_iter().map(|(of, names)| {
                let names = self.list(&names);
                let colon = self.word(words::COLON);
                of.map_or(names.clone(), |of| format!("{}{colon} {names}", self.formation_name(of)))
            });
            let content: Vec<String> = content.collect();
            rows.extend(self.entry(&self.box_or_turn(start), &content.join("\u{a0}· ")));
        }
        rows.push(Row::gap(1.6));
        rows
    }

    /// Events and Special Actions, with their effects.
    fn events(&self) -> Vec<Row> {
        let scene = self.pack.battle().scene();
        let events = scene.events.iter().filter(|event| event.side == *self.side);
        let mut events: Vec<_> = events.collect();
        let actions = scene.reusable.iter().filter(|action| action.side == *self.side);
        let mut rows = vec![self.heading(words::areas::EVENTS_HEADING)];
        for action in actions {
            let place = if action.used { words::USED } else { words::AVAILABLE };
            let place = match action.from_turn {
                0 | 1 => self.word(place).to_owned(),
                turn => self.turn_label(turn),
            };
            rows.extend(self.entry(
                self.chit_name(&action.id),
                &format!("{place}\u{a0}· {}", self.word(words::areas::REUSABLE)),
            ));
        }
        events.sort_by_key(|event| sort_rank(event.start));
        for event in events {
            let content = effect(self.pack, &event.kind, self.making.language);
            let of = self.formation_name(&event.formation);
            let text = format!("{}\u{a0}· {of}\u{a0}· {content}", self.box_or_turn(event.start));
            rows.extend(self.entry(self.chit_name(&event.id), &text));
        }
        rows.push(Row::gap(1.6));
        rows
    }

    /// The meaning of the dots.
    fn qualities(&self) -> Vec<Row> {
        let small = Lettering::new(Face::Italic, 7.5);
        let mut items = Vec::new();
        let mut x = 1.0;
        for (quality, words) in
            Quality::ALL.map(|quality| (quality, words::areas::quality_name(quality)))
        {
            items.extend(steps::dot(quality, Point::new(x, 1.9), DOT_RADIUS));
            let text = sandtable_sheet::shape(self.word(words), small);
            items.push(Item::Text(text.at(Point::new(x + 1.4, 2.7), BLACK)));
            x += text.width() + 5.0;
        }
        vec![Row::new(4.0, items)]
    }

    /// A heading in small capitals over a thin double rule.
    fn heading(&self, words: Words) -> Row {
        let lettering =
            Lettering::new(Face::Semibold, 11.0).with_spacing(0.06).with_small_capitals();
        let title = fit(self.word(words), lettering, self.room, MIN_POINTS);
        let rule = |y: f64| Path::line(&[Point::new(0.0, y), Point::new(self.room, y)]);
        let items = vec![
            Item::Text(title.at(Point::new(0.0, 3.8), self.ink)),
            Item::line(rule(5.2), Stroke::solid(self.ink, 0.3)),
            Item::line(rule(5.8), Stroke::solid(self.ink, 0.12)),
        ];
        Row::new(6.8, items).keep_with_next()
    }

    /// A bold term and its text.
    fn entry(&self, head: &str, text: &str) -> Vec<Row> {
        let colon = self.word(words::COLON);
        let bold = Lettering::new(Face::Semibold, 8.5);
        let plain = Lettering::new(Face::Regular, 8.5);
        let spans = [
            Span::new(format!("{head}{colon} "), bold, BLACK),
            Span::new(text.to_owned(), plain, BLACK),
        ];
        let mut rows = paragraph(&spans, self.room, 3.0);
        rows.push(Row::gap(0.5));
        rows
    }
}

/// The sort rank: boxes first, then turns.
const fn sort_rank(start: ChitStart) -> u8 {
    match start {
        ChitStart::In(ChitBox::Available) => 0,
        ChitStart::In(ChitBox::Cup) => 1,
        ChitStart::In(ChitBox::Used) => 2,
        ChitStart::In(ChitBox::Eliminated) => 3,
        ChitStart::Turn(turn) => 4 + turn,
        ChitStart::NotInPlay => u8::MAX,
    }
}
