//! The number of pieces is constant; none overlap or act twice in a turn. The listed actions are
//! exactly the legal ones. Records and clones end the same way.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sandtable_engine::{Diary, replay};
use sandtable_pack::Status;
use sandtable_pub_battles::{Action, Game, Input, Location, Node, PieceIndex, Question, View};

use super::{Battle, battle, battles, overlapping_pieces};

/// The piece that acts by an input, if it can do so only once a turn (PB-6.16).
fn acting_piece(input: &Input) -> Option<PieceIndex> {
    match input {
        Input::Action(Action::March(march)) => Some(march.piece),
        Input::Action(
            Action::Rally { piece, .. }
            | Action::Face { piece, .. }
            | Action::Bombard { piece, .. },
        ) => Some(*piece),
        _ => None,
    }
}

fn removed_pieces(game: &Game) -> BTreeSet<usize> {
    let pieces = game.state().pieces.iter().enumerate();
    pieces
        .filter(|(_, piece)| {
            matches!(piece.place, Location::Destroyed { .. } | Location::Withdrawn { .. })
        })
        .map(|(index, _)| index)
        .collect()
}

fn check_table(battle: &Battle) -> Result<(), TestCaseError> {
    let mut game = battle.begin();
    let count = game.state().pieces.len();
    let mut acted = BTreeSet::new();
    let mut turn = None;
    for input in &battle.inputs {
        let state = game.state();
        let now = (state.day, state.turn, state.night);
        if turn != Some(now) {
            acted.clear();
            turn = Some(now);
        }
        if let Some(piece) = acting_piece(input) {
            prop_assert!(acted.insert(piece), "{piece:?} acts twice on turn {now:?}");
        }
        let before = (removed_pieces(&game), state.night);
        prop_assert!(game.apply(input).is_ok());
        prop_assert_eq!(game.state().pieces.len(), count, "pieces are conserved");
        let after = removed_pieces(&game);
        // Lost pieces return only at night (PB-30.3).
        prop_assert!(before.1 || after.is_superset(&before.0), "{:?} came back", before.0);
        prop_assert_eq!(
            overlapping_pieces(&game),
            None,
            "PB-6.4 on turn {:?} after {:?}",
            now,
            input
        );
    }
    prop_assert!(matches!(game.node(), Node::Over(_)));
    Ok(())
}

/// All possible decisions of a side, if their number is finite.
fn all_decisions(game: &Game, question: Question) -> Vec<Action> {
    let pieces = || game.roster().piece_indices();
    let chits = || game.roster().command_indices();
    match question {
        Question::Alter => {
            let pairs = pieces().flat_map(|roller| chits().map(move |chit| (roller, chit)));
            let attempts = pairs.flat_map(|(roller, chit)| {
                [Action::Delay { roller, chit }, Action::Jump { roller, chit }]
            });
            attempts.chain([Action::Pass]).collect()
        }
        Question::ChooseCombat => pieces().map(Action::Resolve).collect(),
        Question::Target(_) => pieces().map(Action::FireAt).collect(),
        Question::StayOrRetire(_) => vec![Action::Stay, Action::Retire],
        Question::Nightfall => vec![Action::HoldField, Action::WithdrawFromField],
        Question::Recovery => pieces().map(Action::Recover).collect(),
        _ => Vec::new(),
    }
}

fn is_listed(battle: &Battle) -> Result<(), TestCaseError> {
    let mut game = battle.begin();
    for input in &battle.inputs {
        if let Node::Decision { side, question } = game.node() {
            let view = View::new(&game, side);
            let listed = view.proposals();
            for action in &listed {
                prop_assert!(game.judge(action).is_ok(), "listed, but illegal: {action:?}");
            }
            for action in all_decisions(&game, question) {
                prop_assert!(
                    game.judge(&action).is_err() || listed.contains(&action),
                    "legal, but not listed: {action:?} for {question:?}"
                );
            }
            for facing in view.retreats() {
                prop_assert!(game.judge(&Action::RetreatToward(facing)).is_ok());
            }
            if let Some(duty) = view.required_action() {
                prop_assert!(game.judge(&duty).is_ok(), "a duty that is illegal: {duty:?}");
                prop_assert!(game.judge(&Action::EndActivation).is_err(), "PB-10.5");
            }
        }
        prop_assert!(game.apply(input).is_ok());
    }
    Ok(())
}

proptest! {
    #![proptest_config(battles(24))]

    #[test]
    fn table_stays_valid(battle in battle()) {
        check_table(&battle)?;
    }

    #[test]
    fn listed_actions_are_legal(battle in battle()) {
        is_listed(&battle)?;
    }

    #[test]
    fn records_and_clones_end_identically(battle in battle(), part in 0.0..1.0_f64) {
        let middle = (battle.inputs.len() as f64 * part) as usize;
        let mut game: Game = replay(&battle.field, &battle.inputs[..middle], Diary::Off)
            .expect("the record is legal");
        let mut copy = game.clone();
        for input in &battle.inputs[middle..] {
            prop_assert_eq!(game.apply(input), copy.apply(input));
            prop_assert_eq!(game.state(), copy.state());
        }
        let whole: Game = replay(&battle.field, &battle.inputs, Diary::On).expect("recorded inputs are legal");
        prop_assert_eq!(whole.digest(), game.digest());
    }
}

/// PB-18, PB-24.5: for any dice, Fresh militia takes hits like Spent regulars: the same pieces
/// remain in the same positions.
#[test]
fn fresh_militia_equals_spent_regulars() {
    use super::super::table::{BLUE, RED, Setup, pose};
    use sandtable_pack::{Facing, Quality};
    let defended_by = |change: fn(Setup) -> Setup| {
        let setup = Setup::new()
            .infantry(BLUE, "attacker", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "defender", pose(4_000, 3_000, Facing::DOWN));
        let mut table = change(setup).begin();
        table.activate(BLUE);
        table.attack("attacker", "defender");
        table.finish_moves();
        table
    };
    let militia = defended_by(|setup| setup.quality("defender", Quality::Militia));
    let spent = defended_by(|setup| setup.spent("defender"));
    let mut ends = BTreeSet::new();
    for hits in 0..=3_u8 {
        let ended = [&militia, &spent].map(|table| {
            let mut table = table.clone();
            // The defender misses, then the attacker scores this many hits: PB-14.2, PB-23.1.
            for shot in 0..2 {
                let Node::Dice { count, .. } = table.game.node() else { panic!("expected dice") };
                let hit = |die: u8| if shot == 1 && die < hits { 6 } else { 1 };
                let dice: Vec<u8> = (0..count).map(hit).collect();
                table.dice(&dice);
            }
            if matches!(
                table.game.node(),
                Node::Decision { question: Question::RetreatDirection(_), .. }
            ) {
                table.retreat();
            }
            let status = (!table.is_destroyed("defender") && hits > 0)
                .then(|| table.status("defender") == Status::Spent);
            (table.place("defender"), table.place("attacker"), status)
        });
        assert_eq!(ended[0], ended[1], "{hits} hits");
        ends.insert(format!("{:?}", ended[0].0));
    }
    assert!(ends.len() >= 3, "the piece stays, retreats and is destroyed: {ends:?}");
}
