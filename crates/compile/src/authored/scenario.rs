//! `scenario.yaml`.

use sandtable_source::{Named, Spanned, authored, choice};

use super::place::{Bearing, Position};
use super::values::{ClockTime, Colour, Date, Format, Id, Length, PaperMeasure, Text, Whole};

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
        /// Languages in which every text is given; [en] if left out.
        pub languages: Option<Vec<Spanned<Tongue>>>,
        /// The ruleset: `pub-battles/3.2`, or a file that `extends:` one.
        pub ruleset: Spanned<String>,
        /// The map's file, relative to this one.
        pub map: Spanned<String>,
        /// Turns and days.
        pub calendar: Calendar,
        /// The side that chooses the order of combats (PB-3.3); the one with the better ratings if left out.
        pub combat_order: Option<Spanned<Id>> => "PB-3.24",
        /// Length on the road of a piece in column, by arm (PB-3.4).
        pub column_length: Option<ColumnLength>,
        /// Real size of the wooden blocks.
        pub block_profile: Option<Spanned<BlockProfile>>,
        /// The two sides by id; the first one is side 1.
        pub sides: Spanned<Named<Side>>,
        /// Printed text on the situation.
        pub notes: Option<Text>,
    }
}

choice! {
    /// A language of printed text.
    pub enum Tongue("language") {
        /// English.
        En = "en",
        /// Spanish.
        Es = "es",
        /// French.
        Fr = "fr",
    }
}

authored! {
    /// Turns and days of the battle (PB-1.8).
    pub struct Calendar("calendar") {
        /// Date of day 1, as 1863-07-02.
        pub date: Spanned<Date>,
        /// First turn of day 1.
        pub first_turn: Spanned<Whole<1, 8>> => "PB-3.23",
        /// Last turn of the last day.
        pub last_turn: Spanned<Whole<1, 8>> => "PB-1.8",
        /// Days of battle.
        pub days: Spanned<Whole<1, 9>> => "PB-3.17",
        /// Clock time at which turn 1 begins, as "07:00"; a turn is an hour and a half.
        pub dawn: Spanned<ClockTime>,
    }
}

authored! {
    /// Length on the road of a piece in column (PB-A51); the block's length where left out.
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
    }
}

/// The publisher's blocks or measures of one's own.
#[derive(Clone, Debug)]
pub enum BlockProfile {
    /// 1 1/2 × 3/8 inch.
    Publisher,
    /// Measured.
    Size(BlockSize),
}

authored! {
    /// One of the two sides.
    pub struct Side("side") {
        /// Its title.
        pub title: Text,
        /// Its colour, as "#1f3a5f".
        pub colour: Spanned<Colour>,
        /// The army commander and his HQ, which has neither chit nor troops (PB-7.6).
        pub commander: Option<Commander>,
        /// Roads of the map that lead off it and along which the side is supplied (PB-3.8).
        pub lines_of_communication: Option<Vec<Spanned<Id>>> => "PB-3.8",
        /// Its commands.
        pub commands: Spanned<Vec<Command>>,
        /// Who arrives when and where (PB-3.10).
        pub reinforcements: Option<Vec<Reinforcement>>,
    }
}

authored! {
    /// The army commander.
    pub struct Commander("commander") {
        /// The id of the army HQ.
        pub id: Spanned<Id>,
        /// The commander's name.
        pub name: String,
        /// Rating, compared with one die to alter the order (PB-3.11).
        pub rating: Spanned<Whole<0, 6>> => "PB-3.22",
        /// Where the HQ stands at first.
        pub at: Spanned<Position> => "PB-3.9",
        /// Where it looks.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
    }
}

authored! {
    /// A command: one HQ, one chit and their pieces (PB-2.2).
    pub struct Command("command") {
        /// The command's id.
        pub id: Spanned<Id>,
        /// Its title, as in "II Corps".
        pub title: Text,
        /// What stands on stickers and chits, at most 6 characters; the title if left out.
        pub short: Option<Spanned<String>>,
        /// Its headquarters.
        pub hq: Headquarters => "PB-3.20",
        /// Its baggage train, if it has one.
        pub baggage: Option<Baggage>,
        /// Its combat pieces.
        pub pieces: Spanned<Vec<Piece>> => "PB-2.2",
    }
}

authored! {
    /// A headquarters.
    pub struct Headquarters("HQ") {
        /// Who leads the command.
        pub name: String,
        /// Rating, compared with one die to alter the order (PB-3.11).
        pub rating: Spanned<Whole<0, 6>> => "PB-3.22",
        /// Where it stands at first; left out, it comes by a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// Where it looks.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
    }
}

authored! {
    /// A baggage train.
    pub struct Baggage("baggage train") {
        /// Where it stands at first; left out, it comes by a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// Where it looks.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Starts packed; true if left out.
        pub packed: Option<bool>,
    }
}

authored! {
    /// A combat piece.
    pub struct Piece("piece") {
        /// The piece's id, unique in the battle.
        pub id: Spanned<Id>,
        /// Its name, as the sticker shows it.
        pub name: Spanned<String>,
        /// Its arm.
        pub r#type: Spanned<Arm> => "PB-3.1",
        /// Its quality; regular if left out.
        pub quality: Option<Spanned<Quality>> => "PB-3.27",
        /// Where it stands at first; left out, it comes by a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// Where its front looks: a compass point or a true bearing.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Its men; no effect in play.
        pub strength: Option<Spanned<Whole<1, 100_000>>> => "PB-3.33",
        /// Fresh or spent at the start; fresh if left out.
        pub status: Option<Spanned<Condition>> => "PB-3.9",
        /// Line or column at the start; line if left out.
        pub formation: Option<Spanned<Formation>>,
    }
}

choice! {
    /// Arm of a combat piece.
    pub enum Arm("type of piece") {
        /// Infantry.
        Infantry = "infantry",
        /// A detachment of infantry in skirmish order.
        Detachment = "detachment",
        /// Massed reserve batteries.
        Artillery = "artillery",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Cavalry that fights dismounted.
        Dragoons = "dragoons",
    }
}

choice! {
    /// Quality of a combat piece.
    pub enum Quality("quality") {
        /// Standard.
        Regular = "regular",
        /// Green troops.
        Militia = "militia",
        /// High quality.
        Elite = "elite",
        /// Elite with gold stickers.
        Guard = "guard",
    }
}

choice! {
    /// Fresh or spent.
    pub enum Condition("status") {
        /// In order.
        Fresh = "fresh",
        /// Tired and disordered.
        Spent = "spent",
    }
}

choice! {
    /// Line or road column.
    pub enum Formation("formation") {
        /// Deployed.
        Line = "line",
        /// Stretched along a road.
        Column = "column",
    }
}

authored! {
    /// Blocks of one command that enter together.
    pub struct Reinforcement("reinforcement") {
        /// Day; 1 if left out.
        pub day: Option<Spanned<Whole<1, 9>>> => "PB-3.23",
        /// Turn of that day.
        pub turn: Spanned<Whole<1, 8>> => "PB-3.23",
        /// The map's entry by which they come.
        pub entry: Spanned<Id> => "PB-3.32",
        /// The command whose chit brings them on.
        pub command: Spanned<Id> => "PB-3.10",
        /// Only these pieces, in order of march; `hq` and `baggage` name the command's own. All that have no `at` and no other entry if left out.
        pub pieces: Option<Spanned<Vec<Spanned<Id>>>>,
        /// Line or column; line if left out.
        pub formation: Option<Spanned<Formation>>,
    }
}
