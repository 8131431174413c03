//! PB-34: the effects of the terrain under a piece.

use sandtable_pack::GroundLength;
use sandtable_terrain::GroundUnder;

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;

/// The terrain under most of a piece (PB-6.2). Terrain under at most half of it has no effect
/// (PB-34.13), and neither does clear terrain (PB-34.0).
pub(crate) fn terrain_under(game: &Game, piece: PieceIndex) -> GroundUnder {
    // PB-A56: a column is in the terrain under most of its strip.
    let under = |shape| game.field.terrain.ground_under_shape(shape);
    game.cache.terrain_under(piece, || game.shape(piece).map_or_else(GroundUnder::default, under))
}

/// The terrain that gives a piece cover: under most of it, or under half (PB-A4, PB-Q11).
pub(crate) fn cover_terrain(game: &Game, piece: PieceIndex) -> GroundUnder {
    match game.shape(piece) {
        Some(shape) if rulings::half_is_cover(&game.field) => {
            game.field.terrain.ground_under_half(shape)
        }
        _ => terrain_under(game, piece),
    }
}

/// Whether most of a piece is in buildings (PB-34.2).
pub(crate) fn in_buildings(game: &Game, piece: PieceIndex) -> bool {
    terrain_under(game, piece).buildings
}

/// The depth to which pieces can see into woods and buildings (PB-16.2).
pub(crate) fn sight_depth(game: &Game) -> GroundLength {
    game.field.distances().sight_depth
}
