//! Elements that the pages share: paper, colours, external text and instructions.

use sandtable_house_style::battlefield::{BLACK, CREAM};
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{Choice as _, Language, PaperLength};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, Metadata, Path, Point, Rect, ShapedText, Sheet, Span, Stroke,
    TextLine, fit, lines, missing_glyphs, pdf, truncate,
};

use super::{MatchDetails, MatchSide, SecretPage, SecretPageError};
use crate::paper::{Paper, Size};

/// The ink of cut lines.
pub(super) const CUT: Ink = Ink::new("cut", 0x77_77_77);
/// The ink of fold lines.
pub(super) const FOLD: Ink = Ink::new("fold", 0x77_77_77);
pub(super) const FOLD_DASHES: [f64; 2] = [2.0, 1.4];
/// The minimum width and height of the paper, in millimetres; A4 and US Letter both satisfy it.
const LEAST: (f64, f64) = (205.0, 274.0);
/// The maximum length of external text, longer than any useful text.
const LONGEST: usize = 400;

/// An empty portrait page of the paper.
pub(super) fn page(name: &str, paper: &Paper) -> Result<Sheet, SecretPageError> {
    let least = (PaperLength::from_millimetres(LEAST.0), PaperLength::from_millimetres(LEAST.1));
    let (width, height) = paper.size();
    let holds = |(width, height): &Size| *width >= least.0 && *height >= least.1;
    let size = [(width, height), (height, width)].into_iter().find(holds);
    let (width, height) = size.ok_or(SecretPageError::Paper { least })?;
    Ok(Sheet::new(name.to_owned(), width, height))
}

/// The page as a file, with its problems.
pub(super) fn finish(
    sheet: Sheet,
    what: Words,
    of: &MatchDetails,
    language: Language,
) -> Result<SecretPage, SecretPageError> {
    let metadata = Metadata {
        title: format!("{} · {} ({})", of.battle, of.own_side().title, translate(what, language)),
        language: language.word().to_owned(),
        published: None,
        identifier: format!("{} {}", sheet.name, of.base),
    };
    let metadata = Metadata { title: plain(&metadata.title).0, ..metadata };
    let bytes = pdf(std::slice::from_ref(&sheet), &metadata)?;
    let mut no_letters: Vec<char> =
        missing_glyphs(&sheet).into_iter().map(|(letter, _)| letter).collect();
    no_letters.sort_unstable();
    let mut shortened = sheet.omitted_names.clone();
    for text in sheet.text_runs().filter_map(|run| run.uncut_text.as_ref()) {
        if !shortened.contains(text) {
            shortened.push(text.clone());
        }
    }
    Ok(SecretPage { pdf: bytes, sheet, missing_characters: no_letters, truncated_text: shortened })
}

/// External text on one line, cut at the limit, and whether it was cut.
fn plain(text: &str) -> (String, bool) {
    let one_line = |c: char| if c.is_control() { ' ' } else { c };
    let text_kept: String = text.trim().chars().take(LONGEST).map(one_line).collect();
    let is_longer = text.trim().chars().nth(LONGEST).is_some();
    (text_kept, is_longer)
}

/// External text on one line, at the largest size that fits.
pub(super) fn one_line(text: &str, lettering: Lettering, room: f64) -> ShapedText {
    let (kept, is_longer) = plain(text);
    let set = truncate(&kept, lettering, room);
    if is_longer { set.marked_as_cut(text) } else { set }
}

/// A title on one line, or on two if one line would be small, centred on the baseline that a single
/// line would have.
pub(super) fn title(
    text: &str,
    lettering: Lettering,
    room: f64,
    middle: Point,
    ink: Ink,
) -> Vec<Item> {
    let (kept, is_longer) = plain(text);
    let small = lettering.with_points(lettering.points * SMALL);
    let whole = fit(&kept, lettering, room, small.points);
    if whole.width() <= room && !is_longer {
        return vec![Item::Text(whole.centred(middle, ink))];
    }
    let set = balanced(&[Span::new(kept, small, ink)], room);
    match set.len() {
        1 | 2 if !is_longer => {
            let leading = small.size() * 1.1;
            let first = middle.translate(0.0, -leading * 0.6);
            let base = |index: usize| first.translate(0.0, leading * index as f64);
            set.iter().enumerate().flat_map(|(index, line)| line.centred(base(index))).collect()
        }
        _ => vec![Item::Text(one_line(text, small, room).centred(middle, ink))],
    }
}

/// The size of a title on two lines, relative to one line.
const SMALL: f64 = 0.62;

/// The lines of a text; if there are two, they have similar lengths.
fn balanced(spans: &[Span], room: f64) -> Vec<TextLine> {
    let shares = (10..=20).map(|twentieths| f64::from(twentieths) / 20.0);
    let mut tried = shares.map(|share| lines(spans, room * share, 0.0));
    tried.find(|set| set.len() == 2).unwrap_or_else(|| lines(spans, room, 0.0))
}

/// A paragraph of fixed words below the given top, and its lower edge.
pub(super) fn words_in(
    text: &str,
    lettering: Lettering,
    (corner, room): (Point, f64),
    hanging: f64,
) -> (Vec<Item>, f64) {
    const LEADING: f64 = 1.22;
    const ASCENT: f64 = 0.86;
    let mut items = Vec::new();
    let mut y = corner.y;
    for line in lines(&[Span::new(text, lettering, BLACK)], room, hanging) {
        items.extend(line.at(Point::new(corner.x, y + line.size() * ASCENT)));
        y += line.size() * LEADING;
    }
    (items, y)
}

/// A paragraph of external text, and its lower edge.
pub(super) fn outside_words_in(
    text: &str,
    lettering: Lettering,
    place: (Point, f64),
) -> (Vec<Item>, f64) {
    let (kept, is_longer) = plain(text);
    let kept = if is_longer { format!("{kept}…") } else { kept };
    words_in(&kept, lettering, place, 0.0)
}

/// A band in the side's colour with its title. The colour extends `beyond` millimetres past the
/// left, right and upper edges.
pub(super) fn band(of: &MatchDetails, rect: Rect, points: f64, beyond: f64) -> Vec<Item> {
    let ink = of.ink();
    let light = on(ink);
    let wide = Rect { bottom: rect.bottom, ..rect.expand(beyond) };
    let mut items = vec![Item::fill(Path::rect(wide), ink)];
    if of.side == MatchSide::Second {
        let y = rect.bottom - 1.0;
        let ends = [Point::new(wide.left, y), Point::new(wide.right, y)];
        items.push(Item::line(Path::line(&ends), Stroke::solid(light, 0.5)));
    }
    let lettering = Lettering::new(Face::Semibold, points).with_spacing(0.06).with_small_capitals();
    let title = one_line(&of.own_side().title, lettering, rect.width() - 12.0);
    let middle = rect.centre().translate(0.0, title.lettering().size() * 0.25);
    items.push(Item::Text(title.centred(middle, light)));
    items
}

/// The more legible text colour on a background: black or cream.
fn on(ground: Ink) -> Ink {
    match sandtable_house_style::areas::is_light(ground) {
        true => BLACK,
        false => CREAM,
    }
}

/// A line to write on, with its label below.
pub(super) fn line_for(what: &str, start: Point, width: f64) -> Vec<Item> {
    let ends = [start, start.translate(width, 0.0)];
    let lettering = Lettering::new(Face::Italic, 7.5);
    vec![
        Item::line(Path::line(&ends), Stroke::solid(BLACK, 0.2)),
        Item::Text(one_line(what, lettering, width).at(start.translate(0.0, 3.0), BLACK)),
    ]
}

/// The base pack, on one line.
pub(super) fn base_pack(of: &MatchDetails, language: Language) -> String {
    translate(words::secret_orders::BASE_PACK, language).replace("{digest}", &of.base.short())
}

/// The program version.
pub(super) fn version(of: &MatchDetails) -> String {
    format!("{} · Sandtable {}", of.base.short(), env!("CARGO_PKG_VERSION"))
}
