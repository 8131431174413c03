//! JSON schemas (draft-07) of authored files and packs, for editors. They are committed in
//! `schema/`, so builds do not generate them. A test with the feature `schema` checks that they
//! match the types.

#[cfg(feature = "schema")]
pub(crate) mod generate;
pub(crate) mod pages;
#[cfg(feature = "schema")]
mod style;

use serde_json::Value;

macro_rules! committed {
    ($($name:literal),* $(,)?) => {
        [$((
            concat!($name, ".schema.json"),
            include_str!(concat!("../../../../schema/", $name, ".schema.json")),
        )),*]
    };
}

/// All schemas by file name.
static SCHEMAS: [(&str, &str); 24] = committed![
    "scenario",
    "map",
    "ruleset",
    "fab-scenario",
    "area-map",
    "fab-ruleset",
    "pack",
    "fab-pack",
    "shop",
    "stock",
    "oob",
    "side",
    "commands",
    "reinforcements",
    "ruleset-change",
    "fab-formations",
    "fab-areas",
    "fab-edges",
    "fab-units",
    "fab-assets",
    "fab-events",
    "fab-turn-track",
    "fab-reinforcements",
    "fab-setup",
];

/// Returns all schemas by file name.
pub fn schemas() -> &'static [(&'static str, &'static str)] {
    &SCHEMAS
}

/// Parses a schema, given its file name without extension.
fn schema(name: &str) -> Value {
    let file = |(file, _): &&(&str, &str)| file.strip_suffix(".schema.json") == Some(name);
    let (_, text) = SCHEMAS.iter().find(file).expect("the schema is in the table");
    serde_json::from_str(text).expect("a committed schema is JSON")
}

/// The required keys of a file, in the order of its schema.
pub(crate) fn required_keys(name: &str) -> Vec<String> {
    let schema = schema(name);
    let required = schema["required"].as_array().into_iter().flatten();
    required.filter_map(|key| Some(key.as_str()?.to_owned())).collect()
}

/// All keys of a file, or of one of the definitions in its schema.
#[cfg(test)]
pub(crate) fn keys(name: &str, definition: Option<&str>) -> std::collections::BTreeSet<String> {
    let schema = schema(name);
    let map = definition.map_or(&schema, |definition| &schema["definitions"][definition]);
    map["properties"].as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
}
