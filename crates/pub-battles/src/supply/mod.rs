//! PB-31: supply along the lines of communication.

pub(crate) mod baggage;

use sandtable_terrain::SupplyArea;

use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::game::Game;

/// The area in which a side is in supply now (PB-P15).
pub(crate) fn area(game: &Game, side: SideIndex) -> SupplyArea<'_> {
    let lines = game.lines_of(side);
    // PB-31.2, PB-A159: combat pieces on the map block supply; HQs and trains do not.
    let enemies = game.troops(side.enemy()).map(|(_, shape)| shape);
    let clearance = game.field.distances().foot_third;
    game.field.terrain.supply_area(lines.map(|line| &line.path), enemies, clearance)
}

/// PB-31.1, PB-19.3: whether a train is unpacked and in supply, as required for a rally. Before the
/// final count, no other rule depends on supply (PB-31.3).
pub(crate) fn can_rally_from(game: &Game, train: PieceIndex) -> bool {
    let side = game.roster().piece(train).side;
    let is_supplied =
        || game.deployed_block(train).is_some_and(|block| area(game, side).supplies(&block));
    game.state.piece(train).unpacked && game.cache.is_supplied(train, is_supplied)
}
