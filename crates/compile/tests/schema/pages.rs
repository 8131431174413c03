//! The diagnostic pages use existing keys and values: each correct YAML example fits a mapping of a
//! schema.

use jsonschema::Validator;
use sandtable_source::{Block, CODES, blocks};
use serde_json::{Value, json};

use super::yaml_text;

/// Returns a validator for each kind of mapping, without required keys.
fn maps() -> Vec<Validator> {
    let schemas = sandtable_authored::schemas();
    let of_authors = [
        "scenario.schema.json",
        "map.schema.json",
        "oob.schema.json",
        "ruleset.schema.json",
        "fab-ruleset.schema.json",
        "fab-scenario.schema.json",
        "area-map.schema.json",
        "shop.schema.json",
        "stock.schema.json",
    ];
    let mut found = Vec::new();
    for (_, text) in schemas.iter().filter(|(name, _)| of_authors.contains(name)) {
        let mut schema: Value = serde_json::from_str(text).expect("valid JSON");
        remove_required(&mut schema);
        let definitions = schema["definitions"].clone();
        let all = definitions.as_object().expect("definitions object").values();
        for map in all.chain([&schema]).flat_map(|map| alternatives(map)) {
            if map.get("properties").is_some() {
                let mut map = map.clone();
                map["definitions"] = definitions.clone();
                found.push(jsonschema::draft7::new(&map).expect("valid draft 7 schema"));
            }
        }
    }
    found
}

/// Returns the alternatives of a schema, or the schema itself.
fn alternatives(schema: &Value) -> Vec<&Value> {
    let choices = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema.get(key)?.as_array());
    choices.flatten().chain([schema]).collect()
}

/// Removes every `required` keyword.
fn remove_required(schema: &mut Value) {
    match schema {
        Value::Object(entries) => {
            if entries.get("required").is_some_and(Value::is_array) {
                entries.remove("required");
            }
            entries.values_mut().for_each(remove_required);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_required),
        _ => {}
    }
}

#[test]
fn right_examples_fit_schemas() {
    let maps = maps();
    let fits = |example: &Value| maps.iter().any(|map| map.is_valid(example));
    assert!(fits(&json!({ "combat_order": "red" })) && !fits(&json!({ "combat_ordr": "red" })));
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in CODES {
        let page = entry.code.page().expect("every code has a page");
        for block in blocks(page.right) {
            let Block::Example { language: "yaml", text: example } = block else { continue };
            count += 1;
            let Some(json) = yaml_text(example) else {
                wrong.push(format!("{}: no YAML\n{example}", entry.code));
                continue;
            };
            let items = json.as_array().cloned().unwrap_or_else(|| vec![json]);
            if !items.iter().all(fits) {
                wrong.push(format!("{}\n{example}", entry.code));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
