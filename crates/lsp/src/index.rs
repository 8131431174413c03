//! The definitions and references of a file with their positions, from its tree and its schema.

use std::ops::Range;
use std::sync::Arc;

use sandtable_authored::FileKind;
use sandtable_source::{Diagnostics, Node, SourceMap, Value, parse, parse_prefix};

use crate::file_schema::{infer_vocabulary, is_usual_name};
use crate::lines::Lines;
use crate::terms::{IdRole, Term, id_role};
use crate::vocabulary::{Place, Vocabulary, declared_vocabulary};

/// The definition of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) id: String,
    pub(crate) term: Term,
    /// The bytes of the id.
    pub(crate) at: Range<usize>,
    /// The bytes of the whole item, including the id.
    pub(crate) whole: Range<usize>,
    /// The printed name of the item.
    pub(crate) name: Option<String>,
    /// A summary of the item's own keys: `infantry, elite`.
    pub(crate) detail: String,
}

/// A reference to an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) id: String,
    /// The kinds of items that the id may refer to.
    pub(crate) terms: &'static [Term],
    pub(crate) at: Range<usize>,
}

/// A reference to another file or a built-in ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileReference {
    pub(crate) reference: String,
    pub(crate) at: Range<usize>,
    /// The settings for reading the file, if it is a layer.
    pub(crate) layer: Option<LayerSpec>,
}

/// The settings for reading a layer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerSpec {
    pub(crate) term: Term,
    /// The property that holds the ids.
    pub(crate) id: String,
}

/// A top-level key of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TopKey {
    pub(crate) key: String,
    pub(crate) at: Range<usize>,
    pub(crate) whole: Range<usize>,
}

/// The index of a file.
#[derive(Debug)]
pub(crate) struct FileIndex {
    pub(crate) text: Arc<str>,
    pub(crate) lines: Lines,
    pub(crate) kind: Option<FileKind>,
    pub(crate) vocabulary: Option<&'static Vocabulary>,
    /// Whether it is certainly a Sandtable file. Errors are reported only for such files.
    pub(crate) is_sandtable_file: bool,
    /// Whether the whole file could be parsed.
    pub(crate) is_complete: bool,
    pub(crate) top: Vec<TopKey>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) files: Vec<FileReference>,
}

/// Whether a file name has a GeoJSON extension.
pub(crate) fn is_layer(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".geojson") || name.ends_with(".json")
}

/// Whether a file name has a YAML extension.
pub(crate) fn is_yaml(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".yaml") || name.ends_with(".yml")
}

impl FileIndex {
    /// Indexes YAML text; `name` is the file name.
    pub(crate) fn from_yaml(text: Arc<str>, name: &str) -> Self {
        let mut sources = SourceMap::new();
        let file = sources.add(name, &*text);
        let complete = parse(&sources, file, &mut Diagnostics::new());
        let is_complete = complete.is_some();
        let tree = complete.or_else(|| parse_prefix(&sources, file));
        let kind = tree.as_ref().and_then(FileKind::detect);
        let declared = declared_vocabulary(&text);
        let vocabulary = declared.or_else(|| infer_vocabulary(kind, name, tree.as_ref()));
        let has_format = tree.as_ref().is_some_and(|tree| tree.entry("format").is_some());
        let is_sandtable_file =
            declared.is_some() || is_usual_name(name) || (kind.is_some() && has_format);
        let mut walk = Walker { text: &text, found: IndexEntries::default(), vocabulary };
        if let Some(tree) = &tree {
            walk.collect_files(tree);
            if let Some(vocabulary) = vocabulary {
                walk.visit(vocabulary, tree, &vocabulary.root_places(), tree);
            }
        }
        let IndexEntries { mut definitions, mut mentions, mut files } = walk.found;
        // Items behind an alias were also found at their anchor.
        definitions.sort_by_key(|found| (found.at.start, found.at.end, found.term));
        definitions.dedup_by(|a, b| (&a.at, a.term) == (&b.at, b.term));
        mentions.sort_by_key(|found| (found.at.start, found.at.end));
        mentions.dedup();
        files.sort_by_key(|found| found.at.start);
        files.dedup();
        let top = tree.as_ref().map(top_keys).unwrap_or_default();
        let lines = Lines::new(&text);
        Self {
            lines,
            kind,
            vocabulary,
            is_sandtable_file,
            is_complete,
            top,
            definitions,
            mentions,
            files,
            text,
        }
    }

    /// The index of a layer.
    pub(crate) fn from_layer(text: Arc<str>, sort: &LayerSpec) -> Self {
        let mut definitions = Vec::new();
        let mut mentions = Vec::new();
        for feature in sandtable_map::layer_features(&text, &sort.id) {
            let property = |wanted: &str| {
                let has_name = |(name, _): &&(String, String)| name == wanted;
                feature.properties.iter().find(has_name).map(|(_, value)| value.clone())
            };
            if let (Some(at), Some(hill)) = (feature.hill_at.clone(), property("hill")) {
                mentions.push(Mention { id: hill, terms: &[Term::Hill], at });
            }
            let detail = ["kind", "level", "rank", "basis"].into_iter().filter_map(|key| {
                let value = property(key)?;
                Some(if key == "kind" { value } else { format!("{key} {value}") })
            });
            definitions.push(Definition {
                term: sort.term,
                name: property("name"),
                detail: detail.collect::<Vec<_>>().join(", "),
                whole: feature.whole.start.min(feature.id_at.start)
                    ..feature.whole.end.max(feature.id_at.end),
                at: feature.id_at,
                id: feature.id,
            });
        }
        Self {
            lines: Lines::new(&text),
            kind: Some(FileKind::Layer),
            vocabulary: None,
            is_sandtable_file: true,
            is_complete: true,
            top: Vec::new(),
            definitions,
            mentions,
            files: Vec::new(),
            text,
        }
    }

    /// The definition whose id is at a byte.
    pub(crate) fn definition_at(&self, byte: usize) -> Option<&Definition> {
        self.definitions.iter().find(|found| touches(&found.at, byte))
    }

    /// The reference at a byte.
    pub(crate) fn mention_at(&self, byte: usize) -> Option<&Mention> {
        self.mentions.iter().find(|found| touches(&found.at, byte))
    }

    /// The file reference at a byte.
    pub(crate) fn file_at(&self, byte: usize) -> Option<&FileReference> {
        self.files.iter().find(|found| touches(&found.at, byte))
    }

    /// The items that contain a definition, innermost first.
    pub(crate) fn enclosing<'i>(
        &'i self,
        inner: &'i Definition,
    ) -> impl Iterator<Item = &'i Definition> {
        let holds = move |outer: &&Definition| {
            let (outer, inner) = (&outer.whole, &inner.whole);
            outer.start <= inner.start && inner.end <= outer.end && outer != inner
        };
        let mut enclosing: Vec<&Definition> = self.definitions.iter().filter(holds).collect();
        enclosing.sort_by_key(|outer| outer.whole.len());
        enclosing.into_iter()
    }
}

/// Whether a byte is within a word or at its end, where the cursor is while typing.
pub(crate) fn touches(at: &Range<usize>, byte: usize) -> bool {
    at.start <= byte && byte <= at.end
}

fn top_keys(tree: &Node) -> Vec<TopKey> {
    let Value::Map(entries) = &tree.value else { return Vec::new() };
    let key = |entry: &sandtable_source::Entry| TopKey {
        key: entry.key.clone(),
        at: entry.key_span.range(),
        whole: range_through(&entry.key_span.range(), &entry.value.span.range()),
    };
    entries.iter().map(key).collect()
}

/// Returns the range from the start of one range to the end of the other, or only the first if an
/// alias places the other earlier.
fn range_through(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    match other.start >= one.start {
        true => one.start..one.end.max(other.end),
        false => one.clone(),
    }
}

#[derive(Default)]
struct IndexEntries {
    definitions: Vec<Definition>,
    mentions: Vec<Mention>,
    files: Vec<FileReference>,
}

struct Walker<'t> {
    text: &'t str,
    found: IndexEntries,
    vocabulary: Option<&'static Vocabulary>,
}

impl Walker<'_> {
    /// Adds the definitions and references in a value; `map` is the innermost map around it.
    fn visit<'v>(
        &mut self,
        vocabulary: &'v Vocabulary,
        node: &Node,
        places: &[Place<'v>],
        map: &Node,
    ) {
        match &node.value {
            Value::Map(entries) => {
                for entry in entries {
                    let inner = vocabulary.value_places(places, &entry.key);
                    if let Some(name) = inner.iter().find(|place| place.is_named) {
                        match id_role(vocabulary.family, name.owner, name.key) {
                            Some(IdRole::KeysDefine(term)) => self.add_definition(
                                &entry.key,
                                term,
                                entry.key_span.range(),
                                range_through(&entry.key_span.range(), &entry.value.span.range()),
                                &entry.value,
                            ),
                            Some(IdRole::KeysReference(terms, _)) => {
                                self.add_mention(&entry.key, terms, entry.key_span.range());
                            }
                            _ => {}
                        }
                    }
                    self.visit(vocabulary, &entry.value, &inner, node);
                }
            }
            Value::List(items) => {
                for (number, item) in items.iter().enumerate() {
                    self.visit(vocabulary, item, &vocabulary.item_places(places, number), map);
                }
            }
            Value::Null => {}
            _ => self.visit_scalar(vocabulary, node, places, map),
        }
    }

    fn visit_scalar(
        &mut self,
        vocabulary: &Vocabulary,
        node: &Node,
        places: &[Place<'_>],
        map: &Node,
    ) {
        let Some(id) = scalar_text(self.text, node) else { return };
        let at = node.span.range();
        for place in places {
            match id_role(vocabulary.family, place.owner, place.key) {
                Some(IdRole::Defines(term)) => {
                    let whole = map.span.range();
                    let whole = whole.start.min(at.start)..whole.end.max(at.end);
                    return self.add_definition(&id, term, at, whole, map);
                }
                Some(IdRole::References(terms) | IdRole::KeysReference(_, terms))
                    if !terms.is_empty() =>
                {
                    return self.add_mention(&id, terms, at);
                }
                _ => {}
            }
        }
    }

    fn add_definition(
        &mut self,
        id: &str,
        term: Term,
        at: Range<usize>,
        whole: Range<usize>,
        item: &Node,
    ) {
        self.found.definitions.push(Definition {
            id: id.to_owned(),
            term,
            at,
            whole,
            name: printed_name(item),
            detail: detail(self.text, item),
        });
    }

    fn add_mention(&mut self, id: &str, terms: &'static [Term], at: Range<usize>) {
        self.found.mentions.push(Mention { id: id.to_owned(), terms, at });
    }

    /// Adds all files named in a tree.
    fn collect_files(&mut self, node: &Node) {
        match &node.value {
            Value::Map(entries) => {
                for entry in entries {
                    if let (true, Value::Text(reference)) =
                        (is_file_key(&entry.key), &entry.value.value)
                    {
                        self.found.files.push(FileReference {
                            reference: reference.clone(),
                            at: entry.value.span.range(),
                            layer: is_layer(reference).then(|| self.layer_spec(node)),
                        });
                    }
                    self.collect_files(&entry.value);
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.collect_files(item)),
            _ => {}
        }
    }

    /// The settings for a layer that is listed in a map.
    fn layer_spec(&self, node: &Node) -> LayerSpec {
        let text = |key: &str| match &node.entry(key)?.value.value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        let is_area_map = self.vocabulary.is_some_and(|known| known.name == "area-map");
        let term = match text("class") {
            Some(class) => Term::from_class(&class),
            None if is_area_map => Term::Area,
            None => Term::Ground,
        };
        LayerSpec { term, id: text("id").unwrap_or_else(|| "id".to_owned()) }
    }
}

/// Whether a key's text may be a file path.
fn is_file_key(key: &str) -> bool {
    matches!(key, "map" | "ruleset" | "extends" | "include" | "file")
}

/// The source text of a scalar.
fn scalar_text(text: &str, node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Bool(_) | Value::Float(_) => text.get(node.span.range()).map(str::to_owned),
        Value::Null | Value::List(_) | Value::Map(_) => None,
    }
}

/// Returns the printed name of an item, in English if there are several languages.
fn printed_name(item: &Node) -> Option<String> {
    let name_entry = ["name", "title"].into_iter().find_map(|key| item.entry(key))?;
    match &name_entry.value.value {
        Value::Text(name) => Some(name.clone()),
        Value::Map(languages) => {
            let english = name_entry.value.entry("en").or_else(|| languages.first())?;
            match &english.value.value {
                Value::Text(name) => Some(name.clone()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A summary of an item from its own keys.
fn detail(text: &str, item: &Node) -> String {
    /// Keys whose values are clear without the key. All other values are shown with their keys.
    const SELF_EXPLANATORY_KEYS: [&str; 6] =
        ["type", "kind", "quality", "terrain", "status", "formation"];
    const WITH_KEY: [&str; 11] = [
        "rating", "strength", "steps", "side", "edge", "road", "turn", "points", "level", "dice",
        "cf",
    ];
    let said = |key: &str| item.entry(key).and_then(|entry| scalar_text(text, &entry.value));
    let alone = SELF_EXPLANATORY_KEYS.into_iter().filter_map(said);
    let with_key = WITH_KEY.into_iter().filter_map(|key| Some(format!("{key} {}", said(key)?)));
    alone.chain(with_key).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "\
format: 1
map: ../../maps/a/map.yaml
combat_order: union
sides:
  union:
    title: { en: Army of the Potomac }
    colour: \"#112233\"
    lines_of_communication: [baltimore-pike]
    commands:
      - id: ii-corps
        title: II Corps
        pieces: [ { id: caldwell, name: Caldwell, type: infantry, quality: elite } ]
    reinforcements:
      - { turn: 6, entry: baltimore-pike, command: ii-corps, pieces: [caldwell] }
";

    fn index(text: &str) -> FileIndex {
        FileIndex::from_yaml(text.into(), "scenario.yaml")
    }

    #[test]
    fn indexes_definitions_and_references() {
        let index = index(SCENARIO);
        assert!(index.is_complete && index.is_sandtable_file);
        let defined: Vec<String> = index
            .definitions
            .iter()
            .map(|d| format!("{} {} ({})", d.term.noun(), d.id, d.name.clone().unwrap_or_default()))
            .collect();
        assert_eq!(
            defined,
            [
                "side union (Army of the Potomac)",
                "command ii-corps (II Corps)",
                "piece caldwell (Caldwell)"
            ]
        );
        let named: Vec<&str> = index.mentions.iter().map(|mention| mention.id.as_str()).collect();
        let expected =
            ["union", "baltimore-pike", "infantry", "baltimore-pike", "ii-corps", "caldwell"];
        assert_eq!(named, expected);
        let piece = &index.definitions[2];
        assert_eq!(piece.detail, "infantry, elite");
        let enclosing: Vec<&str> = index.enclosing(piece).map(|outer| outer.id.as_str()).collect();
        assert_eq!(enclosing, ["ii-corps", "union"]);
        assert_eq!(index.files[0].reference, "../../maps/a/map.yaml");
    }

    /// At every stage of typing, all results are within the text.
    #[test]
    fn indexes_incomplete_text() {
        for end in 0..SCENARIO.len() {
            let half = index(&SCENARIO[..end]);
            for definition in &half.definitions {
                assert!(half.text.get(definition.at.clone()).is_some(), "{end}");
                assert!(half.text.get(definition.whole.clone()).is_some(), "{end}");
            }
        }
        let half = index(&SCENARIO[..SCENARIO.find(", quality").expect("the text contains it")]);
        assert!(!half.is_complete);
        // The incomplete piece is not yet a definition.
        assert_eq!(half.definitions.len(), 2);
    }

    #[test]
    fn ignores_unrelated_files() {
        let unrelated = "version: 3\nservices:\n  web: { target: x }\n";
        assert!(!FileIndex::from_yaml(unrelated.into(), "docker-compose.yaml").is_sandtable_file);
    }
}
