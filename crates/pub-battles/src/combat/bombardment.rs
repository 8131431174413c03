//! PB-15, PB-P6: bombardment by Fresh artillery instead of moving. It never destroys its target.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Act, Facing, Fight, GroundLength, GroundPoint, Pose};
use sandtable_terrain::{Block, Bounds, FieldOfFire, Shape};

use crate::battlefield::roster::{PieceIndex, Role};
use crate::battlefield::rulings;
use crate::combat::cover;
use crate::combat::fire::{FireKind, HitResult, Target};
use crate::combat::fire::{FireModifiers, FireRules};
use crate::combat::flank;
use crate::game::Game;
use crate::game::action::Action;
use crate::game::event::Happening;
use crate::game::ground;
use crate::sight::field_of_fire;
use crate::sight::spotting;
use crate::state::combat::RetreatCause;
use crate::state::{Activation, Location, Stance, Task};
use sandtable_engine::{Refusal, refuse};

/// The number of a target's five places that make up most of it (PB-36.11).
const MAJORITY_PLACES: usize = 3;

impl Game {
    /// PB-P6: plans a bombardment by a battery that turns to this facing. Returns its pose after
    /// the turn.
    pub(crate) fn plan_bombardment(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        target: PieceIndex,
        facing: Facing,
    ) -> Result<Pose, Refusal> {
        self.judge_special(piece, Act::Bombard)?;
        let pose = self.judge_battery(piece)?;
        let ground = self.judge_target(piece, target)?;
        let turned = self.line_block(piece, Pose { facing, ..pose });
        let room =
            if facing == pose.facing { Some(turned) } else { self.room_to_turn(piece, &turned) };
        let block = room.unwrap_or(turned);
        let range = spotting::range_of(self, piece).min(spotting::range_of(self, target));
        // PB-Q13: a battery may be unable to turn before it bombards.
        if facing != pose.facing && !rulings::battery_may_turn(&self.field) {
            return refuse(PB_Q13, "a battery cannot turn to bombard");
        }
        // PB-A5: the range is measured between nearest edges. PB-Q12: the line from the centre is
        // checked later.
        if !rulings::fires_from_centre(&self.field) && !ground.within(&block.into(), range) {
            return refuse(PB_15_1, "the enemy is out of range");
        }
        // The arc extends far enough to include every part of a target within range.
        let reach = range + block.length() * 8;
        let half_angle = self.field.pack.ruleset().rulings.bombardment_half_angle;
        if !FieldOfFire::new(block, half_angle, reach).contains_most(ground) {
            return refuse(PB_A93, "the enemy is not in front of the battery");
        }
        if room.is_none() {
            return refuse(PB_A35, "there is no space to turn");
        }
        self.judge_line_of_fire(piece, &block, ground, range)?;
        // PB-A165: a battery whose turn brings it into buildings becomes Spent.
        if facing != pose.facing && self.field.terrain.is_in_buildings(&block) {
            return refuse(
                PB_A165,
                "with this facing the battery would be in buildings and become Spent",
            );
        }
        // PB-A99: its own fire does not entitle it to stay. PB-A71: it may stay if it has no way
        // out.
        if !field_of_fire::may_stay(self, activation, piece)
            && self.way_out(activation, piece).is_some()
        {
            return refuse(PB_10_5, "the battery may not stay in the field of fire");
        }
        Ok(block.pose())
    }

    /// PB-15.1, PB-15.9: judges whether a battery can bombard at all. PB-A165: a battery in
    /// buildings is Spent.
    fn judge_battery(&self, piece: PieceIndex) -> Result<Pose, Refusal> {
        if self.state.night {
            return refuse(PB_30_1, "artillery cannot bombard at night");
        }
        if !self.roster().arm(piece).is_some_and(|arm| arm.rules.bombards) {
            return refuse(PB_15_1, "only artillery can bombard");
        }
        if self.is_spent(piece) {
            return refuse(PB_15_9, "only Fresh artillery can bombard");
        }
        if self.has_moved_in_reserve(piece) {
            return refuse(PB_15_9, "the artillery has already moved with its headquarters");
        }
        if self.state.in_contact(piece) {
            return refuse(PB_15_9, "artillery in contact cannot bombard");
        }
        match self.state.stance(piece) {
            Some(Stance::Line(pose)) => Ok(*pose),
            Some(Stance::Column(_)) => refuse(PB_A55, "artillery in column cannot bombard"),
            None => refuse(PB_15_1, "the battery is not on the map"),
        }
    }

    /// PB-A96: the target may be in contact or in column. PB-15.6: a train is a legal target,
    /// without effect, because the firer may not know that it is a train.
    fn judge_target(&self, piece: PieceIndex, target: PieceIndex) -> Result<&Shape, Refusal> {
        let card = self.roster().piece(target);
        if card.side == self.roster().piece(piece).side {
            return refuse(PB_15_1, "only enemy pieces can be bombarded");
        }
        if matches!(card.role, Role::Headquarters { .. }) {
            return refuse(PB_15_6, "a headquarters cannot be bombarded");
        }
        match self.shape(target) {
            Some(ground) => Ok(ground),
            None => refuse(PB_A96, "the enemy is not on the map"),
        }
    }

    /// PB-15.2, PB-A103: most of the target's five places must be in sight, without a friendly
    /// block or train in between. Headquarters, enemies and the battery's own Support behind it do
    /// not block the line. PB-Q12: sight and range are measured from the battery's centre.
    fn judge_line_of_fire(
        &self,
        piece: PieceIndex,
        block: &Block,
        target: &Shape,
        range: GroundLength,
    ) -> Result<(), Refusal> {
        let from_centre = rulings::fires_from_centre(&self.field);
        let muzzle = self.fire_origin(block);
        let depth = ground::sight_depth(self);
        let (mut hidden, mut far, mut free) = (0, 0, 0);
        for place in target.axis_places() {
            if !self.field.terrain.line_of_sight(muzzle, place, depth) {
                hidden += 1;
            } else if from_centre && muzzle.distance(place) > range {
                far += 1;
            } else if self.is_line_free(piece, muzzle, place) {
                free += 1;
            }
            // The remaining places cannot change the result.
            if free == MAJORITY_PLACES {
                return Ok(());
            }
            if hidden == MAJORITY_PLACES {
                return refuse(PB_15_2, "the enemy is not in sight");
            }
        }
        if hidden + far >= MAJORITY_PLACES {
            return refuse(PB_Q12, "most of the enemy is out of sight or range");
        }
        refuse(PB_A103, "friendly pieces block the line of fire")
    }

    /// PB-A100, PB-Q12: the starting point of a battery's line of fire.
    fn fire_origin(&self, block: &Block) -> GroundPoint {
        match rulings::fires_from_centre(&self.field) {
            true => block.centre(),
            false => block.front_middle(),
        }
    }

    /// PB-A103: whether no friendly block or train is between a battery's muzzle and a place.
    fn is_line_free(&self, piece: PieceIndex, muzzle: GroundPoint, place: GroundPoint) -> bool {
        let side = self.roster().piece(piece).side;
        let mut friends = self.solid_near(side, Bounds::between(muzzle, place));
        !friends.any(|(friend, shape)| friend != piece && shape.meets_line(muzzle, place))
    }

    /// Whether a battery on this block could fire at an enemy (PB-15.1, PB-15.2). Only the enemy's
    /// centre is checked.
    pub(crate) fn could_bombard(&self, piece: PieceIndex, there: &Block, target: &Shape) -> bool {
        let (middle, range) = (target.place(), spotting::range_of(self, piece));
        // An upper bound on the distance that the two blocks themselves cover, for any facing.
        let around = |block: &Block| (block.length() + block.depth()) / 2;
        if let Some(other) = target.as_block()
            && there.centre().distance(middle) > range + around(there) + around(other)
        {
            return false;
        }
        let Some(facing) = Facing::from_vector(middle - there.centre()) else { return false };
        let block = there.turned_to(facing);
        let muzzle = self.fire_origin(&block);
        let is_near = match rulings::fires_from_centre(&self.field) {
            true => muzzle.distance(middle) <= range,
            false => target.within(&block.into(), range),
        };
        is_near
            && self.is_line_free(piece, muzzle, middle)
            && self.field.terrain.line_of_sight(muzzle, middle, ground::sight_depth(self))
    }

    /// Proposed bombardments for a piece: one at each enemy near enough, aimed straight at it.
    /// Their legality is not checked.
    pub(crate) fn bombardments(&self, piece: PieceIndex) -> impl Iterator<Item = Action> {
        let enemy = self.roster().piece(piece).side.enemy();
        let battery = self.judge_battery(piece).ok().map(|pose| self.line_block(piece, pose));
        let range = spotting::range_of(self, piece);
        battery.into_iter().flat_map(move |block| {
            let (here, ground) = (block.centre(), Shape::from(block));
            self.solid(enemy).filter_map(move |(target, shape)| {
                let toward = Facing::from_vector(shape.place() - here)?;
                // PB-Q13: a battery may be unable to turn before it bombards.
                let turns = rulings::battery_may_turn(&self.field);
                let facing = if turns { toward } else { block.facing() };
                // Turning moves the nearest edge by at most half a length.
                let is_near = shape.within(&ground, range + block.length() / 2);
                is_near.then_some(Action::Bombard { piece, target, facing })
            })
        })
    }

    /// Starts a bombardment: turns the battery and makes its dice the next task.
    pub(crate) fn open_bombardment(&mut self, piece: PieceIndex, target: PieceIndex, pose: Pose) {
        self.close_headquarters_phase();
        if self.state.line(piece) != Some(pose) {
            self.put(piece, Location::OnMap(Stance::Line(pose)));
            let stands = Stance::Line(pose);
            self.record(PB_15_1, Happening::Turned { piece, stands });
            self.make_room_for(piece, pose.facing);
        }
        self.state.piece_mut(piece).acted = true;
        // PB-10.4: a bombardment counts as an attack for friends that stay in the target's Field of
        // Fire.
        self.state.attacks.push((piece, target));
        self.state.tasks.push(Task::Bombardment { firer: piece, target });
    }

    /// PB-15.3: only cover modifies the dice, unless the ruling includes flanks (PB-A94). Hits take
    /// effect at once.
    pub(crate) fn resolve_bombardment(
        &mut self,
        firer: PieceIndex,
        target: PieceIndex,
        dice: Vec<u8>,
    ) {
        let modifiers = FireModifiers {
            target_in_cover: cover::covers_against(self, target, firer),
            target_flanked: rulings::bombardment_minds_flanks(&self.field)
                && flank::is_flanked_from_afar(self, target, firer),
            special: self.special_die(firer, Fight::Bombarding),
            ..FireModifiers::default()
        };
        let hits_on = self.roster().arm(firer).map_or(7, |arm| arm.rules.hits_on);
        let hits = modifiers.hits(&dice, hits_on);
        // PB-15.7, PB-A97: the first hit is determined separately for each bombardment.
        let rulings = self.field.pack.ruleset().rulings;
        let bombarded =
            |target: Target| Target { first_hit: rulings.bombarded(target.first_hit), ..target };
        let bombarded = Target::of(self, target, false).map(bombarded);
        let result = bombarded
            .map_or(HitResult::Unshaken, |target| target.result(hits, FireKind::Bombardment));
        // PB-15.6: trains take no hits.
        let quality = bombarded.map_or(Some(PB_15_6), |target| target.rule(FireKind::Bombardment));
        let flank = if self.state.in_column(target) { PB_23_6 } else { PB_23_4 };
        let flanked = modifiers.target_flanked.then_some(flank);
        let rules = FireRules {
            target_flanked: flanked.into_iter().collect(),
            quality: quality.filter(|_| hits > 0),
            ..FireRules::default()
        };
        self.record(
            PB_15_3,
            Happening::Bombarded { firer, target, dice, modifiers, rules, hits, result },
        );
        if matches!(result, HitResult::Spent | HitResult::SpentAndRetreat) {
            self.make_spent(target);
        }
        if matches!(result, HitResult::Retreat | HitResult::SpentAndRetreat) {
            // PB-A91: bombarded artillery retreats like any other piece. PB-A127: it also retreats
            // away from enemies that touch it. PB-15.8: its Support acts as in any retreat.
            let threats = std::iter::once(firer).chain(self.state.touching(target)).collect();
            let cause = RetreatCause::Bombardment;
            self.state.tasks.push(Task::Retreat { piece: target, threats, cause });
        }
    }
}
