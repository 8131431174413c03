//! Effects of events and of the battle's own functions, in a closed vocabulary (FAB-D16) that the
//! compiler can check and the engine can play.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{AssetKind, ChitBox, Class};
use crate::choice::choices;
use crate::ids::{AreaId, FormationId, HookId, TerrainId};

/// The effect of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Units in supply regain steps, one at a time.
    AddSteps {
        /// The maximum number of steps.
        n: u8,
        /// Whether steps of elite quality may be regained.
        elite_ok: bool,
        /// Only units of this class.
        class: Option<Class>,
        /// Only units of this formation.
        formation: Option<FormationId>,
    },
    /// The side moves its assets from one box to another.
    MoveChits {
        /// The box they leave.
        from: ChitBox,
        /// The box they enter.
        to: ChitBox,
        /// The maximum number of assets.
        n: u8,
        /// Only assets of these kinds; if empty, assets of any kind.
        kinds: BTreeSet<AssetKind>,
    },
    /// The event rolls its own dice in a combat.
    ExtraDice {
        /// The number of dice.
        n: u8,
        /// Their Success Number against any enemy.
        sn: i8,
        /// The kind of fire in which they roll.
        step: FireKind,
    },
    /// Success Numbers change in a combat.
    SnModifier {
        /// The side whose fire changes.
        side: RelativeSide,
        /// The kind of fire that changes; if not set, both kinds.
        fire: Option<FireKind>,
        /// The change of the Success Number.
        n: i8,
        /// How long the change lasts.
        duration: Lasting,
    },
    /// The side places markers.
    PlaceMarker {
        /// The kind of marker.
        marker: Marker,
        /// The maximum number of markers.
        n: u8,
        /// The areas to choose from.
        area_filter: AreaFilter,
    },
    /// The side removes markers.
    RemoveMarker {
        /// The kind of marker.
        marker: Marker,
        /// The maximum number of markers.
        n: u8,
        /// The areas to choose from.
        area_filter: AreaFilter,
    },
    /// The side blows bridges without engineers.
    BlowBridge {
        /// The maximum number of bridges.
        n: u8,
        /// The areas to choose from.
        area_filter: AreaFilter,
    },
    /// The side repairs blown bridges without engineers.
    RepairBridge {
        /// The maximum number of bridges.
        n: u8,
        /// The areas to choose from.
        area_filter: AreaFilter,
    },
    /// A used Special Action becomes available again.
    GrantSpecialAction,
    /// Enemy units are revealed until the end of the Administration Phase.
    Reveal {
        /// The maximum number of units.
        n: u8,
    },
    /// No effect that the rules play.
    NoOp,
    /// An effect that only an exclusive rule describes and the engine does not play (FAB-V40).
    Custom {
        /// The identifier of the exclusive rule.
        hook: HookId,
    },
}

choices! {
    /// A kind of fire.
    pub enum FireKind("kind of fire") {
        /// The fire of artillery assets.
        Artillery = "artillery",
        /// The fire of units and battle assets.
        Close = "close",
    }

    /// A side relative to the side that plays the event.
    #[cfg_attr(feature = "schema", schemars(rename = "Whose"))]
    pub enum RelativeSide("side") {
        /// The side that plays the event.
        Own = "own",
        /// The other side.
        Enemy = "enemy",
    }

    /// The duration of a change.
    pub enum Lasting("duration") {
        /// For the combat round.
        Round = "round",
        /// For the rest of the player turn.
        PlayerTurn = "player-turn",
    }

    /// A marker.
    pub enum Marker("marker") {
        /// Fieldworks (FAB-5.23): the side places its own or removes the enemy's.
        Fieldworks = "fieldworks",
        /// A roadblock (FAB-4.34): the side places its own or removes the enemy's.
        Roadblock = "roadblock",
        /// Disorder (FAB-6.5): placed on an enemy unit or removed from a friendly unit.
        Disorder = "disorder",
        /// Reserve (FAB-5.21): placed on a friendly unit or removed from an enemy unit.
        Reserve = "reserve",
    }
}

/// The areas that an effect may choose from. Keys that are not set do not restrict the choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AreaFilter {
    /// Only areas that this side controls.
    pub control: Option<RelativeSide>,
    /// Only contested areas, or only uncontested areas.
    pub contested: Option<bool>,
    /// Only areas in supply, or only areas out of supply.
    pub supplied: Option<bool>,
    /// Only areas with these kinds of terrain; if empty, any terrain.
    pub terrain: BTreeSet<TerrainId>,
    /// Only these areas; if empty, any area.
    pub areas: BTreeSet<AreaId>,
}
