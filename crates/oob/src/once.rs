//! Maps of JSON files that somebody else wrote: each key stands once. Of two values under one key readers take whichever they
//! like, and a cheat shows the other one. (Fields of our own types are refused a second time by themselves.)

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads a map in which no key stands twice.
pub(crate) fn map<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    struct Once<K, V>(PhantomData<(K, V)>);
    impl<'de, K, V> Visitor<'de> for Once<K, V>
    where
        K: Deserialize<'de> + Ord + fmt::Display,
        V: Deserialize<'de>,
    {
        type Value = BTreeMap<K, V>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map in which each key stands once")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
            let mut found = BTreeMap::new();
            while let Some(key) = access.next_key::<K>()? {
                if found.contains_key(&key) {
                    return Err(A::Error::custom(format!("`{key}` stands there twice")));
                }
                found.insert(key, access.next_value()?);
            }
            Ok(found)
        }
    }
    deserializer.deserialize_map(Once(PhantomData))
}
