//! The allowed keys and values at each position of a text, from the published schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use sandtable_source::Step;
use serde_json::Value as Json;

use crate::terms::Family;

/// The schemas of authored files, with the name of their root type.
const AUTHORED: [(&str, &str, Family); 22] = [
    ("scenario", "Scenario", Family::PubBattles),
    ("map", "Map", Family::Map),
    ("ruleset", "Ruleset", Family::PubBattles),
    ("oob", "OrderOfBattle", Family::PubBattles),
    ("side", "Side", Family::PubBattles),
    ("commands", "Commands", Family::PubBattles),
    ("reinforcements", "Reinforcements", Family::PubBattles),
    ("ruleset-change", "RulesetChange", Family::PubBattles),
    ("fab-scenario", "Scenario", Family::Fab),
    ("area-map", "AreaMap", Family::AreaMap),
    ("fab-ruleset", "Ruleset", Family::Fab),
    ("fab-formations", "Formations", Family::Fab),
    ("fab-areas", "Areas", Family::Fab),
    ("fab-edges", "Edges", Family::Fab),
    ("fab-units", "Units", Family::Fab),
    ("fab-assets", "Assets", Family::Fab),
    ("fab-events", "Events", Family::Fab),
    ("fab-turn-track", "TurnTrack", Family::Fab),
    // A separate reinforcements file has the content of a scenario's `reinforcements` key.
    ("fab-reinforcements", "Scenario", Family::Fab),
    ("fab-setup", "SetUp", Family::Fab),
    ("shop", "AuthoredProfile", Family::Print),
    ("stock", "AuthoredStock", Family::Print),
];

/// The schema of one kind of file.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    pub(crate) name: &'static str,
    pub(crate) family: Family,
    root: &'static str,
    schema: Json,
}

/// All schemas, loaded once.
fn vocabularies() -> &'static [Vocabulary] {
    static ALL: OnceLock<Vec<Vocabulary>> = OnceLock::new();
    ALL.get_or_init(|| {
        let texts: BTreeMap<_, _> = sandtable_authored::schemas().iter().copied().collect();
        let read = |&(name, root, family): &(&'static str, &'static str, Family)| {
            let text = texts.get(format!("{name}.schema.json").as_str())?;
            let schema = serde_json::from_str(text).ok()?;
            Some(Vocabulary { name, family, root, schema })
        };
        AUTHORED.iter().filter_map(read).collect()
    })
}

/// The schema with a name, such as `scenario`.
pub(crate) fn vocabulary(name: &str) -> Option<&'static Vocabulary> {
    vocabularies().iter().find(|vocabulary| vocabulary.name == name)
}

/// Returns the schema named in a text's first lines, if it is one of our schemas:
/// `# yaml-language-server: $schema=…/map.schema.json`.
pub(crate) fn declared_vocabulary(text: &str) -> Option<&'static Vocabulary> {
    let comments = text.lines().take(20).take_while(|line| {
        line.trim_start_matches('\u{feff}').starts_with('#') || line.trim().is_empty()
    });
    let named = comments.filter_map(|line| {
        let (_, schema) = line.split_once("yaml-language-server:")?.1.split_once("$schema=")?;
        let file = schema.split_whitespace().next()?.rsplit(['/', '\\']).next()?;
        vocabulary(file.strip_suffix(".schema.json")?)
    });
    named.into_iter().next()
}

/// A position in a schema: the values allowed at a position in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'s> {
    schema: &'s Json,
    /// The type that has the key, such as `Reinforcement`.
    pub(crate) owner: &'s str,
    /// The key of the value, such as `or`; lists and named maps inherit it.
    pub(crate) key: &'s str,
    /// Whether its key is a name chosen by the author, such as the side in `sides: { union: … }`.
    pub(crate) is_named: bool,
}

/// A schema with all references and alternatives resolved.
#[derive(Clone, Copy)]
struct Leaf<'s> {
    schema: &'s Json,
    owner: &'s str,
}

/// An allowed keyword and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Choice<'s> {
    pub(crate) word: String,
    pub(crate) description: Option<&'s str>,
}

/// An allowed key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownKey<'s> {
    pub(crate) key: &'s str,
    pub(crate) is_required: bool,
    pub(crate) place: Place<'s>,
}

impl Vocabulary {
    /// The schema positions of the whole file.
    pub(crate) fn root_places(&self) -> Vec<Place<'_>> {
        vec![Place { schema: &self.schema, owner: self.root, key: "", is_named: false }]
    }

    /// The schema positions at the end of a path.
    pub(crate) fn places_at(&self, path: &[Step]) -> Vec<Place<'_>> {
        path.iter().fold(self.root_places(), |places, step| match step {
            Step::Key(key) => self.value_places(&places, key),
            Step::Item(number) => self.item_places(&places, *number),
        })
    }

    /// The schema positions of a key's value.
    pub(crate) fn value_places<'s>(&'s self, places: &[Place<'s>], key: &str) -> Vec<Place<'s>> {
        let mut found = Vec::new();
        for place in places {
            for leaf in self.leaves(place) {
                if let Some((key, schema)) = property(leaf.schema, key) {
                    found.push(Place { schema, owner: leaf.owner, key, is_named: false });
                } else if let Some(schema) = named_values(leaf.schema) {
                    found.push(Place { schema, is_named: true, ..*place });
                }
            }
        }
        found
    }

    /// The schema positions of a list item.
    pub(crate) fn item_places<'s>(&'s self, places: &[Place<'s>], number: usize) -> Vec<Place<'s>> {
        let mut found = Vec::new();
        for place in places {
            for leaf in self.leaves(place) {
                let item = match leaf.schema.get("items") {
                    Some(Json::Array(items)) => items.get(number),
                    other => other,
                };
                if let Some(schema) = item {
                    found.push(Place { schema, is_named: false, ..*place });
                }
            }
        }
        found
    }

    /// The keys allowed at some positions, by name.
    pub(crate) fn keys<'s>(&'s self, places: &[Place<'s>]) -> Vec<KnownKey<'s>> {
        let mut found: BTreeMap<&str, KnownKey<'_>> = BTreeMap::new();
        for place in places {
            for leaf in self.leaves(place) {
                let required = leaf.schema.get("required").and_then(Json::as_array);
                let properties = leaf.schema.get("properties").and_then(Json::as_object);
                for (key, schema) in properties.into_iter().flatten() {
                    let is_required =
                        required.is_some_and(|required| required.iter().any(|known| known == key));
                    let place = Place { schema, owner: leaf.owner, key, is_named: false };
                    found.entry(key).or_insert(KnownKey { key, is_required, place });
                }
            }
        }
        found.into_values().collect()
    }

    /// Returns the type and key of a map whose keys are names chosen by the author; `None` for
    /// other values.
    pub(crate) fn named_map<'s>(&'s self, places: &[Place<'s>]) -> Option<(&'s str, &'s str)> {
        let of_place = |place: &Place<'s>| {
            let has_names =
                self.leaves(place).iter().any(|leaf| named_values(leaf.schema).is_some());
            // Nested names belong to an inner item.
            let is_outer = !place.is_named;
            (has_names && is_outer).then_some((place.owner, place.key))
        };
        places.iter().find_map(of_place)
    }

    /// The keywords allowed at some positions.
    pub(crate) fn choices<'s>(&'s self, places: &[Place<'s>]) -> Vec<Choice<'s>> {
        let mut found = BTreeSet::new();
        for place in places {
            for leaf in self.leaves(place) {
                let description = leaf.schema.get("description").and_then(Json::as_str);
                let constant = leaf.schema.get("const");
                let words = leaf.schema.get("enum").and_then(Json::as_array);
                for word in constant.into_iter().chain(words.into_iter().flatten()) {
                    if let Some(word) = keyword(word) {
                        let description = description.filter(|_| constant.is_some());
                        found.insert(Choice { word, description });
                    }
                }
                if leaf.schema.get("type").is_some_and(|kind| kind == "boolean") {
                    for word in ["true", "false"] {
                        found.insert(Choice { word: word.to_owned(), description: None });
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    /// Returns the descriptions of the values at some positions, with the key's description before
    /// the type's.
    pub(crate) fn descriptions<'s>(&'s self, places: &[Place<'s>]) -> Vec<&'s str> {
        let mut found: Vec<&str> = Vec::new();
        let mut take = |schema: &'s Json| {
            let description = schema.get("description").and_then(Json::as_str);
            if let Some(description) = description.filter(|text| !found.contains(text)) {
                found.push(description);
            }
        };
        places.iter().for_each(|place| take(place.schema));
        let has_alternatives = |place: &Place<'s>| self.leaves(place).len() > 1;
        for place in places.iter().filter(|place| !has_alternatives(place)) {
            self.leaves(place).into_iter().for_each(|leaf| take(leaf.schema));
        }
        found
    }

    /// Returns the forms of values at some positions: length units, number bounds and kinds.
    pub(crate) fn forms<'s>(&'s self, places: &[Place<'s>]) -> Vec<String> {
        let mut found = BTreeSet::new();
        for place in places {
            for leaf in self.leaves(place) {
                if let Some(form) = form(leaf.schema) {
                    found.insert(form);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether the value at some positions is always a map or always a list.
    pub(crate) fn shape<'s>(&'s self, places: &[Place<'s>]) -> Shape {
        let kinds = places.iter().flat_map(|place| self.leaves(place)).map(|leaf| {
            match leaf.schema.get("type").and_then(Json::as_str) {
                Some("object") => Shape::Map,
                Some("array") => Shape::List,
                _ => Shape::Single,
            }
        });
        // Where a file may be included, the value may also be a map.
        let kinds: BTreeSet<Shape> = kinds.collect();
        kinds.into_iter().next().unwrap_or(Shape::Single)
    }

    fn leaves<'s>(&'s self, place: &Place<'s>) -> Vec<Leaf<'s>> {
        /// The maximum depth of references; the schemas use few levels.
        const MAX_DEPTH: usize = 16;
        let mut found = Vec::new();
        self.collect_leaves(
            Leaf { schema: place.schema, owner: place.owner },
            MAX_DEPTH,
            &mut found,
        );
        found
    }

    fn collect_leaves<'s>(&'s self, leaf: Leaf<'s>, depth: usize, found: &mut Vec<Leaf<'s>>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        if let Some(reference) = leaf.schema.get("$ref").and_then(Json::as_str) {
            let name = reference.rsplit('/').next().unwrap_or_default();
            if let Some((owner, schema)) = self.definition(name) {
                self.collect_leaves(Leaf { schema, owner }, depth, found);
            }
            return;
        }
        let mut is_leaf = true;
        for several in ["allOf", "anyOf", "oneOf"] {
            for schema in leaf.schema.get(several).and_then(Json::as_array).into_iter().flatten() {
                is_leaf = false;
                self.collect_leaves(Leaf { schema, ..leaf }, depth, found);
            }
        }
        if is_leaf || leaf.schema.get("properties").is_some() {
            found.push(leaf);
        }
    }

    fn definition(&self, name: &str) -> Option<(&str, &Json)> {
        let (name, schema) = self.schema.get("definitions")?.as_object()?.get_key_value(name)?;
        Some((name, schema))
    }

    /// Every type with its keys, as in the table of terms.
    #[cfg(test)]
    pub(crate) fn types(&self) -> Vec<(&str, &Json)> {
        let definitions = self.schema.get("definitions").and_then(Json::as_object);
        let inner = definitions.into_iter().flatten().map(|(name, schema)| (name.as_str(), schema));
        std::iter::once((self.root, &self.schema)).chain(inner).collect()
    }
}

/// The shape of a value: a scalar, a list, or a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    Single,
    List,
    Map,
}

fn property<'s>(schema: &'s Json, key: &str) -> Option<(&'s str, &'s Json)> {
    let (key, schema) = schema.get("properties")?.as_object()?.get_key_value(key)?;
    Some((key, schema))
}

/// The schema of values under names chosen by the author.
fn named_values(schema: &Json) -> Option<&Json> {
    schema.get("additionalProperties").filter(|inner| inner.is_object())
}

fn keyword(word: &Json) -> Option<String> {
    match word {
        Json::String(word) => Some(word.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Bool(word) => Some(word.to_string()),
        _ => None,
    }
}

fn form(schema: &Json) -> Option<String> {
    let bound = |key: &str| schema.get(key).and_then(keyword);
    match schema.get("type").and_then(Json::as_str)? {
        "string" => {
            let units = schema.get("pattern")?.as_str()?;
            let units = units.strip_prefix("^[0-9]+(\\.[0-9]+)? ?(")?.strip_suffix(")$")?;
            Some(format!("a length with a unit: {}", units.replace('|', ", ")))
        }
        kind @ ("integer" | "number") => {
            let noun = if kind == "integer" { "a whole number" } else { "a number" };
            match (bound("minimum"), bound("maximum")) {
                (Some(least), Some(most)) => Some(format!("{noun} from {least} to {most}")),
                (Some(least), None) => Some(format!("{noun}, at least {least}")),
                (None, Some(most)) => Some(format!("{noun}, at most {most}")),
                (None, None) if schema.get("const").is_some() => None,
                (None, None) => Some(noun.to_owned()),
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(path: &str) -> Vec<Step> {
        let step = |word: &str| match word.parse() {
            Ok(number) => Step::Item(number),
            Err(_) => Step::Key(word.to_owned()),
        };
        path.split('/').filter(|word| !word.is_empty()).map(step).collect()
    }

    #[test]
    fn lists_every_published_schema() {
        let names: Vec<&str> = vocabularies().iter().map(|vocabulary| vocabulary.name).collect();
        let listed: Vec<&str> = AUTHORED.iter().map(|(name, ..)| *name).collect();
        assert_eq!(names, listed);
        for (file, _) in sandtable_authored::schemas() {
            let name = file.strip_suffix(".schema.json").expect("schema files have this extension");
            let is_pack = name.ends_with("pack");
            assert!(is_pack != listed.contains(&name), "{name}");
        }
    }

    #[test]
    fn resolves_scenario_paths() {
        let scenario = vocabulary("scenario").expect("a schema");
        let at = |path: &str| scenario.places_at(&steps(path));
        let keys: Vec<&str> =
            scenario.keys(&at("sides/union/commands/0/hq")).iter().map(|key| key.key).collect();
        assert!(keys.contains(&"rating") && keys.contains(&"at"), "{keys:?}");
        let quality = at("sides/union/commands/0/pieces/3/quality");
        let words = scenario.choices(&quality);
        let elite = words.iter().find(|choice| choice.word == "elite").expect("a quality");
        assert_eq!(elite.description, Some("High quality."));
        let entry = at("sides/union/reinforcements/0/or/1");
        assert_eq!((entry[0].owner, entry[0].key), ("Reinforcement", "or"));
        assert_eq!(scenario.named_map(&at("sides")), Some(("Scenario", "sides")));
        assert_eq!(scenario.named_map(&at("sides/union")), None);
        let length = at("column_length/infantry");
        assert_eq!(
            scenario.forms(&length),
            ["a length with a unit: m, km, mi, yd, ft, mm, cm, in"]
        );
        assert!(at("sides/union/no_such_key").is_empty());
    }

    #[test]
    fn reads_declared_schema() {
        let declared = |text: &str| declared_vocabulary(text).map(|vocabulary| vocabulary.name);
        let first = "# yaml-language-server: $schema=../../schema/fab-units.schema.json\n- id: a\n";
        assert_eq!(declared(first), Some("fab-units"));
        assert_eq!(declared("# $schema=map.schema.json\n"), None);
        assert_eq!(
            declared("# yaml-language-server: $schema=https://example.org/other.json\n"),
            None
        );
        assert_eq!(declared("a: 1\n# yaml-language-server: $schema=map.schema.json\n"), None);
    }
}
