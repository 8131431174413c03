//! Victory (FAB-3.4, FAB-3.5, FAB-P25).

use crate::state::Verdict;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::EndRule;

use crate::game::Game;
use crate::game::event::Happening;
use crate::state::{Task, UnitPlace};
use sandtable_pack::fab::SideIndex;

impl Game {
    /// FAB-D31: the current victory points of both sides.
    pub fn points(&self) -> [i32; 2] {
        let each = i32::from(self.field.battle().scene().victory.elimination_vp);
        SideIndex::BOTH.map(|side| {
            let areas = self.field.areas().filter(|&area| self.controls(side, area));
            let held: i32 =
                areas.map(|area| i32::from(self.field.area(area).vp[side.index()])).sum();
            let lost = self.field.units().filter(|&unit| {
                self.side_of(unit) != side && self.state.unit(unit).place == UnitPlace::Eliminated
            });
            held + each * lost.count() as i32
        })
    }

    /// FAB-3.4, FAB-3.5: ends the turn.
    pub(crate) fn end_turn(&mut self) {
        let points = self.points();
        let turn = self.state.turn;
        self.record(FAB_3_4, Happening::TurnEnds { points });
        if let Some(winner) = self.sudden_death_winner(points) {
            self.end(Verdict { winner: Some(winner), turn, sudden: true, points }, FAB_3_4);
            return;
        }
        let last = self.field.battle().scene().turn_track.len();
        if usize::from(turn) >= last {
            let winner = self.final_winner(points);
            self.end(Verdict { winner, turn, sudden: false, points }, FAB_3_5);
            return;
        }
        self.state.turn += 1;
        self.state.tasks.push(Task::BeginTurn);
    }

    fn end(&mut self, verdict: Verdict, rule: RuleId) {
        self.record(rule, Happening::Over(verdict));
        self.state.verdict = Some(verdict);
    }

    /// FAB-A61: the side with enough of a lead to end the battle, if any.
    pub(crate) fn sudden_death_winner(&self, points: [i32; 2]) -> Option<SideIndex> {
        let track = &self.field.battle().scene().turn_track;
        let entry = &track[usize::from(self.state.turn) - 1];
        SideIndex::BOTH.into_iter().find(|&side| {
            let ahead = points[side.index()] - points[side.other().index()];
            let threshold = entry.net_vp.get(&self.field.sides()[side.index()]);
            threshold.is_some_and(|&threshold| ahead >= i32::from(threshold))
        })
    }

    fn final_winner(&self, points: [i32; 2]) -> Option<SideIndex> {
        match &self.field.battle().scene().victory.end {
            EndRule::HigherVp => match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => Some(SideIndex::First),
                std::cmp::Ordering::Less => Some(SideIndex::Second),
                std::cmp::Ordering::Equal => None,
            },
            EndRule::NetAtLeast { side, vp } => {
                let side = self.field.side(side);
                let ahead = points[side.index()] - points[side.other().index()];
                Some(if ahead >= i32::from(*vp) { side } else { side.other() })
            }
        }
    }
}
