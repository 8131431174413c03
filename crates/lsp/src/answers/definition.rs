//! Go to definition, and find references.

use sandtable_source::{LEVELS_UP, ProjectPath};

use crate::answers::context::{AnswerContext, each_file};
use crate::index::{Definition, FileIndex, is_layer};
use crate::lines::Encoding;
use crate::project::{Project, ProjectFile};
use crate::protocol::{self, Location, Position};
use crate::terms::Term;
use crate::uri::{key_of, simplest, uri_of};

/// The definition of the id at a position, or the file named there.
pub(crate) fn definition(
    context: &mut AnswerContext<'_>,
    position: Position,
) -> Option<protocol::Definition> {
    let byte = context.byte(position);
    let projects = context.projects();
    let index = context.index(&projects);
    if let Some(named) = index.file_at(byte)
        && let Some(location) = file(context, &named.reference)
    {
        return Some(protocol::Definition::Location(location));
    }
    let wanted = Wanted::at(&index, byte)?;
    let here = wanted.definition.as_ref();
    let all: Vec<(&ProjectFile, &Definition)> = defined(&projects, &wanted)
        .into_iter()
        .filter(|(file, found)| file.key.is_some() && Some(*found) != here)
        .collect();
    // An area is defined in the scenario and drawn in a layer: prefer its line in the scenario.
    let written: Vec<_> = all.iter().filter(|(file, _)| !is_layer(&file.shown)).copied().collect();
    let best = if written.is_empty() || here.is_some() { all } else { written };
    let mut locations: Vec<Location> =
        best.iter().map(|(file, found)| location(file, &found.at, context.encoding)).collect();
    if locations.is_empty() {
        // At the definition itself, return its own position.
        let here = here?;
        let range = context.range(&here.at);
        locations.push(Location { uri: context.document.uri.clone(), range });
    }
    Some(protocol::Definition::Locations(locations))
}

/// All references to the item at a position.
pub(crate) fn references(
    context: &mut AnswerContext<'_>,
    position: Position,
    with_definitions: bool,
) -> Option<Vec<Location>> {
    let byte = context.byte(position);
    let projects = context.projects();
    let index = context.index(&projects);
    let wanted = Wanted::at(&index, byte)?;
    let mut locations = Vec::new();
    if with_definitions {
        let defined = defined(&projects, &wanted).into_iter();
        let of_files = defined.filter(|(file, _)| file.key.is_some());
        locations.extend(of_files.map(|(file, found)| location(file, &found.at, context.encoding)));
    }
    for file in each_file(&projects).into_iter().filter(|file| file.key.is_some()) {
        let named = file.index.mentions.iter().filter(|mention| {
            mention.id == wanted.id && mention.terms.iter().any(|term| wanted.terms.contains(term))
        });
        locations.extend(named.map(|mention| location(file, &mention.at, context.encoding)));
    }
    Some(locations)
}

/// A requested id.
pub(crate) struct Wanted {
    pub(crate) id: String,
    /// The kinds of items that it may identify.
    pub(crate) terms: Vec<Term>,
    /// The definition itself, if the id is at its definition.
    pub(crate) definition: Option<Definition>,
}

impl Wanted {
    /// The id at a byte.
    pub(crate) fn at(index: &FileIndex, byte: usize) -> Option<Self> {
        if let Some(mention) = index.mention_at(byte) {
            let terms = mention.terms.to_vec();
            return Some(Self { id: mention.id.clone(), terms, definition: None });
        }
        let found = index.definition_at(byte)?;
        Some(Self {
            id: found.id.clone(),
            terms: vec![found.term],
            definition: Some(found.clone()),
        })
    }
}

/// The definitions of an id, in the order of `terms`.
pub(crate) fn defined<'p>(
    projects: &'p [Project],
    wanted: &Wanted,
) -> Vec<(&'p ProjectFile, &'p Definition)> {
    let mut found = Vec::new();
    for file in each_file(projects) {
        let of_file = file.index.definitions.iter();
        let of_file = of_file.filter(|d| d.id == wanted.id && wanted.terms.contains(&d.term));
        found.extend(of_file.map(|definition| (file, definition)));
    }
    found.sort_by_key(|(_, d)| wanted.terms.iter().position(|term| *term == d.term));
    found
}

fn location(file: &ProjectFile, at: &std::ops::Range<usize>, encoding: Encoding) -> Location {
    let range = file.index.lines.range(&file.index.text, at, encoding);
    Location { uri: file.uri.clone(), range }
}

/// The start of a file named in the text.
fn file(context: &AnswerContext<'_>, reference: &str) -> Option<Location> {
    let folder = context.document.path.parent()?;
    // Only paths that files may contain.
    ProjectPath::of_file("x").refer(reference, LEVELS_UP)?;
    let path = simplest(&folder.join(reference));
    let key = key_of(&path);
    let uri = match context.documents.get(&key) {
        Some(open) => open.uri.clone(),
        None => key.is_file().then(|| uri_of(&path))?,
    };
    Some(Location { uri, range: protocol::Range::default() })
}
