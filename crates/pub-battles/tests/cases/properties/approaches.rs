//! Checks that every approach withheld from bots is illegal.

use std::sync::Arc;

use proptest::prelude::*;
use sandtable_engine::Diary;
use sandtable_pack::{Facing, Pose};
use sandtable_pub_battles::{Action, Battlefield, Game, Input, Question, SideIndex, View};

use super::{Battle, battle, battles};
use crate::table::{BLUE, RED, Setup, at};

/// The rules that refuse a march for its length or for a block in its path.
const LENGTH_AND_SPACE_RULES: [&str; 2] = ["PB-6.10", "PB-6.4"];

/// Checks the property in a position; returns the number of refusals for length or lack of space.
fn check_position(game: &Game, side: SideIndex) -> Result<usize, TestCaseError> {
    let view = View::new(game, side);
    let roster = game.roster();
    let mut refused = 0;
    for piece in roster.piece_indices().filter(|&piece| roster.piece(piece).side == side) {
        for enemy in roster.piece_indices().filter(|&enemy| roster.piece(enemy).side != side) {
            for march in view.hopeless_approaches(piece, enemy) {
                let action = Action::March(march);
                match game.judge(&action) {
                    Ok(rule) => prop_assert!(false, "legal by {rule}: {action:?}"),
                    Err(refusal) => {
                        refused += usize::from(LENGTH_AND_SPACE_RULES.contains(&refusal.rule.0));
                    }
                }
            }
        }
    }
    Ok(refused)
}

fn check_game(battle: &Battle) -> Result<(), TestCaseError> {
    let mut game = battle.begin();
    for input in &battle.inputs {
        if let sandtable_pub_battles::Node::Decision { side, question: Question::Activation(_) } =
            game.node()
        {
            check_position(&game, side)?;
        }
        prop_assert!(game.apply(input).is_ok());
    }
    Ok(())
}

/// Blocks in a chequerboard pattern with random facings, close enough that many obstruct each
/// other.
fn chequered_setups() -> impl Strategy<Value = Setup> {
    prop::collection::vec((0..4_096_i32, -20..20_i32, -20..20_i32), 20).prop_map(|blocks| {
        let mut setup = Setup::new();
        for (index, (steps, aside, ahead)) in (0..).zip(blocks) {
            let (column, row) = (index % 5, index / 5);
            // Half of the blocks face straight up or down.
            let facing = match steps % 4 {
                0 => Facing::UP,
                1 => Facing::DOWN,
                _ => Facing::from_steps(steps),
            };
            let centre = at(2_400 + 710 * column + aside, 2_600 + 710 * row + ahead);
            let pose = Pose { centre, facing };
            let side = if (column + row) % 2 == 0 { BLUE } else { RED };
            let kind = match index % 7 {
                0 => sandtable_pack::PieceType::Cavalry,
                1 => sandtable_pack::PieceType::Dragoons,
                _ => sandtable_pack::PieceType::Infantry,
            };
            setup = setup.piece(side, &format!("piece-{index}"), kind, pose);
        }
        setup.hq(BLUE, Pose { centre: at(4_175, 3_665), facing: Facing::UP })
    })
}

proptest! {
    #![proptest_config(battles(12))]

    #[test]
    fn finds_all_approaches_in_games(battle in battle()) {
        check_game(&battle)?;
    }
}

proptest! {
    #![proptest_config(battles(48))]

    #[test]
    fn finds_all_approaches_in_crowds(setup in chequered_setups()) {
        let mut game = Game::new(Arc::new(Battlefield::new(setup.pack())), Diary::Off);
        let chit = game.roster().command_indices().next().expect("blue has a command");
        prop_assert!(game.apply(&Input::Drawn(chit)).is_ok());
        for _ in 0..2 {
            prop_assert!(game.apply(&Input::Action(Action::Pass)).is_ok());
        }
        let refused = check_position(&game, BLUE)?;
        prop_assert!(refused > 100, "only {refused} were refused for length and room");
    }
}
