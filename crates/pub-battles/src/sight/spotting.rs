//! PB-16, PB-17: who sees whom: with a line of sight, and as far as the weather lets one see.

use crate::game::position_cache::Glance;

use sandtable_pack::GroundLength;
use sandtable_terrain::Shape;
use smallvec::SmallVec;

use crate::battlefield::roster::{PieceIndex, Role};
use crate::game::Game;
use crate::game::ground;
use crate::game::piece_pairs::PiecePairs;

/// How far one spots and bombards now (PB-17.1); the weather may cut it short (PB-3.15, PB-A22).
fn range(game: &Game) -> GroundLength {
    let range = game.field.distances().spotting;
    let weather = game.field.pack.scenario().visibility(game.state.day, game.state.turn);
    weather.map_or(range, |visibility| visibility.min(range))
}

/// How far one spots, fires and is seen now who may be under a special rule (PB-3.18).
pub(crate) fn range_of(game: &Game, piece: PieceIndex) -> GroundLength {
    let range = range(game);
    game.special_visibility(piece).map_or(range, |special| special.min(range))
}

/// Does a piece see most of a shape, within range and with a line of sight (PB-16.6, PB-36.11)? All
/// round, whatever its facing (PB-A104).
fn sees(game: &Game, observer: PieceIndex, target: &Shape, range: GroundLength) -> bool {
    let Some(ground) = game.shape(observer) else { return false };
    ground.within(target, range.min(range_of(game, observer)))
        && game
            .deployed(observer)
            .is_some_and(|block| game.field.terrain.sees(&block, target, ground::sight_depth(game)))
}

/// Is a piece on the map spotted by its enemies: by a combat piece or an HQ (PB-17.1, PB-A104)?
pub(crate) fn is_spotted(game: &Game, piece: PieceIndex) -> bool {
    let glance = glance(game, piece);
    debug_assert_eq!(
        matches!(glance, Glance::SeenBy(_)),
        matches!(look_anew(game, piece), Glance::SeenBy(_)),
        "what was found before still holds"
    );
    matches!(glance, Glance::SeenBy(_))
}

/// Would a piece on the map be spotted if every block of the enemy looked about, trains too, which his
/// adversary may take for troops?
pub(crate) fn may_be_spotted(game: &Game, piece: PieceIndex) -> bool {
    let Some(target) = game.shape(piece) else { return false };
    let (enemy, range) = (game.roster().piece(piece).side.enemy(), range_of(game, piece));
    game.on_map(enemy).any(|(observer, _)| sees(game, observer, target, range))
}

/// As if nothing were known.
fn look_anew(game: &Game, piece: PieceIndex) -> Glance {
    look(game, piece, &PiecePairs::new(game.roster().piece_indices().count()))
}

/// Whoever does not see it is noted as looked from `in_vain`, and not asked again. The nearest are asked
/// first: they see most.
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

/// Does a piece's own label show to the enemy: does it lie label up, or touch him (PB-2.4, PB-12.6,
/// PB-17.3)? A support touches nobody.
fn shows_label(game: &Game, piece: PieceIndex) -> bool {
    game.state.in_contact(piece) || (game.roster().arm(piece).is_some() && game.is_spent(piece))
}

impl Game {
    /// PB-A104: after each change on the map everybody looks about: who is known is forgotten when
    /// he is out of sight (PB-A105).
    pub(crate) fn look_about(&mut self) {
        // PB-9.5: at the instant of spotting; a reserve that appears may itself spot another.
        while std::mem::take(&mut self.unsettled) {
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

/// Whether a piece is spotted, found if need be.
fn glance(game: &Game, piece: PieceIndex) -> Glance {
    let glances = &game.glances;
    let turn = (game.state.day, game.state.turn, game.state.night);
    if glances.turn.replace(turn) != turn {
        let ranges = game.roster().piece_indices().map(|piece| range_of(game, piece)).collect();
        let before = glances.ranges.replace(ranges);
        if before != *glances.ranges.borrow() {
            glances.of.iter().for_each(|glance| glance.set(Glance::Unknown));
            glances.in_vain.forget_all();
        }
    }
    let glance = &glances.of[piece.index()];
    if matches!(glance.get(), Glance::Unknown) {
        glance.set(look(game, piece, &glances.in_vain));
    }
    glance.get()
}
