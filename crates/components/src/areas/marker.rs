//! Markers on the map and on blocks (FAB-2.2e).
//!
//! The ruleset may set their number (FAB-D30, FAB-D23). The default is the maximum number that can
//! be on the map at once:
//!
//! - control: one per area;
//! - disorder and out of supply: one per unit;
//! - fieldworks: one per area or per unit, whichever are fewer, since they are removed without
//!   units (FAB-5.23c);
//! - blown bridges: one per border with a bridge;
//! - roadblocks: one per engineer, since they are removed at the end of the turn (FAB-4.34c), plus
//!   those placed by events and the set-up;
//! - exploitation: one per armour unit of the side with more of them (FAB-6.8b);
//! - river assaults: one per area at such a border, or per unit of the side with more units.

use std::collections::BTreeSet;

use sandtable_house_style::areas::{
    BLACK, DrawSymbol, SAND, arrows, barrier, broken_block, broken_bridge, flag_stand,
    formation_ink, named_symbol, no_wheel, over_water, pointer, rampart, readable_on, side_ink,
    up_arrow,
};
use sandtable_house_style::words::{self, Words, translate};
use sandtable_lettering::SAFE_DISTANCE;
use sandtable_pack::fab::{Class, Effect, EventKind, Marker as Placed, Pack, Unit};
use sandtable_pack::{BorderId, FormationId, PaperLength, SideId};
use sandtable_sheet::{Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, truncate};

use super::counter::badge;
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// The side length of a marker, and of the turn marker, which fits the turn track, in millimetres.
const SIDE: f64 = 15.0;
const TURN: f64 = 12.7;

const RED: Ink = Ink::new("alarm", 0xb3_26_1e);
const AMBER: Ink = Ink::new("caution", 0xe3_a8_2b);

/// A kind of marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker<'p> {
    Control,
    Disorder,
    Fieldworks,
    BlownBridge,
    Roadblock,
    Reserve(&'p SideId),
    FormationReserve(&'p FormationId),
    Exploitation,
    OutOfSupply,
    RiverAssault,
    Turn,
}

/// All markers of a battle, with the number of each.
pub(crate) fn counts(pack: &Pack) -> Vec<(Marker<'_>, usize)> {
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
    let river_areas: BTreeSet<_> = bridged.iter().flat_map(|edge| [&edge.a, &edge.b]).collect();
    let or = |limit: Option<u8>, else_: usize| limit.map_or(else_, usize::from);
    let mut all = vec![
        (Marker::Control, areas),
        (Marker::Disorder, units),
        (Marker::Fieldworks, or(limits.fieldworks, units.min(areas))),
        (Marker::BlownBridge, or(limits.blown, bridged.len())),
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
        (Marker::RiverAssault, river_areas.len().min(of_side(&|_| true))),
        (Marker::Turn, 1),
    ]);
    all
}

/// The number of roadblocks that can be on the map at once.
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
pub(crate) fn markers(pack: &Pack, making: &ComponentSettings) -> Vec<Component> {
    let artist = Artist { pack, making };
    let all = counts(pack).into_iter();
    all.flat_map(|(marker, count)| (1..=count).map(move |number| (marker, number)))
        .map(|(marker, number)| artist.marker(marker, number))
        .collect()
}

impl Marker<'_> {
    /// The component key of its counters.
    fn key(self) -> String {
        match self {
            Self::Control => "control".to_owned(),
            Self::Disorder => "disorder".to_owned(),
            Self::Fieldworks => "fieldworks".to_owned(),
            Self::BlownBridge => "blown-bridge".to_owned(),
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
    making: &'a ComponentSettings,
}

impl Artist<'_> {
    fn marker(&self, marker: Marker<'_>, number: usize) -> Component {
        let key = format!("marker {} {number}", marker.key());
        let side = PaperLength::from_millimetres(if marker == Marker::Turn { TURN } else { SIDE });
        let size = (side, side);
        let sides = &self.pack.battle().scene().sides;
        let both = |front: &dyn Fn(Rect) -> Vec<Item>, back: &dyn Fn(Rect) -> Vec<Item>| {
            Component::with_two_faces(key.clone(), size, self.making, front, back)
        };
        let one = |ground: Ink, words: Words, sign: DrawSymbol| {
            let face = Rect::from_size(0.0, 0.0, side.millimetres(), side.millimetres());
            Component::flat(key.clone(), size, self.face(face, ground, words, sign))
        };
        let of = |index: usize| side_ink(self.pack, &sides[index]);
        match marker {
            Marker::Control => {
                both(&|face| self.control(face, &sides[0]), &|face| self.control(face, &sides[1]))
            }
            // FAB-2.3c: the disorder marker has a recovery face.
            Marker::Disorder => {
                both(&|face| self.face(face, RED, words::areas::DISORDER, broken_block), &|face| {
                    self.face(face, AMBER, words::areas::RECOVERY_MARKER, up_arrow)
                })
            }
            Marker::Fieldworks => {
                both(&|face| self.face(face, of(0), words::areas::FIELDWORKS, rampart), &|face| {
                    self.face(face, of(1), words::areas::FIELDWORKS, rampart)
                })
            }
            Marker::Roadblock => {
                both(&|face| self.face(face, of(0), words::areas::ROADBLOCK, barrier), &|face| {
                    self.face(face, of(1), words::areas::ROADBLOCK, barrier)
                })
            }
            Marker::BlownBridge => one(SAND, words::areas::BLOWN, broken_bridge),
            Marker::Reserve(side) => {
                one(side_ink(self.pack, side), words::areas::RESERVE, flag_stand)
            }
            Marker::FormationReserve(id) => {
                one(formation_ink(self.pack, id), words::areas::RESERVE, flag_stand)
            }
            Marker::Exploitation => one(AMBER, words::areas::EXPLOITATION, arrows),
            Marker::OutOfSupply => one(RED, words::areas::OUT_OF_SUPPLY, no_wheel),
            Marker::RiverAssault => one(SAND, words::areas::RIVER_ASSAULT, over_water),
            Marker::Turn => one(BLACK, words::TURN, pointer),
        }
    }

    /// A control marker: the side's emblem and name, and the word `control`.
    fn control(&self, face: Rect, side: &SideId) -> Vec<Item> {
        let (ground, field) = (side_ink(self.pack, side), face.expand(-SAFE_DISTANCE));
        let mut items = vec![Item::fill(Path::rect(face.expand(self.making.bleed)), ground)];
        let reach = face.width() * 0.145;
        // The stroked corners of a lozenge extend beyond its path.
        let middle = Point::new(face.centre().x, field.top + 1.15 * reach);
        items.extend(badge(self.pack, side, middle, reach));
        let name = self.pack.labels().sides.get(side);
        let name = name.map_or("", |banner| banner.name.get(self.making.language));
        let word = translate(words::areas::CONTROL, self.making.language);
        let (width, ink) = (field.width(), readable_on(ground));
        let name = truncate(name, Lettering::new(Face::Bold, 7.5), width);
        let word = truncate(word, Lettering::new(Face::Regular, MIN_POINTS), width);
        let base = field.bottom - 0.8;
        items.push(Item::Text(name.centred(Point::new(middle.x, base - 2.9), ink)));
        items.push(Item::Text(word.centred(Point::new(middle.x, base), ink)));
        items
    }

    /// A coloured face with a symbol and its meaning below.
    fn face(&self, face: Rect, ground: Ink, words: Words, sign: DrawSymbol) -> Vec<Item> {
        let mut items = vec![Item::fill(Path::rect(face.expand(self.making.bleed)), ground)];
        items.extend(named_symbol(
            face.expand(-SAFE_DISTANCE),
            readable_on(ground),
            (words, self.making.language),
            sign,
        ));
        items
    }
}
