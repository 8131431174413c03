//! The schema of a map's style: a name, or a style with all keys optional.

use std::borrow::Cow;

use sandtable_pack as pack;
use sandtable_source::Named;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::map::style::{EXTENDS, SYMBOLS, StyleChoice, Symbol};

impl JsonSchema for StyleChoice {
    fn schema_name() -> Cow<'static, str> {
        "StyleChoice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let name = generator.subschema_for::<pack::StyleName>();
        let symbols = generator.subschema_for::<Option<Named<Symbol>>>();
        let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
        let mut changes = settings.into_generator().into_root_schema_for::<pack::Style>();
        Changes.transform(&mut changes);
        for word in ["$schema", "title"] {
            changes.remove(word);
        }
        if let Some(keys) = changes.get_mut("properties").and_then(Value::as_object_mut) {
            keys.insert(EXTENDS.to_owned(), name.clone().into());
            keys.insert(SYMBOLS.to_owned(), symbols.into());
        }
        json_schema!({ "anyOf": [name, changes] })
    }

    fn inline_schema() -> bool {
        true
    }
}

/// A style with all keys optional.
struct Changes;

impl Transform for Changes {
    fn transform(&mut self, schema: &mut Schema) {
        schema.remove("required");
        transform_subschemas(self, schema);
    }
}
