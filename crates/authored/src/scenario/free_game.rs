//! Free games: the parts that players create themselves (PB-32).

use sandtable_source::{Named, Node, Read, Reader, Span, Spanned, Value, authored, list_of};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::values::Id;
use crate::values::number::Whole;

authored! {
    /// The free parts of this battle. A side that is listed here has no commands in the scenario:
    /// its owner writes them.
    pub struct FreeGame("free game") {
        /// The free sides by id, with the options of each.
        pub sides: Spanned<Named<FreeSide>>,
    }
}

authored! {
    /// The options of the owner of a free side: to set up, to enter by an edge, or either if the
    /// players agree (PB-32.3).
    pub struct FreeSide("free side") {
        /// The ground where the side may set up: `anywhere`, or a zone of the map such as `{ zone: heights }`.
        pub sets_up: Option<Spanned<SetUpGround>> => "PB-32.3",
        /// Entries of the map for reinforcements of a force that sets up (default: all).
        pub entries: Option<Spanned<Vec<Spanned<Id>>>> => "PB-32.3",
        /// Edges of the map with their entries, such as `{ north: [york-pike] }`. The owner may
        /// choose one edge to enter by.
        pub enters: Option<Spanned<FreeEdges>> => "PB-32.3",
        /// Number of available pieces of each type. A type that is not in the list is not
        /// available. If omitted, there is no limit.
        pub pool: Option<Spanned<Named<Spanned<Whole<0, 1_000>>>>> => "PB-32.1",
        /// Limits on the size of the force, if players agree on any.
        pub limits: Option<ForceLimits>,
    }
}

authored! {
    /// Edges of the map, each with its entries.
    pub struct FreeEdges("list of edges") {
        /// Entries on the top edge.
        pub north: Option<Spanned<Vec<Spanned<Id>>>> => "PB-32.3",
        /// Entries on the right edge.
        pub east: Option<Spanned<Vec<Spanned<Id>>>> => "PB-32.3",
        /// Entries on the bottom edge.
        pub south: Option<Spanned<Vec<Spanned<Id>>>> => "PB-32.3",
        /// Entries on the left edge.
        pub west: Option<Spanned<Vec<Spanned<Id>>>> => "PB-32.3",
    }
}

authored! {
    /// Limits on the size of a force. If a key is omitted, there is no limit.
    pub struct ForceLimits("list of limits") {
        /// Maximum number of commands (default: 64).
        pub commands: Option<Spanned<Whole<1, 64>>> => "PB-32.1",
        /// The permitted ratings of headquarters.
        pub ratings: Option<Ratings>,
        /// Maximum total of the victory points that its pieces are worth (PB-29.1).
        pub points: Option<Spanned<Whole<1, 100_000>>> => "PB-32.2",
        /// Maximum number of baggage trains; 0 for none.
        pub baggage: Option<Spanned<Whole<0, 1_000>>> => "PB-32.1",
        /// Maximum number of detachments, both in commands and assigned at set-up; 0 for none.
        pub detachments: Option<Spanned<Whole<0, 1_000>>> => "PB-32.1",
        /// Whether it may arrive in several parts, on different turns (default: true).
        pub reinforcements: Option<Spanned<bool>> => "PB-32.1",
    }
}

authored! {
    /// The permitted ratings of headquarters.
    pub struct Ratings("range of ratings") {
        /// The lowest permitted rating.
        pub least: Spanned<Whole<0, 6>> => "PB-3.22",
        /// The highest permitted rating.
        pub most: Spanned<Whole<0, 6>> => "PB-3.22",
    }
}

authored! {
    /// A zone of the map.
    pub struct ZoneOfSetUp("zone") {
        /// The id of a feature of class `zone`.
        pub zone: Spanned<Id>,
    }
}

/// The ground where a free side may set up.
#[derive(Clone, Debug)]
pub enum SetUpGround {
    /// On the whole map.
    Anywhere,
    /// In a zone of the map.
    Zone(ZoneOfSetUp),
}

/// The word for the whole map.
const ANYWHERE: &str = "anywhere";

#[cfg(feature = "schema")]
impl JsonSchema for SetUpGround {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SetUpGround".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let zone = generator.subschema_for::<ZoneOfSetUp>();
        json_schema!({ "anyOf": [{ "type": "string", "enum": [ANYWHERE] }, zone] })
    }
}

impl Read for SetUpGround {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(word) if word == ANYWHERE => Some(Self::Anywhere),
            Value::Map(_) => ZoneOfSetUp::read(node, reader).map(Self::Zone),
            _ => {
                let expected = format!("{} or `{{ zone: … }}`", list_of([ANYWHERE]));
                reader.wrong_kind(node, &expected);
                None
            }
        }
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::Anywhere)
    }
}
