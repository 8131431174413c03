//! The tables of rulings in `docs/rulings.md`, generated from the schemas and the built-in rulesets.

use serde_json::Value;

use super::{project, yaml};

const BEGIN: &str =
    "<!-- rulings: made by `UPDATE_EXPECTED=1 cargo test -p sandtable-compile rulings` -->\n";
const BEGIN_FAB: &str = "<!-- rulings of FAB: made by `UPDATE_EXPECTED=1 cargo test -p sandtable-compile rulings` -->\n";
const END: &str = "<!-- end of rulings -->\n";

/// The rulesets for a system's table: the schema, the standard ruleset, and the variants with their
/// names in the table.
struct Rulesets {
    schema: &'static str,
    standard: &'static str,
    others: &'static [(&'static str, &'static str)],
}

const PUB_BATTLES: Rulesets = Rulesets {
    schema: "ruleset.schema.json",
    standard: "pub-battles-3.2",
    others: &[("3.1", "pub-battles-3.1"), ("quick-start", "pub-battles-quick-start")],
};
const FAB: Rulesets =
    Rulesets { schema: "fab-ruleset.schema.json", standard: "fab-series", others: &[] };

/// The page lists every ruling with its alternatives in the schemas.
#[test]
fn page_lists_all_rulings() {
    let path = project().join("docs/rulings.md");
    let page = std::fs::read_to_string(&path).expect("readable file");
    let mut made = page.clone();
    for (begin, rulesets) in [(BEGIN, PUB_BATTLES), (BEGIN_FAB, FAB)] {
        let (before, rest) = made.split_once(begin).expect("start of the table");
        let (_, after) = rest.split_once(END).expect("end of the table");
        made = format!("{before}{begin}{}{END}{after}", table(&rulesets));
    }
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, &made).expect("writable file");
        return;
    }
    assert!(page == made, "stale: UPDATE_EXPECTED=1 cargo test -p sandtable-compile rulings");
}

fn table(rulesets: &Rulesets) -> String {
    let schemas = sandtable_authored::schemas();
    let (_, schema) =
        schemas.iter().find(|(name, _)| *name == rulesets.schema).expect("known schema");
    let schema: Value = serde_json::from_str(schema).expect("valid JSON");
    let rulings_of = |name: &str| {
        let file = format!("crates/authored/rulesets/{name}.yaml");
        yaml(&project().join(file)).expect("valid YAML")["rulings"].clone()
    };
    let standard = rulings_of(rulesets.standard);
    let others: Vec<(&str, Value)> =
        rulesets.others.iter().map(|(name, file)| (*name, rulings_of(file))).collect();
    let rulings =
        schema["definitions"]["Rulings"]["properties"].as_object().expect("properties object");
    let mut table = "\n| ruling | subject | choices |\n|---|---|---|\n".to_owned();
    for (key, ruling) in rulings {
        let editions: Vec<(&str, &Value)> =
            others.iter().map(|(name, rulings)| (*name, &rulings[key])).collect();
        let shown = |word: &Value, meaning: &str| {
            let text = word.as_str().map_or_else(|| word.to_string(), str::to_owned);
            let mut shown = match *word == standard[key] {
                true => format!("**`{text}`**"),
                false => format!("`{text}`"),
            };
            let names = editions.iter().filter(|(_, value)| *value == word).map(|(name, _)| *name);
            let names: Vec<&str> = names.collect();
            if !names.is_empty() {
                shown += &format!(" ({})", names.join(", "));
            }
            if meaning.is_empty() { shown } else { format!("{shown}: {meaning}") }
        };
        let definition = ruling["allOf"][0]["$ref"].as_str().map(|reference| {
            let name = reference.rsplit('/').next().expect("`split` yields at least one item");
            &schema["definitions"][name]["oneOf"]
        });
        let alternatives: Vec<String> = match (definition, ruling["type"].as_str()) {
            (Some(words), _) => words
                .as_array()
                .expect("list of words")
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

/// Formats a description on one line.
fn line(text: &Value) -> String {
    text.as_str().unwrap_or_default().replace('\n', " ")
}
