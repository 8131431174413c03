//! Invariants on random battles: random terrain, seeds and bots, at every node of their games.
//! `games` checks whole games on the plain field.

mod approaches;
mod contacts;
mod mutations;
mod order;
mod secrets;
mod table_validity;

use std::sync::Arc;

use proptest::prelude::*;
use sandtable_engine::{BotKind, Diary, Keep, play_bots};
use sandtable_pack::{Arrival, BitterEnd, GroundPoint, WatercourseKind, sample};
use sandtable_pub_battles::{Battlefield, Game, Input, PieceIndex};

use super::table::{BLUE, RED, Setup, at};
use crate::turn::set_up::{pool, zone};

/// A battle on random terrain between bots.
#[derive(Debug)]
pub struct Battle {
    pub field: Arc<Battlefield>,
    pub seed: u64,
    pub inputs: Vec<Input>,
}

impl Battle {
    /// Plays the battle; the record holds every input.
    pub fn fight_battle(field: Arc<Battlefield>, seed: u64, bots: [BotKind; 2]) -> Self {
        let outcome = play_bots::<Game>(&field, seed, bots, Keep::Everything);
        assert_eq!(outcome.anomalies, [], "seed {seed}, {bots:?}");
        assert!(outcome.end.is_some());
        Self { field, seed, inputs: outcome.inputs }
    }

    pub fn begin(&self) -> Game {
        Game::new(Arc::clone(&self.field), Diary::Off)
    }
}

/// Random terrain between the two armies of the sample: woods, a village, a marsh, hills, a stream.
/// Some pieces are in reserve. Half of the battles have a bitter end, and half include a set-up.
pub fn ground() -> impl Strategy<Value = Setup> {
    let area = || (0..14_i32, 6..14_i32, 1..4_i32, 1..4_i32);
    let kinds = prop::collection::vec((0..5_u8, area()), 0..5);
    let hidden = (0..4_usize, 0..4_usize);
    let (bitter, scouts) = (prop::bool::ANY, prop::bool::ANY);
    (kinds, prop::option::of(7..13_i32), hidden, bitter, scouts).prop_map(
        |(areas, stream, hidden, bitter, scouts)| {
            let mut setup = Setup::sample()
                .with_hidden_pieces(BLUE, hidden.0)
                .with_hidden_pieces(RED, hidden.1);
            setup = setup.with_rulings(|rulings| {
                rulings.bitter_end = if bitter { BitterEnd::Played } else { BitterEnd::Off }
            });
            if scouts {
                setup = setup.change(|parts| {
                    zone(parts, "lowland", 0, 8_000);
                    if let Some(last) = parts.scenario.sides[0].commands[0].pieces.last_mut() {
                        last.zone = Some(sample::id("lowland"));
                    }
                    pool(parts, BLUE, &["scouts"], &[]);
                    pool(parts, RED, &["pickets", "outposts"], &[]);
                    // Red's artillery enters later, by one of two entries.
                    let guns = &mut parts.scenario.sides[1].commands[0].pieces[3];
                    guns.start = Arrival::Reinforcement;
                });
                setup = setup.reinforcements(RED, 3, &["red-artillery"]).change(|parts| {
                    let arrival = &mut parts.scenario.sides[1].reinforcements[0];
                    arrival.alternatives = vec![sample::id("south")];
                });
            }
            for (index, (kind, (x, y, width, height))) in areas.into_iter().enumerate() {
                // Areas of the same terrain class do not overlap.
                let column = 2_800 * (index as i32 % 3);
                let row = 2_000 + 700 * (index as i32 / 3);
                let from = at(column + 20 * x, row + 25 * y);
                let to: GroundPoint =
                    at(column + 20 * x + 600 * width, row + 25 * y + 150 * height);
                let id = format!("ground-{index}");
                setup = match kind {
                    0 => setup.woods(&id, from, to),
                    1 => setup.buildings(&id, from, to),
                    2 => setup.marsh(&id, from, to),
                    3 => setup.impassable(&id, from, to),
                    _ => setup.hill(&id, 1, from, to),
                };
            }
            match stream {
                Some(y) => setup.water("stream", WatercourseKind::Stream, 400 * y),
                None => setup,
            }
        },
    )
}

pub fn bot() -> impl Strategy<Value = BotKind> {
    prop::sample::select(BotKind::ALL.to_vec())
}

/// A finished battle.
pub fn battle() -> impl Strategy<Value = Battle> {
    (ground(), 0..100_000_u64, bot(), bot()).prop_map(|(setup, seed, first, second)| {
        Battle::fight_battle(Arc::new(Battlefield::new(setup.pack())), seed, [first, second])
    })
}

/// The number of random battles that a property is tested on.
pub fn battles(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, max_shrink_iters: 40, ..ProptestConfig::default() }
}

/// Two pieces that overlap (PB-6.4).
pub fn overlapping_pieces(game: &Game) -> Option<(PieceIndex, PieceIndex)> {
    let pieces: Vec<PieceIndex> = game.roster().piece_indices().collect();
    let mut pairs = pieces
        .iter()
        .enumerate()
        .flat_map(|(index, &one)| pieces[index + 1..].iter().map(move |&other| (one, other)));
    pairs.find(|&(one, other)| match (game.shape(one), game.shape(other)) {
        (Some(a), Some(b)) => a.overlaps(b),
        _ => false,
    })
}
