//! PB-A19: a column that enters by one road in one turn needs space. Each piece starts one column
//! length behind the previous piece, and all must fit on the road.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Element, EntryId, Formation, GroundLength, MoveClass};
use sandtable_source::{Diagnostic, Span, code, message};
use sandtable_terrain::{RoadPose, RoadWay};

use crate::pub_battles::battle::Battle;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// The movement of a column per turn: three thirds at double rate (PB-8.1).
const THIRDS_OF_A_MARCH: i32 = 6;

/// One block of an entering column.
struct Follower {
    name: String,
    span: Span,
    length: GroundLength,
    /// The distance that the block moves along a road in a turn.
    reach: GroundLength,
}

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        // Blocks that enter by one road in one turn form one column, even from different commands.
        let mut columns: BTreeMap<(u8, u8, &EntryId), Vec<Follower>> = BTreeMap::new();
        for arrival in forces.arrivals.iter().filter(|arrival| !arrival.is_undated) {
            let brings = &arrival.elements;
            if brings.formation != Formation::Column
                || arrival.entry.is_none_or(|entry| entry.road.is_none())
            {
                continue;
            }
            let key = (brings.day, brings.turn, &brings.entry);
            let column = columns.entry(key).or_default();
            for element in &brings.elements {
                column.extend(follower(battle, &forces.side, element, arrival.authored.entry.span));
            }
        }
        for ((_, turn, entry), column) in columns {
            check_column(reporter, battle, turn, entry, &column);
        }
        // A reinforcement that uses an alternative entry may be alone there.
        for arrival in &forces.arrivals {
            let brings = &arrival.elements;
            for &(entry, named) in &arrival.alternatives {
                let column = brings
                    .elements
                    .iter()
                    .filter_map(|element| follower(battle, &forces.side, element, named));
                if brings.formation == Formation::Column && entry.road.is_some() {
                    check_column(
                        reporter,
                        battle,
                        brings.turn,
                        &entry.id,
                        &column.collect::<Vec<_>>(),
                    );
                }
            }
        }
    }
}

/// Returns a block that occupies part of the road; an HQ occupies none, because it rides ahead of
/// the column.
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
            name: format!("baggage train `{id}`"),
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
            let length = lengths.for_kind(piece.kind);
            Some(Follower { name: format!("piece `{id}`"), span, length, reach })
        }
    }
}

fn check_column(
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
                    message!("{} cannot enter with its column on turn {turn}", one.name),
                )
                .rule("PB-A19")
                .at(
                    one.span,
                    format!(
                        "{before} of column are ahead of it, but it marches only {} in a turn",
                        one.reach
                    ),
                )
                // PB-32.3: a force that enters by an edge enters on the first turn, unless
                // reinforcements were agreed.
                .help(match battle.context.edge {
                    Some(_) => "use another entry of the edge, or enter in line: otherwise it waits for the next turn",
                    None => "schedule it for the next turn, use another entry, or enter in line: otherwise it waits for the next turn",
                }),
            );
            return;
        }
        before += one.length;
    }
    let (Some(last), Some(room)) = (column.last(), longest_route(battle, entry)) else { return };
    // Another road, which could not be read, may continue this one.
    if before > room && !reporter.may_be_incomplete(LayerClass::Road) {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::COLUMN_TOO_LONG_TO_ENTER,
                message!("the road at entry `{entry}` is too short for the column that enters on turn {turn}"),
            )
            .rule("PB-A19")
            .at(
                last.span,
                format!(
                    "{before} of column, but only {room} of road inside the map within a turn's march"
                ),
            )
            .help(match battle.context.edge {
                Some(_) => "bring some of them by another entry of the edge, or in line",
                None => "bring some of them on a later turn, by another entry, or in line",
            }),
        );
    }
}

/// The longest route inside the map from an entry in one turn, along any branch.
fn longest_route(battle: &Battle<'_>, entry: &EntryId) -> Option<GroundLength> {
    let entry = battle.context.ground.map.entries.iter().find(|one| one.id == *entry)?;
    let roads = battle.terrain.roads();
    let place = roads.nearest(entry.at, GroundLength::from_metres(10))?;
    let inward = entry.edge.inward();
    let turn = |way| roads.facing(RoadPose { place, way }).turn_to(inward).abs();
    let way = match turn(RoadWay::Forward) <= turn(RoadWay::Backward) {
        true => RoadWay::Forward,
        false => RoadWay::Backward,
    };
    let distance = battle.context.ruleset.distances.mounted_third * THIRDS_OF_A_MARCH;
    let marches = roads.marches(RoadPose { place, way }, distance);
    marches.iter().map(|march| march.length).max()
}
