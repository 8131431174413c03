//! Markers: what lies on the map and beside blocks (FAB-2.2e).
//!
//! There are as many as the ruleset says (FAB-D30, FAB-D23), else as many as can lie on the map at once:
//! control, one an area; disorder and out of supply, one a unit; fieldworks, one an area or a unit,
//! whichever are fewer, for without units they are removed (FAB-5.23c); blown bridges, one a border that has
//! a bridge; roadblocks, one an engineer, for they go at the end of the turn (FAB-4.34c), and those that
//! events and the set-up place; exploitation, one a unit of armour class of the side that has more of them
//! (FAB-6.8b); river assaults, one an area beside such a border, or a unit of the side that has more.

use std::collections::BTreeSet;

use sandtable_lettering::SAFE;
use sandtable_pack::fab::{Class, Effect, EventKind, Marker as Placed, Pack, Unit};
use sandtable_pack::{BorderId, FormationId, Language, PaperLength, SideId};

use super::counter::badge;
use super::livery::{self, BLACK, formation, on};
use super::words;
use super::written::Block;
use crate::component::Component;
use crate::figures::capitalised;
use crate::sheet::{Ink, Item, Path, Point, Rect, Stroke};
use crate::sticker::Making;
use crate::typeface::{Face, LEAST_POINTS, Lettering, cut_to};
use crate::words::{self as fixed, Words, say};

/// Side of a marker, and of that of the turn, for which the track has room, in millimetres.
const SIDE: f64 = 15.0;
const TURN: f64 = 12.7;
/// How far letters stay within the edge of a marker that is not cut out, in millimetres.
const UNCUT: f64 = 0.9;

const SAND: Ink = Ink::new("marker", 0xef_e3_c4);
const RED: Ink = Ink::new("alarm", 0xb3_26_1e);
const AMBER: Ink = Ink::new("caution", 0xe3_a8_2b);

/// A kind of marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker<'p> {
    Control,
    Disorder,
    Fieldworks,
    Blown,
    Roadblock,
    Reserve(&'p SideId),
    FormationReserve(&'p FormationId),
    Exploitation,
    OutOfSupply,
    RiverAssault,
    Turn,
}

/// All markers of a battle, and how many there are of each.
pub(super) fn counts(pack: &Pack) -> Vec<(Marker<'_>, usize)> {
    let (scene, rules) = (pack.battle().scene(), pack.battle().ruleset());
    let limits = &rules.marker_limits;
    let (units, areas) = (scene.units.len(), scene.areas.len());
    let of_side = |is: &dyn Fn(&Unit) -> bool| {
        let count = |side: &SideId| {
            scene.units.iter().filter(|unit| unit.side == *side && is(unit)).count()
        };
        scene.sides.iter().map(count).max().unwrap_or(0)
    };
    let is_armour = |unit: &Unit| {
        let mut types = scene.unit_types.iter();
        types.any(|one| one.id == unit.unit_type && one.class == Class::Armour)
    };
    let has_bridge = |border: &BorderId| {
        rules.border_types.iter().any(|one| one.id == *border && one.blown_capable)
    };
    let bridged: Vec<_> = scene.edges.iter().filter(|edge| has_bridge(&edge.border)).collect();
    let beside: BTreeSet<_> = bridged.iter().flat_map(|edge| [&edge.a, &edge.b]).collect();
    let or = |limit: Option<u8>, else_: usize| limit.map_or(else_, usize::from);
    let mut all = vec![
        (Marker::Control, areas),
        (Marker::Disorder, units),
        (Marker::Fieldworks, or(limits.fieldworks, units.min(areas))),
        (Marker::Blown, or(limits.blown, bridged.len())),
        (Marker::Roadblock, or(limits.roadblock, roadblocks(pack))),
    ];
    let reserve = &rules.reserve;
    let of_sides = reserve.markers.iter();
    all.extend(of_sides.map(|(side, count)| (Marker::Reserve(side), usize::from(*count))));
    let own = reserve.formation_markers.iter();
    all.extend(own.map(|(id, count)| (Marker::FormationReserve(id), usize::from(*count))));
    all.extend([
        (Marker::Exploitation, or(limits.exploitation, of_side(&is_armour))),
        (Marker::OutOfSupply, units),
        (Marker::RiverAssault, beside.len().min(of_side(&|_| true))),
        (Marker::Turn, 1),
    ]);
    all
}

/// Roadblocks that can lie on the map at once.
fn roadblocks(pack: &Pack) -> usize {
    let scene = pack.battle().scene();
    let engineers = scene.assets.iter().filter(|asset| asset.engineer).count();
    let placed = scene.events.iter().map(|event| match &event.kind {
        EventKind::Scripted {
            effect: Effect::PlaceMarker { marker: Placed::Roadblock, n, .. },
            ..
        } => usize::from(*n),
        _ => 0,
    });
    engineers + placed.sum::<usize>() + scene.markers.roadblocks.len()
}

/// The markers of a battle.
pub(crate) fn markers(pack: &Pack, making: &Making) -> Vec<Component> {
    let artist = Artist { pack, making };
    let all = counts(pack).into_iter();
    all.flat_map(|(marker, count)| (1..=count).map(move |number| (marker, number)))
        .map(|(marker, number)| artist.marker(marker, number))
        .collect()
}

impl Marker<'_> {
    /// What tells its counters from others.
    fn key(self) -> String {
        match self {
            Self::Control => "control".to_owned(),
            Self::Disorder => "disorder".to_owned(),
            Self::Fieldworks => "fieldworks".to_owned(),
            Self::Blown => "blown-bridge".to_owned(),
            Self::Roadblock => "roadblock".to_owned(),
            Self::Reserve(side) => format!("reserve {side}"),
            Self::FormationReserve(id) => format!("reserve of {id}"),
            Self::Exploitation => "exploitation".to_owned(),
            Self::OutOfSupply => "out-of-supply".to_owned(),
            Self::RiverAssault => "river-assault".to_owned(),
            Self::Turn => "turn".to_owned(),
        }
    }
}

struct Artist<'a> {
    pack: &'a Pack,
    making: &'a Making,
}

impl Artist<'_> {
    fn marker(&self, marker: Marker<'_>, number: usize) -> Component {
        let key = format!("marker {} {number}", marker.key());
        let side = PaperLength::from_millimetres(if marker == Marker::Turn { TURN } else { SIDE });
        let size = (side, side);
        let sides = &self.pack.battle().scene().sides;
        let both = |front: &dyn Fn(Rect) -> Vec<Item>, back: &dyn Fn(Rect) -> Vec<Item>| {
            Component::of_two_faces(key.clone(), size, self.making, front, back)
        };
        let one = |ground: Ink, words: Words, sign: Sign| {
            let face = Rect::sized(0.0, 0.0, side.millimetres(), side.millimetres());
            Component::flat(key.clone(), size, self.face(face, ground, words, sign))
        };
        let of = |index: usize| livery::side(self.pack, &sides[index]);
        match marker {
            Marker::Control => {
                both(&|face| self.control(face, &sides[0]), &|face| self.control(face, &sides[1]))
            }
            // FAB-2.3c: the marker of disorder has a recovery face.
            Marker::Disorder => {
                both(&|face| self.face(face, RED, words::DISORDER, broken), &|face| {
                    self.face(face, AMBER, words::RECOVERY, rising)
                })
            }
            Marker::Fieldworks => {
                both(&|face| self.face(face, of(0), words::FIELDWORKS, rampart), &|face| {
                    self.face(face, of(1), words::FIELDWORKS, rampart)
                })
            }
            Marker::Roadblock => {
                both(&|face| self.face(face, of(0), words::ROADBLOCK, barrier), &|face| {
                    self.face(face, of(1), words::ROADBLOCK, barrier)
                })
            }
            Marker::Blown => one(SAND, words::BLOWN, broken_bridge),
            Marker::Reserve(side) => one(livery::side(self.pack, side), words::RESERVE, waiting),
            Marker::FormationReserve(id) => one(formation(self.pack, id), words::RESERVE, waiting),
            Marker::Exploitation => one(AMBER, words::EXPLOITATION, arrows),
            Marker::OutOfSupply => one(RED, words::OUT_OF_SUPPLY, no_wheel),
            Marker::RiverAssault => one(SAND, words::RIVER_ASSAULT, over_water),
            Marker::Turn => one(BLACK, fixed::TURN, pointer),
        }
    }

    /// Who holds an area: the side's emblem, its name, and what the marker is.
    fn control(&self, face: Rect, side: &SideId) -> Vec<Item> {
        let (ground, field) = (livery::side(self.pack, side), face.grown(-SAFE));
        let mut items = vec![Item::fill(Path::rect(face.grown(self.making.bleed)), ground)];
        let reach = face.width() * 0.145;
        // The corners of a lozenge reach beyond its lines.
        let middle = Point::new(face.centre().x, field.top + 1.15 * reach);
        items.extend(badge(self.pack, side, middle, reach));
        let name = self.pack.labels().sides.get(side);
        let name = name.map_or("", |banner| banner.name.get(self.making.language));
        let word = say(words::CONTROL, self.making.language);
        let (width, ink) = (field.width(), on(ground));
        let name = cut_to(name, Lettering::new(Face::Bold, 7.5), width);
        let word = cut_to(word, Lettering::new(Face::Regular, LEAST_POINTS), width);
        let base = field.bottom - 0.8;
        items.push(Item::Text(name.centred(Point::new(middle.x, base - 2.9), ink)));
        items.push(Item::Text(word.centred(Point::new(middle.x, base), ink)));
        items
    }

    /// A ground with a sign, and what it means below.
    fn face(&self, face: Rect, ground: Ink, words: Words, sign: Sign) -> Vec<Item> {
        let mut items = vec![Item::fill(Path::rect(face.grown(self.making.bleed)), ground)];
        items.extend(signed(face.grown(-SAFE), on(ground), (words, self.making.language), sign));
        items
    }
}

/// A sign about a middle, as high as asked for.
type Sign = fn(Point, f64, Ink) -> Vec<Item>;

/// A sign in a field, and what it means below.
fn signed(field: Rect, ink: Ink, (words, language): (Words, Language), sign: Sign) -> Vec<Item> {
    let height = field.height() * 0.5;
    let middle = Point::new(field.centre().x, field.top + height / 2.0);
    // Lines reach beyond their ends by half their width.
    let mut items = sign(middle, height * 0.88, ink);
    let room = Rect { top: field.top + height + 0.3, ..field };
    let text = capitalised(say(words, language));
    items.extend(Block::new(&text, Face::Semibold, 7.0, room, 2, ink).items);
    items
}

/// What lies on the map at the start (FAB-D35).
#[derive(Clone, Copy, Debug)]
pub(crate) enum MapMarker<'p> {
    /// Of a side.
    Fieldworks(&'p SideId),
    /// Of a side.
    Roadblock(&'p SideId),
    Blown,
}

impl MapMarker<'_> {
    /// What it is called.
    pub(crate) const fn words(self) -> Words {
        match self {
            Self::Fieldworks(_) => words::FIELDWORKS,
            Self::Roadblock(_) => words::ROADBLOCK,
            Self::Blown => words::BLOWN,
        }
    }

    /// Its counter, which nobody cuts out here, in a rectangle.
    pub(crate) fn face(self, pack: &Pack, language: Language, rect: Rect) -> Vec<Item> {
        let (ground, sign): (Ink, Sign) = match self {
            Self::Fieldworks(side) => (livery::side(pack, side), rampart),
            Self::Roadblock(side) => (livery::side(pack, side), barrier),
            Self::Blown => (SAND, broken_bridge),
        };
        let mut items = vec![Item::fill(Path::rect(rect), ground)];
        items.extend(signed(rect.grown(-UNCUT), on(ground), (self.words(), language), sign));
        items
    }
}

/// A drawing of lines about a middle, in shares of its height.
struct Pen {
    middle: Point,
    height: f64,
    ink: Ink,
}

impl Pen {
    fn at(&self, (x, y): (f64, f64)) -> Point {
        self.middle.moved(x * self.height, y * self.height)
    }

    fn points(&self, places: &[(f64, f64)]) -> Vec<Point> {
        places.iter().map(|place| self.at(*place)).collect()
    }

    fn line(&self, places: &[(f64, f64)]) -> Item {
        Item::line(Path::line(&self.points(places)), Stroke::full(self.ink, self.height * 0.11))
    }

    fn area(&self, places: &[(f64, f64)]) -> Item {
        Item::fill(Path::ring(&self.points(places)), self.ink)
    }
}

/// A block that is broken in two.
fn broken(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![
        pen.area(&[
            (-0.68, -0.42),
            (-0.12, -0.42),
            (0.0, -0.14),
            (-0.18, 0.06),
            (-0.08, 0.36),
            (-0.68, 0.36),
        ]),
        pen.area(&[
            (0.08, -0.3),
            (0.64, -0.4),
            (0.76, 0.36),
            (0.2, 0.48),
            (0.02, 0.14),
            (0.2, -0.06),
        ]),
    ]
}

/// An arrow upwards.
fn rising(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![
        pen.area(&[(0.0, -0.48), (0.34, -0.05), (-0.34, -0.05)]),
        pen.area(&[(-0.13, -0.1), (0.13, -0.1), (0.13, 0.48), (-0.13, 0.48)]),
    ]
}

/// Battlements.
fn rampart(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![pen.area(&[
        (-0.7, 0.4),
        (-0.7, -0.35),
        (-0.42, -0.35),
        (-0.42, -0.05),
        (-0.14, -0.05),
        (-0.14, -0.35),
        (0.14, -0.35),
        (0.14, -0.05),
        (0.42, -0.05),
        (0.42, -0.35),
        (0.7, -0.35),
        (0.7, 0.4),
    ])]
}

/// Two crossed bars on a rail.
fn barrier(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    let cross = |x: f64| {
        [
            pen.line(&[(x - 0.25, -0.4), (x + 0.25, 0.4)]),
            pen.line(&[(x - 0.25, 0.4), (x + 0.25, -0.4)]),
        ]
    };
    let rail = pen.line(&[(-0.8, 0.0), (0.8, 0.0)]);
    [-0.42, 0.42].into_iter().flat_map(cross).chain([rail]).collect()
}

/// A bridge with a gap.
fn broken_bridge(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![
        pen.line(&[(-0.8, -0.45), (-0.62, -0.22), (-0.2, -0.22), (-0.1, 0.05)]),
        pen.line(&[(-0.8, 0.45), (-0.62, 0.22), (-0.28, 0.22), (-0.16, 0.4)]),
        pen.line(&[(0.8, -0.45), (0.62, -0.22), (0.24, -0.22), (0.12, -0.4)]),
        pen.line(&[(0.8, 0.45), (0.62, 0.22), (0.2, 0.22), (0.1, -0.02)]),
    ]
}

/// A stand with a flag.
fn waiting(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![
        pen.line(&[(-0.3, -0.5), (-0.3, 0.5)]),
        pen.area(&[(-0.3, -0.5), (0.5, -0.5), (0.28, -0.22), (0.5, 0.06), (-0.3, 0.06)]),
    ]
}

/// Two arrowheads.
fn arrows(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    let head = |x: f64| pen.area(&[(x, -0.45), (x + 0.6, 0.0), (x, 0.45), (x + 0.18, 0.0)]);
    vec![head(-0.65), head(0.05)]
}

/// A wheel that is struck out.
fn no_wheel(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    let rim = Item::line(Path::circle(middle, height * 0.36), Stroke::full(ink, height * 0.11));
    let hub = Item::fill(Path::circle(middle, height * 0.1), ink);
    vec![rim, hub, pen.line(&[(-0.5, 0.5), (0.5, -0.5)])]
}

/// An arrow over waves.
fn over_water(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    let waves = [(-0.8, 0.3), (-0.5, 0.1), (-0.2, 0.3), (0.1, 0.1), (0.4, 0.3), (0.7, 0.1)];
    let mut path = Path::new();
    path.add_curve(&pen.points(&waves));
    vec![
        Item::line(path, Stroke::full(ink, height * 0.11)),
        pen.line(&[(-0.55, -0.25), (0.2, -0.25)]),
        pen.area(&[(0.15, -0.5), (0.6, -0.25), (0.15, 0.0)]),
    ]
}

/// An arrow downwards: this turn.
fn pointer(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![pen.area(&[
        (-0.2, -0.48),
        (0.2, -0.48),
        (0.2, 0.0),
        (0.46, 0.0),
        (0.0, 0.48),
        (-0.46, 0.0),
        (-0.2, 0.0),
    ])]
}
