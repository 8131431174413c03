//! Generates reference pages from the schemas, with every key of every authored file.

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// The authored files: schema, page name, title.
const PAGES: [(&str, &str, &str); 9] = [
    ("scenario.schema.json", "scenario.md", "A battle of Pub Battles: `scenario.yaml`"),
    ("map.schema.json", "map.md", "A map of ground: `map.yaml`"),
    ("ruleset.schema.json", "ruleset.md", "A ruleset of Pub Battles"),
    ("fab-scenario.schema.json", "fab-scenario.md", "A battle of FAB: `scenario.yaml`"),
    ("area-map.schema.json", "area-map.md", "A map of areas: `map.yaml`"),
    ("fab-ruleset.schema.json", "fab-ruleset.md", "A ruleset of FAB"),
    ("oob.schema.json", "order-of-battle.md", "A secret order of battle: `my.oob.yaml`"),
    ("shop.schema.json", "shop-profile.md", "A print shop's profile"),
    ("stock.schema.json", "stock.md", "Label stock"),
];

/// The pages by file name, one for each kind of file.
pub fn schema_pages() -> Vec<(&'static str, String)> {
    let schemas = crate::schema::schemas();
    let page = |(schema, file, title)| {
        let (_, text) = schemas.iter().find(|(name, _)| *name == schema)?;
        let schema: Value = serde_json::from_str(text).ok()?;
        Some((file, page(title, &schema)))
    };
    PAGES.into_iter().filter_map(page).collect()
}

fn page(title: &str, schema: &Value) -> String {
    let about = description(schema);
    let mut out = format!(
        "# {title}\n\n{about}\n\n\
         This page is generated from the schema by `sandtable schema --markdown`. Keys in **bold** are required.\n\n"
    );
    out += &keys(schema);
    let definitions = schema["definitions"].as_object();
    for (name, definition) in definitions.into_iter().flatten() {
        let _ = write!(out, "\n## {name}\n\n{}\n\n{}", description(definition), body(definition));
    }
    while out.contains("\n\n\n") {
        out = out.replace("\n\n\n", "\n\n");
    }
    out.trim_end().to_owned() + "\n"
}

/// The description of a schema.
fn description(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// The text below the heading of a definition.
fn body(schema: &Value) -> String {
    let choices = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
    match choices {
        _ if schema["properties"].is_object() => keys(schema),
        Some(choices) => choices.iter().map(alternative).collect(),
        None => format!("{}\n", value_form(schema)),
    }
}

/// A list item for one of several alternatives.
fn alternative(schema: &Value) -> String {
    let form = value_form(schema);
    let words = description(schema);
    let line = match words.is_empty() {
        true => format!("- {form}\n"),
        false => format!("- {form}: {}\n", lower_first(&words)),
    };
    match &schema["properties"] {
        Value::Object(properties) => line + &key_list(properties, schema, "  "),
        _ => line,
    }
}

/// A table of the keys of an object.
fn keys(schema: &Value) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        return String::new();
    };
    let mut out = "| key | meaning | value |\n|---|---|---|\n".to_owned();
    for (key, value) in properties {
        let key = key_cell(key, schema);
        let _ = writeln!(
            out,
            "| {key} | {} | {} |",
            escape_cell(&description(value)),
            escape_cell(&value_form(value))
        );
    }
    out
}

/// The keys of an object among alternatives, as a list.
fn key_list(properties: &Map<String, Value>, schema: &Value, indent: &str) -> String {
    let row = |(key, value): (&String, &Value)| {
        format!(
            "{indent}- {}: {} ({})\n",
            key_cell(key, schema),
            description(value),
            value_form(value)
        )
    };
    properties.iter().map(row).collect()
}

/// A key in backquotes, bold if required.
fn key_cell(key: &str, schema: &Value) -> String {
    let mut required = schema["required"].as_array().into_iter().flatten();
    match required.any(|one| one == key) {
        true => format!("**`{key}`**"),
        false => format!("`{key}`"),
    }
}

/// Escapes text for a table cell.
fn escape_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_lowercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

fn choices(schema: &Value) -> Option<&Vec<Value>> {
    ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array())
}

/// The types of a value that has several, with those of nested choices.
fn alternatives(schema: &Value) -> Vec<String> {
    match choices(schema) {
        Some(choices) => choices.iter().flat_map(alternatives).collect(),
        None => vec![value_form(schema)],
    }
}

/// The type of a value, in words.
fn value_form(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or(name);
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some([one]) = schema["allOf"].as_array().map(Vec::as_slice) {
        return value_form(one);
    }
    if let Some(choices) = choices(schema) {
        let mut kinds = Vec::new();
        for kind in choices.iter().flat_map(alternatives) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        return kinds.join(", or ");
    }
    if let Some(value) = schema.get("const") {
        return format!("`{}`", yaml_value(value));
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> =
            values.iter().map(|value| format!("`{}`", yaml_value(value))).collect();
        return values.join(", ");
    }
    match schema["type"].as_str() {
        Some("string") => text(schema),
        Some("integer") => format!("whole number{}", bounds(schema)),
        Some("number") => format!("number{}", bounds(schema)),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("array") => list(schema),
        Some("object") => object(schema),
        _ => "anything".to_owned(),
    }
}

/// A value as written in YAML.
fn yaml_value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The pattern of an id.
const ID_PATTERN: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";

fn text(schema: &Value) -> String {
    let examples: Vec<String> = schema["examples"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|example| format!("`{}`", yaml_value(example)))
        .collect();
    match schema["pattern"].as_str() {
        Some(ID_PATTERN) => "id".to_owned(),
        _ if !examples.is_empty() => format!("such as {}", examples.join(", ")),
        Some(pattern) => format!("text like `{pattern}`"),
        None => "text".to_owned(),
    }
}

fn bounds(schema: &Value) -> String {
    let bound = |key: &str| schema.get(key).map(yaml_value);
    match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) => format!(", {least} to {most}"),
        (Some(least), None) => format!(", {least} or more"),
        (None, Some(most)) => format!(", {most} or less"),
        (None, None) => String::new(),
    }
}

fn list(schema: &Value) -> String {
    // Draft 7 puts the types of a fixed-length list under `items`.
    if let Some(items) = schema["items"].as_array() {
        let items: Vec<String> = items.iter().map(value_form).collect();
        return format!("[{}]", items.join(", "));
    }
    let form = value_form(&schema["items"]);
    let count = |key: &str| schema[key].as_u64();
    match (count("minItems"), count("maxItems")) {
        (Some(least), Some(most)) if least == most => format!("list of {least}: {form}"),
        _ => format!("list of {form}"),
    }
}

fn object(schema: &Value) -> String {
    let properties = schema["properties"].as_object();
    match (properties, &schema["additionalProperties"]) {
        (None, of @ Value::Object(_)) => format!("by name: {}", value_form(of)),
        (Some(properties), _) => {
            let keys: Vec<String> = properties.keys().map(|key| format!("`{key}`")).collect();
            format!("{{ {} }}", keys.join(", "))
        }
        _ => "keys and values".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_authored_file_has_page() {
        let pages = schema_pages();
        assert_eq!(pages.len(), PAGES.len());
        let (_, scenario) = &pages[0];
        for row in [
            "| **`sides`** |",
            "[ColumnLength](#columnlength)",
            "## ColumnLength",
            "| **`code`** | The warning's code, such as ST0508. |",
            "- `attack`: attacking by making contact.",
        ] {
            assert!(scenario.contains(row), "{row}");
        }
    }

    /// Every link targets a heading of its page.
    #[test]
    fn links_have_targets() {
        for (file, page) in schema_pages() {
            let headings: Vec<String> = page
                .lines()
                .filter_map(|line| line.strip_prefix("## "))
                .map(str::to_lowercase)
                .collect();
            let links = page.split("](#").skip(1).filter_map(|rest| rest.split(')').next());
            for link in links {
                assert!(headings.iter().any(|heading| heading == link), "{file}: #{link}");
            }
            assert!(!page.contains("anything"), "{file} has a value without a type");
        }
    }
}
