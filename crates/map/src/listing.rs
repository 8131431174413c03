//! The layer list of a map: rejects repeated files, repeated classes, and layers of another map.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_authored as authored;
use sandtable_authored::{MissingLayers, Reporter};
use sandtable_source::message::duplicate;
use sandtable_source::{Diagnostic, Diagnostics, Place, ProjectPath, Spanned, code};

/// An entry in a map's layer list.
pub(crate) trait Listed {
    type Class: Copy + PartialEq;

    fn file(&self) -> &Spanned<String>;
    fn class(&self) -> Self::Class;
}

impl Listed for authored::Layer {
    type Class = authored::LayerClass;

    fn file(&self) -> &Spanned<String> {
        &self.file
    }

    fn class(&self) -> authored::LayerClass {
        self.class.value
    }
}

/// Returns each layer file once, even if its path is spelt in several ways, and the unread classes.
/// Reports duplicates. Skips a file listed for two classes.
pub fn without_duplicates<'l, L: Listed>(
    reporter: &mut Reporter,
    map: &ProjectPath,
    layers: Vec<&'l L>,
) -> (Vec<&'l L>, Vec<L::Class>) {
    let mut kept: Vec<Option<&L>> = Vec::new();
    let mut unread = Vec::new();
    let mut places: BTreeMap<ProjectPath, usize> = BTreeMap::new();
    for layer in layers {
        let file = layer.file();
        // Reading the layer reports an invalid path.
        let first = map.resolve(file, 0).and_then(|path| match places.entry(path) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(new) => {
                new.insert(kept.len());
                None
            }
        });
        let Some(at) = first else {
            kept.push(Some(layer));
            continue;
        };
        let Some(other) = kept[at] else { continue };
        reporter.diagnostics.push(
            Diagnostic::new(code::LAYER_TWICE, duplicate("layer file", &file.value))
                .at(file.span, "duplicate")
                .also(other.file().span, "first listed here")
                .help(
                    "each file has a single class: remove one of the lines, or name another file",
                ),
        );
        if other.class() != layer.class() {
            unread.extend([other.class(), layer.class()]);
            kept[at] = None;
        }
    }
    (kept.into_iter().flatten().collect(), unread)
}

/// Whether every feature of at least `least` layers is outside the frame and nothing else is wrong.
/// Reports the frame once instead of each layer.
pub fn report_distant_layers(
    reporter: &mut Reporter,
    centre: &Spanned<authored::Coordinate>,
    least: usize,
    found: &Diagnostics,
) -> bool {
    let is_misplaced = |found: &&Diagnostic| {
        matches!(found.code, code::SWAPPED_COORDINATES | code::COORDINATE | code::OUTSIDE_MAP)
    };
    let found = found.sorted();
    let layers = found.iter().filter_map(|found| Some(found.labels.first()?.place.file()));
    let layers = layers.collect::<BTreeSet<_>>().len();
    if layers < least || !found.iter().all(is_misplaced) {
        return false;
    }
    let swapped = found.iter().all(|found| found.code == code::SWAPPED_COORDINATES);
    let mut diagnostic =
        Diagnostic::new(code::FRAME_ELSEWHERE, "no feature of any layer is inside the frame")
            .at(centre.span, "centre of the map");
    if let Some(label) = found.first().and_then(|first| first.labels.first())
        && let Place::Text(span) = label.place
    {
        diagnostic = diagnostic.also(span, "one of the features");
    }
    // The diagnostic for the frame covers the empty layers.
    reporter.missing_layers = MissingLayers::default();
    reporter.diagnostics.push(match swapped {
        true => diagnostic.help(format!(
            "longitude comes first: write `centre: [{}, {}]`, or export the layers again if their coordinates are swapped",
            centre.latitude, centre.longitude
        )),
        false => diagnostic
            .help("correct `centre`, or export the layers again in WGS 84 (EPSG:4326) degrees"),
    });
    true
}
