//! PB-A19: a column that enters in one turn by one road must have room to come on: each piece starts
//! a column's length behind the one before it, and the road must hold them all.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Element, EntryId, Formation, GroundLength, MoveClass};
use sandtable_source::{Diagnostic, Span, code, message};
use sandtable_terrain::{RoadPose, RoadWay};

use crate::pub_battles::battle::Battle;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// PB-8.1: in column at double rate, three thirds twice.
const THIRDS_OF_A_MARCH: i32 = 6;

/// One block of a column that enters.
struct Follower {
    name: String,
    span: Span,
    length: GroundLength,
    /// How far it marches along a road in a turn.
    reach: GroundLength,
}

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        // Whoever enters by one road on one turn, whatever his command, is in one column.
        let mut columns: BTreeMap<(u8, u8, &EntryId), Vec<Follower>> = BTreeMap::new();
        for arrival in forces.arrivals.iter().filter(|arrival| !arrival.undated) {
            let brings = &arrival.brings;
            if brings.formation != Formation::Column
                || arrival.entry.is_none_or(|entry| entry.road.is_none())
            {
                continue;
            }
            let key = (brings.day, brings.turn, &brings.entry);
            let column = columns.entry(key).or_default();
            for element in &brings.elements {
                column.extend(follower(battle, &forces.side, element, arrival.written.entry.span));
            }
        }
        for ((_, turn, entry), column) in columns {
            enter(reporter, battle, turn, entry, &column);
        }
        // Whoever chooses another entry may be alone there.
        for arrival in &forces.arrivals {
            let brings = &arrival.brings;
            for &(entry, named) in &arrival.alternatives {
                let column = brings
                    .elements
                    .iter()
                    .filter_map(|element| follower(battle, &forces.side, element, named));
                if brings.formation == Formation::Column && entry.road.is_some() {
                    enter(reporter, battle, brings.turn, &entry.id, &column.collect::<Vec<_>>());
                }
            }
        }
    }
}

/// A block that takes up road; an HQ rides ahead.
fn follower(
    battle: &Battle<'_>,
    side: &pack::Side,
    element: &Element,
    span: Span,
) -> Option<Follower> {
    let lengths = battle.column_lengths;
    let distances = &battle.context.ruleset.distances;
    let foot = distances.foot_third * THIRDS_OF_A_MARCH;
    let mounted = distances.mounted_third * THIRDS_OF_A_MARCH;
    match element {
        Element::Headquarters => None,
        Element::Baggage(id) => Some(Follower {
            name: format!("the baggage train `{id}`"),
            span,
            length: lengths.baggage,
            reach: foot,
        }),
        Element::Piece(id) => {
            let piece = side.pieces().find(|piece| piece.id == *id)?;
            let reach = match battle.context.ruleset.row(piece).moves {
                MoveClass::Foot => foot,
                MoveClass::Mounted => mounted,
            };
            let length = lengths.of(piece.kind);
            Some(Follower { name: format!("the piece `{id}`"), span, length, reach })
        }
    }
}

fn enter(
    reporter: &mut Reporter,
    battle: &Battle<'_>,
    turn: u8,
    entry: &EntryId,
    column: &[Follower],
) {
    let mut before = GroundLength::ZERO;
    for one in column {
        if before >= one.reach {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::COLUMN_TOO_LONG_TO_ENTER,
                    message!("{} cannot come on with the others on turn {turn}", one.name),
                )
                .rule("PB-A19")
                .at(
                    one.span,
                    format!(
                        "{before} of column are before it, and it marches {} in a turn",
                        one.reach
                    ),
                )
                // PB-32.3: who enters by an edge does so on the first turn, unless reinforcements were agreed on.
                .help(match battle.context.edge {
                    Some(_) => "it waits for the next turn: let it come by another entry of the edge, or in line",
                    None => "it waits for the next turn: schedule it then, by another entry, or in line",
                }),
            );
            return;
        }
        before += one.length;
    }
    let (Some(last), Some(room)) = (column.last(), room(battle, entry)) else { return };
    // The road may go on in one that could not be read.
    if before > room && !reporter.may_lack(LayerClass::Road) {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::COLUMN_TOO_LONG_TO_ENTER,
                message!("the road at `{entry}` has no room for all who enter on turn {turn}"),
            )
            .rule("PB-A19")
            .at(
                last.span,
                format!(
                    "{before} of column, and {room} of road inside the map within a turn's march"
                ),
            )
            .help(match battle.context.edge {
                Some(_) => "let some of them enter by another entry of the edge, or in line",
                None => "let some of them enter on a later turn, by another entry, or in line",
            }),
        );
    }
}

/// The longest way inside the map that a column from an entry can march in a turn, by any branch.
fn room(battle: &Battle<'_>, entry: &EntryId) -> Option<GroundLength> {
    let entry = battle.context.ground.map.entries.iter().find(|one| one.id == *entry)?;
    let roads = battle.terrain.roads();
    let place = roads.nearest(entry.at, GroundLength::from_metres(10))?;
    let inward = entry.edge.inward();
    let turn = |way| roads.facing(RoadPose { place, way }).turn_to(inward).abs();
    let way = match turn(RoadWay::Onward) <= turn(RoadWay::Backward) {
        true => RoadWay::Onward,
        false => RoadWay::Backward,
    };
    let distance = battle.context.ruleset.distances.mounted_third * THIRDS_OF_A_MARCH;
    let marches = roads.marches(RoadPose { place, way }, distance);
    marches.iter().map(|march| march.length).max()
}
