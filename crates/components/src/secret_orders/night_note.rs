//! A night-note card (PB-29.5): cut out and folded once, with the print outside. Players write the
//! choice on the inside by hand, so a program cannot print it by accident.

use sandtable_house_style::battlefield::BLACK;
use sandtable_house_style::words::sheets::PRINT_WHOLE;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::Language;
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Stroke, shape,
};

use super::commitment::{Commitments, Grid, Letters};
use super::page::{
    CUT, FOLD, FOLD_DASHES, band, base_pack, finish, line_for, one_line, page, version, words_in,
};
use super::{MatchDetails, SecretPage, SecretPageError};
use crate::paper::Paper;
use crate::ruler::ruler;

/// The text of a night-note card.
#[derive(Clone, Debug, PartialEq)]
pub struct NightNoteCard {
    /// The match.
    pub secret_match: MatchDetails,
    /// The number of the night, from 1.
    pub night: u8,
    /// The commitments.
    pub commitments: Commitments,
}

/// The size of the folded card, in millimetres: A7.
const WIDTH: f64 = 105.0;
const HEIGHT: f64 = 74.0;
const MARGIN: f64 = 6.0;
/// The distance from the upper edge of the page to the card.
const TOP: f64 = 24.0;

/// The distance that the fold line extends beyond the card.
const REACH: f64 = 4.0;

/// A card for a night note, on a page of A4 or Letter.
///
/// Fails if the paper is too small or a commitment is invalid.
pub fn night_note_card(
    card: &NightNoteCard,
    language: Language,
    paper: &Paper,
) -> Result<SecretPage, SecretPageError> {
    let (own, other) = card.commitments.read()?;
    let mut sheet = page("oob-night-note", paper)?;
    let left = (sheet.width.millimetres() - WIDTH) / 2.0;
    let fold = TOP + HEIGHT;
    let face = Faces { card, own: &own, other: other.as_ref(), language };
    let put = |items: Vec<Item>, origin: Point, slant: Rotation| -> Vec<Item> {
        items.iter().map(|item| item.transform(origin, slant)).collect()
    };
    let upside_down = Rotation { cosine: -1.0, sine: 0.0 };
    let mut printed = put(face.front(), Point::new(left, fold), Rotation::NONE);
    printed.extend(put(face.back(), Point::new(left + WIDTH, fold), upside_down));
    sheet.add_layer("night note", printed);
    let beyond = Point::new(left - 20.0, fold + HEIGHT + 8.0);
    sheet.add_layer("instructions", how_to(&card.secret_match, language, beyond));
    // It extends beyond the card, because the band hides it.
    let ends = [Point::new(left - REACH, fold), Point::new(left + WIDTH + REACH, fold)];
    let folds = Item::line(Path::line(&ends), Stroke::dashed(FOLD, 0.2, &FOLD_DASHES));
    sheet.add_layer("folds", vec![folds]);
    let outline = Path::rect(Rect::from_size(left, TOP, WIDTH, HEIGHT * 2.0));
    sheet.add_layer("cut lines", vec![Item::line(outline, Stroke::solid(CUT, 0.25))]);
    finish(sheet, words::secret_orders::NIGHT_NOTE, &card.secret_match, language)
}

/// The instructions for making and using the card, from a corner.
fn how_to(of: &MatchDetails, language: Language, corner: Point) -> Vec<Item> {
    let steps = [
        PRINT_WHOLE,
        words::secret_orders::NOTE_STEP_CUT,
        words::secret_orders::NOTE_STEP_WRITE,
        words::secret_orders::NOTE_STEP_COPY,
    ];
    let room = WIDTH + 40.0;
    let lettering = Lettering::new(Face::Regular, 9.0);
    let mut items = Vec::new();
    let mut y = corner.y;
    for step in steps {
        let place = (Point::new(corner.x, y), room);
        let (set, end) = words_in(translate(step, language), lettering, place, 4.0);
        items.extend(set);
        y = end + 1.0;
    }
    items.extend(ruler(Point::new(corner.x, y + 6.0), Rotation::NONE, BLACK));
    let version = shape(&version(of), Lettering::new(Face::Regular, MIN_POINTS));
    items.push(Item::Text(version.at(Point::new(corner.x, y + 14.0), BLACK)));
    items
}

/// Both faces of the card, each from its upper left corner as it is read.
struct Faces<'a> {
    card: &'a NightNoteCard,
    own: &'a Letters,
    other: Option<&'a Letters>,
    language: Language,
}

impl Faces<'_> {
    /// The side, the night, and the commitment.
    fn front(&self) -> Vec<Item> {
        const CODE: f64 = 30.75;
        let language = self.language;
        let of = &self.card.secret_match;
        let room = WIDTH - MARGIN * 2.0;
        let mut items = band(of, Rect::from_size(0.0, 0.0, WIDTH, 10.0), 11.0, 0.0);
        let centred = |text: &str, lettering: Lettering, y: f64| {
            let set = one_line(text, lettering, room);
            Item::Text(set.centred(Point::new(WIDTH / 2.0, y), BLACK))
        };
        let small = Lettering::new(Face::Semibold, 11.0).with_spacing(0.05).with_small_capitals();
        items.push(centred(&of.battle, small, 16.0));
        let night = translate(words::secret_orders::NIGHT, language)
            .replace("{night}", &self.card.night.to_string());
        let what = format!("{} · {night}", translate(words::secret_orders::NIGHT_NOTE, language));
        items.push(centred(&what, Lettering::new(Face::Semibold, 15.0), 23.5));
        let inside = translate(words::secret_orders::STAY_OR_WITHDRAW, language);
        items.push(centred(inside, Lettering::new(Face::Italic, 9.5), 29.0));
        let code = Point::new(WIDTH - MARGIN - CODE + 2.0, 33.0);
        items.extend(self.own.qr().items(code, CODE));
        let label = translate(words::secret_orders::COMMITMENT, language);
        let label = one_line(label, Lettering::new(Face::Italic, 8.0), code.x - MARGIN - 2.0);
        items.push(Item::Text(label.at(Point::new(MARGIN, 38.0), BLACK)));
        let grid = Grid { pitch: 3.3, gap: 3.6, columns: 4, leading: 6.6 };
        let lettering = Lettering::new(Face::Semibold, 11.0);
        items.extend(self.own.draw_rows(Point::new(MARGIN, 44.5), grid, lettering, BLACK));
        let pack = base_pack(of, language);
        let pack = one_line(&pack, Lettering::new(Face::Regular, 7.0), room);
        items.push(Item::Text(pack.at(Point::new(MARGIN, HEIGHT - 4.0), BLACK)));
        items
    }

    /// The other side's commitment, and lines to sign.
    fn back(&self) -> Vec<Item> {
        let language = self.language;
        let of = &self.card.secret_match;
        let room = WIDTH - MARGIN * 2.0;
        let heading = translate(words::secret_orders::OTHER_NOTE, language)
            .replace("{side}", &of.other().title);
        let heading = one_line(&heading, Lettering::new(Face::Semibold, 10.0), room);
        let mut items = vec![Item::Text(heading.at(Point::new(MARGIN, 10.0), BLACK))];
        let grid = Grid { pitch: 5.2, gap: 3.0, columns: 4, leading: 8.6 };
        let lettering = Lettering::new(Face::Semibold, 12.0);
        let corner = Point::new((WIDTH - grid.width()) / 2.0, 13.5);
        items.extend(self.own.boxes(corner, (grid, 7.2), self.other, (lettering, BLACK)));
        let signature = translate(words::secret_orders::SIGNATURE, language)
            .replace("{side}", &of.own_side().title);
        let y = HEIGHT - 10.0;
        items.extend(line_for(&signature, Point::new(MARGIN, y), room * 0.6 - 3.0));
        let when = translate(words::secret_orders::DATE_AND_TIME, language);
        items.extend(line_for(when, Point::new(MARGIN + room * 0.6, y), room * 0.4));
        items
    }
}
