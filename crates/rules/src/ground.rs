//! PB-34: what the ground under a piece does for it.

use sandtable_pack::{GroundLength, Pose};
use sandtable_terrain::{Block, GroundUnder, Shape};

use crate::game::Game;
use crate::roster::PieceIndex;

/// What lies under most of a piece (PB-6.2); less than most of it counts nothing (PB-34.13), and
/// clear ground does nothing (PB-34.0).
pub(crate) fn under(game: &Game, piece: PieceIndex) -> GroundUnder {
    match game.shape(piece) {
        Some(Shape::Block(block)) => game.field.terrain.under(block),
        Some(Shape::Strip(_)) => under_column(game, piece),
        None => GroundUnder::default(),
    }
}

/// Is most of a piece in buildings (PB-34.2)?
pub(crate) fn in_buildings(game: &Game, piece: PieceIndex) -> bool {
    under(game, piece).buildings
}

/// PB-A56: a column is in the terrain under most of it: squares along it are asked.
fn under_column(game: &Game, piece: PieceIndex) -> GroundUnder {
    const SQUARES: i32 = 9;
    let Some(crate::state::Stance::Column(column)) = game.state.stance(piece) else {
        return GroundUnder::default();
    };
    let card = game.roster().piece(piece);
    let side = card.footprint.depth;
    let square = sandtable_pack::Footprint { length: side, depth: side };
    let mut found = [0; 5];
    for index in 0..SQUARES {
        let along = card.column_length * (2 * index + 1) / (2 * SQUARES);
        let pose = Pose { centre: column.place_along(along), facing: column.facing() };
        let under = game.field.terrain.under(&Block::new(pose, square));
        for (count, here) in found.iter_mut().zip([
            under.woods,
            under.buildings,
            under.marsh,
            under.impassable,
            under.river,
        ]) {
            *count += i32::from(here);
        }
    }
    let [woods, buildings, marsh, impassable, river] = found.map(|count| 2 * count > SQUARES);
    let middle = column.place_along(card.column_length / 2);
    let level = game.field.terrain.level_at(middle);
    GroundUnder { woods, buildings, marsh, impassable, river, level }
}

/// How far one sees into woods and buildings (PB-16.2).
pub(crate) fn sight_depth(game: &Game) -> GroundLength {
    game.field.distances().sight_depth
}
