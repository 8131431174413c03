//! What sides may do, what dice and cups may show, and what the game waits for.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::Verdict;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

/// A unit or an asset that fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// A unit.
    Unit(UnitIndex),
    /// An asset.
    Asset(ChitIndex),
}

/// What an effect is used on.
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
    /// Nothing more of what is asked.
    Done,
    /// This asset goes from Used to Available for an unspent Special Action (FAB-4.1a1).
    TakeBack(ChitIndex),
    /// These assets go from Used to the cup; the others stay (FAB-4.1b).
    Recycle(Vec<ChitIndex>),
    /// A unit arrives (FAB-4.1c).
    Arrive {
        /// Who.
        unit: UnitIndex,
        /// Where.
        area: AreaIndex,
        /// The Special Action that redirects it (FAB-8.27).
        by: Option<ChitIndex>,
    },
    /// A unit that could only arrive by a Special Action waits (FAB-4.1c4).
    Wait(UnitIndex),
    /// An event does what it says (FAB-4.2b).
    Play(ChitIndex),
    /// The effect that is being carried out is used on this.
    Use(Target),
    /// An event is spent to move up to two assets from Eliminated to the cup (FAB-4.21).
    Restore {
        /// Which event.
        event: ChitIndex,
        /// Which assets.
        assets: SmallVec<[ChitIndex; 2]>,
    },
    /// Engineers blow up to two bridges of an area (FAB-4.31).
    BlowBridges {
        /// Who.
        engineer: ChitIndex,
        /// Which.
        edges: SmallVec<[EdgeIndex; 2]>,
    },
    /// Engineers repair a bridge (FAB-4.32).
    RepairBridge {
        /// Who.
        engineer: ChitIndex,
        /// Which.
        edge: EdgeIndex,
    },
    /// Engineers build fieldworks (FAB-4.33).
    Fortify {
        /// Who.
        engineer: ChitIndex,
        /// Where.
        area: AreaIndex,
    },
    /// Engineers block the roads of an area (FAB-4.34).
    Roadblock {
        /// Who.
        engineer: ChitIndex,
        /// Where.
        area: AreaIndex,
    },
    /// Engineers block the roads of an area and defend it (FAB-4.35).
    DefendRoadblock {
        /// Who.
        engineer: ChitIndex,
        /// Where.
        area: AreaIndex,
    },
    /// All friendly units in and about an area recover (FAB-8.25).
    Reorganise {
        /// The Special Action.
        by: ChitIndex,
        /// Which area.
        area: AreaIndex,
    },
    /// A unit gets a step back: by a Special Action of any quality (FAB-8.26), by a command staff
    /// (FAB-8.31).
    Replace {
        /// The Special Action or the staff.
        by: ChitIndex,
        /// Who.
        unit: UnitIndex,
    },
    /// The command staff looks at an enemy unit (FAB-8.32).
    Peek {
        /// The staff.
        staff: ChitIndex,
        /// At whom.
        unit: UnitIndex,
    },
    /// The command staff puts a unit in reserve (FAB-8.33).
    ReserveAtHand {
        /// The staff.
        staff: ChitIndex,
        /// Who.
        unit: UnitIndex,
    },
    /// A unit goes into reserve (FAB-5.21).
    Reserve(UnitIndex),
    /// A unit builds fieldworks (FAB-5.23).
    DigIn(UnitIndex),
    /// A unit moves through these areas.
    March {
        /// Who.
        unit: UnitIndex,
        /// Areas in the order in which it enters them.
        way: SmallVec<[AreaIndex; 8]>,
        /// The Special Action by which armour breaks through (FAB-8.21).
        by: Option<ChitIndex>,
    },
    /// Try to blow the bridge that the enemy crosses (FAB-5.35d).
    BlowNow,
    /// Leave it.
    LeaveBridge,
    /// Cross although the bridge is blown (FAB-5.35d2).
    Cross,
    /// Do not cross (FAB-5.35d3).
    TurnBack,
    /// A unit in reserve moves strategically (FAB-5.4).
    Transfer {
        /// Who.
        unit: UnitIndex,
        /// Where to.
        to: AreaIndex,
    },
    /// Fight in this area now (FAB-6.1b).
    Fight {
        /// Where.
        area: AreaIndex,
        /// The Special Action for a breakthrough combat (FAB-8.22).
        by: Option<ChitIndex>,
    },
    /// A unit joins the defence (FAB-8.23).
    Reinforce {
        /// The Special Action.
        by: ChitIndex,
        /// Who.
        unit: UnitIndex,
    },
    /// All defenders retreat before combat (FAB-8.24).
    Withdraw {
        /// The Special Action.
        by: ChitIndex,
    },
    /// These assets are assigned to the combat (FAB-6.22, FAB-6.23).
    Assign(SmallVec<[ChitIndex; 8]>),
    /// This is the point unit (FAB-6.24).
    Lead(Piece),
    /// The attack is aborted (FAB-6.41b1).
    Abort,
    /// It goes on, and all hits are taken (FAB-6.41b3).
    PressOn,
    /// A hit is absorbed by disorder (FAB-6.42b).
    AcceptDisorder,
    /// A hit is absorbed by retreating (FAB-6.42c1).
    GiveGround,
    /// No hit is absorbed.
    Stand,
    /// This piece takes a step loss (FAB-6.43).
    Lose(Piece),
    /// A unit retreats there (FAB-6.6a).
    Retreat {
        /// Who.
        unit: UnitIndex,
        /// Where to.
        to: AreaIndex,
    },
    /// This unit leaves the overstacked area (FAB-A36).
    Leave(UnitIndex),
    /// This unit tries to exploit (FAB-6.8b).
    Exploit(UnitIndex),
    /// The engineers take the enemy fieldworks away instead of firing (FAB-6.33).
    ClearFieldworks(ChitIndex),
}

/// What the game is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// A side decides.
    Action(Action),
    /// The dice show this, in the order of FAB-E2.
    Dice(SmallVec<[u8; 16]>),
    /// This chit is drawn from the cup.
    Drawn(ChitIndex),
}

/// What the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A side decides.
    Decision {
        /// Which.
        side: SideIndex,
        /// What about.
        question: Question,
    },
    /// So many ten-sided dice are rolled (FAB-2.1a).
    Dice(u8),
    /// A side's cup gives one of its chits (FAB-4.2a).
    Cup(SideIndex),
    /// The battle is over.
    Over(Verdict),
}

/// What a side decides about: the decision points of the digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// DP-1: an asset for an unspent Special Action.
    TakeBack,
    /// DP-2: used assets for the cup.
    Recycle,
    /// DP-3: where reinforcements arrive.
    Arrive,
    /// DP-4: what is done in an Administration Phase.
    Administer,
    /// What an effect is used on.
    Effect(ChitIndex),
    /// DP-5, DP-19, DP-20: what a unit does.
    Move,
    /// How a unit goes on that was turned back at a bridge.
    GoOn(UnitIndex),
    /// DP-6: whether to blow a bridge.
    Blow(EdgeIndex),
    /// DP-7: whether to cross without bridge.
    Cross(UnitIndex),
    /// DP-8: strategic movement.
    Transfer,
    /// DP-9, DP-20: where to fight.
    Fight,
    /// DP-10: what the defender does with Special Actions.
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
    /// DP-15: who takes a step loss.
    Lose,
    /// DP-16: where to retreat.
    Retreat,
    /// DP-17: who exploits.
    Exploit(AreaIndex),
    /// DP-18: whether engineers clear fieldworks.
    Clear,
    /// DP-21: who leaves an overstacked area.
    Leave(AreaIndex),
}
