//! PB-34: what the ground under a piece does for it.

use sandtable_pack::GroundLength;
use sandtable_terrain::GroundUnder;

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;

/// What lies under most of a piece (PB-6.2); less than most of it counts nothing (PB-34.13), and
/// clear ground does nothing (PB-34.0).
pub(crate) fn under(game: &Game, piece: PieceIndex) -> GroundUnder {
    // PB-A56: a column is in the terrain under most of its strip.
    let under = |shape| game.field.terrain.ground_under_shape(shape);
    game.cache.under(piece, || game.shape(piece).map_or_else(GroundUnder::default, under))
}

/// What lies under enough of a piece to be its cover: most of it, or half (PB-A4, PB-Q11).
pub(crate) fn sheltering(game: &Game, piece: PieceIndex) -> GroundUnder {
    match game.shape(piece) {
        Some(shape) if rulings::half_is_cover(&game.field) => {
            game.field.terrain.ground_under_half(shape)
        }
        _ => under(game, piece),
    }
}

/// Is most of a piece in buildings (PB-34.2)?
pub(crate) fn in_buildings(game: &Game, piece: PieceIndex) -> bool {
    under(game, piece).buildings
}

/// How far one sees into woods and buildings (PB-16.2).
pub(crate) fn sight_depth(game: &Game) -> GroundLength {
    game.field.distances().sight_depth
}
