//! The diary: everything that changes, with the rule it rests on (FAB-E5).

use sandtable_pack::fab::{FireKind, Order, Phase};
use sandtable_rules::RuleId;
use serde::Serialize;
use smallvec::SmallVec;

use crate::action::Piece;
use crate::index::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};
use crate::state::{ChitPlace, RetreatCause};
use crate::victory::Verdict;

/// One entry of the diary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The rule, ruling or procedure.
    pub rule: RuleId,
    /// What happened.
    pub happening: Happening,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// A turn began.
    Turn(u8),
    /// A phase began, of this player.
    Phase(Phase, SideIndex),
    /// An asset, event or Special Action went somewhere.
    Chit(ChitIndex, ChitPlace),
    /// A unit arrived.
    Arrived(UnitIndex, AreaIndex),
    /// A unit found no way in.
    Delayed(UnitIndex),
    /// A bridge was blown.
    Blown(EdgeIndex),
    /// An attempt to blow it failed with this die.
    BridgeStands(EdgeIndex, u8),
    /// A bridge was repaired.
    Repaired(EdgeIndex),
    /// Fieldworks were built.
    Fieldworks(AreaIndex, SideIndex),
    /// Fieldworks are gone.
    FieldworksGone(AreaIndex),
    /// A roadblock was set.
    Roadblock(AreaIndex, SideIndex),
    /// A roadblock is gone.
    RoadblockGone(AreaIndex),
    /// A unit moved from one area to another.
    Moved(UnitIndex, AreaIndex, AreaIndex),
    /// A unit was turned back at a bridge.
    TurnedBack(UnitIndex, EdgeIndex),
    /// A unit got or lost its reserve marker.
    Reserve(UnitIndex, bool),
    /// An area changed hands.
    Control(AreaIndex, SideIndex),
    /// Everybody who attacks an area crossed rivers to get there.
    RiverAssault(AreaIndex),
    /// A combat began.
    Combat(AreaIndex),
    /// A unit was shown.
    Revealed(UnitIndex),
    /// A unit joined the defence.
    Joined(UnitIndex),
    /// This piece is the point of its side.
    Point(SideIndex, Piece),
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
    /// A unit lost a step and has so many left.
    StepLost(UnitIndex, u8),
    /// A unit got a step back and has so many now.
    StepGained(UnitIndex, u8),
    /// A unit was eliminated.
    Eliminated(UnitIndex),
    /// The order of a unit changed.
    Ordered(UnitIndex, Order),
    /// A unit retreated.
    Retreated(UnitIndex, AreaIndex, RetreatCause),
    /// An attack was aborted.
    Aborted(AreaIndex),
    /// Armour may exploit.
    ExploitationChance(AreaIndex),
    /// A unit checked morale with this Success Number and this die.
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
    Exploits(UnitIndex),
    /// A unit is in supply now, or out of it.
    Supply(UnitIndex, bool),
    /// The battle is over.
    Over(Verdict),
}
