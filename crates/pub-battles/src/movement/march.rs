//! PB-6, PB-10: a complete move of one piece: its legality, end position and effects. `walk` judges
//! the individual legs.

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;

use sandtable_pack::{Act, GroundLength};
use sandtable_terrain::Shape;

use crate::battlefield::roster::{PieceIndex, Role};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::action::{Leg, March};
use crate::game::event::Happening;
use crate::game::plan::{Assault, Disorders, MarchPlan, RefusalDetail};
use crate::movement::walk::Walk;
use crate::sight::field_of_fire;
use crate::sight::field_of_fire::Remaining;
use crate::state::combat::RetreatCause;
use crate::state::{Activation, Location, Stance};
use sandtable_engine::{Refusal, refuse};

impl Game {
    /// Judges a move and determines its effects.
    pub(crate) fn plan_march(
        &self,
        activation: &Activation,
        march: &March,
        detail: RefusalDetail,
    ) -> Result<MarchPlan, Refusal> {
        self.plan_march_into(activation, march, Remaining::Fewest, detail)
    }

    /// Judges a move that may end in some of its starting Fields of Fire.
    pub(crate) fn plan_march_into(
        &self,
        activation: &Activation,
        march: &March,
        remaining: Remaining,
        detail: RefusalDetail,
    ) -> Result<MarchPlan, Refusal> {
        let plan = self.compute_march(activation, march, remaining, detail);
        debug_assert!(
            detail == RefusalDetail::FirstRule
                || plan.as_ref().ok().map(|plan| format!("{plan:?}"))
                    == self
                        .compute_march(activation, march, remaining, RefusalDetail::FirstRule)
                        .ok()
                        .map(|plan| format!("{plan:?}")),
            "the order of checks does not change legality"
        );
        plan
    }

    fn compute_march(
        &self,
        activation: &Activation,
        march: &March,
        remaining: Remaining,
        detail: RefusalDetail,
    ) -> Result<MarchPlan, Refusal> {
        let piece = march.piece;
        let card = self.roster().piece(piece);
        self.judge_special(piece, Act::Move)?;
        if march.attack.is_some() {
            self.judge_special(piece, Act::Attack)?;
        }
        let is_train = card.role == Role::Baggage;
        if is_train && self.state.piece(piece).unpacked {
            return refuse(PB_20_5, "an unpacked train cannot move");
        }
        if march.legs.is_empty() || march.legs.len() > 8 {
            return refuse(PB_6_1, "a move must have one to eight legs");
        }
        let last = march.legs.last();
        if march.attack.is_some() && matches!(last, Some(Leg::Join(_) | Leg::Leave(_))) {
            return refuse(PB_9_2, "a piece that leaves the map cannot attack");
        }
        if let Some(target) = march.attack {
            self.judge_assault(activation, piece, target)?;
        }
        let enters_column = |leg: &Leg| matches!(leg, Leg::FormColumn(_));
        let by_road = matches!(march.legs[0], Leg::Along(_)) && !self.state.in_column(piece);
        if by_road || march.legs.iter().any(enters_column) {
            self.judge_special(piece, Act::Column)?;
        }
        let mut walk = self.set_out(march)?;
        for leg in &march.legs {
            walk.go(leg)?;
        }
        let assault = match march.attack {
            Some(target) => Some(walk.close_with(target)?),
            None => None,
        };
        if assault.is_none() && matches!(last, Some(Leg::Face(_))) {
            walk.settle_turn();
        }
        walk.judge_allowance()?;
        // The end position is judged before the terrain on the way.
        let stance = walk.stance(assault.as_ref());
        if matches!(last, Some(Leg::FormColumn(_))) {
            walk.judge_stand_off(&[&self.shape_of(piece, &stance)])?;
        }
        let shape = walk.exit.is_none().then(|| self.shape_of(piece, &stance));
        if let Some(shape) = &shape {
            self.judge_room(march, shape)?;
        }
        let judge_end = || {
            let Some(shape) = &shape else { return Ok(PB_A43) };
            // PB-10.3: an attack satisfies all Fields of Fire.
            if march.attack.is_some() {
                return Ok(PB_12_1);
            }
            self.judge_end(activation, march, shape, remaining)
        };
        let mut judge_way = || {
            walk.judge_night(&stance)?;
            walk.survey()
        };
        let rule = match detail {
            RefusalDetail::FirstRule => {
                let rule = judge_end()?;
                judge_way()?;
                rule
            }
            // Most illegal moves fail on the way, and Fields of Fire are more expensive to check.
            RefusalDetail::AnyRule => {
                judge_way()?;
                judge_end()?
            }
        };
        self.arrive(march, walk, stance, assault, rule)
    }

    /// Judges whether the end of a move is free: the piece overlaps no other and touches no enemy.
    fn judge_room(&self, march: &March, shape: &Shape) -> Result<(), Refusal> {
        let piece = march.piece;
        let side = self.roster().piece(piece).side;
        if shape.as_block().is_some_and(|block| !self.field.terrain.holds(block.centre())) {
            return refuse(PB_A129, "the edge of the map cannot be crossed");
        }
        // PB-6.4: pieces do not overlap. Headquarters make way for all pieces except other
        // headquarters.
        let is_headquarters = matches!(self.roster().piece(piece).role, Role::Headquarters { .. });
        let joins = matches!(march.legs.last(), Some(Leg::Join(_)));
        // PB-9.2: a piece in reserve is not on the map.
        let is_crowded = if joins {
            false
        } else if is_headquarters {
            crate::battlefield::roster::SideIndex::BOTH.into_iter().any(|side| {
                let mut near = self.near(side, *shape.bounds());
                near.any(|(other, ground)| other != piece && ground.overlaps(shape))
            })
        } else {
            self.is_crowded(piece, shape)
        };
        if is_crowded {
            return refuse(PB_6_4, "another piece is in the way");
        }
        if march.attack.is_some() {
            return Ok(());
        }
        // PB-36.5, PB-A81: only a declared attack makes contact.
        let tolerance = self.field.distances().contact_tolerance;
        let mut near = self.solid_near(side.enemy(), shape.reach(tolerance));
        let touches = !is_headquarters && near.any(|(_, enemy)| enemy.within(shape, tolerance));
        if touches {
            return refuse(PB_A81, "a move may make contact only as a declared attack");
        }
        Ok(())
    }

    /// Builds the plan of the judged move.
    fn arrive(
        &self,
        march: &March,
        walk: Walk<'_>,
        stance: Stance,
        assault: Option<Assault>,
        rule: RuleId,
    ) -> Result<MarchPlan, Refusal> {
        let piece = march.piece;
        if let Stance::Line(pose) = &stance
            && walk.exit.is_none()
        {
            let block = self.line_block(piece, *pose);
            if self.is_closed(&block, self.marsh_for_all(piece)) {
                return refuse(PB_6_3, "the piece cannot end on this terrain");
            }
        }
        let from = self.state.stance(piece).map(Stance::centre);
        Ok(MarchPlan {
            piece,
            from,
            left_reserve: self.state.in_reserve_with(piece),
            joined_reserve: walk.joins,
            exit: walk.exit,
            cost: walk.expense,
            enters_in_column: self.state.piece(piece).place == Location::Awaited
                && matches!(march.legs[0], Leg::Along(_)),
            start: walk.began,
            stance,
            length: walk.expense.way(),
            reduced: walk.expense.reduced,
            crossed: walk.on_foot.into_iter().chain(walk.closing).collect(),
            only_turned: walk.expense.way() == GroundLength::ZERO && from.is_some(),
            assault,
            heading: walk.heading,
            left_enemies: self.state.touching(piece).collect(),
            disorders: Disorders::default(),
            rule,
        })
    }

    /// PB-10.2, PB-11.1 (c): judges the end of a move, which may not be in an enemy's Field of
    /// Fire. PB-10.6: Fields of Fire on the way do not matter.
    fn judge_end(
        &self,
        activation: &Activation,
        march: &March,
        shape: &Shape,
        remaining: Remaining,
    ) -> Result<RuleId, Refusal> {
        const RULE: RuleId = PB_6_1;
        let piece = march.piece;
        if !self.avoids_fields_of_fire(piece) {
            return Ok(RULE);
        }
        let side = self.roster().piece(piece).side;
        let mut fields = field_of_fire::covering_enemies(self, side, shape);
        let Some(first) = fields.next() else {
            // PB-A47: the alternative ruling also applies outside Fields of Fire.
            if rulings::support_needs_command(&self.field)
                && let Some(Err(refusal)) = self.judge_moving_up(activation, piece, shape)
                && refusal.rule == PB_A47
            {
                return Err(refusal);
            }
            return Ok(RULE);
        };
        // PB-10.4: a turn counts as staying, even if the piece shifts a little to make space
        // (PB-A35).
        let only_turns = march.legs.iter().all(|leg| matches!(leg, Leg::Face(_)));
        let stays = self.shape(piece).is_some_and(|now| only_turns || now.place() == shape.place());
        if stays && field_of_fire::may_stay(self, activation, piece) {
            return Ok(PB_10_4);
        }
        let moving_up = self.judge_moving_up(activation, piece, shape);
        if let Some(Ok(rule)) = moving_up {
            return Ok(rule);
        }
        // PB-A71: a piece that cannot leave all Fields of Fire leaves as many as it can. Most such
        // moves enter another one.
        if field_of_fire::is_covered_by(self, piece, first) {
            let fields: Vec<PieceIndex> = std::iter::once(first).chain(fields).collect();
            let before: Vec<PieceIndex> = field_of_fire::covering_piece(self, piece).collect();
            if field_of_fire::leaves_fields(&before, &fields)
                && self.leaves_enough(activation, piece, fields.len(), remaining)?
            {
                return Ok(PB_A71);
            }
        }
        if let Some(Err(refusal)) = moving_up {
            return Err(refusal);
        }
        refuse(PB_10_2, "a move cannot end in an enemy's field of fire")
    }

    /// Carries out a judged move.
    pub(crate) fn carry_out_march(&mut self, plan: MarchPlan) {
        let piece = plan.piece;
        let disordered = self.is_disordered_by(&plan);
        if !matches!(self.roster().piece(piece).role, Role::Headquarters { .. }) {
            self.close_headquarters_phase();
        }
        if self.state.piece(piece).place == Location::Awaited {
            self.state.came.push(piece);
        }
        if plan.enters_in_column {
            self.state.entered.push(piece);
        }
        // PB-A113: moving a train that was packed up, this turn or earlier, may mean Forced Back.
        if self.state.packed_up.contains(&piece) && rulings::moving_off_forces_back(&self.field) {
            self.state.packed_up.retain(|&train| train != piece);
            self.force_back(piece);
        }
        for &enemy in &plan.left_enemies {
            self.record(PB_11_1, Happening::Disengaged { piece, enemy });
        }
        // PB-11.3, PB-A79: the Support of a disengaging lead acts at once.
        let breaks_off = !plan.left_enemies.is_empty();
        let vacancy = (breaks_off && rulings::breaking_off_calls_the_support(&self.field))
            .then(|| self.vacancy(piece, &plan.left_enemies, RetreatCause::Choice))
            .flatten();
        self.state.contacts.retain(|contact| contact.other(piece).is_none());
        self.carry_reserve(piece, plan.cost, disordered);
        if let Some(exit) = plan.exit {
            self.march_off(piece, exit);
            self.offer(vacancy);
            return;
        }
        let stands = plan.stance;
        self.put(piece, Location::OnMap(stands.clone()));
        self.state.piece_mut(piece).acted = true;
        let (length, reduced) = (plan.length, plan.reduced);
        match (plan.left_reserve, plan.from) {
            (Some(headquarters), _) => {
                self.record(PB_9_2, Happening::LeftReserve { piece, headquarters, stands });
            }
            (None, None) => self.record(PB_A19, Happening::Entered { piece, stands }),
            (None, Some(_)) if plan.only_turned && plan.assault.is_none() => {
                self.record(PB_6_7, Happening::Turned { piece, stands });
            }
            (None, Some(from)) => {
                let rule = if stands.is_column() { PB_8_1 } else { PB_6_1 };
                self.record(rule, Happening::Moved { piece, from, stands, length, reduced });
            }
        }
        if disordered {
            self.disorder(piece);
        }
        if let Some(headquarters) = plan.joined_reserve {
            self.hide(piece, headquarters);
            self.record(PB_9_2, Happening::JoinedReserve { piece, headquarters });
        }
        self.make_room_for(piece, plan.heading);
        if let Some(assault) = plan.assault {
            self.make_contact(piece, assault, plan.start, PB_12_1);
        }
        if breaks_off && vacancy.is_none() {
            self.make_contacts_after_move();
        }
        self.offer(vacancy);
    }
}
