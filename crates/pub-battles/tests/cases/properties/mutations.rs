//! Random mutations of every action of a game. A refusal names its rule and does not change the
//! state; a legal action leaves the table valid. No action causes a panic.

use proptest::prelude::*;
use sandtable_engine::{RandomStream, StreamPurpose};
use sandtable_pack::{Facing, GroundPoint};
use sandtable_pub_battles::{Action, Game, Input, Leg, Node};
use serde_json::json;

use super::{Battle, battle, battles, overlapping_pieces};

/// Builds ids from JSON, because a record could contain any number.
fn random_piece_id(game: &Game, chance: &mut RandomStream) -> serde_json::Value {
    // One id in eight is not a piece.
    let count = game.roster().pieces.len() as u32;
    match chance.number_below(8) {
        0 => json!(count + chance.number_below(60_000 - count)),
        _ => json!(chance.number_below(count)),
    }
}

fn place(chance: &mut RandomStream) -> serde_json::Value {
    match chance.number_below(6) {
        0 => json!([i32::MAX, i32::MIN]),
        1 => json!([-1, 900_000]),
        _ => json!([chance.number_below(800_000), chance.number_below(800_000)]),
    }
}

fn leg(chance: &mut RandomStream) -> serde_json::Value {
    let facing = chance.number_below(4_096);
    match chance.number_below(8) {
        7 => json!({ "leave": place(chance) }),
        6 => json!({ "join": chance.number_below(20) }),
        0 => json!({ "face": facing }),
        1 => json!({ "form-column": facing }),
        2 => json!({ "form-line": facing }),
        3 => {
            json!({ "along": { "stretch": chance.number_below(5), "along": chance.number_below(900_000) } })
        }
        _ => json!({ "to": place(chance) }),
    }
}

/// A random action.
fn random_action(game: &Game, chance: &mut RandomStream) -> Action {
    let one = random_piece_id(game, chance);
    let other = random_piece_id(game, chance);
    let chit = json!(chance.number_below(8));
    let legs: Vec<_> = (0..chance.number_below(10)).map(|_| leg(chance)).collect();
    let attack = if chance.number_below(2) == 0 { json!(null) } else { other.clone() };
    let pose = json!({ "centre": place(chance), "facing": chance.number_below(4_096) });
    let action = match chance.number_below(25) {
        20 => json!({ "place": { "piece": one, "pose": pose } }),
        21 => json!({ "assign": { "piece": one, "command": chit } }),
        22 => json!("ready"),
        23 => json!({ "enter-by": { "piece": one, "entry": chance.number_below(4) } }),
        24 => json!({ "come-by": "north" }),
        0 => json!("pass"),
        1 => json!({ "delay": { "roller": one, "chit": chit } }),
        2 => json!({ "jump": { "roller": one, "chit": chit } }),
        3 => json!({ "face": { "piece": one, "enemy": other } }),
        4 => json!({ "rally": { "piece": one, "facing": chance.number_below(4_096) } }),
        5 => json!({ "unpack": one }),
        6 => json!({ "pack": one }),
        7 => json!("end-activation"),
        8 => json!({ "resolve": one }),
        9 => json!({ "fire-at": one }),
        10 => json!("stay"),
        11 => json!("retire"),
        12 => json!({ "retreat-toward": chance.number_below(4_096) }),
        13 => json!({ "recover": one }),
        14 => json!("withdraw-from-field"),
        15 => json!("take-place"),
        16 => {
            json!({ "bombard": { "piece": one, "target": other, "facing": chance.number_below(4_096) } })
        }
        17 => json!({ "deploy": one }),
        _ => json!({ "march": { "piece": one, "legs": legs, "attack": attack } }),
    };
    serde_json::from_value(action).expect("every action serialises")
}

/// An action that differs slightly from the one taken.
fn mutate(action: &Action, game: &Game, chance: &mut RandomStream) -> Action {
    let mut action = action.clone();
    match &mut action {
        Action::March(march) => {
            let legs = march.legs.len() as u32;
            match march.legs.get_mut(chance.number_below(legs.max(1)) as usize) {
                Some(Leg::Face(facing) | Leg::FormColumn(facing) | Leg::FormLine(facing)) => {
                    *facing = Facing::from_steps(
                        facing.steps() as i32 + chance.number_below(900) as i32 - 450,
                    );
                }
                Some(Leg::To(to) | Leg::Leave(to)) => {
                    let by =
                        |chance: &mut RandomStream| chance.number_below(40_000) as i32 - 20_000;
                    *to = GroundPoint::new(to.x + by(chance), to.y + by(chance));
                }
                Some(Leg::Along(spot)) => spot.stretch += chance.number_below(3),
                Some(Leg::Join(_)) => {
                    march.legs.pop();
                }
                None => {}
            }
            if chance.number_below(4) == 0 {
                march.attack = None;
            }
            if chance.number_below(4) == 0 {
                march.legs.reverse();
            }
        }
        Action::RetreatToward(facing) => {
            *facing =
                Facing::from_steps(facing.steps() as i32 + chance.number_below(512) as i32 - 256);
        }
        _ => return random_action(game, chance),
    }
    action
}

fn check_battle(battle: &Battle) -> Result<(), TestCaseError> {
    let mut chance = RandomStream::new(battle.seed, StreamPurpose::FirstBot);
    let mut game = battle.begin();
    for input in &battle.inputs {
        let changed = match input {
            Input::Action(action) => mutate(action, &game, &mut chance),
            _ => random_action(&game, &mut chance),
        };
        for action in [changed, random_action(&game, &mut chance)] {
            try_action(&game, action)?;
        }
        try_input(&game)?;
        prop_assert!(game.apply(input).is_ok());
    }
    Ok(())
}

fn try_action(game: &Game, action: Action) -> Result<(), TestCaseError> {
    let mut copy = game.clone();
    let judged = game.judge(&action);
    let applied = copy.apply(&Input::Action(action.clone()));
    match judged {
        Err(refusal) => {
            prop_assert_eq!(applied, Err(refusal), "{:?}", action);
            prop_assert!(refusal.rule.0.starts_with("PB-") && !refusal.reason.is_empty());
            prop_assert_eq!(copy.state(), game.state());
        }
        Ok(rule) => {
            prop_assert!(matches!(game.node(), Node::Decision { .. }), "{:?}", action);
            prop_assert!(applied.is_ok() && rule.0.starts_with("PB-"), "{:?}", action);
            prop_assert_eq!(overlapping_pieces(&copy), None, "{:?}", action);
            prop_assert_eq!(copy.state().pieces.len(), game.state().pieces.len());
        }
    }
    Ok(())
}

/// Impossible dice and chits are refused.
fn try_input(game: &Game) -> Result<(), TestCaseError> {
    let strange = ["{\"dice\":[]}", "{\"dice\":[0,7,255]}", "{\"drawn\":60000}"];
    for text in strange {
        let input: Input = serde_json::from_str(text).expect("inputs serialise");
        let mut copy = game.clone();
        let refused = copy.apply(&input);
        prop_assert!(refused.is_err(), "{text}");
        prop_assert_eq!(copy.state(), game.state());
    }
    Ok(())
}

proptest! {
    #![proptest_config(battles(24))]

    #[test]
    fn mutated_actions_keep_the_table_valid(battle in battle()) {
        check_battle(&battle)?;
    }
}
