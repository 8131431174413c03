//! Orders of battle from a commitment, without the author's file. They are checked by the pack
//! rules, and by the checks that need only them and their base.
//!
//! [`Orders::from_committed`] also checks orders of battle that earlier versions sealed. Never add
//! a check here that an honest player of such a version could fail.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{
    CommandId, CommandLabel, Edge, FeatureId, GroundPoint, LineOfCommunication, Pack, PackFault,
    PieceId, PieceLabel,
};

use super::merge::{MergeError, merge};
use super::text;
use super::text::Places;
use super::{Orders, OrdersOutcome, read};
use crate::pub_battles::forces::supply::{path_to_edge, start_position};
use sandtable_authored::{Reporter, SourceReader};
use sandtable_source::NoFiles;

/// A committed order of battle, in pack types.
pub struct CommittedOrders {
    /// The side, without the paths of its lines of communication.
    pub side: pack::Side,
    /// The roads of the side's lines of communication.
    pub roads: Vec<FeatureId>,
    /// The edge of entry of the whole force (PB-32.3).
    pub edge: Option<Edge>,
    /// The printed labels of the side's commands and its commander.
    pub commands: BTreeMap<CommandId, CommandLabel>,
    /// The printed labels of the side's pieces.
    pub pieces: BTreeMap<PieceId, PieceLabel>,
}

/// The reason why an order of battle does not fit its base.
#[derive(Clone, Debug, PartialEq)]
pub enum OrdersRejection {
    /// The map has no such road (ST0402).
    NoRoad(FeatureId),
    /// The road does not lead off the map (PB-3.26).
    RoadInside(FeatureId),
    /// No line of communication leaves the map by the edge of entry (PB-A161, ST0543).
    EdgeWithoutLine,
    /// The pack constructor rejects the order of battle.
    Fault(PackFault),
    /// The order of battle cannot be merged into this pack.
    NoPlace(MergeError),
}

/// Reads a committed order of battle like an authored file, with all checks. Diagnostics call the
/// file `shown`.
pub fn read_committed(shown: &str, base: &Pack, committed: &CommittedOrders) -> OrdersOutcome {
    let (mut sources, mut reporter) = (SourceReader::new(&NoFiles), Reporter::new());
    let file = sources.add_text(&mut reporter, shown, text::write(committed).into_bytes());
    read(sources, reporter, file, base, Some(&Places::of(&committed.side)))
}

impl Orders {
    /// Returns the committed order of battle, or all reasons to reject it.
    pub fn from_committed(
        base: &Pack,
        committed: CommittedOrders,
    ) -> Result<Self, Vec<OrdersRejection>> {
        let CommittedOrders { mut side, roads, edge, commands, pieces } = committed;
        let map = base.map();
        let friends: Vec<GroundPoint> =
            side.pieces().filter_map(|piece| start_position(piece.start)).collect();
        let mut found = Vec::new();
        for id in roads {
            let Some(road) = map.roads.iter().find(|road| road.id == id) else {
                found.push(OrdersRejection::NoRoad(id));
                continue;
            };
            match path_to_edge(map, road, edge, &friends, &[]) {
                Some((path, _)) => {
                    side.lines_of_communication.push(LineOfCommunication { road: id, path });
                }
                None => found.push(OrdersRejection::RoadInside(id)),
            }
        }
        if let Some(edge) = edge
            && found.is_empty()
            && !side.lines_of_communication.is_empty()
            && !side.is_supplied_by(map, edge)
        {
            found.push(OrdersRejection::EdgeWithoutLine);
        }
        let orders = Self { side, edge, commands, pieces };
        match merge(base, std::slice::from_ref(&orders)) {
            Err(MergeError::InvalidPack(faults)) => {
                found.extend(faults.into_iter().map(OrdersRejection::Fault))
            }
            Err(other) => found.push(OrdersRejection::NoPlace(other)),
            Ok(_) => {}
        }
        if found.is_empty() { Ok(orders) } else { Err(found) }
    }
}
