//! Free games: what players make up for themselves (PB-32).

use sandtable_source::{Named, Node, Read, Reader, Span, Spanned, Value, authored, list_of};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::values::Id;
use crate::values::number::Whole;

authored! {
    /// What is free in this battle. A side that is named here has no commands in the scenario: its owner writes them.
    pub struct FreeGame("free game") {
        /// The free sides by id, and what each of them may do.
        pub sides: Spanned<Named<FreeSide>>,
    }
}

authored! {
    /// What the owner of a free side may do: set up, or enter by an edge, or either as players agree (PB-32.3).
    pub struct FreeSide("free side") {
        /// Where he may set up on the map: `anywhere`, or a zone of the map as `{ zone: heights }`.
        pub sets_up: Option<Spanned<SetUpGround>> => "PB-32.3",
        /// Entries of the map by which reinforcements of a force that sets up may come; all of them if left out.
        pub entries: Option<Spanned<Vec<Spanned<Id>>>> => "PB-32.3",
        /// Edges of the map of which he may choose one to enter by, each with its entries: `{ north: [york-pike] }`.
        pub enters: Option<Spanned<FreeEdges>> => "PB-32.3",
        /// How many pieces of each type there are to choose from. A type that is not in the list is not there; all are free if left out.
        pub pool: Option<Spanned<Named<Spanned<Whole<0, 1_000>>>>> => "PB-32.1",
        /// How large the force may be, if players want limits.
        pub limits: Option<ForceLimits>,
    }
}

authored! {
    /// Edges of the map, each with the entries by which one may come there.
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
    /// How large a force may be. What is left out is not limited.
    pub struct ForceLimits("list of limits") {
        /// Most commands; 64 if left out.
        pub commands: Option<Spanned<Whole<1, 64>>> => "PB-32.1",
        /// The ratings that headquarters may have.
        pub ratings: Option<Ratings>,
        /// Most victory points that all its pieces together are worth (PB-29.1).
        pub points: Option<Spanned<Whole<1, 100_000>>> => "PB-32.2",
        /// Most baggage trains; 0 for none.
        pub baggage: Option<Spanned<Whole<0, 1_000>>> => "PB-32.1",
        /// Most detachments, in commands and assigned at set-up together; 0 for none.
        pub detachments: Option<Spanned<Whole<0, 1_000>>> => "PB-32.1",
        /// It may come in parts, on several turns; true if left out.
        pub reinforcements: Option<Spanned<bool>> => "PB-32.1",
    }
}

authored! {
    /// The ratings that headquarters may have.
    pub struct Ratings("range of ratings") {
        /// The lowest.
        pub least: Spanned<Whole<0, 6>> => "PB-3.22",
        /// The highest.
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

/// Where a free side may set up.
#[derive(Clone, Debug)]
pub enum SetUpGround {
    /// On the whole map.
    Anywhere,
    /// In a zone of it.
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
