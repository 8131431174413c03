//! What events do, in a closed vocabulary (FAB-D16), so that it can be checked and played.

use sandtable_pack::fab as pack;
use sandtable_source::{Spanned, authored, choice};

use super::names::AreaName;
use crate::values::Id;
use crate::values::number::Whole;
use crate::values::word::Word;

/// How many at most.
type Count = Spanned<Whole<1, 20>>;

authored! {
    /// What an event does: exactly one of these.
    pub struct Effect("effect") {
        /// Units in supply get steps back, one at a time.
        pub add_steps: Option<AddSteps>,
        /// Assets of one's own go from one box to another.
        pub move_chits: Option<MoveChits>,
        /// Dice of its own in a combat.
        pub extra_dice: Option<ExtraDice>,
        /// A change of Success Numbers in a combat.
        pub sn_modifier: Option<SnModifier>,
        /// Markers are placed.
        pub place_marker: Option<MarkerEffect>,
        /// Markers are taken away.
        pub remove_marker: Option<MarkerEffect>,
        /// Bridges are blown without engineers.
        pub blow_bridge: Option<BridgeEffect>,
        /// Blown bridges are repaired without engineers.
        pub repair_bridge: Option<BridgeEffect>,
        /// A Special Action that was used can be used again. Write `grant_special_action: true`.
        pub grant_special_action: Option<Spanned<bool>>,
        /// Enemy units are revealed until the end of the Administration Phase.
        pub reveal: Option<Reveal>,
        /// Nothing that the rules play. Write `no_op: true`.
        pub no_op: Option<Spanned<bool>>,
        /// Something that no word of this list says: the `hook` of an item of `overrides` (FAB-V40).
        pub custom: Option<Spanned<Id>> => "FAB-V40",
    }
}

authored! {
    /// Steps that units get back.
    pub struct AddSteps("gain of steps") {
        /// How many at most.
        pub n: Count,
        /// May a step of elite quality come back? Not, if left out.
        pub elite_ok: Option<Spanned<bool>>,
        /// Only units of this class; of both if left out.
        pub class: Option<Spanned<Word<pack::Class>>>,
        /// Only units of this formation; of any if left out.
        pub formation: Option<Spanned<Id>>,
    }
}

authored! {
    /// Assets that go from one box to another.
    pub struct MoveChits("move of assets") {
        /// From where.
        pub from: Spanned<Word<pack::ChitBox>>,
        /// To where.
        pub to: Spanned<Word<pack::ChitBox>>,
        /// How many at most.
        pub n: Count,
        /// Only assets of these kinds; of any if left out.
        pub kinds: Option<Vec<Spanned<Word<pack::AssetKind>>>>,
    }
}

authored! {
    /// Dice that an event rolls in a combat.
    pub struct ExtraDice("extra dice") {
        /// How many.
        pub n: Count,
        /// Their Success Number, whatever the enemy.
        pub sn: Spanned<Whole<-10, 20>>,
        /// In which fire they are rolled.
        pub step: Spanned<Word<pack::FireKind>> => "FAB-V32",
    }
}

authored! {
    /// A change of Success Numbers.
    pub struct SnModifier("change of Success Numbers") {
        /// Whose fire it changes.
        pub side: Spanned<Word<pack::RelativeSide>>,
        /// Which fire it changes, or `all`.
        pub fire: Spanned<AnyFire> => "FAB-V32",
        /// By how much.
        pub n: Spanned<Whole<-9, 9>>,
        /// For how long; for the round if left out.
        pub duration: Option<Spanned<Word<pack::Lasting>>>,
    }
}

choice! {
    /// A kind of fire, or both.
    pub enum AnyFire("kind of fire") {
        /// Of artillery assets.
        Artillery = "artillery",
        /// Of units and battle assets.
        Close = "close",
        /// Both.
        All = "all",
    }
}

authored! {
    /// Markers that are placed or taken away.
    pub struct MarkerEffect("effect on markers") {
        /// Which.
        pub marker: Spanned<Word<pack::Marker>>,
        /// How many at most; 1 if left out.
        pub n: Option<Count>,
        /// Where; anywhere if left out.
        pub area_filter: Option<AreaFilter>,
    }
}

authored! {
    /// Bridges that are blown or repaired.
    pub struct BridgeEffect("effect on bridges") {
        /// How many at most; 1 if left out.
        pub n: Option<Count>,
        /// On which areas; on any if left out.
        pub area_filter: Option<AreaFilter>,
    }
}

authored! {
    /// Enemy units that are revealed.
    pub struct Reveal("reconnaissance") {
        /// How many at most.
        pub n: Count,
    }
}

authored! {
    /// Which areas an effect may choose from; what is left out asks nothing.
    pub struct AreaFilter("choice of areas") {
        /// Who controls them.
        pub control: Option<Spanned<Word<pack::RelativeSide>>>,
        /// Are they contested?
        pub contested: Option<Spanned<bool>>,
        /// Are they in supply?
        pub supplied: Option<Spanned<bool>>,
        /// Only on this ground.
        pub terrain: Option<Vec<Spanned<Id>>>,
        /// Only these.
        pub areas: Option<Vec<Spanned<AreaName>>>,
    }
}
