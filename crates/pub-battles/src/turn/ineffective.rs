//! PB-21: Ineffective commands, which have lost at least half of their pieces.

use crate::battlefield::roster::CommandIndex;
use crate::battlefield::rulings;
use crate::game::Game;
use crate::state::Location;

/// PB-21.1: whether a command is Ineffective, computed from its current losses (PB-A117).
pub(crate) fn is_ineffective(game: &Game, command: CommandIndex) -> bool {
    let (mut lost, mut base) = (0, 0);
    for piece in game.pieces_of(command) {
        let counts = game
            .roster()
            .arm(piece)
            .is_some_and(|arm| rulings::counts_for_ineffective(&game.field, arm));
        if !counts {
            continue;
        }
        // PB-A118: the base is the starting pieces, plus reinforcements due by the end of the
        // current day.
        base += u32::from(game.due(piece).is_none_or(|(due, _)| due.day <= game.state.day));
        let place = &game.state.piece(piece).place;
        lost += u32::from(matches!(place, Location::Destroyed { .. }));
    }
    base > 0 && 2 * lost >= base
}
