//! `my.oob.yaml`: the order of battle of a free side (PB-32.1, PB-32.2). It has the same keys as a
//! side of a scenario.

use sandtable_pack::Edge;
use sandtable_source::{Spanned, authored};

use super::allow::Allow;
use super::forces::{Command, Commander, DetachmentPool, Reinforcement, Side, Train};
use crate::values::text::{Colour, Text};
use crate::values::word::Word;
use crate::values::{Format, Id};

authored! {
    /// An order of battle, to which the owner of a free side commits before the battle (PB-32.2).
    /// It is checked against the base pack.
    pub struct OrderOfBattle("order of battle") {
        /// Version of this format; always 1.
        pub format: Spanned<Format>,
        /// The id of its battle. If omitted, it is not compared with the id of the pack.
        pub base: Option<Spanned<Id>> => "PB-32.2",
        /// The free side that uses this order of battle.
        pub side: Spanned<Id> => "PB-32.1",
        /// The edge of the map where the whole force enters (PB-32.3); omitted if it sets up on the
        /// map.
        pub edge: Option<Spanned<Word<Edge>>> => "PB-32.3",
        /// The army commander with their HQ, and their own chit and troops if any (PB-3.12).
        pub commander: Option<Commander>,
        /// Further baggage trains, at army level or assigned to a command (PB-3.14).
        pub baggage: Option<Vec<Train>> => "PB-3.14",
        /// Detachments that the owner assigns to commands at set-up (PB-3.13).
        pub detachments: Option<DetachmentPool>,
        /// Roads that lead off the map and supply the side (PB-3.8).
        pub lines_of_communication: Option<Spanned<Vec<Spanned<Id>>>> => "PB-3.8",
        /// The zone of the map in which all its pieces are set up (PB-3.9).
        pub zone: Option<Spanned<Id>> => "PB-3.9",
        /// Its commands.
        pub commands: Spanned<Vec<Command>>,
        /// Reinforcements, with the pieces that arrive, the turn and the entry (PB-3.10).
        pub reinforcements: Option<Spanned<Vec<Reinforcement>>>,
        /// Intended warnings, each for one place and with a reason.
        pub allow: Option<Vec<Allow>>,
    }
}

impl OrderOfBattle {
    /// Converts the order of battle to a scenario side, with the given title and colour.
    pub fn into_side(self, title: Text, colour: Spanned<Colour>) -> Side {
        Side {
            span: self.span,
            title,
            colour,
            commander: self.commander,
            baggage: self.baggage,
            detachments: self.detachments,
            lines_of_communication: self.lines_of_communication,
            chooses_edge: None,
            zone: self.zone,
            commands: self.commands,
            reinforcements: self.reinforcements,
        }
    }
}
