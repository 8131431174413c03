//! What stands in each area: its number and name, how hard its ground is, points, supply.

use std::collections::BTreeMap;

use sandtable_pack::fab::AreaShape;
use sandtable_pack::{AreaId, SideId};

use super::{Shown, signs, to_side};
use crate::sheet::{Item, Point, Rect};
use crate::typeface::{Face, Lettering, ShapedText, fitted, shape};

/// The middle of an area's name, and what stands about it.
pub(super) struct Seat {
    /// Where it is.
    pub(super) at: Point,
    /// Its name in one line or two.
    name: Vec<ShapedText>,
    /// Its number, as it is printed.
    number: ShapedText,
    /// What it is worth to each side.
    worth: Vec<(SideId, i16)>,
    /// Whose supply comes from it.
    supplies: Vec<SideId>,
    /// How hard its ground is.
    difficulty: u8,
}

/// Height of a line of a name in millimetres.
const LINE: f64 = 4.0;
/// Half the height of a row of signs.
const ROW: f64 = 2.1;

impl Seat {
    /// What it takes up.
    pub(super) fn bounds(&self) -> Rect {
        let name = self.name.iter().map(ShapedText::width).fold(0.0, f64::max);
        let half = (name / 2.0).max(self.row() / 2.0) + 0.8;
        let (above, below) = (self.height() / 2.0 + 0.4, self.height() / 2.0 + 0.4);
        Rect::new(self.at.x - half, self.at.y - above, self.at.x + half, self.at.y + below)
    }

    /// How wide its row of signs is.
    fn row(&self) -> f64 {
        let signs =
            self.worth.len() as f64 * signs::STAR + self.supplies.len() as f64 * signs::SUPPLY;
        signs::NUMBER + signs + f64::from(self.difficulty) * signs::HILL
    }

    fn height(&self) -> f64 {
        self.name.len() as f64 * LINE + 2.0 * ROW
    }
}

/// The seats of all areas.
pub(super) fn seats(shown: &Shown<'_>) -> BTreeMap<AreaId, Seat> {
    let scene = shown.pack.battle().scene();
    let language = shown.options.language;
    let mut seats = BTreeMap::new();
    for area in &scene.areas {
        let Some(shape_of) = shown.map.areas.get(&area.id) else { continue };
        let label = &shown.pack.labels().areas[&area.id];
        let terrain = scene.terrain.iter().find(|terrain| terrain.id == area.terrain);
        let supplies = scene.supply_sources.iter().filter(|source| source.area == area.id);
        let mut supplies: Vec<SideId> = supplies.map(|source| source.side.clone()).collect();
        supplies.dedup();
        let seat = Seat {
            at: shown.frame.place(shape_of.seat),
            name: name(label.name.get(language), room(shown, shape_of)),
            number: shape(&label.number, Lettering::new(Face::Bold, 7.5)),
            worth: area
                .vp
                .iter()
                .filter(|(_, vp)| **vp != 0)
                .map(|(side, vp)| (side.clone(), *vp))
                .collect(),
            supplies,
            difficulty: terrain.map_or(0, |terrain| terrain.difficulty),
        };
        seats.insert(area.id.clone(), seat);
    }
    seats
}

/// The names of areas that lie on what stands in an area before them: the sheet is too small for both.
pub(super) fn crowded(shown: &Shown<'_>, seats: &BTreeMap<AreaId, Seat>) -> Vec<String> {
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

/// How wide a name may be at the seat of an area: what lies on both sides of it.
fn room(shown: &Shown<'_>, area: &AreaShape) -> f64 {
    let seat = shown.frame.place(area.seat);
    let rings = area.parts.iter().flat_map(|part| shown.frame.rings(part));
    let mut clear = f64::INFINITY;
    for ring in rings {
        for (&a, &b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            clear = clear.min(to_side(seat, a, b));
        }
    }
    2.2 * clear
}

/// A name as large as the area has room for, in one line, or in two where it is long.
fn name(name: &str, room: f64) -> Vec<ShapedText> {
    const LONG: usize = 14;
    const SIZES: [f64; 4] = [12.5, 11.5, 10.5, 9.5];
    let lettering = |size: f64| Lettering::new(Face::Semibold, size).spaced(0.04);
    let widest = |size: f64| {
        let two = super::super::names::halves(name, 2).filter(|_| name.chars().count() > LONG);
        let lines = two.map_or(vec![name], |(upper, lower)| vec![upper, lower]);
        lines.iter().map(|line| shape(line, lettering(size)).width()).fold(0.0, f64::max)
    };
    let size = SIZES.into_iter().find(|size| widest(*size) <= room).unwrap_or(9.0);
    let lettering = lettering(size);
    let halves = super::super::names::halves(name, 2).filter(|_| name.chars().count() > LONG);
    match halves {
        Some((upper, lower)) => vec![shape(upper, lettering), shape(lower, lettering)],
        None => vec![fitted(name, lettering, 40.0, 6.5)],
    }
}

/// The names and signs of all areas.
pub(super) fn signs(shown: &Shown<'_>, seats: &BTreeMap<AreaId, Seat>) -> Vec<Item> {
    seats.values().flat_map(|seat| drawn(shown, seat)).collect()
}

fn drawn(shown: &Shown<'_>, seat: &Seat) -> Vec<Item> {
    let style = shown.style();
    let top = seat.at.y - seat.height() / 2.0;
    let mut items = Vec::new();
    for (number, line) in seat.name.iter().enumerate() {
        let base = Point::new(seat.at.x, top + LINE * (number as f64 + 0.8));
        let mut run = line.centred(base, style.black);
        run.halo = Some(crate::sheet::Halo {
            inks: vec![super::ground::tint(shown, seat.difficulty); run.glyphs.len()],
            reach: 0.5,
        });
        items.push(Item::Text(run));
    }
    let y = top + seat.name.len() as f64 * LINE + ROW;
    let mut x = seat.at.x - seat.row() / 2.0;
    let mut middle = |width: f64| {
        x += width;
        Point::new(x - width / 2.0, y)
    };
    items.extend(signs::number(shown, middle(signs::NUMBER), &seat.number));
    for _ in 0..seat.difficulty {
        items.extend(signs::hill(style, middle(signs::HILL)));
    }
    for (side, vp) in &seat.worth {
        items.extend(signs::star(shown, middle(signs::STAR), *vp, shown.side_ink(side)));
    }
    for side in &seat.supplies {
        items.extend(signs::supply(shown, middle(signs::SUPPLY), shown.side_ink(side)));
    }
    items
}
