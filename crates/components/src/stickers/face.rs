//! The art of stickers and chits.

pub use sandtable_house_style::battlefield::{self, BLACK, CREAM, GOLD, short_name, side_ink};
use sandtable_lettering::{
    BAND_SHARE, BAR_SHARE, FACE_MARGIN, Label, PlacedLine, SAFE_DISTANCE, STRIPE_WIDTH,
    band_baseline, headquarters_lines, piece_lines, piece_note,
};
use sandtable_pack::{
    CommandId, CommandLabel, Element, Headquarters, Language, Pack, Piece, PieceId, PieceType,
    Quality, Side,
};
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Rotation, ShapedText, Stroke, checked_line};

use super::arrival;
use super::kriegsspiel::Share;

/// Draws the stickers of one side.
pub(crate) struct Artist<'a> {
    pack: &'a Pack,
    side: &'a Side,
    language: Language,
    pub colour: Ink,
    /// Whether this is the second side, distinguished in black-and-white print by stripes across
    /// its bar, a band at the foot, or dots.
    second: bool,
    /// The distance that art extends beyond the edge, in millimetres.
    bleed: f64,
}

/// The gap between the symbol of an arm and the end of its bar, in millimetres.
const SIGN_GAP: f64 = 1.6;
/// The height of the band at the foot: the mark remains visible if the cut is half a millimetre
/// off.
const FOOT: f64 = STRIPE_WIDTH + 0.5;
/// The radius of the dots on a chit, in millimetres.
const DOT: f64 = 0.9;
/// The depth of descenders below the baseline, as a fraction of the type size.
const DESCENDER: f64 = 0.24;

impl<'a> Artist<'a> {
    pub fn new(pack: &'a Pack, side: &'a Side, language: Language, bleed: f64) -> Self {
        let second = pack.scenario().sides[1].id == side.id;
        Self { pack, side, language, colour: side_ink(pack, side), second, bleed }
    }

    /// A combat piece: the arm in the bar, the formation at the top, the name in the middle and the
    /// quality below. A share of the piece has its number after the formation, and its own strength.
    pub fn piece(
        &self,
        rect: Rect,
        command: Option<&CommandId>,
        piece: &Piece,
        share: Option<Share>,
    ) -> Vec<Item> {
        let ground = if piece.quality == Quality::Guard { GOLD } else { CREAM };
        let mut items = vec![Item::fill(Path::rect(rect.expand(self.bleed)), ground)];
        let bar = Rect::from_size(rect.left, rect.top, rect.width() * BAR_SHARE, rect.height());
        items.extend(self.bar(bar));
        // The symbol is as far from the cut as text.
        let unit = rect.height() / 19.05;
        let safe = SAFE_DISTANCE.min(bar.width() / 2.0);
        let width = (bar.width() - safe - SIGN_GAP * unit.min(1.0)).max(bar.width() * 0.3);
        let box_height = (width * 0.68).min(rect.height() * 0.8);
        let middle = Point::new(bar.left + safe + width / 2.0, bar.centre().y);
        let sign =
            Rect::from_size(middle.x - width / 2.0, middle.y - box_height / 2.0, width, box_height);
        items.push(Item::fill(Path::rect(sign), ground));
        items.extend(battlefield::arm_symbol(
            piece.kind,
            sign.expand(-battlefield::arm_symbol_weight(sign) / 2.0),
            BLACK,
        ));

        let field = Rect::new(
            bar.right + FACE_MARGIN,
            rect.top + SAFE_DISTANCE,
            rect.right - SAFE_DISTANCE,
            rect.bottom - SAFE_DISTANCE,
        );
        // PB-2.5: the upper edge of the label is the front of a Spent piece.
        let front = Point::new(field.left + 1.3, field.top + 0.9);
        items.push(spent_front(front, self.colour));

        let radius = 1.35 * unit;
        let foot = field.bottom - radius;
        items.extend(battlefield::quality_mark(
            piece.quality,
            Point::new(field.left + radius * 1.2, foot),
            radius,
        ));
        let label = self.pack.labels().pieces.get(&piece.id);
        let coming =
            command.and_then(|id| arrival(self.side, id, &Element::Piece(piece.id.clone())));
        // A battle's own type has the symbol of its arm, so the note names the type. For
        // reinforcements, the note also has the arrival day and turn.
        let own_type = piece.own_type.as_ref().map(|own| {
            let title = self.pack.labels().types.get(own);
            title.map_or(own.as_str(), |title| title.get(self.language))
        });
        let strength = share.map_or(self.strength(&piece.id), |share| share.strength);
        let note = piece_note(strength, own_type, coming);
        let short = command.map_or("", |id| self.short(id));
        let short = match share {
            Some(share) => format!("{short} · {}", share.number),
            None => short.to_owned(),
        };
        let name = label.map_or("", |label| &label.name);
        let lines = piece_lines((rect.width(), rect.height()), &short, name, &note);
        let inks = std::iter::once(self.colour).chain(std::iter::repeat(BLACK));
        items.extend(lines.into_iter().zip(inks).map(|(line, ink)| text(line, rect, ink)));
        items
    }

    /// A detachment that can be assigned to any command.
    pub fn detachment(&self, rect: Rect, id: &PieceId) -> Vec<Item> {
        self.piece(rect, None, &Piece::from_pool(id.clone()), None)
    }

    /// The strength of a piece, if the scenario gives it.
    pub fn strength(&self, piece: &PieceId) -> Option<u32> {
        self.pack.labels().pieces.get(piece)?.strength
    }

    /// The Fresh face of an HQ: command and rating, with the leader along its side.
    pub fn headquarters(&self, rect: Rect, hq: &Headquarters) -> Vec<Item> {
        let mut items = vec![Item::fill(Path::rect(rect.expand(self.bleed)), CREAM)];
        items.extend(self.bands(rect));
        let size = (rect.width(), rect.height());
        let (short, rating) = (self.short(&hq.id), hq.rating.to_string());
        let lines = headquarters_lines(size, short, self.surname(&hq.id), &rating);
        let inks = [CREAM, BLACK, BLACK];
        items.extend(lines.into_iter().zip(inks).map(|(line, ink)| text(line, rect, ink)));
        items
    }

    /// The Spent face of an HQ: its flag.
    pub fn flag(&self, rect: Rect, hq: &Headquarters) -> Vec<Item> {
        let mut items = vec![Item::fill(Path::rect(rect.expand(self.bleed)), CREAM)];
        let (staff, top) = (rect.left + SAFE_DISTANCE + 0.25, rect.top + SAFE_DISTANCE + 0.25);
        items.push(Item::line(
            Path::line(&[
                Point::new(staff, top),
                Point::new(staff, rect.bottom - SAFE_DISTANCE - 2.6),
            ]),
            Stroke::round(BLACK, 0.45),
        ));
        let (right, fall) = (rect.right - SAFE_DISTANCE - 0.1, rect.height() * 0.3);
        let notch = (right - staff) * 0.25;
        let cloth = Path::ring(&[
            Point::new(staff, top + 0.2),
            Point::new(right, top + 0.2),
            Point::new(right - notch, top + fall / 2.0 + 0.2),
            Point::new(right, top + fall + 0.2),
            Point::new(staff, top + fall + 0.2),
        ]);
        items.push(Item::fill(cloth.clone(), self.colour));
        if self.second {
            let stripe =
                Rect::new(staff, top + fall * 0.4 + 0.2, right - notch, top + fall * 0.6 + 0.2);
            items.push(Item::fill(Path::rect(stripe), CREAM));
        }
        items.push(Item::line(cloth, Stroke::solid(BLACK, 0.18)));
        let foot = Label::FlagCommand;
        let short = label(foot, self.short(&hq.id), rect);
        let hangs = short.text().contains(['g', 'j', 'p', 'q', 'y', 'Q', ',', ';', 'ç', 'Ç']);
        let below = if hangs { short.lettering().size() * DESCENDER } else { 0.0 };
        let base = Point::new(rect.centre().x, rect.bottom - SAFE_DISTANCE - below);
        items.push(Item::Text(short.centred(base, BLACK)));
        items
    }

    /// A baggage train.
    pub fn baggage(&self, rect: Rect, command: Option<&CommandId>) -> Vec<Item> {
        let mut items = vec![Item::fill(Path::rect(rect.expand(self.bleed)), CREAM)];
        let head = Rect::from_size(rect.left, rect.top, rect.width(), rect.height() * BAND_SHARE);
        items.extend(self.bands(rect));
        // At army level, the train has the army HQ's label.
        let army = self.side.commander.as_ref().map(|army| &army.headquarters.id);
        let short = command.or(army).map_or("", |id| self.short(id));
        let room = Label::BaggageCommand.box_length(rect.width(), rect.height());
        let line = Label::BaggageCommand.typeset(short, room).remove(0);
        let base = rect.top + band_baseline(&line, rect.height());
        let middle = Point::new(head.centre().x, base);
        items.push(Item::Text(ShapedText::from(line).centred(middle, CREAM)));
        let centre = Point::new(rect.centre().x, rect.top + rect.height() * 0.62);
        items.extend(battlefield::wagon(centre, rect.width() * 0.58, BLACK, CREAM));
        items
    }

    /// The front of a chit: its command in a ring of the side's colour.
    pub fn chit(&self, rect: Rect, command: &CommandId) -> Vec<Item> {
        // The ring is the background around a disc. It has no outer edge, so an inexact cut cannot
        // show one.
        let radius = rect.width() / 2.0 - SAFE_DISTANCE;
        let centre = rect.centre();
        let mut items = vec![
            Item::fill(Path::rect(rect.expand(self.bleed)), self.colour),
            Item::fill(Path::circle(centre, radius), CREAM),
        ];
        if self.second {
            // In the corners, away from the disc and the cut.
            let off = rect.width() / 2.0 - SAFE_DISTANCE - DOT;
            for (x, y) in [(-off, -off), (off, -off), (-off, off), (off, off)] {
                items.push(Item::fill(Path::circle(centre.translate(x, y), DOT), CREAM));
            }
        }
        let short = label(Label::ChitCommand, self.short(command), rect);
        let rise = short.lettering().cap_height() / 2.0;
        items.push(Item::Text(short.centred(centre.translate(0.0, rise - 1.2), BLACK)));
        let leader = label(Label::ChitLeader, self.surname(command), rect);
        items.push(Item::Text(leader.centred(centre.translate(0.0, rect.width() * 0.27), BLACK)));
        items
    }

    /// The back of a chit. All chits of a side share it, which hides a chit's command until it is
    /// drawn.
    pub fn chit_back(&self, rect: Rect) -> Vec<Item> {
        let centre = rect.centre();
        let radius = rect.width() / 2.0 - SAFE_DISTANCE;
        let mut items = vec![
            Item::fill(Path::rect(rect.expand(self.bleed)), self.colour),
            Item::line(Path::circle(centre, radius - 0.25), Stroke::solid(CREAM, 0.5)),
        ];
        if self.second {
            let (width, height) = (rect.width() * 0.52, rect.width() * 0.35);
            let sign =
                Rect::from_size(centre.x - width / 2.0, centre.y - height / 2.0, width, height);
            items.extend(battlefield::arm_symbol(PieceType::Infantry, sign, CREAM));
        } else {
            items.push(Item::fill(battlefield::star(centre, rect.width() * 0.25), CREAM));
        }
        items
    }

    /// The vertical bar in the side's colour.
    fn bar(&self, rect: Rect) -> Vec<Item> {
        let mut items = vec![Item::fill(
            Path::rect(Rect::new(
                rect.left - self.bleed,
                rect.top - self.bleed,
                rect.right,
                rect.bottom + self.bleed,
            )),
            self.colour,
        )];
        if self.second {
            // Above and below the symbol, with equal parts of the colour on both sides.
            let unit = (rect.height() / 19.05).min(1.0);
            for y in [0.2, 0.8].map(|share| rect.top + rect.height() * share) {
                let line = [Point::new(rect.left - self.bleed, y), Point::new(rect.right, y)];
                items
                    .push(Item::line(Path::line(&line), Stroke::solid(CREAM, STRIPE_WIDTH * unit)));
            }
        }
        items
    }

    /// The horizontal band in the side's colour at the head of a face. The second side also has a
    /// band at the foot, as high as the text margin allows.
    fn bands(&self, face: Rect) -> Vec<Item> {
        let wide = face.expand(self.bleed);
        let head = Rect { bottom: face.top + face.height() * BAND_SHARE, ..wide };
        let mut items = vec![Item::fill(Path::rect(head), self.colour)];
        if self.second {
            let height = FOOT * (face.height() / 19.05).min(1.0);
            let foot = Rect { top: face.bottom - height, ..wide };
            items.push(Item::fill(Path::rect(foot), self.colour));
        }
        items
    }

    fn short(&self, id: &CommandId) -> &'a str {
        short_name(self.pack, id, self.language)
    }

    fn surname(&self, id: &CommandId) -> &'a str {
        self.pack.labels().commands.get(id).map_or("", CommandLabel::short_leader)
    }
}

/// A line at its position on a face.
fn text(line: PlacedLine, face: Rect, ink: Ink) -> Item {
    let (x, y) = line.start;
    let slant = match line.is_upright {
        true => Rotation { cosine: 0.0, sine: -1.0 },
        false => Rotation::NONE,
    };
    let start = Point::new(face.left + x, face.top + y);
    Item::Text(ShapedText::from(line.line).rotated(start, slant, ink))
}

/// A one-line label, fitted to its box on a sticker; reported if `check` would find it too long.
fn label(label: Label, text: &str, sticker: Rect) -> ShapedText {
    let (width, height) = (sticker.width(), sticker.height());
    checked_line(
        label.typeset(text, label.box_length(width, height)).remove(0),
        label.limit(width, height),
    )
}

/// The mark on the edge that becomes the front of a Spent piece.
pub(crate) fn spent_front(middle: Point, ink: Ink) -> Item {
    let corners = [(0.0, -0.9), (1.3, 1.0), (-1.3, 1.0)];
    Item::fill(Path::ring(&corners.map(|(dx, dy)| middle.translate(dx, dy))), ink)
}

#[cfg(test)]
mod tests {
    use sandtable_pack::BlockProfile;

    use super::*;

    /// Sheets report exactly the labels that `check` reports.
    #[test]
    fn reports_the_long_labels_of_check() {
        let block = BlockProfile::CUBES;
        for kind in [Label::FlagCommand, Label::ChitCommand, Label::ChitLeader] {
            let (width, height) = kind.sticker(&block);
            let rect = Rect::from_size(0.0, 0.0, width, height);
            let mut seen = [0; 2];
            for count in 1..40 {
                let text = "i".repeat(count);
                let run = label(kind, &text, rect).centred(rect.centre(), BLACK);
                assert_eq!(run.uncut_text.is_none(), kind.fits(&text, &block), "{kind:?} {text}");
                seen[usize::from(run.uncut_text.is_some())] += 1;
            }
            assert!(seen.iter().all(|count| *count > 3), "{kind:?}: {seen:?}");
        }
    }
}
