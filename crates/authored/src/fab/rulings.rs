//! FAB rulings in a ruleset file (FAB-D40).

use sandtable_pack::fab;
use sandtable_source::Spanned;

use crate::ruleset::layer::table;
use crate::values::word::Word;

table! {
    /// Rulings on questions that the rules of the series leave open or contradict.
    pub struct Rulings("rulings") is fab::Rulings {
        /// The fate of a unit that must retreat but cannot (FAB-A4).
        pub no_way_back: Option<Spanned<Word<fab::NoWayBack>>> => "FAB-A4",
        /// The scope in which step losses are counted before a unit may take a second one (FAB-A5).
        pub loss_scope: Option<Spanned<Word<fab::LossScope>>> => "FAB-A5",
        /// The supply that a defender needs to be assigned assets (FAB-A6).
        pub supply_for_assets: Option<Spanned<Word<fab::SupplyForAssets>>> => "FAB-A6",
        /// The units that may cross a border whose bridge was blown before they arrived (FAB-A12).
        pub blown_crossing: Option<Spanned<Word<fab::BlownCrossing>>> => "FAB-A12",
        /// The kinds of fire that fieldworks protect against (FAB-A17).
        pub fieldworks_cover: Option<Spanned<Word<fab::FieldworksCover>>> => "FAB-A17",
        /// The exploitation opportunity of an attacker that eliminated the defender by artillery
        /// and then aborts (FAB-A29).
        pub exploitation_after_abort: Option<Spanned<Word<fab::ExploitationAfterAbort>>> => "FAB-A29",
        /// Whether each side hides its assets and events in the cup and in the Available and Used
        /// boxes (FAB-10a).
        pub hidden_boxes: Option<Spanned<bool>> => "FAB-10a",
    }
}
