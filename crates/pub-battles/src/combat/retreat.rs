//! PB-25: retreats: their directions and distances, and the loss of pieces that cannot retreat.
//! `push_back` handles friends that a retreat pushes back.

use crate::game::position_cache::CachedRetreat;
use crate::game::position_cache::RetreatCache;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint, MoveClass};
use sandtable_terrain::{Block, MarshAccess, Shape, Strip};

use crate::battlefield::roster::{PieceIndex, Role};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::{Happening, Loss};
use crate::game::ground;
use crate::game::plan::{RetreatEnd, RetreatPlan};
use crate::state::combat::RetreatCause;
use crate::state::combat::Vacancy;
use crate::state::{Location, Stance, Task};
use sandtable_engine::{Refusal, refuse};

/// The number of directions to each side, at intervals of five degrees (PB-P11).
const DIRECTIONS: i32 = 18;
/// PB-A132: the farthest that a retreat ends beyond a train, in depths of a block.
const FARTHEST_BEYOND: i32 = 2;

/// The path of a retreat.
struct Passage<'a> {
    /// The block at the normal end of the path. The retreat may end to the side of it or beyond it.
    straight: Block,
    /// The exit, if the retreat leaves the map along a friendly line of communication (PB-A129).
    exit: Option<GroundPoint>,
    /// Enemies in the corridor, or near enough to narrow it.
    enemies: Vec<&'a Shape>,
    marsh: MarshAccess,
}

impl Game {
    /// PB-A135: straight to the piece's rear, or away from threats if any of them is behind its
    /// front.
    fn reference(&self, block: &Block, threats: &[PieceIndex]) -> Facing {
        let places: Vec<GroundPoint> =
            threats.iter().filter_map(|&enemy| self.shape(enemy)).map(Shape::place).collect();
        if places.is_empty() || places.iter().all(|&place| !block.is_behind_front(place)) {
            return block.facing().reversed();
        }
        let count = places.len() as i64;
        let mean = |part: fn(&GroundPoint) -> i32| {
            (places.iter().map(|place| i64::from(part(place))).sum::<i64>() / count) as i32
        };
        let centroid = GroundPoint::new(mean(|place| place.x), mean(|place| place.y));
        Facing::from_vector(block.centre() - centroid).unwrap_or_else(|| block.facing().reversed())
    }

    /// The directions of PB-P11: the reference, then 5° to its right, 5° to its left, and so on.
    pub(crate) fn retreat_directions(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
    ) -> impl Iterator<Item = Facing> + use<> {
        let reference = self.deployed_block(piece).map(|block| self.reference(&block, threats));
        reference.into_iter().flat_map(|reference| {
            (0..=2 * DIRECTIONS).map(move |index| {
                let step = (index + 1) / 2 * if index % 2 == 1 { 1 } else { -1 };
                reference.turned_by((step * 1024) / DIRECTIONS)
            })
        })
    }

    /// The first direction in which a piece can retreat.
    pub(crate) fn first_retreat(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
    ) -> Option<Facing> {
        self.retreats(piece, threats).next()
    }

    /// All directions of PB-P11 in which a piece can retreat, the straightest first.
    pub(crate) fn retreats<'a>(
        &'a self,
        piece: PieceIndex,
        threats: &'a [PieceIndex],
    ) -> impl Iterator<Item = Facing> + use<'a> {
        self.retreat_directions(piece, threats)
            .filter(move |&facing| self.plan_retreat(piece, threats, facing).is_ok())
    }

    /// PB-25.4: the friends that a piece would push back in this direction; `None` if it cannot
    /// retreat that way.
    pub(crate) fn friends_pushed_back(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Option<Vec<PieceIndex>> {
        let plan = self.plan_retreat(piece, threats, way).ok()?;
        Some(plan.pushes.iter().map(|&(friend, _)| friend).collect())
    }

    /// PB-P11: plans a retreat in this direction.
    pub(crate) fn plan_retreat(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Result<RetreatPlan, Refusal> {
        let plan = self.plan_feasible_retreat(piece, threats, way)?;
        // PB-A127: a retreat may end nearer to another enemy only if no direction avoids it.
        if plan.nears_an_enemy
            && (!rulings::may_retreat_nearer(&self.field) || self.can_avoid_enemies(piece, threats))
        {
            return refuse(
                PB_A127,
                "the retreat would end closer to another enemy; choose another direction",
            );
        }
        Ok(plan)
    }

    /// PB-A127: whether a piece can retreat in a direction that nears no other enemy.
    fn can_avoid_enemies(&self, piece: PieceIndex, threats: &[PieceIndex]) -> bool {
        let known = self.retreat_cache.borrow().can_avoid(piece, threats);
        known.unwrap_or_else(|| {
            let can_avoid = self.retreat_directions(piece, threats).any(|way| {
                let plan = self.plan_feasible_retreat(piece, threats, way);
                plan.is_ok_and(|plan| !plan.nears_an_enemy)
            });
            let looked_at = (piece, threats.to_vec(), can_avoid);
            self.retreat_cache.borrow_mut().avoidable.push(looked_at);
            can_avoid
        })
    }

    /// Plans a retreat that space and the enemies it leaves allow.
    fn plan_feasible_retreat(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Result<RetreatPlan, Refusal> {
        let find =
            |cache: &RetreatCache| cache.find(piece, threats, way).map(|one| one.plan.clone());
        let cached = find(&self.retreat_cache.borrow());
        if let Some(plan) = cached {
            debug_assert_eq!(
                plan,
                self.plan_uncached_retreat(piece, threats, way),
                "the cached plan is still valid"
            );
            return plan;
        }
        let plan = self.plan_uncached_retreat(piece, threats, way);
        let looked_at = CachedRetreat { piece, threats: threats.to_vec(), way, plan: plan.clone() };
        self.retreat_cache.borrow_mut().ways.push(looked_at);
        plan
    }

    fn plan_uncached_retreat(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Result<RetreatPlan, Refusal> {
        let Some(start) = self.deployed_block(piece) else {
            return refuse(PB_25_1, "a piece off the map cannot retreat");
        };
        // PB-A127: the direction must be within 90° of the reference.
        let spread = rulings::retreat_spread(&self.field);
        if self.reference(&start, threats).turn_to(way).abs() > spread {
            return refuse(PB_A127, "a piece must retreat to the rear");
        }
        let distance = self.retreat_distance(piece);
        let turned = start.turned_to(way);
        let straight = turned.moved_to(start.centre() + way.advance(distance));
        self.judge_distance(piece, &start, &straight, threats)?;
        let passage = self.judge_passage(piece, &turned, straight)?;
        // PB-A131: friends are pushed back just past the end position. A retreat off the map has no
        // end position, so it pushes no friends.
        if let Some(exit) = passage.exit {
            let end = RetreatEnd::OffMap(exit);
            return Ok(RetreatPlan { end, pushes: Vec::new(), nears_an_enemy: false });
        }
        let width = turned.length() - self.field.distances().contact_tolerance * 2;
        let own_support = self.support_now(piece);
        let is_own_ground = |shape: &Shape| self.is_own_ground(piece, own_support, shape);
        let farthest = if is_own_ground(&Shape::from(straight)) { FARTHEST_BEYOND } else { 0 };
        for beyond in 0..=farthest {
            let ahead = way.advance(straight.depth() * beyond);
            let middle = straight.moved_to(straight.centre() + ahead);
            let inner = corridor(turned.centre(), middle.centre(), width);
            let path = corridor(turned.centre(), middle.centre(), turned.length());
            let met = self.retreat_path(piece, own_support, way, path.as_ref(), inner.as_ref());
            for end in shifted_sideways(&middle) {
                if let Some(shape) = self.free_ground(&passage, &end)
                    && !is_own_ground(&shape)
                    && let Some(pushes) = self.pushes(&met, &end)
                {
                    let nears_an_enemy = self.nears_an_enemy(piece, &start, &shape, threats);
                    let end = RetreatEnd::OnMap(end.pose());
                    return Ok(RetreatPlan { end, pushes, nears_an_enemy });
                }
            }
        }
        refuse(PB_25_2, "there is no space")
    }

    /// PB-25.1, PB-A126: the distance of a retreat, a third of a move.
    pub(crate) fn retreat_distance(&self, piece: PieceIndex) -> GroundLength {
        match rulings::retreat_class(&self.field, piece) {
            MoveClass::Foot => self.field.distances().foot_third,
            MoveClass::Mounted => self.field.distances().mounted_third,
        }
    }

    /// PB-A127: judges whether a retreat ends further from every enemy it leaves.
    fn judge_distance(
        &self,
        piece: PieceIndex,
        start: &Block,
        end: &Block,
        threats: &[PieceIndex],
    ) -> Result<(), Refusal> {
        let (start, end) = (Shape::from(*start), Shape::from(*end));
        let mut cache = self.retreat_cache.borrow_mut();
        for &threat in threats {
            let Some(enemy) = self.shape(threat) else { continue };
            if end.within(enemy, cache.distance((piece, &start), (threat, enemy))) {
                return refuse(PB_A127, "a piece must retreat away from the enemy");
            }
        }
        Ok(())
    }

    /// PB-A127: whether a retreat ends nearer than it began to an enemy that it does not leave,
    /// within a third of a Foot move. Such enemies do not matter under some rulings.
    fn nears_an_enemy(
        &self,
        piece: PieceIndex,
        start: &Block,
        end: &Shape,
        threats: &[PieceIndex],
    ) -> bool {
        if !rulings::retreats_avoid_all_enemies(&self.field) {
            return false;
        }
        let start = Shape::from(*start);
        let near = self.field.distances().foot_third;
        let enemy = self.roster().piece(piece).side.enemy();
        let mut cache = self.retreat_cache.borrow_mut();
        self.troops_near(enemy, end.reach(near)).any(|(other, ground)| {
            !threats.contains(&other) && end.within(ground, near) && {
                let before = cache.distance((piece, &start), (other, ground));
                end.distance(ground) < before
            }
        })
    }

    /// PB-25.2, PB-25.3: judges whether a block can pass from its turned position to its end
    /// position.
    fn judge_passage(
        &self,
        piece: PieceIndex,
        turned: &Block,
        straight: Block,
    ) -> Result<Passage<'_>, Refusal> {
        let (terrain, to) = (&self.field.terrain, straight.centre());
        let marsh = self.marsh_for(piece);
        let leg = terrain.leg(turned, to);
        let exit = leg.frame_exit().and_then(|_| self.exit_on_the_way(piece, turned, to));
        let barrier = match exit {
            Some(_) => leg.barrier_on_the_map(marsh),
            None => leg.barrier(marsh),
        };
        if barrier.is_some() {
            return refuse(PB_25_2, "the terrain is impassable");
        }
        let enemy = self.roster().piece(piece).side.enemy();
        let corridor = corridor(turned.centre(), to, turned.length());
        let enemies: Vec<&Shape> = corridor.as_ref().map_or_else(Vec::new, |corridor| {
            let near = self.solid_near(enemy, corridor.reach(turned.length()));
            let near = near.map(|(_, shape)| shape);
            near.filter(|shape| shape.within(corridor, turned.length())).collect()
        });
        let obstacles = enemies.iter().copied();
        let passes = match exit {
            Some(_) => terrain.may_leave(turned, to, obstacles, marsh),
            None => terrain.may_pass(turned, to, obstacles, marsh),
        };
        if !passes {
            return refuse(PB_25_3, "enemies leave too small a gap");
        }
        Ok(Passage { straight, exit, enemies, marsh })
    }

    /// The shape of a block at the end of a retreat, if terrain and enemies allow it.
    fn free_ground(&self, passage: &Passage<'_>, end: &Block) -> Option<Shape> {
        let (terrain, straight) = (&self.field.terrain, &passage.straight);
        if !terrain.holds(end.centre()) || self.is_closed(end, passage.marsh) {
            return None;
        }
        // PB-25.2: no river or closed terrain may lie between the straight end and the shifted end.
        if end.centre() != straight.centre()
            && terrain.leg(straight, end.centre()).barrier(passage.marsh).is_some()
        {
            return None;
        }
        // PB-A130: the retreat may not end in contact with an enemy.
        let tolerance = self.field.distances().contact_tolerance;
        let shape = Shape::from(*end);
        let touches = |enemy: &&Shape| enemy.within(&shape, tolerance);
        (!passage.enemies.iter().any(touches)).then_some(shape)
    }

    /// Whether the shape overlaps a friendly train or the retreating piece's own Support. A retreat
    /// may not end on either.
    fn is_own_ground(
        &self,
        piece: PieceIndex,
        own_support: Option<PieceIndex>,
        shape: &Shape,
    ) -> bool {
        let in_support = |own| self.shape(own).is_some_and(|own| own.overlaps(shape));
        self.overlaps_train(piece, shape) || own_support.is_some_and(in_support)
    }

    /// PB-6.13: marsh is closed to artillery, cavalry and baggage.
    pub(crate) fn marsh_for(&self, piece: PieceIndex) -> MarshAccess {
        match self.roster().piece(piece).role {
            Role::Combat(arm) if arm.rules.enters_marsh => MarshAccess::Open,
            // PB-A41: marsh is open to headquarters.
            Role::Headquarters { .. } => MarshAccess::Open,
            Role::Combat(_) | Role::Baggage => MarshAccess::Closed,
        }
    }

    /// Whether a piece may not end on this terrain (PB-6.3, PB-34.5, PB-34.9).
    pub(crate) fn is_closed(&self, block: &Block, marsh: MarshAccess) -> bool {
        self.field.terrain.is_closed(block, marsh)
    }

    /// PB-A129: the end of a friendly line of communication at which a retreat leaves the map.
    fn exit_on_the_way(
        &self,
        piece: PieceIndex,
        block: &Block,
        to: GroundPoint,
    ) -> Option<GroundPoint> {
        let side = self.roster().piece(piece).side;
        let path = corridor(block.centre(), to, block.length())?;
        self.ends_of_lines(side).find(|&exit| path.holds(exit))
    }

    /// PB-A39: whether most of a piece is in buildings at some point of its retreat.
    fn retreats_through_buildings(&self, piece: PieceIndex, way: Facing) -> bool {
        let Some(start) = self.deployed_block(piece) else { return false };
        let to = start.centre() + way.advance(self.retreat_distance(piece));
        rulings::spent_in_passing(&self.field)
            && self.field.terrain.leg(&start.turned_to(way), to).buildings().is_some()
    }

    /// PB-20.7, PB-25.5: a retreat may pass trains but not end on one.
    fn overlaps_train(&self, piece: PieceIndex, shape: &Shape) -> bool {
        let side = self.roster().piece(piece).side;
        self.near(side, *shape.bounds()).any(|(other, ground)| {
            other != piece
                && self.roster().piece(other).role == Role::Baggage
                && ground.overlaps(shape)
        })
    }

    /// PB-25.2. A voluntary retreat is handled here only when an endless combat is ended (PB-A123).
    pub(crate) fn apply_blocked_retreat(
        &mut self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        cause: RetreatCause,
    ) {
        // PB-A95: bombardment never destroys.
        if cause == RetreatCause::Bombardment {
            self.record(PB_A95, Happening::HoldsInFire(piece));
            return;
        }
        let vacancy = self.vacancy(piece, threats, cause);
        self.destroy(piece, Loss::NoWayBack, PB_25_2);
        self.offer(vacancy);
    }

    /// Carries out a retreat.
    pub(crate) fn carry_out_retreat(&mut self, plan: RetreatPlan) {
        let Some(Task::Retreat { piece, threats, cause }) = self.state.tasks.pop() else {
            unreachable!("a retreat is pending");
        };
        let vacancy = self.vacancy(piece, &threats, cause);
        let rule = match cause {
            RetreatCause::Hits => PB_25_1,
            RetreatCause::Choice => PB_25_6,
            RetreatCause::Withdrawal => PB_27_1,
            RetreatCause::Bombardment => PB_15_4,
            RetreatCause::FieldOfFire => PB_26_1,
        };
        let end = match plan.end {
            RetreatEnd::OnMap(pose) => pose,
            RetreatEnd::OffMap(exit) => {
                self.withdraw(piece, exit);
                self.record(PB_A129, Happening::LeftMap { piece, at: exit });
                self.offer(vacancy);
                return;
            }
        };
        self.state.contacts.retain(|contact| contact.other(piece).is_none());
        let comes_through_buildings = self.retreats_through_buildings(piece, end.facing);
        self.put(piece, Location::OnMap(Stance::Line(end)));
        // PB-A133, PB-A39: buildings on its retreat or at the end make it Spent.
        if comes_through_buildings || ground::in_buildings(self, piece) {
            self.make_spent(piece);
        }
        let status = self.state.piece(piece).status;
        let stands = Stance::Line(end);
        self.record(rule, Happening::Retreated { piece, stands, cause, status });
        let pushed: Vec<PieceIndex> = plan.pushes.iter().map(|&(friend, _)| friend).collect();
        // PB-A131: a pushed piece loses all its contacts, and its Support decides.
        let of_pushed: Vec<Vacancy> = pushed
            .iter()
            .filter(|&&friend| self.state.in_contact(friend))
            .filter_map(|&friend| self.vacancy(friend, &[], RetreatCause::Hits))
            .collect();
        for (friend, pose) in plan.pushes {
            self.state.contacts.retain(|contact| contact.other(friend).is_none());
            self.put(friend, Location::OnMap(Stance::Line(pose)));
            self.make_spent(friend);
            let (stands, status) = (Stance::Line(pose), self.state.piece(friend).status);
            self.record(PB_25_4, Happening::Pushed { piece: friend, by: piece, stands, status });
        }
        for moved in std::iter::once(piece).chain(pushed) {
            self.make_room_for(moved, end.facing);
        }
        // The retreating piece's own Support decides first.
        for one in of_pushed.into_iter().rev().map(Some).chain([vacancy]) {
            self.offer(one);
        }
    }
}

/// The corridor of a retreat.
fn corridor(from: GroundPoint, to: GroundPoint, width: GroundLength) -> Option<Shape> {
    Strip::new(vec![to, from], width).map(Shape::from)
}

/// PB-A36: end positions shifted sideways by up to half a length, the nearest first.
fn shifted_sideways(middle: &Block) -> impl Iterator<Item = Block> + use<> {
    let middle = *middle;
    (0..9).map(move |index| {
        let step = (index + 1) / 2 * if index % 2 == 1 { 1 } else { -1 };
        middle.shifted(middle.length() * step / 8)
    })
}
