//! Authored files as types (scenario, map, ruleset, orders of battle, quantities), and their
//! readers.
//!
//! Authored types have public fields with spans, and their values may be invalid. They are read
//! from the spanned tree; reading also reports every diagnostic that needs only the text. The JSON
//! schemas for editors are generated from the same types.
//!
//! This crate has no map geometry and no validated battle: `map` and `compile` interpret the
//! values. It accesses files only through [`sandtable_source::Files`].

pub mod fab;
mod frame;
mod map;
mod reading;
pub mod ruleset;
mod scenario;
mod schema;
mod values;

pub use frame::edges;
pub use frame::georeference::{Geographic, Georeference};
pub use frame::projection::{Frame, PlanePoint, Projection};
pub use map::style::{StyleChoice, Symbol};
pub use map::{Credit, Entry, Frame as AuthoredFrame, Layer, LayerClass, Map};
pub use reading::default_notes::{note_default, note_default_for_rule};
pub use reading::digit_typo::{DigitTypo, wrong_digits};
pub use reading::encoding::is_utf16;
pub use reading::file_kind::FileKind;
pub use reading::foreign_file::ForeignFile;
pub use reading::include::is_side;
pub use reading::missing_layers::{EmptyReason, MissingLayers};
pub use reading::repeated_items::report_repeated;
pub use reading::reporter::Reporter;
pub use reading::source_reader::{MEGABYTE, SourceReader};
pub use reading::wording::{
    MISSING_LETTER_LABEL, garbled_text_diagnostic, missing_letter_diagnostic,
};
pub use ruleset::own_types;
pub use ruleset::own_types::{TypeTitles, add as add_own_types};
pub use ruleset::pub_battles::RulesetChoice;
pub use ruleset::system::scenario_system;
pub use ruleset::{
    AnyRuleset, built_in_rulesets, fab_series, load as load_ruleset, load_fab, load_ruleset_by_name,
};
pub use scenario::forces::{Command, Commander, DetachmentPool, Piece, Reinforcement, Side};
pub use scenario::free_game::{FreeSide, SetUpGround};
pub use scenario::orders::OrderOfBattle;
pub use scenario::special_rule::{Fate, SpecialRule, SpecialVisibility, Trigger};
pub use scenario::type_name::TypeName;
pub use scenario::{
    BlockProfile, BlockSize, Calendar, Moment, Objective, Scenario, SideComponents, Weather,
};
#[cfg(feature = "schema")]
pub use schema::generate::generated_schemas;
pub use schema::pages::schema_pages;
pub use schema::schemas;
pub use values::languages::languages;
pub use values::length::{GroundDistance, Length, PaperMeasure, ScaleRatio};
pub use values::number::Whole;
pub use values::place::{Bearing, Coordinate, Position};
pub use values::quantity;
pub use values::quantity::{COMPASS, Quantity};
pub use values::text::{Colour, LongText, Text, to_printed};
pub use values::time::{ClockTime, Date, Days};
pub use values::title_date::{TitleDate, days_since};
pub use values::word::Word;
pub use values::{Format, Id, id_help, is_romanised, kebab};

#[cfg(test)]
mod tests {
    /// Files and packs refuse the same characters and lines, so packs of valid files are valid.
    #[test]
    fn files_and_packs_agree_on_texts() {
        for c in '\0'..=char::MAX {
            assert_eq!(
                sandtable_source::is_unprintable(c),
                sandtable_pack::is_unprintable(c),
                "{c:?}"
            );
            let line = format!("a {c} b");
            assert_eq!(sandtable_source::has_wide_gap(&line), sandtable_pack::has_wide_gap(&line));
        }
    }
}
