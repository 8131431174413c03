//! PB-3.19: every default that the compiler uses is a note.
//!
//! The table below lists every optional key of an authored file, as in the schemas, with the effect
//! of omitting it; a key without an entry fails the test. The battles in `data/defaults` verify
//! every entry: `left-out` omits all of these keys, `said` sets them.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_source::{Severity, code};
use serde_json::Value;

use crate::support::{Battle, battle, data, run};

/// The effect of omitting a key.
enum Decision {
    /// A default, reported by this note.
    Note(&'static str),
    /// A default, reported by this warning.
    Warning(&'static str),
    /// No default: the item does not exist, or other keys define it.
    Nothing(&'static str),
}

use Decision::{Note, Nothing, Warning};

const AT: Decision = Nothing("it comes by a reinforcement, or is never placed, an error");
const FACING: Decision = Nothing("what stands without it is an error");
const FULL_LABEL: Decision = Nothing("a label is as large as the face of its block");
const NOT_COUNTED: Decision = Nothing("it is not counted");
const ONE_OF: Decision = Nothing("one of several keys that are there; none is an error");
const UNLIMITED: Decision = Nothing("what players did not limit is free");
const NO_CHOICE: Decision = Nothing("the edge may not be chosen");
const TRANSLATION: Decision =
    Nothing("the language is not asked for, or a warning says that English is printed");

/// Types whose keys all override values: those of the ruleset or shop profile in `extends`, or of
/// the arm in `like`. An omitted key keeps the original value.
const CHANGES: &[&str] = &[
    "Allowances",
    "AssetLimits",
    "AttackerLimits",
    "BorderType",
    "ByClass",
    "ByFire",
    "ByQuality",
    "ClassVsPoint",
    "CombatTable",
    "ConnectionType",
    "CutKeys",
    "DefenderLimits",
    "Distances",
    "DuplexKeys",
    "LetterKeys",
    "LineKeys",
    "MarkKeys",
    "MarkerLimits",
    "Morale",
    "PieceRow",
    "PieceRows",
    "Points",
    "PrinterKeys",
    "QualityRow",
    "QualityRows",
    "QualityVsPoint",
    "Rulings",
    "Surrender",
    "Uses",
    "Victory",
    "shop",
];

#[rustfmt::skip]
const TABLE: &[(&str, &str, Decision)] = &[
    ("Baggage", "at", AT),
    ("Baggage", "facing", FACING),
    ("Baggage", "id", Note("`id` of the train of `blue-corps` not set, using blue-corps-train")),
    ("Baggage", "packed", Note("`packed` of train `blue-corps-train` not set, using true")),
    ("BlockKeys", "inset", FULL_LABEL),
    ("BlockSize", "inset", FULL_LABEL),
    ("Calendar", "last_turn", Nothing("the battle is open; else it is an error")),
    ("ColumnLength", "artillery", Note("`column_length` of artillery not set, using 609.6 m, the block's own")),
    ("ColumnLength", "baggage", Warning("`column_length` not set for `infantry` or `baggage`")),
    ("ColumnLength", "cavalry", Note("`column_length` of cavalry not set, using 609.6 m, the block's own")),
    ("ColumnLength", "infantry", Warning("`column_length` not set for `infantry` or `baggage`")),
    ("Command", "baggage", Nothing("it has no train")),
    ("Command", "short", Note("`short` of command `blue-corps` not set, using its title")),
    ("Command", "zone", Nothing("the zone of its side counts, if that has one")),
    ("Commander", "at", AT),
    ("Commander", "chit", Note("`chit` of commander `blue-army` not set, using false: the commander moves with any friendly chit by PB-7.6")),
    ("Commander", "facing", FACING),
    ("Commander", "pieces", Nothing("he has no troops of his own")),
    ("Commander", "short", Note("`short` of commander `blue-army` not set, using Army")),
    ("Commander", "surname", Nothing("it is in the name")),
    ("Components", "dice", NOT_COUNTED),
    ("Components", "sides", NOT_COUNTED),
    ("DetachmentPool", "commands", Note("`commands` of the detachments not set, using any command, at the owner's choice")),
    ("Entry", "at", ONE_OF),
    ("Entry", "edge", ONE_OF),
    ("Entry", "road", ONE_OF),
    ("Errata", "text", Nothing("nothing is printed")),
    ("ForceLimits", "baggage", UNLIMITED),
    ("ForceLimits", "commands", UNLIMITED),
    ("ForceLimits", "detachments", UNLIMITED),
    ("ForceLimits", "points", UNLIMITED),
    ("ForceLimits", "ratings", UNLIMITED),
    ("ForceLimits", "reinforcements", UNLIMITED),
    ("Frame", "rotation", Note("`rotation` of the frame not set, using 0, north at the top")),
    ("FreeEdges", "east", NO_CHOICE),
    ("FreeEdges", "north", NO_CHOICE),
    ("FreeEdges", "south", NO_CHOICE),
    ("FreeEdges", "west", NO_CHOICE),
    ("FreeSide", "enters", ONE_OF),
    ("FreeSide", "entries", UNLIMITED),
    ("FreeSide", "limits", UNLIMITED),
    ("FreeSide", "pool", UNLIMITED),
    ("FreeSide", "sets_up", ONE_OF),
    ("Headquarters", "at", AT),
    ("Headquarters", "facing", FACING),
    ("Headquarters", "short", Nothing("the surname is in the name")),
    ("Layer", "hill", Note("`hill` of layer `layers/crests.geojson` not set, using the property `hill`")),
    ("Layer", "id", Note("`id` of 11 layers not set, using the property `id`")),
    ("Layer", "kind", Note("`kind` of 3 layers not set, using the property `kind`")),
    ("Layer", "level", Note("`level` of layer `layers/hills.geojson` not set, using the property `level`")),
    ("Layer", "name", Note("`name` of 11 layers not set, using the property `name`")),
    ("Layer", "rank", Note("`rank` of layer `layers/places.geojson` not set, using the property `rank`")),
    ("Layer", "width", Note("`width` of layer `layers/water.geojson` not set, using the property `width_m`")),
    ("Modifier", "when", Note("`when` of `modifier` of special rule `brave` not set, using always")),
    ("Moment", "day", Note("`day` of `frozen_until` of special rule `asleep` not set, using 1")),
    ("Objective", "area", ONE_OF),
    ("Objective", "at", ONE_OF),
    ("Objective", "counted", Note("`counted` of objective `church` not set, using at-end")),
    ("Objective", "for", Note("`for` of objective `church` not set, using both sides")),
    ("Objective", "within", ONE_OF),
    ("OwnType", "qualities", Note("`qualities` of type `horse-guns` not set, using those of artillery")),
    ("OwnType", "title", Note("`title` of type `horse-guns` not set, using horse-guns")),
    ("Piece", "at", AT),
    ("Piece", "facing", FACING),
    ("Piece", "formation", Note("`formation` of piece `navy` not set, using line")),
    ("Piece", "quality", Note("`quality` of piece `navy` not set, using regular")),
    ("Piece", "status", Note("`status` of piece `navy` not set, using fresh")),
    ("Piece", "strength", Nothing("nothing is printed, and it has no effect in play")),
    ("Piece", "zone", Nothing("the zone of its command or side counts, if that has one")),
    ("PoolDetachment", "strength", Nothing("nothing is printed, and it has no effect in play")),
    ("Prohibition", "until", Note("`until` of `forbid` of special rule `tired` not set, using the end of the battle")),
    ("Reinforcement", "day", Note("`day` of the reinforcement of `red-corps` not set, using 1")),
    ("Reinforcement", "formation", Note("`formation` of the reinforcement of `red-corps` not set, using line")),
    ("Reinforcement", "hold_back", Note("`hold_back` of the reinforcement of `red-corps` not set, using true")),
    ("Reinforcement", "or", Nothing("there is no other entry to choose")),
    ("Reinforcement", "pieces", Note("`pieces` of the reinforcement of `red-corps` not set, using all that have no `at`, in the order of the file")),
    ("Reinforcement", "roll", Nothing("no die is rolled")),
    ("RulesetChange", "format", Nothing("the format of the scenario counts")),
    ("RulesetChange", "id", Note("`id` of the changed ruleset not set, using pub-battles/3.2, changed")),
    ("Side", "baggage", Nothing("it has no trains beside those of its commands")),
    ("Side", "chooses_edge", Nothing("there is no choice")),
    ("Side", "commander", Nothing("it has none, which is worth a warning")),
    ("Side", "commands", Nothing("the side is free; else it is an error")),
    ("Side", "detachments", Nothing("it has no pool")),
    ("Side", "lines_of_communication", Nothing("it has none, an error with a train")),
    ("Side", "reinforcements", Nothing("nobody comes")),
    ("Side", "zone", Nothing("it has none")),
    ("SideComponents", "baggage", NOT_COUNTED),
    ("SideComponents", "chits", NOT_COUNTED),
    ("SideComponents", "hqs", NOT_COUNTED),
    ("SideComponents", "pieces", NOT_COUNTED),
    ("SideComponents", "reserve_cards", NOT_COUNTED),
    ("SpecialRule", "activate_when", ONE_OF),
    ("SpecialRule", "forbid", ONE_OF),
    ("SpecialRule", "frozen_until", ONE_OF),
    ("SpecialRule", "modifier", ONE_OF),
    ("SpecialRule", "text_only", ONE_OF),
    ("SpecialRule", "victory", ONE_OF),
    ("SpecialRule", "visibility", ONE_OF),
    ("SpecialRule", "who", Note("`who` of special rule `asleep` not set, using both sides")),
    ("SpecialVictory", "entry", Nothing("needed with `when: left` alone, and an error there")),
    ("SpecialVisibility", "from", Note("`from` of `visibility` of special rule `foggy` not set, using the start of the battle")),
    ("SpecialVisibility", "until", Note("`until` of `visibility` of special rule `foggy` not set, using the end of the battle")),
    ("Symbol", "title", Nothing("the legend does not name it")),
    ("Train", "at", AT),
    ("Train", "command", Note("`command` of train `park` not set, using none: the train is at army level and moves with any friendly chit by PB-A23")),
    ("Train", "facing", FACING),
    ("Train", "packed", Note("`packed` of train `park` not set, using true")),
    ("Translations", "es", TRANSLATION),
    ("Translations", "fr", TRANSLATION),
    ("Trigger", "attacked", ONE_OF),
    ("Trigger", "destroyed", ONE_OF),
    ("Trigger", "enemy_within", ONE_OF),
    ("Weather", "day", Note("`day` of weather `Mist` not set, using 1")),
    ("Weather", "visibility", Note("`visibility` of weather `Mist` not set, using clear weather")),
    ("fab-ruleset", "extends", Nothing("it says everything itself; what it leaves out is an error")),
    ("map", "allow", Nothing("no warning is meant")),
    ("map", "credits", Nothing("no source is named")),
    ("map", "elevation", Nothing("the map has no relief")),
    ("map", "entries", Nothing("nobody can come on")),
    ("map", "style", Note("`style` of the map not set, using staff")),
    ("map", "subtitle", Nothing("nothing is printed")),
    ("map", "units", Note("`units` of the map not set, using metric")),
    ("oob", "allow", Nothing("no warning is meant")),
    ("oob", "baggage", Nothing("it has no trains beside those of its commands")),
    ("oob", "base", Nothing("the pack that it is checked against is meant")),
    ("oob", "commander", Nothing("it has none, which is worth a warning")),
    ("oob", "detachments", Nothing("it has no pool")),
    ("oob", "edge", Nothing("it is set up on the map, or an error says that it may not be")),
    ("oob", "lines_of_communication", Nothing("it has none, an error with a train")),
    ("oob", "reinforcements", Nothing("nobody comes")),
    ("oob", "zone", Nothing("it has none")),
    ("ruleset", "extends", Nothing("it says everything itself; what it leaves out is an error")),
    ("scenario", "allow", Nothing("no warning is meant")),
    ("scenario", "block_profile", Note("`block_profile` not set, using the publisher's blocks, 1 1/2 × 3/8 inch")),
    ("scenario", "column_length", Warning("`column_length` not set for `infantry` or `baggage`")),
    ("scenario", "combat_order", Warning("`combat_order` not set, using `blue`, the side with the better ratings")),
    ("scenario", "components", NOT_COUNTED),
    ("scenario", "errata", Nothing("nothing is printed")),
    ("scenario", "free_game", Nothing("nothing is free")),
    ("scenario", "history", Nothing("nothing is printed")),
    ("scenario", "languages", Note("`languages` not set, using [en]")),
    ("scenario", "notes", Nothing("nothing is printed")),
    ("scenario", "objectives", Nothing("no ground is worth points")),
    ("scenario", "published", Nothing("no date is printed")),
    ("scenario", "special_rules", Nothing("there are none")),
    ("scenario", "types", Nothing("there are none")),
    ("scenario", "weather", Note("`weather` not set, using clear throughout")),
];

/// Defaults of layer features, which are not in any schema.
const FEATURE_DEFAULTS: &[&str] = &["`width_m` of feature `brook` not set, using 2 m"];

/// Every optional key of a file, with the type that has it, as in the schemas.
fn optional_keys() -> BTreeSet<(String, String)> {
    let mut keys = BTreeSet::new();
    for (name, text) in sandtable_authored::schemas() {
        let schema: Value = serde_json::from_str(text).expect("schemas are JSON");
        let of_file = match name.split_once('.').expect("file name `name.schema.json`").0 {
            // Only the compiler writes packs.
            "pack" => continue,
            // Its key descriptions give the defaults (`tests/suite/fab.rs`).
            "area-map" => continue,
            other if other.starts_with("fab-") && other != "fab-ruleset" => continue,
            // A stock is not a battle: its schema gives the defaults.
            "stock" => continue,
            "ruleset-change" => "RulesetChange",
            "side" => "Side",
            other => other,
        };
        let parts = schema["definitions"].as_object().into_iter().flatten();
        let parts = parts.map(|(name, part)| (name.as_str(), part));
        for (name, part) in parts.chain([(of_file, &schema)]) {
            let required: Vec<&str> = part["required"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let all = part["properties"].as_object().into_iter().flat_map(|keys| keys.keys());
            let optional = all.filter(|key| !required.contains(&key.as_str()));
            keys.extend(optional.map(|key| (name.to_owned(), key.clone())));
        }
    }
    keys
}

/// Whether a type overrides values, so that an omitted key keeps the original.
fn is_change(kind: &str, key: &str) -> bool {
    let tables = ["distances", "pieces", "qualities", "rulings", "types", "victory"];
    match kind {
        "fab-ruleset" => !["format", "id", "extends"].contains(&key),
        "ruleset" | "RulesetChange" => tables.contains(&key),
        // A row of Table A overrides the row of the arm in `like`.
        "OwnType" => !["title", "qualities"].contains(&key),
        _ => CHANGES.contains(&kind),
    }
}

#[test]
fn every_optional_key_has_a_decision() {
    let decided: Vec<(String, String)> =
        TABLE.iter().map(|(kind, key, _)| ((*kind).to_owned(), (*key).to_owned())).collect();
    assert!(decided.is_sorted_by(|one, other| one < other), "the table is not sorted");
    let decided: BTreeSet<(String, String)> = decided.into_iter().collect();
    let keys = optional_keys();
    let expected = keys.iter().filter(|(kind, key)| !is_change(kind, key)).cloned().collect();
    let undecided: Vec<_> = decided.symmetric_difference(&expected).collect();
    assert!(undecided.is_empty(), "{undecided:?} only in the schemas or only in the table");
    let idle: Vec<_> =
        CHANGES.iter().filter(|kind| !keys.iter().any(|(k, _)| k == *kind)).collect();
    assert!(idle.is_empty(), "{idle:?} is missing from the schemas");
}

/// The small battle with the files of one case.
fn battle_of_case(name: &str) -> Battle {
    let mut battle = battle();
    for file in ["scenario.yaml", "map.yaml"] {
        let path = data().join("defaults").join(format!("{name}.{file}"));
        battle.0.insert(file.to_owned(), std::fs::read(path).expect("readable file"));
    }
    battle
}

/// The diagnostics about omitted keys, by message.
fn default_notes(battle: &Battle) -> BTreeMap<String, Severity> {
    let outcome = run(battle);
    let findings = outcome.diagnostics.sorted();
    let faults: Vec<_> =
        findings.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let default_codes =
        [code::DEFAULT_USED, code::COMBAT_ORDER_DEFAULT, code::COLUMN_LENGTH_DEFAULT];
    findings
        .iter()
        .filter(|found| default_codes.contains(&found.code))
        .map(|found| (found.message.to_string(), found.severity))
        .collect()
}

#[test]
fn reports_exactly_the_defaults() {
    let mut found = default_notes(&battle_of_case("left-out"));
    // The base case has weather without a day; this case removes the weather.
    let clear = battle_of_case("left-out").edited(
        "scenario.yaml",
        "weather:\n  - { turn: 3, title: Mist }\n",
        "",
    );
    found.extend(default_notes(&clear));
    for (kind, key, decision) in TABLE {
        let (told, severity) = match decision {
            Note(told) => (told, Severity::Note),
            Warning(told) => (told, Severity::Warning),
            Nothing(why) => {
                assert!(!why.is_empty());
                continue;
            }
        };
        assert_eq!(found.get(*told), Some(&severity), "{kind}: {key}: {told}\n{found:#?}");
    }
    for told in FEATURE_DEFAULTS {
        assert_eq!(found.get(*told), Some(&Severity::Note), "{told}\n{found:#?}");
    }
    // The messages match those of the table except for names, because other items have the same
    // defaults.
    let shape = |told: &str| -> String { told.split('`').step_by(2).collect() };
    let decided: BTreeSet<String> = TABLE
        .iter()
        .filter_map(|(_, _, decision)| match decision {
            Note(told) | Warning(told) => Some(shape(told)),
            Nothing(_) => None,
        })
        .chain(FEATURE_DEFAULTS.iter().map(|told| shape(told)))
        .collect();
    let others: Vec<&String> =
        found.keys().filter(|told| !decided.contains(&shape(told)) && !is_value(told)).collect();
    assert!(others.is_empty(), "no entry in the table: {others:#?}");
}

/// Whether a note ends in a name that depends on the owner.
fn is_value(told: &str) -> bool {
    told.ends_with("-train")
}

#[test]
fn complete_files_have_no_default_notes() {
    let battle = battle_of_case("said").edited(
        "layers/water.geojson",
        "\"kind\": \"stream\"",
        "\"kind\": \"stream\", \"width_m\": 2",
    );
    let found = default_notes(&battle);
    assert!(found.is_empty(), "{found:#?}");
}
