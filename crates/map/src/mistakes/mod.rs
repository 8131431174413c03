//! Mistakes that people make in layers: what a file, a position or a line shows, and which one it was.
//!
//! Checks of files ([`of_file`]) and of positions ([`misplaced`]) have one shape each, and stand in a
//! list in the order in which they are asked; the first that recognises its mistake answers.

pub(crate) mod bypass;
pub(crate) mod crossing_cause;
pub(crate) mod decimal_comma;
pub(crate) mod layer_class;
pub(crate) mod misplaced;
pub(crate) mod retraced_line;
pub(crate) mod rounded;
pub(crate) mod selected_only;
pub(crate) mod shift;
pub(crate) mod stray_vertex;
pub(crate) mod width;

use std::ops::Range;

use sandtable_authored::{Layer, Reporter};
use sandtable_source::FileId;

use crate::geojson;
use crate::geojson::Feature;

/// The file of a layer before its features are read.
pub(crate) struct LayerFile<'l, 't> {
    pub layer: &'l Layer,
    pub file: FileId,
    pub text: &'t str,
    /// Where its features are written.
    pub features: &'t [Range<usize>],
}

impl<'t> LayerFile<'_, 't> {
    /// A feature by its number. What is wrong with it is said when it is read.
    fn feature(&self, reporter: &mut Reporter, number: usize) -> Option<Feature<'t>> {
        let at = self.features[number].clone();
        let read = |reporter: &mut Reporter| geojson::feature(reporter, self.file, self.text, at);
        reporter.set_aside(read).0
    }
}

/// A mistake because of which a file is not read.
pub(crate) enum Unread<'l> {
    /// It was reported.
    Reported,
    /// It is reported when all layers are known.
    OfAnotherClass(layer_class::ClassMismatch<'l>),
}

type FileCheck = for<'l> fn(&mut Reporter, &LayerFile<'l, '_>) -> Option<Unread<'l>>;

const FILE_CHECKS: [FileCheck; 2] = [rounded::check, layer_class::check];

/// The mistake that spoilt a whole file, if one did.
pub(crate) fn of_file<'l>(reporter: &mut Reporter, file: &LayerFile<'l, '_>) -> Option<Unread<'l>> {
    FILE_CHECKS.iter().find_map(|check| check(reporter, file))
}
