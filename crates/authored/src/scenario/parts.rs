//! Schemas of `include`: a value, or the file that contains it. The reader never sees an include,
//! because included files are expanded earlier.

use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The contents of a file that a list includes: one item, or a list of items.
pub struct ItemsFile<T>(PhantomData<T>);

/// A value, or `{ include: path }`.
pub struct Part<T>(PhantomData<T>);

/// A list, or `{ include: path }` in its place; its items may also be includes.
pub struct ListOfParts<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for Part<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}OrInclude", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [value, include()] })
    }
    fn inline_schema() -> bool {
        true
    }
}

impl<T: JsonSchema> JsonSchema for ListOfParts<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}sOrInclude", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let items = generator.subschema_for::<Part<T>>();
        json_schema!({ "anyOf": [{ "type": "array", "items": items }, include()] })
    }
    fn inline_schema() -> bool {
        true
    }
}

impl<T: JsonSchema> JsonSchema for ItemsFile<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}sFile", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        let list = generator.subschema_for::<ListOfParts<T>>();
        json_schema!({ "anyOf": [item, list] })
    }
}

fn include() -> Schema {
    json_schema!({
        "description": "The file that contains this, relative to this one.",
        "type": "object",
        "properties": {
            "include": {
                "description": "The file that contains this part, relative to this one, such as `oob/union.yaml`.",
                "type": "string",
                "minLength": 1
            }
        },
        "required": ["include"],
        "additionalProperties": false
    })
}
