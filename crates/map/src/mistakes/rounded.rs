//! Layers saved with too few decimals: vertices coincide on a coarse grid.

use sandtable_authored::Reporter;
use sandtable_source::{Diagnostic, Span, code, message};

use super::{LayerFile, UnreadLayer};

/// The maximum number of decimals that puts adjacent grid positions 100 m or more apart.
const MAX_COARSE_DECIMALS: usize = 3;
/// The minimum number of features with coinciding neighbour vertices. At least half of all features
/// must also have them.
const MIN_COARSE_FEATURES: usize = 3;

/// Reports a layer whose vertices coincide after rounding.
pub(super) fn check<'l>(
    reporter: &mut Reporter,
    of: &LayerFile<'l, '_>,
) -> Option<UnreadLayer<'l>> {
    let step = match decimals(of.text)? {
        1 => "one decimal of a degree, steps of 11 km",
        2 => "two decimals of a degree, steps of 1.1 km",
        _ => "three decimals of a degree, steps of 110 m",
    };
    let count = of.features.len();
    let coarse: Vec<Span> = (0..count).filter_map(|number| coarse(reporter, of, number)).collect();
    let first =
        *coarse.first().filter(|_| coarse.len() >= MIN_COARSE_FEATURES.max(count.div_ceil(2)))?;
    reporter.unread_classes.insert(of.layer.class.value);
    reporter.diagnostics.push(
        Diagnostic::new(code::LAYER_ROUNDED, message!("this layer is rounded to {step}"))
            .at(first, format!("vertices coincide here and in {} more features", coarse.len() - 1))
            .also(of.layer.file.span, "the layer")
            .help("save it again from the original with six decimals: in QGIS, Export › Save Features As…, under Layer Options, COORDINATE_PRECISION 6"),
    );
    Some(UnreadLayer::Reported)
}

/// The span of a feature in degrees whose neighbouring positions coincide.
fn coarse(reporter: &mut Reporter, of: &LayerFile<'_, '_>, number: usize) -> Option<Span> {
    let feature = of.feature(reporter, number)?;
    let positions = feature.shape().ok()?.positions;
    let is_coarse = positions.iter().all(|at| at.longitude.abs() <= 180.0)
        && positions.windows(2).any(|pair| pair[0] == pair[1]);
    is_coarse.then(|| feature.label_span())
}

/// The maximum number of decimals in the text, if it is small.
fn decimals(text: &str) -> Option<usize> {
    let behind = text.split('.').skip(1);
    let mut counts = behind.map(|rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let most = counts.try_fold(0, |most: usize, count| {
        (count <= MAX_COARSE_DECIMALS).then_some(most.max(count))
    });
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
