//! Effects of events: a closed vocabulary (FAB-D16) that can be checked and played.

use sandtable_pack::fab as pack;
use sandtable_source::{Spanned, authored, choice};

use super::names::AreaName;
use crate::values::Id;
use crate::values::number::Whole;
use crate::values::word::Word;

/// Maximum number.
type Count = Spanned<Whole<1, 20>>;

authored! {
    /// The effect of an event: exactly one of these keys.
    pub struct Effect("effect") {
        /// Units in supply regain steps, one at a time.
        pub add_steps: Option<AddSteps>,
        /// The player's assets move from one box to another.
        pub move_chits: Option<MoveChits>,
        /// Extra dice in a combat.
        pub extra_dice: Option<ExtraDice>,
        /// A change of Success Numbers in a combat.
        pub sn_modifier: Option<SnModifier>,
        /// Places markers.
        pub place_marker: Option<MarkerEffect>,
        /// Removes markers.
        pub remove_marker: Option<MarkerEffect>,
        /// Blows bridges without engineers.
        pub blow_bridge: Option<BridgeEffect>,
        /// Repairs blown bridges without engineers.
        pub repair_bridge: Option<BridgeEffect>,
        /// Returns a used Special Action to play. Write `grant_special_action: true`.
        pub grant_special_action: Option<Spanned<bool>>,
        /// Reveals enemy units until the end of the Administration Phase.
        pub reveal: Option<Reveal>,
        /// No effect in play. Write `no_op: true`.
        pub no_op: Option<Spanned<bool>>,
        /// An effect outside this list: the `hook` of an item of `overrides` (FAB-V40).
        pub custom: Option<Spanned<Id>> => "FAB-V40",
    }
}

authored! {
    /// Steps that units regain.
    pub struct AddSteps("gain of steps") {
        /// Maximum number.
        pub n: Count,
        /// Whether a step of elite quality may be regained (default: false).
        pub elite_ok: Option<Spanned<bool>>,
        /// Only units of this class (default: both).
        pub class: Option<Spanned<Word<pack::Class>>>,
        /// Only units of this formation (default: any).
        pub formation: Option<Spanned<Id>>,
    }
}

authored! {
    /// Assets that move from one box to another.
    pub struct MoveChits("move of assets") {
        /// The box that they leave.
        pub from: Spanned<Word<pack::ChitBox>>,
        /// The box that they enter.
        pub to: Spanned<Word<pack::ChitBox>>,
        /// Maximum number.
        pub n: Count,
        /// Only assets of these kinds (default: any).
        pub kinds: Option<Vec<Spanned<Word<pack::AssetKind>>>>,
    }
}

authored! {
    /// Dice that an event rolls in a combat.
    pub struct ExtraDice("extra dice") {
        /// Number of dice.
        pub n: Count,
        /// Their Success Number, independent of the enemy.
        pub sn: Spanned<Whole<-10, 20>>,
        /// The kind of fire in which they are rolled.
        pub step: Spanned<Word<pack::FireKind>> => "FAB-V32",
    }
}

authored! {
    /// A change of Success Numbers.
    pub struct SnModifier("change of Success Numbers") {
        /// The side whose fire changes.
        pub side: Spanned<Word<pack::RelativeSide>>,
        /// The kind of fire that changes, or `all`.
        pub fire: Spanned<AnyFire> => "FAB-V32",
        /// The change.
        pub n: Spanned<Whole<-9, 9>>,
        /// Its duration (default: the round).
        pub duration: Option<Spanned<Word<pack::Lasting>>>,
    }
}

choice! {
    /// A kind of fire, or both.
    pub enum AnyFire("kind of fire") {
        /// Fire of artillery assets.
        Artillery = "artillery",
        /// Fire of units and battle assets.
        Close = "close",
        /// Both kinds of fire.
        All = "all",
    }
}

authored! {
    /// Markers that are placed or removed.
    pub struct MarkerEffect("effect on markers") {
        /// The kind of marker.
        pub marker: Spanned<Word<pack::Marker>>,
        /// Maximum number (default: 1).
        pub n: Option<Count>,
        /// The areas where it applies (default: anywhere).
        pub area_filter: Option<AreaFilter>,
    }
}

authored! {
    /// Bridges that are blown or repaired.
    pub struct BridgeEffect("effect on bridges") {
        /// Maximum number (default: 1).
        pub n: Option<Count>,
        /// The areas where it applies (default: any).
        pub area_filter: Option<AreaFilter>,
    }
}

authored! {
    /// Enemy units that are revealed.
    pub struct Reveal("reconnaissance") {
        /// Maximum number.
        pub n: Count,
    }
}

authored! {
    /// The areas that an effect may choose. If a key is omitted, it does not restrict the choice.
    pub struct AreaFilter("choice of areas") {
        /// The side that controls them.
        pub control: Option<Spanned<Word<pack::RelativeSide>>>,
        /// Whether they are contested.
        pub contested: Option<Spanned<bool>>,
        /// Whether they are in supply.
        pub supplied: Option<Spanned<bool>>,
        /// Only areas of these terrain types.
        pub terrain: Option<Vec<Spanned<Id>>>,
        /// Only these areas.
        pub areas: Option<Vec<Spanned<AreaName>>>,
    }
}
