//! `scenario.yaml`, the battle as a whole. Sides, special rules and types are in separate modules.

pub(crate) mod allow;
pub(crate) mod block_profile;
pub(crate) mod forces;
pub(crate) mod free_game;
pub(crate) mod orders;
pub(crate) mod own_type;
#[cfg(feature = "schema")]
pub(crate) mod parts;
pub(crate) mod special_rule;
pub(crate) mod type_name;

use sandtable_source::{Named, Spanned, authored};

use crate::ruleset::pub_battles::RulesetChoice;
use crate::scenario::allow::Allow;
use crate::scenario::forces::Side;
use crate::scenario::free_game::FreeGame;
use crate::scenario::own_type::OwnType;
use crate::scenario::special_rule::SpecialRule;
use crate::values::length::{Length, PaperMeasure};
use crate::values::number::Whole;
use crate::values::place::Position;
use crate::values::text::{LongText, Text};
use crate::values::time::{ClockTime, Date, Days};
use crate::values::title_date::day_of_month;
use crate::values::word::Word;
use crate::values::{Format, Id};

authored! {
    /// A battle: calendar, sides, commands, pieces, set-up and reinforcements.
    pub struct Scenario("scenario") {
        /// Version of this format; always 1.
        pub format: Spanned<Format>,
        /// The battle's id.
        pub id: Spanned<Id>,
        /// The battle's title.
        pub title: Text,
        /// Date of publication, the only date that reaches a printed file.
        pub published: Option<Spanned<Date>>,
        /// Languages of every text (default: [en]).
        pub languages: Option<Vec<Spanned<Word<sandtable_pack::Language>>>>,
        /// The ruleset: `pub-battles/3.2`, a file that `extends:` one, or `extends:` with one and the changes.
        pub ruleset: Spanned<RulesetChoice>,
        /// The map's file, relative to this one.
        pub map: Spanned<String>,
        /// Turns and days.
        pub calendar: Calendar,
        /// The side that chooses the order of combats (PB-3.3) (default: the one with the better ratings).
        pub combat_order: Option<Spanned<String>> => "PB-3.24",
        /// Road length of a piece in column, by arm (PB-3.4).
        pub column_length: Option<ColumnLength>,
        /// Real size of the wooden blocks.
        pub block_profile: Option<Spanned<BlockProfile>>,
        /// The two sides by id; the first one is side 1.
        #[cfg_attr(feature = "schema", schemars(with = "Named<crate::scenario::parts::Part<Side>>"))]
        pub sides: Spanned<Named<Side>>,
        /// Piece types of this battle, such as horse artillery, by name (PB-3.6, PB-3.37).
        pub types: Option<Named<OwnType>>,
        /// Visibility from turn to turn (PB-3.15) (default: clear).
        pub weather: Option<Vec<Weather>>,
        /// Terrain that is worth points.
        pub objectives: Option<Vec<Objective>>,
        /// Rules for this battle only: a printed text and its effect (PB-3.18).
        pub special_rules: Option<Vec<SpecialRule>>,
        /// The free parts of the battle, for which players write their own orders of battle
        /// (PB-32).
        pub free_game: Option<FreeGame> => "PB-32.1",
        /// The contents of the box. `check` compares the battle with them.
        pub components: Option<Components>,
        /// Printed text about the situation.
        pub notes: Option<LongText>,
        /// Printed text about the historical outcome.
        pub history: Option<LongText>,
        /// The corrected edition.
        pub errata: Option<Errata>,
        /// Intended warnings, each for one place and with a reason.
        pub allow: Option<Vec<Allow>>,
    }
}

authored! {
    /// Turns and days of the battle (PB-1.8).
    pub struct Calendar("calendar") {
        /// Date of day 1, such as 1863-07-02.
        pub date: Spanned<Date>,
        /// First turn of day 1.
        pub first_turn: Spanned<Whole<1, 8>> => "PB-3.23",
        /// Last turn of the last day; omitted if `days` is `open`.
        pub last_turn: Option<Spanned<Whole<1, 8>>> => "PB-1.8",
        /// Number of days, or `open` for a battle that continues until it is won (PB-3.17).
        pub days: Spanned<Days> => "PB-3.17",
        /// Clock time at which turn 1 begins, such as "07:00"; a turn is an hour and a half.
        pub dawn: Spanned<ClockTime>,
    }
}

authored! {
    /// Road length of a piece in column (PB-A51) (default: the length of the block).
    pub struct ColumnLength("column length") {
        /// Infantry and detachments.
        pub infantry: Option<Spanned<Length>> => "PB-3.4",
        /// Artillery.
        pub artillery: Option<Spanned<Length>> => "PB-3.4",
        /// Cavalry and dragoons.
        pub cavalry: Option<Spanned<Length>> => "PB-3.4",
        /// Baggage trains.
        pub baggage: Option<Spanned<Length>> => "PB-3.4",
    }
}

authored! {
    /// Measures of the wooden blocks.
    pub struct BlockSize("block profile") {
        /// Along the front, such as `38.1 mm`.
        pub length: Spanned<PaperMeasure>,
        /// Height of the face that carries the sticker.
        pub height: Spanned<PaperMeasure>,
        /// From front to back.
        pub thickness: Spanned<PaperMeasure>,
        /// Distance between the edge of the label and the edge of the face (default: 0).
        pub inset: Option<Spanned<PaperMeasure>>,
    }
}

impl BlockSize {
    /// Length, height and thickness.
    pub fn measures(&self) -> [&Spanned<PaperMeasure>; 3] {
        [&self.length, &self.height, &self.thickness]
    }

    /// The block profile, valid or not.
    pub fn profile(&self) -> sandtable_pack::BlockProfile {
        let length = |measure: &Spanned<PaperMeasure>| {
            sandtable_pack::PaperLength::from_millimetres(measure.millimetres)
        };
        sandtable_pack::BlockProfile {
            length: length(&self.length),
            height: length(&self.height),
            thickness: length(&self.thickness),
            inset: self.inset.as_ref().map_or(sandtable_pack::PaperLength::ZERO, length),
        }
    }
}

/// The publisher's blocks or custom measures.
#[derive(Clone, Debug)]
pub enum BlockProfile {
    /// 1 1/2 × 3/8 inch.
    Publisher,
    /// Custom measures.
    Size(BlockSize),
}

impl Calendar {
    /// The last day and its last turn; for an open calendar, the maximum day and turn.
    pub fn end(&self) -> (i64, i64) {
        match (self.days.value, &self.last_turn) {
            (Days::Open, _) => (9, 8),
            (Days::Count(days), Some(last)) => (days, last.0),
            (Days::Count(days), None) => (days, 8),
        }
    }

    /// Returns the suggestion for a day beyond the calendar that is one of its days of the month.
    /// `turn` is the turn in the same entry.
    pub fn day_of_month(&self, day: i64, turn: i64) -> Option<String> {
        let (days, last) = self.end();
        let (battle_day, help) = day_of_month(&self.date.value.0, days, day)?;
        let is_within =
            (1, self.first_turn.0) <= (battle_day, turn) && (battle_day, turn) <= (days, last);
        (day > days && is_within).then_some(help)
    }
}

authored! {
    /// A turn on a day.
    pub struct Moment("turn") {
        /// Day (default: 1).
        pub day: Option<Spanned<Whole<1, 9>>> => "PB-3.23",
        /// Turn of that day.
        pub turn: Spanned<Whole<1, 8>> => "PB-3.23",
    }
}

authored! {
    /// Weather from a turn on, until the next entry in the list.
    pub struct Weather("weather") {
        /// Day (default: 1).
        pub day: Option<Spanned<Whole<1, 9>>> => "PB-3.15",
        /// Turn of that day.
        pub turn: Spanned<Whole<1, 8>> => "PB-3.15",
        /// Its title, such as "Morning mist".
        pub title: Text,
        /// The maximum distance of sight and bombardment (PB-A22) (default: clear weather).
        pub visibility: Option<Spanned<Length>> => "PB-3.15",
    }
}

authored! {
    /// Terrain that is worth points: `at` and `within`, or `area`.
    pub struct Objective("objective") {
        /// The objective's id.
        pub id: Spanned<Id>,
        /// Its name.
        pub title: Text,
        /// Its centre; requires `within`.
        pub at: Option<Spanned<Position>>,
        /// Its radius around `at`.
        pub within: Option<Spanned<Length>>,
        /// The id of a map feature with an area: a zone, a hill, a village, a wood.
        pub area: Option<Spanned<Id>>,
        /// Points for the side that holds it.
        pub points: Spanned<Whole<1, 1_000>>,
        /// The only side that can score it (default: both).
        pub r#for: Option<Spanned<Id>>,
        /// The time at which its points are counted (default: at the end).
        pub counted: Option<Spanned<Word<sandtable_pack::ObjectiveTiming>>>,
    }
}

authored! {
    /// The contents of the box.
    pub struct Components("list of components") {
        /// Six-sided dice.
        pub dice: Option<Spanned<Whole<0, 1_000>>>,
        /// Blocks, chits and cards of each side, by its id.
        pub sides: Option<Named<SideComponents>>,
    }
}

authored! {
    /// Blocks, chits and cards of one side. An omitted key is not counted.
    pub struct SideComponents("list of components of a side") {
        /// Combat pieces by type. A type that is not in the list is not in the box.
        pub pieces: Option<Named<Spanned<Whole<0, 1_000>>>>,
        /// Headquarters, including that of the army.
        pub hqs: Option<Spanned<Whole<0, 1_000>>>,
        /// Baggage trains.
        pub baggage: Option<Spanned<Whole<0, 1_000>>>,
        /// Command chits.
        pub chits: Option<Spanned<Whole<0, 1_000>>>,
        /// Reserve cards, one for each HQ (PB-9.1).
        pub reserve_cards: Option<Spanned<Whole<0, 1_000>>>,
    }
}

authored! {
    /// The corrected edition.
    pub struct Errata("errata") {
        /// Its version, such as "1.1".
        pub version: Spanned<String>,
        /// The corrections.
        pub text: Option<LongText>,
    }
}
