//! Generates the JSON schemas from the types.

use sandtable_pack as pack;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use crate::fab;
use crate::map::Map;
use crate::ruleset::pub_battles::{Ruleset, RulesetChange};
use crate::scenario::Scenario;
use crate::scenario::forces::{Command, Reinforcement, Side};
use crate::scenario::orders::OrderOfBattle;
use crate::scenario::parts::ItemsFile;

/// All schemas by file name.
pub fn generated_schemas() -> Vec<(&'static str, String)> {
    let mut schemas = vec![
        ("scenario.schema.json", text(schema::<Scenario>("A Sandtable scenario"))),
        ("map.schema.json", text(schema::<Map>("A Sandtable map"))),
        ("ruleset.schema.json", text(schema::<Ruleset>("A Sandtable ruleset"))),
        ("fab-scenario.schema.json", text(schema::<fab::Scenario>("A Sandtable scenario of FAB"))),
        ("area-map.schema.json", text(schema::<fab::AreaMap>("A Sandtable map of areas"))),
        ("fab-ruleset.schema.json", text(schema::<fab::Ruleset>("A Sandtable ruleset of FAB"))),
        ("pack.schema.json", text(schema::<PackSchema>("The JSON parts of a Sandtable pack"))),
        (
            "fab-pack.schema.json",
            text(schema::<FabPackSchema>("The JSON parts of a Sandtable pack of FAB")),
        ),
        (
            "shop.schema.json",
            text(schema::<sandtable_shop::AuthoredProfile>("The requirements of a print shop")),
        ),
        ("stock.schema.json", text(schema::<sandtable_shop::AuthoredStock>("Printing stock"))),
        ("oob.schema.json", text(schema::<OrderOfBattle>("An order of battle"))),
        // Files that a scenario includes.
        ("side.schema.json", text(schema::<Side>("A side that a Sandtable scenario includes"))),
        (
            "commands.schema.json",
            text(schema::<ItemsFile<Command>>("Commands that a Sandtable scenario includes")),
        ),
        (
            "reinforcements.schema.json",
            text(schema::<ItemsFile<Reinforcement>>(
                "Reinforcements that a Sandtable scenario includes",
            )),
        ),
        (
            "ruleset-change.schema.json",
            text(schema::<RulesetChange>(
                "A change of a ruleset that a Sandtable scenario includes",
            )),
        ),
    ];
    schemas.extend(included_by_fab());
    schemas
}

/// Schemas of files that a FAB scenario includes.
fn included_by_fab() -> [(&'static str, String); 9] {
    use sandtable_source::Named;
    macro_rules! items {
        ($file:literal, $item:ident, $what:literal) => {
            (
                concat!("fab-", $file, ".schema.json"),
                text(schema::<ItemsFile<fab::$item>>(concat!(
                    $what,
                    " that a Sandtable scenario of FAB includes"
                ))),
            )
        };
    }
    [
        items!("formations", Formation, "Formations"),
        items!("areas", Area, "Areas"),
        items!("edges", Edge, "Edges"),
        items!("units", Unit, "Units"),
        items!("assets", Asset, "Assets"),
        items!("events", Event, "Events"),
        items!("turn-track", TurnEntry, "Turns"),
        (
            "fab-reinforcements.schema.json",
            text(schema::<Named<fab::Reinforcement>>(
                "Reinforcements that a Sandtable scenario of FAB includes",
            )),
        ),
        (
            "fab-setup.schema.json",
            text(schema::<fab::SetUp>("A set-up that a Sandtable scenario of FAB includes")),
        ),
    ]
}

/// The parts of a Pub Battles pack, by their names in the file.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct PackSchema {
    #[schemars(rename = "manifest.json")]
    manifest: Option<pack::Manifest>,
    #[schemars(rename = "scenario.json")]
    scenario: Option<pack::Scenario>,
    #[schemars(rename = "map.json")]
    map: Option<pack::Map>,
    #[schemars(rename = "ruleset.json")]
    ruleset: Option<pack::Ruleset>,
    #[schemars(rename = "labels.json")]
    labels: Option<pack::Labels>,
    #[schemars(rename = "scenery.json")]
    scenery: Option<pack::Scenery>,
    #[schemars(rename = "style.json")]
    style: Option<pack::MapStyle>,
    #[schemars(rename = "elevation.json")]
    elevation: Option<pack::ElevationGrid>,
    #[schemars(rename = "sources.json")]
    sources: Option<pack::Sources>,
}

/// The parts of a FAB pack, by their names in the file.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct FabPackSchema {
    #[schemars(rename = "manifest.json")]
    manifest: Option<pack::Manifest>,
    #[schemars(rename = "scenario.json")]
    scenario: Option<pack::fab::Scene>,
    #[schemars(rename = "ruleset.json")]
    ruleset: Option<pack::fab::Ruleset>,
    #[schemars(rename = "labels.json")]
    labels: Option<pack::fab::Labels>,
    #[schemars(rename = "map.json")]
    map: Option<pack::fab::AreaMap>,
    #[schemars(rename = "sources.json")]
    sources: Option<pack::Sources>,
}

fn schema<T: JsonSchema>(title: &str) -> Schema {
    let settings = SchemaSettings::draft07().with_transform(Plain);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), json!(title));
    schema
}

fn text(schema: Schema) -> String {
    serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n"
}

/// Removes details that editors do not need: number formats, "or null" (keys are omitted instead),
/// and the titles of inner types, which hide the descriptions.
#[derive(Clone)]
struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(object) = schema.as_object_mut() {
            if object.get("type").is_some_and(|kind| kind != "string") {
                object.remove("format");
            }
            if let Some(Value::Array(kinds)) = object.get_mut("type") {
                kinds.retain(|kind| kind != "null");
                if let [only] = kinds.as_slice() {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            if let Some(Value::Array(words)) = object.get_mut("enum") {
                words.retain(|word| !word.is_null());
            }
            if let Some(Value::Array(branches)) = object.get_mut("anyOf") {
                branches.retain(|branch| branch != &json!({ "type": "null" }));
                if let [only] = branches.as_slice() {
                    let only = only.clone();
                    object.remove("anyOf");
                    match only {
                        // Draft-07 ignores keys next to a reference.
                        Value::Object(inner)
                            if inner.contains_key("$ref") && !object.is_empty() =>
                        {
                            object.insert("allOf".to_owned(), json!([inner]));
                        }
                        Value::Object(inner) => object.extend(inner),
                        _ => {}
                    }
                }
            }
        }
        transform_subschemas(self, schema);
    }
}
