//! PB-4, PB-29.5: the turns of a battle, by day and by night, from start to end.

pub(crate) mod activation;
pub(crate) mod arrivals;
pub(crate) mod chits;
pub(crate) mod disorder;
pub(crate) mod flow;
pub(crate) mod ineffective;
pub(crate) mod night;
pub(crate) mod objectives;
pub(crate) mod rally;
pub(crate) mod set_up;
pub(crate) mod special_rules;
pub(crate) mod victory;

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::Status;

use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::Happening;
use crate::state::Task;
use crate::turn::victory::EndOfTurn;

/// The last turn of a day (PB-1.8).
pub(crate) const NIGHTFALL: u8 = 8;

impl Game {
    pub(crate) fn begin_turn(&mut self) {
        self.state.tasks.pop();
        self.open_turn(PB_4_1);
        // The last task on the stack runs first.
        self.state.tasks.extend([Task::EndTurn, Task::CombatStep, Task::Draw]);
    }

    /// Begins a day or night turn: resets per-turn state and puts the chits into the cup.
    pub(crate) fn open_turn(&mut self, rule: RuleId) {
        for piece in &mut self.state.pieces {
            piece.acted = false;
        }
        self.state.attacks.clear();
        self.state.fought.clear();
        self.state.hit.clear();
        self.state.enveloped.clear();
        self.state.entered.clear();
        self.state.came.clear();
        self.state.carried.clear();
        for arriving in self.state.arrivals.iter_mut().flatten() {
            (arriving.rolled, arriving.chosen) = (false, false);
        }
        // PB-A23, PB-A114: trains without a chit act once per turn.
        for side in SideIndex::BOTH {
            let trains: Vec<PieceIndex> = self.roster().pieces_without_chit(side).collect();
            for train in trains {
                self.state.piece_mut(train).packing_done = false;
            }
        }
        self.state.pool = self.active_chits();
        let chits = self.state.pool.len();
        self.record(rule, Happening::TurnBegins { chits });
    }

    /// Ends a turn (PB-4.1 (7), (8), PB-4.5).
    pub(crate) fn end_turn(&mut self) {
        self.state.tasks.pop();
        let points = SideIndex::BOTH.map(|side| victory::points_so_far(self, side));
        self.record(PB_29_1, Happening::TurnEnds { points });
        self.count_objectives();
        match victory::at_end_of_turn(self) {
            EndOfTurn::Undecided => {}
            EndOfTurn::Decided(verdict) => {
                self.state.verdict = Some(verdict);
                self.record(PB_33_1, Happening::Decided(verdict));
            }
            EndOfTurn::Over(end) => {
                let rule = if self.state.verdict.is_some() { PB_A162 } else { PB_29_2 };
                self.finish(rule, end);
                return;
            }
        }
        // PB-5.9: headquarters become Fresh at the end of a turn.
        for index in 0..self.roster().commands.len() {
            let headquarters = self.roster().commands[index].headquarters;
            self.state.piece_mut(headquarters).status = Status::Fresh;
        }
        for commander in self.roster().commanders.into_iter().flatten() {
            self.state.piece_mut(commander).status = Status::Fresh;
        }
        let calendar = &self.field.pack.scenario().calendar;
        let last = self.state.day == calendar.days && self.state.turn == calendar.last_turn;
        if self.state.night {
            // PB-29.6: the battle continues the next day.
            self.state.night = false;
            self.state.day += 1;
            self.state.turn = 1;
            self.state.tasks.push(Task::BeginTurn);
        } else if self.state.turn == NIGHTFALL && rulings::has_nights(&self.field) {
            // PB-29.5 applies only while there is no verdict. PB-33.1: after a verdict, the fight
            // continues.
            match self.state.verdict {
                None => self.state.tasks.push(Task::Nightfall { holds: [None; 2] }),
                Some(_) => self.start_nightfall(),
            }
        } else if self.state.turn == NIGHTFALL && !last {
            // PB-Q1: these rules have no night.
            self.state.day += 1;
            self.state.turn = 1;
            self.state.tasks.push(Task::BeginTurn);
        } else if last {
            let end = victory::at_last_turn(self);
            self.finish(PB_A151, end);
        } else {
            self.state.turn += 1;
            self.state.tasks.push(Task::BeginTurn);
        }
    }

    pub(crate) fn night_has_fallen(&mut self, holds: [bool; 2]) {
        self.state.tasks.pop();
        for (side, holds) in SideIndex::BOTH.into_iter().zip(holds) {
            self.record(PB_29_5, Happening::NightfallDecision { side, holds });
        }
        match victory::at_nightfall(self, holds) {
            Some(end) => self.finish(PB_29_5, end),
            None => self.start_nightfall(),
        }
    }

    /// PB-4.4: starts a night turn, except on the last day.
    fn start_nightfall(&mut self) {
        if self.state.day < self.field.pack.scenario().calendar.days {
            self.begin_night();
        } else {
            // PB-A151: time has run out.
            let end = victory::at_last_turn(self);
            self.finish(PB_A151, end);
        }
    }

    fn finish(&mut self, rule: RuleId, end: crate::state::victory::BattleEnd) {
        // These events exist only for the diary.
        if self.has_diary() {
            let cut_off = SideIndex::BOTH.map(|side| victory::unsupplied(self, side)).concat();
            for piece in cut_off {
                let points = victory::points_for(self.roster(), piece);
                self.record(PB_31_4, Happening::CutOff { piece, points });
            }
        }
        self.record(rule, Happening::Ended(end));
        self.state.tasks = vec![Task::Over(end)];
    }
}
