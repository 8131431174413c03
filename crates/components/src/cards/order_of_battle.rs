//! Orders of battle: the pieces of a side with their commands, qualities and starts; the
//! reinforcement schedule; and the roads that supply the side.

use sandtable_house_style::battlefield::{self, BLACK, CREAM, GOLD, Livery, short_name};
use sandtable_house_style::figures::{format_time, format_whole};
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{
    Altering, Baggage, CommandId, Edge, Element, FeatureId, Headquarters, Pack, Piece, PieceType,
    Quality, Side, Status,
};
use sandtable_sheet::{
    ASCENT, Face, Ink, Item, LEADING, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Span,
    Stroke, fit, lines, shape,
};

use super::flow::{Row, keep_together, paragraph};
use super::panel::Panel;
use super::{largest, phrases};
use crate::component::Component;
use crate::stickers::ComponentSettings;
use crate::stickers::key::{Sign, in_lines, signs};

/// The left edge of a block's name, after its symbol, in millimetres.
const NAME: f64 = 12.5;
/// The width of the location, at the right end of a line, in millimetres.
const PLACE: f64 = 27.0;
/// The width of the strength, in millimetres.
const STRENGTH: f64 = 11.0;

/// Cards narrower than this have one column, in millimetres.
pub(crate) const TWO_COLUMNS: f64 = 160.0;
/// Commands with more blocks than this may continue in the next column.
pub(super) const MOST_TOGETHER: usize = 12;

/// The cards of a side.
pub(crate) fn order_of_battle(
    pack: &Pack,
    side: &Side,
    making: &ComponentSettings,
) -> Vec<Component> {
    // PB-32.1: a free side has no order of battle yet, so it has no cards.
    if pack.scenario().sides_without_orders().any(|awaited| awaited.id == side.id) {
        return Vec::new();
    }
    let (width, most) = largest(making);
    let labels = pack.labels();
    let language = making.language;
    let title = labels.sides.get(&side.id).map_or("", |label| label.title.get(language));
    let panel = Panel {
        key: format!("order-of-battle {}", side.id),
        title: title.to_owned(),
        aside: translate(words::sheets::ORDER_OF_BATTLE, language).to_owned(),
        livery: Some(Livery::from_side(pack, side)),
        width,
        max_height: most,
        columns: if width < TWO_COLUMNS { 1 } else { 2 },
        bleed: making.bleed,
    };
    let clerk = CardWriter {
        pack,
        side,
        making,
        room: panel.room(),
        livery: Livery::from_side(pack, side),
    };
    let mut cards = panel.cards(&clerk.rows());
    if making.is_kriegsspiel {
        let panel = Panel {
            key: format!("small-blocks {}", side.id),
            aside: translate(words::cards::SMALL_BLOCKS, language).to_owned(),
            ..panel
        };
        cards.extend(panel.cards(&clerk.small_blocks()));
    }
    cards
}

/// The key to locations and to the marks on the sides' stickers. At home it is printed with the
/// stickers; it does not fit on label sheets or a shop's sheets.
pub(crate) fn key(
    pack: &Pack,
    sides: &[&Side],
    ink: Ink,
    making: &ComponentSettings,
    room: f64,
) -> Vec<Row> {
    let language = making.language;
    let small = Lettering::new(Face::Italic, 7.5);
    let mut marks = signs(pack, sides, ink, language, small);
    if !marks.is_empty() {
        marks.insert(0, Sign::words(translate(words::cards::ON_STICKERS, language), small));
    }
    let mut rows = vec![Row::gap(1.0)];
    for line in in_lines(marks, room) {
        let base = Point::new(0.0, 2.7);
        let line = line.iter().map(|item| item.transform(base, Rotation::NONE)).collect();
        rows.push(Row::new(4.0, line));
    }
    // PB-2.4: if nobody can Alter the turn order, no HQ becomes Spent.
    let alters = pack.ruleset().rulings.altering == Altering::ByRating;
    let positions = [
        (alters, words::cards::HEADQUARTERS_KEY),
        (sides.iter().any(|side| side.trains().next().is_some()), words::cards::TRAIN_KEY),
        (true, words::cards::PLACES_KEY),
    ];
    for (_, words) in positions.into_iter().filter(|(is_so, _)| *is_so) {
        rows.extend(paragraph(&[Span::new(translate(words, language), small, BLACK)], room, 0.0));
    }
    keep_together(&mut rows, usize::MAX);
    rows
}

/// Writes the rows of a side's order of battle.
pub(crate) struct CardWriter<'a> {
    pub pack: &'a Pack,
    pub side: &'a Side,
    pub making: &'a ComponentSettings,
    /// The width of rows.
    pub room: f64,
    pub livery: Livery,
}

impl CardWriter<'_> {
    pub(super) fn word(&self, words: Words) -> &'static str {
        translate(words, self.making.language)
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = self.forces();
        rows.extend(self.schedule());
        rows.extend(self.supply());
        rows.extend(key(self.pack, &[self.side], self.livery.ink, self.making, self.room));
        rows
    }

    /// The army commander and all commands.
    pub fn forces(&self) -> Vec<Row> {
        let side = self.side;
        let mut rows = Vec::new();
        if let Some(army) = &side.commander {
            let hq = &army.headquarters;
            rows.push(self.command(hq));
            if !army.chit {
                rows.push(
                    self.remark(words::cards::NO_CHIT).keep_with_next_if(!army.pieces.is_empty()),
                );
            }
            rows.extend(army.pieces.iter().map(|piece| self.piece(&hq.id, piece)));
            rows.extend(side.baggage.iter().map(|train| self.train(&hq.id, train)));
            rows.push(Row::gap(2.2));
        }
        for command in &side.commands {
            rows.push(self.command(&command.headquarters));
            let pieces = command.pieces.iter().map(|piece| self.piece(&command.id, piece));
            let trains = command.baggage.iter().map(|train| self.train(&command.id, train));
            let mut own: Vec<Row> = pieces.chain(trains).collect();
            keep_together(&mut own, MOST_TOGETHER);
            rows.append(&mut own);
            rows.push(Row::gap(2.2));
        }
        if let (None, Some(first)) = (&side.commander, side.commands.first()) {
            rows.extend(side.baggage.iter().map(|train| self.train(&first.id, train)));
        }
        if let Some(pool) = &side.detachments {
            rows.push(self.heading(words::cards::POOL));
            let given: Vec<&str> = pool
                .commands
                .iter()
                .map(|id| short_name(self.pack, id, self.making.language))
                .collect();
            let to = match given.is_empty() {
                true => self.word(words::cards::POOL_ALL).to_owned(),
                false => {
                    self.word(words::cards::POOL_SOME).replace("{commands}", &given.join(", "))
                }
            };
            rows.extend(self.text(&to, Face::Italic));
            for id in &pool.pieces {
                let name = phrases::name(self.pack, id, self.making.language);
                let sign = self.sign(PieceType::Detachment, CREAM);
                rows.push(self.block(sign, name, "", "", ""));
            }
            rows.push(Row::gap(2.2));
        }
        rows
    }

    /// A command: its short name in the side's colour, its title and leader, and its rating in a
    /// ring.
    pub(super) fn command(&self, hq: &Headquarters) -> Row {
        let labels = self.pack.labels().commands.get(&hq.id);
        let language = self.making.language;
        let title = labels.map_or("", |label| label.title.get(language));
        let leader = labels.map_or("", |label| label.leader.as_str());
        let (height, box_width) = (8.4, NAME - 1.5);
        let plate = Rect::from_size(0.0, 0.6, box_width, height - 1.8);
        let mut items = vec![Item::fill(Path::rect(plate), self.livery.ink)];
        if self.livery.is_second {
            let y = plate.bottom - 0.7;
            let stripe = Path::line(&[Point::new(plate.left, y), Point::new(plate.right, y)]);
            items.push(Item::line(stripe, Stroke::solid(CREAM, 0.35)));
        }
        let sign = short_name(self.pack, &hq.id, language);
        let sign = fit(sign, Lettering::new(Face::Bold, 11.0), box_width - 1.2, MIN_POINTS);
        let rise = sign.lettering().cap_height() / 2.0;
        if sign.width() <= box_width {
            let middle = plate.centre().translate(0.0, rise - 0.2);
            items.push(Item::Text(sign.centred(middle, CREAM)));
        }
        let ring = Point::new(self.room - 3.2, plate.centre().y);
        let rating = shape(&hq.rating.to_string(), Lettering::new(Face::Bold, 11.0));
        let rise = rating.lettering().cap_height() / 2.0;
        items.push(Item::line(Path::circle(ring, 3.0), Stroke::solid(self.livery.ink, 0.4)));
        items.push(Item::Text(rating.centred(ring.translate(0.0, rise), BLACK)));
        let start = self.start(hq.start, hq.zone.as_ref(), &hq.id, &Element::Headquarters);
        let room = self.room - NAME - 8.0;
        let large = Lettering::new(Face::Semibold, 11.0).with_spacing(0.03).with_small_capitals();
        let title = fit(title, large, room, MIN_POINTS);
        items.push(Item::Text(title.at(Point::new(NAME, 3.6), BLACK)));
        let under = match start.is_empty() {
            true => leader.to_owned(),
            false => format!("{leader} · {start}"),
        };
        let under = fit(&under, Lettering::new(Face::Italic, 8.0), room, MIN_POINTS);
        items.push(Item::Text(under.at(Point::new(NAME, 7.0), BLACK)));
        Row::new(height, items).keep_with_next()
    }

    fn start(
        &self,
        start: sandtable_pack::Arrival,
        zone: Option<&FeatureId>,
        command: &CommandId,
        element: &Element,
    ) -> String {
        let of = (command, element);
        phrases::start(self.pack, self.side, start, zone, of, self.making.language)
    }

    fn piece(&self, command: &CommandId, piece: &Piece) -> Row {
        let labels = self.pack.labels();
        let language = self.making.language;
        let ground = if piece.quality == Quality::Guard { GOLD } else { CREAM };
        let mut sign = self.sign(piece.kind, ground);
        sign.extend(battlefield::quality_mark(piece.quality, Point::new(8.2, 1.9), 0.85));
        let label = labels.pieces.get(&piece.id);
        let own = piece.own_type.as_ref();
        let own = own.and_then(|own| labels.types.get(own)).map(|title| title.get(language));
        let spent = (piece.status == Status::Spent).then(|| self.word(words::SPENT));
        let note: Vec<&str> = own.into_iter().chain(spent).collect();
        let strength = label.and_then(|label| label.strength);
        let strength = strength.map_or(String::new(), |men| format_whole(i64::from(men), language));
        let element = Element::Piece(piece.id.clone());
        let start = self.start(piece.start, piece.zone.as_ref(), command, &element);
        let name = label.map_or("", |label| &label.name);
        self.block(sign, name, &note.join(", "), &strength, &start)
    }

    fn train(&self, command: &CommandId, train: &Baggage) -> Row {
        let sign = battlefield::wagon(Point::new(3.0, 1.8), 4.6, BLACK, CREAM);
        let packed =
            self.word(if train.packed { words::cards::PACKED } else { words::cards::UNPACKED });
        let element = Element::Baggage(train.id.clone());
        let start = self.start(train.start, train.zone.as_ref(), command, &element);
        self.block(sign, self.word(words::cards::TRAIN), packed, "", &start)
    }

    pub(super) fn sign(&self, kind: PieceType, ground: Ink) -> Vec<Item> {
        let rect = Rect::from_size(0.6, 0.4, 5.0, 3.2);
        let mut items = vec![Item::fill(Path::rect(rect), ground)];
        items.extend(battlefield::arm_symbol(kind, rect, BLACK));
        items
    }

    /// The line of a block: symbol, name with a note, strength and location.
    pub(super) fn block(
        &self,
        sign: Vec<Item>,
        name: &str,
        note: &str,
        strength: &str,
        at: &str,
    ) -> Row {
        let plain = Lettering::new(Face::Regular, 9.0);
        let small = Lettering::new(Face::Italic, 7.5);
        let place = lines(&[Span::new(at, Lettering::new(Face::Regular, 8.0), BLACK)], PLACE, 0.0);
        let room = self.room - NAME - STRENGTH - PLACE - 1.0;
        let mut spans = vec![Span::new(name, plain, BLACK)];
        if !note.is_empty() {
            spans.push(Span::new(format!(" {note}"), small, BLACK));
        }
        let names = lines(&spans, room, 2.0);
        let mut items = sign;
        let step = plain.size() * LEADING;
        let base = |index: usize| 0.1 + plain.size() * ASCENT + step * index as f64;
        for (index, line) in names.iter().enumerate() {
            items.extend(line.at(Point::new(NAME, base(index))));
        }
        let strength = shape(strength, Lettering::new(Face::Regular, 8.5));
        let end = Point::new(self.room - PLACE - 1.5, base(0));
        items.push(Item::Text(strength.ending(end, BLACK)));
        for (index, line) in place.iter().enumerate() {
            items.extend(line.ending(Point::new(self.room, base(index))));
        }
        let count = names.len().max(place.len()).max(1);
        Row::new(step * count as f64 + 0.7, items)
    }

    /// A heading in small capitals over a thin double rule.
    pub(super) fn heading(&self, words: Words) -> Row {
        let lettering =
            Lettering::new(Face::Semibold, 11.0).with_spacing(0.06).with_small_capitals();
        let title = fit(self.word(words), lettering, self.room, MIN_POINTS);
        let rule = |y: f64| Path::line(&[Point::new(0.0, y), Point::new(self.room, y)]);
        let items = vec![
            Item::Text(title.at(Point::new(0.0, 3.8), self.livery.ink)),
            Item::line(rule(5.2), Stroke::solid(self.livery.ink, 0.3)),
            Item::line(rule(5.8), Stroke::solid(self.livery.ink, 0.12)),
        ];
        Row::new(6.8, items).keep_with_next()
    }

    pub(super) fn text(&self, text: &str, face: Face) -> Vec<Row> {
        let span = Span::new(text, Lettering::new(face, 8.5), BLACK);
        paragraph(&[span], self.room, 3.0)
    }

    fn remark(&self, words: Words) -> Row {
        let text = shape(self.word(words), Lettering::new(Face::Italic, 8.0));
        Row::new(4.0, vec![Item::Text(text.at(Point::new(NAME, 2.6), BLACK))])
    }

    /// The reinforcement schedule, with entries.
    pub fn schedule(&self) -> Vec<Row> {
        let language = self.making.language;
        let side = self.side;
        if side.reinforcements.is_empty() {
            return Vec::new();
        }
        let dawn = u32::from(self.pack.scenario().calendar.dawn_minutes);
        let mut rows = vec![self.heading(words::REINFORCEMENTS)];
        for r in &side.reinforcements {
            let when = sandtable_house_style::figures::capitalise(&phrases::when(
                self.pack, r.day, r.turn, language,
            ));
            let begins = format_time(dawn + 90 * u32::from(r.turn.saturating_sub(1)), language);
            let who = phrases::arriving_elements(self.pack, r, language);
            let by = phrases::entries(self.pack, r, language);
            let bold = Lettering::new(Face::Semibold, 8.5);
            let plain = Lettering::new(Face::Regular, 8.5);
            let spans = [
                Span::new(format!("{when} ({begins}){} ", self.word(words::COLON)), bold, BLACK),
                Span::new(format!("{who}, {by}"), plain, BLACK),
            ];
            rows.extend(paragraph(&spans, self.room, 3.0));
            rows.push(Row::gap(0.6));
        }
        rows.push(Row::gap(1.6));
        rows
    }

    /// The lines of communication, or the edges from which the side chooses.
    pub fn supply(&self) -> Vec<Row> {
        let side = self.side;
        let labels = self.pack.labels();
        let language = self.making.language;
        let mut rows = Vec::new();
        if !side.lines_of_communication.is_empty() {
            rows.push(self.heading(words::cards::LINES));
            let name = |road: &FeatureId| {
                let name = labels.features.get(road).and_then(|label| label.name.as_ref());
                name.map_or(road.to_string(), |name| name.get(language).to_owned())
            };
            let mut roads: Vec<String> = Vec::new();
            for line in &side.lines_of_communication {
                let mut name = name(&line.road);
                // If both sides use a road, each uses a different end.
                let others = self.pack.scenario().sides.iter().filter(|other| other.id != side.id);
                let mut others = others.flat_map(|other| &other.lines_of_communication);
                let end = line.path.0.last().and_then(|&end| self.pack.map().edge_of(end));
                if let Some(edge) = end
                    && others.any(|other| other.road == line.road)
                {
                    let edge = self
                        .word(words::cards::AT_EDGE)
                        .replace("{edge}", self.word(edge_name(edge)));
                    name = format!("{name} ({edge})");
                }
                if !roads.contains(&name) {
                    roads.push(name);
                }
            }
            rows.extend(self.text(&roads.join(", "), Face::Regular));
            rows.push(Row::gap(2.2));
        }
        if !side.edges_of_choice.is_empty() {
            rows.push(self.heading(words::cards::EDGES));
            let edges = side.edges_of_choice.iter().map(|&edge| self.word(edge_name(edge)));
            let text = self
                .word(words::cards::EDGES_TEXT)
                .replace("{edges}", &edges.collect::<Vec<_>>().join(", "));
            rows.extend(self.text(&text, Face::Regular));
        }
        rows
    }
}

/// The name of a map edge as seen on the table.
const fn edge_name(edge: Edge) -> Words {
    match edge {
        Edge::North => words::cards::NORTH,
        Edge::East => words::cards::EAST,
        Edge::South => words::cards::SOUTH,
        Edge::West => words::cards::WEST,
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Arrival, Formation, Language, Reinforcement, sample};

    use super::*;
    use crate::cards::tests::{making, texts};

    /// Returns the text of the key to sticker marks on a side's card.
    fn key_text(change: impl FnOnce(&mut Side), language: Language) -> String {
        let mut parts = sample::parts();
        change(&mut parts.scenario.sides[0]);
        let pack = Pack::new(parts).expect("valid change");
        let cards = order_of_battle(&pack, &pack.scenario().sides[0], &making(language));
        texts(&cards).join("\n")
    }

    /// Makes the first piece a reinforcement.
    fn comes_later(side: &mut Side) {
        let command = &mut side.commands[0];
        command.pieces[0].start = Arrival::Reinforcement;
        side.reinforcements.push(Reinforcement {
            day: 1,
            turn: 2,
            entry: sample::id("south"),
            alternatives: Vec::new(),
            roll: None,
            at_once: false,
            command: command.id.clone(),
            formation: Formation::Column,
            elements: [Element::Piece(command.pieces[0].id.clone())].into(),
        });
    }

    /// Label sheets and a shop's sheets have no key, so the card explains the marks.
    #[test]
    fn card_explains_sticker_marks() {
        for (language, words) in [
            (Language::En, ["On the stickers:", "front when Spent", "enters on day·turn"]),
            (Language::Es, ["En las pegatinas:", "frente si está Agotada", "entra en día·turno"]),
            (
                Language::Fr,
                ["Sur les autocollants\u{a0}:", "front si désorganisée", "entre au jour·tour"],
            ),
        ] {
            let key = key_text(comes_later, language);
            for words in words.into_iter().chain(["→ 1·6"]) {
                assert!(key.contains(words), "{words} in {key}");
            }
        }
    }

    /// PB-2.4: the card explains block positions, because the blocks themselves do not.
    #[test]
    fn card_explains_block_positions() {
        for (language, words) in [
            (Language::En, ["flag up is Spent", "label down is unpacked"]),
            (Language::Es, ["bandera hacia arriba", "está desembalado"]),
            (Language::Fr, ["drapeau en haut", "est déballé"]),
        ] {
            let said = key_text(|_| (), language);
            assert!(words.iter().all(|words| said.contains(words)), "{said}");
            let without = key_text(
                |side| {
                    side.baggage.clear();
                    side.commands.iter_mut().for_each(|command| command.baggage.clear());
                },
                language,
            );
            assert!(without.contains(words[0]) && !without.contains(words[1]), "{without}");
        }
    }

    #[test]
    fn omits_unused_marks() {
        let told_of = |change: fn(&mut Side)| {
            let key = key_text(change, Language::En);
            ["→", "guard", "militia"].map(|words| key.contains(words))
        };
        assert_eq!(told_of(|_| ()), [false; 3]);
        assert_eq!(told_of(comes_later), [true, false, false]);
        let guards: fn(&mut Side) = |side| side.commands[0].pieces[0].quality = Quality::Guard;
        assert_eq!(told_of(guards), [false, true, false]);
    }
}
