//! Text that is not a valid id but names a map feature. Once the map is known, the help suggests
//! the feature's id.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_source::{Node, Place, Span, Value, closest_named, code, name_key, split_list};

use sandtable_authored::Reporter;
use sandtable_authored::quantity;
use sandtable_authored::{is_romanised, kebab};
use sandtable_map::Ground;

/// Replaces the help for unreadable text in a scenario with the intended ids.
pub(crate) fn suggest_ids(reporter: &mut Reporter, tree: &Node, ground: &Ground) {
    let mut helps = BTreeMap::new();
    collect(tree, "", &Names::of(ground), &mut helps);
    reporter.diagnostics.amend(|finding| {
        let place = finding.labels.first().map(|label| label.place);
        let Some(Place::Text(span)) = place else { return };
        let is_unread = matches!(finding.code, code::BAD_ID | code::WRONG_KIND);
        if let Some(help) = helps.get(&span).filter(|_| is_unread) {
            finding.help = vec![help.clone()];
        }
    });
}

/// The ids and titles of map features.
struct Names<'g> {
    places: Vec<(&'g str, String)>,
    roads: Vec<(&'g str, String)>,
    entries: Vec<(&'g str, String)>,
}

impl<'g> Names<'g> {
    fn of(ground: &'g Ground) -> Self {
        let printed =
            |text: Option<&pack::Text>| text.map(|text| comparable(&text.en)).unwrap_or_default();
        let named = |id: &'g str| {
            let label = ground.features.get(id);
            (id, printed(label.and_then(|label| label.name.as_ref())))
        };
        let entry =
            |entry: &'g pack::Entry| (entry.id.as_str(), printed(ground.entries.get(&entry.id)));
        Self {
            places: ground.places.keys().map(|id| named(id)).collect(),
            roads: ground.map.roads.iter().map(|road| named(road.id.as_str())).collect(),
            entries: ground.map.entries.iter().map(entry).collect(),
        }
    }
}

/// Collects help by span for the text in a tree; `key` is the key of the node.
fn collect(node: &Node, key: &str, names: &Names<'_>, helps: &mut BTreeMap<Span, String>) {
    match &node.value {
        Value::Text(text) => {
            if let Some(help) = help(key, text, names) {
                helps.insert(node.span, help);
            }
        }
        Value::List(items) => {
            for item in items {
                let key = if key == "lines_of_communication" { "road" } else { key };
                collect(item, key, names, helps);
            }
        }
        Value::Map(entries) => {
            for entry in entries {
                collect(&entry.value, &entry.key, names, helps);
            }
        }
        _ => {}
    }
}

fn help(key: &str, text: &str, names: &Names<'_>) -> Option<String> {
    let one = |known| matching_id(text, known).map(|id| format!("write `{id}`"));
    match key {
        "place" | "from" => one(&names.places),
        "entry" | "or" => one(&names.entries),
        "road" => one(&names.roads),
        "at" => matching_id(text, &names.places).map(|id| format!("write `{{ place: {id} }}`")),
        "lines_of_communication" => {
            let parts = split_list(text);
            let roads = || parts.iter().map(|part| matching_id(part, &names.roads));
            Some(match roads().collect::<Option<Vec<_>>>() {
                Some(ids) if !ids.is_empty() => {
                    format!("write ids in brackets: `[{}]`", ids.join(", "))
                }
                _ => {
                    let some: Vec<&str> = roads().flatten().collect();
                    let example = some.first().or(names.roads.first().map(|(id, _)| id))?;
                    format!("write the ids of roads of the map in brackets, such as `[{example}]`")
                }
            })
        }
        "column_length" => {
            let length = match quantity::parse(text) {
                Ok(_) => text.to_owned(),
                Err(_) => quantity::normalise_length(text)?,
            };
            let arms = ["infantry", "artillery", "cavalry", "baggage"];
            let arms = arms.map(|arm| format!("{arm}: {length}"));
            Some(format!(
                "write `column_length: {{ {} }}`, each with its own length",
                arms.join(", ")
            ))
        }
        _ => None,
    }
}

/// The form of a name for comparison with ids and titles: without accents if it is in Latin letters.
fn comparable(name: &str) -> String {
    if is_romanised(name) { kebab(name) } else { name_key(name) }
}

/// Returns the id that the text refers to: by id, title or similarity.
fn matching_id<'g>(words: &str, known: &[(&'g str, String)]) -> Option<&'g str> {
    let intended = comparable(words);
    let intended = intended.strip_prefix("the-").unwrap_or(&intended);
    let same = |(id, title): &&(&str, String)| *id == intended || title == intended;
    let same = known.iter().find(same).map(|(id, _)| *id);
    same.or_else(|| {
        let titled = known.iter().map(|(id, title)| (*id, title.as_str()));
        let close = closest_named(intended, titled)?;
        known.iter().map(|(id, _)| *id).find(|id| *id == close)
    })
}
