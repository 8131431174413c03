//! A certificate to print or send: the results of checking an order of battle opened after the
//! battle.
//!
//! It repeats given results and verifies nothing itself; a note at its foot explains that.

use sandtable_house_style::battlefield::BLACK;
use sandtable_house_style::figures::date;
use sandtable_house_style::swelled_rule;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::Language;
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Sheet, Stroke, shape,
};

use super::commitment::{Grid, Letters};
use super::page::{
    band, finish, line_for, one_line, outside_words_in, page, title, version, words_in,
};
use super::{MatchDetails, SecretPage, SecretPageError};
use crate::paper::Paper;

/// The content of a certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// The match.
    pub secret_match: MatchDetails,
    /// The commitment, grouped or not.
    pub commitment: String,
    /// Whether the commitment matches the opening.
    pub content: Verdict,
    /// Whether the opening fits the base pack.
    pub base_pack: Verdict,
    /// Whether the base pack's limits were kept.
    pub limits: Verdict,
    /// Detailed results, each a sentence in the page's language.
    pub statements: Vec<String>,
    /// The year, month and day of the check; `None` prints a blank line.
    pub checked: Option<(u16, u8, u8)>,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Verified.
    Proved,
    /// Refuted.
    Refuted,
    /// Not checked. For limits, it may also mean that there are none.
    NotChecked,
}

impl Certificate {
    /// The overall result: a refutation outweighs a missing check.
    fn result(&self) -> Words {
        let verdicts = [self.content, self.base_pack, self.limits];
        if verdicts.contains(&Verdict::Refuted) {
            return words::secret_orders::REFUTED;
        }
        match (self.content, self.base_pack) {
            (Verdict::Proved, Verdict::Proved) => words::secret_orders::PROVED,
            _ => words::secret_orders::NOT_PROVED,
        }
    }
}

/// The width of the text, in millimetres.
const WIDTH: f64 = 166.0;
const BAND: f64 = 13.0;
const CODE: f64 = 37.0;
/// The combined height of the commitment and the base pack.
const ABOUT: f64 = CODE + 15.0;

/// A certificate on one page of A4 or Letter.
///
/// Fails if the paper is too small or the commitment is invalid.
pub fn certificate(
    certificate: &Certificate,
    language: Language,
    paper: &Paper,
) -> Result<SecretPage, SecretPageError> {
    let commitment = Letters::read(&certificate.commitment)?;
    let mut sheet = page("oob-certificate", paper)?;
    let left = (sheet.width.millimetres() - WIDTH) / 2.0;
    let writer = Writer { certificate, commitment: &commitment, language, left };
    let (items, left_out) = writer.page(&sheet);
    sheet.add_layer("certificate", items);
    sheet.omitted_names = left_out;
    finish(sheet, words::secret_orders::CERTIFICATE, &certificate.secret_match, language)
}

struct Writer<'a> {
    certificate: &'a Certificate,
    commitment: &'a Letters,
    language: Language,
    /// The left edge of lines.
    left: f64,
}

impl Writer<'_> {
    fn page(&self, sheet: &Sheet) -> (Vec<Item>, Vec<String>) {
        let of = &self.certificate.secret_match;
        let whole = Rect::new(0.0, 0.0, sheet.width.millimetres(), sheet.height.millimetres());
        let frame = whole.expand(-11.0);
        let mut items = vec![
            Item::line(Path::rect(frame), Stroke::solid(of.ink(), 0.6)),
            Item::line(Path::rect(frame.expand(-1.1)), Stroke::solid(of.ink(), 0.2)),
        ];
        let mut y = self.heading(&mut items, frame);
        y = self.checks(&mut items, y);
        // From the bottom: the signatures, the limits of the proof, the commitment and base pack.
        let foot = frame.bottom - 32.0;
        self.foot(&mut items, foot, frame);
        let mut below = Vec::new();
        let height = self.limits_of_proof(&mut below);
        let room = foot - 4.0 - height - ABOUT;
        let (end, left_out) = self.statements(&mut items, y, room - 2.0);
        // The remaining space is distributed between the blocks.
        let gap = (room - end) / 3.0;
        self.draw_commitment(&mut items, end + gap);
        let at = Point::new(0.0, end + gap * 2.0 + ABOUT);
        items.extend(below.iter().map(|item| item.transform(at, Rotation::NONE)));
        (items, left_out)
    }

    fn centred(&self, text: &str, lettering: Lettering, y: f64) -> Item {
        let set = one_line(text, lettering, WIDTH);
        Item::Text(set.centred(Point::new(self.left + WIDTH / 2.0, y), BLACK))
    }

    fn line(&self, text: &str, lettering: Lettering, y: f64) -> Item {
        Item::Text(one_line(text, lettering, WIDTH).at(Point::new(self.left, y), BLACK))
    }

    /// Draws the title and the match, and returns the lower edge.
    fn heading(&self, items: &mut Vec<Item>, frame: Rect) -> f64 {
        let of = &self.certificate.secret_match;
        let middle = self.left + WIDTH / 2.0;
        let large = Lettering::new(Face::Semibold, 28.0).with_spacing(0.08).with_small_capitals();
        let mut y = frame.top + 16.0;
        items.push(self.centred(
            translate(words::secret_orders::CERTIFICATE, self.language),
            large,
            y,
        ));
        items.push(Item::fill(swelled_rule(Point::new(middle, y + 4.5), 70.0), BLACK));
        y += 11.0;
        let italic = Lettering::new(Face::Italic, 12.0);
        items.push(self.centred(
            translate(words::secret_orders::OPENED_AFTER, self.language),
            italic,
            y,
        ));
        y += 6.0;
        items.extend(band(of, Rect::from_size(self.left, y, WIDTH, BAND), 15.0, 0.0));
        y += BAND + 10.0;
        let battle = Lettering::new(Face::Semibold, 18.0).with_spacing(0.05).with_small_capitals();
        items.extend(title(&of.battle, battle, WIDTH, Point::new(middle, y), BLACK));
        y += 6.5;
        // The ids are included because repeating the check requires them.
        let [first, second] = of.sides.each_ref().map(|one| format!("{} ({})", one.title, one.id));
        let sides = format!("{first} – {second}");
        let when = match of.date_in_words(self.language) {
            day if day.trim().is_empty() => sides,
            day => format!("{day} · {sides}"),
        };
        items.push(self.centred(&when, Lettering::new(Face::Italic, 10.5), y));
        y + 6.0
    }

    /// Draws the result and the three checks, and returns the lower edge.
    fn checks(&self, items: &mut Vec<Item>, top: f64) -> f64 {
        const INDENT: f64 = 9.0;
        let certificate = self.certificate;
        let mut y = top + 6.0;
        let bold = Lettering::new(Face::Semibold, 14.0);
        items.push(self.centred(translate(certificate.result(), self.language), bold, y));
        y += 5.0;
        for (verdict, sentences) in [
            (certificate.content, words::secret_orders::CONTENT),
            (certificate.base_pack, words::secret_orders::PACK),
            (certificate.limits, words::secret_orders::LIMITS),
        ] {
            let sentence = match verdict {
                Verdict::Proved => sentences[0],
                Verdict::Refuted => sentences[1],
                Verdict::NotChecked => sentences[2],
            };
            items.push(sign(verdict, Point::new(self.left + 3.0, y + 2.1)));
            let place = (Point::new(self.left + INDENT, y), WIDTH - INDENT);
            let lettering = Lettering::new(Face::Regular, 10.5);
            let (set, end) = words_in(translate(sentence, self.language), lettering, place, 0.0);
            items.extend(set);
            y = end + 1.2;
        }
        y
    }

    /// Draws the detailed results that fit. Returns the lower edge and the remaining sentences.
    fn statements(&self, items: &mut Vec<Item>, top: f64, bottom: f64) -> (f64, Vec<String>) {
        let is_filled = |statement: &&String| !statement.trim().is_empty();
        let statements: Vec<&String> =
            self.certificate.statements.iter().filter(is_filled).collect();
        if statements.is_empty() {
            return (top, Vec::new());
        }
        let lettering = Lettering::new(Face::Regular, 9.0);
        let mut y = top + 5.0;
        let heading = translate(words::secret_orders::FOUND, self.language);
        items.push(self.line(heading, Lettering::new(Face::Semibold, 10.0), y));
        y += 2.0;
        // One line is reserved for the number of omitted sentences.
        let last = bottom - lettering.size() * 1.3;
        for (index, statement) in statements.iter().enumerate() {
            let place = (Point::new(self.left, y), WIDTH);
            let (set, end) = outside_words_in(statement, lettering, place);
            let is_last = index + 1 == statements.len();
            if end > if is_last { bottom } else { last } {
                let rest = &statements[index..];
                let more = translate(words::secret_orders::AND_MORE, self.language);
                let more = more.replace("{count}", &rest.len().to_string());
                let italic = Lettering::new(Face::Italic, 9.0);
                items.push(self.line(&more, italic, y + italic.size() * 0.9));
                return (bottom, rest.iter().map(|statement| (*statement).clone()).collect());
            }
            items.extend(set);
            y = end;
        }
        (y, Vec::new())
    }

    /// The commitment and the base pack.
    fn draw_commitment(&self, items: &mut Vec<Item>, top: f64) {
        let code = Point::new(self.left + WIDTH - CODE, top);
        items.extend(self.commitment.qr().items(code, CODE));
        let italic = Lettering::new(Face::Italic, 9.5);
        items.push(self.line(
            translate(words::secret_orders::COMMITMENT, self.language),
            italic,
            top + 6.0,
        ));
        let grid = Grid { pitch: 4.3, gap: 6.0, columns: 4, leading: 8.0 };
        let lettering = Lettering::new(Face::Semibold, 14.5);
        let start = Point::new(self.left, top + 14.0);
        items.extend(self.commitment.draw_rows(start, grid, lettering, BLACK));
        let y = top + CODE + 8.0;
        items.push(self.line(translate(words::secret_orders::DIGEST, self.language), italic, y));
        let digest = self.certificate.secret_match.base.to_string();
        items.push(self.line(&digest, Lettering::new(Face::Regular, 10.0), y + 4.6));
    }

    /// Draws the limits of the proof, and returns their height.
    fn limits_of_proof(&self, items: &mut Vec<Item>) -> f64 {
        const INDENT: f64 = 4.0;
        let heading = translate(words::secret_orders::DOES_NOT_PROVE, self.language);
        items.push(self.line(heading, Lettering::new(Face::Semibold, 10.0), 4.0));
        let mut y = 6.0;
        for words in [
            words::secret_orders::NOT_SHOWN_BEFORE,
            words::secret_orders::NOT_AS_PLAYED,
            words::secret_orders::NOT_GENUINE,
        ] {
            let dot = Path::circle(Point::new(self.left + 1.4, y + 1.75), 0.55);
            items.push(Item::fill(dot, BLACK));
            let place = (Point::new(self.left + INDENT, y), WIDTH - INDENT);
            let lettering = Lettering::new(Face::Regular, 9.0);
            let (set, end) = words_in(translate(words, self.language), lettering, place, 0.0);
            items.extend(set);
            y = end + 0.6;
        }
        y
    }

    /// The date of the check, lines for both signatures, and the program version.
    fn foot(&self, items: &mut Vec<Item>, top: f64, frame: Rect) {
        const GAP: f64 = 8.0;
        let of = &self.certificate.secret_match;
        let y = top + 14.0;
        let column = (WIDTH - GAP * 2.0) / 3.0;
        let start = Point::new(self.left, y);
        items.extend(line_for(
            translate(words::secret_orders::CHECKED_ON, self.language),
            start,
            column,
        ));
        if let Some(day) = self.day() {
            let day = one_line(&day, Lettering::new(Face::Regular, 10.5), column);
            items.push(Item::Text(day.at(start.translate(1.0, -1.5), BLACK)));
        }
        for (index, side) in of.sides.iter().enumerate() {
            let signature = translate(words::secret_orders::SIGNATURE, self.language)
                .replace("{side}", &side.title);
            let x = (column + GAP) * (index + 1) as f64;
            items.extend(line_for(&signature, start.translate(x, 0.0), column));
        }
        let version = shape(&version(of), Lettering::new(Face::Regular, MIN_POINTS));
        let end = Point::new(self.left + WIDTH, frame.bottom - 5.0);
        items.push(Item::Text(version.ending(end, BLACK)));
    }

    /// The day of the check in words; `None` if it is not a valid date.
    fn day(&self) -> Option<String> {
        let (year, month, day) = self.certificate.checked?;
        let day = format!("{year:04}-{month:02}-{day:02}");
        sandtable_pack::is_date(&day).then(|| date(&day, 0, self.language))
    }
}

/// A tick, a cross or a dash around a point.
fn sign(verdict: Verdict, middle: Point) -> Item {
    let mut path = Path::new();
    match verdict {
        Verdict::Proved => {
            path.add_line(&[
                middle.translate(-2.0, 0.1),
                middle.translate(-0.5, 1.7),
                middle.translate(2.2, -1.9),
            ]);
        }
        Verdict::Refuted => {
            path.add_line(&[middle.translate(-1.7, -1.7), middle.translate(1.7, 1.7)]);
            path.add_line(&[middle.translate(-1.7, 1.7), middle.translate(1.7, -1.7)]);
        }
        Verdict::NotChecked => {
            path.add_line(&[middle.translate(-1.7, 0.0), middle.translate(1.7, 0.0)])
        }
    }
    Item::line(path, Stroke::round(BLACK, 0.7))
}
