//! The legality and effects of actions. [`Game::plan`] is the only authority: it determines the
//! pending decision and calls the rules for it, which are in separate files.

use sandtable_engine::rule_ids::*;
use sandtable_pack::GroundLength;

use crate::game::Game;
use crate::game::action::{Action, Leg};
use crate::game::plan::{Plan, RefusalDetail};
use crate::state::Alteration;
use crate::state::Task;
use sandtable_engine::{Refusal, RuleId, refuse};

impl Game {
    /// Returns the rule that allows an action now, or a refusal that cites the broken rule.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        self.judge_for(action, RefusalDetail::FirstRule)
    }

    /// Whether an action is legal now; faster than [`Self::judge`].
    pub(crate) fn is_legal(&self, action: &Action) -> bool {
        self.judge_for(action, RefusalDetail::AnyRule).is_ok()
    }

    fn judge_for(&self, action: &Action, detail: RefusalDetail) -> Result<RuleId, Refusal> {
        let plan = self.plan(action, detail)?;
        let rule = plan.rule();
        self.cached_plan.replace(Some((action.clone(), plan)));
        Ok(rule)
    }

    /// Takes the plan of an action; reuses the cached plan if the action was judged just before.
    pub(crate) fn take_plan(&self, action: &Action) -> Result<Plan, Refusal> {
        match self.cached_plan.take() {
            Some((judged, plan)) if judged == *action => {
                debug_assert_eq!(
                    Ok(format!("{plan:?}")),
                    self.plan(action, RefusalDetail::FirstRule).map(|plan| format!("{plan:?}")),
                    "the cached plan is still valid"
                );
                Ok(plan)
            }
            _ => self.plan(action, RefusalDetail::FirstRule),
        }
    }

    /// Judges an action and determines its effects.
    fn plan(&self, action: &Action, detail: RefusalDetail) -> Result<Plan, Refusal> {
        // Actions refer to pieces by index, and an index may be invalid.
        self.judge_names(action)?;
        match (self.top(), action) {
            (Task::SetUp { side }, action) => self.plan_set_up(*side, action),
            (Task::AlterWindow { .. }, Action::Pass) => Ok(Plan::Pass),
            (Task::AlterWindow { speaker, .. }, Action::Delay { roller, chit }) => {
                self.plan_alteration(*speaker, *roller, *chit, Alteration::Delay)
            }
            (Task::AlterWindow { speaker, .. }, Action::Jump { roller, chit }) => {
                self.plan_alteration(*speaker, *roller, *chit, Alteration::Jump)
            }
            (Task::Activation(activation), action) => {
                self.plan_activation(activation, action, detail)
            }
            (Task::ChooseCombat, Action::Resolve(first)) => self.plan_combat(*first),
            (Task::Combat, Action::FireAt(target)) => self.plan_fire(*target),
            (Task::Combat, Action::Stay) => self.plan_decision(true),
            (Task::Combat, Action::Retire) => self.plan_decision(false),
            (Task::Retreat { piece, threats, .. }, Action::RetreatToward(facing)) => {
                self.plan_retreat(*piece, threats, *facing).map(Plan::Retreat)
            }
            (Task::FieldOfFireRetreats { .. }, Action::FallBack(piece)) => {
                self.plan_fire_retreat(*piece)
            }
            (Task::Vacancy(vacancy), action) => self.plan_filling(vacancy, action),
            (Task::Nightfall { .. }, Action::HoldField) => Ok(Plan::Nightfall { holds: true }),
            (Task::Nightfall { .. }, Action::WithdrawFromField) => {
                Ok(Plan::Nightfall { holds: false })
            }
            (Task::Recovery { .. }, Action::Recover(piece)) => self.plan_recovery(*piece),
            _ => refuse(PB_4_1, "this action is not possible now"),
        }
    }

    fn judge_names(&self, action: &Action) -> Result<(), Refusal> {
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
            return refuse(PB_3_1, "cannot find the piece in the order of battle");
        }
        match action {
            Action::March(march) => march.legs.iter().try_for_each(|leg| self.judge_goal(leg)),
            Action::Place { pose, .. } => self.judge_goal(&Leg::To(pose.centre)),
            _ => Ok(()),
        }
    }

    /// Refuses unknown roads and places off the map before any calculation, because actions may
    /// come from untrusted sources. Columns waiting to enter are beyond the edge.
    fn judge_goal(&self, leg: &Leg) -> Result<(), Refusal> {
        match leg {
            Leg::Along(spot) if !self.field.terrain.roads().has((*spot).into()) => {
                refuse(PB_8_4, "cannot find the road on the map")
            }
            Leg::Join(headquarters) if headquarters.index() >= self.roster().pieces.len() => {
                refuse(PB_3_1, "cannot find the piece in the order of battle")
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
                    refuse(PB_A129, "the edge of the map cannot be crossed")
                }
            }
            _ => Ok(()),
        }
    }
}
