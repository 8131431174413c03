//! What changes in a game. Everything here but who is where, told the other way round, goes into the digest.

pub(crate) mod round;

use sandtable_pack::Digest;
use sandtable_pack::fab::{ChitBox, FireKind, Order, Phase};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::round::Round;
use sandtable_pack::fab::AreaSet;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

/// A few units.
pub type Units = SmallVec<[UnitIndex; 4]>;

/// The state of a game (FAB-S1 to FAB-S6).
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Who is phasing; of no account in the Reinforcement Phase.
    pub phasing: SideIndex,
    pub(crate) units: Vec<UnitState>,
    pub(crate) chits: Vec<ChitPlace>,
    /// The turn in which each Special Action that comes back became available last (FAB-A21).
    pub(crate) available_since: Vec<u8>,
    pub(crate) areas: Vec<AreaState>,
    pub(crate) blown: Vec<bool>,
    /// Borders over which a unit has gone into an area with enemies in this phase (FAB-5.35c).
    pub(crate) crossings: Vec<(EdgeIndex, AreaIndex)>,
    /// Units that each side has moved strategically in this phase (FAB-D24).
    pub(crate) strategic_moves: u8,
    /// What events change for the rest of the player turn.
    pub(crate) modifiers: Vec<Modifier>,
    pub(crate) motion: Option<Motion>,
    pub(crate) round: Option<Box<Round>>,
    pub(crate) retreats: Option<Retreats>,
    /// What is to be done, the next at the end.
    pub(crate) tasks: Vec<Task>,
    /// How it ended, when it has.
    pub verdict: Option<Verdict>,
    /// Units of each side in each area: the places of the units, the other way round.
    #[serde(skip)]
    pub(crate) occupants: Vec<[Units; 2]>,
    /// Areas where each side has forces, units or a defended roadblock (FAB-A9): the same, to be asked often.
    #[serde(skip)]
    pub(crate) forces: [AreaSet; 2],
}

/// A unit (FAB-S1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Its place.
    pub place: UnitPlace,
    /// Steps left; those it will arrive with while it is awaited (FAB-4.1c6).
    pub steps: u8,
    /// Whether it is in order.
    pub order: Order,
    /// Was it in supply at the last Supply Phase (FAB-9.31)?
    pub supplied: bool,
    /// Has it a reserve marker (FAB-2.3g)?
    pub reserve: bool,
    /// Has it an exploitation marker (FAB-6.8b)?
    pub exploit: bool,
    /// Who sees its label.
    pub reveal: Reveal,
    /// It has done what it does in this phase.
    pub acted: bool,
    /// The border over which it came last, and whether its bridge was blown (FAB-5.35e).
    pub came_by: Option<(EdgeIndex, bool)>,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitPlace {
    /// In an area.
    Area(AreaIndex),
    /// It arrives in this turn.
    Awaited(u8),
    /// It should have arrived in this turn and found no way in (FAB-4.1c4).
    Delayed(u8),
    /// In its owner's Eliminated box.
    Eliminated,
    /// It takes no part.
    NotInPlay,
}

/// Who sees the label of a unit (FAB-2.2a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reveal {
    /// Its owner.
    Hidden,
    /// Both, until the end of this Administration Phase (FAB-8.32).
    Peeked,
    /// Both.
    FaceUp,
}

/// Where an asset, event or Special Action is (FAB-S10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChitPlace {
    /// It comes in this turn.
    Turn(u8),
    /// In a box.
    In(ChitBox),
    /// Assigned to the combat that is being fought.
    Assigned,
    /// On the map as a defended roadblock (FAB-4.35).
    OnMap(AreaIndex),
    /// It takes no part.
    NotInPlay,
}

/// An area (FAB-S5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AreaState {
    /// Who controls it (FAB-2.4c).
    pub control: SideIndex,
    /// Was it in supply of its controller at the last Supply Phase? None since it changed hands
    /// (FAB-A34).
    pub supplied: Option<bool>,
    /// Whose fieldworks there are.
    pub fieldworks: Option<SideIndex>,
    /// Whose roadblock there is.
    pub roadblock: Option<SideIndex>,
    /// The engineers who defend a roadblock there.
    pub defended: Option<ChitIndex>,
    /// Is there a river-assault marker (FAB-5.35e)?
    pub river_assault: bool,
    /// Was it contested when the movement phase began (FAB-A8)?
    pub contested_at_start: bool,
    /// Has it been fought for in this Combat Phase?
    pub fought: bool,
}

/// A change of Success Numbers by an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Modifier {
    /// The side whose fire it modifies.
    pub side: SideIndex,
    /// Which; of both kinds where there is none.
    pub fire: Option<FireKind>,
    /// The modifier.
    pub n: i8,
}

/// How a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// With its full allowance (FAB-5.22a).
    Operational,
    /// With its full allowance, to no new combat (FAB-7.2a).
    Reaction,
    /// One area (FAB-7.31b).
    Exploitation,
}

/// A unit on its way (FAB-P8).
#[derive(Clone, Debug, Serialize)]
pub struct Motion {
    /// The unit.
    pub unit: UnitIndex,
    /// The mode of movement.
    pub mode: Mode,
    /// Areas entered.
    pub steps: u8,
    /// Movement points left.
    pub points: u8,
    /// Did it leave a contested area (FAB-5.34)?
    pub left_contested: bool,
    /// The area where it started.
    pub started: AreaIndex,
    /// Areas that it will enter.
    pub way: SmallVec<[AreaIndex; 8]>,
    /// What is happening at the border before it.
    pub border: AtBorder,
    /// It must stop where it is.
    pub stopped: bool,
}

/// What happens at a border whose bridge the enemy may blow (FAB-5.35d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtBorder {
    /// Nothing has happened.
    Open,
    /// The enemy rolls for it.
    Rolling,
    /// It stands: the unit crosses.
    Stands,
    /// It was blown: the unit may cross or turn away.
    Blown,
    /// The unit was turned back and chooses how to go on.
    TurnedBack,
}

/// Units that retreat one at a time (FAB-6.6).
#[derive(Clone, Debug, Serialize)]
pub struct Retreats {
    /// Who has not retreated.
    pub units: Units,
    /// The owner.
    pub side: SideIndex,
    /// The cause.
    pub cause: RetreatCause,
}

/// Why units retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatCause {
    /// They absorb a hit (FAB-6.42c1).
    Hit,
    /// By a Special Action before the combat (FAB-8.24).
    SpecialAction,
    /// Their river assault was aborted (FAB-6.41b2).
    RiverAssault,
    /// There are too many of them (FAB-5.1c).
    Overstacked,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// A turn begins.
    BeginTurn,
    /// A phase begins.
    Begin(Phase, SideIndex),
    /// What is done at the end of every phase (FAB-P2).
    EndPhase,
    /// The turn is over (FAB-3.4).
    EndTurn,
    /// A side takes back so many assets for unspent Special Actions (FAB-4.1a1).
    TakeBack(SideIndex, u8),
    /// Special Actions come back (FAB-4.1a2).
    Renew(SideIndex),
    /// A side moves used assets to its cup (FAB-4.1b).
    Recycle(SideIndex),
    /// A side's reinforcements arrive (FAB-4.1c).
    Arrive(SideIndex),
    /// A side draws so many chits (FAB-4.2a).
    Draw(SideIndex, u8),
    /// A side does what it does in an Administration Phase (FAB-4.2b, FAB-4.2c).
    Administer(SideIndex),
    /// An effect is carried out, so many times more.
    Effect(ChitIndex, u8),
    /// What was peeked at is hidden again (FAB-A64).
    HidePeeked,
    /// Units move, one after the other.
    Moves(SideIndex),
    /// A unit is on its way.
    Motion,
    /// River-assault markers are placed (FAB-5.35e).
    MarkRiverAssaults,
    /// Units move strategically (FAB-5.4).
    Strategic,
    /// The phasing player chooses where to fight.
    Combats,
    /// A combat is being fought.
    Round,
    /// Armour in this area may exploit (FAB-6.8b).
    Exploit(AreaIndex),
    /// This unit checks whether it exploits.
    ExploitCheck(UnitIndex),
    /// Units retreat.
    Retreats,
    /// A side has too many units in an area (FAB-5.1c).
    Overstacked(AreaIndex, SideIndex),
    /// Units out of supply check morale, from this one on (FAB-9.4).
    MoraleChecks(u8),
    /// This unit does.
    MoraleCheck(UnitIndex),
    /// Markers are removed (FAB-9.5).
    RemoveMarkers,
}

impl State {
    /// A unit.
    pub fn unit(&self, unit: UnitIndex) -> &UnitState {
        &self.units[unit.index()]
    }

    /// An area.
    pub fn area(&self, area: AreaIndex) -> &AreaState {
        &self.areas[area.index()]
    }

    /// Where a chit is.
    pub fn chit(&self, chit: ChitIndex) -> ChitPlace {
        self.chits[chit.index()]
    }

    /// Is the bridge on this border blown?
    pub fn is_blown(&self, edge: EdgeIndex) -> bool {
        self.blown[edge.index()]
    }

    /// Units of a side in an area.
    pub fn units_in(&self, area: AreaIndex, side: SideIndex) -> &Units {
        &self.occupants[area.index()][side.index()]
    }

    /// SHA-256 of the state.
    pub fn digest(&self) -> Digest {
        // As long as a large battle's, so that it need not grow.
        let mut bytes = Vec::with_capacity(1 << 15);
        serde_json::to_writer(&mut bytes, self).expect("a state has no maps and no floats");
        Digest::of(&bytes)
    }

    pub(crate) fn unit_mut(&mut self, unit: UnitIndex) -> &mut UnitState {
        &mut self.units[unit.index()]
    }

    pub(crate) fn area_mut(&mut self, area: AreaIndex) -> &mut AreaState {
        &mut self.areas[area.index()]
    }

    /// The area of a unit on the map.
    pub fn area_of(&self, unit: UnitIndex) -> Option<AreaIndex> {
        match self.unit(unit).place {
            UnitPlace::Area(area) => Some(area),
            UnitPlace::Awaited(_)
            | UnitPlace::Delayed(_)
            | UnitPlace::Eliminated
            | UnitPlace::NotInPlay => None,
        }
    }
}

impl UnitState {
    /// FAB-5.32g, FAB-9.33: out of supply, disordered or recovering.
    pub fn impaired(&self) -> bool {
        !self.supplied || self.order != Order::Good
    }
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Verdict {
    /// Who won; nobody by as many points.
    pub winner: Option<SideIndex>,
    /// The turn in which it ended.
    pub turn: u8,
    /// Before the last turn was over (FAB-3.4)?
    pub sudden: bool,
    /// Victory points of both sides.
    pub points: [i32; 2],
}

/// A short list of chits.
pub(crate) type Chits = SmallVec<[ChitIndex; 8]>;
