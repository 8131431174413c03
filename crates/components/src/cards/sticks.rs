//! Sticks for measuring moves and ranges on the map (PB-1.2 to PB-1.6), at the map's scale. They
//! end exactly at the cut; folded at the thirds, they become chains.
//!
//! A stick longer than a sheet has several pieces. All pieces except the last have a tab beyond
//! their last mark, to which the next piece is glued.

use sandtable_house_style::battlefield::{BLACK, CREAM};
use sandtable_house_style::figures::{format_whole, metres, yards};
use sandtable_house_style::words::{self, Words, translate};
use sandtable_lettering::SAFE_DISTANCE;
use sandtable_pack::{
    ColumnMarch, GroundLength, Map, Pack, PaperLength, RetreatRate, SpottingRule,
};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Span, Stroke, lines, shape,
};

use super::gauges::gauges;
use super::has_night;
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// A stick divided into equal parts.
struct Stick {
    key: &'static str,
    name: Words,
    /// The ground length of a part.
    part: GroundLength,
    parts: u32,
    /// The number of parts in a full move.
    divisor: u32,
    /// Other uses, each with the part at which it ends.
    uses: Vec<(u32, Words)>,
}

/// The height of a stick, in millimetres.
const HEIGHT: f64 = 22.0;
/// The length of the tab for the next piece, in millimetres.
pub(crate) const TAB: f64 = 12.0;
/// The tint of every second part.
pub(crate) const TINT: Ink = Ink::new("stick", 0xead9b0);

/// The sticks of a battle, for its map and ruleset.
pub(crate) fn sticks(pack: &Pack, making: &ComponentSettings) -> Vec<Component> {
    let map = pack.map();
    let mut all: Vec<Component> =
        kinds(pack).iter().flat_map(|stick| stick.pieces(map, making)).collect();
    all.extend(gauges(pack, making));
    all
}

fn kinds(pack: &Pack) -> Vec<Stick> {
    let (distances, rulings) = (&pack.ruleset().distances, &pack.ruleset().rulings);
    let (foot, mounted) = (distances.foot_third, distances.mounted_third);
    let mut of_foot = Vec::new();
    if pack.ruleset().pieces.values().any(|row| row.field_of_fire) {
        of_foot.push((1, words::FIELD_OF_FIRE));
    }
    of_foot.push((1, words::cards::RETREAT));
    if rulings.columns == ColumnMarch::KeepClear {
        of_foot.push((1, words::cards::COLUMN_CLEAR));
    }
    if has_night(pack) {
        of_foot.push((1, words::cards::NIGHT_CLEAR));
    }
    let mut seen = vec![words::cards::BOMBARDMENT];
    if rulings.spotting == SpottingRule::WithinRange {
        seen.push(words::cards::SPOTTING);
    }
    // PB-15.1, PB-17.1: one Foot move, unless the ruleset differs.
    let is_march = distances.spotting == foot * 3;
    if is_march {
        of_foot.extend(seen.iter().map(|words| (3, *words)));
    }
    let mut of_mounted = vec![(1, words::cards::COMMAND_RANGE)];
    if pack.ruleset().pieces.values().any(|row| row.rally_needs_baggage) {
        of_mounted.push((1, words::cards::RALLY_RANGE));
    }
    if rulings.retreat_rate == RetreatRate::OwnClass {
        of_mounted.push((1, words::cards::RETREAT));
    }
    let stick = |key, name, part, parts, uses| Stick { key, name, part, parts, divisor: 3, uses };
    let mut sticks = vec![
        stick("stick foot", words::cards::FOOT, foot, 3, of_foot),
        stick("stick mounted", words::cards::MOUNTED, mounted, 3, of_mounted),
    ];
    if !is_march {
        let (name, part) = (words::cards::SIGHT_STICK, distances.spotting);
        sticks.push(Stick {
            key: "stick sight",
            name,
            part,
            parts: 1,
            divisor: 1,
            uses: Vec::new(),
        });
    }
    // PB-8.1: every piece in column moves twice as far.
    sticks.push(stick("stick foot-column", words::cards::FOOT_COLUMN, foot, 6, Vec::new()));
    sticks.push(stick(
        "stick mounted-column",
        words::cards::MOUNTED_COLUMN,
        mounted,
        6,
        Vec::new(),
    ));
    sticks
}

impl Stick {
    /// The stick, in as many pieces as the sheet size requires.
    fn pieces(&self, map: &Map, making: &ComponentSettings) -> Vec<Component> {
        let part = map.scale.to_paper(self.part).millimetres();
        let (width, height) = making.room;
        let longest = width.millimetres().max(height.millimetres());
        let whole = part * f64::from(self.parts);
        // Pieces end at part marks, or at halves, thirds and so on if a part is too long.
        let cuts: Vec<f64> = if whole <= longest {
            vec![0.0, whole]
        } else {
            let room = (longest - TAB).max(TAB);
            let split = (part / room).ceil().max(1.0);
            let step = part / split;
            let count = f64::from(self.parts) * split;
            let in_piece = ((room + 1e-9) / step).floor().max(1.0);
            let pieces = (count / in_piece).ceil();
            (0..=pieces as u32).map(|i| (f64::from(i) * in_piece * step).min(whole)).collect()
        };
        let count = cuts.len() - 1;
        let piece = |number: usize| {
            let (from, to) = (cuts[number], cuts[number + 1]);
            let is_last = number + 1 == count;
            let art = StickArt { stick: self, map, making, part, from, to };
            let tab = if is_last { 0.0 } else { TAB };
            let key = match number {
                0 => self.key.to_owned(),
                _ => format!("{} {}", self.key, number + 1),
            };
            let length = PaperLength::from_millimetres;
            let size = (length(to - from + tab), length(HEIGHT));
            let next = (!is_last).then(|| letter(number + 1));
            let own = (count > 1).then(|| letter(number));
            let folds = (1..self.parts).map(|i| part * f64::from(i) - from);
            let folds = folds.filter(|x| *x > 1.0 && *x < to - from - 1.0);
            Component {
                folds: folds.map(|x| [Point::new(x, 0.0), Point::new(x, HEIGHT)]).collect(),
                ..Component::flat(key, size, art.items(own.as_deref(), next.as_deref()))
            }
        };
        (0..count).map(piece).collect()
    }
}

/// The letter of a piece.
fn letter(number: usize) -> String {
    char::from(b'A' + (number % 26) as u8).to_string()
}

/// Draws a piece of a stick from one mark to another, in millimetres.
struct StickArt<'a> {
    stick: &'a Stick,
    map: &'a Map,
    making: &'a ComponentSettings,
    part: f64,
    from: f64,
    to: f64,
}

impl StickArt<'_> {
    fn items(&self, own: Option<&str>, next: Option<&str>) -> Vec<Item> {
        let bleed = self.making.bleed;
        let end = self.to - self.from;
        let mut items = Vec::new();
        for index in 0..self.stick.parts {
            let (start, stop) = self.bounds(index);
            if stop - start < 1e-6 {
                continue;
            }
            // Parts alternate between cream and tint, with bleed beyond the edges.
            let left = if start < 1e-6 { -bleed } else { start };
            let right = if stop > end - 1e-6 && next.is_none() { stop + bleed } else { stop };
            let ground = if index % 2 == 0 { CREAM } else { TINT };
            let rect = Rect::new(left, -bleed, right, HEIGHT + bleed);
            items.push(Item::fill(Path::rect(rect), ground));
        }
        items.extend(self.marks());
        for index in 0..self.stick.parts {
            let (start, stop) = self.bounds(index);
            if stop - start > 8.0 {
                items.extend(self.label(index, Rect::new(start, 0.0, stop, HEIGHT), own, next));
            }
        }
        if let Some(next) = next {
            items.extend(tab(end, next, bleed));
        }
        items
    }

    /// The extent of a part on this piece.
    fn bounds(&self, index: u32) -> (f64, f64) {
        let at = |i: u32| (self.part * f64::from(i)).clamp(self.from, self.to) - self.from;
        (at(index), at(index + 1))
    }

    /// Draws marks every hundred metres along the upper edge, marks every hundred yards along the
    /// lower one, and the part marks from edge to edge.
    fn marks(&self) -> Vec<Item> {
        let language = self.making.language;
        let bleed = self.making.bleed;
        let end = self.to - self.from;
        let hundred = self.map.scale.to_paper(GroundLength::from_metres(100)).millimetres();
        let mut fine = Path::new();
        let mut items = Vec::new();
        let figures = Lettering::new(Face::Regular, MIN_POINTS);
        for (step, unit, is_upper) in [(hundred, "m", true), (hundred * 0.9144, "yd", false)] {
            // Marks that would merge are omitted.
            let every = if step >= 1.2 { 1 } else { 5 };
            if step * f64::from(every) < 0.8 {
                continue;
            }
            let down = |depth: f64| if is_upper { depth } else { HEIGHT - depth };
            let mut count = every;
            while step * f64::from(count) < self.to - 0.3 {
                let x = step * f64::from(count) - self.from;
                let is_long = count % 5 == 0;
                // Marks near an end could be cut off, so they are omitted.
                if x > SAFE_DISTANCE && x < end - SAFE_DISTANCE {
                    let depth = if is_long { 2.6 } else { 1.6 };
                    fine.add_line(&[Point::new(x, down(-bleed)), Point::new(x, down(depth))]);
                    let figure = if count == 5 {
                        format!("{} {unit}", format_whole(i64::from(count) * 100, language))
                    } else {
                        format_whole(i64::from(count) * 100, language)
                    };
                    let figure = shape(&figure, figures);
                    let half = figure.width() / 2.0;
                    let is_clear = x - half > 2.1
                        && x + half < end - 2.1
                        && self.distance_to_mark(x + self.from) > half + 0.6;
                    if is_long && is_clear && step * 5.0 > figure.width() + 1.5 {
                        let base = if is_upper { 4.7 } else { HEIGHT - 3.2 };
                        items.push(Item::Text(figure.centred(Point::new(x, base), BLACK)));
                    }
                }
                count += every;
            }
        }
        let mut parts = Path::new();
        for index in 1..self.stick.parts {
            let x = self.part * f64::from(index) - self.from;
            if x > SAFE_DISTANCE && x < end - SAFE_DISTANCE {
                parts.add_line(&[Point::new(x, -bleed), Point::new(x, HEIGHT + bleed)]);
            }
        }
        if !fine.is_empty() {
            items.push(Item::line(fine, Stroke::solid(BLACK, 0.15)));
        }
        if !parts.is_empty() {
            items.push(Item::line(parts, Stroke::solid(BLACK, 0.35)));
        }
        items
    }

    /// The distance from a point on the stick to the nearest part mark.
    fn distance_to_mark(&self, x: f64) -> f64 {
        let marks = (1..self.stick.parts).map(|i| self.part * f64::from(i));
        marks.map(|mark| (mark - x).abs()).fold(f64::INFINITY, f64::min)
    }

    /// The label of a part: the stick's name on the first part, the distance to the part's end, and
    /// the uses that end there.
    fn label(&self, index: u32, rect: Rect, own: Option<&str>, next: Option<&str>) -> Vec<Item> {
        let language = self.making.language;
        let room = rect.width() - 5.0;
        let mut rows: Vec<(String, Lettering)> = Vec::new();
        let title = Lettering::new(Face::Semibold, 10.5).with_spacing(0.05).with_small_capitals();
        let bold = Lettering::new(Face::Bold, 10.0);
        let plain = Lettering::new(Face::Regular, 8.0);
        let small = Lettering::new(Face::Italic, 7.0);
        let reach = self.stick.part * i32::try_from(index + 1).unwrap_or(1);
        let distance = format!("{} · {}", metres(reach, language), yards(reach, language));
        let is_first = rect.left < 1e-6;
        if is_first {
            let name = translate(self.stick.name, language);
            let name = own.map_or(name.to_owned(), |own| format!("{own} · {name}"));
            rows.push((name, title));
        }
        let share = match self.stick.divisor {
            1 => String::new(),
            of if (index + 1).is_multiple_of(of) => ((index + 1) / of).to_string(),
            of => format!("{}⁄{of}", index + 1),
        };
        let is_whole_part = (rect.width() - self.part).abs() < 1e-6;
        if is_whole_part {
            let lettering = if is_first { plain } else { bold };
            let text = if share.is_empty() { distance } else { format!("{share} · {distance}") };
            rows.push((text, lettering));
        }
        let is_last = rect.right > self.to - self.from - 1e-6;
        let uses = self.stick.uses.iter().filter(|(parts, _)| *parts == index + 1);
        let mut uses: Vec<String> =
            uses.map(|(_, words)| translate(*words, language).to_owned()).collect();
        if is_last {
            let denominator = format_whole(i64::from(self.map.scale.denominator()), language);
            uses.insert(0, format!("1:{denominator}"));
        }
        if !uses.is_empty() {
            rows.push((uses.join(" · "), small));
        }
        if let Some(next) = next.filter(|_| is_last) {
            rows.push((translate(words::cards::GLUE, language).replace("{piece}", next), small));
        }
        // The space between the figures along both edges.
        let (upper, lower) = (5.4, HEIGHT - 5.6);
        let mut set = Vec::new();
        for shrink in [0.0, 0.8, 1.6, 3.0, 5.0] {
            set.clear();
            for (text, lettering) in &rows {
                let sized = lettering.with_points((lettering.points - shrink).max(MIN_POINTS));
                set.extend(lines(&[Span::new(text.clone(), sized, BLACK)], room, 0.0));
            }
            let height: f64 = set.iter().map(|line| line.size() * 1.12).sum();
            if height <= lower - upper {
                break;
            }
        }
        let height: f64 = set.iter().map(|line| line.size() * 1.12).sum();
        // Lines that do not fit between the edges are dropped, from the bottom up.
        let mut y = f64::midpoint(upper, lower) - height.min(lower - upper) / 2.0;
        let mut items = Vec::new();
        for line in set {
            let step = line.size() * 1.12;
            if y + step > lower + 0.4 {
                break;
            }
            items.extend(line.centred(Point::new(rect.centre().x, y + line.size() * 0.86)));
            y += step;
        }
        items
    }
}

/// The tab beyond the end of a piece: hatched, with the letter of the next piece.
fn tab(end: f64, next: &str, bleed: f64) -> Vec<Item> {
    let rect = Rect::new(end, -bleed, end + TAB + bleed, HEIGHT + bleed);
    let mut hatching = Path::new();
    let mut x = end - HEIGHT - bleed * 2.0;
    while x < rect.right {
        hatching.add_line(&[Point::new(x, rect.bottom), Point::new(x + rect.height(), rect.top)]);
        x += 2.2;
    }
    let centre = Point::new(end + TAB / 2.0, HEIGHT / 2.0);
    let sign = shape(next, Lettering::new(Face::Bold, 13.0));
    let rise = sign.lettering().cap_height() / 2.0;
    vec![
        Item::fill(Path::rect(rect), Ink::new("white", 0xffffff)),
        Item::Clip {
            path: Path::rect(rect),
            items: vec![Item::line(hatching, Stroke::solid(BLACK, 0.15))],
        },
        Item::fill(Path::circle(centre, 3.6), Ink::new("white", 0xffffff)),
        Item::Text(sign.centred(centre.translate(0.0, rise), BLACK)),
        Item::line(
            Path::line(&[Point::new(end, -bleed), Point::new(end, HEIGHT + bleed)]),
            Stroke::solid(BLACK, 0.35),
        ),
    ]
}
