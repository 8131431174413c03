//! What events and the battle's own functions do, in a closed vocabulary (FAB-D16), so that the
//! compiler can check them and the engine can play them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{AssetKind, ChitBox, Class};
use crate::choice::choices;
use crate::ids::{AreaId, FormationId, HookId, TerrainId};

/// What an event does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Units in supply get steps back, one at a time.
    AddSteps {
        /// How many at most.
        n: u8,
        /// May a step of elite quality come back?
        elite_ok: bool,
        /// Only units of this class.
        class: Option<Class>,
        /// Only units of this formation.
        formation: Option<FormationId>,
    },
    /// Assets of one's own go from one box to another.
    MoveChits {
        /// From where.
        from: ChitBox,
        /// To where.
        to: ChitBox,
        /// How many at most.
        n: u8,
        /// Only assets of these kinds; of any when there are none.
        kinds: BTreeSet<AssetKind>,
    },
    /// Dice of its own in a combat.
    ExtraDice {
        /// How many.
        n: u8,
        /// Their Success Number, whatever the enemy.
        sn: i8,
        /// In which fire.
        step: FireKind,
    },
    /// A change of Success Numbers in a combat.
    SnModifier {
        /// Whose fire.
        side: Whose,
        /// Which fire; of both kinds when it is left out.
        fire: Option<FireKind>,
        /// By how much.
        n: i8,
        /// For how long.
        duration: Lasting,
    },
    /// Markers are placed.
    PlaceMarker {
        /// Which.
        marker: Marker,
        /// How many at most.
        n: u8,
        /// Where.
        area_filter: AreaFilter,
    },
    /// Markers are taken away.
    RemoveMarker {
        /// Which.
        marker: Marker,
        /// How many at most.
        n: u8,
        /// Where.
        area_filter: AreaFilter,
    },
    /// Bridges are blown without engineers.
    BlowBridge {
        /// How many at most.
        n: u8,
        /// On which areas.
        area_filter: AreaFilter,
    },
    /// Blown bridges are repaired without engineers.
    RepairBridge {
        /// How many at most.
        n: u8,
        /// On which areas.
        area_filter: AreaFilter,
    },
    /// A Special Action that was used can be used again.
    GrantSpecialAction,
    /// Enemy units are revealed until the end of the Administration Phase.
    Reveal {
        /// How many at most.
        n: u8,
    },
    /// Nothing that the rules play.
    NoOp,
    /// Something that an exclusive rule tells players and the rules do not know (FAB-V40).
    Custom {
        /// By which the exclusive rule is found.
        hook: HookId,
    },
}

choices! {
    /// A kind of fire.
    pub enum FireKind("kind of fire") {
        /// Of artillery assets.
        Artillery = "artillery",
        /// Of units and battle assets.
        Close = "close",
    }

    /// Whose.
    pub enum Whose("word for whose") {
        /// Of the side that plays the event.
        Own = "own",
        /// Of the other side.
        Enemy = "enemy",
    }

    /// How long a change lasts.
    pub enum Lasting("duration") {
        /// The combat round.
        Round = "round",
        /// The rest of the player turn.
        PlayerTurn = "player-turn",
    }

    /// A marker.
    pub enum Marker("marker") {
        /// Fieldworks (FAB-5.23): one's own when placed, the enemy's when taken away.
        Fieldworks = "fieldworks",
        /// A roadblock (FAB-4.34), likewise.
        Roadblock = "roadblock",
        /// Disorder (FAB-6.5) of an enemy unit when placed, of one's own when taken away.
        Disorder = "disorder",
        /// Reserve (FAB-5.21) of one's own unit when placed, of an enemy unit when taken away.
        Reserve = "reserve",
    }
}

/// Which areas an effect may choose from; what is left out asks nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AreaFilter {
    /// Who controls them.
    pub control: Option<Whose>,
    /// Are they contested?
    pub contested: Option<bool>,
    /// Are they in supply?
    pub supplied: Option<bool>,
    /// Their ground; any when there is none.
    pub terrain: BTreeSet<TerrainId>,
    /// These alone; any when there are none.
    pub areas: BTreeSet<AreaId>,
}
