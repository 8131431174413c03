//! An order of battle of which its author's file is not at hand, but what was committed to: read without that file, it is
//! asked what a pack asks of every battle, and what the checks ask that follows from it and its base alone.
//!
//! What is asked by [`Orders::of_committed`] is asked of orders of battle that were sealed by earlier versions too: nothing is added to it that an
//! honest player of such a version could have written.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{
    CommandId, CommandLabel, Edge, FeatureId, GroundPoint, LineOfCommunication, Pack, PackFault,
    PieceId, PieceLabel,
};

use super::merge::{MergeError, merge};
use super::opened;
use super::opened::Places;
use super::{Orders, OrdersOutcome, read};
use crate::pub_battles::forces::supply::{place_of, way_off};
use sandtable_authored::{Reporter, SourceReader};
use sandtable_source::NoFiles;

/// What was committed to, in the words of a pack.
pub struct Committed {
    /// The side, without the ways of its lines of communication.
    pub side: pack::Side,
    /// The roads of its lines of communication.
    pub roads: Vec<FeatureId>,
    /// The edge by which all of it enters (PB-32.3).
    pub edge: Option<Edge>,
    /// What is printed of its commands and its commander.
    pub commands: BTreeMap<CommandId, CommandLabel>,
    /// What is printed of its pieces.
    pub pieces: BTreeMap<PieceId, PieceLabel>,
}

/// Why something is no order of battle of its base.
#[derive(Clone, Debug, PartialEq)]
pub enum OrdersRejection {
    /// The map has no such road (ST0402).
    NoRoad(FeatureId),
    /// The road does not lead off the map (PB-3.26).
    RoadInside(FeatureId),
    /// No line of communication leaves the map by the edge of entry (PB-A161, ST0543).
    EdgeWithoutLine,
    /// A pack refuses it.
    Fault(PackFault),
    /// It has no place in this pack.
    NoPlace(MergeError),
}

/// Reads what was committed to as the file of an order of battle is read: all checks are run on it, and all is found that is
/// found in such a file. `shown` is what findings call it.
pub fn read_committed(shown: &str, base: &Pack, of: &Committed) -> OrdersOutcome {
    let (mut sources, mut reporter) = (SourceReader::new(&NoFiles), Reporter::new());
    let file = sources.take_text(&mut reporter, shown.to_owned(), opened::text(of).into_bytes());
    read(sources, reporter, file, base, Some(&Places::of(&of.side)))
}

impl Orders {
    /// The order of battle that was committed to, or all that stands in its way.
    pub fn of_committed(base: &Pack, of: Committed) -> Result<Self, Vec<OrdersRejection>> {
        let Committed { mut side, roads, edge, commands, pieces } = of;
        let map = base.map();
        let friends: Vec<GroundPoint> =
            side.pieces().filter_map(|piece| place_of(piece.start)).collect();
        let mut found = Vec::new();
        for id in roads {
            let Some(road) = map.roads.iter().find(|road| road.id == id) else {
                found.push(OrdersRejection::NoRoad(id));
                continue;
            };
            match way_off(map, road, edge, &friends, &[]) {
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
            Err(MergeError::Refused(faults)) => {
                found.extend(faults.into_iter().map(OrdersRejection::Fault))
            }
            Err(other) => found.push(OrdersRejection::NoPlace(other)),
            Ok(_) => {}
        }
        if found.is_empty() { Ok(orders) } else { Err(found) }
    }
}
