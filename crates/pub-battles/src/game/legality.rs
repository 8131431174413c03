//! Is an action legal? Whose turn it is to decide what; the rules of each decision stand in files of their
//! own.

use sandtable_engine::rule_ids::*;
use sandtable_pack::GroundLength;

use crate::battlefield::roster::{CommandIndex, SideIndex};
use crate::game::Game;
use crate::game::action::{Action, Leg};
use crate::movement::march::RefusalDetail;
use crate::state::Alteration;
use crate::state::Task;
use sandtable_engine::{Refusal, RuleId, refuse};

impl Game {
    /// Is an action legal now? Answers with the rule applied, or refuses citing the rule broken.
    /// The only authority on legality.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        self.judge_for(action, RefusalDetail::Why)
    }

    /// Is an action legal now? The same, sooner, for who does not want to know why not.
    pub(crate) fn is_legal(&self, action: &Action) -> bool {
        self.judge_for(action, RefusalDetail::Whether).is_ok()
    }

    fn judge_for(&self, action: &Action, asked: RefusalDetail) -> Result<RuleId, Refusal> {
        self.judge_names(action)?;
        match (self.top(), action) {
            (Task::SetUp { side }, action) => self.judge_set_up(*side, action),
            (Task::AlterWindow { .. }, Action::Pass) => Ok(PB_A29),
            (Task::AlterWindow { speaker, .. }, Action::Delay { roller, chit }) => {
                self.judge_own(*speaker, *chit)?;
                self.judge_attempt(*roller, *chit, Alteration::Delay)
            }
            (Task::AlterWindow { speaker, .. }, Action::Jump { roller, chit }) => {
                self.judge_own(*speaker, *chit)?;
                self.judge_attempt(*roller, *chit, Alteration::Jump)
            }
            (Task::Activation(activation), action) => {
                self.judge_activation(activation, action, asked)
            }
            (Task::ChooseCombat, Action::Resolve(first)) => {
                if self.next_combats().1.iter().any(|combat| combat.name == *first) {
                    Ok(PB_22_2)
                } else {
                    refuse(
                        PB_22_1,
                        "no combat that may come next has this piece in the first place",
                    )
                }
            }
            (Task::Combat, Action::FireAt(target)) => self.judge_target(*target),
            (Task::Combat, Action::Stay | Action::Retire) => match self.deciding() {
                Some(_) => Ok(self.rule_of_decision()),
                None => refuse(PB_22_3, "nobody has to decide whether to stay"),
            },
            (Task::Retreat { piece, threats, .. }, Action::RetreatToward(facing)) => {
                self.plan_retreat(*piece, threats, *facing).map(|_| PB_25_1)
            }
            (Task::FieldOfFireRetreats { .. }, Action::FallBack(piece)) => {
                match self.falling_back().contains(piece) {
                    true => Ok(PB_A136),
                    false => refuse(PB_A136, "this piece does not leave a field of fire now"),
                }
            }
            (Task::Vacancy(vacancy), action) => self.judge_vacancy(vacancy, action),
            (Task::Nightfall { .. }, Action::HoldField | Action::WithdrawFromField) => Ok(PB_29_5),
            (Task::Recovery { .. }, Action::Recover(piece)) => self.judge_recovery(*piece),
            _ => refuse(PB_4_1, "it is not the time for that"),
        }
    }

    fn judge_own(&self, speaker: SideIndex, chit: CommandIndex) -> Result<(), Refusal> {
        match self.roster().commands.get(chit.index()) {
            Some(card) if card.side == speaker => Ok(()),
            _ => refuse(PB_5_3, "a side alters only the order of its own chits"),
        }
    }

    pub(crate) fn judge_names(&self, action: &Action) -> Result<(), Refusal> {
        let pieces = match action {
            Action::Delay { roller, .. } | Action::Jump { roller, .. } => [Some(*roller), None],
            Action::March(march) => [Some(march.piece), march.attack],
            Action::Face { piece, enemy } => [Some(*piece), Some(*enemy)],
            Action::Bombard { piece, target, .. } => [Some(*piece), Some(*target)],
            Action::Rally { piece, .. }
            | Action::Unpack(piece)
            | Action::Pack(piece)
            | Action::Deploy(piece)
            | Action::EnterBy { piece, .. }
            | Action::Place { piece, .. }
            | Action::Assign { piece, .. }
            | Action::Resolve(piece)
            | Action::FireAt(piece)
            | Action::FallBack(piece)
            | Action::Recover(piece) => [Some(*piece), None],
            _ => [None, None],
        };
        if pieces.into_iter().flatten().any(|piece| piece.index() >= self.roster().pieces.len()) {
            return refuse(PB_3_1, "no such piece is in the order of battle");
        }
        match action {
            Action::March(march) => march.legs.iter().try_for_each(|leg| self.judge_goal(leg)),
            Action::Place { pose, .. } => self.judge_goal(&Leg::To(pose.centre)),
            _ => Ok(()),
        }
    }

    /// Actions may come from outside: roads and places that the map does not have are refused
    /// before anything is reckoned with them. Columns that wait to enter stand beyond the edge.
    fn judge_goal(&self, leg: &Leg) -> Result<(), Refusal> {
        match leg {
            Leg::Along(spot) if !self.field.terrain.roads().has((*spot).into()) => {
                refuse(PB_8_4, "no such road is on the map")
            }
            Leg::Join(headquarters) if headquarters.index() >= self.roster().pieces.len() => {
                refuse(PB_3_1, "no such piece is in the order of battle")
            }
            Leg::To(place) => {
                let map = self.field.pack.map();
                let is_near = |along: i32, side: GroundLength| {
                    let side = side.centimetres();
                    (-side..=2 * side).contains(&along)
                };
                if is_near(place.x, map.width) && is_near(place.y, map.height) {
                    Ok(())
                } else {
                    refuse(PB_A129, "the edge of the map is not crossed")
                }
            }
            _ => Ok(()),
        }
    }
}
