//! Types of pieces that Table A does not have, by the terms of Table A (PB-3.6, PB-3.37).

use sandtable_source::{Spanned, authored};

use super::forces::{Arm, Quality};
use super::ruleset::{MoveClass, PieceRow, Points, StatusKind};
use super::values::{Text, Whole};

authored! {
    /// A type of piece of one's own: like an arm, but for what is said here.
    pub struct OwnType("type of piece") {
        /// The arm that it is like: its symbol, its column, and all that is not said here.
        pub like: Spanned<Arm> => "PB-3.37",
        /// What it is called.
        pub title: Option<Text>,
        /// Qualities that it may have; those of the arm if left out.
        pub qualities: Option<Vec<Spanned<Quality>>> => "PB-3.27",
        /// Dice it rolls (PB-23.1).
        pub dice: Option<Spanned<Whole<1, 12>>>,
        /// A die of this or more hits (PB-23.1).
        pub hits_on: Option<Spanned<Whole<2, 6>>>,
        /// Foot or mounted (PB-6.1).
        pub moves: Option<Spanned<MoveClass>>,
        /// Projects a field of fire (PB-10.1).
        pub field_of_fire: Option<bool>,
        /// May make contact (PB-12.4).
        pub attacks: Option<bool>,
        /// May support (PB-13.1).
        pub supports: Option<bool>,
        /// May bombard (PB-15.1).
        pub bombards: Option<bool>,
        /// May enter marsh (PB-6.13).
        pub enters_marsh: Option<bool>,
        /// Rallies only near an unpacked train (PB-19.1, PB-19.2).
        pub rally_needs_baggage: Option<bool>,
        /// Has Fresh and Spent, or one state only (PB-A10).
        pub status: Option<Spanned<StatusKind>>,
        /// Counts for Rout (PB-29.3).
        pub counts_for_rout: Option<bool>,
        /// Points when destroyed, by quality (PB-29.1).
        pub points: Option<Points>,
    }
}

impl OwnType {
    /// What it says of its row.
    pub fn row(&self) -> PieceRow {
        PieceRow {
            span: self.span,
            dice: self.dice.clone(),
            hits_on: self.hits_on.clone(),
            moves: self.moves.clone(),
            field_of_fire: self.field_of_fire,
            attacks: self.attacks,
            supports: self.supports,
            bombards: self.bombards,
            enters_marsh: self.enters_marsh,
            rally_needs_baggage: self.rally_needs_baggage,
            status: self.status.clone(),
            counts_for_rout: self.counts_for_rout,
            points: self.points.clone(),
        }
    }
}
