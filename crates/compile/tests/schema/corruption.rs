//! Valid files, corrupted in one place at a time along the schema. Every key is omitted, and every
//! value is replaced: by values of other types, by numbers at and just beyond its bounds, and by
//! every word of a choice.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// A file with one change.
#[derive(Clone, Debug)]
pub struct Corruption {
    /// The change and its place: `/sides/blue/id removed`.
    pub change: String,
    /// The corrupted file.
    pub file: Value,
    /// The inserted value, if any.
    pub inserted: Option<Value>,
}

/// Words, numbers and strings that resemble values of some keys. The reader and the schema need
/// only agree on whether a key accepts them.
fn foreign_values() -> Vec<Value> {
    let mut strangers = vec![
        json!(null),
        json!(true),
        json!(7),
        json!(-1),
        json!(0.5),
        json!([]),
        json!({}),
        json!([1, 2]),
        json!(["a", "b"]),
        json!({ "en": "a", "es": "b" }),
        json!({ "no-such-key": 1 }),
    ];
    let texts = [
        "",
        " ",
        "a",
        "a-word",
        "A word",
        "two--hyphens",
        "-a",
        "a-",
        "é",
        "7",
        "0.5",
        "true",
        "1863-07-02",
        "1863-7-2",
        "1863/07/02",
        "1863-07-02 ",
        "0000-01-01",
        "07:00",
        "7:00",
        "23:59",
        "24:00",
        "29:00",
        "07:60",
        "07:00:00",
        "100 m",
        "100m",
        "1.5 km",
        "1,5 km",
        ".5 km",
        "5. km",
        "0 m",
        "-3 m",
        "100 miles",
        "100  m",
        "100 m ",
        "1e3 m",
        "38.1 mm",
        "3 in",
        "99999999 km",
        "#1f3a5f",
        "#1F3A5F",
        "1f3a5f",
        "#fff",
        "#1f3a5g",
        "1:16000",
        "1:016000",
        "1:99",
        "1:100",
        "1:10000000",
        "1:10000001",
        "1:99999999",
        "1: 16000",
        "N",
        "n",
        "NNW",
        "North",
        "publisher",
        "open",
        "ST0304",
        "st0304",
        "ST9999",
        "ST304",
        "0304",
    ];
    strangers.extend(texts.map(Value::from));
    strangers
}

/// Walks a schema along a valid file. `visit` gets every change and returns whether the file is
/// still valid, so missing keys can be added and walked too.
pub struct Walk<'s, F: FnMut(Corruption) -> bool> {
    /// The schema, with its definitions.
    pub schema: &'s Value,
    /// The schema paths visited so far.
    pub visited: BTreeSet<String>,
    /// The consumer of each corrupted file.
    pub visit: F,
}

impl<F: FnMut(Corruption) -> bool> Walk<'_, F> {
    /// Walks a file from its root.
    pub fn file(&mut self, file: &Value) {
        self.place(file, "", "");
    }

    /// Returns the schema at a path, with references resolved.
    fn resolve(&self, at: &str) -> (String, &Value) {
        let mut at = at.to_owned();
        loop {
            let node = self.schema.pointer(&at).expect("JSON pointer into the schema");
            let reference = node.get("$ref").or_else(|| node.pointer("/allOf/0/$ref"));
            match reference.and_then(Value::as_str) {
                Some(reference) => at = reference.trim_start_matches('#').to_owned(),
                None => return (at, node),
            }
        }
    }

    /// The alternatives for a value, as schema paths.
    fn branches(&self, at: &str) -> Vec<String> {
        let (at, node) = self.resolve(at);
        for key in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = node.get(key) {
                let places = (0..branches.len()).map(|index| format!("{at}/{key}/{index}"));
                return places.flat_map(|place| self.branches(&place)).collect();
            }
        }
        vec![at]
    }

    fn try_value(&mut self, file: &Value, at: &str, value: Value) -> Option<Value> {
        let mut corrupted = file.clone();
        *corrupted.pointer_mut(at)? = value.clone();
        let change = format!("{at} = {}", short(&value));
        let file = corrupted.clone();
        (self.visit)(Corruption { change, file: corrupted, inserted: Some(value) }).then_some(file)
    }

    /// Corrupts the file's value at `at`, which the schema describes at `rule`.
    fn place(&mut self, file: &Value, at: &str, rule: &str) {
        if !self.visited.insert(rule.to_owned()) && !rule.is_empty() {
            return;
        }
        // The first visit of an alternative uses all values; later visits use a few.
        let sample_values =
            [json!(null), json!(true), json!(7), json!([]), json!({}), json!("A word")];
        let looks: String = self.branches(rule).iter().map(|branch| self.shape(branch)).collect();
        let all = self.visited.insert(format!("looks {looks}"));
        for stranger in foreign_values() {
            if all || sample_values.contains(&stranger) {
                self.try_value(file, at, stranger);
            }
        }
        for branch in self.branches(rule) {
            let node = self.schema.pointer(&branch).expect("schema node").clone();
            for value in self.bounds(&node) {
                self.try_value(file, at, value);
            }
            let here = file.pointer(at).expect("JSON pointer into the file");
            if self.fits(&node, here) {
                self.inside(file, at, &branch, &node);
            } else if let Some(file) = self.try_value(file, at, self.sample(&branch)) {
                self.inside(&file, at, &branch, &node);
            }
        }
    }

    /// The shape of a value: its type and its possible strings.
    fn shape(&self, branch: &str) -> String {
        let node = self.schema.pointer(branch).expect("schema node");
        format!("{} {} {} {};", node["type"], node["pattern"], node["const"], node["enum"])
    }

    /// Whether the outermost level of the value has this shape.
    fn fits(&self, node: &Value, value: &Value) -> bool {
        match (value, node.get("properties")) {
            (Value::Object(keys), Some(properties)) => {
                keys.keys().all(|key| properties.get(key).is_some())
            }
            (Value::Object(_), None) => node.get("additionalProperties").is_some(),
            (Value::Array(_), _) => node["type"] == "array",
            (Value::String(_), _) => node["type"] == "string",
            (Value::Bool(_), _) => node["type"] == "boolean",
            _ => matches!(node["type"].as_str(), Some("integer" | "number")),
        }
    }

    /// Returns values at the schema's bounds, and just beyond.
    fn bounds(&self, node: &Value) -> Vec<Value> {
        let mut values = Vec::new();
        for (key, outwards) in [("minimum", -1_i32), ("maximum", 1)] {
            if let Some(bound) = node.get(key) {
                values.push(bound.clone());
                match bound.as_i64() {
                    Some(whole) => values
                        .extend([json!(whole + i64::from(outwards)), json!(whole as f64 + 0.5)]),
                    None => {
                        let bound = bound.as_f64().expect("valid number");
                        values.push(json!(bound + f64::from(outwards)));
                    }
                }
            }
        }
        if let Some(longest) = node.get("maxLength").and_then(Value::as_u64) {
            values.extend([longest, longest + 1].map(|length| json!("a".repeat(length as usize))));
        }
        let words = node.get("enum").and_then(Value::as_array).into_iter().flatten();
        for word in words.chain(node.get("const")) {
            values.push(word.clone());
            if let Some(word) = word.as_str() {
                values.extend([
                    json!(word.to_uppercase()),
                    json!(format!("{word} ")),
                    json!(format!("{word}x")),
                ]);
            }
        }
        values
            .extend(node.get("examples").and_then(Value::as_array).into_iter().flatten().cloned());
        values
    }

    /// Corrupts the items of a list or mapping.
    fn inside(&mut self, file: &Value, at: &str, rule: &str, node: &Value) {
        match file.pointer(at).expect("JSON pointer into the file").clone() {
            Value::Object(keys) => self.keys(file, at, rule, node, &keys),
            Value::Array(items) => self.items(file, at, rule, node, &items),
            _ => {}
        }
    }

    fn keys(
        &mut self,
        file: &Value,
        at: &str,
        rule: &str,
        node: &Value,
        keys: &Map<String, Value>,
    ) {
        let names = node.get("properties").and_then(Value::as_object);
        let names: Vec<String> = names.into_iter().flat_map(Map::keys).cloned().collect();
        if node["additionalProperties"].is_object() {
            for key in keys.keys() {
                self.place(file, &format!("{at}/{key}"), &format!("{rule}/additionalProperties"));
            }
            if keys.is_empty() {
                let mut with = keys.clone();
                with.insert(
                    "a-name".to_owned(),
                    self.sample(&format!("{rule}/additionalProperties")),
                );
                if let Some(file) = self.try_value(file, at, Value::Object(with)) {
                    self.place(
                        &file,
                        &format!("{at}/a-name"),
                        &format!("{rule}/additionalProperties"),
                    );
                }
            }
            return;
        }
        let first = self.visited.insert(format!("{rule} keys"));
        if first {
            let mut more = keys.clone();
            more.insert("no-such-key".to_owned(), json!(1));
            self.try_value(file, at, Value::Object(more));
        }
        for name in names {
            let place = format!("{rule}/properties/{name}");
            let (below, mut other) = (format!("{at}/{name}"), keys.clone());
            if keys.contains_key(&name) {
                if !self.visited.contains(&place) {
                    other.remove(&name);
                    self.try_value(file, at, Value::Object(other));
                }
                self.place(file, &below, &place);
            } else if !self.visited.contains(&place) {
                other.insert(name.clone(), self.sample(&place));
                if let Some(file) = self.try_value(file, at, Value::Object(other)) {
                    self.place(&file, &below, &place);
                }
            }
        }
    }

    fn items(&mut self, file: &Value, at: &str, rule: &str, node: &Value, items: &[Value]) {
        if self.visited.insert(format!("{rule} items")) && !items.is_empty() {
            let more: Vec<Value> = items.iter().chain(&items[..1]).cloned().collect();
            self.try_value(file, at, Value::Array(more));
            self.try_value(file, at, json!(items[1..]));
        }
        for (index, item) in items.iter().enumerate() {
            let place = match &node["items"] {
                Value::Array(_) => format!("{rule}/items/{index}"),
                _ => format!("{rule}/items"),
            };
            self.place(file, &format!("{at}/{index}"), &place);
            // The values of an item's keys may differ in type from those of previous items.
            for branch in self.branches(&place) {
                let below = format!("{at}/{index}");
                let node = self.schema.pointer(&branch).expect("schema node").clone();
                if self.fits(&node, item) && item.is_object() {
                    self.inside(file, &below, &branch, &node);
                }
            }
        }
        if items.is_empty() {
            let sample = self.sample(&format!("{rule}/items"));
            if let Some(file) = self.try_value(file, at, json!([sample])) {
                self.place(&file, &format!("{at}/0"), &format!("{rule}/items"));
            }
        }
    }

    /// The shortest value that the schema allows at a path.
    fn sample(&self, rule: &str) -> Value {
        let branch = self.branches(rule).swap_remove(0);
        let node = &self.schema.pointer(&branch).expect("schema node");
        if let Some(value) = node
            .get("const")
            .or_else(|| node.pointer("/enum/0"))
            .or_else(|| node.pointer("/examples/0"))
        {
            return value.clone();
        }
        match node["type"].as_str().expect("schema type") {
            "object" => match node["additionalProperties"].is_object() {
                true => json!({ "a-name": self.sample(&format!("{branch}/additionalProperties")) }),
                false => {
                    let required =
                        node.get("required").and_then(Value::as_array).into_iter().flatten();
                    let keys = required.filter_map(Value::as_str);
                    keys.map(|key| {
                        (key.to_owned(), self.sample(&format!("{branch}/properties/{key}")))
                    })
                    .collect()
                }
            },
            "array" => match &node["items"] {
                Value::Array(items) => (0..items.len())
                    .map(|index| self.sample(&format!("{branch}/items/{index}")))
                    .collect(),
                _ => json!([self.sample(&format!("{branch}/items"))]),
            },
            "boolean" => json!(true),
            "integer" | "number" => node.get("minimum").cloned().unwrap_or(json!(1)),
            _ => match node["pattern"].as_str() {
                Some(pattern) => json!(matching(pattern)),
                None => json!("a text"),
            },
        }
    }
}

/// A string that matches a pattern of our schemas.
fn matching(pattern: &str) -> &'static str {
    match pattern {
        "^[a-z0-9]+(-[a-z0-9]+)*$" => "a-name",
        "^#[0-9a-fA-F]{6}$" => "#1f3a5f",
        other if other.starts_with("^[0-9]{4}-") => "1863-07-02",
        other if other.starts_with("^ST") => "ST0304",
        other if other.contains(":") => "07:00",
        other => panic!("add an example for `{other}` to its schema or here"),
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
