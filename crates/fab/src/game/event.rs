//! Events: every change in a game, with its rule (FAB-E5). The module `diary` renders events as
//! prose, and `event_log` as JSON.

use sandtable_engine::RuleId;
use sandtable_pack::fab::{FireKind, Order, Phase};
use serde::Serialize;
use smallvec::SmallVec;

use crate::game::action::Piece;
use crate::state::Verdict;
use crate::state::{ChitPlace, RetreatCause, Units};
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The turn, from 1.
    pub turn: u8,
    /// The change.
    pub what: Happening,
    /// The rule, ruling or procedure that causes the change.
    pub rule: RuleId,
}

/// A change in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// A turn began, or play began in the middle of a turn.
    TurnBegins,
    /// A phase began.
    Phase {
        /// The phase.
        phase: Phase,
        /// The phasing side; meaningless in the Reinforcement Phase.
        side: SideIndex,
    },
    /// An asset, event or Special Action was moved.
    Chit {
        /// The asset, event or Special Action.
        chit: ChitIndex,
        /// The chit's new place.
        place: ChitPlace,
    },
    /// A unit arrived.
    Arrived {
        /// The unit.
        unit: UnitIndex,
        /// The area.
        area: AreaIndex,
    },
    /// A unit found no free entry area.
    Delayed {
        /// The unit.
        unit: UnitIndex,
    },
    /// A bridge was blown.
    Blown {
        /// The border.
        edge: EdgeIndex,
        /// The die roll, if the bridge was blown as a unit crossed.
        die: Option<u8>,
    },
    /// An attempt to blow a bridge failed.
    BridgeStands {
        /// The border.
        edge: EdgeIndex,
        /// The die roll.
        die: u8,
    },
    /// A bridge was repaired.
    Repaired {
        /// The border.
        edge: EdgeIndex,
    },
    /// Fieldworks were built.
    Fieldworks {
        /// The area.
        area: AreaIndex,
        /// The owner.
        side: SideIndex,
    },
    /// Fieldworks were removed.
    FieldworksGone {
        /// The area.
        area: AreaIndex,
    },
    /// A roadblock was set.
    Roadblock {
        /// The area.
        area: AreaIndex,
        /// The owner.
        side: SideIndex,
    },
    /// A roadblock was removed.
    RoadblockGone {
        /// The area.
        area: AreaIndex,
    },
    /// A unit moved from one area to another.
    Moved {
        /// The unit.
        unit: UnitIndex,
        /// The area that the unit left.
        from: AreaIndex,
        /// The destination.
        to: AreaIndex,
    },
    /// A unit was turned back at a bridge.
    TurnedBack {
        /// The unit.
        unit: UnitIndex,
        /// The border.
        edge: EdgeIndex,
    },
    /// A unit gained or lost its reserve marker.
    Reserve {
        /// The unit.
        unit: UnitIndex,
        /// Whether the unit has a reserve marker now.
        reserve: bool,
    },
    /// An area changed hands.
    Control {
        /// The area.
        area: AreaIndex,
        /// The area's new controller.
        side: SideIndex,
    },
    /// All attackers of an area crossed rivers to get there.
    RiverAssault {
        /// The area.
        area: AreaIndex,
    },
    /// A combat began.
    Combat {
        /// The area.
        area: AreaIndex,
    },
    /// The units that take part in a combat.
    FormedUp {
        /// Units of the phasing side in good order.
        attackers: Units,
        /// Units of the other side.
        defenders: Units,
    },
    /// A unit was revealed.
    Revealed {
        /// The unit.
        unit: UnitIndex,
    },
    /// A unit was hidden again.
    Hidden {
        /// The unit.
        unit: UnitIndex,
    },
    /// A unit joined the defence.
    Joined {
        /// The unit.
        unit: UnitIndex,
        /// The area that the unit left.
        from: AreaIndex,
        /// The area of the combat.
        area: AreaIndex,
    },
    /// A side named its point unit.
    Point {
        /// The side.
        side: SideIndex,
        /// The piece.
        piece: Piece,
    },
    /// A side fired.
    Fired {
        /// The side.
        side: SideIndex,
        /// The kind of fire.
        kind: FireKind,
        /// Success Numbers.
        numbers: SmallVec<[i8; 16]>,
        /// Dice.
        dice: SmallVec<[u8; 16]>,
        /// Hits.
        hits: u8,
    },
    /// A unit lost a step.
    StepLost {
        /// The unit.
        unit: UnitIndex,
        /// Steps left.
        left: u8,
    },
    /// A unit regained a step.
    StepGained {
        /// The unit.
        unit: UnitIndex,
        /// Steps after the gain.
        steps: u8,
    },
    /// A unit was eliminated.
    Eliminated {
        /// The unit.
        unit: UnitIndex,
    },
    /// The order of a unit changed.
    Ordered {
        /// The unit.
        unit: UnitIndex,
        /// The unit's new order.
        order: Order,
    },
    /// A unit retreated.
    Retreated {
        /// The unit.
        unit: UnitIndex,
        /// The area that the unit left.
        from: AreaIndex,
        /// The destination.
        to: AreaIndex,
        /// The cause.
        cause: RetreatCause,
    },
    /// An attack was aborted.
    Aborted {
        /// The area.
        area: AreaIndex,
    },
    /// Armour may exploit.
    ExploitationChance {
        /// The area.
        area: AreaIndex,
    },
    /// A unit checked morale.
    Checked {
        /// The unit.
        unit: UnitIndex,
        /// The unit's Success Number.
        number: i8,
        /// The unit's die roll.
        die: u8,
        /// Whether the unit passed.
        passed: bool,
    },
    /// A unit may exploit.
    Exploits {
        /// The unit.
        unit: UnitIndex,
    },
    /// A unit came into supply or went out of supply.
    Supply {
        /// The unit.
        unit: UnitIndex,
        /// Whether the unit is in supply now.
        supplied: bool,
    },
    /// An area gained or lost its out-of-supply marker. An area that changes hands has no marker
    /// until the next Supply Phase.
    AreaSupply {
        /// The area.
        area: AreaIndex,
        /// Whether the area is in supply now.
        supplied: bool,
    },
    /// A turn ended.
    TurnEnds {
        /// Victory points of both sides.
        points: [i32; 2],
    },
    /// The battle ended.
    Over(Verdict),
}
