//! Stickers for the blocks and chits for the cup.
//!
//! A sticker has the size of a real block's face (the block profile); it has no ground size
//! (PB-A2).

pub(crate) mod face;
pub(crate) mod key;
pub(crate) mod kriegsspiel;

use sandtable_lettering::CHIT_SIDE;
use sandtable_pack::{
    BlockProfile, CommandId, Element, Headquarters, Language, Pack, PaperLength, Piece, PieceId,
    Side,
};
use sandtable_sheet::Rect;

use crate::component::Component;
use crate::paper::Size;
pub(crate) use crate::stickers::key::key;

/// Settings of cut-out components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComponentSettings {
    /// The language of the fixed words.
    pub language: Language,
    /// The blocks for the stickers.
    pub blocks: BlockProfile,
    /// The distance that art extends beyond the edge, in millimetres.
    pub bleed: f64,
    /// Whether backs are next to their fronts, to be folded behind them.
    pub folds_backs: bool,
    /// The space for components on a portrait sheet of the stock.
    pub room: Size,
    /// Whether each combat piece is divided into the blocks of Kriegsspiel.
    pub is_kriegsspiel: bool,
}

/// A face of a block.
#[derive(Clone, Copy)]
enum Face<'a> {
    /// A combat piece, with its command.
    Piece(&'a CommandId, &'a Piece),
    /// A detachment that its owner assigns to a command at set-up (PB-3.13).
    Detachment(&'a PieceId),
    /// A Fresh HQ: its rating (PB-2.11).
    Headquarters(&'a Headquarters),
    /// A Spent HQ: its flag, on the side of the block that is turned up (PB-2.4).
    Flag(&'a Headquarters),
    /// A baggage train (PB-2.10), at army level without a command.
    Baggage(&'a PieceId, Option<&'a CommandId>),
}

/// A side's stickers for pieces, trains and HQs: first the army's own, then by command in scenario
/// order.
pub(crate) fn stickers(pack: &Pack, side: &Side, making: &ComponentSettings) -> Vec<Component> {
    let artist = face::Artist::new(pack, side, making.language, making.bleed);
    let sticker = |face: Face<'_>| match face {
        Face::Piece(command, piece) if making.is_kriegsspiel => {
            small_blocks(Some(command), piece, &artist, making)
        }
        Face::Detachment(id) if making.is_kriegsspiel => {
            small_blocks(None, &Piece::from_pool(id.clone()), &artist, making)
        }
        face => vec![sticker(face, &artist, making)],
    };
    faces(side).into_iter().flat_map(sticker).collect()
}

/// The stickers of a combat piece's Kriegsspiel blocks.
fn small_blocks(
    command: Option<&CommandId>,
    piece: &Piece,
    artist: &face::Artist<'_>,
    making: &ComponentSettings,
) -> Vec<Component> {
    let size = kriegsspiel::block(making.blocks).piece_sticker();
    let block = |share| {
        let art = artist.piece(whole(size), command, piece, Some(share));
        Component::flat(format!("sticker {} {}", piece.id, share.number), size, art)
    };
    kriegsspiel::shares(piece.kind, artist.strength(&piece.id)).into_iter().map(block).collect()
}

fn faces(side: &Side) -> Vec<Face<'_>> {
    let army = side.commander.iter();
    let own = army.map(|army| (&army.headquarters.id, &army.pieces));
    let commands = side.commands.iter();
    let all = own.chain(commands.clone().map(|command| (&command.id, &command.pieces)));
    let mut faces: Vec<Face<'_>> = all
        .flat_map(|(id, pieces)| pieces.iter().map(move |piece| Face::Piece(id, piece)))
        .collect();
    let pool = side.detachments.iter().flat_map(|pool| &pool.pieces);
    faces.extend(pool.map(Face::Detachment));
    faces.extend(side.baggage.iter().map(|train| Face::Baggage(&train.id, None)));
    for command in commands {
        let trains = command.baggage.iter();
        faces.extend(trains.map(|train| Face::Baggage(&train.id, Some(&command.id))));
    }
    faces.extend(side.headquarters().flat_map(|hq| [Face::Headquarters(hq), Face::Flag(hq)]));
    faces
}

fn sticker(face: Face<'_>, artist: &face::Artist<'_>, making: &ComponentSettings) -> Component {
    let blocks = &making.blocks;
    let (key, size) = match face {
        Face::Piece(_, piece) => (format!("sticker {}", piece.id), blocks.piece_sticker()),
        Face::Detachment(id) => (format!("sticker {id}"), blocks.piece_sticker()),
        Face::Headquarters(hq) => (format!("sticker {}", hq.id), blocks.headquarters_sticker()),
        Face::Flag(hq) => (format!("flag {}", hq.id), blocks.headquarters_sticker()),
        Face::Baggage(id, _) => (format!("sticker {id}"), blocks.baggage_sticker()),
    };
    let rect = whole(size);
    let art = match face {
        Face::Piece(command, piece) => artist.piece(rect, Some(command), piece, None),
        Face::Detachment(id) => artist.detachment(rect, id),
        Face::Headquarters(hq) => artist.headquarters(rect, hq),
        Face::Flag(hq) => artist.flag(rect, hq),
        Face::Baggage(_, command) => artist.baggage(rect, command),
    };
    Component::flat(key, size, art)
}

/// A side's chits (PB-2.1), all with the same back.
pub(crate) fn chits(pack: &Pack, side: &Side, making: &ComponentSettings) -> Vec<Component> {
    let artist = face::Artist::new(pack, side, making.language, making.bleed);
    // PB-3.12: an army commander has a chit only in some scenarios.
    let army = side.commander.iter().filter(|army| army.chit).map(|army| &army.headquarters.id);
    let commands = side.commands.iter().map(|command| &command.id);
    army.chain(commands).map(|command| chit(command, &artist, making)).collect()
}

fn chit(command: &CommandId, artist: &face::Artist<'_>, making: &ComponentSettings) -> Component {
    let side = PaperLength::from_millimetres(CHIT_SIDE);
    Component::with_two_faces(
        format!("chit {command}"),
        (side, side),
        making,
        |face| artist.chit(face, command),
        |face| artist.chit_back(face),
    )
}

fn whole(size: Size) -> Rect {
    Rect::from_size(0.0, 0.0, size.0.millimetres(), size.1.millimetres())
}

/// The arrival of a command's block, as day and turn, if it is a reinforcement.
fn arrival(side: &Side, command: &CommandId, element: &Element) -> Option<(u8, u8)> {
    side.reinforcements
        .iter()
        .find(|r| r.command == *command && r.elements.contains(element))
        .map(|r| (r.day, r.turn))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sandtable_pack::sample;
    use sandtable_sheet::{Ink, Item, Point, Rect as Place, TextRun, text_runs};

    use super::*;
    use crate::order::product::Product;

    fn sample_pack() -> Pack {
        Pack::new(sample::parts()).expect("valid sample")
    }

    fn making(pack: &Pack) -> ComponentSettings {
        ComponentSettings {
            language: Language::En,
            blocks: pack.labels().block_profile,
            bleed: 3.0,
            folds_backs: false,
            room: (PaperLength::from_millimetres(186.0), PaperLength::from_millimetres(255.0)),
            is_kriegsspiel: false,
        }
    }

    /// The stickers and chits of both sides.
    fn all(pack: &Pack) -> Vec<Component> {
        let sides = pack.scenario().sides.iter();
        let making = making(pack);
        sides
            .flat_map(|side| {
                [stickers(pack, side, &making), chits(pack, side, &making)].into_iter().flatten()
            })
            .collect()
    }

    /// The text on the fronts of components.
    fn front_text(things: &[Component]) -> Vec<TextRun> {
        things.iter().flat_map(|thing| text_runs(&thing.front)).cloned().collect()
    }

    #[test]
    fn counts_match_the_pack() {
        let cuts = all(&sample_pack());
        let sized = |width: f64, height: f64| {
            let is_sized = |c: &&Component| {
                (c.width() - width).abs() < 1e-6 && (c.height() - height).abs() < 1e-6
            };
            cuts.iter().filter(is_sized).count()
        };
        // Two sides of five pieces, one train, two HQs with two faces each, one chit.
        assert_eq!(sized(38.1, 19.05), 10);
        assert_eq!(sized(19.05, 19.05), 2);
        assert_eq!(sized(9.525, 19.05), 8);
        assert_eq!(sized(CHIT_SIDE, CHIT_SIDE), 2);
        assert_eq!(cuts.len(), 22);
        let keys: BTreeSet<&str> = cuts.iter().map(|cut| cut.key.as_str()).collect();
        assert_eq!(keys.len(), cuts.len(), "keys are unique");
    }

    /// PB-3.12 to PB-3.14, PB-3.37: a chit and troops of the commander, an army train, a pool
    /// detachment, and a battle's own type.
    #[test]
    fn army_has_stickers() {
        let mut parts = sample::parts();
        let side = &mut parts.scenario.sides[0];
        let army = side.commander.as_mut().expect("the sample has commanders");
        army.chit = true;
        let guns = &side.commands[0].pieces[3];
        let own = Piece {
            id: sample::id("escort-guns"),
            own_type: Some(sample::id("horse-guns")),
            start: sandtable_pack::Arrival::Reserve(sandtable_pack::Reserve::Army),
            ..guns.clone()
        };
        let like = own.kind;
        army.pieces.push(own);
        side.baggage.push(sandtable_pack::Baggage {
            id: sample::id("park"),
            packed: true,
            start: sandtable_pack::Arrival::Reserve(sandtable_pack::Reserve::Army),
            zone: None,
        });
        side.detachments = Some(sandtable_pack::DetachmentPool {
            pieces: vec![sample::id("scouts")],
            commands: Vec::new(),
        });
        for name in ["escort-guns", "scouts"] {
            let label = sandtable_pack::PieceLabel { name: name.to_owned(), strength: None };
            parts.labels.pieces.insert(sample::id(name), label);
        }
        let rules = *parts.ruleset.piece(like);
        let own = sandtable_pack::OwnType { like, qualities: Default::default(), rules };
        parts.ruleset.types.insert(sample::id("horse-guns"), own);
        let title = sandtable_pack::Text::plain("Horse guns");
        parts.labels.types.insert(sample::id("horse-guns"), title);
        let pack = Pack::new(parts).expect("valid additions");
        let cuts = all(&pack);
        // The sample has 22: one more piece, one detachment, one train, one chit.
        assert_eq!(cuts.len(), 26);
        let found = front_text(&cuts);
        for wanted in ["Horse guns", "scouts", "escort-guns"] {
            assert!(found.iter().any(|run| run.text == wanted), "{wanted} in {found:?}");
        }
    }

    /// PB-2.7: a guards sticker has a gold background and two stars for its quality; all others are
    /// cream.
    #[test]
    fn pb_2_7_guards_have_gold_stickers() {
        let mut parts = sample::parts();
        let guards = &mut parts.scenario.sides[1].commands[0].pieces[1];
        guards.quality = sandtable_pack::Quality::Guard;
        let key = format!("sticker {}", guards.id);
        let pack = Pack::new(parts).expect("guards are valid");
        let ground = |cut: &Component| match cut.front.first() {
            Some(Item::Fill { ink, .. }) => *ink,
            other => panic!("{other:?}"),
        };
        let making = making(&pack);
        let cuts = stickers(&pack, &pack.scenario().sides[1], &making);
        let in_gold: Vec<&str> = cuts
            .iter()
            .filter(|cut| ground(cut) == face::GOLD)
            .map(|cut| cut.key.as_str())
            .collect();
        assert_eq!(in_gold, [key.as_str()]);
        let rest = cuts.iter().filter(|cut| cut.key != key);
        assert!(rest.into_iter().all(|cut| ground(cut) == face::CREAM));
        // The gold items are only the background and the box of the symbol.
        let guards = cuts.iter().find(|cut| cut.key == key).expect("the piece has a sticker");
        let gold = |item: &&Item| matches!(item, Item::Fill { ink, .. } if *ink == face::GOLD);
        assert_eq!(guards.front.iter().filter(gold).count(), 2);
        let stars =
            face::battlefield::quality_mark(sandtable_pack::Quality::Guard, Point::default(), 1.0);
        assert_eq!(stars.len(), 2);
    }

    #[test]
    fn commands_use_their_languages_word() {
        let mut parts = sample::parts();
        for label in parts.labels.commands.values_mut() {
            label.short.es = Some("Cab".to_owned());
        }
        let pack = Pack::new(parts).expect("valid Spanish short name");
        let words = |language| {
            let making = ComponentSettings { language, ..making(&pack) };
            let side = &pack.scenario().sides[0];
            let found = front_text(&chits(&pack, side, &making));
            found.into_iter().map(|run| run.text).collect::<Vec<_>>()
        };
        assert!(words(Language::Es).contains(&"Cab".to_owned()));
        assert!(!words(Language::Fr).contains(&"Cab".to_owned()));
    }

    #[test]
    fn chit_backs_fold_without_duplex() {
        let pack = sample_pack();
        let side = &pack.scenario().sides[0];
        let turned = chits(&pack, side, &making(&pack));
        assert!(turned.iter().all(|chit| chit.back == turned[0].back && !chit.back.is_empty()));
        let folded = chits(&pack, side, &ComponentSettings { folds_backs: true, ..making(&pack) });
        for chit in &folded {
            assert_eq!((chit.height(), chit.folds.len()), (2.0 * CHIT_SIDE, 1));
            assert!(chit.back.is_empty());
        }
    }

    #[test]
    fn type_is_at_least_six_points() {
        let mut parts = sample::parts();
        for label in parts.labels.pieces.values_mut() {
            label.name = "Hohenlohe-Ingelfingen, Prinz Friedrich Ludwig zu".to_owned();
        }
        let pack = Pack::new(parts).expect("valid long name");
        let found = front_text(&all(&pack));
        let least = found.iter().map(|run| run.size).fold(f64::INFINITY, f64::min);
        assert!(least >= 6.0 * sandtable_sheet::POINT - 1e-9, "{least}");
    }

    #[test]
    fn stickers_follow_block_size_and_inset() {
        let pack = sample_pack();
        let length = PaperLength::from_millimetres;
        let blocks = BlockProfile {
            length: length(30.0),
            height: length(15.0),
            thickness: length(15.0),
            inset: length(0.5),
        };
        let making = ComponentSettings { blocks, ..making(&pack) };
        let cuts = stickers(&pack, &pack.scenario().sides[0], &making);
        let sizes: BTreeSet<(i64, i64)> = cuts
            .iter()
            .map(|cut| ((cut.width() * 10.0) as i64, (cut.height() * 10.0) as i64))
            .collect();
        assert_eq!(sizes, BTreeSet::from([(140, 140), (290, 140)]));
    }

    /// Art that crosses an edge extends beyond it by the full bleed, which hides inexact cuts.
    #[test]
    fn grounds_reach_beyond_every_edge() {
        for cut in all(&sample_pack()) {
            for art in [&cut.front, &cut.back].into_iter().filter(|art| !art.is_empty()) {
                let Some(Item::Fill { path, .. }) = art.first() else { panic!("{}", cut.key) };
                let edge = Place::from_size(0.0, 0.0, cut.width(), cut.height()).expand(3.0);
                assert_eq!(path.bounds(), Some(edge), "{}", cut.key);
            }
        }
    }

    /// In black-and-white print, each component of the second side has a mark of a millimetre or
    /// more, visible at arm's length. Its background is as dark as the first side's.
    #[test]
    fn second_side_has_visible_marks() {
        let mut parts = sample::parts();
        for label in parts.labels.sides.values_mut() {
            label.colour = sandtable_pack::Rgb { red: 0x44, green: 0x44, blue: 0x44 };
        }
        let pack = Pack::new(parts).expect("similar colours are valid");
        let making = making(&pack);
        let [first, second] = [0, 1].map(|number| {
            let side = &pack.scenario().sides[number];
            [stickers(&pack, side, &making), chits(&pack, side, &making)].concat()
        });
        // The width of the art that is only on the second side's component.
        let marks = |one: &Component, other: &Component| -> f64 {
            let thickness = |item: &Item| match item {
                Item::Line { stroke, .. } => stroke.width,
                Item::Fill { path, .. } => {
                    let bounds = path.bounds().expect("the path has bounds");
                    let within = Place {
                        left: bounds.left.max(0.0),
                        top: bounds.top.max(0.0),
                        right: bounds.right.min(other.width()),
                        bottom: bounds.bottom.min(other.height()),
                    };
                    within.width().min(within.height())
                }
                _ => 0.0,
            };
            let shapes = |thing: &Component| -> Vec<Item> {
                let is_shape = |item: &&Item| !matches!(item, Item::Text(_));
                thing.front.iter().filter(is_shape).map(plain).collect()
            };
            let known = shapes(one);
            let more = shapes(other).into_iter().filter(|item| !known.contains(item));
            more.map(|item| thickness(&item)).fold(0.0, f64::max)
        };
        assert_eq!(first.len(), second.len());
        for (one, other) in first.iter().zip(&second) {
            let mark = marks(one, other);
            assert!(mark >= sandtable_lettering::STRIPE_WIDTH - 1e-9, "{}: {mark} mm", other.key);
        }
    }

    /// A shape without the name of its ink, which identifies its plate.
    fn plain(item: &Item) -> Item {
        let grey = |ink: &Ink| Ink { name: "", ..*ink };
        match item {
            Item::Fill { path, ink, inside } => {
                Item::Fill { path: path.clone(), ink: grey(ink), inside: *inside }
            }
            Item::Line { path, stroke } => {
                let stroke = sandtable_sheet::Stroke { ink: grey(&stroke.ink), ..stroke.clone() };
                Item::line(path.clone(), stroke)
            }
            other => other.clone(),
        }
    }

    /// Text and symbols keep the size and the distance from the cut that most shops require.
    #[test]
    fn no_shop_objects() {
        let profile = sandtable_shop::built_in("default").expect("built-in profile exists");
        let found =
            crate::shop_objections::faults(Product::Stickers, &all(&sample_pack()), &profile, None);
        assert!(found.is_empty(), "{found:#?}");
    }
}
