//! Guarantees of the order of battle.

use std::collections::BTreeSet;

use super::{assert_only_fault, faults, train};
use crate::model::{
    Area, Arrival, DetachmentPool, OwnType, PieceLabel, PieceType, Polygon, Reserve,
};
use crate::pack::PackParts;
use crate::sample::{self, id};
use crate::units::GroundPoint;

#[test]
fn reserves_need_hq() {
    assert_only_fault("scenario.json: HQ blue-corps: must not be in reserve", |parts| {
        parts.scenario.sides[0].commands[0].headquarters.start = Arrival::Reserve(Reserve::Army);
    });
    assert_only_fault(
        "scenario.json: piece blue-cavalry: in reserve with a missing army HQ",
        |parts| {
            parts.scenario.sides[0].commander = None;
            parts.scenario.sides[0].commands[0].pieces[4].start = Arrival::Reserve(Reserve::Army);
        },
    );
    assert_only_fault(
        "scenario.json: train park: in reserve with a command but not part of one",
        |parts| {
            parts.scenario.sides[0].baggage.push(train("park", Arrival::Reserve(Reserve::Command)));
        },
    );
    assert_only_fault("scenario.json: train blue-train: unpacked but not on the map", |parts| {
        let train = &mut parts.scenario.sides[0].commands[0].baggage[0];
        (train.packed, train.start) = (false, Arrival::Reserve(Reserve::Command));
    });
    assert_eq!(
        faults(|parts| {
            for piece in &mut parts.scenario.sides[0].commands[0].pieces {
                piece.start = Arrival::Reserve(Reserve::Command);
            }
        }),
        [""; 0]
    );
}

#[test]
fn ids_are_unique_and_trains_arrive() {
    assert_only_fault("scenario.json: train blue-cavalry: duplicate id", |parts| {
        parts.scenario.sides[0]
            .baggage
            .push(train("blue-cavalry", Arrival::Reserve(Reserve::Army)));
    });
    assert_only_fault("scenario.json: piece red-cavalry: duplicate id", |parts| {
        let pool = DetachmentPool { pieces: vec![id("red-cavalry")], commands: Vec::new() };
        parts.scenario.sides[1].detachments = Some(pool);
    });
    assert_only_fault(
        "scenario.json: detachments of red: unknown command `blue-corps` of the side",
        |parts| {
            let pool = DetachmentPool { pieces: Vec::new(), commands: vec![id("blue-corps")] };
            parts.scenario.sides[1].detachments = Some(pool);
        },
    );
    assert_only_fault("labels.json: piece scouts: has no label", |parts| {
        let pool = DetachmentPool { pieces: vec![id("scouts")], commands: Vec::new() };
        parts.scenario.sides[1].detachments = Some(pool);
    });
    assert_only_fault(
        "scenario.json: command blue-army: the train `park` never arrives",
        |parts| {
            parts.scenario.sides[0].baggage.push(train("park", Arrival::Reinforcement));
        },
    );
    assert_only_fault("scenario.json: train park: never arrives", |parts| {
        parts.scenario.sides[0].commander = None;
        parts.scenario.sides[0].baggage.push(train("park", Arrival::Reinforcement));
    });
}

#[test]
fn own_types_need_matching_rows() {
    let own = |like, dice| {
        let mut rules = *sample::ruleset().piece(PieceType::Artillery);
        rules.dice = dice;
        OwnType { like, qualities: BTreeSet::new(), rules }
    };
    let with = |own: Option<OwnType>| {
        move |parts: &mut PackParts| {
            parts.ruleset.types = own.map(|own| (id("horse-guns"), own)).into_iter().collect();
            parts.scenario.sides[0].commands[0].pieces[3].own_type = Some(id("horse-guns"));
        }
    };
    assert_eq!(faults(with(Some(own(PieceType::Artillery, 3)))), [""; 0]);
    assert_only_fault(
        "scenario.json: piece blue-artillery: missing row for the type `horse-guns`",
        with(None),
    );
    assert_only_fault(
        "scenario.json: piece blue-artillery: arm does not match that of its type `horse-guns`",
        with(Some(own(PieceType::Cavalry, 3))),
    );
    assert_only_fault(
        "ruleset.json: type horse-guns: invalid dice",
        with(Some(own(PieceType::Artillery, 0))),
    );
}

#[test]
fn zones_require_set_up_blocks() {
    let ring = [(0, 0), (8_000, 0), (8_000, 4_000)].map(|(x, y)| GroundPoint::from_metres(x, y));
    let zone = Area {
        id: id("south-half"),
        parts: vec![Polygon { exterior: ring.to_vec(), holes: Vec::new() }],
    };
    let with = |zone: Option<Area>, start: Option<Arrival>| {
        move |parts: &mut PackParts| {
            parts.map.zones.extend(zone);
            let piece = &mut parts.scenario.sides[0].commands[0].pieces[0];
            piece.zone = Some(id("south-half"));
            piece.start = start.unwrap_or(piece.start);
        }
    };
    assert_eq!(faults(with(Some(zone.clone()), None)), [""; 0]);
    assert_only_fault(
        "scenario.json: piece blue-infantry-1: unknown zone `south-half`",
        with(None, None),
    );
    assert_only_fault(
        "scenario.json: piece blue-infantry-1: has a set-up zone but is not set up",
        with(Some(zone), Some(Arrival::Reserve(Reserve::Command))),
    );
}

#[test]
fn rejects_too_many_blocks() {
    let found = faults(|parts| {
        let command = &mut parts.scenario.sides[0].commands[0];
        let piece = command.pieces[0].clone();
        for number in 0..5_000 {
            let mut piece = piece.clone();
            piece.id = id(&format!("extra-{number}"));
            let label = PieceLabel { name: "Extra".to_owned(), strength: None };
            parts.labels.pieces.insert(piece.id.clone(), label);
            command.pieces.push(piece);
        }
    });
    assert_eq!(found, ["scenario.json: sides: more than 4096 blocks"]);
}
