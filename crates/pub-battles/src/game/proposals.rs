//! Lists of legal decisions, where their number is finite.

use crate::game::Game;
use crate::game::action::{Action, Node, Question};
use crate::state::Task;

impl Game {
    /// All legal decisions, if their number is finite. For an activation, moves are omitted.
    pub(crate) fn proposals(&self) -> Vec<Action> {
        let Node::Decision { side, question } = self.node() else {
            return Vec::new();
        };
        match question {
            Question::SetUp => self.proposals_for_set_up(side),
            Question::Alter => {
                let mut proposals = self.attempts(side);
                proposals.push(Action::Pass);
                proposals
            }
            Question::Activation(command) => {
                let mut proposals = Vec::new();
                let without_chit = self.roster().pieces_without_chit(side);
                for piece in self.blocks_of(command).chain(without_chit) {
                    proposals.push(Action::Rally { piece, facing: None });
                    proposals.push(Action::Deploy(piece));
                    proposals.push(Action::Unpack(piece));
                    proposals.push(Action::Pack(piece));
                    proposals.extend(self.entry_choices(piece).into_iter().map(|(by, _)| by));
                    let enemies = self.state.touching(piece);
                    proposals.extend(enemies.map(|enemy| Action::Face { piece, enemy }));
                    proposals.extend(self.bombardments(piece));
                }
                let gifts = self.unassigned(side);
                proposals.extend(gifts.map(|piece| Action::Assign { piece, command }));
                proposals.push(Action::EndActivation);
                proposals.retain(|action| self.is_legal(action));
                proposals
            }
            Question::ChooseCombat => {
                let (_, combats) = self.next_combats();
                combats.iter().map(|combat| Action::Resolve(combat.name)).collect()
            }
            Question::Target(piece) => self.engaged_enemies(piece).map(Action::FireAt).collect(),
            Question::StayOrRetire(_) => vec![Action::Stay, Action::Retire],
            Question::TakePlace(_) => {
                let mut proposals = vec![Action::TakePlace, Action::Retire, Action::Stay];
                proposals.retain(|action| self.judge(action).is_ok());
                proposals
            }
            Question::RetreatDirection(piece) => match self.state.tasks.last() {
                Some(Task::Retreat { threats, .. }) => {
                    self.retreats(piece, threats).map(Action::RetreatToward).collect()
                }
                _ => Vec::new(),
            },
            Question::FallBack => {
                self.next_fire_retreats().into_iter().map(Action::FallBack).collect()
            }
            Question::Nightfall => vec![Action::HoldField, Action::WithdrawFromField],
            Question::Recovery => self.recoverable().into_iter().map(Action::Recover).collect(),
        }
    }
}
