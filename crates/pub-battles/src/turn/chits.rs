//! PB-4.1 to PB-5: the cup, and Altering the turn order with Delay and Jump.

use crate::battlefield::roster::{CommandIndex, PieceIndex, Role, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::action::Action;
use crate::game::event::Happening;
use crate::game::plan::Plan;
use crate::state::Alteration;
use crate::state::{Location, Task};
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, RuleId, refuse};
use sandtable_pack::{Act, Status};

impl Game {
    /// PB-4.1 (1), PB-A16: the chits of all commands that have pieces on the map or due.
    pub(crate) fn active_chits(&self) -> Vec<CommandIndex> {
        let roster = &self.field.roster;
        let is_active = |&command: &CommandIndex| {
            self.blocks_of(command).any(|piece| match self.state.piece(piece).place {
                Location::OnMap(_) | Location::InReserve => true,
                Location::Awaited => self.is_due(piece),
                Location::Destroyed { .. } | Location::Withdrawn { .. } => false,
            })
        };
        roster.command_indices().filter(is_active).collect()
    }

    /// Lets sides Alter the turn order after a chit is drawn.
    pub(crate) fn chit_drawn(&mut self, chit: CommandIndex) {
        self.state.pool.retain(|&other| other != chit);
        self.state.drawn.push(chit);
        self.record(PB_4_1, Happening::ChitDrawn(chit));
        let speaker = self.field.roster.command(chit).side;
        self.state.tasks.push(Task::ActivateDrawn);
        // PB-A29: the side of the drawn chit decides first.
        self.state.tasks.push(Task::AlterWindow { speaker, passes: 0 });
    }

    /// PB-5.4: returns the delayed chit to the cup only after its replacement is drawn.
    pub(crate) fn replacement_drawn(&mut self, chit: CommandIndex, delayed: CommandIndex) {
        self.state.pool.retain(|&other| other != chit);
        self.state.drawn.retain(|&other| other != delayed);
        self.state.drawn.push(chit);
        self.state.pool.push(delayed);
        self.state.pool.sort_unstable();
        self.record(PB_5_4, Happening::ChitDrawn(chit));
    }

    /// PB-5.7: all attempts to Alter that a side may make now.
    pub(crate) fn attempts(&self, side: SideIndex) -> Vec<Action> {
        let roster = &self.field.roster;
        let mut attempts = Vec::new();
        for chit in roster.command_indices().filter(|&chit| roster.command(chit).side == side) {
            let commander = roster.commanders[side.index()];
            let own = roster.command(chit).headquarters;
            let commander = commander.filter(|&leader| leader != own);
            // PB-A31, PB-5.6: most HQs are off the map or have already tried, so no attempt is
            // possible.
            let is_able = |roller: &PieceIndex| {
                self.shape(*roller).is_some() && self.state.piece(*roller).status != Status::Spent
            };
            for roller in std::iter::once(own).chain(commander).filter(is_able) {
                if self.judge_attempt(roller, chit, Alteration::Delay).is_ok() {
                    attempts.push(Action::Delay { roller, chit });
                }
                if self.judge_attempt(roller, chit, Alteration::Jump).is_ok() {
                    attempts.push(Action::Jump { roller, chit });
                }
            }
        }
        attempts
    }

    /// PB-5.3: plans a side's attempt to Alter the turn order with one of its chits.
    pub(crate) fn plan_alteration(
        &self,
        speaker: SideIndex,
        roller: PieceIndex,
        chit: CommandIndex,
        alteration: Alteration,
    ) -> Result<Plan, Refusal> {
        match self.roster().commands.get(chit.index()) {
            Some(card) if card.side == speaker => {}
            _ => return refuse(PB_5_3, "a side can Alter only with its own chits"),
        }
        let rule = self.judge_attempt(roller, chit, alteration)?;
        Ok(Plan::Alter { roller, chit, alteration, rule })
    }

    /// PB-A29: records that a side passes or rolls for a chit; then the other side decides.
    pub(crate) fn decide_attempt(&mut self, roll: Option<Task>) {
        if let Some(Task::AlterWindow { speaker, passes }) = self.state.tasks.last_mut() {
            *speaker = speaker.enemy();
            *passes = if roll.is_some() { 0 } else { *passes + 1 };
        }
        self.state.tasks.extend(roll);
    }

    /// PB-P2: judges whether this HQ may roll for this chit now.
    fn judge_attempt(
        &self,
        roller: PieceIndex,
        chit: CommandIndex,
        alteration: Alteration,
    ) -> Result<RuleId, Refusal> {
        // PB-Q1: in some rulesets, headquarters cannot Alter the turn order.
        if !rulings::has_altering(&self.field) {
            return refuse(PB_Q1, "Altering is not in use");
        }
        let roster = &self.field.roster;
        let drawn = &self.state.drawn;
        let rule = match alteration {
            Alteration::Delay => {
                if drawn.last() != Some(&chit) {
                    return refuse(PB_5_3, "only the last chit drawn can be delayed");
                }
                // PB-A25: an empty pool has no chit that could move instead.
                if self.state.pool.is_empty() {
                    return refuse(PB_A25, "the last chit of the turn cannot be delayed");
                }
                PB_5_4
            }
            Alteration::Jump => {
                let jumped_over = drawn.len() > 1 && drawn[..drawn.len() - 1].contains(&chit);
                if !self.state.pool.contains(&chit) && !jumped_over {
                    return refuse(PB_5_5, "only a chit that still waits to move can jump");
                }
                PB_5_5
            }
        };
        if !matches!(roster.piece(roller).role, Role::Headquarters { .. }) {
            return refuse(PB_5_3, "only a headquarters can roll");
        }
        let Some(shape) = self.shape(roller) else {
            return refuse(PB_A31, "a headquarters off the map cannot roll");
        };
        if self.state.piece(roller).status == Status::Spent {
            return refuse(PB_5_6, "the headquarters has already tried to Alter this turn");
        }
        self.judge_special(roller, Act::Alter)?;
        let own = roster.command(chit).headquarters;
        if roller != own {
            // PB-5.8, PB-A30: the Army Commander may roll for a subordinate within command range.
            if roster.commanders[roster.command(chit).side.index()] != Some(roller) {
                return refuse(PB_5_3, "an HQ can roll only for its own chit");
            }
            let Some(subordinate) = self.shape(own) else {
                return refuse(PB_A20, "the subordinate headquarters is not on the map");
            };
            let range = self.field.distances().mounted_third;
            if !shape.within(subordinate, range) {
                return refuse(PB_5_8, "the subordinate headquarters is out of range");
            }
            return Ok(PB_5_8);
        }
        Ok(rule)
    }

    /// Resolves the die of an attempt.
    pub(crate) fn resolve_alter(
        &mut self,
        roller: PieceIndex,
        chit: CommandIndex,
        alteration: Alteration,
        die: u8,
    ) {
        let own = self.field.roster.command(chit).headquarters;
        let rated_headquarters = rulings::rated_headquarters(&self.field, roller, own);
        let Role::Headquarters { rating } = self.field.roster.piece(rated_headquarters).role else {
            unreachable!("only headquarters can roll");
        };
        // PB-5.6: the HQ is Spent after the attempt, whether or not it succeeds.
        self.state.piece_mut(roller).status = Status::Spent;
        let success = die <= rating;
        let rule = match alteration {
            Alteration::Delay => PB_5_4,
            Alteration::Jump => PB_5_5,
        };
        self.record(rule, Happening::AlterTried { roller, chit, alteration, die, success });
        if !success {
            return;
        }
        match alteration {
            Alteration::Delay => self.state.tasks.push(Task::DrawReplacement { delayed: chit }),
            Alteration::Jump => {
                self.state.pool.retain(|&other| other != chit);
                self.state.drawn.retain(|&other| other != chit);
                self.state.drawn.push(chit);
            }
        }
    }
}
