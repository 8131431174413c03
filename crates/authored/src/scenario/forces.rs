//! The sides of a scenario: commanders, commands, pieces, trains, reinforcements.

use sandtable_pack as pack;
use sandtable_source::{Spanned, authored};

use crate::scenario::type_name::TypeName;
use crate::values::Id;
use crate::values::number::Whole;
use crate::values::place::{Bearing, Position};
use crate::values::text::{Colour, Text};
use crate::values::word::Word;

authored! {
    /// One of the two sides.
    pub struct Side("side") {
        /// Its title.
        pub title: Text,
        /// Its colour, as "#1f3a5f".
        pub colour: Spanned<Colour>,
        /// The army commander, his HQ, and his own chit and troops if he has them (PB-3.12).
        pub commander: Option<Commander>,
        /// Baggage trains beside those of the commands: at army level, or of the command that they name (PB-3.14).
        pub baggage: Option<Vec<Train>> => "PB-3.14",
        /// Detachments that the owner assigns to commands at set-up (PB-3.13).
        pub detachments: Option<DetachmentPool>,
        /// Roads of the map that lead off it and along which the side is supplied (PB-3.8).
        pub lines_of_communication: Option<Spanned<Vec<Spanned<Id>>>> => "PB-3.8",
        /// Edges of the map of which the owner chooses one before the first turn, such as [north, west]: all his reinforcements then come by it, and he is supplied by it (PB-32.3).
        pub chooses_edge: Option<Spanned<Vec<Spanned<Word<pack::Edge>>>>> => "PB-32.3",
        /// The zone of the map in which all of it is set up (PB-3.9).
        pub zone: Option<Spanned<Id>> => "PB-3.9",
        /// Its commands; left out only where `free_game` names the side (PB-32.1).
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::scenario::parts::ListOfParts<Command>>"))]
        pub commands: Spanned<Vec<Command>>,
        /// Who arrives when and where (PB-3.10).
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::scenario::parts::ListOfParts<Reinforcement>>"))]
        pub reinforcements: Option<Spanned<Vec<Reinforcement>>>,
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
        /// What stands on his stickers, at most 6 characters; "Army" if left out.
        pub short: Option<Text>,
        /// Where the HQ stands at first; left out, it comes by a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// Where it looks.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// He has a chit of his own; without one he moves with any friendly chit (PB-7.6). false if left out.
        pub chit: Option<Spanned<bool>> => "PB-3.12",
        /// His own troops, which belong to no command.
        pub pieces: Option<Vec<Piece>>,
    }
}

authored! {
    /// A baggage train of the army, or of the command that it names.
    pub struct Train("baggage train") {
        /// The train's id, unique in the battle.
        pub id: Spanned<Id>,
        /// The command that it belongs to; left out, it is at army level and moves with any friendly chit (PB-A23).
        pub command: Option<Spanned<Id>> => "PB-3.14",
        /// Where it stands at first; left out, it comes by a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// Where it looks.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Starts packed; true if left out.
        pub packed: Option<Spanned<bool>> => "PB-3.14",
    }
}

authored! {
    /// Detachments that their owner assigns at set-up, or holds to enter with a reinforcement (PB-A21).
    pub struct DetachmentPool("pool of detachments") {
        /// The detachments.
        pub pieces: Spanned<Vec<PoolDetachment>> => "PB-3.13",
        /// The commands that may be given one; any of the side if left out.
        pub commands: Option<Vec<Spanned<Id>>>,
    }
}

authored! {
    /// A detachment of the pool.
    pub struct PoolDetachment("detachment") {
        /// The piece's id, unique in the battle.
        pub id: Spanned<Id>,
        /// Its name, as the sticker shows it.
        pub name: Spanned<String>,
        /// Its men; no effect in play.
        pub strength: Option<Spanned<Whole<1, 100_000>>>,
    }
}

authored! {
    /// A command: one HQ, one chit and their pieces (PB-2.2).
    pub struct Command("command") {
        /// The command's id.
        pub id: Spanned<Id>,
        /// Its title, as in "II Corps".
        pub title: Text,
        /// What stands on stickers and chits: a few letters, as in `II`; the title if left out.
        pub short: Option<Text>,
        /// The zone of the map in which all of it is set up (PB-3.9).
        pub zone: Option<Spanned<Id>> => "PB-3.9",
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
        /// The train's id; that of the command with `-train` if left out.
        pub id: Option<Spanned<Id>>,
        /// Where it stands at first; left out, it comes by a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// Where it looks.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Starts packed; true if left out.
        pub packed: Option<Spanned<bool>> => "PB-3.14",
    }
}

authored! {
    /// A combat piece.
    pub struct Piece("piece") {
        /// The piece's id, unique in the battle.
        pub id: Spanned<Id>,
        /// Its name, as the sticker shows it.
        pub name: Spanned<String>,
        /// Its type: an arm, or a type that `types` or the ruleset defines (PB-3.37).
        pub r#type: Spanned<TypeName> => "PB-3.1",
        /// Its quality; regular if left out.
        pub quality: Option<Spanned<Word<pack::Quality>>> => "PB-3.27",
        /// Where it is at first, on the map or in reserve; left out, it comes by a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// The zone of the map in which its owner may set it up (PB-3.9); `at` lies in it.
        pub zone: Option<Spanned<Id>> => "PB-3.9",
        /// Where its front looks: a compass point or a true bearing.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Its men; no effect in play.
        pub strength: Option<Spanned<Whole<1, 100_000>>> => "PB-3.33",
        /// Fresh or spent at the start; fresh if left out.
        pub status: Option<Spanned<Word<pack::Status>>> => "PB-3.9",
        /// Line or column at the start; line if left out.
        pub formation: Option<Spanned<Word<pack::Formation>>>,
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
        /// Other entries of the map that their owner may choose instead.
        pub or: Option<Vec<Spanned<Id>>> => "PB-3.32",
        /// From that turn on one die is rolled each turn: they come when it shows this or less. For certain if left out.
        pub roll: Option<Spanned<Whole<1, 5>>> => "PB-3.10",
        /// Their owner may hold them back (PB-A19); true if left out.
        pub hold_back: Option<Spanned<bool>>,
        /// The command whose chit brings them on; the id of the commander for what is at army level.
        pub command: Spanned<Id> => "PB-3.10",
        /// Only these, in order of march: pieces and trains by id; `hq` and `baggage` name the command's own. All that have no `at` and no other entry if left out.
        pub pieces: Option<Spanned<Vec<Spanned<Id>>>>,
        /// Line or column; line if left out.
        pub formation: Option<Spanned<Word<pack::Formation>>>,
    }
}
