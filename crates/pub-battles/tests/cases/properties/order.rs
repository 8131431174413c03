//! Two independent moves may be made in either order.

use proptest::prelude::*;
use sandtable_pack::{GroundLength, GroundPoint};
use sandtable_pub_battles::{Action, Game, Input, Leg, March, Role, Stance};

use super::{Battle, battle, battles};

/// Moves further apart than this do not affect each other: neither blocks the other, and no
/// headquarters between them is pushed aside by both.
const INDEPENDENT_DISTANCE: GroundLength = GroundLength::from_metres(1_500);

/// A march by troops on the map, in line and without an attack, with its start and end.
fn plain_march<'a>(game: &Game, input: &'a Input) -> Option<(&'a March, GroundPoint)> {
    let Input::Action(Action::March(march)) = input else { return None };
    let is_troops = matches!(game.roster().piece(march.piece).role, Role::Combat(_));
    let stance = game.state().stance(march.piece)?;
    let in_line = matches!(stance, Stance::Line(_));
    (is_troops && in_line && march.attack.is_none()).then(|| (march, stance.centre()))
}

/// Plays the battle and tries every pair of consecutive moves in reverse order; returns the number
/// of pairs.
fn check_swaps(battle: &Battle) -> Result<usize, TestCaseError> {
    let mut game = battle.begin();
    let mut tried = 0;
    for pair in battle.inputs.windows(2) {
        if let (Some((one, from)), Some((other, onward))) =
            (plain_march(&game, &pair[0]), plain_march(&game, &pair[1]))
        {
            let both = |first: &Input, second: &Input| {
                let mut game = game.clone();
                game.apply(first).and_then(|_| game.apply(second)).map(|_| game)
            };
            let straight = both(&pair[0], &pair[1]).expect("the record is legal");
            // A piece that joined a reserve is with its headquarters, where order matters (PB-A59).
            let end = |march: &March| {
                // PB-A61: a reserve that is spotted at once is on the map again, near its
                // headquarters.
                let joined = march.legs.iter().find_map(|leg| match leg {
                    Leg::Join(leader) => Some(*leader),
                    _ => None,
                });
                let leader = joined.or(straight.state().in_reserve_with(march.piece));
                straight.state().stance(leader.unwrap_or(march.piece)).map(Stance::centre)
            };
            let ways = [[Some(from), end(one)], [Some(onward), end(other)]];
            let is_apart = ways[0].iter().flatten().all(|here| {
                ways[1].iter().flatten().all(|there| here.distance(*there) > INDEPENDENT_DISTANCE)
            });
            // PB-A105: a piece that is out of sight for a moment is forgotten, even if the second
            // move would have kept it in sight. PB-9.4: a Reserve Card has an order. A move may
            // bring a headquarters into sight, and its reserve then appears.
            let others = |moves: &[&Input]| {
                let mut game = game.clone();
                let moved = moves.iter().try_for_each(|input| game.apply(input).map(|_| ()));
                let state = game.state();
                let known: Vec<bool> = state.pieces.iter().map(|piece| piece.known).collect();
                // PB-13.3: a Support may have to decide before the next move.
                moved.map(|()| (known, state.reserves.clone(), game.node()))
            };
            let alone = others(&[]);
            let touches_others = pair.iter().any(|input| others(&[input]) != alone);
            if is_apart && !touches_others {
                tried += 1;
                let swapped = both(&pair[1], &pair[0]);
                prop_assert!(swapped.is_ok(), "{:?} then {:?}: {swapped:?}", pair[1], pair[0]);
                let swapped = swapped.map(|game| game.digest());
                prop_assert_eq!(swapped, Ok(straight.digest()), "{:?}", pair);
            }
        }
        prop_assert!(game.apply(&pair[0]).is_ok());
    }
    Ok(tried)
}

proptest! {
    #![proptest_config(battles(24))]

    #[test]
    fn independent_moves_may_be_swapped(battle in battle()) {
        check_swaps(&battle)?;
    }
}

/// Such pairs exist, so the property is not vacuous.
#[test]
fn finds_independent_moves() {
    use std::sync::Arc;

    use sandtable_engine::BotKind;
    use sandtable_pub_battles::Battlefield;

    let field = Arc::new(Battlefield::new(super::Setup::sample().pack()));
    let tried: usize = (0..10)
        .map(|seed| {
            let battle = Battle::fight_battle(Arc::clone(&field), seed, [BotKind::Random; 2]);
            check_swaps(&battle).expect("the property holds")
        })
        .sum();
    assert!(tried >= 10, "{tried}");
}
