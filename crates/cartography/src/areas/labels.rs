//! What stands in each area: its name and number, how hard its ground is, points, supply. As large as the
//! area has room for beside the blocks of both sides.

use std::collections::BTreeMap;

use rayon::prelude::*;
use sandtable_house_style::areas::area_number;
use sandtable_pack::fab::{Area, AreaShape};
use sandtable_pack::{AreaId, SideId};
use sandtable_sheet::{Face, Item, Lettering, Point, Rect, ShapedText, shape};

use super::area_room::{Lines, Plot, about};
use super::shown::Shown;
use super::signs;

/// The middle of an area's name and signs, and what they are.
pub(crate) struct LabelPosition {
    /// Where it is.
    pub(crate) at: Point,
    layout: Layout,
    /// Whose the area is, where that is shown.
    holder: Option<SideId>,
    /// How hard its ground is.
    difficulty: u8,
}

/// A sign in a row below a name.
#[derive(Clone)]
enum Sign {
    Number(String),
    Hill,
    Star(SideId, i16),
    Supply(SideId),
}

impl Sign {
    /// How wide it is at its usual size, in millimetres.
    const fn width(&self) -> f64 {
        match self {
            Self::Number(_) => signs::NUMBER,
            Self::Hill => signs::HILL,
            Self::Star(..) => signs::STAR,
            Self::Supply(_) => signs::SUPPLY,
        }
    }
}

/// Name and signs as they stand above one another.
#[derive(Clone)]
struct Layout {
    /// The name in one line or two.
    name: Vec<ShapedText>,
    rows: Vec<Vec<Sign>>,
    /// Against the usual size.
    size: f64,
}

/// Height of a line of a name and of a row of signs at their usual size, in millimetres.
const LINE: f64 = 5.2;
const ROW: f64 = 6.9;
/// Points of a name's letters at their usual size.
const NAME: f64 = 15.5;
/// Sizes that are tried, and what each costs against the largest.
const SIZES: [(f64, f64); 6] =
    [(1.32, 0.0), (1.14, 2.0), (1.0, 5.0), (0.88, 10.0), (0.76, 19.0), (0.66, 31.0)];
/// What it costs to break a name, or a row of signs.
const BROKEN: f64 = 2.5;
/// What it costs to stand on the sign of a place that the area is called after, and on that of another.
const NAMESAKE: f64 = 9.0;
pub(crate) const LOST: f64 = 45.0;
/// How far off the middle of a sign lines stay, in millimetres.
const KEPT_OFF: f64 = crate::areas::landmarks::REACH + 0.1;
/// Between places that are tried, in millimetres.
const STEP: f64 = 1.8;
/// As many places are looked at closely.
const MOST: usize = 140;
/// What is left free about a block that stands, in millimetres.
const ABOUT: f64 = 1.2;
/// Blocks of both sides.
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

    /// What each line takes up about a middle: those of the name, then the rows of signs.
    fn lines(&self, at: Point) -> Vec<Rect> {
        let names = self.name.iter().map(|name| (name.width(), LINE * self.size));
        let rows = self.rows.iter().map(|row| (row_width(row) * self.size, ROW * self.size));
        let mut y = at.y - self.height() / 2.0;
        let line = |(width, height): (f64, f64)| {
            let rect = Rect::sized(at.x - width / 2.0, y, width, height);
            y += height;
            Rect::new(rect.left - 0.8, rect.top - 0.4, rect.right + 0.8, rect.bottom + 0.4)
        };
        names.chain(rows).map(line).collect()
    }

    /// All ways in which a name and signs may stand, of one size.
    fn all(name: &str, signs: &[Sign], size: f64) -> Vec<Self> {
        let lettering = Lettering::new(Face::Semibold, NAME * size).spaced(0.05);
        let lettering = lettering.in_small_capitals();
        let mut names = vec![vec![name]];
        names.extend(crate::names::stacked::halves(name, 2).map(|(one, other)| vec![one, other]));
        let whole = vec![signs.to_vec()];
        let is_long = row_width(signs) > 3.2 * signs::NUMBER;
        let broken = is_long.then(|| {
            // Hills are counted, so that they stand in one row.
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
    /// What all of it takes up.
    pub(crate) fn bounds(&self) -> Rect {
        about(self.at, (self.layout.width() + 1.6, self.layout.height() + 0.8))
    }

    /// What each line of it takes up.
    pub(crate) fn lines(&self) -> Vec<Rect> {
        self.layout.lines(self.at)
    }
}

/// What lies under names and signs, which rather stand beside it.
pub(crate) struct Beneath {
    roads: Lines,
    rivers: Lines,
    /// Places, and what each costs.
    places: Vec<(Point, f64)>,
}

impl Beneath {
    pub(crate) fn of(shown: &Shown<'_>) -> Self {
        let parts = |lines: &'_ [sandtable_pack::fab::NamedLine]| {
            Lines::of(shown.frame, lines.iter().flat_map(|line| &line.parts))
        };
        // A place that an area is called after is found by its name, another is lost.
        let places = shown.map.places.iter().map(|place| {
            let costs = if shown.names_its_area(place) { NAMESAKE } else { LOST };
            (shown.frame.place(place.at), costs)
        });
        Self {
            roads: parts(&shown.map.roads),
            rivers: parts(&shown.map.rivers),
            places: places.collect(),
        }
    }

    /// What it costs to stand upon it with lines in a rectangle.
    pub(crate) fn price(&self, rect: &Rect, lines: &[Rect]) -> f64 {
        let ways = 0.6 * self.roads.within(rect) + 0.9 * self.rivers.within(rect);
        let near = self.places.iter().filter(|(at, _)| rect.grown(KEPT_OFF).contains(*at));
        let covered =
            near.filter(|(at, _)| lines.iter().any(|line| line.grown(KEPT_OFF).contains(*at)));
        ways.min(30.0) + covered.map(|(_, costs)| costs).sum::<f64>()
    }
}

/// The seats of all areas; who holds each is told where it is asked for.
pub(crate) fn label_positions(shown: &Shown<'_>) -> BTreeMap<AreaId, LabelPosition> {
    let areas = &shown.pack.battle().scene().areas;
    let beneath = Beneath::of(shown);
    let seat = |area: &Area| {
        let shape_of = shown.map.areas.get(&area.id)?;
        Some((area.id.clone(), seat(shown, area, shape_of, &beneath)))
    };
    let seats: Vec<Option<(AreaId, LabelPosition)>> = areas.par_iter().map(seat).collect();
    seats.into_iter().flatten().collect()
}

fn seat(shown: &Shown<'_>, area: &Area, ground: &AreaShape, beneath: &Beneath) -> LabelPosition {
    let scene = shown.pack.battle().scene();
    let labels = shown.pack.labels();
    let terrain = scene.terrain.iter().find(|terrain| terrain.id == area.terrain);
    let difficulty = terrain.map_or(0, |terrain| terrain.difficulty);
    let mut signs: Vec<Sign> = Vec::new();
    signs.extend(area_number(shown.pack, &area.id).map(|number| Sign::Number(number.to_owned())));
    signs.extend((0..difficulty).map(|_| Sign::Hill));
    let worth = area.vp.iter().filter(|(_, vp)| **vp != 0);
    signs.extend(worth.map(|(side, vp)| Sign::Star(side.clone(), *vp)));
    let sources = scene.supply_sources.iter().filter(|source| source.area == area.id);
    let mut supplies: Vec<&SideId> = sources.map(|source| &source.side).collect();
    supplies.dedup();
    signs.extend(supplies.into_iter().map(|side| Sign::Supply(side.clone())));
    let name = labels.areas[&area.id].name.get(shown.options.language);
    let middle = shown.frame.place(ground.seat);
    let plot = Plot::of(shown.frame, &ground.parts);
    let (at, layout) = best(shown, &plot, middle, (name, &signs), beneath);
    let holder = shown.options.set_up.is_some().then(|| shown.holder(&area.id)).flatten();
    LabelPosition { at, layout, holder: holder.cloned(), difficulty }
}

/// The best place of a name and its signs, and how they stand there: two blocks of each side shall have room
/// beside them (FAB-5.1a).
fn best(
    shown: &Shown<'_>,
    plot: &Plot,
    middle: Point,
    (name, signs): (&str, &[Sign]),
    beneath: &Beneath,
) -> (Point, Layout) {
    let blocks = shown.pack.labels().block_profile;
    let block = (blocks.length.millimetres() + ABOUT, blocks.thickness.millimetres() + ABOUT);
    let places = plot.places(STEP);
    let berths: Vec<Rect> =
        places.iter().map(|at| about(*at, block)).filter(|rect| plot.has_room(rect)).collect();
    let mut found: Option<(f64, Point, Layout)> = None;
    for (size, price) in SIZES {
        for layout in Layout::all(name, signs, size) {
            let room = (layout.width() + 2.0, layout.height() + 1.4);
            let fits = |at: &&Point| plot.has_room(&about(**at, room));
            let fitting: Vec<Point> = places.iter().filter(fits).copied().collect();
            let every = fitting.len().div_ceil(MOST).max(1);
            for at in fitting.into_iter().step_by(every) {
                let rect = about(at, room);
                let blocks = standing(&berths, &rect);
                let lines = (layout.name.len() + layout.rows.len()) as f64;
                let costs = price
                    + BROKEN * lines
                    + beneath.price(&rect, &layout.lines(at))
                    + 0.05 * at.distance(middle)
                    - 12.0 * blocks as f64;
                if found.as_ref().is_none_or(|(least, ..)| costs < *least) {
                    found = Some((costs, at, layout.clone()));
                }
            }
        }
    }
    // Where an area is too small for its name, that stands over the border.
    found.map_or_else(|| (middle, least(name, signs)), |(_, at, layout)| (at, layout))
}

/// The narrowest way in which a name and signs may stand.
fn least(name: &str, signs: &[Sign]) -> Layout {
    let (size, _) = SIZES[SIZES.len() - 1];
    let all = Layout::all(name, signs, size).into_iter();
    all.min_by(|one, other| {
        let room = |layout: &Layout| layout.width().max(layout.height());
        room(one).total_cmp(&room(other))
    })
    .expect("there is always one line")
}

/// How many blocks stand beside a rectangle without touching one another.
fn standing(berths: &[Rect], beside: &Rect) -> usize {
    let mut stand: Vec<&Rect> = Vec::new();
    for berth in berths {
        if !berth.meets(beside) && stand.iter().all(|other| !other.meets(berth)) {
            stand.push(berth);
            if stand.len() == BLOCKS {
                break;
            }
        }
    }
    stand.len()
}

/// The names of areas that lie on what stands in an area before them: the sheet is too small for both.
pub(crate) fn crowded(shown: &Shown<'_>, seats: &BTreeMap<AreaId, LabelPosition>) -> Vec<String> {
    let mut crowded = Vec::new();
    let all: Vec<(&AreaId, Rect)> =
        seats.iter().map(|(area, seat)| (area, seat.bounds().grown(-0.8))).collect();
    for (number, (area, bounds)) in all.iter().enumerate() {
        if all[..number].iter().any(|(_, other)| other.meets(bounds)) {
            let label = &shown.pack.labels().areas[*area];
            crowded.push(label.name.get(shown.options.language).to_owned());
        }
    }
    crowded
}

/// The names and signs of all areas.
pub(crate) fn signs(shown: &Shown<'_>, seats: &BTreeMap<AreaId, LabelPosition>) -> Vec<Item> {
    seats.values().flat_map(|seat| drawn(shown, seat)).collect()
}

fn drawn(shown: &Shown<'_>, seat: &LabelPosition) -> Vec<Item> {
    let style = shown.style();
    let Layout { name, rows, size } = &seat.layout;
    let mut y = seat.at.y - seat.layout.height() / 2.0;
    let mut items = Vec::new();
    let ground = crate::areas::ground::tint(shown, seat.difficulty);
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
                    let holder = seat.holder.as_ref().map(|side| shown.side_ink(side));
                    signs::number(shown, at, number, *size, holder)
                }
                Sign::Hill => signs::hill(style, at, *size),
                Sign::Star(side, vp) => signs::star(shown, at, *vp, side, *size),
                Sign::Supply(side) => signs::supply(shown, at, side, *size),
            });
        }
        y += ROW * size;
    }
    items
}
