//! Common mistakes in layers, recognised from files, positions and lines.
//!
//! The checks of files ([`check_file`]) and of positions ([`misplaced`]) are lists in order of
//! precedence. The first check that recognises its mistake reports it.

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
    /// The ranges of its features.
    pub features: &'t [Range<usize>],
}

impl<'t> LayerFile<'_, 't> {
    /// A feature by its index. Reports nothing, because faults are reported on reading.
    fn feature(&self, reporter: &mut Reporter, number: usize) -> Option<Feature<'t>> {
        let at = self.features[number].clone();
        let read = |reporter: &mut Reporter| geojson::feature(reporter, self.file, self.text, at);
        reporter.capture_diagnostics(read).0
    }
}

/// The reason why a file is not read.
pub(crate) enum UnreadLayer<'l> {
    /// The file has a mistake that was reported.
    Reported,
    /// The features seem to have another class. This is reported when all layers are known.
    ClassMismatch(layer_class::ClassMismatch<'l>),
}

type FileCheck = for<'l> fn(&mut Reporter, &LayerFile<'l, '_>) -> Option<UnreadLayer<'l>>;

const FILE_CHECKS: [FileCheck; 2] = [rounded::check, layer_class::check];

/// Checks a whole file for mistakes that prevent reading it.
pub(crate) fn check_file<'l>(
    reporter: &mut Reporter,
    file: &LayerFile<'l, '_>,
) -> Option<UnreadLayer<'l>> {
    FILE_CHECKS.iter().find_map(|check| check(reporter, file))
}
