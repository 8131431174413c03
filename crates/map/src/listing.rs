//! Layers as a map lists them: each file once, each class once, nothing from another map.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_authored as authored;
use sandtable_authored::{MissingLayers, Reporter};
use sandtable_source::{Diagnostic, Diagnostics, Place, ProjectPath, Spanned, code, message};

/// A layer as a map lists it.
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

/// Each layer file once, however its path is spelt, and the classes of one that is listed for two of
/// them, which is not read at all. One that is listed again is reported.
pub fn each_once<'l, L: Listed>(
    reporter: &mut Reporter,
    map: &ProjectPath,
    layers: Vec<&'l L>,
) -> (Vec<&'l L>, Vec<L::Class>) {
    let mut kept: Vec<Option<&L>> = Vec::new();
    let mut unread = Vec::new();
    let mut places: BTreeMap<ProjectPath, usize> = BTreeMap::new();
    for layer in layers {
        let file = layer.file();
        // What is no path that may be used is reported when it is read.
        let first = map.refer(file, 0).and_then(|path| match places.entry(path) {
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
            Diagnostic::new(
                code::LAYER_TWICE,
                message!("the layer file `{}` is listed twice", file.value),
            )
            .at(file.span, "one of them")
            .also(other.file().span, "the other one")
            .help("a file holds features of one class: remove one line, or name another file"),
        );
        if other.class() != layer.class() {
            unread.extend([other.class(), layer.class()]);
            kept[at] = None;
        }
    }
    (kept.into_iter().flatten().collect(), unread)
}

/// When all that is wrong is that every feature lies elsewhere, it is the frame that is wrong, or
/// all of the layers: one message instead of one for each. Nothing could be drawn, and findings are
/// of as many layers at least.
pub fn elsewhere(
    reporter: &mut Reporter,
    centre: &Spanned<authored::Coordinate>,
    least: usize,
    found: &Diagnostics,
) -> bool {
    let astray = |found: &&Diagnostic| {
        matches!(found.code, code::SWAPPED_COORDINATES | code::COORDINATE | code::OUTSIDE_MAP)
    };
    let found = found.sorted();
    let layers = found.iter().filter_map(|found| Some(found.labels.first()?.place.file()));
    let layers = layers.collect::<BTreeSet<_>>().len();
    if layers < least || !found.iter().all(astray) {
        return false;
    }
    let swapped = found.iter().all(|found| found.code == code::SWAPPED_COORDINATES);
    let mut diagnostic =
        Diagnostic::new(code::FRAME_ELSEWHERE, "no feature of any layer lies in this frame")
            .at(centre.span, "the centre of the map");
    if let Some(label) = found.first().and_then(|first| first.labels.first())
        && let Place::Text(span) = label.place
    {
        diagnostic = diagnostic.also(span, "a feature is drawn here");
    }
    // That layers hold nothing for this frame is said by this.
    reporter.lacking = MissingLayers::default();
    reporter.diagnostics.push(match swapped {
        true => diagnostic.help(format!(
            "longitude comes first: write `centre: [{}, {}]`, or export the layers again if it is they that are turned round",
            centre.latitude, centre.longitude
        )),
        false => diagnostic
            .help("correct `centre`, or export the layers again in WGS 84 (EPSG:4326) degrees"),
    });
    true
}
