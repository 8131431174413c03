//! The table of rulings in `docs/AUTHORING.md`, made of the schema and of the rulesets that come with
//! the program.

use serde_json::Value;

use super::{project, yaml};

const BEGIN: &str =
    "<!-- rulings: made by `UPDATE_EXPECTED=1 cargo test -p sandtable-compile rulings` -->\n";
const END: &str = "<!-- end of rulings -->\n";

/// Every ruling with its alternatives stands in the page, as the schema has them.
#[test]
fn the_page_lists_all_rulings() {
    let path = project().join("docs/AUTHORING.md");
    let page = std::fs::read_to_string(&path).expect("readable");
    let (before, rest) = page.split_once(BEGIN).expect("the table begins");
    let (_, after) = rest.split_once(END).expect("the table ends");
    let made = format!("{before}{BEGIN}{}{END}{after}", table());
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, &made).expect("written");
        return;
    }
    assert!(page == made, "stale: UPDATE_EXPECTED=1 cargo test -p sandtable-compile rulings");
}

fn table() -> String {
    let schemas = sandtable_compile::schemas();
    let (_, schema) =
        schemas.iter().find(|(name, _)| *name == "ruleset.schema.json").expect("a known schema");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let [standard, third, quick] = ["3.2", "3.1", "quick-start"].map(|edition| {
        let file = format!("crates/compile/rulesets/pub-battles-{edition}.yaml");
        yaml(&project().join(file)).expect("good YAML")["rulings"].clone()
    });
    let rulings = schema["definitions"]["Rulings"]["properties"].as_object().expect("a table");
    let mut table = "\n| ruling | what is ruled | alternatives |\n|---|---|---|\n".to_owned();
    for (key, ruling) in rulings {
        let editions = [("3.1", &third[key]), ("quick-start", &quick[key])];
        let shown = |word: &Value, meaning: &str| {
            let text = word.as_str().map_or_else(|| word.to_string(), str::to_owned);
            let mut shown = match *word == standard[key] {
                true => format!("**`{text}`**"),
                false => format!("`{text}`"),
            };
            let such = editions.iter().filter(|(_, value)| *value == word).map(|(name, _)| *name);
            let such: Vec<&str> = such.collect();
            if !such.is_empty() {
                shown += &format!(" ({})", such.join(", "));
            }
            if meaning.is_empty() { shown } else { format!("{shown}: {meaning}") }
        };
        let definition = ruling["allOf"][0]["$ref"].as_str().map(|reference| {
            let name = reference.rsplit('/').next().expect("split gives one");
            &schema["definitions"][name]["oneOf"]
        });
        let alternatives: Vec<String> = match (definition, ruling["type"].as_str()) {
            (Some(words), _) => words
                .as_array()
                .expect("words")
                .iter()
                .map(|word| shown(&word["const"], line(&word["description"]).as_str()))
                .collect(),
            (None, Some("boolean")) => {
                [true, false].map(|word| shown(&Value::Bool(word), "")).to_vec()
            }
            _ => vec![
                shown(&standard[key], ""),
                format!("any from {} to {}", ruling["minimum"], ruling["maximum"]),
            ],
        };
        let row = format!(
            "| `{key}` | {} | {} |\n",
            line(&ruling["description"]),
            alternatives.join("<br>")
        );
        table += &row;
    }
    table + "\n"
}

/// A description on one line.
fn line(text: &Value) -> String {
    text.as_str().unwrap_or_default().replace('\n', " ")
}
