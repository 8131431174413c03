//! What happened: everything that changes, with the rule it rests on (FAB-E5). How it reads is told in
//! `diary`, how it is written down in `event_log`.

use sandtable_engine::RuleId;
use sandtable_pack::fab::{FireKind, Order, Phase};
use serde::Serialize;
use smallvec::SmallVec;

use crate::game::action::Piece;
use crate::state::Verdict;
use crate::state::{ChitPlace, RetreatCause, Units};
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The turn, from 1.
    pub turn: u8,
    /// What happened.
    pub what: Happening,
    /// The rule, ruling or procedure it rests on.
    pub rule: RuleId,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// A turn began, or play in the midst of it.
    TurnBegins,
    /// A phase began.
    Phase {
        /// Which.
        phase: Phase,
        /// Whose; of no account for the Reinforcement Phase.
        side: SideIndex,
    },
    /// An asset, event or Special Action went somewhere.
    Chit {
        /// Which.
        chit: ChitIndex,
        /// Where it is now.
        place: ChitPlace,
    },
    /// A unit arrived.
    Arrived {
        /// Who.
        unit: UnitIndex,
        /// Where.
        area: AreaIndex,
    },
    /// A unit found no way in.
    Delayed {
        /// Who.
        unit: UnitIndex,
    },
    /// A bridge was blown.
    Blown {
        /// On which border.
        edge: EdgeIndex,
        /// The die, where it was blown under a unit that crossed.
        die: Option<u8>,
    },
    /// An attempt to blow a bridge failed.
    BridgeStands {
        /// On which border.
        edge: EdgeIndex,
        /// The die.
        die: u8,
    },
    /// A bridge was repaired.
    Repaired {
        /// On which border.
        edge: EdgeIndex,
    },
    /// Fieldworks were built.
    Fieldworks {
        /// Where.
        area: AreaIndex,
        /// Whose.
        side: SideIndex,
    },
    /// Fieldworks are gone.
    FieldworksGone {
        /// Where.
        area: AreaIndex,
    },
    /// A roadblock was set.
    Roadblock {
        /// Where.
        area: AreaIndex,
        /// Whose.
        side: SideIndex,
    },
    /// A roadblock is gone.
    RoadblockGone {
        /// Where.
        area: AreaIndex,
    },
    /// A unit moved from one area to another.
    Moved {
        /// Who.
        unit: UnitIndex,
        /// From where.
        from: AreaIndex,
        /// Where to.
        to: AreaIndex,
    },
    /// A unit was turned back at a bridge.
    TurnedBack {
        /// Who.
        unit: UnitIndex,
        /// On which border.
        edge: EdgeIndex,
    },
    /// A unit got or lost its reserve marker.
    Reserve {
        /// Who.
        unit: UnitIndex,
        /// Has it one now?
        reserve: bool,
    },
    /// An area changed hands.
    Control {
        /// Which.
        area: AreaIndex,
        /// Whose it is now.
        side: SideIndex,
    },
    /// Everybody who attacks an area crossed rivers to get there.
    RiverAssault {
        /// Which.
        area: AreaIndex,
    },
    /// A combat began.
    Combat {
        /// Where.
        area: AreaIndex,
    },
    /// Who fights in it.
    FormedUp {
        /// Units of the phasing side in good order.
        attackers: Units,
        /// Units of the other side.
        defenders: Units,
    },
    /// A unit was shown.
    Revealed {
        /// Who.
        unit: UnitIndex,
    },
    /// A unit was hidden again.
    Hidden {
        /// Who.
        unit: UnitIndex,
    },
    /// A unit joined the defence.
    Joined {
        /// Who.
        unit: UnitIndex,
        /// From where.
        from: AreaIndex,
        /// Where the combat is.
        area: AreaIndex,
    },
    /// A side has its point.
    Point {
        /// Which side.
        side: SideIndex,
        /// The piece.
        piece: Piece,
    },
    /// A side fired with these Success Numbers and dice.
    Fired {
        /// Which side.
        side: SideIndex,
        /// With what.
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
        /// Who.
        unit: UnitIndex,
        /// Steps that it has left.
        left: u8,
    },
    /// A unit got a step back.
    StepGained {
        /// Who.
        unit: UnitIndex,
        /// Steps that it has now.
        steps: u8,
    },
    /// A unit was eliminated.
    Eliminated {
        /// Who.
        unit: UnitIndex,
    },
    /// The order of a unit changed.
    Ordered {
        /// Who.
        unit: UnitIndex,
        /// How it is now.
        order: Order,
    },
    /// A unit retreated.
    Retreated {
        /// Who.
        unit: UnitIndex,
        /// From where.
        from: AreaIndex,
        /// Where to.
        to: AreaIndex,
        /// Why.
        cause: RetreatCause,
    },
    /// An attack was aborted.
    Aborted {
        /// Where.
        area: AreaIndex,
    },
    /// Armour may exploit.
    ExploitationChance {
        /// Where.
        area: AreaIndex,
    },
    /// A unit checked morale.
    Checked {
        /// Who.
        unit: UnitIndex,
        /// Its Success Number.
        number: i8,
        /// Its die.
        die: u8,
        /// Did it pass?
        passed: bool,
    },
    /// A unit may exploit.
    Exploits {
        /// Who.
        unit: UnitIndex,
    },
    /// A unit is in supply now, or out of it.
    Supply {
        /// Who.
        unit: UnitIndex,
        /// Is it in supply?
        supplied: bool,
    },
    /// An area got its marker of being out of supply, or lost it. Whatever changes hands has none until the next Supply
    /// Phase.
    AreaSupply {
        /// Which.
        area: AreaIndex,
        /// Is it in supply?
        supplied: bool,
    },
    /// A turn is over.
    TurnEnds {
        /// Victory points of both sides.
        points: [i32; 2],
    },
    /// The battle is over.
    Over(Verdict),
}
