//! From the features of a layer to those of the pack: each with its id, clipped to the frame, put
//! where its class belongs.

use std::ops::Range;

use sandtable_pack::FeatureId;
use sandtable_source::{Diagnostic, FileId, ProjectPath, Span, Spanned, code, message};

use super::class_geometry::{class_help, classes_of, fits_class};
use super::grouped_diagnostics::GroupedDiagnostics;
use super::identity::{MAKE_IDS, NoId, identify};
use crate::geojson;
use crate::geojson::Feature;
use crate::geojson::shape::{Shape, ShapeFault};
use crate::ground::Ground;
use crate::mistakes;
use crate::mistakes::layer_class::ClassMismatch;
use crate::mistakes::{LayerFile, Unread, width};
use crate::placement::feature_projection::{Drawing, FIX, Tally};
use crate::placement::outside;
use crate::placement::placed::place;
use sandtable_authored::Foreign;
use sandtable_authored::Lack;
use sandtable_authored::Layer;
use sandtable_authored::is_utf16;
use sandtable_authored::{Reporter, SourceReader};

/// What was dissolved leaves so few features, by kind perhaps,
const FEW_LEFT: usize = 3;
/// one of them of so many parts.
const MANY_PARTS: usize = 5;

/// Reads a layer file into the ground; not one that holds another class.
pub fn read_layer<'l>(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    ground: &mut Ground,
    map: &ProjectPath,
    layer: &'l Layer,
) -> Option<ClassMismatch<'l>> {
    let path = sources.refer(reporter, map, &layer.file, 0);
    let Some(file) = path.and_then(|path| open(sources, reporter, &path, &layer.file)) else {
        reporter.unread_classes.insert(layer.class.value);
        return None;
    };
    let text = sources.texts.file(file).text();
    let (features, unnamed) =
        reporter.set_aside(|reporter| geojson::features(sources, reporter, file));
    if features.is_none() {
        reporter.unread_classes.insert(layer.class.value);
    }
    let features = features.map(|all| drawn(reporter, file, text, all));
    let is_planned = features.as_ref().is_some_and(|(drawn, kept)| drawn.is_empty() && *kept > 0);
    let features = features.map(|(drawn, _)| drawn);
    if features.as_ref().is_some_and(Vec::is_empty) {
        lack(reporter, layer, if is_planned { Lack::Planned } else { Lack::Nothing });
    }
    let all = features.as_deref().unwrap_or_default();
    match mistakes::of_file(reporter, &LayerFile { layer, file, text, features: all }) {
        Some(Unread::Reported) => return None,
        Some(Unread::OfAnotherClass(mismatch)) => return Some(mismatch),
        None => {}
    }
    let count = features.as_ref().map_or(0, Vec::len);
    let mut grouped = GroupedDiagnostics::new(unnamed);
    let mut tally = Tally::default();
    let (mut used, mut without_id, mut without_basis) = (0, 0, 0);
    let (mut has_kind, mut has_plain_kind) = (false, false);
    for at in features.unwrap_or_default() {
        let (id, found) = reporter.set_aside(|reporter| {
            let Some(feature) = geojson::feature(reporter, file, text, at) else {
                reporter.unread_classes.insert(layer.class.value);
                return Err(NoId::Unusable);
            };
            has_kind |= feature.properties.contains_key(layer.kind_key());
            has_plain_kind |= feature.properties.contains_key("kind");
            let id = identify(reporter, ground, layer, &feature).inspect_err(|_| without_id += 1);
            let used_id = id.as_ref().ok();
            let read = used_id
                .and_then(|id| read_feature(reporter, ground, &mut tally, layer, &feature, id));
            match read {
                Some(()) => {
                    used += 1;
                    without_basis += usize::from(!feature.properties.contains_key("basis"));
                }
                None => {
                    reporter.damage.names.extend(used_id.map(|id| id.as_str().to_owned()));
                    reporter.damaged_classes.insert(layer.class.value);
                }
            }
            id
        });
        grouped.add(id.as_ref().map_err(|why| *why), &found);
    }
    if tally.unfit_features == count
        && let Some(kind) = tally.unfit
    {
        grouped.help(code::FEATURE_GEOMETRY, class_help(reporter, kind));
    }
    if without_id > 1 && without_id == count {
        grouped.help_without_ids(MAKE_IDS);
    }
    if let Some(kind) = layer.kind.as_ref().filter(|_| !has_kind)
        && grouped.forget(code::FEATURE_PROPERTY, &kind.value)
    {
        let help = match has_plain_kind {
            true => format!("take `kind: {}` out: the features have a property `kind`", kind.value),
            false => "name the property that holds the kinds, or give the layer one of this name"
                .to_owned(),
        };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FEATURE_PROPERTY,
                message!("no feature of `{}` has a property `{}`", layer.file.value, kind.value),
            )
            .at(kind.span, "no such property in the layer")
            .help(help),
        );
    }
    grouped.report(reporter);
    if without_id > 0 && without_id == count {
        reporter.unread_classes.insert(layer.class.value);
    }
    if let Some((id, at)) = tally.widest_at.take()
        && count <= FEW_LEFT
        && tally.widest >= MANY_PARTS
    {
        reporter.lacking.add_dissolved(layer.class.value, id.as_str(), at, tally.widest);
    }
    for (bypass, finding) in std::mem::take(&mut tally.bypasses) {
        ground.bypasses.add(bypass, finding);
    }
    ground.of_osm = ground.of_osm.or(tally.of_osm);
    let outside = std::mem::take(&mut tally.outside);
    let inside = used - outside.len();
    if used > 0 && used == count && inside == 0 {
        lack(reporter, layer, Lack::Outside(used));
    }
    if used == 0
        && let Some(kind) = tally.unfit
    {
        // The whole layer is of another class: what may be missing is of one that no layer has.
        let meant = reporter.lacking.not_listed(classes_of(kind));
        reporter.unread_classes.extend(meant);
    }
    outside::report(reporter, &ground.frame, outside, inside);
    report_tally(reporter, &tally);
    width::check(reporter, &tally.widths);
    if without_basis > 0 {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::DEFAULT_USED,
                match without_basis {
                    1 => "one feature does not say how it is known".to_owned(),
                    many => format!("{many} features do not say how they are known"),
                },
            )
            .at(layer.file.span, "counts as `data`")
            .help("give each feature a property `basis`: `data`, `derived` or `recalled`"),
        );
    }
    None
}

/// The features of a layer that are drawn, and how many rows only keep its columns.
fn drawn(
    reporter: &mut Reporter,
    file: FileId,
    text: &str,
    mut features: Vec<Range<usize>>,
) -> (Vec<Range<usize>>, usize) {
    let mut kept = Vec::new();
    features.retain(|at| {
        let keeps = geojson::only_keeps_columns(reporter, file, text, at);
        kept.extend(keeps.then_some(at.start));
        !keeps
    });
    if let Some(&first) = kept.first().filter(|_| !features.is_empty()) {
        reporter.diagnostics.push(
            Diagnostic::new(code::COLUMNS_KEPT, "a row without id and geometry is passed over")
                .at(Span::new(file, first..first + 1), "it only keeps the columns of the layer")
                .help("nothing need be done: QGIS knows by it what to ask for"),
        );
    }
    (features, kept.len())
}

/// Remembers a layer that holds nothing for this map.
/// Where that is allowed, nothing is excused by it.
fn lack(reporter: &mut Reporter, layer: &Layer, why: Lack) {
    reporter.lacking.add_empty(layer, why);
    // Of one that is planned nothing is unknown: what is missed in it is still to be drawn.
    if why != Lack::Planned && !reporter.allows(code::LAYER_EMPTY) {
        reporter.unread_classes.insert(layer.class.value);
    }
}

/// The text of a layer's file; `None` after having said why there is none.
pub fn open(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
    named: &Spanned<String>,
) -> Option<FileId> {
    let named = named.span;
    let bytes = sources.read_bytes(reporter, path, geojson::MAX_LAYER_BYTES, Some(named))?;
    let shown = sources.shown(path);
    if let Some(foreign) = Foreign::of(&bytes).or_else(|| Foreign::by_name(path)) {
        let file = sources.texts.add_without_text(shown);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::OTHER_FORMAT,
                message!("this file is {}, not GeoJSON", foreign.is),
            )
            .at(Span::new(file, 0..0), "")
            .also(named, "named here as a layer")
            .help(foreign.help_for_layer),
        );
        return None;
    }
    if is_utf16(&bytes) {
        let file = sources.texts.add_without_text(shown);
        reporter.diagnostics.push(
            Diagnostic::new(code::NOT_UTF8, "this file is saved as UTF-16, not as UTF-8")
                .at(Span::new(file, 0..0), "")
                .also(named, "named here as a layer")
                .help("save it again with the encoding UTF-8; QGIS writes GeoJSON so by itself"),
        );
        return None;
    }
    sources.take_text(reporter, shown, bytes)
}

/// One note for what is the same in many features, and does no harm.
pub fn report_tally(reporter: &mut Reporter, tally: &Tally) {
    let count = |count: usize| match count {
        1 => "one feature".to_owned(),
        count => format!("{count} features"),
    };
    if let Some(first) = tally.repeated.first {
        let message =
            message!("{} of this layer repeat a position", count(tally.repeated.features));
        reporter.diagnostics.push(
            Diagnostic::new(code::REPEATED_POSITION, message)
                .at(first, "the same as the one before it; it is left out")
                .help("in QGIS: Processing Toolbox › Remove duplicate vertices")
                .help(FIX),
        );
    }
    if let Some(first) = tally.wound.first {
        let message = message!(
            "outlines of {} of this layer run clockwise, or holes counter-clockwise",
            count(tally.wound.features)
        );
        reporter.diagnostics.push(
            Diagnostic::new(code::WINDING, message)
                .at(first, "the first of them; they are turned round here")
                .help("nothing need be done: GeoJSON (RFC 7946) asks for it, older files differ")
                .help(FIX),
        );
    }
}

/// The shape of a feature; `None` after having said what is wrong with it.
pub fn shape(reporter: &mut Reporter, feature: &Feature<'_>, id: &FeatureId) -> Option<Shape> {
    let tell = |fault: ShapeFault| {
        reporter.diagnostics.push(
            Diagnostic::new(fault.code, message!("`{id}` {}", fault.message))
                .like(["shape", &fault.message])
                .at(feature.span(fault.at), fault.label)
                .help(fault.help),
        );
    };
    feature.shape().map_err(tell).ok()
}

/// Puts one feature into the ground; `None` after having said why it cannot be used.
fn read_feature(
    reporter: &mut Reporter,
    ground: &mut Ground,
    tally: &mut Tally,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<()> {
    let shape = shape(reporter, feature, id)?;
    if !fits_class(reporter, id, layer.class.value, feature, &shape) {
        tally.unfit = Some(shape.kind);
        tally.unfit_features += 1;
        return None;
    }
    if shape.parts() > tally.widest {
        tally.widest = shape.parts();
        tally.widest_at = Some((id.clone(), feature.head()));
    }
    let frame = &ground.frame;
    let drawn =
        Drawing { reporter, tally, frame, id, feature, shape: &shape, is_shared: false }.draw()?;
    place(reporter, ground, tally, layer, feature, id, drawn)
}
