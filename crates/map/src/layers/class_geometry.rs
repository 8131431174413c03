//! Points, lines or polygons: how the features of each class are drawn.

use sandtable_pack::FeatureId;
use sandtable_source::{Diagnostic, code, list_of, message};

use crate::geojson::Feature;
use crate::geojson::shape::{Shape, ShapeKind};
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// How the features of a class are drawn.
pub const fn kind_of(class: LayerClass) -> ShapeKind {
    use LayerClass::{Crest, Crossing, Farm, Place, Railroad, Road, Watercourse};
    match class {
        Crest | Watercourse | Road | Railroad => ShapeKind::Lines,
        Crossing | Farm | Place => ShapeKind::Points,
        _ => ShapeKind::Polygons,
    }
}

/// The classes whose features are drawn so.
pub fn classes_of(kind: ShapeKind) -> impl Iterator<Item = LayerClass> {
    LayerClass::all().filter(move |class| kind_of(*class) == kind)
}

/// What to write for a layer all of whose features are drawn in a way that does not suit its class.
pub fn class_help(reporter: &Reporter, kind: ShapeKind) -> Option<String> {
    let meant = reporter.lacking.not_listed(classes_of(kind));
    let written: Vec<String> =
        meant.iter().map(|class| format!("class: {}", class.word())).collect();
    (!written.is_empty()).then(|| {
        format!(
            "the map has no layer of {} yet: if this is it, write {}",
            kind.word(),
            list_of(written.iter().map(String::as_str))
        )
    })
}

/// Does the geometry suit the layer's class?
pub fn fits_class(
    reporter: &mut Reporter,
    id: &FeatureId,
    class: LayerClass,
    feature: &Feature<'_>,
    shape: &Shape,
) -> bool {
    let wanted = kind_of(class);
    let found = shape.kind;
    if wanted == found {
        return true;
    }
    let message = message!(
        "`{id}` is drawn as {}, but a layer `{}` holds {}",
        found.word(),
        class.word(),
        wanted.word()
    );
    let help = match (found, wanted) {
        (ShapeKind::Lines, ShapeKind::Polygons) => {
            "move it to a layer of its class; or, in QGIS, Vector › Geometry Tools › Lines to Polygons"
        }
        (ShapeKind::Polygons, ShapeKind::Lines) => {
            "move it to a layer of its class; or, in QGIS, Vector › Geometry Tools › Polygons to Lines"
        }
        (_, ShapeKind::Points) => {
            "move it to a layer of its class; or, in QGIS, Vector › Geometry Tools › Centroids"
        }
        _ => "move it to a layer of its class, or draw it again",
    };
    let at = shape.written.as_ref().map_or(feature.head(), |(word, _)| feature.span(word.clone()));
    let diagnostic =
        Diagnostic::new(code::FEATURE_GEOMETRY, message).at(at, format!("{} here", found.word()));
    let like = ["class", found.word(), class.word()];
    reporter.diagnostics.push(diagnostic.like(like).help(help));
    false
}
