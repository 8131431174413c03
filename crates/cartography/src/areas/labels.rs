//! The label of each area: name and number, terrain difficulty, points and supply. Labels are as
//! large as the area allows next to both sides' blocks.

use std::collections::BTreeMap;

use rayon::prelude::*;
use sandtable_house_style::areas::area_number;
use sandtable_pack::fab::{Area, AreaShape};
use sandtable_pack::{AreaId, SideId};
use sandtable_sheet::{Face, Item, Lettering, Point, Rect, ShapedText, shape};

use super::area_room::{Lines, Plot, centred_rect};
use super::borders::bridge_places;
use super::input::SheetInput;
use super::signs;

/// The position and contents of an area's label.
pub(crate) struct LabelPosition {
    /// The middle of the label.
    pub(crate) at: Point,
    layout: Layout,
    /// The holder of the area, if shown.
    holder: Option<SideId>,
    /// The difficulty of its terrain.
    difficulty: u8,
}

/// A symbol in a row below a name.
#[derive(Clone)]
enum Sign {
    Number(String),
    Hill,
    Star(SideId, i16),
    Supply(SideId),
}

impl Sign {
    /// Returns the width of the symbol at its usual size, in millimetres.
    const fn width(&self) -> f64 {
        match self {
            Self::Number(_) => signs::NUMBER,
            Self::Hill => signs::HILL,
            Self::Star(..) => signs::STAR,
            Self::Supply(_) => signs::SUPPLY,
        }
    }
}

/// A name and rows of symbols, from top to bottom.
#[derive(Clone)]
struct Layout {
    /// The name in one line or two.
    name: Vec<ShapedText>,
    rows: Vec<Vec<Sign>>,
    /// The scale relative to the usual size.
    size: f64,
}

/// The height of a name line and of a symbol row at their usual size, in millimetres.
const LINE: f64 = 5.2;
const ROW: f64 = 6.9;
/// The type size of a name before scaling, in points.
const NAME: f64 = 15.5;
/// The sizes to try, and the cost of each.
const SIZES: [(f64, f64); 6] =
    [(1.32, 0.0), (1.14, 2.0), (1.0, 5.0), (0.88, 10.0), (0.76, 19.0), (0.66, 31.0)];
/// The cost of breaking a name or a row of symbols.
const BREAK_COST: f64 = 2.5;
/// The costs of covering the symbol of a place: one that shares the area's name, and any other.
const NAMESAKE_COST: f64 = 9.0;
pub(crate) const LOST_COST: f64 = 45.0;
/// The distance between lines and the centre of a symbol, in millimetres.
const LINE_DISTANCE: f64 = crate::areas::landmarks::SYMBOL_RADIUS + 0.1;
/// The distance of labels from the middle of a river, in millimetres.
const RIVER_DISTANCE: f64 = 1.0;
/// The spacing of candidate positions, in millimetres.
const STEP: f64 = 1.8;
/// The maximum number of candidates that are examined closely.
const MAX_CANDIDATES: usize = 140;
/// The space kept free around a standing block, in millimetres.
const BLOCK_CLEARANCE: f64 = 1.2;
/// The total number of blocks, both sides together.
const BLOCKS: usize = 4;

impl Layout {
    fn width(&self) -> f64 {
        let name = self.name.iter().map(ShapedText::width).fold(0.0, f64::max);
        let rows = self.rows.iter().map(|row| row_width(row)).fold(0.0, f64::max);
        name.max(rows * self.size)
    }

    fn height(&self) -> f64 {
        (self.name.len() as f64 * LINE + self.rows.len() as f64 * ROW) * self.size
    }

    /// Returns the rectangle of each line around a centre: name lines, then symbol rows.
    fn lines(&self, at: Point) -> Vec<Rect> {
        let names = self.name.iter().map(|name| (name.width(), LINE * self.size));
        let rows = self.rows.iter().map(|row| (row_width(row) * self.size, ROW * self.size));
        let mut y = at.y - self.height() / 2.0;
        let line = |(width, height): (f64, f64)| {
            let rect = Rect::from_size(at.x - width / 2.0, y, width, height);
            y += height;
            Rect::new(rect.left - 0.8, rect.top - 0.4, rect.right + 0.8, rect.bottom + 0.4)
        };
        names.chain(rows).map(line).collect()
    }

    /// Returns all layouts of a name and symbols in one size.
    fn all(name: &str, signs: &[Sign], size: f64) -> Vec<Self> {
        let lettering = Lettering::new(Face::Semibold, NAME * size).with_spacing(0.05);
        let lettering = lettering.with_small_capitals();
        let mut names = vec![vec![name]];
        names.extend(crate::names::two_lines::halves(name, 2).map(|(one, other)| vec![one, other]));
        let whole = vec![signs.to_vec()];
        let is_long = row_width(signs) > 3.2 * signs::NUMBER;
        let broken = is_long.then(|| {
            // Players count hills, so hills stay in one row.
            let hills = signs.iter().rposition(|sign| matches!(sign, Sign::Hill));
            let half = signs.len().div_ceil(2).max(hills.map_or(0, |last| last + 1));
            vec![signs[..half].to_vec(), signs[half..].to_vec()]
        });
        let rows: Vec<_> = std::iter::once(whole).chain(broken).collect();
        let mut all = Vec::new();
        for name in names {
            for rows in &rows {
                let name = name.iter().map(|line| shape(line, lettering)).collect();
                let rows = rows.iter().filter(|row| !row.is_empty()).cloned().collect();
                all.push(Self { name, rows, size });
            }
        }
        all
    }
}

fn row_width(row: &[Sign]) -> f64 {
    row.iter().map(Sign::width).sum()
}

impl LabelPosition {
    /// Returns the bounding box.
    pub(crate) fn bounds(&self) -> Rect {
        centred_rect(self.at, (self.layout.width() + 1.6, self.layout.height() + 0.8))
    }

    /// Returns the rectangle of each line.
    pub(crate) fn lines(&self) -> Vec<Rect> {
        self.layout.lines(self.at)
    }
}

/// Map features that labels should not cover.
pub(crate) struct Underlay {
    roads: Lines,
    rivers: Lines,
    /// Places and bridges, and the cost of covering each.
    places: Vec<(Point, f64)>,
}

impl Underlay {
    pub(crate) fn of(input: &SheetInput<'_>) -> Self {
        let parts = |lines: &'_ [sandtable_pack::fab::NamedLine]| {
            Lines::of(input.frame, lines.iter().flat_map(|line| &line.parts))
        };
        // Covering a place that shares the area's name costs less, because the area's name still
        // identifies it. A place with another name would be lost.
        let places = input.map.places.iter().map(|place| {
            let costs = if input.names_its_area(place) { NAMESAKE_COST } else { LOST_COST };
            (input.frame.place(place.at), costs)
        });
        let bridges = bridge_places(input).into_iter().map(|(at, ..)| (at, LOST_COST));
        Self {
            roads: parts(&input.map.roads),
            rivers: parts(&input.map.rivers),
            places: places.chain(bridges).collect(),
        }
    }

    /// Returns the cost of covering features with the lines of a label within a rectangle.
    pub(crate) fn cover_cost(&self, rect: &Rect, lines: &[Rect]) -> f64 {
        let ways = 0.6 * self.roads.length_within(rect)
            + 2.0 * self.rivers.length_within(&rect.expand(RIVER_DISTANCE));
        let near = self.places.iter().filter(|(at, _)| rect.expand(LINE_DISTANCE).contains(*at));
        let covered = near
            .filter(|(at, _)| lines.iter().any(|line| line.expand(LINE_DISTANCE).contains(*at)));
        ways.min(45.0) + covered.map(|(_, costs)| costs).sum::<f64>()
    }
}

/// Returns the labels of all areas, with their holders if the options include them.
pub(crate) fn label_positions(input: &SheetInput<'_>) -> BTreeMap<AreaId, LabelPosition> {
    let areas = &input.pack.battle().scene().areas;
    let beneath = Underlay::of(input);
    let seat = |area: &Area| {
        let shape_of = input.map.areas.get(&area.id)?;
        Some((area.id.clone(), seat(input, area, shape_of, &beneath)))
    };
    let seats: Vec<Option<(AreaId, LabelPosition)>> = areas.par_iter().map(seat).collect();
    seats.into_iter().flatten().collect()
}

fn seat(
    input: &SheetInput<'_>,
    area: &Area,
    ground: &AreaShape,
    beneath: &Underlay,
) -> LabelPosition {
    let scene = input.pack.battle().scene();
    let labels = input.pack.labels();
    let terrain = scene.terrain.iter().find(|terrain| terrain.id == area.terrain);
    let difficulty = terrain.map_or(0, |terrain| terrain.difficulty);
    let mut signs: Vec<Sign> = Vec::new();
    signs.extend(area_number(input.pack, &area.id).map(|number| Sign::Number(number.to_owned())));
    signs.extend((0..difficulty).map(|_| Sign::Hill));
    let worth = area.vp.iter().filter(|(_, vp)| **vp != 0);
    signs.extend(worth.map(|(side, vp)| Sign::Star(side.clone(), *vp)));
    let sources = scene.supply_sources.iter().filter(|source| source.area == area.id);
    let mut supplies: Vec<&SideId> = sources.map(|source| &source.side).collect();
    supplies.dedup();
    signs.extend(supplies.into_iter().map(|side| Sign::Supply(side.clone())));
    let name = labels.areas[&area.id].name.get(input.options.language);
    let middle = input.frame.place(ground.seat);
    let plot = Plot::of(input.frame, &ground.parts);
    let (at, layout) = best_position(input, &plot, middle, (name, &signs), beneath);
    let holder = input.options.set_up.is_some().then(|| input.holder(&area.id)).flatten();
    LabelPosition { at, layout, holder: holder.cloned(), difficulty }
}

/// Returns the best position and layout of a name and its symbols, ideally with two blocks of each
/// side next to them (FAB-5.1a).
fn best_position(
    input: &SheetInput<'_>,
    plot: &Plot,
    middle: Point,
    (name, signs): (&str, &[Sign]),
    beneath: &Underlay,
) -> (Point, Layout) {
    let blocks = input.pack.labels().block_profile;
    let block = (
        blocks.length.millimetres() + BLOCK_CLEARANCE,
        blocks.thickness.millimetres() + BLOCK_CLEARANCE,
    );
    let places = plot.places(STEP);
    let berths: Vec<Rect> = places
        .iter()
        .map(|at| centred_rect(*at, block))
        .filter(|rect| plot.has_room(rect))
        .collect();
    let mut found: Option<(f64, Point, Layout)> = None;
    for (size, price) in SIZES {
        for layout in Layout::all(name, signs, size) {
            let room = (layout.width() + 2.0, layout.height() + 1.4);
            let fits = |at: &&Point| plot.has_room(&centred_rect(**at, room));
            let fitting: Vec<Point> = places.iter().filter(fits).copied().collect();
            let every = fitting.len().div_ceil(MAX_CANDIDATES).max(1);
            for at in fitting.into_iter().step_by(every) {
                let rect = centred_rect(at, room);
                let blocks = fitting_blocks(&berths, &rect);
                let lines = (layout.name.len() + layout.rows.len()) as f64;
                let costs = price
                    + BREAK_COST * lines
                    + beneath.cover_cost(&rect, &layout.lines(at))
                    + 0.05 * at.distance(middle)
                    - 12.0 * blocks as f64;
                if found.as_ref().is_none_or(|(least, ..)| costs < *least) {
                    found = Some((costs, at, layout.clone()));
                }
            }
        }
    }
    // If the area is too small for its name, the name crosses the border.
    found.map_or_else(|| (middle, narrowest(name, signs)), |(_, at, layout)| (at, layout))
}

/// Returns the narrowest layout of a name and symbols.
fn narrowest(name: &str, signs: &[Sign]) -> Layout {
    let (size, _) = SIZES[SIZES.len() - 1];
    let all = Layout::all(name, signs, size).into_iter();
    all.min_by(|one, other| {
        let room = |layout: &Layout| layout.width().max(layout.height());
        room(one).total_cmp(&room(other))
    })
    .expect("there is always one line")
}

/// Returns the number of blocks that fit next to a rectangle without overlap.
fn fitting_blocks(berths: &[Rect], beside: &Rect) -> usize {
    let mut stand: Vec<&Rect> = Vec::new();
    for berth in berths {
        if !berth.intersects(beside) && stand.iter().all(|other| !other.intersects(berth)) {
            stand.push(berth);
            if stand.len() == BLOCKS {
                break;
            }
        }
    }
    stand.len()
}

/// Returns the names of areas whose labels overlap the label of an earlier area: the sheet is too
/// small for both.
pub(crate) fn overlapping_names(
    input: &SheetInput<'_>,
    seats: &BTreeMap<AreaId, LabelPosition>,
) -> Vec<String> {
    let mut crowded = Vec::new();
    let all: Vec<(&AreaId, Rect)> =
        seats.iter().map(|(area, seat)| (area, seat.bounds().expand(-0.8))).collect();
    for (number, (area, bounds)) in all.iter().enumerate() {
        if all[..number].iter().any(|(_, other)| other.intersects(bounds)) {
            let label = &input.pack.labels().areas[*area];
            crowded.push(label.name.get(input.options.language).to_owned());
        }
    }
    crowded
}

/// Draws the names and symbols of all areas.
pub(crate) fn signs(input: &SheetInput<'_>, seats: &BTreeMap<AreaId, LabelPosition>) -> Vec<Item> {
    seats.values().flat_map(|seat| draw_label(input, seat)).collect()
}

fn draw_label(input: &SheetInput<'_>, seat: &LabelPosition) -> Vec<Item> {
    let style = input.style();
    let Layout { name, rows, size } = &seat.layout;
    let mut y = seat.at.y - seat.layout.height() / 2.0;
    let mut items = Vec::new();
    let ground = crate::areas::ground::tint(input, seat.difficulty);
    for line in name {
        let base = Point::new(seat.at.x, y + LINE * size * 0.8);
        items.push(Item::Text(line.centred(base, style.sheet.black).with_halo(0.6, |_| ground)));
        y += LINE * size;
    }
    for row in rows {
        let mut x = seat.at.x - row_width(row) * size / 2.0;
        for sign in row {
            let at = Point::new(x + sign.width() * size / 2.0, y + ROW * size / 2.0);
            x += sign.width() * size;
            items.extend(match sign {
                Sign::Number(number) => {
                    let holder = seat.holder.as_ref().map(|side| input.side_ink(side));
                    signs::number(input, at, number, *size, holder)
                }
                Sign::Hill => signs::hill(style, at, *size),
                Sign::Star(side, vp) => signs::star(input, at, *vp, side, *size),
                Sign::Supply(side) => signs::supply(input, at, side, *size),
            });
        }
        y += ROW * size;
    }
    items
}
