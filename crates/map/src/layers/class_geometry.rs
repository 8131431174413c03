//! The geometry kind of each class: points, lines or polygons.

use sandtable_pack::FeatureId;
use sandtable_source::{Diagnostic, code, list_of, message};

use crate::geojson::Feature;
use crate::geojson::shape::{Shape, ShapeKind};
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// The geometry kind of a class.
pub const fn kind_of(class: LayerClass) -> ShapeKind {
    use LayerClass::{Crest, Crossing, Farm, Place, Railroad, Road, Watercourse};
    match class {
        Crest | Watercourse | Road | Railroad => ShapeKind::Lines,
        Crossing | Farm | Place => ShapeKind::Points,
        _ => ShapeKind::Polygons,
    }
}

/// The classes with this geometry kind.
pub fn classes_of(kind: ShapeKind) -> impl Iterator<Item = LayerClass> {
    LayerClass::all().filter(move |class| kind_of(*class) == kind)
}

/// The help for a layer whose features all have the wrong geometry for its class.
pub fn class_help(reporter: &Reporter, kind: ShapeKind) -> Option<String> {
    let possible = reporter.missing_layers.unlisted_classes(classes_of(kind));
    let written: Vec<String> =
        possible.iter().map(|class| format!("class: {}", class.word())).collect();
    (!written.is_empty()).then(|| {
        format!(
            "if this is the layer of {} that the map still lacks, write {}",
            kind.word(),
            list_of(written.iter().map(String::as_str))
        )
    })
}

/// Whether the geometry is valid for the layer's class. Reports an invalid one.
pub fn fits_class(
    reporter: &mut Reporter,
    id: &FeatureId,
    class: LayerClass,
    feature: &Feature<'_>,
    shape: &Shape,
) -> bool {
    let expected = kind_of(class);
    let found = shape.kind;
    if expected == found {
        return true;
    }
    let message = message!(
        "`{id}` is drawn as {}, but a layer of class `{}` must contain {}",
        found.word(),
        class.word(),
        expected.word()
    );
    let conversion = match (found, expected) {
        (ShapeKind::Lines, ShapeKind::Polygons) => {
            "convert it in QGIS: Vector › Geometry Tools › Lines to Polygons"
        }
        (ShapeKind::Polygons, ShapeKind::Lines) => {
            "convert it in QGIS: Vector › Geometry Tools › Polygons to Lines"
        }
        (_, ShapeKind::Points) => "convert it in QGIS: Vector › Geometry Tools › Centroids",
        _ => "redraw it",
    };
    let help = format!("move it to a layer of {}, or {conversion}", found.word());
    let at =
        shape.written.as_ref().map_or(feature.label_span(), |(word, _)| feature.span(word.clone()));
    let diagnostic =
        Diagnostic::new(code::FEATURE_GEOMETRY, message).at(at, format!("found {}", found.word()));
    let like = ["class", found.word(), class.word()];
    reporter.diagnostics.push(diagnostic.group_key(like).help(help));
    false
}
