//! PB-25: retreats: which way, who is shoved back, and when there is no way.

use sandtable_pack::{Facing, Footprint, GroundLength, GroundPoint, GroundVector, Pose};
use sandtable_terrain::{Block, MarshIs, Shape, Strip};

use crate::event::{Happening, RetreatCause};
use crate::game::Game;
use crate::ground;
use crate::replacement::Vacancy;
use crate::roster::{PieceIndex, Role};
use crate::rule::{Refusal, refuse};
use crate::rulings;
use crate::state::{Stance, Whereabouts};

/// Directions are tried every five degrees up to this many to each side (PB-P11).
const DIRECTIONS: i32 = 18;
/// Friends shove friends at most so deep.
const DEEPEST_PUSH: u8 = 8;
/// Step in which a pushed friend is moved until it is clear.
const PUSH_STEP: GroundLength = GroundLength::from_metres(10);

/// So many steps at a time first.
const STRIDE: i32 = 8;

/// A retreat that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RetreatPlan {
    end: End,
    /// Friends that are shoved back, with where they end (PB-25.4).
    pushes: Vec<(PieceIndex, Pose)>,
}

/// Ways back of a piece that were looked at since the game moved on last: who decides looks at the same
/// again that were tried to learn whether there is any.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaysBack(Vec<WayBack>);

#[derive(Clone, Debug)]
struct WayBack {
    piece: PieceIndex,
    threats: Vec<PieceIndex>,
    way: Facing,
    plan: Result<RetreatPlan, Refusal>,
}

impl WaysBack {
    /// Something may have changed.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    fn find(&self, piece: PieceIndex, threats: &[PieceIndex], way: Facing) -> Option<&WayBack> {
        self.0.iter().find(|one| one.way == way && one.piece == piece && one.threats == threats)
    }
}

/// What a retreat meets, wherever it ends.
struct OnTheWay<'a> {
    retreating: PieceIndex,
    own_support: Option<PieceIndex>,
    way: Facing,
    corridor: Option<&'a Shape>,
    /// Troops mostly inside the corridor.
    friends: Vec<PieceIndex>,
}

/// Where a retreat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    On(Pose),
    /// It leaves the map along its own line of communication (PB-A129).
    Off(GroundPoint),
}

impl Game {
    /// PB-A135: straight to its own rear, or away from the enemies that stand behind its front.
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
        Facing::of(block.centre() - centroid).unwrap_or_else(|| block.facing().reversed())
    }

    /// The directions of PB-P11: the reference, then 5° to the right, 5° to the left, and so on.
    pub(crate) fn retreat_directions(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
    ) -> impl Iterator<Item = Facing> + use<> {
        let reference = self.deployed(piece).map(|block| self.reference(&block, threats));
        reference.into_iter().flat_map(|reference| {
            (0..=2 * DIRECTIONS).map(move |index| {
                let step = (index + 1) / 2 * if index % 2 == 1 { 1 } else { -1 };
                reference.turned((step * 1024) / DIRECTIONS)
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

    /// Every direction of PB-P11 in which a piece can retreat, the straightest first.
    pub(crate) fn retreats<'a>(
        &'a self,
        piece: PieceIndex,
        threats: &'a [PieceIndex],
    ) -> impl Iterator<Item = Facing> + use<'a> {
        self.retreat_directions(piece, threats)
            .filter(move |&facing| self.plan_retreat(piece, threats, facing).is_ok())
    }

    /// PB-25.4: whom a piece shoves back when it retreats this way; none where it cannot.
    pub(crate) fn shoved(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Option<Vec<PieceIndex>> {
        let plan = self.plan_retreat(piece, threats, way).ok()?;
        Some(plan.pushes.iter().map(|&(friend, _)| friend).collect())
    }

    /// PB-P11: can a piece retreat this way, and what happens then?
    pub(crate) fn plan_retreat(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Result<RetreatPlan, Refusal> {
        if let Some(before) = self.ways_back.borrow().find(piece, threats, way) {
            debug_assert_eq!(
                before.plan,
                self.plan_retreat_anew(piece, threats, way),
                "nothing has changed since it was looked at"
            );
            return before.plan.clone();
        }
        let plan = self.plan_retreat_anew(piece, threats, way);
        let looked_at = WayBack { piece, threats: threats.to_vec(), way, plan: plan.clone() };
        self.ways_back.borrow_mut().0.push(looked_at);
        plan
    }

    fn plan_retreat_anew(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Result<RetreatPlan, Refusal> {
        let Some(start) = self.deployed(piece) else {
            return refuse("PB-25.1", "a piece off the map does not retreat");
        };
        // PB-A127: within 90° of the reference.
        let spread = rulings::retreat_spread(&self.field);
        if self.reference(&start, threats).turn_to(way).abs() > spread {
            return refuse("PB-A127", "a retreat leads to the rear");
        }
        let distance = self.retreat_distance(piece);
        let turned = start.turned_to(way);
        let straight = turned.moved_to(start.centre() + way.advance(distance));
        self.judge_distance(&start, &straight, threats)?;
        let marsh = self.marsh_for(piece);
        let leg = self.field.terrain.leg(&turned, straight.centre());
        let exit =
            leg.frame_left().and_then(|_| self.exit_on_the_way(piece, &turned, way, distance));
        let barrier = match exit {
            Some(_) => leg.barrier_on_the_map(marsh),
            None => leg.barrier(marsh),
        };
        if barrier.is_some() {
            return refuse("PB-25.2", "the ground cannot be passed");
        }
        let enemy = self.roster().piece(piece).side.enemy();
        let corridor = corridor(start.centre(), straight.centre(), start.length());
        let near = |shape: &Shape| {
            corridor.as_ref().is_some_and(|corridor| shape.within(corridor, start.length()))
        };
        let enemies: Vec<&Shape> =
            self.solid(enemy).map(|(_, shape)| shape).filter(|shape| near(shape)).collect();
        let obstacles = enemies.iter().copied();
        let (terrain, to) = (&self.field.terrain, straight.centre());
        let passes = match exit {
            Some(_) => terrain.may_leave(&turned, to, obstacles, marsh),
            None => terrain.may_pass(&turned, to, obstacles, marsh),
        };
        if !passes {
            return refuse("PB-25.3", "enemies leave too small a gap");
        }
        // PB-A131: friends are shoved just clear of where it ends. Off the map it ends nowhere: they let
        // it pass.
        if let Some(exit) = exit {
            return Ok(RetreatPlan { end: End::Off(exit), pushes: Vec::new() });
        }
        // PB-25.4, PB-A168: it passes through its own Support, which stays where it is.
        let own_support = self.support_now(piece);
        let in_support = |shape: &Shape| {
            own_support.and_then(|own| self.shape(own)).is_some_and(|own| own.overlaps(shape))
        };
        let in_corridor = corridor.as_ref().map(|corridor| self.in_corridor(piece, corridor));
        let on_the_way = OnTheWay {
            retreating: piece,
            own_support,
            way,
            corridor: corridor.as_ref(),
            friends: in_corridor.unwrap_or_default(),
        };
        let meets_own = |shape: &Shape| self.overlaps_train(piece, shape) || in_support(shape);
        let goes_on = meets_own(&Shape::from(straight));
        for end in ends(&straight, way, goes_on) {
            if !self.field.terrain.holds(end.centre()) || self.is_closed(&end, marsh) {
                continue;
            }
            // PB-25.2: not over a river or closed ground beside the way or beyond its end.
            if end.centre() != straight.centre()
                && self.field.terrain.leg(&straight, end.centre()).barrier(marsh).is_some()
            {
                continue;
            }
            let shape = Shape::from(end);
            // PB-A130: it may not end in contact with an enemy.
            let tolerance = self.field.distances().contact_tolerance;
            if enemies.iter().any(|enemy| enemy.within(&shape, tolerance)) {
                continue;
            }
            if meets_own(&shape) {
                continue;
            }
            if let Some(pushes) = self.pushes(&on_the_way, &end) {
                return Ok(RetreatPlan { end: End::On(end.pose()), pushes });
            }
        }
        refuse("PB-25.2", "there is no room")
    }

    /// PB-A127: farther from every enemy that it leaves.
    fn judge_distance(
        &self,
        start: &Block,
        end: &Block,
        threats: &[PieceIndex],
    ) -> Result<(), Refusal> {
        let (start, end) = (Shape::from(*start), Shape::from(*end));
        for enemy in threats.iter().filter_map(|&enemy| self.shape(enemy)) {
            if end.distance(enemy) <= start.distance(enemy) {
                return refuse("PB-A127", "a retreat leads away from the enemy");
            }
        }
        Ok(())
    }

    /// PB-6.13: marsh is closed to artillery, cavalry and baggage.
    pub(crate) fn marsh_for(&self, piece: PieceIndex) -> MarshIs {
        match self.roster().piece(piece).role {
            Role::Combat(arm) if arm.rules.enters_marsh => MarshIs::Open,
            // PB-A41.
            Role::Headquarters { .. } => MarshIs::Open,
            Role::Combat(_) | Role::Baggage => MarshIs::Closed,
        }
    }

    /// Ground on which a piece may not stand (PB-6.3, PB-34.5, PB-34.9).
    pub(crate) fn is_closed(&self, block: &Block, marsh: MarshIs) -> bool {
        self.field.terrain.is_closed(block, marsh)
    }

    /// PB-A129: a retreat over the edge where an own line of communication leaves the map.
    fn exit_on_the_way(
        &self,
        piece: PieceIndex,
        block: &Block,
        way: Facing,
        distance: GroundLength,
    ) -> Option<GroundPoint> {
        let side = self.roster().piece(piece).side;
        let end = block.centre() + way.advance(distance);
        let path = corridor(block.centre(), end, block.length())?;
        self.ends_of_lines(side).find(|&exit| path.holds(exit))
    }

    /// PB-20.7, PB-25.5: trains are passed, but nobody stops on one.
    fn overlaps_train(&self, piece: PieceIndex, shape: &Shape) -> bool {
        let side = self.roster().piece(piece).side;
        self.on_map(side).any(|(other, ground)| {
            other != piece
                && self.roster().piece(other).role == Role::Baggage
                && ground.overlaps(shape)
        })
    }

    /// Troops of the own side that are mostly inside the corridor of a retreat (PB-A131).
    fn in_corridor(&self, piece: PieceIndex, corridor: &Shape) -> Vec<PieceIndex> {
        let side = self.roster().piece(piece).side;
        self.troops(side)
            .filter(|&(friend, shape)| {
                friend != piece
                    && corridor.within(shape, GroundLength::ZERO)
                    && self.mostly_inside(friend, corridor)
            })
            .map(|(friend, _)| friend)
            .collect()
    }

    /// PB-25.4, PB-A131: friends in the way are shoved along, just clear of the end position;
    /// `None` when one cannot be.
    fn pushes(&self, retreat: &OnTheWay<'_>, end: &Block) -> Option<Vec<(PieceIndex, Pose)>> {
        let piece = retreat.retreating;
        let side = self.roster().piece(piece).side;
        let end_shape = Shape::from(*end);
        let friends: Vec<PieceIndex> = self
            .troops(side)
            .filter(|&(friend, shape)| {
                friend != piece
                    && Some(friend) != retreat.own_support
                    && (retreat.friends.contains(&friend) || shape.overlaps(&end_shape))
            })
            .map(|(friend, _)| friend)
            .collect();
        let mut moved: Vec<(PieceIndex, Pose)> = Vec::new();
        if friends.is_empty() {
            return Some(moved);
        }
        let friends = self.along(retreat.way, friends);
        let corridor = retreat.corridor.cloned();
        let mut fixed: Vec<Shape> = corridor.into_iter().chain([end_shape]).collect();
        for friend in friends {
            self.push(piece, friend, retreat.way, &mut moved, &mut fixed, 0)?;
        }
        Some(moved)
    }

    /// PB-25.4: in the order in which somebody who goes this way meets them, so that who is shoved first
    /// shoves the next before it, and nobody is put past another.
    fn along(&self, way: Facing, mut pieces: Vec<PieceIndex>) -> Vec<PieceIndex> {
        let ahead = way.advance(GroundLength::from_metres(1_000));
        let origin = GroundPoint::new(0, 0);
        pieces.sort_by_key(|&piece| {
            self.deployed(piece).map(|block| (block.centre() - origin).dot(ahead))
        });
        pieces
    }

    /// Is more than half of a piece inside a corridor? Judged by a grid of 45 places.
    fn mostly_inside(&self, piece: PieceIndex, corridor: &Shape) -> bool {
        let Some(block) = self.deployed(piece) else {
            return false;
        };
        let (right, forward) = (block.facing().right(), block.facing());
        let inside = (-7..=7).flat_map(|column| (-1..=1).map(move |row| (column, row)));
        let count = inside
            .filter(|&(column, row)| {
                let along = right.times(block.length() * column / 15);
                let ahead = forward.advance(block.depth() * row / 3);
                corridor.holds(block.centre() + along + ahead)
            })
            .count();
        count > 22
    }

    fn push(
        &self,
        retreating: PieceIndex,
        friend: PieceIndex,
        way: Facing,
        moved: &mut Vec<(PieceIndex, Pose)>,
        fixed: &mut Vec<Shape>,
        depth: u8,
    ) -> Option<()> {
        // Shoved by another friend before, it stands clear already.
        if moved.iter().any(|&(other, _)| other == friend) {
            return Some(());
        }
        if depth > DEEPEST_PUSH {
            return None;
        }
        let start = self.deployed(friend)?;
        let card = self.roster().piece(friend);
        let marsh = self.marsh_for(friend);
        let centre = |step: i32| start.centre() + way.advance(PUSH_STEP * step);
        let after = |step: i32| start.moved_to(centre(step));
        let is_clear = |step: i32| {
            // Whatever holds its centre it overlaps: that is found faster.
            let centre = centre(step);
            !fixed.iter().any(|other| other.holds(centre)) && {
                let shape = Shape::from(after(step));
                !fixed.iter().any(|other| other.overlaps(&shape))
            }
        };
        // Just clear: found by strides, then stepped back.
        let steps = (card.footprint.length * 4).centimetres() / PUSH_STEP.centimetres();
        let mut step =
            (1..).map(|stride| stride * STRIDE).find(|&step| is_clear(step) || step > steps)?;
        if step > steps {
            return None;
        }
        while step > 1 && is_clear(step - 1) {
            step -= 1;
        }
        let block = after(step);
        let shape = Shape::from(block);
        let leg = self.field.terrain.leg(&start, block.centre());
        if leg.barrier(marsh).is_some() || self.is_closed(&block, marsh) {
            return None;
        }
        // PB-6.5: nor is it pushed through an enemy.
        let tolerance = self.field.distances().contact_tolerance;
        let is_in_the_way = |enemy: &Shape| {
            enemy.within(&shape, tolerance) || enemy.meets_line(start.centre(), block.centre())
        };
        if self.solid(card.side.enemy()).any(|(_, enemy)| is_in_the_way(enemy)) {
            return None;
        }
        fixed.push(shape.clone());
        moved.push((friend, block.pose()));
        let others: Vec<PieceIndex> = self
            .solid(card.side)
            .filter(|&(other, ground)| {
                other != friend
                    && other != retreating
                    && !moved.iter().any(|&(gone, _)| gone == other)
                    && ground.overlaps(&shape)
            })
            .map(|(other, _)| other)
            .collect();
        for other in self.along(way, others) {
            // Trains are not pushed (PB-25.5), so nobody can be pushed onto one.
            self.roster().arm(other)?;
            self.push(retreating, other, way, moved, fixed, depth + 1)?;
        }
        Some(())
    }

    /// Carries a retreat out.
    pub(crate) fn carry_out_retreat(
        &mut self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        cause: RetreatCause,
        plan: RetreatPlan,
    ) {
        let vacancy = self.vacancy(piece, threats, cause);
        let rule = match cause {
            RetreatCause::Hits => "PB-25.1",
            RetreatCause::Choice => "PB-25.6",
            RetreatCause::Withdrawal => "PB-27.1",
            RetreatCause::Bombardment => "PB-15.4",
            RetreatCause::FieldOfFire => "PB-26.1",
        };
        let end = match plan.end {
            End::On(pose) => pose,
            End::Off(exit) => {
                self.withdraw(piece, exit);
                self.record("PB-A129", Happening::LeftMap { piece, at: exit });
                self.offer(vacancy);
                return;
            }
        };
        self.state.contacts.retain(|contact| contact.other(piece).is_none());
        self.put(piece, Whereabouts::OnMap(Stance::Line(end)));
        // PB-A133, PB-A39.
        if ground::in_buildings(self, piece) {
            self.make_spent(piece);
        }
        let status = self.state.piece(piece).status;
        let stands = Stance::Line(end);
        self.record(rule, Happening::Retreated { piece, stands, cause, status });
        let pushed: Vec<PieceIndex> = plan.pushes.iter().map(|&(friend, _)| friend).collect();
        // PB-A131: a pushed piece leaves any contact it had, and its Support chooses.
        let of_pushed: Vec<Vacancy> = pushed
            .iter()
            .filter(|&&friend| self.state.in_contact(friend))
            .filter_map(|&friend| self.vacancy(friend, &[], RetreatCause::Hits))
            .collect();
        for (friend, pose) in plan.pushes {
            self.state.contacts.retain(|contact| contact.other(friend).is_none());
            self.put(friend, Whereabouts::OnMap(Stance::Line(pose)));
            self.make_spent(friend);
            let (stands, status) = (Stance::Line(pose), self.state.piece(friend).status);
            self.record("PB-25.4", Happening::Pushed { piece: friend, by: piece, stands, status });
        }
        for moved in std::iter::once(piece).chain(pushed) {
            self.make_room_for(moved, end.facing);
        }
        // Its own Support speaks first.
        for one in of_pushed.into_iter().rev().map(Some).chain([vacancy]) {
            self.offer(one);
        }
    }
}

/// The ground over which a block retreats.
fn corridor(from: GroundPoint, to: GroundPoint, width: GroundLength) -> Option<Shape> {
    Strip::new(vec![to, from], width).map(Shape::from)
}

/// PB-A36: the end position, shifted sideways by up to half a length; PB-A132: or a little beyond if
/// it goes on past a train.
fn ends(straight: &Block, way: Facing, goes_on: bool) -> impl Iterator<Item = Block> + use<> {
    let straight = *straight;
    let Footprint { length, depth } = straight.footprint();
    let farthest = if goes_on { 2 } else { 0 };
    (0..=farthest).flat_map(move |beyond| {
        (0..9).map(move |index| {
            let step = (index + 1) / 2 * if index % 2 == 1 { 1 } else { -1 };
            let ahead: GroundVector = way.advance(depth * beyond);
            straight.moved_to(straight.centre() + ahead).shifted(length * step / 8)
        })
    })
}
