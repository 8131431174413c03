//! Types of pieces that Table A does not have, by the terms of Table A (PB-3.6, PB-3.37).

use sandtable_pack::{PieceType, Quality};
use sandtable_source::Spanned;

use crate::ruleset::pub_battles::{Points, row_of_table_a};
use crate::values::number::Whole;
use crate::values::text::Text;
use crate::values::word::Word;

row_of_table_a! {
    /// A type of piece of one's own: like an arm, but for what is said here.
    pub struct OwnType("type of piece") {
        /// The arm that it is like: its symbol, its column, and all that is not said here.
        pub like: Spanned<Word<PieceType>> => "PB-3.37",
        /// What it is called.
        pub title: Option<Text>,
        /// Qualities that it may have; those of the arm if left out.
        pub qualities: Option<Vec<Spanned<Word<Quality>>>> => "PB-3.27",
    }
}
