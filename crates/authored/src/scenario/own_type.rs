//! Piece types that are not in Table A, defined in its terms (PB-3.6, PB-3.37).

use sandtable_pack::{PieceType, Quality};
use sandtable_source::Spanned;

use crate::ruleset::pub_battles::{Points, row_of_table_a};
use crate::values::number::Whole;
use crate::values::text::Text;
use crate::values::word::Word;

row_of_table_a! {
    /// A custom piece type: like an arm, except for the keys that are set here.
    pub struct OwnType("type of piece") {
        /// The arm that provides its symbol, its column length, and the values of omitted keys.
        pub like: Spanned<Word<PieceType>> => "PB-3.37",
        /// Its name.
        pub title: Option<Text>,
        /// Its permitted qualities (default: those of the arm).
        pub qualities: Option<Vec<Spanned<Word<Quality>>>> => "PB-3.27",
    }
}
