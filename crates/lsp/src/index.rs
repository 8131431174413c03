//! The definitions and references of a file with their positions, from its tree and its schema.

use std::ops::Range;
use std::sync::Arc;

use sandtable_authored::FileKind;
use sandtable_source::{Diagnostics, Node, SourceMap, Value, parse, parse_so_far};

use crate::file_schema::{by_keys, is_usual_name};
use crate::lines::Lines;
use crate::terms::{Is, Term, term};
use crate::vocabulary::{Place, Vocabulary, named_at_the_top};

/// The definition of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) id: String,
    pub(crate) term: Term,
    /// The bytes of the id.
    pub(crate) at: Range<usize>,
    /// The bytes of the whole item, including the id.
    pub(crate) whole: Range<usize>,
    /// Its printed name.
    pub(crate) name: Option<String>,
    /// A summary from its own keys: `infantry, elite`.
    pub(crate) detail: String,
}

/// A reference to an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) id: String,
    /// The kinds of items that it may refer to.
    pub(crate) terms: &'static [Term],
    pub(crate) at: Range<usize>,
}

/// A reference to another file or a built-in ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedFile {
    pub(crate) reference: String,
    pub(crate) at: Range<usize>,
    /// The settings for reading it, if it is a layer.
    pub(crate) layer: Option<LayerSort>,
}

/// The settings for reading a layer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerSort {
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
    /// Whether it is certainly a Sandtable file. Errors are reported only for these files.
    pub(crate) is_ours: bool,
    /// Whether the whole file could be parsed.
    pub(crate) is_whole: bool,
    pub(crate) top: Vec<TopKey>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) files: Vec<NamedFile>,
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
    /// The index of a YAML text; `name` is its file name.
    pub(crate) fn of_yaml(text: Arc<str>, name: &str) -> Self {
        let mut sources = SourceMap::new();
        let file = sources.add(name, &*text);
        let whole = parse(&sources, file, &mut Diagnostics::new());
        let is_whole = whole.is_some();
        let tree = whole.or_else(|| parse_so_far(&sources, file));
        let kind = tree.as_ref().and_then(FileKind::of);
        let at_the_top = named_at_the_top(&text);
        let vocabulary = at_the_top.or_else(|| by_keys(kind, name, tree.as_ref()));
        let has_format = tree.as_ref().is_some_and(|tree| tree.entry("format").is_some());
        let is_ours = at_the_top.is_some() || is_usual_name(name) || (kind.is_some() && has_format);
        let mut walk = Walk { text: &text, found: Found::default(), vocabulary };
        if let Some(tree) = &tree {
            walk.files(tree);
            if let Some(vocabulary) = vocabulary {
                walk.value(vocabulary, tree, &vocabulary.top(), tree);
            }
        }
        let Found { mut definitions, mut mentions, mut files } = walk.found;
        // Items behind an alias were also found at their anchor.
        definitions.sort_by_key(|found| (found.at.start, found.at.end, found.term));
        definitions.dedup_by(|a, b| (&a.at, a.term) == (&b.at, b.term));
        mentions.sort_by_key(|found| (found.at.start, found.at.end));
        mentions.dedup();
        files.sort_by_key(|found| found.at.start);
        files.dedup();
        let top = tree.as_ref().map(top_keys).unwrap_or_default();
        let lines = Lines::of(&text);
        Self { lines, kind, vocabulary, is_ours, is_whole, top, definitions, mentions, files, text }
    }

    /// The index of a layer.
    pub(crate) fn of_layer(text: Arc<str>, sort: &LayerSort) -> Self {
        let mut definitions = Vec::new();
        let mut mentions = Vec::new();
        for feature in sandtable_map::layer_features(&text, &sort.id) {
            let property = |wanted: &str| {
                let of_name = |(name, _): &&(String, String)| name == wanted;
                feature.properties.iter().find(of_name).map(|(_, value)| value.clone())
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
            lines: Lines::of(&text),
            kind: Some(FileKind::Layer),
            vocabulary: None,
            is_ours: true,
            is_whole: true,
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
    pub(crate) fn file_at(&self, byte: usize) -> Option<&NamedFile> {
        self.files.iter().find(|found| touches(&found.at, byte))
    }

    /// The items that contain a definition, innermost first.
    pub(crate) fn around<'i>(
        &'i self,
        inner: &'i Definition,
    ) -> impl Iterator<Item = &'i Definition> {
        let holds = move |outer: &&Definition| {
            let (outer, inner) = (&outer.whole, &inner.whole);
            outer.start <= inner.start && inner.end <= outer.end && outer != inner
        };
        let mut around: Vec<&Definition> = self.definitions.iter().filter(holds).collect();
        around.sort_by_key(|outer| outer.whole.len());
        around.into_iter()
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
        whole: around(&entry.key_span.range(), &entry.value.span.range()),
    };
    entries.iter().map(key).collect()
}

/// The range from the start of one range to the end of the other. If an alias places the other one
/// earlier, only the first range.
fn around(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    match other.start >= one.start {
        true => one.start..one.end.max(other.end),
        false => one.clone(),
    }
}

#[derive(Default)]
struct Found {
    definitions: Vec<Definition>,
    mentions: Vec<Mention>,
    files: Vec<NamedFile>,
}

struct Walk<'t> {
    text: &'t str,
    found: Found,
    vocabulary: Option<&'static Vocabulary>,
}

impl Walk<'_> {
    /// Adds the definitions and references in a value; `map` is the innermost map around it.
    fn value<'v>(
        &mut self,
        vocabulary: &'v Vocabulary,
        node: &Node,
        places: &[Place<'v>],
        map: &Node,
    ) {
        match &node.value {
            Value::Map(entries) => {
                for entry in entries {
                    let inner = vocabulary.of_key(places, &entry.key);
                    if let Some(name) = inner.iter().find(|place| place.is_named) {
                        match term(vocabulary.family, name.owner, name.key) {
                            Some(Is::Keys(term)) => self.define(
                                &entry.key,
                                term,
                                entry.key_span.range(),
                                around(&entry.key_span.range(), &entry.value.span.range()),
                                &entry.value,
                            ),
                            Some(Is::NamedKeys(terms, _)) => {
                                self.mention(&entry.key, terms, entry.key_span.range());
                            }
                            _ => {}
                        }
                    }
                    self.value(vocabulary, &entry.value, &inner, node);
                }
            }
            Value::List(items) => {
                for (number, item) in items.iter().enumerate() {
                    self.value(vocabulary, item, &vocabulary.of_item(places, number), map);
                }
            }
            Value::Null => {}
            _ => self.single(vocabulary, node, places, map),
        }
    }

    fn single(&mut self, vocabulary: &Vocabulary, node: &Node, places: &[Place<'_>], map: &Node) {
        let Some(id) = written(self.text, node) else { return };
        let at = node.span.range();
        for place in places {
            match term(vocabulary.family, place.owner, place.key) {
                Some(Is::Defines(term)) => {
                    let whole = map.span.range();
                    let whole = whole.start.min(at.start)..whole.end.max(at.end);
                    return self.define(&id, term, at, whole, map);
                }
                Some(Is::Names(terms) | Is::NamedKeys(_, terms)) if !terms.is_empty() => {
                    return self.mention(&id, terms, at);
                }
                _ => {}
            }
        }
    }

    fn define(
        &mut self,
        id: &str,
        term: Term,
        at: Range<usize>,
        whole: Range<usize>,
        thing: &Node,
    ) {
        self.found.definitions.push(Definition {
            id: id.to_owned(),
            term,
            at,
            whole,
            name: printed_name(thing),
            detail: detail(self.text, thing),
        });
    }

    fn mention(&mut self, id: &str, terms: &'static [Term], at: Range<usize>) {
        self.found.mentions.push(Mention { id: id.to_owned(), terms, at });
    }

    /// Adds all files named in a tree.
    fn files(&mut self, node: &Node) {
        match &node.value {
            Value::Map(entries) => {
                for entry in entries {
                    if let (true, Value::Text(reference)) =
                        (names_a_file(&entry.key), &entry.value.value)
                    {
                        self.found.files.push(NamedFile {
                            reference: reference.clone(),
                            at: entry.value.span.range(),
                            layer: is_layer(reference).then(|| self.layer(node)),
                        });
                    }
                    self.files(&entry.value);
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.files(item)),
            _ => {}
        }
    }

    /// The settings for a layer that is listed in a map.
    fn layer(&self, node: &Node) -> LayerSort {
        let text = |key: &str| match &node.entry(key)?.value.value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        let is_of_areas = self.vocabulary.is_some_and(|known| known.name == "area-map");
        let term = match text("class") {
            Some(class) => Term::of_class(&class),
            None if is_of_areas => Term::Area,
            None => Term::Ground,
        };
        LayerSort { term, id: text("id").unwrap_or_else(|| "id".to_owned()) }
    }
}

/// Whether a key's text may be a file path.
fn names_a_file(key: &str) -> bool {
    matches!(key, "map" | "ruleset" | "extends" | "include" | "file")
}

/// The source text of a scalar.
fn written(text: &str, node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Bool(_) | Value::Float(_) => text.get(node.span.range()).map(str::to_owned),
        Value::Null | Value::List(_) | Value::Map(_) => None,
    }
}

/// The printed name of an item: the English one if there are several languages.
fn printed_name(thing: &Node) -> Option<String> {
    let named = ["name", "title"].into_iter().find_map(|key| thing.entry(key))?;
    match &named.value.value {
        Value::Text(name) => Some(name.clone()),
        Value::Map(languages) => {
            let english = named.value.entry("en").or_else(|| languages.first())?;
            match &english.value.value {
                Value::Text(name) => Some(name.clone()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A summary of an item from its own keys.
fn detail(text: &str, thing: &Node) -> String {
    /// Keys whose values are clear without the key. Other values are shown with their keys.
    const ALONE: [&str; 6] = ["type", "kind", "quality", "terrain", "status", "formation"];
    const WITH_KEY: [&str; 11] = [
        "rating", "strength", "steps", "side", "edge", "road", "turn", "points", "level", "dice",
        "cf",
    ];
    let said = |key: &str| thing.entry(key).and_then(|entry| written(text, &entry.value));
    let alone = ALONE.into_iter().filter_map(said);
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
        FileIndex::of_yaml(text.into(), "scenario.yaml")
    }

    #[test]
    fn what_a_scenario_defines_and_names() {
        let index = index(SCENARIO);
        assert!(index.is_whole && index.is_ours);
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
        let around: Vec<&str> = index.around(piece).map(|outer| outer.id.as_str()).collect();
        assert_eq!(around, ["ii-corps", "union"]);
        assert_eq!(index.files[0].reference, "../../maps/a/map.yaml");
    }

    /// At every stage of typing, all results are within the text.
    #[test]
    fn a_text_that_is_being_written() {
        for end in 0..SCENARIO.len() {
            let half = index(&SCENARIO[..end]);
            for definition in &half.definitions {
                assert!(half.text.get(definition.at.clone()).is_some(), "{end}");
                assert!(half.text.get(definition.whole.clone()).is_some(), "{end}");
            }
        }
        let half = index(&SCENARIO[..SCENARIO.find(", quality").expect("the text contains it")]);
        assert!(!half.is_whole);
        // The incomplete piece is not yet a definition.
        assert_eq!(half.definitions.len(), 2);
    }

    #[test]
    fn other_peoples_files_are_left_alone() {
        let others = "version: 3\nservices:\n  web: { target: x }\n";
        assert!(!FileIndex::of_yaml(others.into(), "docker-compose.yaml").is_ours);
    }
}
