//! Infers the schema of a file that does not name one.

use sandtable_authored::FileKind;
use sandtable_source::{Node, Value};

use crate::vocabulary::{Vocabulary, vocabulary};

/// Whether a file name is enough to determine the file kind.
pub(crate) fn is_usual_name(name: &str) -> bool {
    matches!(name, "scenario.yaml" | "map.yaml")
}

/// Infers the schema of a file that does not name one, from its keys or its usual name.
pub(crate) fn infer_vocabulary(
    kind: Option<FileKind>,
    name: &str,
    tree: Option<&Node>,
) -> Option<&'static Vocabulary> {
    let tree_has = |key: &str| tree.is_some_and(|tree| tree.entry(key).is_some());
    let first_has = |key: &str| match tree.map(|tree| &tree.value) {
        Some(Value::List(items)) => items.first().is_some_and(|item| item.entry(key).is_some()),
        _ => false,
    };
    vocabulary(match kind {
        Some(FileKind::Scenario) if tree.is_some_and(is_fab) => "fab-scenario",
        Some(FileKind::Scenario) => "scenario",
        Some(FileKind::Map) => "map",
        Some(FileKind::AreaMap) => "area-map",
        Some(FileKind::Ruleset) if tree.is_some_and(is_fab) => "fab-ruleset",
        Some(FileKind::Ruleset) => "ruleset",
        Some(FileKind::Orders) => "oob",
        Some(FileKind::Shop) => "shop",
        Some(FileKind::Stock) => "stock",
        Some(FileKind::Part) if tree_has("colour") => "side",
        Some(FileKind::Part) if tree_has("hq") || first_has("hq") => "commands",
        Some(FileKind::Part) if first_has("entry") => "reinforcements",
        Some(FileKind::Part) if first_has("terrain") => "fab-areas",
        Some(FileKind::Part) if first_has("colour") => "fab-formations",
        Some(FileKind::Part) if first_has("formation") => "fab-units",
        Some(FileKind::Part) if first_has("draws") => "fab-turn-track",
        Some(FileKind::Part) if first_has("a") => "fab-edges",
        Some(FileKind::Part) if tree_has("control") => "fab-setup",
        Some(FileKind::Part | FileKind::Layer | FileKind::Record | FileKind::Schema) => {
            return None;
        }
        None if name == "scenario.yaml" && tree.is_some_and(is_fab) => "fab-scenario",
        None if name == "scenario.yaml" => "scenario",
        None if name == "map.yaml" => "map",
        None => return None,
    })
}

/// Whether a scenario or a ruleset is for FAB.
fn is_fab(tree: &Node) -> bool {
    const KEYS: [&str; 7] =
        ["formations", "areas", "edges", "units", "turn_track", "combat_table", "border_types"];
    let is_fab_name =
        |node: &Node| matches!(&node.value, Value::Text(name) if name.starts_with("fab/"));
    let extends =
        |node: &Node| node.entry("extends").is_some_and(|entry| is_fab_name(&entry.value));
    let ruleset = tree.entry("ruleset").map(|entry| &entry.value);
    KEYS.iter().any(|key| tree.entry(key).is_some())
        || extends(tree)
        || ruleset.is_some_and(|ruleset| is_fab_name(ruleset) || extends(ruleset))
}
