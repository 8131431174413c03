//! PB-30: the night turn: moves at a distance from the enemy, and the return of half of the losses.

use crate::battlefield::rulings::RecoveryGroup;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint, PieceType, Pose, Status};
use sandtable_terrain::{Block, Shape};

use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::Happening;
use crate::game::ground;
use crate::game::plan::Plan;
use crate::state::{Location, Stance, Task};
use sandtable_engine::{Refusal, refuse};

impl Game {
    /// PB-4.4: begins the night turn, after both sides decide to hold the field.
    pub(crate) fn begin_night(&mut self) {
        self.state.night = true;
        self.open_turn(PB_4_4);
        let recovery = Task::Recovery { stage: 0, left: None };
        self.state.tasks.extend([Task::EndTurn, recovery, Task::Draw]);
    }

    /// PB-29.5: records a side's decision on holding the field; the first side decides first.
    pub(crate) fn decide_nightfall(&mut self, holds: bool) {
        if let Some(Task::Nightfall { holds: decided }) = self.state.tasks.last_mut() {
            decided[usize::from(decided[0].is_some())] = Some(holds);
        }
    }

    /// The side and group that recover at a stage. The first side's groups come first, then the
    /// second side's.
    fn recovering(&self, stage: u8) -> Option<(SideIndex, RecoveryGroup)> {
        let groups = rulings::recovery_groups(&self.field);
        let stage = usize::from(stage);
        let side = SideIndex::BOTH.get(stage / groups.len())?;
        Some((*side, groups[stage % groups.len()]))
    }

    /// A group's pieces that were destroyed today (PB-A157).
    fn pieces_lost_today(&self, side: SideIndex, group: RecoveryGroup) -> Vec<PieceIndex> {
        let today = Location::Destroyed { day: self.state.day };
        let roster = self.roster();
        let is_lost = |&piece: &PieceIndex| {
            let Some(arm) = roster.arm(piece) else { return false };
            let is_detachment = arm.kind == PieceType::Detachment;
            let belongs = match group {
                RecoveryGroup::Detachments => is_detachment,
                RecoveryGroup::Main => !is_detachment,
                RecoveryGroup::All => true,
            };
            roster.piece(piece).side == side && belongs && self.state.piece(piece).place == today
        };
        roster.piece_indices().filter(is_lost).collect()
    }

    /// Today's losses that the side may choose now, because there is space for them (PB-30.4).
    pub(crate) fn recoverable(&self) -> Vec<PieceIndex> {
        let mut lost = self.recovery_candidates();
        lost.retain(|&piece| self.has_room_to_return(piece));
        lost
    }

    fn has_room_to_return(&self, piece: PieceIndex) -> bool {
        self.recovery_places(piece).next().is_some()
    }

    /// Today's losses in the group that recovers now.
    fn recovery_candidates(&self) -> Vec<PieceIndex> {
        match self.state.tasks.last() {
            Some(Task::Recovery { stage, left: Some(1..) }) => self
                .recovering(*stage)
                .map_or_else(Vec::new, |(side, group)| self.pieces_lost_today(side, group)),
            _ => Vec::new(),
        }
    }

    /// The side that recovers losses now.
    pub(crate) fn recovering_side(&self) -> SideIndex {
        let side = match self.state.tasks.last() {
            Some(Task::Recovery { stage, .. }) => self.recovering(*stage).map(|(side, _)| side),
            _ => None,
        };
        side.unwrap_or(SideIndex::First)
    }

    /// Advances the recovery. Returns true if a side has to choose.
    pub(crate) fn advance_recovery(&mut self) -> bool {
        let Some(&Task::Recovery { stage, left }) = self.state.tasks.last() else {
            return false;
        };
        let Some((side, group)) = self.recovering(stage) else {
            self.state.tasks.pop();
            return false;
        };
        let next = match left {
            None => {
                // PB-30.3: half of each group, rounded up.
                let half = self.pieces_lost_today(side, group).len().div_ceil(2);
                Task::Recovery { stage, left: Some(half as u8) }
            }
            Some(0) => Task::Recovery { stage: stage + 1, left: None },
            Some(count)
                if !self
                    .recovery_candidates()
                    .into_iter()
                    .any(|piece| self.has_room_to_return(piece)) =>
            {
                self.record(PB_30_4, Happening::NoRoomToReturn { side, count });
                Task::Recovery { stage: stage + 1, left: None }
            }
            Some(_) => return true,
        };
        if let Some(task) = self.state.tasks.last_mut() {
            *task = next;
        }
        false
    }

    /// PB-30.4: plans a piece's return near its HQ, away from the enemy if possible.
    pub(crate) fn plan_recovery(&self, piece: PieceIndex) -> Result<Plan, Refusal> {
        if !self.recovery_candidates().contains(&piece) {
            return refuse(PB_30_5, "this piece cannot return now");
        }
        match self.recovery_place(piece) {
            Some(pose) => Ok(Plan::Recover { piece, pose }),
            None => refuse(PB_30_4, "there is no space near its headquarters"),
        }
    }

    /// PB-30.4: returns a piece to the map, Spent.
    pub(crate) fn recover(&mut self, piece: PieceIndex, pose: Pose) {
        if let Some(Task::Recovery { left: Some(left), .. }) = self.state.tasks.last_mut() {
            *left -= 1;
        }
        self.put(piece, Location::OnMap(Stance::Line(pose)));
        self.state.piece_mut(piece).status = Status::Fresh;
        // PB-A155: the piece is Spent, unless it is a detachment, which has one state. PB-A39: in
        // buildings it is always Spent.
        if rulings::night_return(&self.field) == Status::Spent || ground::in_buildings(self, piece)
        {
            self.make_spent(piece);
        }
        let (stands, status) = (Stance::Line(pose), self.state.piece(piece).status);
        self.record(PB_30_3, Happening::Recovered { piece, stands, status });
        self.make_room_for(piece, pose.facing);
    }

    /// PB-30.4: the nearest place away from the enemy, or else the nearest place.
    fn recovery_place(&self, piece: PieceIndex) -> Option<Pose> {
        let enemy = self.roster().piece(piece).side.enemy();
        let reach = self.field.distances().foot_third;
        let is_far = |pose: &Pose| {
            let shape = Shape::from(self.line_block(piece, *pose));
            !self.troops(enemy).any(|(_, enemy)| enemy.within(&shape, reach))
        };
        let mut places = self.recovery_places(piece);
        let nearest = places.next()?;
        let far = is_far(&nearest).then_some(nearest).or_else(|| places.find(is_far));
        Some(far.unwrap_or(nearest))
    }

    /// PB-A155: possible places for a returning piece, the nearest first. They are within M3 of its
    /// HQ; if the HQ is off the map, of the Army HQ; otherwise, of the exit.
    fn recovery_places(&self, piece: PieceIndex) -> impl Iterator<Item = Pose> {
        let card = self.roster().piece(piece);
        let own = self.command_of(piece).map(|command| self.roster().command(command).headquarters);
        let leader = own
            .into_iter()
            .chain(self.roster().commanders[card.side.index()])
            .find_map(|leader| self.state.stance(leader).map(Stance::centre));
        let middle: GroundPoint = leader.unwrap_or_else(|| self.home(card.side));
        let enemy = self.home(card.side.enemy());
        let facing = Facing::from_vector(enemy - middle).unwrap_or(Facing::UP);
        let range = self.field.distances().mounted_third;
        let step = GroundLength::from_metres(120);
        let rings = range.centimetres() / step.centimetres();
        let tolerance = self.field.distances().contact_tolerance;
        let side = card.side.enemy();
        let touches = move |block: &Block| {
            let shape = Shape::from(*block);
            let mut near = self.solid_near(side, shape.reach(tolerance));
            near.any(|(_, enemy)| enemy.within(&shape, tolerance))
        };
        let places = (1..=rings).flat_map(move |ring| {
            // Places behind the HQ come first.
            (0..16).map(move |index| {
                let turn = (index + 1) / 2 * if index % 2 == 1 { 256 } else { -256 };
                let way = facing.reversed().turned_by(turn);
                Pose { centre: middle + way.advance(step * ring), facing }
            })
        });
        places.filter(move |pose| {
            let block = self.line_block(piece, *pose);
            self.has_room(piece, &block) && !touches(&block)
        })
    }

    /// PB-30.2, PB-A154: at night no piece may come closer than a third to an enemy. A piece that
    /// starts closer, even in reserve (PB-9.4), may not reduce the distance.
    pub(crate) fn judge_night_step(&self, piece: PieceIndex, step: &Shape) -> Result<(), Refusal> {
        if !self.state.night {
            return Ok(());
        }
        let limit = self.field.distances().foot_third;
        let side = self.roster().piece(piece).side;
        let enemies = self.troops_near(side.enemy(), step.reach(limit)).map(|(_, enemy)| enemy);
        let mut near = enemies.filter(|enemy| enemy.within(step, limit)).peekable();
        if near.peek().is_none() {
            return Ok(());
        }
        let slot = || self.slot(piece).map(|slot| self.shape_of(piece, &slot));
        let start = self.shape(piece).cloned().or_else(slot);
        for enemy in near {
            let distance = step.distance(enemy);
            let before = start.as_ref().map(|start| start.distance(enemy));
            if distance < limit && before.is_none_or(|before| distance < before) {
                return refuse(PB_30_2, "a piece cannot approach the enemy at night");
            }
        }
        Ok(())
    }
}
