//! Compares the engine with slow reference implementations, at positions from Gettysburg games.

#[path = "../../crates/terrain/tests/sight_judge/mod.rs"]
mod sight_judge;

use std::sync::Arc;

use sandtable_engine::{BotKind, Diary, Keep, RandomStream, StreamPurpose, play_bots};
use sandtable_pack::{AnyPack, GroundLength, GroundPoint, Pack};
use sandtable_pub_battles::{Action, Battlefield, Game, Node, Question, Stance, View};
use sandtable_tests::compile_battle;

fn pack() -> Pack {
    compile_battle("gettysburg").pack.and_then(AnyPack::pub_battles).expect("Gettysburg compiles")
}

/// Calls `visit` at every position where a command begins or continues its move.
fn for_each_activation(field: &Arc<Battlefield>, seed: u64, mut visit: impl FnMut(&Game)) {
    let bots = [BotKind::Aggressive, BotKind::Planner];
    let outcome = play_bots::<Game>(field, seed, bots, Keep::Everything);
    let mut game = Game::new(Arc::clone(field), Diary::Off);
    for input in &outcome.inputs {
        if matches!(game.node(), Node::Decision { question: Question::Activation(_), .. }) {
            visit(&game);
        }
        game.apply(input).expect("the inputs are legal");
    }
}

/// The engine refuses every approach that bots are not offered.
#[test]
fn bots_see_every_legal_approach() {
    let field = Arc::new(Battlefield::new(pack()));
    let mut counted = 0;
    for_each_activation(&field, 1, |game| {
        let Node::Decision { side, question: Question::Activation(command) } = game.node() else {
            return;
        };
        let (view, roster) = (View::new(game, side), game.roster());
        let enemies = || roster.piece_indices().filter(|&enemy| roster.piece(enemy).side != side);
        for piece in view.pieces_of(command) {
            for march in enemies().flat_map(|enemy| view.hopeless_approaches(piece, enemy)) {
                let action = Action::March(march);
                let judged = game.judge(&action).map_err(|refusal| refusal.rule.0);
                assert!(judged.is_err(), "legal: {action:?}");
                counted += u32::from(matches!(judged, Err("PB-6.10" | "PB-6.4")));
            }
        }
    });
    assert!(counted > 10_000, "only {counted} approaches were refused by these rules");
}

/// Checks sight between pieces, and between random positions on the map.
#[test]
fn pb_16_3_sight_agrees_with_the_judge() {
    let field = Arc::new(Battlefield::new(pack()));
    let (map, terrain) = (field.pack.map(), &field.terrain);
    let depth = GroundLength::from_metres(161);
    let mut chance = RandomStream::new(16, StreamPurpose::FirstBot);
    let mut pairs: Vec<(GroundPoint, GroundPoint)> = Vec::new();
    for _ in 0..1_500 {
        let mut place = || {
            let mut within =
                |side: GroundLength| chance.number_below(side.centimetres() as u32) as i32;
            GroundPoint::new(within(map.width), within(map.height))
        };
        pairs.push((place(), place()));
    }
    for_each_activation(&field, 2, |game| {
        let centres: Vec<GroundPoint> = game
            .roster()
            .piece_indices()
            .filter_map(|piece| game.state().stance(piece).map(Stance::centre))
            .collect();
        let mut one = || centres[chance.number_below(centres.len() as u32) as usize];
        pairs.push((one(), one()));
    });
    let (mut decided, mut visible) = (0, 0);
    for (a, b) in pairs.into_iter().filter(|(a, b)| a != b) {
        let Some(judged) = sight_judge::sees(map, a, b, depth) else { continue };
        assert_eq!(terrain.line_of_sight(a, b, depth), judged, "{a:?} to {b:?}");
        assert_eq!(terrain.line_of_sight(b, a, depth), judged, "{b:?} to {a:?}");
        decided += 1;
        visible += u32::from(judged);
    }
    assert!(decided > 1_500 && visible > 60 && decided > 2 * visible, "{visible} of {decided}");
}
