//! Kinds of borders and connections between areas (FAB-G8, FAB-D9).

use std::collections::BTreeMap;

use sandtable_pack::fab as pack;
use sandtable_pack::{BorderId, ConnectionId};
use sandtable_source::message::invalid;
use sandtable_source::{
    Diagnostic, Named, Node, Read, Reader, Span, Spanned, Value, authored, code,
};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::values::Classes;
use crate::ruleset::layer::{Change, Key, Layer as _, Table};
use crate::values::id_help;
use crate::values::number::Whole;
use crate::values::text::Text;

/// Movement points.
type Points = Option<Spanned<Whole<1, 60>>>;

authored! {
    /// A kind of border between two areas. An omitted key keeps its value; for a new kind, it has
    /// the value of `open`, which has no restrictions.
    pub struct BorderType("kind of border") {
        /// Its title (default: the term of the series, or its key in this list).
        pub title: Option<Text>,
        /// Whether it has a bridge that can be blown (FAB-5.31c).
        pub blown_capable: Option<Spanned<bool>>,
        /// Movement points to cross it, in addition to those of the connection.
        pub mp_extra: Option<Spanned<Whole<0, 60>>>,
        /// Whether only one unit may cross it in a movement phase into an area with enemies (FAB-5.35c).
        pub one_unit_limit: Option<Spanned<bool>>,
        /// Whether the enemy may try to blow its bridge under a crossing unit (FAB-5.35d).
        pub blow_attempt: Option<Spanned<bool>>,
        /// Whether an attack across it is a river assault (FAB-5.35e).
        pub counts_as_river_for_assault: Option<Spanned<bool>>,
        /// Classes that cannot cross it.
        pub impassable_for: Option<Spanned<Classes>>,
        /// Whether it blocks supply.
        pub blocks_supply: Option<Spanned<bool>>,
        /// Whether it blocks retreats.
        pub blocks_retreat: Option<Spanned<bool>>,
        /// Whether it blocks strategic movement.
        pub blocks_strategic: Option<Spanned<bool>>,
    }
}

authored! {
    /// A kind of connection between two areas, with the movement points to enter by it.
    pub struct ConnectionType("kind of connection") {
        /// Its title (default: the term of the series, or its key in this list).
        pub title: Option<Text>,
        /// Movement points of infantry (default for a new kind: 1).
        pub infantry: Points,
        /// Movement points of armour (default for a new kind: 1).
        pub armour: Points,
    }
}

/// Kinds by name. A known name changes that kind; any other name defines a new kind.
#[derive(Clone, Debug)]
pub struct Kinds<T>(Named<T>);

impl<T: Kind> Read for Kinds<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let mut is_valid = true;
        if let Value::Map(kinds) = &node.value {
            for kind in kinds.iter().filter(|kind| !T::is_valid_name(&kind.key)) {
                is_valid = false;
                reader.report(
                    Diagnostic::new(code::BAD_ID, invalid(T::NOUN, &kind.key))
                        .at(kind.key_span, "not usable as an id")
                        .help(id_help(&kind.key)),
                );
            }
        }
        let kinds = Named::read(node, reader)?;
        is_valid.then_some(Self(kinds))
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(Named(Vec::new())))
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Kinds<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("KindsOf{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let kind = generator.subschema_for::<T>();
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 64 },
            "additionalProperties": kind
        })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// Titles of the kinds of borders and connections, by name. No rule uses them.
#[derive(Clone, Debug, Default)]
pub struct KindTitles {
    /// Titles of the kinds of border.
    pub borders: BTreeMap<String, Text>,
    /// Titles of the kinds of connection.
    pub connections: BTreeMap<String, Text>,
}

impl KindTitles {
    /// Adds titles, which override earlier ones.
    pub fn add(
        &mut self,
        borders: Option<&Kinds<BorderType>>,
        connections: Option<&Kinds<ConnectionType>>,
    ) {
        let owned = |(name, title): (&str, &Text)| (name.to_owned(), title.clone());
        self.borders.extend(borders.into_iter().flat_map(Kinds::titles).map(owned));
        self.connections.extend(connections.into_iter().flat_map(Kinds::titles).map(owned));
    }
}

/// One kind of border or connection.
pub trait Kind: Read {
    /// The packed form.
    type Packed: Clone;
    /// The noun in messages.
    const NOUN: &'static str;

    /// Whether the name is a valid id.
    fn is_valid_name(name: &str) -> bool {
        sandtable_pack::PieceId::new(name).is_ok()
    }
    /// Its title.
    fn title(&self) -> Option<&Text>;
    /// The default values for a kind with this name.
    fn default_kind(name: &str) -> Option<Self::Packed>;
    /// Whether a kind has this name.
    fn has_name(packed: &Self::Packed, name: &str) -> bool;
    /// Returns the base kind with the changes applied.
    fn apply_to(&self, base: &Self::Packed, key: &Key, changes: &mut Vec<Change>) -> Self::Packed;
}

impl<T: Kind> Kinds<T> {
    /// The kinds that have a title.
    fn titles(&self) -> impl Iterator<Item = (&str, &Text)> {
        self.0.0.iter().filter_map(|(name, own)| Some((name.value.as_str(), own.title()?)))
    }
}

impl<T: Kind> Table for Kinds<T> {
    type Packed = Vec<T::Packed>;

    fn apply_to(&self, base: &Self::Packed, key: &Key, changes: &mut Vec<Change>) -> Self::Packed {
        let mut kinds = base.clone();
        for (name, own) in &self.0.0 {
            match kinds.iter_mut().find(|kind| T::has_name(kind, name)) {
                Some(kind) => *kind = own.apply_to(kind, &key.child(name, None), changes),
                // A new kind is not a change.
                None => kinds.extend(
                    T::default_kind(name)
                        .map(|kind| own.apply_to(&kind, &Key::default(), &mut Vec::new())),
                ),
            }
        }
        kinds
    }

    fn whole(&self, key: &Key, _missing: &mut Vec<String>) -> Option<Self::Packed> {
        Some(self.apply_to(&Vec::new(), key, &mut Vec::new()))
    }
}

impl Kind for BorderType {
    type Packed = pack::BorderType;
    const NOUN: &'static str = "kind of border";

    fn title(&self) -> Option<&Text> {
        self.title.as_ref()
    }

    fn default_kind(name: &str) -> Option<pack::BorderType> {
        Some(pack::BorderType {
            id: BorderId::new(name).ok()?,
            blown_capable: false,
            mp_extra: 0,
            one_unit_limit: false,
            blow_attempt: false,
            counts_as_river_for_assault: false,
            impassable_for: [].into(),
            blocks_supply: false,
            blocks_retreat: false,
            blocks_strategic: false,
        })
    }

    fn has_name(packed: &pack::BorderType, name: &str) -> bool {
        packed.id.as_str() == name
    }

    fn apply_to(
        &self,
        base: &pack::BorderType,
        key: &Key,
        changes: &mut Vec<Change>,
    ) -> pack::BorderType {
        macro_rules! over {
            ($($field:ident),*) => {
                pack::BorderType {
                    id: base.id.clone(),
                    $($field: {
                        let key = key.child(stringify!($field), None);
                        self.$field.apply_to(&base.$field, &key, changes)
                    }),*
                }
            };
        }
        over!(
            blown_capable,
            mp_extra,
            one_unit_limit,
            blow_attempt,
            counts_as_river_for_assault,
            impassable_for,
            blocks_supply,
            blocks_retreat,
            blocks_strategic
        )
    }
}

impl Kind for ConnectionType {
    type Packed = pack::ConnectionType;
    const NOUN: &'static str = "kind of connection";

    fn title(&self) -> Option<&Text> {
        self.title.as_ref()
    }

    fn default_kind(name: &str) -> Option<pack::ConnectionType> {
        Some(pack::ConnectionType { id: ConnectionId::new(name).ok()?, infantry: 1, armour: 1 })
    }

    fn has_name(packed: &pack::ConnectionType, name: &str) -> bool {
        packed.id.as_str() == name
    }

    fn apply_to(
        &self,
        base: &pack::ConnectionType,
        key: &Key,
        changes: &mut Vec<Change>,
    ) -> pack::ConnectionType {
        pack::ConnectionType {
            id: base.id.clone(),
            infantry: self.infantry.apply_to(&base.infantry, &key.child("infantry", None), changes),
            armour: self.armour.apply_to(&base.armour, &key.child("armour", None), changes),
        }
    }
}
