//! PB-10, PB-26: fields of fire: where a move may not end, who may stay, who must fall back.

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

/// How many of the fields of fire in which it begins a move may end in that cannot leave them all
/// (PB-A71).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Remaining {
    /// As few as can be, which is looked for.
    Fewest,
    /// So many: who asks knows that there is no way out of more.
    AtMost(usize),
}

/// The field of fire of a piece, if it projects one now (PB-10.1, PB-A67).
pub(crate) fn of(game: &Game, piece: PieceIndex) -> Option<FieldOfFire> {
    let projects = game.roster().arm(piece).is_some_and(|arm| arm.rules.field_of_fire);
    projects.then(|| before_front(game, piece)).flatten()
}

/// The field of fire that a block would have.
fn before_front(game: &Game, piece: PieceIndex) -> Option<FieldOfFire> {
    // A column has none.
    let block = game.shape(piece)?.as_block()?;
    let half_angle = game.field.pack.ruleset().rulings.field_of_fire_half_angle;
    // PB-A22: in thick weather it reaches no farther than one sees.
    let reach = game.field.distances().foot_third.min(spotting::range_of(game, piece));
    Some(FieldOfFire::new(*block, half_angle, reach))
}

/// Enemies of a side in whose field of fire most of a shape lies (PB-10.2, PB-A68).
pub(crate) fn covering(game: &Game, side: SideIndex, shape: &Shape) -> Vec<PieceIndex> {
    covering_one_by_one(game, side, shape).collect()
}

/// The same, each found when it is asked for.
pub(crate) fn covering_one_by_one<'a>(
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

/// Does most of a shape lie in the field of fire of a piece, which stands there (PB-10.2, PB-A68)?
fn covers(game: &Game, piece: PieceIndex, stands: &Shape, shape: &Shape) -> bool {
    reaches(game, piece, stands, shape) && !game.is_masked(piece)
}

/// The same if no lead stands before it.
fn reaches(game: &Game, piece: PieceIndex, stands: &Shape, shape: &Shape) -> bool {
    let depth = ground::sight_depth(game);
    // No field of fire reaches farther than a third.
    stands.reach(game.field.distances().foot_third).meets(shape.bounds())
        && of(game, piece).is_some_and(|field| game.field.terrain.covers(&field, shape, depth))
}

/// Enemies in whose field of fire a piece stands, each found when it is asked for.
pub(crate) fn over(game: &Game, piece: PieceIndex) -> impl Iterator<Item = PieceIndex> {
    let enemy = game.roster().piece(piece).side.enemy();
    let enemies = game.troops(enemy).map(|(enemy, _)| enemy);
    enemies.filter(move |&enemy| is_covered_by(game, piece, enemy))
}

/// Does a piece stand in the field of fire of an enemy?
pub(crate) fn is_covered_by(game: &Game, piece: PieceIndex, enemy: PieceIndex) -> bool {
    let Some((shape, stands)) = game.shape(piece).zip(game.shape(enemy)) else { return false };
    let turn = (game.state.day, game.state.turn, game.state.night);
    let is_reached = || reaches(game, enemy, stands, shape);
    game.cache.covered(turn, piece, enemy, is_reached) && !game.is_masked(enemy)
}

/// Would most of a shape lie in the field of fire of an enemy, if those of whom it `may` be true
/// have one?
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

/// Is most of a shape in any field of fire of the enemies of a side?
pub(crate) fn is_covered(game: &Game, side: SideIndex, shape: &Shape) -> bool {
    covering_one_by_one(game, side, shape).next().is_some()
}

/// Does a move out of some fields of fire end in fewer of them, and in no other?
pub(crate) fn leaves_some(before: &[PieceIndex], after: &[PieceIndex]) -> bool {
    after.len() < before.len() && after.iter().all(|enemy| before.contains(enemy))
}

/// PB-10.4, PB-A69, PB-A70, PB-A172: may a piece stay where it is?
pub(crate) fn may_stay(game: &Game, activation: &Activation, piece: PieceIndex) -> bool {
    // PB-A72: HQs ignore fields of fire, and so do trains that do not move.
    if game.roster().arm(piece).is_none() {
        return true;
    }
    // PB-A172: remaining in contact, and behind a lead in contact, is allowed without condition.
    if game.state.in_contact(piece) || game.supports_in_contact(piece) {
        return true;
    }
    over(game, piece).all(|enemy| {
        cover::covers_against(game, piece, enemy) || was_attacked(game, activation, piece, enemy)
    })
}

/// PB-10.4 (b): has another friendly piece attacked this enemy?
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
    /// PB-P12, PB-A136: who must fall back when the fighting is over, the last first in the list.
    /// Fixed from one snapshot; the side without the order of combats goes first, and of a side those
    /// nearest to their own lines are proposed before the others.
    pub(crate) fn exposed(&self) -> Vec<(PieceIndex, Vec<PieceIndex>)> {
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
            // The queue is taken from its end.
            exposed.sort_by_key(|&(distance, piece, _)| std::cmp::Reverse((distance, piece)));
            queue.extend(exposed.into_iter().map(|(_, piece, enemies)| (piece, enemies)));
        }
        queue
    }

    /// PB-A136: of which pieces the owner sends the next back, those nearest to their own lines first:
    /// all that are left of one side, and of the others nobody before them.
    pub(crate) fn falling_back(&self) -> Vec<PieceIndex> {
        let Task::FieldOfFireRetreats { queue } = self.top() else { return Vec::new() };
        let owner = |piece: PieceIndex| self.roster().piece(piece).side;
        let Some(side) = queue.last().map(|&(piece, _)| owner(piece)) else { return Vec::new() };
        let fixed = rulings::fire_retreats_are_fixed(&self.field);
        queue
            .iter()
            .rev()
            .map(|&(piece, _)| piece)
            // Some may have been pushed or destroyed by a friend that went before.
            .filter(|&piece| owner(piece) == side && self.state.stance(piece).is_some())
            .filter(|&piece| fixed || !self.firing_at(piece).is_empty())
            .collect()
    }

    /// PB-26.1, PB-A136: the next piece falls back; answers whether its owner has to choose it.
    pub(crate) fn advance_out_of_fire(&mut self) -> bool {
        match self.falling_back()[..] {
            [] => {
                let Some(Task::FieldOfFireRetreats { mut queue }) = self.state.tasks.pop() else {
                    unreachable!("it is the time to leave fields of fire");
                };
                if let Some((last, _)) = queue.pop() {
                    // Nobody is left of this side.
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

    /// PB-A136: may this piece leave a field of fire next?
    pub(crate) fn plan_falling_back(&self, piece: PieceIndex) -> Result<Plan, Refusal> {
        if !self.falling_back().contains(&piece) {
            return refuse(PB_A136, "this piece does not leave a field of fire now");
        }
        Ok(Plan::FallBack(piece))
    }

    /// PB-26.1: a piece retreats out of a field of fire.
    pub(crate) fn fall_back(&mut self, piece: PieceIndex) {
        let Some(Task::FieldOfFireRetreats { queue }) = self.state.tasks.last_mut() else {
            unreachable!("it is the time to leave fields of fire");
        };
        let index = queue.iter().position(|(other, _)| *other == piece);
        let (piece, threats) = queue.remove(index.expect("it has been judged"));
        if rulings::fire_retreat_makes_spent(&self.field) {
            self.make_spent(piece);
        }
        let cause = RetreatCause::FieldOfFire;
        self.state.tasks.push(Task::Retreat { piece, threats, cause });
    }

    /// PB-26.1: enemies in whose field of fire a piece stands without cover.
    pub(crate) fn firing_at(&self, piece: PieceIndex) -> Vec<PieceIndex> {
        over(self, piece).filter(|&enemy| !cover::covers_against(self, piece, enemy)).collect()
    }

    /// What a piece has to do that may not stay in the fields of fire in which it stands: it leaves all
    /// or attacks (PB-10.5), or leaves as many as it can (PB-A71). `None` where it can leave none.
    pub(crate) fn way_out(&self, activation: &Activation, piece: PieceIndex) -> Option<Action> {
        self.whole_way_out(activation, piece)
            .or_else(|| self.part_of_the_way_out(activation, piece, usize::MAX))
    }

    /// PB-10.5: a move that takes a piece out of the fields of fire it stands in, if there is one, else
    /// an attack.
    pub(crate) fn whole_way_out(
        &self,
        activation: &Activation,
        piece: PieceIndex,
    ) -> Option<Action> {
        let side = self.roster().piece(piece).side;
        let block = self.deployed(piece);
        // What costs least to find out comes first.
        let is_refused = |march: &March, end: &Shape| {
            block.is_some_and(|block| self.is_much_too_long(piece, &block, &march.legs))
                || self.is_crowded(piece, end)
        };
        self.ways_back(piece)
            .filter(|(march, end)| !is_refused(march, end))
            .filter(|(_, end)| !is_covered(self, side, end))
            .map(|(march, _)| march)
            .find(|march| self.plan_march(activation, march, RefusalDetail::Whether).is_ok())
            .map(Action::March)
            .or_else(|| self.attack_out(activation, piece))
    }

    /// PB-A71: does a piece do enough that ends in some of the fields of fire in which it stands? Not if
    /// it could leave all of them; if it could leave more, that is said.
    pub(crate) fn leaves_enough(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        left: usize,
        remaining: Remaining,
    ) -> Result<bool, Refusal> {
        match remaining {
            Remaining::AtMost(most) => Ok(left <= most),
            Remaining::Fewest if self.whole_way_out(activation, piece).is_some() => Ok(false),
            Remaining::Fewest => match self.part_of_the_way_out(activation, piece, left) {
                Some(_) => refuse(PB_A71, "the piece can leave more fields of fire than that"),
                None => Ok(true),
            },
        }
    }

    /// PB-A71: a move into the fewest of the fields of fire in which a piece stands, in fewer than so
    /// many, and into no other. Used when there is no way out of all.
    fn part_of_the_way_out(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        below: usize,
    ) -> Option<Action> {
        let side = self.roster().piece(piece).side;
        let before: Vec<PieceIndex> = over(self, piece).collect();
        // In fewer than one would be the whole way.
        if before.len().min(below) < 2 {
            return None;
        }
        let part = |(march, end): (March, Shape)| {
            let after = covering(self, side, &end);
            (after.len() < below && leaves_some(&before, &after)).then_some((after.len(), march))
        };
        let mut parts: Vec<(usize, March)> = self.ways_back(piece).filter_map(part).collect();
        parts.sort_by_key(|&(left, _)| left);
        let is_legal = |&(left, ref march): &(usize, March)| {
            self.plan_march_into(activation, march, Remaining::AtMost(left), RefusalDetail::Whether)
                .is_ok()
        };
        parts.into_iter().find(is_legal).map(|(_, march)| Action::March(march))
    }

    /// Marches with which a piece could try to get away, with where they end: straight back first,
    /// then to the sides, near before far. Back with the front to the enemy is not possible: it turns
    /// about and goes.
    fn ways_back(&self, piece: PieceIndex) -> impl Iterator<Item = (March, Shape)> + '_ {
        let third = self.field.third(piece);
        let in_column = self.state.in_column(piece);
        self.deployed(piece).into_iter().flat_map(move |start| {
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

    /// PB-10.5: an attack on any enemy in reach.
    fn attack_out(&self, activation: &Activation, piece: PieceIndex) -> Option<Action> {
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
                .find(|march| self.plan_march(activation, march, RefusalDetail::Whether).is_ok())
                .map(Action::March)
        })
    }

    /// PB-A72: does a piece have to keep out of fields of fire when it moves?
    pub(crate) fn minds_fields_of_fire(&self, piece: PieceIndex) -> bool {
        match self.roster().piece(piece).role {
            Role::Headquarters { .. } => false,
            Role::Baggage | Role::Combat(_) => true,
        }
    }
}
