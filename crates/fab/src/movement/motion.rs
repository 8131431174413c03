//! Movement area by area, and bridges blown in front of a unit (FAB-5.35, FAB-P8).

use sandtable_engine::Refusal;
use sandtable_engine::rule_ids::*;

use crate::game::Game;
use crate::game::action::{Node, Question};
use crate::game::event::Happening;
use crate::movement::Step;
use crate::state::{AtBorder, Mode, Motion, Task, UnitPlace};
use sandtable_engine::refuse;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, UnitIndex};

impl Game {
    /// Sends a unit on its way (FAB-P8).
    pub(crate) fn march(
        &mut self,
        unit: UnitIndex,
        mode: Mode,
        way: &[AreaIndex],
        by: Option<ChitIndex>,
    ) {
        if let Some(by) = by {
            self.spend(by, FAB_8_21);
        }
        let mut motion = self.motion(unit, mode);
        motion.way = way.iter().copied().collect();
        self.state.motion = Some(motion);
        self.state.tasks.push(Task::Motion);
    }

    /// FAB-5.35d: the decision or die roll that the moving unit waits for.
    pub(crate) fn motion_node(&self) -> Option<Node> {
        let motion = self.state.motion.as_ref()?;
        let side = self.side_of(motion.unit);
        match motion.border {
            AtBorder::Rolling => Some(Node::Dice(1)),
            AtBorder::Blown => {
                Some(Node::Decision { side, question: Question::Cross(motion.unit) })
            }
            AtBorder::TurnedBack => {
                let question = Question::GoOn(motion.unit);
                self.can_go_on(motion).then_some(Node::Decision { side, question })
            }
            AtBorder::Open => {
                let edge = self.bridge_at_risk(motion)?;
                Some(Node::Decision { side: side.other(), question: Question::Blow(edge) })
            }
            AtBorder::Stands => None,
        }
    }

    /// FAB-5.35d1: the bridge that the enemy may blow before the next step.
    fn bridge_at_risk(&self, motion: &Motion) -> Option<EdgeIndex> {
        let here = self.state.area_of(motion.unit)?;
        let next = *motion.way.first()?;
        let edge = self.field.edge_between(here, next)?;
        let border = self.field.edge(edge);
        // FAB-7.32: this also applies in Breakthrough Movement.
        let newly = self.has_forces(next, self.side_of(motion.unit).other())
            && !self.state.area(next).contested_at_start;
        // FAB-A66: there is no attempt in Reaction, because Reaction makes no area newly contested.
        let tried = border.blow_attempt
            && border.blown_capable
            && !self.state.is_blown(edge)
            && newly
            && motion.mode != Mode::Reaction
            && self.judge_step(motion, here, next).is_ok();
        tried.then_some(edge)
    }

    /// Whether a unit that was turned back can still move anywhere.
    fn can_go_on(&self, motion: &Motion) -> bool {
        let Some(here) = self.state.area_of(motion.unit) else { return false };
        let mut neighbours = self.field.area(here).neighbours.iter();
        neighbours.any(|&(next, _)| self.judge_step(motion, here, next).is_ok())
    }

    /// Judges the new route of a unit that was turned back (FAB-5.35d3).
    pub(crate) fn judge_going_on(&self, unit: UnitIndex, way: &[AreaIndex]) -> Result<(), Refusal> {
        let Some(motion) = self.state.motion.as_ref().filter(|motion| motion.unit == unit) else {
            return refuse(FAB_5_35A, "another unit is on its way");
        };
        let motion = Motion { border: AtBorder::Open, ..motion.clone() };
        self.judge_way(motion, way)
    }

    /// Judges whether a unit that was turned back may stay where it is (FAB-5.1b).
    pub(crate) fn judge_halt(&self) -> Result<(), Refusal> {
        let motion = self.state.motion.as_ref().expect("a unit is moving");
        let here = self.state.area_of(motion.unit).expect("the unit is on the map");
        // A unit that cannot move on stays, and leaves at the end of the phase (FAB-5.1c).
        if self.can_go_on(motion) && !self.exits_only_to_full(motion, here) {
            self.may_end_in(motion.unit, here)?;
        }
        Ok(())
    }

    /// Whether all adjacent areas that the unit could enter are full too.
    fn exits_only_to_full(&self, motion: &Motion, here: AreaIndex) -> bool {
        let neighbours = &self.field.area(here).neighbours;
        !neighbours.iter().any(|&(next, _)| {
            self.judge_step(motion, here, next).is_ok()
                && self.may_end_in(motion.unit, next).is_ok()
        })
    }

    /// Sends a turned-back unit along a new route.
    pub(crate) fn go_on(&mut self, way: &[AreaIndex]) {
        let motion = self.state.motion.as_mut().expect("a unit is moving");
        motion.way = way.iter().copied().collect();
        motion.border = AtBorder::Open;
    }

    /// Ends a unit's move where it is.
    pub(crate) fn halt(&mut self) {
        let motion = self.state.motion.as_mut().expect("a unit is moving");
        motion.way.clear();
        motion.border = AtBorder::Stands;
    }

    /// Applies the enemy's decision whether to try to blow the bridge (DP-6).
    pub(crate) fn decide_bridge(&mut self, blows: bool) {
        let motion = self.state.motion.as_mut().expect("a unit is moving");
        motion.border = if blows { AtBorder::Rolling } else { AtBorder::Stands };
    }

    /// FAB-5.35d1: applies the die roll for the bridge.
    pub(crate) fn apply_bridge_die(&mut self, die: u8) {
        let mut motion = self.state.motion.take().expect("a unit is moving");
        let here = self.state.area_of(motion.unit).expect("the unit is on the map");
        let next = motion.way[0];
        let edge = self.field.edge_between(here, next).expect("the route was judged");
        // FAB-2.1a: a natural 1 always succeeds and a natural 10 never.
        if die != 1 && (die == 10 || die > self.field.rules().blow_on) {
            self.record(FAB_5_35D1, Happening::BridgeStands { edge, die });
            motion.border = AtBorder::Stands;
            self.state.motion = Some(motion);
            return;
        }
        self.state.blown[edge.index()] = true;
        self.record(FAB_5_35D1, Happening::Blown { edge, die: Some(die) });
        motion.border = AtBorder::Open;
        if motion.mode == Mode::Exploitation {
            // FAB-7.31b: the unit does not move at all and loses its marker.
            self.record(FAB_A32, Happening::TurnedBack { unit: motion.unit, edge });
            self.state.unit_mut(motion.unit).exploit = false;
            motion.way.clear();
        } else if self.judge_step(&motion, here, next).is_ok() {
            motion.border = AtBorder::Blown;
        } else {
            self.turn_back(&mut motion);
        }
        self.state.motion = Some(motion);
    }

    /// FAB-5.35d3: turns the unit back; it loses a movement point and may move on.
    fn turn_back(&mut self, motion: &mut Motion) {
        let here = self.state.area_of(motion.unit).expect("the unit is on the map");
        if let Some(edge) = motion.way.first().and_then(|&next| self.field.edge_between(here, next))
        {
            self.record(FAB_5_35D3, Happening::TurnedBack { unit: motion.unit, edge });
        }
        motion.points = motion.points.saturating_sub(1);
        motion.way.clear();
        motion.border = AtBorder::TurnedBack;
    }

    /// DP-7: lets the unit cross without a bridge or turn back.
    pub(crate) fn decide_crossing(&mut self, crosses: bool) {
        let mut motion = self.state.motion.take().expect("a unit is moving");
        if crosses {
            motion.border = AtBorder::Stands;
        } else {
            self.turn_back(&mut motion);
        }
        self.state.motion = Some(motion);
    }

    /// Advances one step, or ends the move.
    pub(crate) fn advance_motion(&mut self) {
        let mut motion = self.state.motion.take().expect("a unit is moving");
        let here = self.state.area_of(motion.unit).expect("the unit is on the map");
        let next = motion.way.first().copied();
        let step = next.and_then(|next| Some((next, self.judge_step(&motion, here, next).ok()?)));
        let Some((next, step)) = step else {
            self.end_motion(&motion);
            return;
        };
        motion.way.remove(0);
        motion.border = AtBorder::Open;
        self.enter(&mut motion, here, next, step);
        self.state.motion = Some(motion);
    }

    /// Moves a unit into an area.
    fn enter(&mut self, motion: &mut Motion, here: AreaIndex, next: AreaIndex, step: Step) {
        let unit = motion.unit;
        let side = self.side_of(unit);
        let enemy = side.other();
        let blown = self.state.is_blown(step.edge);
        motion.steps += 1;
        motion.points = motion.points.saturating_sub(step.cost);
        motion.stopped = step.stops;
        let enemies = self.has_forces(next, enemy);
        if enemies && self.field.edge(step.edge).one_unit_limit {
            self.state.crossings.push((step.edge, next));
        }
        self.put(unit, UnitPlace::Area(next));
        self.state.unit_mut(unit).came_by = Some((step.edge, blown));
        self.record(FAB_5_32A, Happening::Moved { unit, from: here, to: next });
        if motion.steps == 1 {
            // FAB-6.29: a unit that leaves its area is hidden again.
            self.hide(unit, FAB_6_29);
        }
        if self.state.area(next).roadblock == Some(enemy) {
            self.clear_roadblock(next, FAB_4_34C);
        }
        // FAB-5.22c: if no units are face up, all stay hidden until the combat.
        if enemies && self.is_face_up(next) {
            self.reveal(unit, FAB_5_22B);
        }
        self.refresh_control(here);
        self.refresh_control(next);
        self.end_reserves(next);
    }

    /// Ends the move (FAB-P8).
    fn end_motion(&mut self, motion: &Motion) {
        self.state.tasks.pop();
        let unit = motion.unit;
        self.state.unit_mut(unit).acted = true;
        // FAB-7.31d: a unit that has moved loses its markers. A failed crossing is not a move.
        if motion.steps > 0 {
            self.set_reserve(unit, false, FAB_5_21C);
        }
        if motion.steps > 0 || motion.mode == Mode::Exploitation {
            self.state.unit_mut(unit).exploit = false;
        }
    }
}
