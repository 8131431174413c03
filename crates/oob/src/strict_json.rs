//! Strict JSON for files from other people: each file has one valid form, without duplicate keys,
//! and with objects written as objects. Parsers disagree on which duplicate key wins and whether a
//! list may replace an object. A cheat could exploit either to show a different value. (serde
//! itself rejects duplicate fields of our types.)

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads a map without duplicate keys.
pub(crate) fn map<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    struct UniqueKeys<K, V>(PhantomData<(K, V)>);
    impl<'de, K, V> Visitor<'de> for UniqueKeys<K, V>
    where
        K: Deserialize<'de> + Ord + fmt::Display,
        V: Deserialize<'de>,
    {
        type Value = BTreeMap<K, V>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map without duplicate keys")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
            let mut found = BTreeMap::new();
            while let Some(key) = access.next_key::<K>()? {
                if found.contains_key(&key) {
                    return Err(A::Error::custom(format!("duplicate key `{key}`")));
                }
                found.insert(key, access.next_value()?);
            }
            Ok(found)
        }
    }
    deserializer.deserialize_map(UniqueKeys(PhantomData))
}

/// A type whose fields are read from an object.
pub(crate) trait Object<'de>: Sized {
    /// Reads the fields.
    fn fields<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads an object. A derived deserializer would also accept a list of the field values.
pub(crate) fn object<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Object<'de>,
{
    struct Fields<T>(PhantomData<T>);
    impl<'de, T: Object<'de>> Visitor<'de> for Fields<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object, `{ … }`")
        }

        fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<T, A::Error> {
            T::fields(MapAccessDeserializer::new(access))
        }
    }
    deserializer.deserialize_map(Fields(PhantomData))
}

/// Implements serialization for a type with `#[serde(remote = "Self")]`, as a strict object.
macro_rules! object {
    ($name:ty) => {
        impl<'de> $crate::strict_json::Object<'de> for $name {
            fn fields<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::strict_json::object(deserializer)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Self::serialize(self, serializer)
            }
        }
    };
}

pub(crate) use object as as_object;
