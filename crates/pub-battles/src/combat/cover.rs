//! PB-23.3, PB-34.11: a piece's cover against an enemy.

use crate::battlefield::roster::PieceIndex;
use crate::game::Game;
use crate::game::ground;

/// Whether cover subtracts one from this firer's dice against this target (PB-23.3). Attackers have
/// no cover, so defenders fire without this penalty.
pub(crate) fn shelters(game: &Game, target: PieceIndex, firer: PieceIndex) -> bool {
    let Some(contact) = game.state.contact(target, firer) else {
        return false;
    };
    if contact.defender != target {
        return false;
    }
    let under = ground::cover_terrain(game, target);
    // PB-34.1, PB-34.2: woods and buildings. PB-34.3, PB-A38: the attacker is on a lower level, or
    // began its move there.
    under.woods || under.buildings || under.level > contact.attacker_level
}

/// Whether a piece has cover against an enemy that is not in contact with it (PB-10.4, PB-26.1).
pub(crate) fn covers_against(game: &Game, piece: PieceIndex, enemy: PieceIndex) -> bool {
    let under = ground::cover_terrain(game, piece);
    if under.woods || under.buildings {
        return true;
    }
    under.level > 0
        && game
            .state
            .stance(enemy)
            .is_some_and(|stance| under.level > game.field.terrain.level_at(stance.centre()))
}
