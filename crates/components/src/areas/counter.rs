//! Counters: assets, events and Special Actions (FAB-2.2b to FAB-2.2d). All chits in a cup have
//! their side's back, so players cannot recognise a chit before it is drawn (FAB-2.1d).

use sandtable_house_style::areas::{
    BLACK, WHITE, armour_oval, formation_ink, headquarters_symbol, is_second_side, readable_on,
    side_ink, steps, unit_symbol,
};
use sandtable_house_style::words::{self, Words, translate};
use sandtable_lettering::{CHIT_SIDE, SAFE_DISTANCE};
use sandtable_pack::fab::{
    Asset, AssetKind, ChitStart, Class, Event, EventKind, Pack, Reusable, UnitSymbol,
};
use sandtable_pack::{ChitId, FormationId, Language, PaperLength, SideId};
use sandtable_sheet::{
    Block, Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Stroke, shape, truncate,
    with_heading,
};

use super::effect::effect;
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// The background of events, which have much text.
const CREAM: Ink = sandtable_house_style::battlefield::CREAM;
/// The background of a used Special Action.
const GREY: Ink = Ink::new("used", 0xc9_c4_b8);

/// A side's counters: assets, events and reusable Special Actions.
pub(crate) fn counters(pack: &Pack, side: &SideId, making: &ComponentSettings) -> Vec<Component> {
    let artist = Artist { pack, side, language: making.language, bleed: making.bleed };
    let scene = pack.battle().scene();
    let assets = scene.assets.iter().filter(|asset| asset.side == *side);
    let assets = assets.map(|asset| {
        artist.counter(
            &asset.id,
            making,
            |face| artist.asset(face, asset),
            |face| artist.back(face),
        )
    });
    let events = scene.events.iter().filter(|event| event.side == *side);
    let events = events.map(|event| {
        artist.counter(
            &event.id,
            making,
            |face| artist.event(face, event),
            |face| artist.back(face),
        )
    });
    let actions = scene.reusable.iter().filter(|action| action.side == *side);
    let actions = actions.map(|action| {
        let front = |face| artist.action(face, action, words::areas::AVAILABLE);
        artist.counter(&action.id, making, front, |face| {
            artist.action(face, action, words::areas::USED)
        })
    });
    assets.chain(events).chain(actions).collect()
}

/// Draws the counters of one side.
struct Artist<'a> {
    pack: &'a Pack,
    side: &'a SideId,
    language: Language,
    bleed: f64,
}

/// The height and the aspect ratio of an asset's symbol.
const SIGN: (f64, f64) = (4.7, 1.5);
/// The height of the row with quality and dice, in millimetres.
const ROW: f64 = 3.2;

impl Artist<'_> {
    fn counter(
        &self,
        id: &ChitId,
        making: &ComponentSettings,
        front: impl Fn(Rect) -> Vec<Item>,
        back: impl Fn(Rect) -> Vec<Item>,
    ) -> Component {
        let side = PaperLength::from_millimetres(CHIT_SIDE);
        Component::with_two_faces(format!("chit {id}"), (side, side), making, front, back)
    }

    fn name(&self, id: &ChitId) -> &str {
        self.pack.labels().chits.get(id).map_or("", |name| name.get(self.language))
    }

    /// The colour of a formation, or of the side if there is no formation.
    fn ground(&self, id: Option<&FormationId>) -> Ink {
        id.map_or_else(|| side_ink(self.pack, self.side), |id| formation_ink(self.pack, id))
    }

    /// An asset: its type, quality, dice and name.
    fn asset(&self, face: Rect, asset: &Asset) -> Vec<Item> {
        let ground = self.ground(asset.formation.as_ref());
        let ink = readable_on(ground);
        let field = face.expand(-SAFE_DISTANCE);
        let middle = face.centre().x;
        let mut items = vec![Item::fill(Path::rect(face.expand(self.bleed)), ground)];
        let width = SIGN.0 * SIGN.1;
        items.extend(sign(
            self.pack,
            asset,
            Rect::from_size(middle - width / 2.0, field.top, width, SIGN.0),
        ));
        let row = field.top + SIGN.0 + 0.4 + ROW / 2.0;
        if asset.kind != AssetKind::CommandStaff {
            let radius = 1.15;
            let at = Point::new(field.left + radius + 0.3, row);
            items.extend(steps::dot(asset.quality, at, radius));
            items.extend(die(asset.dice, Point::new(field.right - ROW / 2.0 - 0.1, row)));
        }
        let tags = [
            (asset.any_formation, words::areas::ANY_FORMATION),
            (!asset.may_retreat, words::areas::FIXED),
        ];
        let tags = tags.into_iter().filter(|(is, _)| *is);
        let tags: Vec<&str> = tags.map(|(_, words)| translate(words, self.language)).collect();
        if !tags.is_empty() {
            let small = Lettering::new(Face::Italic, 7.0);
            let text = truncate(&tags.join(", "), small, field.width() - 2.0 * ROW - 1.2);
            items.push(Item::Text(text.centred(Point::new(middle, row + 0.8), ink)));
        }
        let top = row + ROW / 2.0 + 0.3;
        let room = Rect::new(field.left, top, field.right, field.bottom);
        items.extend(Block::new(self.name(&asset.id), Face::Semibold, 7.5, room, 3, ink).items);
        items
    }

    /// An event: the turn in which it enters the cup, its title and its effect.
    fn event(&self, face: Rect, event: &Event) -> Vec<Item> {
        let colour = self.ground(Some(&event.formation));
        let field = face.expand(-SAFE_DISTANCE);
        let band = face.top + SAFE_DISTANCE + 3.1;
        let wide = face.expand(self.bleed);
        let mut items = vec![
            Item::fill(Path::rect(wide), CREAM),
            Item::fill(Path::rect(Rect { bottom: band, ..wide }), colour),
        ];
        let ink = readable_on(colour);
        let middle = Point::new(face.centre().x, field.top + 1.5);
        match &event.kind {
            EventKind::SpecialAction => items.push(Item::fill(bolt(middle, 1.6), ink)),
            EventKind::Scripted { timing, .. } => {
                let count = timing.len() as f64;
                for (number, timing) in timing.iter().enumerate() {
                    let x = (number as f64 - (count - 1.0) / 2.0) * 4.0;
                    items.extend(timing_symbol(*timing, middle.translate(x, 0.0), ink));
                }
            }
        }
        if let ChitStart::Turn(turn) = event.start {
            let turn = shape(&turn.to_string(), Lettering::new(Face::Bold, 7.0));
            let ring = Point::new(field.left + 1.5, field.top + 1.5);
            let base = ring.translate(0.0, turn.lettering().cap_height() / 2.0);
            items.push(Item::line(Path::circle(ring, 1.4), Stroke::solid(ink, 0.2)));
            items.push(Item::Text(turn.centred(base, ink)));
        }
        let room = Rect::new(field.left, band + 0.3, field.right, field.bottom);
        let text = effect(self.pack, &event.kind, self.language);
        items.extend(with_heading((self.name(&event.id), 7.5), (&text, MIN_POINTS), room, BLACK));
        items
    }

    /// A reusable Special Action: one face for available, one for used.
    fn action(&self, face: Rect, action: &Reusable, state: Words) -> Vec<Item> {
        let colour = side_ink(self.pack, self.side);
        let is_used = state == words::areas::USED;
        let ground = if is_used { GREY } else { colour };
        let ink = readable_on(ground);
        let field = face.expand(-SAFE_DISTANCE);
        let sign = bolt(Point::new(face.centre().x, field.top + 3.4), 3.2);
        let mut items = vec![Item::fill(Path::rect(face.expand(self.bleed)), ground)];
        items.push(match is_used {
            true => Item::line(sign, Stroke::round(ink, 0.3)),
            false => Item::fill(sign, ink),
        });
        let room = Rect { top: field.top + 6.8, ..field };
        let state = translate(state, self.language);
        items.extend(with_heading((self.name(&action.id), 7.5), (state, 7.0), room, ink));
        items
    }

    /// The back of all chits in the side's cup.
    fn back(&self, face: Rect) -> Vec<Item> {
        let mut items = emblem(self.pack, self.side, face, self.bleed);
        let name = self.pack.labels().sides.get(self.side);
        let name = name.map_or("", |banner| banner.name.get(self.language));
        let ink = readable_on(side_ink(self.pack, self.side));
        let name =
            truncate(name, Lettering::new(Face::Semibold, 8.0), face.width() - 2.0 * SAFE_DISTANCE);
        let base = Point::new(face.centre().x, face.bottom - SAFE_DISTANCE - 0.9);
        items.push(Item::Text(name.centred(base, ink)));
        items
    }
}

/// The background of a side with its emblem.
pub(crate) fn emblem(pack: &Pack, side: &SideId, face: Rect, bleed: f64) -> Vec<Item> {
    let ground = side_ink(pack, side);
    let centre = face.centre().translate(0.0, -face.height() * 0.08);
    let mut items = vec![Item::fill(Path::rect(face.expand(bleed)), ground)];
    items.extend(badge(pack, side, centre, face.width() * 0.22));
    items
}

/// The emblem of a side, with a given radius around a centre: a disc in a ring, or two nested
/// lozenges for the second side. The shapes have no other meaning, and neither resembles a unit
/// symbol.
pub(crate) fn badge(pack: &Pack, side: &SideId, middle: Point, reach: f64) -> Vec<Item> {
    let ink = readable_on(side_ink(pack, side));
    let shape = |reach: f64| match is_second_side(pack, side) {
        true => Path::ring(&[
            middle.translate(0.0, -reach),
            middle.translate(reach, 0.0),
            middle.translate(0.0, reach),
            middle.translate(-reach, 0.0),
        ]),
        false => Path::circle(middle, reach),
    };
    let (rim, core) = match is_second_side(pack, side) {
        true => (reach, reach * 0.5),
        false => (reach * 0.9, reach * 0.45),
    };
    vec![Item::line(shape(rim), Stroke::solid(ink, reach * 0.2)), Item::fill(shape(core), ink)]
}

/// The symbol of Special Actions: a lightning bolt.
pub(crate) fn bolt(middle: Point, reach: f64) -> Path {
    let p = |x: f64, y: f64| middle.translate(x * reach, y * reach);
    Path::ring(&[
        p(0.3, -1.0),
        p(-0.62, 0.16),
        p(-0.06, 0.16),
        p(-0.3, 1.0),
        p(0.62, -0.2),
        p(0.06, -0.2),
    ])
}

/// The symbol of an asset's type: artillery, engineers, infantry, tanks, ships, staff.
fn sign(pack: &Pack, asset: &Asset, rect: Rect) -> Vec<Item> {
    let Some(of) = pack.labels().asset_symbol(asset) else {
        return headquarters_symbol(rect, BLACK, WHITE);
    };
    let mut items = unit_symbol(of, rect, BLACK, WHITE);
    if asset.class == Class::Armour && of != UnitSymbol::Armour {
        items.extend(armour_oval(rect, BLACK));
    }
    items
}

/// A ten-sided die with the number of dice rolled.
pub(crate) fn die(count: u8, at: Point) -> Vec<Item> {
    let half = ROW / 2.0;
    let kite = Path::ring(&[
        at.translate(0.0, -half),
        at.translate(half, 0.15),
        at.translate(0.0, half),
        at.translate(-half, 0.15),
    ]);
    let text = shape(&count.to_string(), Lettering::new(Face::Bold, 6.5));
    vec![
        Item::fill(kite.clone(), WHITE),
        Item::line(kite, Stroke::round(BLACK, 0.2)),
        Item::Text(text.centred(at.translate(0.0, text.lettering().cap_height() / 2.0), BLACK)),
    ]
}

/// The symbol of an event's timing: a flag for the Administration Phase, crossed lines for combat.
pub(crate) fn timing_symbol(timing: sandtable_pack::fab::Timing, at: Point, ink: Ink) -> Vec<Item> {
    use sandtable_pack::fab::Timing;
    let line = |ends: [Point; 2]| Item::line(Path::line(&ends), Stroke::round(ink, 0.4));
    match timing {
        Timing::Combat => vec![
            line([at.translate(-1.2, -1.2), at.translate(1.2, 1.2)]),
            line([at.translate(-1.2, 1.2), at.translate(1.2, -1.2)]),
        ],
        Timing::Administration => {
            let cloth =
                [at.translate(-0.8, -1.2), at.translate(1.3, -0.5), at.translate(-0.8, 0.2)];
            vec![
                line([at.translate(-0.8, -1.2), at.translate(-0.8, 1.3)]),
                Item::fill(Path::ring(&cloth), ink),
            ]
        }
    }
}
