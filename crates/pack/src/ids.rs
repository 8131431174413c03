//! Identifiers for references between the parts of a battle.

use std::borrow::Borrow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The error for text that is not a valid id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdError {
    /// The invalid text.
    pub text: String,
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid id `{}`: use lower-case letters, digits and single hyphens, at most 64",
            self.text
        )
    }
}

impl std::error::Error for IdError {}

/// Whether a string matches `[a-z0-9]+(-[a-z0-9]+)*` and has at most 64 characters.
fn is_kebab_case(text: &str) -> bool {
    text.len() <= 64
        && text.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(try_from = "String", into = "String")]
        #[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength" = 64)))]
        pub struct $name(Box<str>);

        impl $name {
            /// Creates the id from text, or returns the invalid text as an error.
            pub fn new(text: &str) -> Result<Self, IdError> {
                if is_kebab_case(text) {
                    Ok(Self(text.into()))
                } else {
                    Err(IdError { text: text.to_owned() })
                }
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::new(&text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.into()
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A battle, such as `gettysburg`.
    ScenarioId
);
id!(
    /// A map.
    MapId
);
id!(
    /// One of the two sides, such as `union`.
    SideId
);
id!(
    /// A command: one HQ, one chit and their pieces (PB-2.2). The army HQ of a commander without
    /// troops has an id too.
    CommandId
);
id!(
    /// A combat piece. Unique in the whole battle.
    PieceId
);
id!(
    /// A feature of the map: a wood, a road, a hill. Unique in the whole map.
    FeatureId
);
id!(
    /// A place on the map's edge where forces enter.
    EntryId
);
id!(
    /// A type of piece that the battle defines, such as `horse-artillery` (PB-3.6, PB-3.37).
    TypeId
);
id!(
    /// A location that is worth points.
    ObjectiveId
);
id!(
    /// A special rule of the battle (PB-3.18).
    SpecialRuleId
);
id!(
    /// A symbol that the map defines.
    SymbolId
);
id!(
    /// An area of an area map (FAB-2.4a).
    AreaId
);
id!(
    /// A higher formation, whose colour is on its units, assets and events (FAB-2.3d).
    FormationId
);
id!(
    /// A unit of FAB: one block (FAB-2.2a). Unique in the whole battle.
    UnitId
);
id!(
    /// An asset, an event or a Special Action (FAB-2.2). Unique in the whole battle.
    ChitId
);
id!(
    /// The identifier of an exclusive rule (FAB-V40).
    HookId
);
id!(
    /// A kind of terrain with its difficulty (FAB-2.4g).
    TerrainId
);
id!(
    /// A kind of border between areas, such as `river` (FAB-5.31b).
    BorderId
);
id!(
    /// A kind of connection between areas, such as `road` (FAB-5.31d).
    ConnectionId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_kebab_case_is_an_id() {
        for good in ["a", "ii-corps", "7th-army", "x1-2-3"] {
            assert!(PieceId::new(good).is_ok(), "{good}");
        }
        for bad in ["", "-a", "a-", "a--b", "II-corps", "a b", "é", &"a".repeat(65)] {
            assert!(PieceId::new(bad).is_err(), "{bad}");
        }
    }
}
