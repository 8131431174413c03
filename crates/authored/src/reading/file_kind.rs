//! Detects the kind of an authored file by its keys. A map passed as a scenario then causes one
//! error instead of twenty unknown keys.

use sandtable_source::{Diagnostic, Diagnostics, Entry, Node, Value, code, message, with_article};

use crate::schema::required_keys;

/// The kind of an authored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A battle.
    Scenario,
    /// An order of battle for a free side.
    Orders,
    /// A battlefield.
    Map,
    /// The map of a FAB battle.
    AreaMap,
    /// The numbers and rulings of a rule system.
    Ruleset,
    /// The requirements of a print shop.
    Shop,
    /// Printing stock.
    Stock,
    /// GeoJSON.
    Layer,
    /// The record of a game.
    Record,
    /// An included part of a scenario: a side, a command, a set-up, or a list such as commands or
    /// units.
    Part,
    /// A JSON schema for editors.
    Schema,
}

/// Keys that only occur in shop profiles.
const SHOP_KEYS: [&str; 17] = [
    "target",
    "layout",
    "bleed",
    "safe_zone",
    "gutter",
    "cut",
    "marks",
    "lines",
    "letters",
    "colours",
    "ink_limit",
    "resolution",
    "standard",
    "output_intent",
    "duplex",
    "printer",
    "blocks",
];
/// Keys that only occur in printing stocks; a reinforcement also has a `roll`, but no `format`.
const STOCK_KEYS: [&str; 4] = ["sheet", "margin", "labels", "sheets"];

impl FileKind {
    /// Returns the kind indicated by a file's keys, if any.
    pub fn detect(tree: &Node) -> Option<Self> {
        let has = |key: &str| tree.entry(key).is_some();
        let has_one_of = |keys: &[&str]| keys.iter().any(|key| has(key));
        match &tree.value {
            Value::Map(_) if has("$schema") && has("type") => Some(Self::Schema),
            Value::Map(_) if has("sides") || has("calendar") => Some(Self::Scenario),
            Value::Map(_) if has("side") && has("format") => Some(Self::Orders),
            Value::Map(_) if has("map") && has_one_of(&["ruleset", "title"]) => {
                Some(Self::Scenario)
            }
            Value::Map(_) if has("areas") && has_one_of(&["frame", "scale", "layers"]) => {
                Some(Self::AreaMap)
            }
            Value::Map(_) if !has("entries") && has_area_map_layers(tree) => Some(Self::AreaMap),
            Value::Map(_) if has("frame") || has("layers") => Some(Self::Map),
            Value::Map(_) if has_one_of(&SHOP_KEYS) => Some(Self::Shop),
            Value::Map(_) if has_one_of(&STOCK_KEYS) => Some(Self::Stock),
            Value::Map(_) if has("roll") && has("format") => Some(Self::Stock),
            Value::Map(_) if extends_profile(tree) => Some(Self::Shop),
            Value::Map(_) if has("extends") || has("rulings") || has("distances") => {
                Some(Self::Ruleset)
            }
            Value::Map(_) if has("features") && has("type") => Some(Self::Layer),
            Value::Map(_) if has("play_digest") && has("seed") => Some(Self::Record),
            Value::Map(_) if (has("colour") && has("commands")) || (has("hq") && has("pieces")) => {
                Some(Self::Part)
            }
            Value::Map(entries) if has("control") && has("units") || are_arrivals(entries) => {
                Some(Self::Part)
            }
            Value::List(items) if items.first().is_some_and(is_part_item) => Some(Self::Part),
            _ => None,
        }
    }

    /// Returns whether a file appears to have this kind; if not, reports it.
    pub fn expect(self, tree: &Node, diagnostics: &mut Diagnostics) -> bool {
        if tree.value == Value::Null {
            self.report_empty(tree, diagnostics);
            return false;
        }
        let found = match Self::detect(tree) {
            Some(found) if found != self => found,
            _ => return true,
        };
        let help = match found {
            Self::Layer => {
                "a layer is checked with its map: pass the `map.yaml` that lists it".to_owned()
            }
            Self::Record => {
                "play it again with `sandtable replay RECORD --pack PACK`, where PACK is the pack or scenario of the game".to_owned()
            }
            Self::Part => {
                "check the scenario that includes it: `sandtable check scenario.yaml`".to_owned()
            }
            Self::Shop => {
                "use a shop profile with `sandtable preflight FILE.pdf --profile PROFILE`".to_owned()
            }
            Self::Stock => {
                "use a stock with `sandtable render PACK --only stickers --stock STOCK`".to_owned()
            }
            Self::Orders => {
                "check it against the base pack of the free game: `sandtable oob check my.oob.yaml --pack base.pack`".to_owned()
            }
            Self::Schema => {
                "editors read schemas, through the first line of a scenario or map; check the scenario or map instead".to_owned()
            }
            Self::Map if self == Self::AreaMap => {
                "a map of areas names the file of its polygons: `areas: { file: layers/areas.geojson }`".to_owned()
            }
            Self::Map if self == Self::Scenario => {
                "use the path of a scenario; to draw a map without one, use `sandtable render MAP --only map`".to_owned()
            }
            _ => format!("use the path of {}", self.phrase()),
        };
        diagnostics.push(
            Diagnostic::new(
                code::OTHER_FILE,
                message!("this file is {}, not {}", found.phrase(), self.phrase()),
            )
            .at(tree.head(), format!("this file has the keys of {}", found.phrase()))
            .help(help),
        );
        false
    }

    /// Reports an empty file, with advice on how to begin.
    fn report_empty(self, tree: &Node, diagnostics: &mut Diagnostics) {
        let (keys, example) = match self {
            Self::Scenario => {
                (required_keys("scenario"), Some("scenarios/gettysburg/scenario.yaml"))
            }
            Self::Map => (required_keys("map"), Some("maps/gettysburg/map.yaml")),
            Self::AreaMap => (required_keys("area-map"), Some("maps/sicily/map.yaml")),
            Self::Ruleset => (required_keys("ruleset"), None),
            Self::Orders => (required_keys("oob"), None),
            Self::Shop | Self::Stock | Self::Layer | Self::Record | Self::Part | Self::Schema => {
                (Vec::new(), None)
            }
        };
        let mut diagnostic = Diagnostic::new(
            code::WRONG_KIND,
            message!("this file is empty, expected {}", self.phrase()),
        )
        .at(tree.span, "empty");
        if !keys.is_empty() {
            let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
            diagnostic = diagnostic.help(format!("{} needs {}", self.phrase(), keys.join(", ")));
        }
        diagnostics.push(
            diagnostic.help(match example {
                Some(example) => {
                    format!(
                        "start from a copy of `{example}`; see docs/AUTHORING.md"
                    )
                }
                None if self == Self::Orders => {
                    "start from the output of `sandtable oob new`; docs/how-to/free-order-of-battle.md explains all keys"
                        .to_owned()
                }
                None => "see docs/AUTHORING.md".to_owned(),
            }),
        );
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Orders => "order of battle",
            Self::Map => "map",
            Self::AreaMap => "map of areas",
            Self::Ruleset => "ruleset",
            Self::Shop => "shop profile",
            Self::Stock => "stock",
            Self::Layer => "GeoJSON layer",
            Self::Record => "record of a game",
            Self::Part => "part of a battle",
            Self::Schema => "JSON schema",
        }
    }

    /// The name of the kind with its article.
    pub fn phrase(self) -> String {
        with_article(self.word())
    }
}

/// Whether this file extends a built-in shop profile; rulesets also have `extends`.
fn extends_profile(tree: &Node) -> bool {
    let named = tree.entry("extends").map(|entry| &entry.value.value);
    matches!(named, Some(Value::Text(name)) if sandtable_shop::built_in_names().any(|known| known == name))
}

/// Whether every layer has a class that an area map allows, and at least one is of class `river`,
/// which occurs in no other map.
fn has_area_map_layers(tree: &Node) -> bool {
    let Some(Value::List(layers)) = tree.entry("layers").map(|entry| &entry.value.value) else {
        return false;
    };
    let is_one_of = |layer: &Node, classes: &[&str]| {
        let class = layer.entry("class").map(|entry| &entry.value.value);
        matches!(class, Some(Value::Text(class)) if classes.contains(&class.as_str()))
    };
    layers.iter().all(|layer| is_one_of(layer, &["river", "water", "road", "place"]))
        && layers.iter().any(|layer| is_one_of(layer, &["river"]))
}

/// Whether this is an item from a list of commands or reinforcements, or from a FAB list.
fn is_part_item(item: &Node) -> bool {
    const ITEM_KEYS: [&[&str]; 8] = [
        &["hq"],
        &["entry"],
        &["include"],
        &["id", "formation"],
        &["id", "terrain"],
        &["id", "side", "colour"],
        &["a", "b"],
        &["turn", "draws"],
    ];
    ITEM_KEYS.iter().any(|keys| keys.iter().all(|key| item.entry(key).is_some()))
}

/// Whether these are arrivals of FAB units, by unit id.
fn are_arrivals(entries: &[Entry]) -> bool {
    let arrives =
        |unit: &Entry| ["turn", "entry"].iter().all(|key| unit.value.entry(key).is_some());
    !entries.is_empty() && entries.iter().all(arrives)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sandtable_source::{Diagnostics, SourceMap, parse};

    use super::{FileKind, SHOP_KEYS, STOCK_KEYS};
    use crate::schema::keys;

    /// Incomplete maps and scenarios, such as those with only the lines that an import prints.
    #[test]
    fn detects_incomplete_files() {
        const WATER: &str = "frame: {}\nlayers:\n  - { file: layers/places.geojson, class: place }\n  - { file: layers/water.geojson, class: water }\n";
        let water_and_river = format!("{WATER}  - {{ file: r.geojson, class: river }}\n");
        let cases = [
            (WATER.to_owned(), FileKind::Map),
            (water_and_river.clone(), FileKind::AreaMap),
            (format!("{water_and_river}entries: []\n"), FileKind::Map),
            (format!("{WATER}areas: {{ file: a.geojson }}\n"), FileKind::AreaMap),
            (
                "format: 1\nmap: map/map.yaml\nruleset: pub-battles/3.2\n".to_owned(),
                FileKind::Scenario,
            ),
            ("map: map.yaml\ntitle: A\n".to_owned(), FileKind::Scenario),
        ];
        for (text, kind) in cases {
            let mut texts = SourceMap::new();
            let file = texts.add("a.yaml", text.clone());
            let tree = parse(&texts, file, &mut Diagnostics::default()).expect("valid YAML");
            assert_eq!(FileKind::detect(&tree), Some(kind), "{text}");
        }
    }

    /// All keys that occur only in profiles and stocks are listed, including new keys.
    #[test]
    fn detects_profiles_and_stocks_by_key() {
        let (shop, stock) = (keys("shop", None), keys("stock", None));
        let mut others = BTreeSet::new();
        for of_another in [
            keys("scenario", None),
            keys("map", None),
            keys("ruleset", None),
            keys("scenario", Some("Side")),
            keys("scenario", Some("Command")),
            keys("scenario", Some("Reinforcement")),
        ] {
            assert!(of_another.len() > 3, "{of_another:?}");
            others.extend(of_another);
        }
        let own = |keys: &BTreeSet<String>, not: &BTreeSet<String>| -> BTreeSet<String> {
            keys.iter()
                .filter(|key| !others.contains(*key) && !not.contains(*key))
                .cloned()
                .collect()
        };
        let listed = |keys: &[&str]| -> BTreeSet<String> {
            keys.iter().map(|key| (*key).to_owned()).collect()
        };
        assert_eq!(listed(&SHOP_KEYS), own(&shop, &stock));
        assert_eq!(listed(&STOCK_KEYS), own(&stock, &shop));
    }
}
