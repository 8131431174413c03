//! FAB-4.2: the Administration Phase.

use sandtable_pack::fab::{ChitBox, Phase};

use crate::game::action::Action;
use crate::worked_cases::administration::administer;
use crate::worked_cases::board::{RED, board};

#[test]
fn fab_4_2b_available_chits_are_used() {
    let laid = board().put("b1", 1).steps("b1", 3).put("b2", 2).put("r1", 5);
    let board = administer(laid);
    let (bs, bst, be1) = (board.chit("bs"), board.chit("bst"), board.chit("be1"));
    let (b1, r1, two) = (board.unit("b1"), board.unit("r1"), board.area(2));
    assert_eq!(board.judge(&Action::Play(board.chit("bv1"))), Ok("FAB-4.2b"));
    assert_eq!(board.judge(&Action::Fortify { engineer: be1, area: two }), Ok("FAB-4.33"));
    assert_eq!(board.judge(&Action::Peek { staff: bst, unit: r1 }), Ok("FAB-8.32"));
    assert_eq!(board.judge(&Action::Replace { by: bs, unit: b1 }), Ok("FAB-8.26"));
    assert_eq!(board.judge(&Action::Play(bs)), Err("FAB-4.2b"), "the chit is not an event");
    let red = crate::worked_cases::board::board().begin(Phase::Administration, RED);
    let air = red.chit("rv1");
    assert_eq!(red.judge(&Action::Play(air)), Err("FAB-4.2b"), "for combats only");
}

#[test]
fn fab_4_22_events_are_used_once() {
    let laid = board().put("b1", 1).steps("b1", 3).chit_in_box("bb1", ChitBox::Eliminated);
    let mut played = administer(laid);
    let event = played.chit("bv1");
    played.act(Action::Play(event));
    assert!(played.is_in("bv1", ChitBox::Eliminated));
    let mut restored = administer(board().chit_in_box("bb1", ChitBox::Eliminated));
    let assets = restored.chits(&["bb1"]).iter().copied().collect();
    restored.act(Action::Restore { event, assets });
    assert!(restored.is_in("bv1", ChitBox::Eliminated));
    let mut fought = board().put("r1", 5).put("b2", 5).without_special_actions(RED).fight(5);
    fought.assign(&[]).assign(&["rv1"]).miss_all();
    assert!(fought.is_done() && fought.is_in("rv1", ChitBox::Eliminated));
}
