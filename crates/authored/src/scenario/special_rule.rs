//! Special rules, each with a printed text and one effect from a closed vocabulary (PB-3.18).

use sandtable_pack::{Act, Fight};
use sandtable_source::{Spanned, authored, choice};

use super::Moment;
use crate::values::Id;
use crate::values::length::Length;
use crate::values::number::Whole;
use crate::values::text::LongText;
use crate::values::word::Word;

authored! {
    /// A rule for this battle only: its text, the pieces that it applies to, and exactly one
    /// effect.
    pub struct SpecialRule("special rule") {
        /// The rule's id.
        pub id: Spanned<Id>,
        /// The text printed for players.
        pub text: LongText,
        /// The pieces that it applies to: ids of sides, commands, army HQs, pieces, trains (default: all).
        pub who: Option<Vec<Spanned<Id>>> => "PB-3.18",
        /// Effect: they do nothing before this turn.
        pub frozen_until: Option<Moment>,
        /// Effect: they do nothing before an event.
        pub activate_when: Option<Trigger>,
        /// Effect: they see, and can be seen, only up to a distance.
        pub visibility: Option<SpecialVisibility>,
        /// Effect: a modifier to their dice.
        pub modifier: Option<Modifier>,
        /// Effect: points in addition to those for destroyed pieces.
        pub victory: Option<SpecialVictory>,
        /// Effect: some acts are forbidden.
        pub forbid: Option<Prohibition>,
        /// Effect: only a printed text, which the runner does not apply. Write `text_only:
        /// true`.
        pub text_only: Option<Spanned<bool>>,
    }
}

authored! {
    /// The event that activates inactive troops: exactly one of these.
    pub struct Trigger("trigger") {
        /// An enemy combat piece is within this distance of one of them.
        pub enemy_within: Option<Spanned<Length>>,
        /// One of them was attacked or bombarded. Write `attacked: true`.
        pub attacked: Option<Spanned<bool>>,
        /// This piece, of either side, was destroyed.
        pub destroyed: Option<Spanned<Id>>,
    }
}

authored! {
    /// A temporary limit on the distance at which some pieces see and can be seen.
    pub struct SpecialVisibility("limit of visibility") {
        /// The limit.
        pub range: Spanned<Length>,
        /// The first turn with the limit (default: the first turn of the battle).
        pub from: Option<Moment>,
        /// The first turn without the limit (default: never).
        pub until: Option<Moment>,
    }
}

authored! {
    /// A modifier to dice.
    pub struct Modifier("modifier") {
        /// The number added to each of their dice: 1, 2, -1 or -2.
        pub die: Spanned<Whole<-2, 2>>,
        /// The fights in which it applies (default: all).
        pub when: Option<Spanned<Word<Fight>>>,
    }
}

authored! {
    /// Points in addition to those for destroyed pieces.
    pub struct SpecialVictory("award of points") {
        /// The side that receives them.
        pub side: Spanned<Id>,
        /// Points for each block of `who` that meets `when`.
        pub points: Spanned<Whole<1, 1_000>>,
        /// The required fate of the block.
        pub when: Spanned<Fate>,
        /// The entry where it left the map; required with `when: left`.
        pub entry: Option<Spanned<Id>>,
    }
}

choice! {
    /// The fate of a block.
    pub enum Fate("fate") {
        /// It was destroyed.
        Destroyed = "destroyed",
        /// It was on the map at the end.
        Survived = "survived",
        /// It left the map by the named entry.
        Left = "left",
    }
}

authored! {
    /// Acts that some pieces may not perform, until a turn.
    pub struct Prohibition("prohibition") {
        /// The forbidden acts.
        pub acts: Spanned<Vec<Spanned<Word<Act>>>>,
        /// The first turn in which they are allowed again (default: never).
        pub until: Option<Moment>,
    }
}
