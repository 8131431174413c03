//! Go to definition, and find references.

use sandtable_source::{LEVELS_UP, ProjectPath};

use crate::answers::context::{AnswerContext, unique_files};
use crate::index::{Definition, FileIndex, is_layer};
use crate::lines::Encoding;
use crate::project::{Project, ProjectFile};
use crate::protocol::{self, Location, Position};
use crate::terms::Term;
use crate::uri::{file_key, normalise, path_to_uri};

/// Returns the definition of the id at a position, or the file named there.
pub(crate) fn definition(
    context: &mut AnswerContext<'_>,
    position: Position,
) -> Option<protocol::Definition> {
    let byte = context.byte(position);
    let projects = context.projects();
    let index = context.index(&projects);
    if let Some(named) = index.file_at(byte)
        && let Some(location) = file_location(context, &named.reference)
    {
        return Some(protocol::Definition::Location(location));
    }
    let target = Target::at(&index, byte)?;
    let here = target.definition.as_ref();
    let all: Vec<(&ProjectFile, &Definition)> = find_definitions(&projects, &target)
        .into_iter()
        .filter(|(file, found)| file.key.is_some() && Some(*found) != here)
        .collect();
    // An area is defined in the scenario and drawn in a layer: prefer its line in the scenario.
    let authored: Vec<_> =
        all.iter().filter(|(file, _)| !is_layer(&file.display_path)).copied().collect();
    let best = if authored.is_empty() || here.is_some() { all } else { authored };
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
    let target = Target::at(&index, byte)?;
    let mut locations = Vec::new();
    if with_definitions {
        let definitions = find_definitions(&projects, &target).into_iter();
        let in_files = definitions.filter(|(file, _)| file.key.is_some());
        locations.extend(in_files.map(|(file, found)| location(file, &found.at, context.encoding)));
    }
    for file in unique_files(&projects).into_iter().filter(|file| file.key.is_some()) {
        let named = file.index.mentions.iter().filter(|mention| {
            mention.id == target.id && mention.terms.iter().any(|term| target.terms.contains(term))
        });
        locations.extend(named.map(|mention| location(file, &mention.at, context.encoding)));
    }
    Some(locations)
}

/// A requested id.
pub(crate) struct Target {
    pub(crate) id: String,
    /// The kinds of items that the id may identify.
    pub(crate) terms: Vec<Term>,
    /// The definition, if the position is at the definition.
    pub(crate) definition: Option<Definition>,
}

impl Target {
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
pub(crate) fn find_definitions<'p>(
    projects: &'p [Project],
    target: &Target,
) -> Vec<(&'p ProjectFile, &'p Definition)> {
    let mut found = Vec::new();
    for file in unique_files(projects) {
        let candidates = file.index.definitions.iter();
        let candidates = candidates.filter(|d| d.id == target.id && target.terms.contains(&d.term));
        found.extend(candidates.map(|definition| (file, definition)));
    }
    found.sort_by_key(|(_, d)| target.terms.iter().position(|term| *term == d.term));
    found
}

fn location(file: &ProjectFile, at: &std::ops::Range<usize>, encoding: Encoding) -> Location {
    let range = file.index.lines.range(&file.index.text, at, encoding);
    Location { uri: file.uri.clone(), range }
}

/// Returns the start of a file named in the text.
fn file_location(context: &AnswerContext<'_>, reference: &str) -> Option<Location> {
    let folder = context.document.path.parent()?;
    // Only paths that files may contain.
    ProjectPath::from_file_name("x").resolve(reference, LEVELS_UP)?;
    let path = normalise(&folder.join(reference));
    let key = file_key(&path);
    let uri = match context.documents.get(&key) {
        Some(open) => open.uri.clone(),
        None => key.is_file().then(|| path_to_uri(&path))?,
    };
    Some(Location { uri, range: protocol::Range::default() })
}
