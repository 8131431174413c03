//! PB-18: flanks by position, in column and across a river.

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::ground;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;

/// The rules that make a piece flanked by an enemy: in column, across a river, and by position.
pub(crate) type Reasons = [Option<RuleId>; 3];

/// Whether this enemy in contact flanks the target, Defender or Attacker (PB-18.5), in this round
/// (PB-P8).
pub(crate) fn is_flanked(game: &Game, target: PieceIndex, by: PieceIndex, round: u8) -> bool {
    reasons(game, target, by, round).iter().any(Option::is_some)
}

/// All rules that make the target flanked. One is enough; they are not cumulative (PB-23.7).
pub(crate) fn reasons(game: &Game, target: PieceIndex, by: PieceIndex, round: u8) -> Reasons {
    [column_rule(game, target), river_rule(game, target, round), position_rule(game, target, by)]
}

/// Whether a piece is treated as flanked because of its column or the river, whatever the enemy's
/// position.
pub(crate) fn is_treated_as_flanked(&[column, river, _]: &Reasons) -> bool {
    column.or(river).is_some()
}

/// PB-23.6, PB-8.5, PB-34.7: a column is treated as flanked. PB-A109: even in buildings.
fn column_rule(game: &Game, target: PieceIndex) -> Option<RuleId> {
    let state = &game.state;
    if state.in_column(target) {
        return Some(PB_23_6);
    }
    None
}

/// PB-23.5: a piece that attacked across a river is flanked in round one, by every enemy.
fn river_rule(game: &Game, target: PieceIndex, round: u8) -> Option<RuleId> {
    let attacked_over_river =
        |contact: &crate::state::Contact| contact.attacker == target && contact.across_river;
    let is_flanked = round == 1
        && rulings::river_flanks(&game.field)
        && game.state.contacts.iter().any(attacked_over_river);
    is_flanked.then_some(PB_23_5)
}

/// PB-18: the rule that makes a piece flanked by the positions of the two pieces.
fn position_rule(game: &Game, target: PieceIndex, by: PieceIndex) -> Option<RuleId> {
    let state = &game.state;
    let contact = state.contact(target, by)?;
    // PB-18.4, PB-A109: defenders in buildings cannot be flanked, not even by envelopment.
    if contact.defender == target && ground::in_buildings(game, target) {
        return None;
    }
    // PB-Q18: only defenders can be flanked, by an enemy in the rear or several in contact.
    if rulings::flank_is_rear_or_several(&game.field) {
        let is_pressed = || state.touching(target).nth(1).is_some();
        let is_flanked =
            contact.defender == target && (is_pressed() || game.touches_rear(by, target));
        return is_flanked.then_some(PB_Q18);
    }
    // PB-18.6: an enveloped piece is flanked.
    if state.enveloped.contains(&target) {
        return Some(PB_18_6);
    }
    let (pose, enemy) = (game.deployed_block(target)?.pose(), state.stance(by)?);
    // PB-A106: the attacker's centre before it was brought flush, unless the defender has turned.
    let centre = if contact.attacker == by
        && contact.defender_pose == Some(pose)
        && rulings::flank_is_judged_before(&game.field)
    {
        contact.came_from
    } else {
        enemy.centre()
    };
    // PB-18.1: the centre must be strictly behind the line of the front; on that line it is
    // frontal.
    game.line_block(target, pose).is_behind_front(centre).then_some(PB_23_4)
}

/// PB-A94: whether a battery that bombards the target flanks it.
pub(crate) fn is_flanked_from_afar(game: &Game, target: PieceIndex, by: PieceIndex) -> bool {
    if game.state.in_column(target) {
        return true;
    }
    let (Some(pose), Some(battery)) = (game.state.line(target), game.state.stance(by)) else {
        return false;
    };
    // PB-18.4: a piece in buildings cannot be flanked.
    !ground::in_buildings(game, target)
        && game.line_block(target, pose).is_behind_front(battery.centre())
}
