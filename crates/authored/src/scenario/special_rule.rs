//! Special rules: a printed text, and one effect from a closed vocabulary (PB-3.18).

use sandtable_pack::{Act, Fight};
use sandtable_source::{Spanned, authored, choice};

use super::Moment;
use crate::values::Id;
use crate::values::length::Length;
use crate::values::number::Whole;
use crate::values::text::Text;
use crate::values::word::Word;

authored! {
    /// A rule of this battle alone: its text, whom it speaks of, and exactly one effect.
    pub struct SpecialRule("special rule") {
        /// The rule's id.
        pub id: Spanned<Id>,
        /// What is printed for players.
        pub text: Text,
        /// Whom it speaks of: ids of sides, commands, army HQs, pieces, trains; everybody if left out.
        pub who: Option<Vec<Spanned<Id>>> => "PB-3.18",
        /// Effect: they do not act before this turn.
        pub frozen_until: Option<Moment>,
        /// Effect: they do not act before something happens.
        pub activate_when: Option<Trigger>,
        /// Effect: they see and are seen no farther than this.
        pub visibility: Option<SpecialVisibility>,
        /// Effect: their dice are changed.
        pub modifier: Option<Modifier>,
        /// Effect: points beside those for destroyed pieces.
        pub victory: Option<SpecialVictory>,
        /// Effect: they may not do this.
        pub forbid: Option<Prohibition>,
        /// Effect: none but the printed text; the runner does not play it. Write `text_only: true`.
        pub text_only: Option<Spanned<bool>>,
    }
}

authored! {
    /// What wakes troops that wait: one of these.
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
    /// How far some see and are seen, and for how long.
    pub struct SpecialVisibility("limit of visibility") {
        /// The farthest.
        pub range: Spanned<Length>,
        /// The first turn of it; from the start if left out.
        pub from: Option<Moment>,
        /// The first turn without it; to the end if left out.
        pub until: Option<Moment>,
    }
}

authored! {
    /// A change of dice.
    pub struct Modifier("modifier") {
        /// Added to each of their dice: 1, 2, -1 or -2.
        pub die: Spanned<Whole<-2, 2>>,
        /// In which of their fights; always if left out.
        pub when: Option<Spanned<Word<Fight>>>,
    }
}

authored! {
    /// Points beside those for destroyed pieces.
    pub struct SpecialVictory("award of points") {
        /// The side that gets them.
        pub side: Spanned<Id>,
        /// For each block of `who` of which `when` is true.
        pub points: Spanned<Whole<1, 1_000>>,
        /// What has to have become of it.
        pub when: Spanned<Fate>,
        /// The entry by which it left the map; needed with `when: left`.
        pub entry: Option<Spanned<Id>>,
    }
}

choice! {
    /// What became of a block.
    pub enum Fate("fate") {
        /// It was destroyed.
        Destroyed = "destroyed",
        /// It was on the map at the end.
        Survived = "survived",
        /// It left the map by the entry that is named.
        Left = "left",
    }
}

authored! {
    /// What some may not do, and for how long.
    pub struct Prohibition("prohibition") {
        /// What they may not do.
        pub acts: Spanned<Vec<Spanned<Word<Act>>>>,
        /// The first turn on which they may; never if left out.
        pub until: Option<Moment>,
    }
}
