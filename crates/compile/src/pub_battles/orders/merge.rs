//! Merges orders of battle into their base, which becomes an ordinary battle.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sandtable_pack as pack;
use sandtable_pack::{CommandId, Element, Pack, PackFault, PieceId, SideId};

use super::Orders;

/// The reason why orders of battle cannot be merged into a base.
#[derive(Clone, Debug, PartialEq)]
pub enum MergeError {
    /// The side is not free in the base.
    NotFree(SideId),
    /// The side has two orders of battle, or already has one in the pack.
    DuplicateOrders(SideId),
    /// The pack constructor rejects the result: the order of battle was read against another base.
    InvalidPack(Vec<PackFault>),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFree(side) => write!(f, "side `{side}` of this pack is not free"),
            Self::DuplicateOrders(side) => {
                write!(f, "side `{side}` already has an order of battle")
            }
            // The fault messages would quote the order of battle.
            Self::InvalidPack(_) => f.write_str(
                "an order of battle does not fit this pack; it may belong to another base",
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// Returns the base with the orders of battle of some of its free sides; other free sides stay
/// open. An id that both sides use gets the side's id as a prefix. Neither player can therefore
/// infer ids of the other's file from collisions.
pub fn merge(base: &Pack, orders: &[Orders]) -> Result<Pack, MergeError> {
    let mut parts = base.clone().into_parts();
    let renamed = new_names(&parts.scenario, orders)?;
    for (orders, names) in orders.iter().zip(&renamed) {
        let side = parts.scenario.sides.iter_mut().find(|side| side.id == orders.side.id);
        let Some(side) = side else { return Err(MergeError::NotFree(orders.side.id.clone())) };
        *side = names.side(orders.side.clone());
        for (id, label) in &orders.commands {
            parts.labels.commands.insert(names.command(id), label.clone());
        }
        for (id, label) in &orders.pieces {
            parts.labels.pieces.insert(names.piece(id), label.clone());
        }
    }
    Pack::new(parts).map_err(MergeError::InvalidPack)
}

/// Returns the new ids for each order of battle, or the reason why one cannot be merged.
fn new_names(battle: &pack::Scenario, orders: &[Orders]) -> Result<Vec<Names>, MergeError> {
    let mut seen = BTreeSet::new();
    for Orders { side, .. } in orders {
        if battle.free_side(&side.id).is_none() {
            return Err(MergeError::NotFree(side.id.clone()));
        }
        if !seen.insert(&side.id)
            || !battle.sides_without_orders().any(|awaited| awaited.id == side.id)
        {
            return Err(MergeError::DuplicateOrders(side.id.clone()));
        }
    }
    // The ids assigned so far, each only once.
    let mut given = BTreeSet::new();
    let names = orders.iter().map(|one| {
        let settled = battle.sides.iter().filter(|side| side.id != one.side.id);
        let others = orders.iter().map(|other| &other.side);
        let others = others.filter(|other| other.id != one.side.id).chain(settled);
        let others: Vec<&pack::Side> = others.collect();
        Names::new(&one.side, &others, &mut given)
    });
    Ok(names.collect())
}

/// New ids for items whose ids another side also uses.
struct Names {
    commands: BTreeMap<CommandId, CommandId>,
    pieces: BTreeMap<PieceId, PieceId>,
}

impl Names {
    fn new(own: &pack::Side, others: &[&pack::Side], given: &mut BTreeSet<String>) -> Self {
        let other_ids = |ids: fn(&pack::Side) -> Vec<&str>| -> BTreeSet<&str> {
            others.iter().flat_map(|side| ids(side)).collect()
        };
        let mut names = Self { commands: BTreeMap::new(), pieces: BTreeMap::new() };
        for (old, new) in new_ids(&own.id, &commands(own), &other_ids(commands), given) {
            if let (Ok(old), Ok(new)) = (CommandId::new(&old), CommandId::new(&new)) {
                names.commands.insert(old, new);
            }
        }
        for (old, new) in new_ids(&own.id, &pieces(own), &other_ids(pieces), given) {
            if let (Ok(old), Ok(new)) = (PieceId::new(&old), PieceId::new(&new)) {
                names.pieces.insert(old, new);
            }
        }
        names
    }

    fn command(&self, id: &CommandId) -> CommandId {
        self.commands.get(id).unwrap_or(id).clone()
    }

    fn piece(&self, id: &PieceId) -> PieceId {
        self.pieces.get(id).unwrap_or(id).clone()
    }

    /// Returns the side with its new ids.
    fn side(&self, mut side: pack::Side) -> pack::Side {
        let baggage = side.baggage.iter_mut();
        baggage.for_each(|train| train.id = self.piece(&train.id));
        if let Some(commander) = &mut side.commander {
            commander.headquarters.id = self.command(&commander.headquarters.id);
            commander.pieces.iter_mut().for_each(|piece| piece.id = self.piece(&piece.id));
        }
        for command in &mut side.commands {
            command.id = self.command(&command.id);
            command.headquarters.id = command.id.clone();
            command.baggage.iter_mut().for_each(|train| train.id = self.piece(&train.id));
            command.pieces.iter_mut().for_each(|piece| piece.id = self.piece(&piece.id));
        }
        if let Some(pool) = &mut side.detachments {
            pool.pieces.iter_mut().for_each(|piece| *piece = self.piece(piece));
            pool.commands.iter_mut().for_each(|command| *command = self.command(command));
        }
        for arrival in &mut side.reinforcements {
            arrival.command = self.command(&arrival.command);
            for element in &mut arrival.elements {
                match element {
                    Element::Headquarters => {}
                    Element::Baggage(id) | Element::Piece(id) => *id = self.piece(id),
                }
            }
        }
        side
    }
}

fn commands(side: &pack::Side) -> Vec<&str> {
    side.headquarters().map(|hq| hq.id.as_str()).collect()
}

fn pieces(side: &pack::Side) -> Vec<&str> {
    let pieces = side.pieces().map(|piece| piece.id.as_str());
    let trains = side.trains().map(|train| train.id.as_str());
    let pool = side.detachments.iter().flat_map(|pool| &pool.pieces).map(PieceId::as_str);
    pieces.chain(trains).chain(pool).collect()
}

/// Returns new ids for ids that other sides also use: with the side's id as a prefix, and a number
/// if the result is taken.
fn new_ids(
    side: &SideId,
    own: &[&str],
    others: &BTreeSet<&str>,
    given: &mut BTreeSet<String>,
) -> Vec<(String, String)> {
    let own_ids: BTreeSet<&str> = own.iter().copied().collect();
    let mut new = Vec::new();
    for &id in own.iter().filter(|id| others.contains(*id)) {
        let candidates = (1_u32..).map(|number| with_side(side, id, number));
        let is_free = |candidate: &String| {
            let taken = own_ids.contains(candidate.as_str()) || others.contains(candidate.as_str());
            !taken && !given.contains(candidate)
        };
        let found = candidates.into_iter().find(is_free).expect("unused number");
        given.insert(found.clone());
        new.push((id.to_owned(), found));
    }
    new
}

/// Returns an id of at most 64 characters from the side's id, the item's id and, if above 1, a
/// number.
fn with_side(side: &SideId, id: &str, number: u32) -> String {
    let end = if number == 1 { String::new() } else { format!("-{number}") };
    let whole = format!("{side}-{id}");
    let kept = &whole[..whole.len().min(64 - end.len())];
    format!("{}{end}", kept.trim_end_matches('-'))
}
