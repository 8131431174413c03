//! The variable part of a game. The digest covers all of it except the occupants and forces of
//! areas, which follow from the units' places.

pub(crate) mod round;

use sandtable_pack::Digest;
use sandtable_pack::fab::{ChitBox, FireKind, Order, Phase};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::round::Round;
use sandtable_pack::fab::AreaSet;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

/// A short list of units.
pub type Units = SmallVec<[UnitIndex; 4]>;

/// The state of a game (FAB-S1 to FAB-S6).
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// The phasing side; meaningless in the Reinforcement Phase.
    pub phasing: SideIndex,
    pub(crate) units: Vec<UnitState>,
    pub(crate) chits: Vec<ChitPlace>,
    /// The turn in which each reusable Special Action last became available (FAB-A21).
    pub(crate) available_since: Vec<u8>,
    pub(crate) areas: Vec<AreaState>,
    pub(crate) blown: Vec<bool>,
    /// Borders crossed in this phase into areas with enemies (FAB-5.35c).
    pub(crate) crossings: Vec<(EdgeIndex, AreaIndex)>,
    /// The number of units moved strategically in this phase (FAB-D24).
    pub(crate) strategic_moves: u8,
    /// Modifiers from events for the rest of the player turn.
    pub(crate) modifiers: Vec<Modifier>,
    pub(crate) motion: Option<Motion>,
    pub(crate) round: Option<Box<Round>>,
    pub(crate) retreats: Option<Retreats>,
    /// Pending tasks; the next is at the end.
    pub(crate) tasks: Vec<Task>,
    /// The result, once the battle has ended.
    pub verdict: Option<Verdict>,
    /// Units of each side in each area, derived from the places of units.
    #[serde(skip)]
    pub(crate) occupants: Vec<[Units; 2]>,
    /// Areas where each side has units or a defended roadblock (FAB-A9), cached for fast lookup.
    #[serde(skip)]
    pub(crate) forces: [AreaSet; 2],
}

/// A unit (FAB-S1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// The unit's place.
    pub place: UnitPlace,
    /// Steps left; for a unit that has not arrived, its steps on arrival (FAB-4.1c6).
    pub steps: u8,
    /// The unit's order.
    pub order: Order,
    /// Whether the unit was in supply at the last Supply Phase (FAB-9.31).
    pub supplied: bool,
    /// Whether the unit has a reserve marker (FAB-2.3g).
    pub reserve: bool,
    /// Whether the unit has an exploitation marker (FAB-6.8b).
    pub exploit: bool,
    /// The visibility of the unit's label.
    pub reveal: Reveal,
    /// Whether the unit has acted in this phase.
    pub acted: bool,
    /// The last border that the unit crossed, and whether the border's bridge was blown
    /// (FAB-5.35e).
    pub came_by: Option<(EdgeIndex, bool)>,
}

/// The place of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitPlace {
    /// In an area.
    Area(AreaIndex),
    /// Due in the given turn.
    Awaited(u8),
    /// Due in the given turn, but delayed because no entry area was free (FAB-4.1c4).
    Delayed(u8),
    /// In its owner's Eliminated box.
    Eliminated,
    /// Not part of this battle.
    NotInPlay,
}

/// The visibility of a unit's label (FAB-2.2a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reveal {
    /// Only the owner sees the label.
    Hidden,
    /// Both sides see the label until the end of this Administration Phase (FAB-8.32).
    Peeked,
    /// Both sides see the label.
    FaceUp,
}

/// The place of an asset, event or Special Action (FAB-S10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChitPlace {
    /// Due in the given turn.
    Turn(u8),
    /// In a box.
    In(ChitBox),
    /// Assigned to the current combat.
    Assigned,
    /// On the map as a defended roadblock (FAB-4.35).
    OnMap(AreaIndex),
    /// Not part of this battle.
    NotInPlay,
}

/// An area (FAB-S5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AreaState {
    /// The controlling side (FAB-2.4c).
    pub control: SideIndex,
    /// Whether the area was in its controller's supply at the last Supply Phase; `None` if it has
    /// changed hands since (FAB-A34).
    pub supplied: Option<bool>,
    /// The side that owns fieldworks in the area, if any.
    pub fieldworks: Option<SideIndex>,
    /// The side that owns a roadblock in the area, if any.
    pub roadblock: Option<SideIndex>,
    /// The engineers that defend a roadblock in the area, if any.
    pub defended: Option<ChitIndex>,
    /// Whether the area has a river-assault marker (FAB-5.35e).
    pub river_assault: bool,
    /// Whether the area was contested when the movement phase began (FAB-A8).
    pub contested_at_start: bool,
    /// Whether a combat took place in the area in this Combat Phase.
    pub fought: bool,
}

/// A modifier to Success Numbers from an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Modifier {
    /// The side whose fire is modified.
    pub side: SideIndex,
    /// The kind of fire that is modified; both kinds if `None`.
    pub fire: Option<FireKind>,
    /// The modifier.
    pub n: i8,
}

/// The mode of a unit's movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// With its full allowance (FAB-5.22a).
    Operational,
    /// With its full allowance, but not into a new combat (FAB-7.2a).
    Reaction,
    /// One area (FAB-7.31b).
    Exploitation,
}

/// A moving unit (FAB-P8).
#[derive(Clone, Debug, Serialize)]
pub struct Motion {
    /// The unit.
    pub unit: UnitIndex,
    /// The mode of movement.
    pub mode: Mode,
    /// The number of areas entered.
    pub steps: u8,
    /// Movement points left.
    pub points: u8,
    /// Whether the unit left a contested area (FAB-5.34).
    pub left_contested: bool,
    /// The area where it started.
    pub started: AreaIndex,
    /// Areas still to be entered.
    pub way: SmallVec<[AreaIndex; 8]>,
    /// The state of the next border on the route.
    pub border: AtBorder,
    /// Whether the unit must stop where it is.
    pub stopped: bool,
}

/// The stage of an attempt to blow the bridge at a border (FAB-5.35d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtBorder {
    /// No attempt yet.
    Open,
    /// The enemy rolls a die for the attempt.
    Rolling,
    /// The bridge survived: the unit crosses.
    Stands,
    /// The bridge was blown: the unit may cross or turn back.
    Blown,
    /// The unit was turned back and chooses another route.
    TurnedBack,
}

/// Units that retreat one at a time (FAB-6.6).
#[derive(Clone, Debug, Serialize)]
pub struct Retreats {
    /// Units that have not retreated yet.
    pub units: Units,
    /// The side of the units.
    pub side: SideIndex,
    /// The cause.
    pub cause: RetreatCause,
}

/// The cause of a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatCause {
    /// The retreat absorbs a hit (FAB-6.42c1).
    Hit,
    /// A Special Action before the combat (FAB-8.24).
    SpecialAction,
    /// An aborted river assault (FAB-6.41b2).
    RiverAssault,
    /// Overstacking (FAB-5.1c).
    Overstacked,
}

/// A task of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// A turn begins.
    BeginTurn,
    /// A phase begins.
    Begin(Phase, SideIndex),
    /// The end of every phase (FAB-P2).
    EndPhase,
    /// The turn ends (FAB-3.4).
    EndTurn,
    /// A side takes back a number of assets for unspent Special Actions (FAB-4.1a1).
    TakeBack(SideIndex, u8),
    /// Used Special Actions return (FAB-4.1a2).
    Renew(SideIndex),
    /// A side moves used assets to its cup (FAB-4.1b).
    Recycle(SideIndex),
    /// A side's reinforcements arrive (FAB-4.1c).
    Arrive(SideIndex),
    /// A side's reinforcement chits go to its cup (FAB-4.1d).
    FillCup(SideIndex),
    /// A side draws a number of chits (FAB-4.2a).
    Draw(SideIndex, u8),
    /// A side acts in an Administration Phase (FAB-4.2b, FAB-4.2c).
    Administer(SideIndex),
    /// An effect is applied a number of further times.
    Effect(ChitIndex, u8),
    /// Peeked units are hidden again (FAB-A64).
    HidePeeked,
    /// Units move one at a time.
    Moves(SideIndex),
    /// A unit is moving.
    Motion,
    /// River-assault markers are placed (FAB-5.35e).
    MarkRiverAssaults,
    /// Units move strategically (FAB-5.4).
    Strategic,
    /// The phasing player chooses areas of combat.
    Combats,
    /// A combat round.
    Round,
    /// Armour in an area may exploit (FAB-6.8b).
    Exploit(AreaIndex),
    /// A unit checks for exploitation.
    ExploitCheck(UnitIndex),
    /// Units retreat.
    Retreats,
    /// A side exceeds the stacking limit in an area (FAB-5.1c).
    Overstacked(AreaIndex, SideIndex),
    /// Units out of supply check morale, starting with the given index (FAB-9.4).
    MoraleChecks(u8),
    /// A unit checks morale.
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

    /// The place of a chit.
    pub fn chit(&self, chit: ChitIndex) -> ChitPlace {
        self.chits[chit.index()]
    }

    /// Whether the bridge on this border is blown.
    pub fn is_blown(&self, edge: EdgeIndex) -> bool {
        self.blown[edge.index()]
    }

    /// Units of a side in an area.
    pub fn units_in(&self, area: AreaIndex, side: SideIndex) -> &Units {
        &self.occupants[area.index()][side.index()]
    }

    /// The SHA-256 digest of the state.
    pub fn digest(&self) -> Digest {
        // The capacity suffices for a large battle, so the buffer need not grow.
        let mut bytes = Vec::with_capacity(1 << 15);
        serde_json::to_writer(&mut bytes, self).expect("a state has no maps and no floats");
        Digest::compute(&bytes)
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
    /// FAB-5.32g, FAB-9.33: whether the unit is out of supply, disordered or recovering.
    pub fn impaired(&self) -> bool {
        !self.supplied || self.order != Order::Good
    }
}

/// The end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Verdict {
    /// The winner; `None` for a tie on points.
    pub winner: Option<SideIndex>,
    /// The turn in which the battle ended.
    pub turn: u8,
    /// Whether the battle ended before the last turn was complete (FAB-3.4).
    pub sudden: bool,
    /// Victory points of both sides.
    pub points: [i32; 2],
}

/// A short list of chits.
pub(crate) type Chits = SmallVec<[ChitIndex; 8]>;
