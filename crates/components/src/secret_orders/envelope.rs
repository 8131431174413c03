//! An envelope for an order of battle, to cut out of one sheet, fold and glue.
//!
//! From the top, the sheet has the flap, the front with tabs at its sides, and the back. Everything
//! is printed on the outside. Flap and back are upside down on the sheet, so they are upright when
//! the envelope is turned over like a page. The part of the back under the flap has the
//! instructions.

use sandtable_house_style::battlefield::BLACK;
use sandtable_house_style::swelled_rule;
use sandtable_house_style::words::sheets::PRINT_WHOLE;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::Language;
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Segment, Stroke, shape,
};

use super::commitment::{Commitments, Grid, Letters};
use super::page::{
    CUT, FOLD, FOLD_DASHES, band, base_pack, finish, line_for, one_line, page, title, version,
    words_in,
};
use super::{MatchDetails, SecretPage, SecretPageError};
use crate::paper::Paper;
use crate::ruler::ruler;

/// The text of an envelope.
#[derive(Clone, Debug, PartialEq)]
pub struct EnvelopeCover {
    /// The match.
    pub secret_match: MatchDetails,
    /// The commitments.
    pub commitments: Commitments,
}

/// The size of the front, in millimetres: a C6 envelope, which holds A4 and Letter folded twice.
const WIDTH: f64 = 162.0;
const FRONT: f64 = 114.0;
/// The height of the back, which ends below the upper fold.
const BACK: f64 = 108.0;
/// The difference in width between back and front on each side. It lets the back fit between the
/// side folds.
const NARROWER: f64 = 1.0;
const FLAP: f64 = 38.0;
/// The taper of the flap on each side.
const TAPER: f64 = 20.0;
const TAB: f64 = 16.0;
/// The height of the back under the flap.
const COVERED: f64 = FLAP - (FRONT - BACK);
/// The radius of the space for the seal.
const SEAL: f64 = 11.0;
/// The distance from the edge to the text.
const MARGIN: f64 = 8.0;
const UPSIDE_DOWN: Rotation = Rotation { cosine: -1.0, sine: 0.0 };

/// The envelope of an order of battle, on one sheet of A4 or Letter.
///
/// Fails if the paper is too small or a commitment is invalid.
pub fn envelope_cover(
    cover: &EnvelopeCover,
    language: Language,
    paper: &Paper,
) -> Result<SecretPage, SecretPageError> {
    let (own, other) = cover.commitments.read()?;
    let shown = Some(PrintedCommitments { own: &own, other: other.as_ref() });
    Envelope { secret_match: &cover.secret_match, printed_commitments: shown, language }.page(paper)
}

/// The envelope without a commitment, for players who rely on paper only. It has signature lines
/// for sealing and for opening it.
///
/// Fails if the paper is too small.
pub fn plain_envelope(
    of: &MatchDetails,
    language: Language,
    paper: &Paper,
) -> Result<SecretPage, SecretPageError> {
    Envelope { secret_match: of, printed_commitments: None, language }.page(paper)
}

/// The layout of the envelope on the sheet.
struct Form {
    /// The upper left corner of the bounding box of flap, front and back.
    corner: Point,
}

impl Form {
    fn upper_fold(&self) -> f64 {
        self.corner.y + FLAP
    }

    fn lower_fold(&self) -> f64 {
        self.upper_fold() + FRONT
    }

    fn end(&self) -> f64 {
        self.lower_fold() + BACK
    }

    /// The cut line of the envelope.
    fn outline(&self) -> Item {
        /// The length cut off the corners of tabs and back.
        const OFF: f64 = 8.0;
        let (left, right) = (self.corner.x, self.corner.x + WIDTH);
        let (tip, upper, lower, end) =
            (self.corner.y, self.upper_fold(), self.lower_fold(), self.end());
        let ring = [
            (left + TAPER, tip),
            (right - TAPER, tip),
            (right, upper),
            (right + TAB, upper + OFF),
            (right + TAB, lower - OFF),
            (right, lower),
            (right - NARROWER, lower + NARROWER),
            (right - NARROWER, end),
            (left + NARROWER, end),
            (left + NARROWER, lower + NARROWER),
            (left, lower),
            (left - TAB, lower - OFF),
            (left - TAB, upper + OFF),
            (left, upper),
        ];
        let ring = ring.map(|(x, y)| Point::new(x, y));
        Item::line(Path::ring(&ring), Stroke::solid(CUT, 0.25))
    }

    /// The fold lines: the four sides of the front.
    fn folds(&self) -> Item {
        let (left, right) = (self.corner.x, self.corner.x + WIDTH);
        let (upper, lower) = (self.upper_fold(), self.lower_fold());
        let mut path = Path::new();
        for (from, to) in [
            ((left, upper), (right, upper)),
            ((left, lower), (right, lower)),
            ((left, upper), (left, lower)),
            ((right, upper), (right, lower)),
        ] {
            path.add_line(&[Point::new(from.0, from.1), Point::new(to.0, to.1)]);
        }
        Item::line(path, Stroke::dashed(FOLD, 0.2, &FOLD_DASHES))
    }

    /// The hatching on both tabs, with its explanation.
    fn glue(&self, language: Language) -> Vec<Item> {
        const OFF: f64 = 14.0;
        const STEP: f64 = 4.0;
        let (left, right) = (self.corner.x, self.corner.x + WIDTH);
        let tabs = [(left - TAB + 1.5, left - 3.0), (right + 3.0, right + TAB - 1.5)];
        let mut path = Path::new();
        let mut items = Vec::new();
        for (from, to) in tabs {
            let (top, bottom) = (self.upper_fold() + OFF, self.lower_fold() - OFF);
            let middle = Point::new((from + to) / 2.0, (top + bottom) / 2.0);
            let words = shape(
                translate(words::secret_orders::GLUE, language),
                Lettering::new(Face::Italic, 9.0),
            );
            let clear = words.width() / 2.0 + 3.0;
            let mut y = top;
            while y + (to - from) <= bottom {
                if y > middle.y + clear || y + (to - from) < middle.y - clear {
                    path.add_line(&[Point::new(from, y + (to - from)), Point::new(to, y)]);
                }
                y += STEP;
            }
            let up = Rotation { cosine: 0.0, sine: -1.0 };
            let start = middle.translate(1.1, words.width() / 2.0);
            items.push(Item::Text(words.rotated(start, up, BLACK)));
        }
        items.push(Item::line(path, Stroke::solid(FOLD, 0.25)));
        items
    }
}

/// The text of each part, positioned from the part's upper left corner when upright.
struct Envelope<'a> {
    secret_match: &'a MatchDetails,
    /// The commitments; `None` for a plain envelope.
    printed_commitments: Option<PrintedCommitments<'a>>,
    language: Language,
}

/// The commitments printed on an envelope.
#[derive(Clone, Copy)]
struct PrintedCommitments<'a> {
    own: &'a Letters,
    other: Option<&'a Letters>,
}

impl Envelope<'_> {
    /// The sheet that the envelope is cut from.
    fn page(&self, paper: &Paper) -> Result<SecretPage, SecretPageError> {
        let mut sheet = page("oob-envelope", paper)?;
        let (width, height) = (sheet.width.millimetres(), sheet.height.millimetres());
        let corner = Point::new((width - WIDTH) / 2.0, (height - FLAP - FRONT - BACK) / 2.0);
        let form = Form { corner };
        let put = |items: Vec<Item>, origin: Point, slant: Rotation| -> Vec<Item> {
            items.iter().map(|item| item.transform(origin, slant)).collect()
        };
        let front = Point::new(corner.x, form.upper_fold());
        let mut printed = put(self.front(), front, Rotation::NONE);
        let end = Point::new(corner.x + WIDTH, form.upper_fold());
        printed.extend(put(self.flap(), end, UPSIDE_DOWN));
        let end = Point::new(corner.x + WIDTH - NARROWER, form.end());
        printed.extend(put(self.back(), end, UPSIDE_DOWN));
        let covered = Point::new(corner.x + NARROWER, form.end() - COVERED);
        sheet.add_layer("glue", form.glue(self.language));
        sheet.add_layer("envelope", printed);
        sheet.add_layer("instructions", put(self.how_to(), covered, Rotation::NONE));
        sheet.add_layer("folds", vec![form.folds()]);
        sheet.add_layer("cut lines", vec![form.outline()]);
        finish(sheet, words::secret_orders::ENVELOPE, self.secret_match, self.language)
    }

    /// The side, the kind of document and the commitment.
    fn front(&self) -> Vec<Item> {
        const BAND: f64 = 14.0;
        let language = self.language;
        let middle = WIDTH / 2.0;
        let room = WIDTH - MARGIN * 2.0;
        let mut items = band(self.secret_match, Rect::from_size(0.0, 0.0, WIDTH, BAND), 15.0, 1.5);
        let frame = Rect::new(0.0, BAND, WIDTH, FRONT).expand(-2.4);
        items.push(Item::line(Path::rect(frame), Stroke::solid(self.secret_match.ink(), 0.5)));
        items.push(Item::line(
            Path::rect(frame.expand(-0.9)),
            Stroke::solid(self.secret_match.ink(), 0.15),
        ));
        let large = Lettering::new(Face::Semibold, 22.0).with_spacing(0.06).with_small_capitals();
        items.extend(title(
            &self.secret_match.battle,
            large,
            room,
            Point::new(middle, 27.5),
            BLACK,
        ));
        items.push(Item::fill(swelled_rule(Point::new(middle, 32.0), 60.0), BLACK));
        let date = one_line(
            &self.secret_match.date_in_words(self.language),
            Lettering::new(Face::Italic, 11.0),
            room,
        );
        items.push(Item::Text(date.centred(Point::new(middle, 37.5), BLACK)));
        let centred = |text: &str, lettering: Lettering, y: f64| {
            let set = one_line(text, lettering, room);
            Item::Text(set.centred(Point::new(middle, y), BLACK))
        };
        let what = translate(words::sheets::ORDER_OF_BATTLE, language);
        items.push(centred(what, Lettering::new(Face::Semibold, 21.0), 49.0));
        let when = translate(words::secret_orders::OPEN_AFTER, language);
        items.push(centred(when, Lettering::new(Face::Italic, 14.0), 56.0));
        match self.printed_commitments {
            Some(shown) => items.extend(self.commitment(shown.own)),
            None => {
                let small = Lettering::new(Face::Regular, 11.0);
                items.push(centred(
                    translate(words::secret_orders::SEALED_BEFORE, language),
                    small,
                    78.0,
                ));
                items.push(centred(
                    translate(words::secret_orders::OPENED_BEFORE_BOTH, language),
                    small,
                    84.0,
                ));
            }
        }
        let facts = format!(
            "{} · {} – {}",
            base_pack(self.secret_match, self.language),
            self.secret_match.sides[0].title,
            self.secret_match.sides[1].title
        );
        let facts = one_line(&facts, Lettering::new(Face::Regular, 8.0), room);
        items.push(Item::Text(facts.at(Point::new(MARGIN, FRONT - 7.0), BLACK)));
        items
    }

    /// The commitment as text and as a QR code, at the foot of the front.
    fn commitment(&self, own: &Letters) -> Vec<Item> {
        const CODE: f64 = 37.0;
        let top = 60.5;
        let code = Point::new(WIDTH - MARGIN - CODE, top);
        let mut items = own.qr().items(code, CODE);
        let room = code.x - MARGIN - 3.0;
        let label = translate(words::secret_orders::COMMITMENT, self.language);
        let label = one_line(label, Lettering::new(Face::Italic, 9.5), room);
        items.push(Item::Text(label.at(Point::new(MARGIN, top + 6.0), BLACK)));
        let grid = Grid { pitch: 4.3, gap: 6.0, columns: 4, leading: 8.2 };
        let lettering = Lettering::new(Face::Semibold, 14.5);
        let start = Point::new(MARGIN, top + 15.0);
        items.extend(own.draw_rows(start, grid, lettering, BLACK));
        items
    }

    /// The visible side of the closed flap.
    fn flap(&self) -> Vec<Item> {
        let language = self.language;
        let middle = WIDTH / 2.0;
        let room = WIDTH - TAPER * 2.0 - 10.0;
        let centred = |text: &str, face: Face, y: f64| {
            let set = one_line(text, Lettering::new(face, 11.0), room);
            Item::Text(set.centred(Point::new(middle, y), BLACK))
        };
        vec![
            centred(&self.secret_match.battle, Face::Semibold, 9.0),
            centred(&self.secret_match.own_side().title, Face::Semibold, 14.2),
            centred(translate(words::secret_orders::OPEN_AFTER, language), Face::Italic, 19.4),
            seal(Point::new(middle, FLAP), -1.0),
        ]
    }

    /// The back, blank under the flap.
    fn back(&self) -> Vec<Item> {
        let language = self.language;
        let width = WIDTH - NARROWER * 2.0;
        let middle = width / 2.0;
        let mut items = vec![seal(Point::new(middle, COVERED), 1.0)];
        let left = MARGIN;
        let side = middle - SEAL - 4.0 - left;
        let small = Lettering::new(Face::Italic, 9.0);
        let put = |items: &mut Vec<Item>, words, x| {
            let (set, _) = words_in(words, small, (Point::new(x, COVERED + 2.0), side), 0.0);
            items.extend(set);
        };
        put(&mut items, translate(words::secret_orders::SEAL, language), left);
        put(&mut items, translate(words::secret_orders::SEAL_SIGN, language), middle + SEAL + 4.0);
        match self.printed_commitments {
            Some(shown) => {
                items.extend(self.other_commitment(shown, width));
                items.extend(self.signatures(width, BACK - 12.5));
            }
            None => {
                for (what, y) in [
                    (words::secret_orders::SEALED, 64.0),
                    (words::secret_orders::OPENED, BACK - 12.5),
                ] {
                    let what = translate(what, language);
                    let what = one_line(what, Lettering::new(Face::Semibold, 10.0), width / 2.0);
                    items.push(Item::Text(what.at(Point::new(left, y - 15.0), BLACK)));
                    items.extend(self.signatures(width, y));
                }
            }
        }
        let facts =
            format!("{} · {}", self.secret_match.battle, base_pack(self.secret_match, language));
        let facts = one_line(&facts, Lettering::new(Face::Regular, 8.0), width - left * 2.0);
        items.push(Item::Text(facts.at(Point::new(left, BACK - 4.5), BLACK)));
        items
    }

    /// The other side's commitment, or boxes to write it in.
    fn other_commitment(&self, shown: PrintedCommitments<'_>, width: f64) -> Vec<Item> {
        let heading = translate(words::secret_orders::OTHER_COMMITMENT, self.language);
        let heading = heading.replace("{side}", &self.secret_match.other().title);
        let bold = Lettering::new(Face::Semibold, 10.0);
        let heading = one_line(&heading, bold, width - MARGIN * 2.0);
        let y = COVERED + 17.0;
        let mut items = vec![Item::Text(heading.at(Point::new(MARGIN, y), BLACK))];
        let grid = Grid { pitch: 5.2, gap: 3.6, columns: 6, leading: 8.4 };
        let lettering = Lettering::new(Face::Semibold, 12.0);
        let corner = Point::new((width - grid.width()) / 2.0, y + 2.4);
        items.extend(shown.own.boxes(corner, (grid, 7.0), shown.other, (lettering, BLACK)));
        items
    }

    /// Lines for both signatures with date and time.
    fn signatures(&self, width: f64, y: f64) -> Vec<Item> {
        const GAP: f64 = 6.0;
        let language = self.language;
        let column = (width - MARGIN * 2.0 - GAP) / 2.0;
        let name = column * 0.6;
        let mut items = Vec::new();
        for (side, x) in self.secret_match.sides.iter().zip([MARGIN, MARGIN + column + GAP]) {
            let signature =
                translate(words::secret_orders::SIGNATURE, language).replace("{side}", &side.title);
            items.extend(line_for(&signature, Point::new(x, y), name - 2.0));
            let when = translate(words::secret_orders::DATE_AND_TIME, language);
            items.extend(line_for(when, Point::new(x + name, y), column - name));
        }
        items
    }

    /// The instructions for making the envelope, upright on the sheet.
    fn how_to(&self) -> Vec<Item> {
        let language = self.language;
        let width = WIDTH - NARROWER * 2.0;
        let lettering = Lettering::new(Face::Regular, 8.0);
        let steps = [
            PRINT_WHOLE,
            words::secret_orders::STEP_CUT,
            words::secret_orders::STEP_GLUE,
            words::secret_orders::STEP_CLOSE,
        ];
        let mut items = Vec::new();
        let mut y = 1.6;
        for step in steps {
            let place = (Point::new(MARGIN, y), width - MARGIN * 2.0);
            let (set, end) = words_in(translate(step, language), lettering, place, 0.0);
            items.extend(set);
            y = end;
        }
        items.extend(ruler(Point::new(MARGIN, COVERED - 5.0), Rotation::NONE, BLACK));
        let version = shape(&version(self.secret_match), Lettering::new(Face::Regular, MIN_POINTS));
        let end = Point::new(width - MARGIN, COVERED - 2.8);
        items.push(Item::Text(version.ending(end, BLACK)));
        items
    }
}

/// Half a ring around a point, below or above it.
fn seal(middle: Point, down: f64) -> Item {
    // The control point distance of a Bézier quarter circle.
    let handle = SEAL * 0.552_284_75;
    let at = |x: f64, y: f64| middle.translate(x, y * down);
    let path = Path::from_segments(vec![
        Segment::Move(at(-SEAL, 0.0)),
        Segment::Cubic(at(-SEAL, handle), at(-handle, SEAL), at(0.0, SEAL)),
        Segment::Cubic(at(handle, SEAL), at(SEAL, handle), at(SEAL, 0.0)),
    ]);
    Item::line(path, Stroke::dashed(BLACK, 0.25, &[1.2, 0.8]))
}
