//! A map without its scenario, to draw it.

use sandtable_authored::{FileKind, Reporter, SourceReader};
use sandtable_pack::AnyPack;
use sandtable_source::{Files, Node, ProjectPath, Value};

use crate::compile::compile_tree;

/// A scenario without pieces.
const SCENARIO: &str = "
format: 1
id: map
languages: [en]
ruleset: pub-battles/3.2
calendar: { date: 1815-06-18, first_turn: 3, last_turn: 8, days: 1, dawn: \"06:00\" }
combat_order: blue
column_length: { infantry: 644 m, artillery: 644 m, cavalry: 644 m, baggage: 322 m }
sides:
  blue: { title: Blue, colour: \"#1f3a5f\", commands: [] }
  red: { title: Red, colour: \"#9e1b1b\", commands: [] }
";

/// Compiles the map of a scenario, or a map, as a battle without pieces. `None` if the map has errors,
/// or is a map of areas: their names and borders are in the scenario.
pub(crate) fn compile_map(files: &dyn Files, path: &ProjectPath) -> Option<AnyPack> {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let (map, _) = sources.map_of(&mut reporter, path)?;
    let tree = sources.tree_of(&mut reporter, &map, None)?;
    if FileKind::detect(&tree) != Some(FileKind::Map) {
        return None;
    }
    let title = tree.entry("title").and_then(|title| flow(&title.value)).unwrap_or_default();
    let text = format!("{SCENARIO}map: {}\ntitle: {title}\n", flow_text(map.name()));
    let file = sources.texts.add("scenario.yaml", text);
    let tree = sources.parse(&mut reporter, file)?;
    compile_tree(sources, reporter, &map, file, tree).pack
}

/// A text or its translations in YAML's flow style.
fn flow(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(flow_text(text)),
        _ => {
            let languages = ["en", "es", "fr"].into_iter();
            let entries = languages.filter_map(|language| {
                Some(format!("{language}: {}", flow(&node.entry(language)?.value)?))
            });
            Some(format!("{{ {} }}", entries.collect::<Vec<_>>().join(", ")))
        }
    }
}

/// A string in double quotes, which JSON and YAML write in the same way.
fn flow_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
