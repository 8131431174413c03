//! Whoever was attacked before its chit came (PB-11.1): it turns to the enemy and stands, goes where he
//! does not reach it any more, or strikes at another.

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

/// What it costs to give the ground up to the enemy before the fight, in thousandths of a point: nobody
/// leaves who has less to fear.
const LEAVES: i32 = 800;

/// What a piece gains by not being where it is attacked, in thousandths of a point: it could leave.
pub(super) fn escaped(view: &View<'_>, piece: PieceIndex) -> i32 {
    let turn = quiet_moves::turn_about(view, piece, &view.touching(piece));
    threat(view, piece, turn.as_ref()).map_or(0, |threat| threat.min(LEAVES))
}

/// What a piece does that touches enemies and attacks nobody.
pub(super) fn answer(
    view: &View<'_>,
    (command, mission): (CommandIndex, Option<Mission>),
    piece: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let turn = quiet_moves::turn_about(view, piece, &view.touching(piece));
    let threat = threat(view, piece, turn.as_ref());
    let leaves = threat.is_some_and(|threat| threat > LEAVES);
    mission
        .filter(|_| leaves)
        .and_then(|mission| posting::leave(view, command, piece, mission, enemies))
        .or(turn)
}

/// What those who touch a piece would gain by the fight when it has turned to them as well as it can.
fn threat(view: &View<'_>, piece: PieceIndex, turn: Option<&Action>) -> Option<i32> {
    let (block, touching) = (view.block(piece)?, view.touching(piece));
    let turned = turn.and_then(|turn| {
        let Action::Face { enemy, .. } = *turn else { return None };
        Facing::of(view.shape(enemy)?.place() - block.centre())
    });
    let stands: Block = turned.map_or(block, |facing| block.turned_to(facing));
    fights::worth_attacking(view, piece, &stands, &touching)
}
