//! Pieces that were attacked before their chit was drawn (PB-11.1). They face the enemy and hold,
//! move out of its reach, or attack another enemy.

use sandtable_pack::Facing;
use sandtable_terrain::Block;

use super::command_plan::Mission;
use super::fights;
use super::posting;
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::bots::quiet_moves;
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The cost of giving up ground before the fight, in thousandths of a point. A piece in less danger
/// than this stays.
const LEAVING_COST: i32 = 800;

/// The gain of a piece from leaving a place under attack, in thousandths of a point, limited by the
/// cost of leaving.
pub(super) fn value_of_escape(view: &View<'_>, piece: PieceIndex) -> i32 {
    let turn = quiet_moves::turn_about(view, piece, &view.touching(piece));
    threat(view, piece, turn.as_ref()).map_or(0, |threat| threat.min(LEAVING_COST))
}

/// The action of a piece in contact that does not attack.
pub(super) fn contact_action(
    view: &View<'_>,
    (command, mission): (CommandIndex, Option<Mission>),
    piece: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let turn = quiet_moves::turn_about(view, piece, &view.touching(piece));
    let threat = threat(view, piece, turn.as_ref());
    let leaves = threat.is_some_and(|threat| threat > LEAVING_COST);
    mission
        .filter(|_| leaves)
        .and_then(|mission| posting::leave(view, command, piece, mission, enemies))
        .or(turn)
}

/// The enemies' gain from the fight with a piece in contact, once it faces them as well as it can.
fn threat(view: &View<'_>, piece: PieceIndex, turn: Option<&Action>) -> Option<i32> {
    let (block, touching) = (view.block(piece)?, view.touching(piece));
    let turned = turn.and_then(|turn| {
        let Action::Face { enemy, .. } = *turn else { return None };
        Facing::from_vector(view.shape(enemy)?.place() - block.centre())
    });
    let stands: Block = turned.map_or(block, |facing| block.turned_to(facing));
    fights::worth_attacking(view, piece, &stands, &touching)
}
