//! Decisions, results of dice and cups, and the nodes at which a game waits.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::Verdict;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

/// A unit or asset that fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// A unit.
    Unit(UnitIndex),
    /// An asset.
    Asset(ChitIndex),
}

/// The target of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A unit.
    Unit(UnitIndex),
    /// An asset or a Special Action.
    Chit(ChitIndex),
    /// An area.
    Area(AreaIndex),
    /// A bridge.
    Edge(EdgeIndex),
}

/// A decision of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Ends the current question.
    Done,
    /// Moves an asset from Used to Available for an unspent Special Action (FAB-4.1a1).
    TakeBack(ChitIndex),
    /// Moves assets from Used to the cup; the others stay (FAB-4.1b).
    Recycle(Vec<ChitIndex>),
    /// A unit arrives (FAB-4.1c).
    Arrive {
        /// The unit.
        unit: UnitIndex,
        /// The area.
        area: AreaIndex,
        /// The Special Action that redirects the unit (FAB-8.27).
        by: Option<ChitIndex>,
    },
    /// A unit that could only arrive by a Special Action waits (FAB-4.1c4).
    Wait(UnitIndex),
    /// Plays an event for its own effect (FAB-4.2b).
    Play(ChitIndex),
    /// Uses the current effect on a target.
    Use(Target),
    /// Spends an event to move up to two assets from Eliminated to the cup (FAB-4.21).
    Restore {
        /// The event.
        event: ChitIndex,
        /// The assets.
        assets: SmallVec<[ChitIndex; 2]>,
    },
    /// Engineers blow up to two bridges of an area (FAB-4.31).
    BlowBridges {
        /// The engineers.
        engineer: ChitIndex,
        /// The bridges.
        edges: SmallVec<[EdgeIndex; 2]>,
    },
    /// Engineers repair a bridge (FAB-4.32).
    RepairBridge {
        /// The engineers.
        engineer: ChitIndex,
        /// The bridge.
        edge: EdgeIndex,
    },
    /// Engineers build fieldworks (FAB-4.33).
    Fortify {
        /// The engineers.
        engineer: ChitIndex,
        /// The area.
        area: AreaIndex,
    },
    /// Engineers block the roads of an area (FAB-4.34).
    Roadblock {
        /// The engineers.
        engineer: ChitIndex,
        /// The area.
        area: AreaIndex,
    },
    /// Engineers block the roads of an area and defend it (FAB-4.35).
    DefendRoadblock {
        /// The engineers.
        engineer: ChitIndex,
        /// The area.
        area: AreaIndex,
    },
    /// All friendly units in an area and next to it recover (FAB-8.25).
    Reorganise {
        /// The Special Action.
        by: ChitIndex,
        /// The area.
        area: AreaIndex,
    },
    /// Restores a step to a unit: a step of any quality by a Special Action (FAB-8.26), or a
    /// non-Elite step by a command staff (FAB-8.31).
    Replace {
        /// The Special Action or the staff.
        by: ChitIndex,
        /// The unit.
        unit: UnitIndex,
    },
    /// The command staff looks at an enemy unit (FAB-8.32).
    Peek {
        /// The staff.
        staff: ChitIndex,
        /// The enemy unit.
        unit: UnitIndex,
    },
    /// The command staff puts a unit in reserve (FAB-8.33).
    ReserveAtHand {
        /// The staff.
        staff: ChitIndex,
        /// The unit.
        unit: UnitIndex,
    },
    /// A unit goes into reserve (FAB-5.21).
    Reserve(UnitIndex),
    /// A unit builds fieldworks (FAB-5.23).
    DigIn(UnitIndex),
    /// A unit moves through these areas.
    March {
        /// The unit.
        unit: UnitIndex,
        /// Areas in the order in which the unit enters them.
        way: SmallVec<[AreaIndex; 8]>,
        /// The Special Action that lets armour break through (FAB-8.21).
        by: Option<ChitIndex>,
    },
    /// Tries to blow the bridge that the enemy is crossing (FAB-5.35d).
    BlowNow,
    /// Makes no attempt to blow the bridge.
    LeaveBridge,
    /// Crosses although the bridge is blown (FAB-5.35d2).
    Cross,
    /// Does not cross (FAB-5.35d3).
    TurnBack,
    /// A unit in reserve moves strategically (FAB-5.4).
    Transfer {
        /// The unit.
        unit: UnitIndex,
        /// The destination.
        to: AreaIndex,
    },
    /// Fights in this area next (FAB-6.1b).
    Fight {
        /// The area.
        area: AreaIndex,
        /// The Special Action for a breakthrough combat (FAB-8.22).
        by: Option<ChitIndex>,
    },
    /// A unit joins the defence (FAB-8.23).
    Reinforce {
        /// The Special Action.
        by: ChitIndex,
        /// The unit.
        unit: UnitIndex,
    },
    /// All defenders retreat before combat (FAB-8.24).
    Withdraw {
        /// The Special Action.
        by: ChitIndex,
    },
    /// Assigns these assets to the combat (FAB-6.22, FAB-6.23).
    Assign(SmallVec<[ChitIndex; 8]>),
    /// Names the point unit (FAB-6.24).
    Lead(Piece),
    /// Aborts the attack (FAB-6.41b1).
    Abort,
    /// Continues the attack and takes all hits (FAB-6.41b3).
    PressOn,
    /// Absorbs a hit by disorder (FAB-6.42b).
    AcceptDisorder,
    /// Absorbs a hit by retreating (FAB-6.42c1).
    GiveGround,
    /// Absorbs no hit.
    Stand,
    /// This piece takes a step loss (FAB-6.43).
    Lose(Piece),
    /// A unit retreats (FAB-6.6a).
    Retreat {
        /// The unit.
        unit: UnitIndex,
        /// The destination.
        to: AreaIndex,
    },
    /// This unit leaves the overstacked area (FAB-A36).
    Leave(UnitIndex),
    /// This unit tries to exploit (FAB-6.8b).
    Exploit(UnitIndex),
    /// The engineers remove the enemy fieldworks instead of firing (FAB-6.33).
    ClearFieldworks(ChitIndex),
}

/// An input to the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// The decision of a side.
    Action(Action),
    /// A roll of dice, in the order of FAB-E2.
    Dice(SmallVec<[u8; 16]>),
    /// The chit drawn from the cup.
    Drawn(ChitIndex),
}

/// The input that the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A side decides.
    Decision {
        /// The side.
        side: SideIndex,
        /// The question.
        question: Question,
    },
    /// The given number of ten-sided dice is rolled (FAB-2.1a).
    Dice(u8),
    /// A chit is drawn from a side's cup (FAB-4.2a).
    Cup(SideIndex),
    /// The battle has ended.
    Over(Verdict),
}

/// The question that a side decides: the decision points of the digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// DP-1: the asset to return for an unspent Special Action.
    TakeBack,
    /// DP-2: which used assets go to the cup.
    Recycle,
    /// DP-3: where reinforcements arrive.
    Arrive,
    /// DP-4: which action to take in an Administration Phase.
    Administer,
    /// The target of an effect.
    Effect(ChitIndex),
    /// DP-5, DP-19, DP-20: the action of a unit.
    Move,
    /// The new route of a unit that was turned back at a bridge.
    GoOn(UnitIndex),
    /// DP-6: whether to blow a bridge.
    Blow(EdgeIndex),
    /// DP-7: whether to cross where the bridge is blown.
    Cross(UnitIndex),
    /// DP-8: strategic movement.
    Transfer,
    /// DP-9, DP-20: where to fight.
    Fight,
    /// DP-10: the defender's use of Special Actions.
    Defend,
    /// DP-11: which assets to assign.
    Assign,
    /// DP-12: which unit is the point.
    Lead,
    /// DP-13: whether to abort.
    Abort,
    /// DP-14: whether to absorb a hit by disorder.
    Disorder,
    /// DP-14: whether to absorb a hit by retreating.
    GiveGround,
    /// DP-15: which piece takes a step loss.
    Lose,
    /// DP-16: where to retreat.
    Retreat,
    /// DP-17: which units check for exploitation.
    Exploit(AreaIndex),
    /// DP-18: whether engineers clear fieldworks.
    Clear,
    /// DP-21: which unit leaves an overstacked area.
    Leave(AreaIndex),
}
