//! Rulings of FAB as a ruleset file words them (FAB-D40).

use sandtable_pack::fab;
use sandtable_source::Spanned;

use crate::ruleset::layer::{setting, table};
use crate::values::word::Word;

table! {
    /// What is ruled where the rules of the series are silent or contradict themselves.
    pub struct Rulings("table of rulings") is fab::Rulings {
        /// What becomes of a unit that must retreat and cannot (FAB-A4).
        pub no_way_back: Option<Spanned<Word<fab::NoWayBack>>> => "FAB-A4",
        /// Over what step losses are counted before a unit may take its second (FAB-A5).
        pub loss_scope: Option<Spanned<LossScope>> => "FAB-A5",
        /// What a defender needs to be given assets (FAB-A6).
        pub supply_for_assets: Option<Spanned<Word<fab::SupplyForAssets>>> => "FAB-A6",
        /// Who may cross a border whose bridge was blown before he came (FAB-A12).
        pub blown_crossing: Option<Spanned<BlownCrossing>> => "FAB-A12",
        /// Against which fire fieldworks help (FAB-A17).
        pub fieldworks_cover: Option<Spanned<FieldworksCover>> => "FAB-A17",
    }
}

setting! {
    /// Over what step losses are counted (FAB-A5).
    pub enum LossScope("word for `loss_scope`") in fab {
        /// Over the whole round.
        Round = "round",
        /// Over the hits of one fire: the point unit is first again in each.
        PerBatch = "per-batch",
    }
}

setting! {
    /// Who may cross a border whose bridge was blown before he came (FAB-A12).
    pub enum BlownCrossing("word for `blown_crossing`") in fab {
        /// A unit with its first step of the phase only.
        FirstStep = "first-step",
        /// A unit with any step, if it began the phase beside the area.
        AnyStep = "any-step",
    }
}

setting! {
    /// Against which fire fieldworks help (FAB-A17).
    pub enum FieldworksCover("word for `fieldworks_cover`") in fab {
        /// Against artillery and close fire.
        AllFire = "all-fire",
        /// Against close fire alone.
        CloseOnly = "close-only",
    }
}
