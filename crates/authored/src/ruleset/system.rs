//! Rule systems, identified by the family in a ruleset name: `pub-battles` in `pub-battles/3.2`.

use sandtable_pack::System;
use sandtable_source::{LEVELS_UP, Node, ProjectPath, Span, Spanned, Value};

use crate::reading::reporter::Reporter;
use crate::reading::source_reader::SourceReader;

/// The ruleset families and their systems.
const FAMILIES: &[(&str, System)] = &[("pub-battles", System::PubBattles), ("fab", System::Fab)];

/// Keys that only occur in FAB rulesets.
const FAB_KEYS: [&str; 10] = [
    "allowances",
    "asset_limits",
    "blow_on",
    "border_types",
    "combat_table",
    "connection_types",
    "marker_limits",
    "morale",
    "stacking",
    "surrender",
];

/// Maximum depth of `extends` in the search for the family.
const MAX_DEPTH: usize = 8;

/// Returns the system of a scenario, from the ruleset that it names or extends. An unknown family
/// counts as Pub Battles, whose front end reports it.
pub fn scenario_system(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    tree: &Node,
    path: &ProjectPath,
) -> System {
    let ruleset = tree.entry("ruleset").map(|entry| &entry.value);
    ruleset
        .and_then(|ruleset| {
            let path = sources.path_of(ruleset.span.file).unwrap_or(path).clone();
            node_system(sources, reporter, ruleset, &path, MAX_DEPTH)
        })
        .unwrap_or(System::PubBattles)
}

/// Returns the system of a ruleset given by name or file. An unknown family counts as Pub Battles,
/// as in scenarios.
pub fn ruleset_system(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    name: &Spanned<String>,
    from: &ProjectPath,
) -> System {
    system_by_name(sources, reporter, name, name.span, from, MAX_DEPTH)
        .unwrap_or(System::PubBattles)
}

/// Returns the system of a ruleset given by name, by file, or as overrides in a scenario.
fn node_system(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    node: &Node,
    from: &ProjectPath,
    levels: usize,
) -> Option<System> {
    match &node.value {
        Value::Text(name) => system_by_name(sources, reporter, name, node.span, from, levels),
        Value::Map(_) => {
            node_system(sources, reporter, &node.entry("extends")?.value, from, levels)
        }
        _ => None,
    }
}

/// Returns the system of a ruleset given by name or file.
fn system_by_name(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    name: &str,
    named_at: Span,
    from: &ProjectPath,
    levels: usize,
) -> Option<System> {
    if !name.ends_with(".yaml") || levels == 0 {
        return system_from_family(name);
    }
    let path = from.resolve(name, LEVELS_UP)?;
    let tree = sources.tree_of(reporter, &path, Some(named_at))?;
    let parent = tree.entry("extends").or_else(|| tree.entry("id"));
    parent
        .and_then(|parent| node_system(sources, reporter, &parent.value, &path, levels - 1))
        .or_else(|| system_from_keys(&tree))
}

/// Returns the system of a ruleset file without a family, from keys that occur in only one system.
fn system_from_keys(tree: &Node) -> Option<System> {
    let is_fab = FAB_KEYS.iter().any(|key| tree.entry(key).is_some());
    is_fab.then_some(System::Fab)
}

/// Returns the system of a ruleset name with a family and an edition.
fn system_from_family(name: &str) -> Option<System> {
    let (family, _) = name.split_once('/')?;
    FAMILIES.iter().find(|(known, _)| *known == family).map(|&(_, system)| system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn family_determines_system() {
        assert_eq!(system_from_family("pub-battles/3.2"), Some(System::PubBattles));
        assert_eq!(system_from_family("fab/series"), Some(System::Fab));
        assert_eq!(system_from_family("chess/1"), None);
        assert_eq!(system_from_family("own.yaml"), None);
    }
}
