//! PB-19, PB-P4b: rally.

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{Act, Facing, PieceRules, Pose, Status};
use sandtable_terrain::Shape;

use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::Happening;
use crate::game::plan::Plan;
use crate::sight::field_of_fire;
use crate::state::{Activation, Location, Stance};
use crate::supply;
use crate::turn::ineffective;
use sandtable_engine::{Refusal, refuse};

impl Game {
    /// PB-P4b: plans a rally, with a new facing if the piece turns.
    pub(crate) fn plan_rally(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        facing: Option<Facing>,
    ) -> Result<Plan, Refusal> {
        self.judge_special(piece, Act::Rally)?;
        let Some(arm) = self.roster().arm(piece) else {
            return refuse(PB_19_1, "only combat pieces can rally");
        };
        // PB-A63: a piece in reserve rallies at its slot.
        let slot = self.slot(piece).map(|stance| self.shape_of(piece, &stance));
        let Some(shape) = self.shape(piece).or(slot.as_ref()) else {
            return refuse(PB_A112, "a piece off the map cannot rally");
        };
        if self.state.piece(piece).status != Status::Spent {
            return refuse(PB_19_1, "only Spent pieces can rally");
        }
        // PB-A59, PB-A63: a piece in reserve moves with its headquarters.
        if self.has_moved_in_reserve(piece) {
            return refuse(PB_19_1, "the piece has already moved with its headquarters");
        }
        if self.state.in_contact(piece) {
            return refuse(PB_19_4, "a piece in contact cannot rally");
        }
        // PB-13.5: a Support of a lead in contact cannot rally.
        if self.supports_in_contact(piece) {
            return refuse(PB_19_4, "the Support of a piece in contact cannot rally");
        }
        let side = self.roster().piece(piece).side;
        let reach = self.field.distances().foot_third;
        if rulings::rally_needs_distance(&self.field)
            && self.troops(side.enemy()).any(|(_, enemy)| enemy.within(shape, reach))
        {
            return refuse(PB_Q14, "the enemy is within a third");
        }
        if self.field.terrain.ground_under_shape(shape).buildings {
            return refuse(PB_19_6, "a piece in buildings cannot rally");
        }
        if let Some(command) = self.command_of(piece)
            && ineffective::is_ineffective(self, command)
        {
            return refuse(PB_21_2, "pieces of an Ineffective command cannot rally");
        }
        // The most expensive check comes last.
        let rule = self.judge_service(side, shape, &arm.rules)?;
        if !field_of_fire::may_stay(self, activation, piece) {
            return refuse(PB_10_5, "the piece may not stay in the field of fire");
        }
        let mut turned = None;
        if let (Some(facing), Some(pose)) = (facing, self.state.line(piece))
            && facing != pose.facing
        {
            let block = self.line_block(piece, Pose { facing, ..pose });
            let Some(block) = self.room_to_turn(piece, &block) else {
                return refuse(PB_A35, "there is no space to turn");
            };
            self.judge_night_step(piece, &block.into())?;
            turned = Some(block.pose());
        }
        Ok(Plan::Rally { piece, turned, rule })
    }

    /// The rule that lets a piece of this side rally here, given the positions of trains and
    /// enemies.
    fn judge_service(
        &self,
        side: SideIndex,
        shape: &Shape,
        rules: &PieceRules,
    ) -> Result<RuleId, Refusal> {
        // PB-19.2: cavalry rallies without a train. PB-Q14: so does any piece far from the enemy.
        if !rules.rally_needs_baggage {
            let by_distance = rulings::rally_needs_distance(&self.field);
            return Ok(if by_distance { PB_Q14 } else { PB_19_2 });
        }
        let range = self.field.distances().mounted_third;
        let is_served = self.on_map(side).any(|(train, ground)| {
            self.roster().piece(train).role == Role::Baggage
                && ground.within(shape, range)
                && supply::can_rally_from(self, train)
        });
        if is_served {
            Ok(PB_19_1)
        } else {
            refuse(PB_19_1, "no unpacked train in supply is within range")
        }
    }

    /// Makes a piece Fresh and turns it, if its owner chose to.
    pub(crate) fn rally(&mut self, piece: PieceIndex, turned: Option<Pose>, rule: RuleId) {
        self.close_headquarters_phase();
        if let Some(pose) = turned {
            self.put(piece, Location::OnMap(Stance::Line(pose)));
        }
        let state = self.state.piece_mut(piece);
        state.status = Status::Fresh;
        state.acted = true;
        let stands = self.state.stance(piece).cloned();
        self.record(rule, Happening::Rallied { piece, stands });
        if let Some(pose) = turned {
            self.make_room_for(piece, pose.facing);
        }
        self.disorder_in_buildings(piece);
    }
}
