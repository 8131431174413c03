//! PB-16, PB-17: who sees whom: with a line of sight, and as far as the weather lets one see.

use std::cell::Cell;

use sandtable_pack::GroundLength;
use sandtable_terrain::Shape;

use crate::game::Game;
use crate::ground;
use crate::roster::{PieceIndex, Role, Roster};

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
    let glance = game.glances.of(game, piece);
    debug_assert_eq!(
        matches!(glance, Glance::SeenBy(_)),
        matches!(look_anew(game, piece), Glance::SeenBy(_)),
        "what was found before still holds"
    );
    matches!(glance, Glance::SeenBy(_))
}

/// As if nothing were known.
fn look_anew(game: &Game, piece: PieceIndex) -> Glance {
    look(game, piece, &vec![Cell::new(false); game.roster().piece_indices().count()])
}

/// `in_vain` are those who do not see it, by their indices; who does not is noted there.
fn look(game: &Game, piece: PieceIndex, in_vain: &[Cell<bool>]) -> Glance {
    let Some(target) = game.shape(piece) else { return Glance::Hidden };
    let enemy = game.roster().piece(piece).side.enemy();
    let range = range_of(game, piece);
    game.on_map(enemy)
        .filter(|&(observer, _)| game.roster().piece(observer).role != Role::Baggage)
        .filter(|&(observer, _)| !in_vain[observer.index()].get())
        .find(|&(observer, _)| {
            let seen = sees(game, observer, target, range);
            in_vain[observer.index()].set(!seen);
            seen
        })
        .map_or(Glance::Hidden, |(observer, _)| Glance::SeenBy(observer))
}

/// What is known of whether a piece is spotted.
#[derive(Clone, Copy, Debug)]
enum Glance {
    /// Not asked since something changed.
    Unknown,
    Hidden,
    SeenBy(PieceIndex),
}

/// Who is spotted, remembered until somebody moves who matters for it, or until the next turn, with
/// other weather.
#[derive(Clone, Debug)]
pub(crate) struct Glances {
    turn: Cell<(u8, u8, bool)>,
    of: Vec<Cell<Glance>>,
    /// By target and observer: who was looked from in vain since either moved.
    in_vain: Vec<Cell<bool>>,
}

impl Glances {
    pub fn new(pieces: usize) -> Self {
        Self {
            turn: Cell::default(),
            of: vec![Cell::new(Glance::Unknown); pieces],
            in_vain: vec![Cell::new(false); pieces * pieces],
        }
    }

    fn of(&self, game: &Game, piece: PieceIndex) -> Glance {
        let turn = (game.state.day, game.state.turn, game.state.night);
        if self.turn.replace(turn) != turn {
            self.of.iter().for_each(|glance| glance.set(Glance::Unknown));
            self.in_vain.iter().for_each(|pair| pair.set(false));
        }
        let glance = &self.of[piece.index()];
        if matches!(glance.get(), Glance::Unknown) {
            let pieces = self.of.len();
            let row = piece.index() * pieces..(piece.index() + 1) * pieces;
            glance.set(look(game, piece, &self.in_vain[row]));
        }
        glance.get()
    }

    /// Somebody stands elsewhere, or is gone: whoever he saw is to be looked at again, and whom
    /// nobody saw.
    pub fn moved(&self, mover: PieceIndex, roster: &Roster) {
        let (pieces, mover_at) = (self.of.len(), mover.index());
        self.of[mover_at].set(Glance::Unknown);
        let own = mover_at * pieces..(mover_at + 1) * pieces;
        self.in_vain[own].iter().for_each(|pair| pair.set(false));
        for enemy in roster.of_side(roster.piece(mover).side.enemy()) {
            self.in_vain[enemy * pieces + mover_at].set(false);
            let glance = &self.of[enemy];
            match glance.get() {
                Glance::SeenBy(other) if other != mover => {}
                _ => glance.set(Glance::Unknown),
            }
        }
    }
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
