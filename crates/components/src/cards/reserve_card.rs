//! Reserve cards (PB-9.1): one per headquarters, cut out and folded twice to stand like a tent. The
//! enemy sees the side's back, the same on all cards. The owner sees the headquarters, and in front
//! of it spaces for the blocks in marching order (PB-9.4).

use sandtable_house_style::battlefield::{self, BLACK, CREAM, Livery, short_name};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Arrival, Headquarters, HiddenReserves, Pack, PaperLength, Side};
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Span, Stroke, fit, lines, shape,
};

use super::phrases;
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// The distance from the edge to the frame of the back, in millimetres.
const FRAME: f64 = 2.6;
/// The margin around the spaces for blocks.
const MARGIN: f64 = 3.2;
/// The gap between spaces.
const GAP: f64 = 2.0;
/// The clearance of a block in its space.
const SLACK: f64 = 1.0;
/// The number of spaces in a row, if they fit.
const COLUMNS: usize = 2;
/// The minimum number of spaces for the army commander, with whom any piece may hide.
const LEAST_PLACES: usize = 4;
/// The minimum card width and wall height, which leave room for words.
const LEAST_WIDTH: f64 = 60.0;
const LEAST_WALL: f64 = 26.0;
/// The maximum number of spaces: larger commands take turns hiding.
const MOST_PLACES: usize = 16;

/// The cards of a side, all the same size; none if the rules have no hidden reserves (PB-Q1).
pub(crate) fn reserve_cards(
    pack: &Pack,
    side: &Side,
    making: &ComponentSettings,
) -> Vec<Component> {
    if pack.ruleset().rulings.hidden_reserves == HiddenReserves::Off {
        return Vec::new();
    }
    let places = |hq: &Headquarters| {
        let command = side.commands.iter().find(|command| command.id == hq.id);
        let own = command.map_or(0, |command| command.pieces.len() + command.baggage.len());
        own.max(side.blocks_in_reserve(&hq.id).len()).clamp(LEAST_PLACES, MOST_PLACES)
    };
    let most = side.headquarters().map(places).max().unwrap_or(LEAST_PLACES);
    let form = Form::of(making, most);
    let card = |hq| Card { pack, side, hq, making, form }.component();
    side.headquarters().map(card).collect()
}

/// The dimensions of a card, in millimetres.
#[derive(Clone, Copy, Debug)]
struct Form {
    columns: usize,
    rows: usize,
    /// The space of a block: front and depth.
    place: (f64, f64),
    width: f64,
    /// The height of the wall that hides the blocks.
    wall: f64,
    height: f64,
}

impl Form {
    /// A card with this many spaces, or as many as fit on a sheet.
    fn of(making: &ComponentSettings, places: usize) -> Self {
        let mm = PaperLength::millimetres;
        let blocks = &making.blocks;
        let (length, depth) = (mm(blocks.length) + SLACK, mm(blocks.thickness) + SLACK);
        let (most_width, most_height) = (mm(making.room.0), mm(making.room.1));
        let wide = |columns: usize| (length + GAP) * columns as f64 - GAP + MARGIN * 2.0;
        let columns = if wide(COLUMNS) <= most_width { COLUMNS } else { 1 };
        let tray = |rows: usize| (depth + GAP) * rows as f64 - GAP + MARGIN * 2.0;
        // The wall is higher than an upright block behind it, if that fits.
        let wall = (mm(blocks.height) + 9.0).min((most_height - tray(1)) / 2.0).max(LEAST_WALL);
        let mut rows = places.div_ceil(columns);
        while rows > 1 && wall * 2.0 + tray(rows) > most_height {
            rows -= 1;
        }
        let (width, height) = (wide(columns).max(LEAST_WIDTH), wall * 2.0 + tray(rows));
        Self { columns, rows, place: (length, depth), width, wall, height }
    }
}

struct Card<'a> {
    pack: &'a Pack,
    side: &'a Side,
    hq: &'a Headquarters,
    making: &'a ComponentSettings,
    form: Form,
}

impl Card<'_> {
    fn component(&self) -> Component {
        let Form { width, wall, height, .. } = self.form;
        let mut items = self.back(Rect::from_size(0.0, 0.0, width, wall));
        let inside = Rect::new(0.0, wall, width, height);
        let bleed = self.making.bleed;
        let ground = Rect { top: wall, ..inside.expand(bleed) };
        items.push(Item::fill(Path::rect(ground), CREAM));
        items.extend(self.wall(Rect::from_size(0.0, wall, width, wall)));
        items.extend(self.places(Point::new(0.0, wall * 2.0)));
        let size = (PaperLength::from_millimetres(width), PaperLength::from_millimetres(height));
        let fold = |y: f64| [Point::new(0.0, y), Point::new(width, y)];
        Component {
            folds: vec![fold(wall), fold(wall * 2.0)],
            ..Component::flat(format!("reserve {}", self.hq.id), size, items)
        }
    }

    /// The enemy's view: the side's colours, upside down, because it is folded back.
    fn back(&self, rect: Rect) -> Vec<Item> {
        let livery = Livery::from_side(self.pack, self.side);
        let bleed = self.making.bleed;
        let ground = Rect { bottom: rect.bottom, ..rect.expand(bleed) };
        let frame = rect.expand(-FRAME);
        let mut items = vec![
            Item::fill(Path::rect(ground), livery.ink),
            Item::line(Path::rect(frame), Stroke::solid(CREAM, 0.5)),
            Item::line(Path::rect(frame.expand(-0.9)), Stroke::solid(CREAM, 0.25)),
        ];
        let centre = rect.centre();
        let mut emblem = Vec::new();
        if livery.is_second {
            let sign = Rect::from_size(-4.2, -5.6, 8.4, 5.6);
            emblem.extend(battlefield::arm_symbol(
                sandtable_pack::PieceType::Infantry,
                sign,
                CREAM,
            ));
        } else {
            emblem.push(Item::fill(battlefield::star(Point::new(0.0, -2.8), 3.8), CREAM));
        }
        let title = self.pack.labels().sides.get(&self.side.id);
        let title = title.map_or("", |label| label.title.get(self.making.language));
        let lettering =
            Lettering::new(Face::Semibold, 12.0).with_spacing(0.08).with_small_capitals();
        let title = fit(title, lettering, rect.width() - FRAME * 2.0 - 6.0, MIN_POINTS);
        emblem.push(Item::Text(title.centred(Point::new(0.0, 5.6), CREAM)));
        let upside_down = Rotation { cosine: -1.0, sine: 0.0 };
        items.extend(emblem.iter().map(|item| item.transform(centre, upside_down)));
        items
    }

    /// The owner's view of the wall: the headquarters, and the pieces that start with it.
    fn wall(&self, rect: Rect) -> Vec<Item> {
        let language = self.making.language;
        let labels = self.pack.labels().commands.get(&self.hq.id);
        let livery = Livery::from_side(self.pack, self.side);
        let plate = Rect::from_size(rect.left + MARGIN, rect.top + 4.0, 13.0, 10.0);
        let mut items = vec![Item::fill(Path::rect(plate), livery.ink)];
        if livery.is_second {
            let y = plate.bottom - 1.0;
            let ends = [Point::new(plate.left, y), Point::new(plate.right, y)];
            items.push(Item::line(Path::line(&ends), Stroke::solid(CREAM, 0.4)));
        }
        let sign = short_name(self.pack, &self.hq.id, language);
        let sign = fit(sign, Lettering::new(Face::Bold, 15.0), plate.width() - 1.5, MIN_POINTS);
        let rise = sign.lettering().cap_height() / 2.0;
        if sign.width() <= plate.width() {
            let base = plate.centre().translate(0.0, rise - 0.3);
            items.push(Item::Text(sign.centred(base, CREAM)));
        }
        let ring = Point::new(rect.right - MARGIN - 5.0, plate.centre().y);
        let rating = shape(&self.hq.rating.to_string(), Lettering::new(Face::Bold, 16.0));
        let rise = rating.lettering().cap_height() / 2.0;
        items.push(Item::line(Path::circle(ring, 4.6), Stroke::solid(livery.ink, 0.5)));
        items.push(Item::Text(rating.centred(ring.translate(0.0, rise), BLACK)));
        let left = plate.right + 2.5;
        let room = ring.x - 7.0 - left;
        let title = labels.map_or("", |label| label.title.get(language));
        let large = Lettering::new(Face::Semibold, 13.0).with_spacing(0.04).with_small_capitals();
        let leader = labels.map_or("", |label| label.leader.as_str());
        let small = Lettering::new(Face::Italic, 9.0);
        let mut y = plate.top - 0.4;
        for (text, lettering) in [(title, large), (leader, small)] {
            let set = fit(text, lettering, room, MIN_POINTS);
            let spans = [Span::new(text, set.lettering(), BLACK)];
            // A name that does not fit at the minimum size wraps.
            for line in lines(&spans, room, 0.0).into_iter().take(3) {
                y += line.size() * 1.12;
                items.extend(line.at(Point::new(left, y - line.size() * 0.2)));
            }
        }
        let mut y = plate.bottom.max(y) + 1.2;
        let room = rect.width() - MARGIN * 2.0;
        for line in lines(&self.note(), room, 0.0) {
            if y + line.size() * 1.2 > rect.bottom - 1.4 {
                break;
            }
            y += line.size() * 1.2;
            items.extend(line.at(Point::new(rect.left + MARGIN, y - line.size() * 0.2)));
        }
        items
    }

    /// The pieces that start in reserve here, or the purpose of the card.
    fn note(&self) -> Vec<Span> {
        let language = self.making.language;
        let own = self.side.blocks_in_reserve(&self.hq.id);
        let small = Lettering::new(Face::Italic, 8.0);
        if own.is_empty() {
            let is_off_map = matches!(self.hq.start, Arrival::Reinforcement);
            let hint =
                if is_off_map { words::cards::RESERVE_LATER } else { words::cards::RESERVE_HINT };
            return vec![Span::new(translate(hint, language), small, BLACK)];
        }
        let names: Vec<&str> =
            own.iter().map(|id| phrases::name(self.pack, id, language)).collect();
        let bold = Lettering::new(Face::Semibold, 8.5);
        vec![
            Span::new(format!("{} ", translate(words::cards::BEGIN_HERE, language)), small, BLACK),
            Span::new(names.join(", "), bold, BLACK),
        ]
    }

    /// The spaces for blocks, numbered from the headquarters outwards.
    fn places(&self, corner: Point) -> Vec<Item> {
        let livery = Livery::from_side(self.pack, self.side);
        let Form { columns, rows, place: (length, depth), width, .. } = self.form;
        let across = (length + GAP) * columns as f64 - GAP;
        let left = (width - across) / 2.0;
        let mut items = Vec::new();
        for number in 0..rows * columns {
            let (row, column) = (number / columns, number % columns);
            let x = corner.x + left + (length + GAP) * column as f64;
            let y = corner.y + MARGIN + (depth + GAP) * row as f64;
            let place = Rect::from_size(x, y, length, depth);
            let outline = Path::rect(place);
            items.push(Item::line(outline, Stroke::dashed(livery.ink, 0.25, &[1.2, 0.8])));
            let figure = shape(&(number + 1).to_string(), Lettering::new(Face::Italic, 9.0));
            if figure.width() < length && figure.lettering().size() < depth {
                let base = place.centre().translate(0.0, figure.lettering().size() * 0.3);
                items.push(Item::Text(figure.centred(base, livery.ink)));
            }
        }
        items
    }
}
