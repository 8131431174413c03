//! Macros that define an authored type together with its keys, schema and reader.

/// A struct read from a map: every field is a key. `Option<…>` makes a key optional. Diagnostics
/// about a key's value cite the rule after `=>`.
///
/// ```
/// sandtable_source::authored! {
///     /// A place.
///     pub struct Place("place") {
///         /// Its name.
///         pub name: String,
///         /// Its rank.
///         pub rank: Option<i64> => "PB-3.16",
///     }
/// }
/// ```
#[macro_export]
macro_rules! authored {
    ($(#[$meta:meta])* pub struct $name:ident($noun:literal) {
        $($(#[$field_meta:meta])* pub $field:ident: $type:ty $(=> $rule:literal)?),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        #[cfg_attr(feature = "schema", derive($crate::schemars::JsonSchema), schemars(crate = "::sandtable_source::schemars", deny_unknown_fields))]
        pub struct $name {
            /// The start of the map, for labels.
            #[cfg_attr(feature = "schema", schemars(skip))]
            pub span: $crate::Span,
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $crate::Read for $name {
            fn read(node: &$crate::Node, reader: &mut $crate::Reader<'_>) -> Option<Self> {
                const KEYS: &[&str] = &[$($crate::key_of(stringify!($field))),*];
                let mut map = reader.map(node, $noun, KEYS)?;
                $(
                    let rule = None$(.or(Some($rule)))?;
                    let $field = map.field($crate::key_of(stringify!($field)), rule, reader);
                )*
                let span = map.finish(reader);
                Some(Self { span, $($field: $field?),* })
            }

            fn expected() -> Option<String> {
                const KEYS: &[&str] = &[$($crate::key_of(stringify!($field))),*];
                Some(format!("its keys, `{}`", $crate::in_braces(KEYS)))
            }
        }
    };
}

/// A choice among words.
///
/// ```
/// sandtable_source::choice! {
///     /// A class of road.
///     pub enum Road("class of road") {
///         /// With a hard surface.
///         Pike = "pike",
///         /// Any other.
///         Road = "road",
///     }
/// }
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$meta:meta])* pub enum $name:ident($noun:literal) {
        $($(#[$variant_meta:meta])* $variant:ident = $word:literal),* $(,)?
    }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[cfg_attr(feature = "schema", derive($crate::schemars::JsonSchema), schemars(crate = "::sandtable_source::schemars"))]
        $(#[$meta])*
        pub enum $name {
            $($(#[$variant_meta])* #[cfg_attr(feature = "schema", schemars(rename = $word))] $variant),*
        }

        impl $name {
            /// The words in declaration order.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The choice with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The word of the choice.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),*
                }
            }
        }

        impl $crate::Read for $name {
            fn read(node: &$crate::Node, reader: &mut $crate::Reader<'_>) -> Option<Self> {
                let $crate::Value::Text(word) = &node.value else {
                    reader.wrong_kind(node, &$crate::list_of(Self::WORDS.iter().copied()));
                    return None;
                };
                let choice = Self::from_word(word);
                if choice.is_none() {
                    reader.unknown_choice(node, word, $noun, Self::WORDS);
                }
                choice
            }

            fn expected() -> Option<String> {
                Some($crate::list_of(Self::WORDS.iter().copied()))
            }

            fn stand_in(_span: $crate::Span) -> Option<Self> {
                Self::from_word(Self::WORDS[0])
            }
        }
    };
}

/// Defines a handwritten schema, inlined where the type is used. The brackets list the type's const
/// parameters.
#[macro_export]
macro_rules! inline_schema {
    ([$($parameter:ident)*] $type:ty, $name:literal, $schema:tt) => {
        #[cfg(feature = "schema")]
        impl<$(const $parameter: u32),*> $crate::schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }
            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schemars::json_schema!($schema)
            }
            fn inline_schema() -> bool {
                true
            }
        }
    };
    ($type:ty, $name:literal, $schema:tt) => {
        $crate::inline_schema!([] $type, $name, $schema);
    };
}

/// The key of a field name: `type` for `r#type`.
#[doc(hidden)]
pub const fn key_of(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', ..] => field.split_at(2).1,
        _ => field,
    }
}
