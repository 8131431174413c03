//! PB-16, PB-17: who sees whom: with a line of sight, and as far as the weather lets one see.

use sandtable_pack::GroundLength;

use crate::game::Game;

/// How far one spots and bombards now (PB-17.1); the weather may cut it short (PB-3.15, PB-A22).
pub(crate) fn range(game: &Game) -> GroundLength {
    let range = game.field.distances().spotting;
    let weather = game.field.pack.scenario().visibility(game.state.day, game.state.turn);
    weather.map_or(range, |visibility| visibility.min(range))
}
