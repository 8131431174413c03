//! The turn track as a card with a box per turn. A box has a space for the turn marker and lists each
//! side's draws, the arrivals, and the lead for sudden-death victory (FAB-3.4, FAB-4.1, FAB-4.2a).

use sandtable_house_style::areas::{BLACK, arrivals, is_second_side, side_ink};
use sandtable_house_style::battlefield::{Livery, mark};
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::fab::{ChitStart, Pack, TurnEntry};
use sandtable_pack::{ChitId, Language, SideId};
use sandtable_sheet::{
    ASCENT, Face, Item, LEADING, Lettering, MIN_POINTS, Path, Point, Rect, Span, Stroke, TextLine,
    fit, lines, shape,
};

use crate::cards::flow::Row;
use crate::cards::largest;
use crate::cards::panel::Panel;
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// The number of boxes in a row on wide cards.
const COLUMNS: usize = 2;
/// Cards narrower than this have one box per row, in millimetres.
const WIDE: f64 = 150.0;
/// The gap between boxes, and the padding inside a box, in millimetres.
const GAP: f64 = 2.4;
const INSET: f64 = 2.2;
/// The side length of the space for the turn marker, slightly larger than the marker.
const MARKER: f64 = 14.0;
/// The width of the side's mark at the start of that side's lines.
const MARK: f64 = 4.0;

/// The cards, with the arrivals of both sides or of one.
pub(crate) fn turn_track(
    pack: &Pack,
    only: Option<&SideId>,
    making: &ComponentSettings,
) -> Vec<Component> {
    let (width, most) = largest(making);
    let language = making.language;
    let panel = Panel {
        key: "turn-track".to_owned(),
        title: translate(words::TURN_TRACK, language).to_owned(),
        aside: pack.labels().title.get(language).to_owned(),
        livery: None,
        width,
        max_height: most,
        columns: 1,
        bleed: making.bleed,
    };
    let columns = if width < WIDE { 1 } else { COLUMNS };
    let gaps = GAP * (columns - 1) as f64;
    let keeper =
        TurnBoxArtist { pack, only, language, width: (panel.room() - gaps) / columns as f64 };
    let track: Vec<(usize, &TurnEntry)> =
        pack.battle().scene().turn_track.iter().enumerate().collect();
    let rows: Vec<Row> = track.chunks(columns).map(|turns| keeper.row(turns)).collect();
    panel.cards(&rows)
}

/// Draws the turn boxes.
struct TurnBoxArtist<'a> {
    pack: &'a Pack,
    only: Option<&'a SideId>,
    language: Language,
    /// The width of a box.
    width: f64,
}

impl TurnBoxArtist<'_> {
    fn word(&self, words: Words) -> &'static str {
        translate(words, self.language)
    }

    /// A row of boxes of equal height.
    fn row(&self, turns: &[(usize, &TurnEntry)]) -> Row {
        let content: Vec<_> =
            turns.iter().map(|(index, turn)| self.box_content(*index, turn)).collect();
        let least = MARKER + 2.0 * INSET + 6.0;
        let needed = content.iter().map(|(_, height)| height + 2.0 * INSET).fold(least, f64::max);
        let mut items = Vec::new();
        for (number, ((index, _), (text, _))) in turns.iter().zip(content).enumerate() {
            let left = (self.width + GAP) * number as f64;
            items.extend(self.ground(*index, Rect::from_size(left, 0.0, self.width, needed)));
            let corner = Point::new(left + 2.0 * INSET + MARKER, INSET);
            items.extend(
                text.iter().map(|item| item.transform(corner, sandtable_sheet::Rotation::NONE)),
            );
        }
        Row::new(needed + GAP, items)
    }

    /// The frame of a box, its number, and the space for the marker.
    fn ground(&self, index: usize, rect: Rect) -> Vec<Item> {
        let marker = Rect::from_size(rect.left + INSET, rect.top + INSET, MARKER, MARKER);
        let number = shape(&(index + 1).to_string(), Lettering::new(Face::Bold, 26.0));
        let rise = number.lettering().cap_height() / 2.0;
        let dashes = Stroke::dashed(BLACK, 0.25, &[1.2, 0.8]);
        vec![
            Item::line(Path::rect(rect), Stroke::solid(BLACK, 0.35)),
            Item::line(Path::rounded_rect(marker, 1.5), dashes),
            Item::Text(number.centred(marker.centre().translate(0.0, rise), BLACK)),
        ]
    }

    /// The content of a turn's box next to its number, and the content's height.
    fn box_content(&self, index: usize, turn: &TurnEntry) -> (Vec<Item>, f64) {
        let scene = self.pack.battle().scene();
        let room = self.width - MARKER - 3.0 * INSET;
        let mut items = Vec::new();
        let mut y = 0.0;
        if let Some(Some(date)) = self.pack.labels().turns.get(index) {
            let lettering = Lettering::new(Face::Semibold, 10.0);
            let date = fit(date.get(self.language), lettering, room, MIN_POINTS);
            items.push(Item::Text(date.at(Point::new(0.0, 3.2), BLACK)));
            y = 5.0;
        }
        for side in &scene.sides {
            let mut spans = self.draws(turn, side);
            if self.only.is_none_or(|only| only == side) {
                spans.extend(self.arrival_lines(index + 1, side));
            }
            let livery = Livery {
                ink: side_ink(self.pack, side),
                is_second: is_second_side(self.pack, side),
            };
            let set: Vec<TextLine> =
                spans.iter().flat_map(|spans| lines(spans, room - MARK, 0.0)).collect();
            let first = set.first().map_or(0.0, TextLine::size);
            items.extend(mark(livery, Rect::from_size(0.0, y + first * 0.2, 2.9, first * 0.72)));
            for line in set {
                items.extend(line.at(Point::new(MARK, y + line.size() * ASCENT)));
                y += line.size() * LEADING;
            }
            y += 1.0;
        }
        if index + 1 == scene.turn_track.len() {
            let last = Lettering::new(Face::Italic, 8.0);
            let last = fit(self.word(words::LAST_TURN), last, room, MIN_POINTS);
            items.push(Item::Text(last.at(Point::new(0.0, y + 2.6), BLACK)));
            y += 3.8;
        }
        (items, y)
    }

    /// A side's draws in both Administration Phases, and its lead for sudden-death victory.
    fn draws(&self, turn: &TurnEntry, side: &SideId) -> Vec<Vec<Span>> {
        let (bold, plain) =
            (Lettering::new(Face::Semibold, 9.0), Lettering::new(Face::Regular, 8.0));
        let mut content = Vec::new();
        if let Some(draws) = turn.draws.get(side) {
            content.push(vec![
                Span::new(format!("{} · {} ", draws.first, draws.second), bold, BLACK),
                Span::new(self.word(words::DRAWS), plain, BLACK),
            ]);
        }
        if let Some(lead) = turn.net_vp.get(side) {
            content.push(vec![
                Span::new(format!("{lead:+} "), bold, BLACK),
                Span::new(self.word(words::areas::LEAD_WINS), plain, BLACK),
            ]);
        }
        content
    }

    /// Units of a side that arrive in a turn, and chits that enter its cup.
    fn arrival_lines(&self, turn: usize, side: &SideId) -> Vec<Vec<Span>> {
        let (italic, plain) =
            (Lettering::new(Face::Italic, 8.0), Lettering::new(Face::Regular, 8.0));
        let units = arrivals(self.pack, side, self.language).into_iter();
        let units = units.filter(|(comes, _)| usize::from(*comes) == turn);
        let mut content: Vec<Vec<Span>> =
            units.map(|(_, content)| vec![Span::new(content, plain, BLACK)]).collect();
        let scene = self.pack.battle().scene();
        let comes =
            |start: ChitStart| matches!(start, ChitStart::Turn(n) if usize::from(n) == turn);
        let assets = scene.assets.iter().filter(|one| one.side == *side && comes(one.start));
        let events = scene.events.iter().filter(|one| one.side == *side && comes(one.start));
        let chits: Vec<&ChitId> =
            assets.map(|one| &one.id).chain(events.map(|one| &one.id)).collect();
        if !chits.is_empty() {
            let names = chits.into_iter().filter_map(|id| self.pack.labels().chits.get(id));
            let names: Vec<&str> = names.map(|name| name.get(self.language)).collect();
            let names = names.join(&format!("{} ", self.word(words::SEMICOLON)));
            let head = format!("{}{} ", self.word(words::CUP), self.word(words::COLON));
            content.push(vec![Span::new(head, italic, BLACK), Span::new(names, plain, BLACK)]);
        }
        content
    }
}
