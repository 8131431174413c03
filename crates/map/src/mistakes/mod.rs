//! Common mistakes in layers, recognised from files, positions and lines.
//!
//! The checks of files ([`check_file`]) and of positions ([`misplaced`]) are lists in order of
//! precedence. The first matching check reports its mistake.

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

/// A layer file whose features have not been read yet.
pub(crate) struct LayerFile<'l, 't> {
    pub layer: &'l Layer,
    pub file: FileId,
    pub text: &'t str,
    /// The byte ranges of the features.
    pub features: &'t [Range<usize>],
}

impl<'t> LayerFile<'_, 't> {
    /// Reads a feature by index. Reports nothing, because errors are reported later.
    fn feature(&self, reporter: &mut Reporter, number: usize) -> Option<Feature<'t>> {
        let at = self.features[number].clone();
        let read = |reporter: &mut Reporter| geojson::feature(reporter, self.file, self.text, at);
        reporter.capture_diagnostics(read).0
    }
}

/// The reason why a layer file is not read.
pub(crate) enum UnreadLayer<'l> {
    /// The file has a mistake that has already been reported.
    Reported,
    /// The features seem to belong to another class. This is reported after all layers are read.
    ClassMismatch(layer_class::ClassMismatch<'l>),
}

type FileCheck = for<'l> fn(&mut Reporter, &LayerFile<'l, '_>) -> Option<UnreadLayer<'l>>;

const FILE_CHECKS: [FileCheck; 2] = [rounded::check, layer_class::check];

/// Checks a whole file for mistakes that make its features unusable.
pub(crate) fn check_file<'l>(
    reporter: &mut Reporter,
    file: &LayerFile<'l, '_>,
) -> Option<UnreadLayer<'l>> {
    FILE_CHECKS.iter().find_map(|check| check(reporter, file))
}
