//! Layers without usable features, and classes without a layer. One diagnostic per layer combines
//! all references to its features.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_source::{
    Diagnostic, Diagnostics, Severity, Span, Spanned, all_of, code, list_of, message,
};

use crate::map::{Layer, LayerClass};

/// References to missing features: the first reference, and the total.
struct References {
    name: String,
    at: Span,
    count: usize,
    /// All names, without duplicates.
    names: BTreeSet<String>,
}

/// The reason why a layer has no usable features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyReason {
    /// The layer has no features.
    NoFeatures,
    /// The layer declares columns, but has no features yet.
    Planned,
    /// All features are outside the frame; their number.
    Outside(usize),
}

/// A layer without a usable feature.
struct EmptyLayer {
    class: LayerClass,
    file: Spanned<String>,
    reason: EmptyReason,
    references: Option<References>,
}

/// A feature whose many parts suggest that several features were dissolved into one.
struct DissolvedFeature {
    class: LayerClass,
    id: String,
    at: Span,
    parts: usize,
    references: Option<References>,
}

/// Missing layers and layers without usable features.
#[derive(Default)]
pub struct MissingLayers {
    /// The span of the list of layers.
    layers: Option<Span>,
    listed: BTreeSet<LayerClass>,
    empty: Vec<EmptyLayer>,
    dissolved: Vec<DissolvedFeature>,
    /// References to features of classes without a layer.
    unlisted: BTreeMap<Vec<LayerClass>, References>,
}

impl MissingLayers {
    /// Records the list of layers, all with known classes.
    pub fn add_listed(&mut self, layers: &Spanned<Vec<Layer>>) {
        self.layers = Some(layers.span);
        self.listed.extend(layers.value.iter().map(|layer| layer.class.value));
    }

    /// Records a class as listed because its layer was listed under another class, which was
    /// reported.
    pub fn assume_listed(&mut self, class: LayerClass) {
        self.listed.insert(class);
    }

    /// Records a layer without usable features.
    pub fn add_empty(&mut self, layer: &Layer, why: EmptyReason) {
        let (class, file) = (layer.class.value, layer.file.clone());
        self.empty.push(EmptyLayer { class, file, reason: why, references: None });
    }

    /// Records a feature with many parts in a layer that has almost no other features.
    pub fn add_dissolved(&mut self, class: LayerClass, id: &str, at: Span, parts: usize) {
        self.dissolved.push(DissolvedFeature {
            class,
            id: id.to_owned(),
            at,
            parts,
            references: None,
        });
    }

    /// Whether a referenced layer of one of these classes was dissolved, which explains missing
    /// ids.
    pub fn is_dissolved(&self, classes: &[LayerClass]) -> bool {
        self.dissolved.iter().any(|one| one.references.is_some() && classes.contains(&one.class))
    }

    /// Whether a layer of a class consists almost entirely of one feature with many parts.
    pub fn may_be_dissolved(&self, class: LayerClass) -> bool {
        self.dissolved.iter().any(|one| one.class == class)
    }

    /// Returns those of the given classes without a layer in the list.
    pub fn unlisted_classes(&self, among: impl IntoIterator<Item = LayerClass>) -> Vec<LayerClass> {
        among.into_iter().filter(|class| !self.listed.contains(class)).collect()
    }

    /// Returns whether a missing name belongs to a layer without features, or to classes without a
    /// layer. If so, the layer's diagnostic includes the name.
    pub fn explain_missing(&mut self, name: &str, at: Span, classes: &[LayerClass]) -> bool {
        let empty = self.empty.iter_mut().find(|empty| classes.contains(&empty.class));
        let dissolved = self.dissolved.iter_mut().find(|one| classes.contains(&one.class));
        let wanted = if let Some(empty) = empty {
            &mut empty.references
        } else if let Some(dissolved) = dissolved {
            &mut dissolved.references
        } else if self.layers.is_some() && self.unlisted_classes(classes.iter().copied()) == classes
        {
            self.unlisted
                .entry(classes.to_vec())
                .or_insert_with(|| References::new(name, at))
                .add(name);
            return true;
        } else {
            return false;
        };
        wanted.get_or_insert_with(|| References::new(name, at)).add(name);
        true
    }

    /// Discards layers outside the frame, because the frame is wrong.
    pub fn discard_outside(&mut self) {
        self.empty.retain(|empty| !matches!(empty.reason, EmptyReason::Outside(_)));
    }

    /// Reports the recorded layers and classes.
    pub fn report(self, diagnostics: &mut Diagnostics) {
        for empty in self.empty {
            let EmptyLayer { class, file, reason: why, references: wanted } = empty;
            let (what, label, help) = match why {
                EmptyReason::NoFeatures => (
                    "has no features",
                    "no features in this file".to_owned(),
                    "export it again: in QGIS, with “Save only selected features” unticked; or remove this line".to_owned(),
                ),
                EmptyReason::Planned => (
                    "is still empty",
                    "no features yet".to_owned(),
                    drawing_help(class, wanted.as_ref()),
                ),
                EmptyReason::Outside(all) => (
                    "has no feature inside the frame",
                    match all {
                        1 => "its only feature is outside".to_owned(),
                        _ => format!("all {all} features are outside"),
                    },
                    "export it again for the area of this map, correct the frame, or remove this line".to_owned(),
                ),
            };
            let mut diagnostic =
                Diagnostic::new(code::LAYER_EMPTY, message!("layer `{}` {what}", file.value))
                    .at(file.span, label);
            if why == EmptyReason::Planned {
                // The author knows that the layer is unfinished.
                diagnostic.severity = Severity::Note;
            }
            if let Some(wanted) = wanted {
                // A map without its referenced features is unusable.
                diagnostic.severity = Severity::Error;
                diagnostic = diagnostic.also(wanted.at, wanted.label());
            }
            diagnostics.push(diagnostic.help(help));
        }
        for DissolvedFeature { class, id, at, parts, references: wanted } in self.dissolved {
            let Some(wanted) = wanted else { continue };
            diagnostics.push(
                Diagnostic::new(
                    code::LAYER_DISSOLVED,
                    message!("`{id}` is one feature with {parts} parts, and its layer lacks other features"),
                )
                .at(at, format!("the layer of class `{}` was probably dissolved", class.word()))
                .also(wanted.at, wanted.label())
                .help("export the layer again from a copy that was not dissolved or merged: every road, river or hill must be a feature with its own id")
                .help("without such a copy, use Vector › Geometry Tools › Multipart to Singleparts in QGIS and enter the ids again"),
            );
        }
        let Some(layers) = self.layers else { return };
        if self.listed.is_empty() && self.unlisted.is_empty() {
            diagnostics.push(
                Diagnostic::new(code::LAYER_EMPTY, "the map has no layers and will print blank")
                    .at(layers, "no layers listed")
                    .help(
                        "list at least its roads: `- { file: layers/roads.geojson, class: road }`",
                    ),
            );
        }
        for (classes, wanted) in self.unlisted {
            let classes = list_of(classes.iter().map(|class| class.word()));
            diagnostics.push(
                Diagnostic::new(
                    code::LAYER_MISSING,
                    message!("the map has no layer of class {classes}"),
                )
                .at(layers, "layers listed here")
                .also(wanted.at, wanted.label())
                .help(format!(
                    "add a layer of class {classes} with `{}`, or correct the `class` of the layer that contains it",
                    wanted.name
                )),
            );
        }
    }
}

/// Returns the help for a layer without features.
fn drawing_help(class: LayerClass, wanted: Option<&References>) -> String {
    let class = class.word();
    match wanted {
        Some(wanted) => {
            let (what, id) = match wanted.names.len() {
                1 => ("it", "the id"),
                _ => ("them", "the ids"),
            };
            let names = all_of(wanted.names.iter().map(String::as_str));
            format!(
                "draw {what} in QGIS, in the layer of class `{class}`, give {what} {id} {names}, and save the layer; `sandtable export qgis` creates a project of the map"
            )
        }
        None => format!("draw the features of class `{class}` in QGIS, or remove this line"),
    }
}

impl References {
    /// Creates references with the first missing name and a count of zero.
    fn new(name: &str, at: Span) -> Self {
        Self { name: name.to_owned(), at, count: 0, names: BTreeSet::new() }
    }

    fn add(&mut self, name: &str) {
        self.count += 1;
        self.names.insert(name.to_owned());
    }

    fn label(&self) -> String {
        match self.count {
            1 => format!("must contain `{}`", self.name),
            2 => format!("must contain `{}` and 1 more", self.name),
            count => format!("must contain `{}` and {} more", self.name, count - 1),
        }
    }
}
