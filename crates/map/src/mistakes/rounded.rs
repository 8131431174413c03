//! Layers that were saved with too few decimals: what was drawn falls together on a coarse grid.

use std::ops::Range;

use sandtable_source::{Diagnostic, FileId, code};

use crate::geojson;
use sandtable_authored::Layer;
use sandtable_authored::Reporter;

/// With no more decimals than this, places lie a hundred metres and more apart.
const DECIMALS: usize = 3;
/// In so many features, and in half of them all, neighbouring positions have become one.
const FEATURES: usize = 3;

/// Reports a layer that was rounded until its outlines fell together; was it?
pub fn check(
    reporter: &mut Reporter,
    layer: &Layer,
    file: FileId,
    text: &str,
    features: &[Range<usize>],
) -> bool {
    let Some(decimals) = decimals(text) else { return false };
    let (fallen, _): (Vec<_>, _) = reporter.set_aside(|reporter| {
        let fallen = features.iter().filter_map(|at| {
            let feature = geojson::feature(reporter, file, text, at.clone())?;
            let positions = feature.shape().ok()?.positions;
            let is_degrees = positions.iter().all(|at| at.longitude.abs() <= 180.0);
            let is_fallen = positions.windows(2).any(|pair| pair[0] == pair[1]);
            (is_degrees && is_fallen).then(|| feature.head())
        });
        fallen.collect()
    });
    let Some(&first) = fallen.first() else { return false };
    if fallen.len() < FEATURES || 2 * fallen.len() < features.len() {
        return false;
    }
    let (word, step) = match decimals {
        1 => ("one decimal", "11 km"),
        2 => ("two decimals", "1.1 km"),
        _ => ("three decimals", "110 m"),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::LAYER_ROUNDED,
            format!("this layer is rounded to {word} of a degree, steps of {step}"),
        )
        .at(first, format!("here and in {} more features corners have fallen together", fallen.len() - 1))
        .also(layer.file.span, "the layer")
        .help("save it again from the original with six decimals: in QGIS, Export › Save Features As…, under Layer Options, COORDINATE_PRECISION 6"),
    );
    true
}

/// The most decimals of a number in a text, if that is few.
fn decimals(text: &str) -> Option<usize> {
    let behind = text.split('.').skip(1);
    let counts = behind.map(|rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let most = counts
        .into_iter()
        .try_fold(0, |most: usize, count| (count <= DECIMALS).then_some(most.max(count)));
    most.filter(|&most| most > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fine_coordinates_are_not_coarse() {
        assert_eq!(decimals("[[-77.24,39.8],[-77.2,39.81]] elevation.tif"), Some(2));
        assert_eq!(decimals("[[-77.24,39.8123]]"), None);
        assert_eq!(decimals("[[301234,4412345]]"), None);
    }
}
