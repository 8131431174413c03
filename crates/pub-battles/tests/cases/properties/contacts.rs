//! PB-22.1: enemies that touch are in contact, regardless of whose move brought them together.

use std::sync::Arc;

use proptest::prelude::*;
use sandtable_engine::BotKind;
use sandtable_pack::GroundLength;
use sandtable_pub_battles::{Battlefield, Game, Node, PieceIndex, Question, Role};
use sandtable_terrain::Shape;

use super::{Battle, battle, battles};
use crate::table::Setup;

/// PB-36.6.
const TOLERANCE: GroundLength = GroundLength::from_metres(2);
/// PB-A85.
const SUPPORT_GAP: GroundLength = GroundLength::from_metres(20);

/// Combat pieces on the map, and their shapes.
fn troops(game: &Game) -> Vec<(PieceIndex, &Shape)> {
    let is_troops =
        |piece: &PieceIndex| matches!(game.roster().piece(*piece).role, Role::Combat(_));
    let troops = game.roster().piece_indices().filter(is_troops);
    troops.filter_map(|piece| Some((piece, game.shape(piece)?))).collect()
}

/// Pairs of enemies of which the first has its front on the second (PB-36.6).
fn touching_pairs(game: &Game) -> Vec<(PieceIndex, PieceIndex)> {
    let (troops, roster) = (troops(game), game.roster());
    let pairs = troops.iter().flat_map(|one| troops.iter().map(move |other| (one, other)));
    pairs
        .filter(|((one, _), (other, _))| roster.piece(*one).side != roster.piece(*other).side)
        .filter(|((_, one), (_, other))| {
            one.as_block().is_some_and(|front| front.contact(other, TOLERANCE).is_some())
        })
        .map(|((one, _), (other, _))| (*one, *other))
        .collect()
}

/// PB-A110: whether a piece is in contact with the lead that an enemy supports.
fn touches_the_lead(game: &Game, piece: PieceIndex, enemy: PieceIndex) -> bool {
    let troops = troops(game);
    let block = |piece: PieceIndex| troops.iter().find(|one| one.0 == piece)?.1.as_block();
    game.state().contacts.iter().filter_map(|contact| contact.other(piece)).any(|lead| {
        block(enemy)
            .zip(block(lead))
            .is_some_and(|(support, lead)| support.is_support_of(lead, SUPPORT_GAP))
    })
}

fn check_game(battle: &Battle) -> Result<usize, TestCaseError> {
    let mut game = battle.begin();
    let (mut touched, mut turn) = (0, game.state().turn);
    for input in &battle.inputs {
        prop_assert!(game.apply(input).is_ok());
        // In a combat, pieces wait where they are for their retreats and Supports for their decisions.
        match game.node() {
            Node::Cup(_) | Node::Over(_) => {}
            Node::Decision {
                question: Question::Activation(_) | Question::ChooseCombat, ..
            } => {}
            Node::Decision { .. } | Node::Dice { .. } => continue,
        }
        let pairs = touching_pairs(&game);
        touched += pairs.len();
        for &(one, other) in &pairs {
            let name = |piece: PieceIndex| game.roster().piece(piece).name.clone();
            let fights = game.state().contacts.iter().any(|it| it.other(one) == Some(other));
            prop_assert!(
                fights || touches_the_lead(&game, one, other),
                "{} touches {} after {input:?}",
                name(one),
                name(other)
            );
        }
        // PB-22.1: no turn ends in contact.
        if game.state().turn != turn {
            turn = game.state().turn;
            prop_assert_eq!(pairs, []);
        }
    }
    Ok(touched)
}

proptest! {
    #![proptest_config(battles(24))]

    #[test]
    fn pb_22_1_enemies_that_touch_are_in_contact(battle in battle()) {
        check_game(&battle)?;
    }
}

/// The property is about something: enemies touch in ordinary games.
#[test]
fn enemies_touch_in_games() {
    let field = Arc::new(Battlefield::new(Setup::sample().pack()));
    let battle = Battle::fight_battle(field, 1, [BotKind::Aggressive; 2]);
    assert!(check_game(&battle).expect("the game holds the property") > 10);
}
