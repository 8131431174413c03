//! Rulings of FAB as a ruleset file words them (FAB-D40).

use sandtable_pack::fab;
use sandtable_source::Spanned;

use crate::ruleset::layer::table;
use crate::values::word::Word;

table! {
    /// What is ruled where the rules of the series are silent or contradict themselves.
    pub struct Rulings("table of rulings") is fab::Rulings {
        /// What becomes of a unit that must retreat and cannot (FAB-A4).
        pub no_way_back: Option<Spanned<Word<fab::NoWayBack>>> => "FAB-A4",
        /// Over what step losses are counted before a unit may take its second (FAB-A5).
        pub loss_scope: Option<Spanned<Word<fab::LossScope>>> => "FAB-A5",
        /// What a defender needs to be given assets (FAB-A6).
        pub supply_for_assets: Option<Spanned<Word<fab::SupplyForAssets>>> => "FAB-A6",
        /// Who may cross a border whose bridge was blown before he came (FAB-A12).
        pub blown_crossing: Option<Spanned<Word<fab::BlownCrossing>>> => "FAB-A12",
        /// Against which fire fieldworks help (FAB-A17).
        pub fieldworks_cover: Option<Spanned<Word<fab::FieldworksCover>>> => "FAB-A17",
    }
}
