//! PB-16, PB-17: spotting, which requires a line of sight and depends on the weather.

use crate::game::position_cache::Glance;

use sandtable_pack::GroundLength;
use sandtable_terrain::Shape;
use smallvec::SmallVec;

use crate::battlefield::roster::{PieceIndex, Role};
use crate::game::Game;
use crate::game::ground;
use crate::game::piece_pairs::PiecePairs;

/// The current range of spotting and bombardment (PB-17.1); the weather may reduce it (PB-3.15,
/// PB-A22).
fn range(game: &Game) -> GroundLength {
    let range = game.field.distances().spotting;
    let weather = game.field.pack.scenario().visibility(game.state.day, game.state.turn);
    weather.map_or(range, |visibility| visibility.min(range))
}

/// The range at which a piece currently spots, fires and is spotted, including special rules
/// (PB-3.18).
pub(crate) fn range_of(game: &Game, piece: PieceIndex) -> GroundLength {
    let range = range(game);
    game.special_visibility(piece).map_or(range, |special| special.min(range))
}

/// Whether a piece sees most of a shape within range and with a line of sight (PB-16.6, PB-36.11).
/// Pieces see in all directions, regardless of facing (PB-A104).
fn sees(game: &Game, observer: PieceIndex, target: &Shape, range: GroundLength) -> bool {
    let Some(ground) = game.shape(observer) else { return false };
    ground.within(target, range.min(range_of(game, observer)))
        && game
            .deployed_block(observer)
            .is_some_and(|block| game.field.terrain.sees(&block, target, ground::sight_depth(game)))
}

/// Whether a piece on the map is spotted by an enemy combat piece or HQ (PB-17.1, PB-A104).
pub(crate) fn is_spotted(game: &Game, piece: PieceIndex) -> bool {
    let glance = glance(game, piece);
    debug_assert_eq!(
        matches!(glance, Glance::SeenBy(_)),
        matches!(uncached_glance(game, piece), Glance::SeenBy(_)),
        "the cached value is still valid"
    );
    matches!(glance, Glance::SeenBy(_))
}

/// Whether a piece on the map would be spotted if every enemy block could spot. This includes
/// trains, which an opponent may mistake for troops.
pub(crate) fn may_be_spotted(game: &Game, piece: PieceIndex) -> bool {
    let Some(target) = game.shape(piece) else { return false };
    let (enemy, range) = (game.roster().piece(piece).side.enemy(), range_of(game, piece));
    game.on_map(enemy).any(|(observer, _)| sees(game, observer, target, range))
}

/// The spotting result without any cache.
fn uncached_glance(game: &Game, piece: PieceIndex) -> Glance {
    look(game, piece, &PiecePairs::new(game.roster().piece_indices().count()))
}

/// Finds an observer that spots a piece. Skips observers in `in_vain`, and adds each failure to it.
/// The nearest observers come first, because they are the most likely to see the piece.
fn look(game: &Game, piece: PieceIndex, in_vain: &PiecePairs) -> Glance {
    let Some(target) = game.shape(piece) else { return Glance::Hidden };
    let enemy = game.roster().piece(piece).side.enemy();
    let (range, place) = (range_of(game, piece), target.place());
    let mut observers: SmallVec<[(i64, PieceIndex); 64]> = game
        .near(enemy, target.reach(range))
        .filter(|&(observer, _)| game.roster().piece(observer).role != Role::Baggage)
        .filter(|&(observer, _)| !in_vain.holds(piece, observer))
        .map(|(observer, ground)| (ground.place().distance_squared(place), observer))
        .collect();
    observers.sort_unstable();
    observers
        .into_iter()
        .find(|&(_, observer)| {
            let seen = sees(game, observer, target, range);
            if !seen {
                in_vain.set(piece, observer, true);
            }
            seen
        })
        .map_or(Glance::Hidden, |(_, observer)| Glance::SeenBy(observer))
}

/// Whether a piece shows its label to the enemy: it is label up or in contact (PB-2.4, PB-12.6,
/// PB-17.3). A Support is not in contact.
fn shows_label(game: &Game, piece: PieceIndex) -> bool {
    game.state.in_contact(piece) || (game.roster().arm(piece).is_some() && game.is_spent(piece))
}

impl Game {
    /// PB-A104: updates spotting after each change on the map. A known piece becomes unknown once
    /// it is out of sight (PB-A105).
    pub(crate) fn update_spotting(&mut self) {
        // PB-9.5: a reserve is revealed at the moment of spotting, and may itself spot other
        // pieces.
        while std::mem::take(&mut self.needs_spotting) {
            if !self.state.reserves.is_empty() {
                self.reveal_reserves();
            }
            for piece in self.roster().piece_indices() {
                let known = shows_label(self, piece)
                    || (self.state.piece(piece).known && is_spotted(self, piece));
                self.state.piece_mut(piece).known = known;
            }
        }
    }
}

/// The cached spotting result of a piece.
fn glance(game: &Game, piece: PieceIndex) -> Glance {
    let spotting_cache = &game.spotting_cache;
    let turn = (game.state.day, game.state.turn, game.state.night);
    if spotting_cache.turn.replace(turn) != turn {
        let ranges = game.roster().piece_indices().map(|piece| range_of(game, piece)).collect();
        let before = spotting_cache.ranges.replace(ranges);
        if before != *spotting_cache.ranges.borrow() {
            spotting_cache.glances.iter().for_each(|glance| glance.set(Glance::Unknown));
            spotting_cache.unseen_pairs.forget_all();
        }
    }
    let glance = &spotting_cache.glances[piece.index()];
    if matches!(glance.get(), Glance::Unknown) {
        glance.set(look(game, piece, &spotting_cache.unseen_pairs));
    }
    glance.get()
}
