//! PB-10, PB-26: Fields of Fire: forbidden end positions, the right to stay, and retreats after all
//! combats.

use sandtable_engine::rule_ids::*;
use sandtable_terrain::{FieldOfFire, Shape};

use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::battlefield::rulings;
use crate::combat::cover;
use crate::game::Game;
use crate::game::action::{Action, Leg, March};
use crate::game::ground;
use crate::game::plan::{Plan, RefusalDetail};
use crate::sight::spotting;
use crate::state::combat::RetreatCause;
use crate::state::{Activation, Task};
use sandtable_engine::{Refusal, refuse};

/// The number of starting Fields of Fire that a move may end in, if the piece cannot leave them all
/// (PB-A71).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Remaining {
    /// The minimum possible, which is computed.
    Fewest,
    /// At most this number, because the piece is known to be unable to leave more.
    AtMost(usize),
}

/// The Field of Fire of a piece, if it projects one now (PB-10.1, PB-A67).
pub(crate) fn of(game: &Game, piece: PieceIndex) -> Option<FieldOfFire> {
    let projects = game.roster().arm(piece).is_some_and(|arm| arm.rules.field_of_fire);
    projects.then(|| before_front(game, piece)).flatten()
}

/// The Field of Fire in front of a block, whether or not its piece may project one.
fn before_front(game: &Game, piece: PieceIndex) -> Option<FieldOfFire> {
    // A column has no Field of Fire.
    let block = game.shape(piece)?.as_block()?;
    let half_angle = game.field.pack.ruleset().rulings.field_of_fire_half_angle;
    // PB-A22: the weather may limit the Field of Fire to the spotting range.
    let reach = game.field.distances().foot_third.min(spotting::range_of(game, piece));
    Some(FieldOfFire::new(*block, half_angle, reach))
}

/// A side's enemies whose Field of Fire covers most of a shape (PB-10.2, PB-A68).
pub(crate) fn covering(game: &Game, side: SideIndex, shape: &Shape) -> Vec<PieceIndex> {
    covering_enemies(game, side, shape).collect()
}

/// The lazy version of [`covering`].
pub(crate) fn covering_enemies<'a>(
    game: &'a Game,
    side: SideIndex,
    shape: &'a Shape,
) -> impl Iterator<Item = PieceIndex> + use<'a> {
    let reach = game.field.distances().foot_third;
    let enemies = game.troops_near(side.enemy(), shape.reach(reach));
    enemies
        .filter(move |&(enemy, stands)| covers(game, enemy, stands, shape))
        .map(|(enemy, _)| enemy)
}

/// Whether the Field of Fire of a piece in its current position covers most of a shape (PB-10.2,
/// PB-A68).
fn covers(game: &Game, piece: PieceIndex, stands: &Shape, shape: &Shape) -> bool {
    reaches(game, piece, stands, shape) && !game.is_masked(piece)
}

/// Like [`covers`], but ignores masking by a lead in front of the piece.
fn reaches(game: &Game, piece: PieceIndex, stands: &Shape, shape: &Shape) -> bool {
    let depth = ground::sight_depth(game);
    // No Field of Fire extends beyond a third.
    stands.reach(game.field.distances().foot_third).meets(shape.bounds())
        && of(game, piece).is_some_and(|field| game.field.terrain.covers(&field, shape, depth))
}

/// Enemies whose Field of Fire covers a piece, found lazily.
pub(crate) fn covering_piece(game: &Game, piece: PieceIndex) -> impl Iterator<Item = PieceIndex> {
    let enemy = game.roster().piece(piece).side.enemy();
    let enemies = game.troops(enemy).map(|(enemy, _)| enemy);
    enemies.filter(move |&enemy| is_covered_by(game, piece, enemy))
}

/// Whether a piece is in an enemy's Field of Fire.
pub(crate) fn is_covered_by(game: &Game, piece: PieceIndex, enemy: PieceIndex) -> bool {
    let Some((shape, stands)) = game.shape(piece).zip(game.shape(enemy)) else { return false };
    let turn = (game.state.day, game.state.turn, game.state.night);
    let is_reached = || reaches(game, enemy, stands, shape);
    game.cache.is_covered(turn, piece, enemy, is_reached) && !game.is_masked(enemy)
}

/// Whether the Field of Fire of any enemy would cover most of a shape. Only enemies that satisfy
/// `may` are assumed to project one.
pub(crate) fn is_threatened(
    game: &Game,
    side: SideIndex,
    shape: &Shape,
    may: impl Fn(PieceIndex) -> bool,
) -> bool {
    let depth = ground::sight_depth(game);
    let reach = game.field.distances().foot_third;
    game.near(side.enemy(), shape.reach(reach)).any(|(enemy, _)| {
        before_front(game, enemy)
            .is_some_and(|field| game.field.terrain.covers(&field, shape, depth))
            && may(enemy)
    })
}

/// Whether any Field of Fire of a side's enemies covers most of a shape.
pub(crate) fn is_covered(game: &Game, side: SideIndex, shape: &Shape) -> bool {
    covering_enemies(game, side, shape).next().is_some()
}

/// Whether a move ends in fewer of its starting Fields of Fire, without entering another.
pub(crate) fn leaves_fields(before: &[PieceIndex], after: &[PieceIndex]) -> bool {
    after.len() < before.len() && after.iter().all(|enemy| before.contains(enemy))
}

/// PB-10.4, PB-A69, PB-A70, PB-A172: whether a piece may stay in place.
pub(crate) fn may_stay(game: &Game, activation: &Activation, piece: PieceIndex) -> bool {
    // PB-A72: HQs ignore Fields of Fire; so do trains that do not move.
    if game.roster().arm(piece).is_none() {
        return true;
    }
    // PB-A172: pieces in contact may always stay, and so may their Supports.
    if game.state.in_contact(piece) || game.supports_in_contact(piece) {
        return true;
    }
    covering_piece(game, piece).all(|enemy| {
        cover::covers_against(game, piece, enemy) || was_attacked(game, activation, piece, enemy)
    })
}

/// PB-10.4 (b): whether another friendly piece has attacked this enemy.
fn was_attacked(
    game: &Game,
    activation: &Activation,
    piece: PieceIndex,
    enemy: PieceIndex,
) -> bool {
    let skipped =
        if rulings::earlier_attacks_count(&game.field) { 0 } else { activation.earlier_attacks };
    let attacks = game.state.attacks.iter().skip(skipped);
    attacks.into_iter().any(|&(attacker, target)| target == enemy && attacker != piece)
}

impl Game {
    /// PB-P12, PB-A136: pieces that must retreat after all combats, in reverse order. The list is
    /// computed once from a snapshot. The side that does not choose the order of combats goes
    /// first. Within a side, pieces nearest to their own lines are proposed first.
    pub(crate) fn exposed_pieces(&self) -> Vec<(PieceIndex, Vec<PieceIndex>)> {
        let ordering = self.combat_order();
        let mut queue = Vec::new();
        for side in [ordering, ordering.enemy()] {
            let home = self.home(side);
            let mut exposed: Vec<_> = self
                .troops(side)
                .filter(|(piece, _)| !self.state.fought.contains(piece))
                .filter_map(|(piece, shape)| {
                    let enemies = self.firing_at(piece);
                    let distance = shape.place().distance_squared(home);
                    (!enemies.is_empty()).then_some((distance, piece, enemies))
                })
                .collect();
            // Entries are removed from the end of the queue.
            exposed.sort_by_key(|&(distance, piece, _)| std::cmp::Reverse((distance, piece)));
            queue.extend(exposed.into_iter().map(|(_, piece, enemies)| (piece, enemies)));
        }
        queue
    }

    /// PB-A136: the pieces among which the owner chooses the next to retreat, those nearest to its
    /// lines first. One side finishes before the other begins.
    pub(crate) fn next_fire_retreats(&self) -> Vec<PieceIndex> {
        let Task::FieldOfFireRetreats { queue } = self.top() else { return Vec::new() };
        let owner = |piece: PieceIndex| self.roster().piece(piece).side;
        let Some(side) = queue.last().map(|&(piece, _)| owner(piece)) else { return Vec::new() };
        let fixed = rulings::fire_retreats_are_fixed(&self.field);
        queue
            .iter()
            .rev()
            .map(|&(piece, _)| piece)
            // A friend's earlier retreat may have pushed or destroyed some of the pieces.
            .filter(|&piece| owner(piece) == side && self.state.stance(piece).is_some())
            .filter(|&piece| fixed || !self.firing_at(piece).is_empty())
            .collect()
    }

    /// PB-26.1, PB-A136: retreats the next piece. Returns true if its owner has to choose the
    /// piece.
    pub(crate) fn advance_out_of_fire(&mut self) -> bool {
        match self.next_fire_retreats()[..] {
            [] => {
                let Some(Task::FieldOfFireRetreats { mut queue }) = self.state.tasks.pop() else {
                    unreachable!("retreats out of Fields of Fire are pending");
                };
                if let Some((last, _)) = queue.pop() {
                    // This side has no more pieces to retreat.
                    let side = self.roster().piece(last).side;
                    queue.retain(|&(piece, _)| self.roster().piece(piece).side != side);
                    self.state.tasks.push(Task::FieldOfFireRetreats { queue });
                }
                false
            }
            [piece] => {
                self.fall_back(piece);
                false
            }
            _ => true,
        }
    }

    /// PB-A136: plans this piece as the next to leave a Field of Fire.
    pub(crate) fn plan_fire_retreat(&self, piece: PieceIndex) -> Result<Plan, Refusal> {
        if !self.next_fire_retreats().contains(&piece) {
            return refuse(PB_A136, "this piece is not due to leave a field of fire");
        }
        Ok(Plan::FallBack(piece))
    }

    /// PB-26.1: starts a piece's retreat out of a Field of Fire.
    pub(crate) fn fall_back(&mut self, piece: PieceIndex) {
        let Some(Task::FieldOfFireRetreats { queue }) = self.state.tasks.last_mut() else {
            unreachable!("retreats out of Fields of Fire are pending");
        };
        let index = queue.iter().position(|(other, _)| *other == piece);
        let (piece, threats) = queue.remove(index.expect("the piece has been judged"));
        if rulings::fire_retreat_makes_spent(&self.field) {
            self.make_spent(piece);
        }
        let cause = RetreatCause::FieldOfFire;
        self.state.tasks.push(Task::Retreat { piece, threats, cause });
    }

    /// PB-26.1: enemies whose Field of Fire covers a piece without cover.
    pub(crate) fn firing_at(&self, piece: PieceIndex) -> Vec<PieceIndex> {
        covering_piece(self, piece)
            .filter(|&enemy| !cover::covers_against(self, piece, enemy))
            .collect()
    }

    /// The action of a piece that may not stay in its Fields of Fire. It leaves them all or attacks
    /// (PB-10.5), or leaves as many as it can (PB-A71). `None` if it cannot leave any.
    pub(crate) fn way_out(&self, activation: &Activation, piece: PieceIndex) -> Option<Action> {
        self.full_way_out(activation, piece)
            .or_else(|| self.partial_way_out(activation, piece, usize::MAX))
    }

    /// PB-10.5: a move out of all the Fields of Fire that cover a piece, or else an attack.
    pub(crate) fn full_way_out(
        &self,
        activation: &Activation,
        piece: PieceIndex,
    ) -> Option<Action> {
        let side = self.roster().piece(piece).side;
        let block = self.deployed_block(piece);
        // The cheapest check comes first.
        let is_refused = |march: &March, end: &Shape| {
            block.is_some_and(|block| self.is_much_too_long(piece, &block, &march.legs))
                || self.is_crowded(piece, end)
        };
        self.escape_moves(piece)
            .filter(|(march, end)| !is_refused(march, end))
            .filter(|(_, end)| !is_covered(self, side, end))
            .map(|(march, _)| march)
            .find(|march| self.plan_march(activation, march, RefusalDetail::AnyRule).is_ok())
            .map(Action::March)
            .or_else(|| self.attack_to_leave(activation, piece))
    }

    /// PB-A71: judges a move that ends in some of the starting Fields of Fire. Returns false if the
    /// piece could leave all of them; refuses the move if the piece could leave more.
    pub(crate) fn leaves_enough(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        left: usize,
        remaining: Remaining,
    ) -> Result<bool, Refusal> {
        match remaining {
            Remaining::AtMost(most) => Ok(left <= most),
            Remaining::Fewest if self.full_way_out(activation, piece).is_some() => Ok(false),
            Remaining::Fewest => match self.partial_way_out(activation, piece, left) {
                Some(_) => refuse(PB_A71, "the piece can leave more fields of fire"),
                None => Ok(true),
            },
        }
    }

    /// PB-A71: a move into the fewest of the starting Fields of Fire, fewer than `below`, without
    /// entering another. Used if the piece cannot leave them all.
    fn partial_way_out(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        below: usize,
    ) -> Option<Action> {
        let side = self.roster().piece(piece).side;
        let before: Vec<PieceIndex> = covering_piece(self, piece).collect();
        // With fewer than two, the only option is to leave them all.
        if before.len().min(below) < 2 {
            return None;
        }
        let part = |(march, end): (March, Shape)| {
            let after = covering(self, side, &end);
            (after.len() < below && leaves_fields(&before, &after)).then_some((after.len(), march))
        };
        let mut parts: Vec<(usize, March)> = self.escape_moves(piece).filter_map(part).collect();
        parts.sort_by_key(|&(left, _)| left);
        let is_legal = |&(left, ref march): &(usize, March)| {
            self.plan_march_into(activation, march, Remaining::AtMost(left), RefusalDetail::AnyRule)
                .is_ok()
        };
        parts.into_iter().find(is_legal).map(|(_, march)| Action::March(march))
    }

    /// Possible escape moves with their end positions, straight back first, then to the sides; in
    /// each direction, the nearest first. A piece cannot move backward while facing the enemy, so
    /// it turns about first.
    fn escape_moves(&self, piece: PieceIndex) -> impl Iterator<Item = (March, Shape)> + '_ {
        let third = self.field.third(piece);
        let in_column = self.state.in_column(piece);
        self.deployed_block(piece).into_iter().flat_map(move |start| {
            let turns = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6].into_iter();
            let distances = [third / 2, third, third * 3 / 2, third * 2, third * 3];
            let ways = turns.flat_map(move |turn| distances.map(|distance| (turn, distance)));
            ways.filter_map(move |(turn, distance)| {
                let way = start.facing().reversed().turned_by(turn * 256);
                let to = start.centre() + way.advance(distance);
                if !self.field.terrain.holds(to) {
                    return None;
                }
                let turned = if in_column { Leg::FormLine(way) } else { Leg::Face(way) };
                let march = March::new(piece, vec![turned, Leg::To(to)]);
                Some((march, Shape::from(start.turned_to(way).moved_to(to))))
            })
        })
    }

    /// PB-10.5: an attack on any enemy within reach.
    fn attack_to_leave(&self, activation: &Activation, piece: PieceIndex) -> Option<Action> {
        let side = self.roster().piece(piece).side;
        let reach = self.field.third(piece) * 3;
        let shape = self.shape(piece)?;
        let mut enemies: Vec<_> = self
            .solid(side.enemy())
            .filter(|(_, enemy)| enemy.within(shape, reach))
            .map(|(enemy, ground)| (ground.distance(shape), enemy))
            .collect();
        enemies.sort_unstable();
        enemies.into_iter().find_map(|(_, enemy)| {
            self.approaches(piece, enemy)
                .into_iter()
                .find(|march| self.plan_march(activation, march, RefusalDetail::AnyRule).is_ok())
                .map(Action::March)
        })
    }

    /// PB-A72: whether a moving piece must avoid Fields of Fire.
    pub(crate) fn avoids_fields_of_fire(&self, piece: PieceIndex) -> bool {
        match self.roster().piece(piece).role {
            Role::Headquarters { .. } => false,
            Role::Baggage | Role::Combat(_) => true,
        }
    }
}
