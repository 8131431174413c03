//! Layers that were saved with too few decimals: what was drawn falls together on a coarse grid.

use sandtable_authored::Reporter;
use sandtable_source::{Diagnostic, Span, code, message};

use super::{LayerFile, Unread};

/// With no more decimals than this, places lie a hundred metres and more apart.
const DECIMALS: usize = 3;
/// In so many features, and in half of them all, neighbouring positions have become one.
const FEATURES: usize = 3;

/// Reports a layer that was rounded until its outlines fell together.
pub(super) fn check<'l>(reporter: &mut Reporter, of: &LayerFile<'l, '_>) -> Option<Unread<'l>> {
    let step = match decimals(of.text)? {
        1 => "one decimal of a degree, steps of 11 km",
        2 => "two decimals of a degree, steps of 1.1 km",
        _ => "three decimals of a degree, steps of 110 m",
    };
    let count = of.features.len();
    let fallen: Vec<Span> = (0..count).filter_map(|number| fallen(reporter, of, number)).collect();
    let first = *fallen.first().filter(|_| fallen.len() >= FEATURES.max(count.div_ceil(2)))?;
    reporter.unread_classes.insert(of.layer.class.value);
    reporter.diagnostics.push(
        Diagnostic::new(code::LAYER_ROUNDED, message!("this layer is rounded to {step}"))
            .at(first, format!("here and in {} more features corners have fallen together", fallen.len() - 1))
            .also(of.layer.file.span, "the layer")
            .help("save it again from the original with six decimals: in QGIS, Export › Save Features As…, under Layer Options, COORDINATE_PRECISION 6"),
    );
    Some(Unread::Reported)
}

/// A feature in degrees of which neighbouring positions have become one.
fn fallen(reporter: &mut Reporter, of: &LayerFile<'_, '_>, number: usize) -> Option<Span> {
    let feature = of.feature(reporter, number)?;
    let positions = feature.shape().ok()?.positions;
    let is_fallen = positions.iter().all(|at| at.longitude.abs() <= 180.0)
        && positions.windows(2).any(|pair| pair[0] == pair[1]);
    is_fallen.then(|| feature.head())
}

/// The most decimals of a number in a text, if that is few.
fn decimals(text: &str) -> Option<usize> {
    let behind = text.split('.').skip(1);
    let mut counts = behind.map(|rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let most =
        counts.try_fold(0, |most: usize, count| (count <= DECIMALS).then_some(most.max(count)));
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
