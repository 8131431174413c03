//! The effect of a legal action, computed by `Game::plan` and carried out by `apply`.

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{AreaIndex, ChitBox, ChitIndex, EdgeIndex, Order, SideIndex, UnitIndex};

use crate::game::action::Piece;
use crate::state::round::Role;
use crate::state::{Mode, Units};

/// A judged action, ready to be carried out without further computation. It borrows the action's
/// lists.
#[derive(Clone, Debug)]
pub(crate) enum Plan<'a> {
    // The task is done.
    EndTask(RuleId),
    // The combat moves on to its next stage.
    EndStage(RuleId),
    // A unit that was turned back stays where it is.
    Halt,
    TakeBack(ChitIndex),
    Recycle(&'a [ChitIndex]),
    Arrive { unit: UnitIndex, area: AreaIndex, by: Option<ChitIndex> },
    Wait(UnitIndex),
    Play(ChitIndex),
    Use(Change),
    Restore { event: ChitIndex, assets: &'a [ChitIndex] },
    BlowBridges { engineer: ChitIndex, edges: &'a [EdgeIndex] },
    RepairBridge { engineer: ChitIndex, edge: EdgeIndex },
    Fortify { side: SideIndex, engineer: ChitIndex, area: AreaIndex },
    Roadblock { side: SideIndex, engineer: ChitIndex, area: AreaIndex },
    DefendRoadblock { engineer: ChitIndex, area: AreaIndex },
    // These units recover.
    Reorganise { by: ChitIndex, units: Units },
    // A Special Action restores a step to a unit.
    Replace { by: ChitIndex, unit: UnitIndex },
    // A command staff restores a step to a unit.
    FindReplacements { staff: ChitIndex, unit: UnitIndex },
    Peek { staff: ChitIndex, unit: UnitIndex },
    ReserveAtHand { staff: ChitIndex, unit: UnitIndex },
    Reserve(UnitIndex),
    DigIn { unit: UnitIndex, area: AreaIndex, rule: RuleId },
    March { unit: UnitIndex, mode: Mode, way: &'a [AreaIndex], by: Option<ChitIndex> },
    // A unit that was turned back takes another route.
    GoOn(&'a [AreaIndex]),
    Blow { blows: bool },
    Cross { crosses: bool },
    Transfer { unit: UnitIndex, to: AreaIndex },
    Fight { area: AreaIndex, by: Option<ChitIndex> },
    Reinforce { by: ChitIndex, unit: UnitIndex },
    Withdraw { by: ChitIndex },
    Assign { role: Role, chits: &'a [ChitIndex], rule: RuleId },
    Lead { role: Role, piece: Piece },
    Abort(RuleId),
    // All hits are taken.
    TakeHits(RuleId),
    AcceptDisorder,
    GiveGround,
    Lose(Piece),
    Retreat { unit: UnitIndex, to: AreaIndex },
    Leave(UnitIndex),
    Exploit(UnitIndex),
    ClearFieldworks(ChitIndex),
}

impl Plan<'_> {
    /// The rule that allows the action.
    pub(crate) const fn rule(&self) -> RuleId {
        match self {
            Self::EndTask(rule)
            | Self::EndStage(rule)
            | Self::DigIn { rule, .. }
            | Self::Assign { rule, .. }
            | Self::Abort(rule)
            | Self::TakeHits(rule) => *rule,
            Self::Halt => FAB_5_24,
            Self::TakeBack(_) => FAB_4_1A1,
            Self::Recycle(_) => FAB_4_1B,
            Self::Arrive { by: Some(_), .. } => FAB_8_27,
            Self::Arrive { by: None, .. } => FAB_4_1C1,
            Self::Wait(_) => FAB_4_1C4,
            Self::Play(_) => FAB_4_2B,
            Self::Use(_) => FAB_D16,
            Self::Restore { .. } => FAB_4_21,
            Self::BlowBridges { .. } => FAB_4_31A,
            Self::RepairBridge { .. } => FAB_4_32A,
            Self::Fortify { .. } => FAB_4_33,
            Self::Roadblock { .. } => FAB_4_34A,
            Self::DefendRoadblock { .. } => FAB_4_35A,
            Self::Reorganise { .. } => FAB_8_25,
            Self::Replace { .. } => FAB_8_26,
            Self::FindReplacements { .. } => FAB_8_31,
            Self::Peek { .. } => FAB_8_32,
            Self::ReserveAtHand { .. } => FAB_8_33,
            Self::Reserve(_) => FAB_5_21A,
            Self::March { by: Some(_), .. } => FAB_8_21,
            Self::March { mode: Mode::Operational, .. } => FAB_5_32A,
            Self::March { mode: Mode::Reaction, .. } => FAB_7_2A,
            Self::March { mode: Mode::Exploitation, .. } => FAB_7_31B,
            Self::Blow { .. } => FAB_5_35D1,
            Self::Cross { crosses: true } => FAB_5_35D2,
            Self::Cross { crosses: false } | Self::GoOn(_) => FAB_5_35D3,
            Self::Transfer { .. } => FAB_5_4B,
            Self::Fight { by: Some(_), .. } => FAB_8_22,
            Self::Fight { by: None, .. } => FAB_6_1A,
            Self::Reinforce { .. } => FAB_8_23A,
            Self::Withdraw { .. } => FAB_8_24A,
            Self::Lead { .. } => FAB_6_24A,
            Self::AcceptDisorder => FAB_6_42B,
            Self::GiveGround => FAB_6_42C1,
            Self::Lose(_) => FAB_6_43,
            Self::Retreat { .. } => FAB_6_6A,
            Self::Leave(_) => FAB_5_1C,
            Self::Exploit(_) => FAB_6_8B,
            Self::ClearFieldworks(_) => FAB_6_33,
        }
    }
}

/// The change that an effect makes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// The unit regains a step.
    Step(UnitIndex),
    Chit(ChitIndex, ChitBox),
    Fieldworks(AreaIndex, Option<SideIndex>),
    Roadblock(AreaIndex, Option<SideIndex>),
    Order(UnitIndex, Order),
    Reserve(UnitIndex, bool),
    /// The bridge is blown, or repaired.
    Bridge(EdgeIndex, bool),
    Peek(UnitIndex),
}
