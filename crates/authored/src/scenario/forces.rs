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
        /// Its colour, such as "#1f3a5f".
        pub colour: Spanned<Colour>,
        /// The army commander with their HQ, and their own chit and troops if any (PB-3.12).
        pub commander: Option<Commander>,
        /// Further baggage trains, at army level or assigned to a command (PB-3.14).
        pub baggage: Option<Vec<Train>> => "PB-3.14",
        /// Detachments that the owner assigns to commands at set-up (PB-3.13).
        pub detachments: Option<DetachmentPool>,
        /// Roads that lead off the map and supply the side (PB-3.8).
        pub lines_of_communication: Option<Spanned<Vec<Spanned<Id>>>> => "PB-3.8",
        /// Edges of the map, such as [north, west]. Before the first turn, the owner chooses one of
        /// them. All reinforcements of the side then enter by it, and it supplies the side (PB-32.3).
        pub chooses_edge: Option<Spanned<Vec<Spanned<Word<pack::Edge>>>>> => "PB-32.3",
        /// The zone of the map in which all its pieces are set up (PB-3.9).
        pub zone: Option<Spanned<Id>> => "PB-3.9",
        /// Its commands; omitted only if `free_game` names the side (PB-32.1).
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::scenario::parts::ListOfParts<Command>>"))]
        pub commands: Spanned<Vec<Command>>,
        /// Reinforcements, with the pieces that arrive, the turn and the entry (PB-3.10).
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
        /// Rating, compared with one die to Alter the turn order (PB-3.11).
        pub rating: Spanned<Whole<0, 6>> => "PB-3.22",
        /// The text on the commander's stickers, at most 6 characters (default: "Army").
        pub short: Option<Text>,
        /// The name on the commander's stickers (default: the surname in `name`).
        pub surname: Option<String>,
        /// The position of the HQ at the start. If omitted, it arrives with a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// The direction that it faces.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Whether the commander has a chit (default: false). Without one, the HQ moves with any friendly chit (PB-7.6).
        pub chit: Option<Spanned<bool>> => "PB-3.12",
        /// The commander's own troops, which do not belong to any command.
        pub pieces: Option<Vec<Piece>>,
    }
}

authored! {
    /// A baggage train of the army or of a command.
    pub struct Train("baggage train") {
        /// The train's id, unique in the battle.
        pub id: Spanned<Id>,
        /// The command that it belongs to. If omitted, it is at army level and moves with any friendly chit (PB-A23).
        pub command: Option<Spanned<Id>> => "PB-3.14",
        /// Its position at the start. If omitted, it arrives with a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// The direction that it faces.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Whether it starts packed (default: true).
        pub packed: Option<Spanned<bool>> => "PB-3.14",
    }
}

authored! {
    /// Detachments that their owner assigns at set-up, or keeps to enter with a reinforcement
    /// (PB-A21).
    pub struct DetachmentPool("pool of detachments") {
        /// The detachments.
        pub pieces: Spanned<Vec<PoolDetachment>> => "PB-3.13",
        /// The commands that may receive one (default: all commands of the side).
        pub commands: Option<Vec<Spanned<Id>>>,
    }
}

authored! {
    /// A detachment of the pool.
    pub struct PoolDetachment("detachment") {
        /// The piece's id, unique in the battle.
        pub id: Spanned<Id>,
        /// Its name, as printed on the sticker.
        pub name: Spanned<String>,
        /// Number of men; has no effect in play.
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
        /// The text on stickers and chits, a few letters such as `II` (default: the title).
        pub short: Option<Text>,
        /// The zone of the map in which all its pieces are set up (PB-3.9).
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
        /// The leader of the command.
        pub name: String,
        /// Rating, compared with one die to Alter the turn order (PB-3.11).
        pub rating: Spanned<Whole<0, 6>> => "PB-3.22",
        /// Its position at the start. If omitted, it arrives with a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// The direction that it faces.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// The leader's name on stickers and chits (default: the surname in `name`).
        pub short: Option<String>,
    }
}

authored! {
    /// A baggage train.
    pub struct Baggage("baggage train") {
        /// The train's id (default: the command's id with `-train`).
        pub id: Option<Spanned<Id>>,
        /// Its position at the start. If omitted, it arrives with a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// The direction that it faces.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Whether it starts packed (default: true).
        pub packed: Option<Spanned<bool>> => "PB-3.14",
    }
}

authored! {
    /// A combat piece.
    pub struct Piece("piece") {
        /// The piece's id, unique in the battle.
        pub id: Spanned<Id>,
        /// Its name, as printed on the sticker.
        pub name: Spanned<String>,
        /// Its type: an arm, or a type that `types` or the ruleset defines (PB-3.37).
        pub r#type: Spanned<TypeName> => "PB-3.1",
        /// Its quality (default: regular).
        pub quality: Option<Spanned<Word<pack::Quality>>> => "PB-3.27",
        /// Its position at the start, on the map or in reserve. If omitted, it arrives with a reinforcement.
        pub at: Option<Spanned<Position>> => "PB-3.9",
        /// The zone of the map in which its owner may set it up (PB-3.9); `at` must be inside it.
        pub zone: Option<Spanned<Id>> => "PB-3.9",
        /// The direction that its front faces: a compass point or a true bearing.
        pub facing: Option<Spanned<Bearing>> => "PB-2.5",
        /// Number of men; has no effect in play.
        pub strength: Option<Spanned<Whole<1, 100_000>>> => "PB-3.33",
        /// Fresh or Spent at the start (default: Fresh).
        pub status: Option<Spanned<Word<pack::Status>>> => "PB-3.9",
        /// Line or column at the start (default: line).
        pub formation: Option<Spanned<Word<pack::Formation>>>,
    }
}

authored! {
    /// Blocks with the same command that enter together.
    pub struct Reinforcement("reinforcement") {
        /// Day (default: 1).
        pub day: Option<Spanned<Whole<1, 9>>> => "PB-3.23",
        /// Turn of that day.
        pub turn: Spanned<Whole<1, 8>> => "PB-3.23",
        /// The entry of the map where they arrive.
        pub entry: Spanned<Id> => "PB-3.32",
        /// Other entries of the map that their owner may choose instead.
        pub or: Option<Vec<Spanned<Id>>> => "PB-3.32",
        /// The highest die on which they arrive; one die is rolled each turn, from that turn on. If
        /// omitted, they are certain to arrive.
        pub roll: Option<Spanned<Whole<1, 5>>> => "PB-3.10",
        /// Whether their owner may hold them back (PB-A19) (default: true).
        pub hold_back: Option<Spanned<bool>>,
        /// The command whose chit activates their entry; the commander's id for pieces at army
        /// level.
        pub command: Spanned<Id> => "PB-3.10",
        /// The pieces and trains that arrive, by id and in order of march. `hq` and `baggage` refer
        /// to the command's own. If omitted, all pieces and trains without `at` or another entry
        /// arrive.
        pub pieces: Option<Spanned<Vec<Spanned<Id>>>>,
        /// Line or column (default: line).
        pub formation: Option<Spanned<Word<pack::Formation>>>,
    }
}
