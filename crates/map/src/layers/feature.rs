//! Reads the features of a layer: identifies each, clips it to the frame and adds it to the map's
//! features of its class.

use std::ops::Range;

use sandtable_pack::FeatureId;
use sandtable_source::{Diagnostic, FileId, Message, ProjectPath, Span, Spanned, code, message};

use super::class_geometry::{class_help, classes_of, fits_class};
use super::grouped_diagnostics::GroupedDiagnostics;
use super::identity::{MAKE_IDS, NoId, identify};
use crate::geojson;
use crate::geojson::Feature;
use crate::geojson::shape::{Shape, ShapeFault};
use crate::ground::Ground;
use crate::mistakes;
use crate::mistakes::layer_class::ClassMismatch;
use crate::mistakes::misplaced::Neighbours;
use crate::mistakes::{LayerFile, UnreadLayer, width};
use crate::placement::class_placement::place;
use crate::placement::feature_projection::{Drawing, FIX, Tally};
use crate::placement::outside;
use sandtable_authored::EmptyReason;
use sandtable_authored::ForeignFile;
use sandtable_authored::Layer;
use sandtable_authored::is_utf16;
use sandtable_authored::{Reporter, SourceReader};

/// The maximum number of features in a dissolved layer, which may have one for each kind.
const MAX_DISSOLVED_FEATURES: usize = 3;
/// The minimum number of parts of the largest feature in a dissolved layer.
const MIN_DISSOLVED_PARTS: usize = 5;

/// Reads the features of a layer file, unless they belong to another class.
pub fn read_layer<'l>(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    ground: &mut Ground,
    map: &ProjectPath,
    layer: &'l Layer,
) -> Option<ClassMismatch<'l>> {
    let path = sources.resolve(reporter, map, &layer.file, 0);
    let Some(file) = path.and_then(|path| open(sources, reporter, &path, &layer.file)) else {
        reporter.unread_classes.insert(layer.class.value);
        return None;
    };
    let text = sources.texts.file(file).text();
    let (features, unnamed) =
        reporter.capture_diagnostics(|reporter| geojson::features(sources, reporter, file));
    if features.is_none() {
        reporter.unread_classes.insert(layer.class.value);
    }
    let features = features.map(|all| drawn_features(reporter, file, text, all));
    let is_planned = features.as_ref().is_some_and(|(drawn, kept)| drawn.is_empty() && *kept > 0);
    let features = features.map(|(drawn, _)| drawn);
    if features.as_ref().is_some_and(Vec::is_empty) {
        record_empty_layer(
            reporter,
            layer,
            if is_planned { EmptyReason::Planned } else { EmptyReason::NoFeatures },
        );
    }
    let all = features.as_deref().unwrap_or_default();
    match mistakes::check_file(reporter, &LayerFile { layer, file, text, features: all }) {
        Some(UnreadLayer::Reported) => return None,
        Some(UnreadLayer::ClassMismatch(mismatch)) => return Some(mismatch),
        None => {}
    }
    let count = features.as_ref().map_or(0, Vec::len);
    let mut grouped = GroupedDiagnostics::new(unnamed);
    let mut tally = Tally::default();
    let (mut used, mut without_id, mut without_basis) = (0, 0, 0);
    let (mut has_kind, mut has_plain_kind) = (false, false);
    let neighbours = Neighbours::new(&ground.frame, file, text, all);
    for at in all.iter().cloned() {
        let (id, found) = reporter.capture_diagnostics(|reporter| {
            let Some(feature) = geojson::feature(reporter, file, text, at) else {
                reporter.unread_classes.insert(layer.class.value);
                return Err(NoId::Unusable);
            };
            has_kind |= feature.properties.contains_key(layer.kind_key());
            has_plain_kind |= feature.properties.contains_key("kind");
            let id = identify(reporter, ground, layer, &feature).inspect_err(|_| without_id += 1);
            let used_id = id.as_ref().ok();
            let read = used_id.and_then(|id| {
                read_feature(reporter, ground, &mut tally, layer, &neighbours, &feature, id)
            });
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
    if tally.wrong_kind_features == count
        && let Some(kind) = tally.wrong_kind
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
            true => format!("remove `kind: {}`: the features have a property `kind`", kind.value),
            false => {
                "name the property that holds the kinds, or add a property of this name".to_owned()
            }
        };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FEATURE_PROPERTY,
                message!("no feature in `{}` has property `{}`", layer.file.value, kind.value),
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
        && count <= MAX_DISSOLVED_FEATURES
        && tally.widest >= MIN_DISSOLVED_PARTS
    {
        reporter.missing_layers.add_dissolved(layer.class.value, id.as_str(), at, tally.widest);
    }
    for (bypass, finding) in std::mem::take(&mut tally.bypasses) {
        ground.bypasses.add(bypass, finding);
    }
    ground.osm_source_at = ground.osm_source_at.or(tally.osm_source_at);
    let outside = std::mem::take(&mut tally.outside);
    let inside = used - outside.len() - tally.omitted;
    if used > 0 && used == count && inside == 0 {
        record_empty_layer(reporter, layer, EmptyReason::Outside(used));
    }
    if used == 0
        && let Some(kind) = tally.wrong_kind
    {
        // All features belong to another class, so features may be missing from a class without a
        // layer.
        let possible = reporter.missing_layers.unlisted_classes(classes_of(kind));
        reporter.unread_classes.extend(possible);
    }
    outside::report(reporter, &ground.frame, outside, inside);
    report_tally(reporter, &tally);
    width::check(reporter, &tally.widths);
    if without_basis > 0 {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::DEFAULT_USED,
                match without_basis {
                    1 => Message::from("one feature has no `basis`"),
                    many => message!("{many} features have no `basis`"),
                },
            )
            .at(layer.file.span, "using `data`")
            .help("give each feature a property `basis`: `data`, `derived` or `recalled`"),
        );
    }
    None
}

/// The features of a layer with a geometry, and the number of rows that only preserve its columns.
fn drawn_features(
    reporter: &mut Reporter,
    file: FileId,
    text: &str,
    mut features: Vec<Range<usize>>,
) -> (Vec<Range<usize>>, usize) {
    let mut kept = Vec::new();
    features.retain(|at| {
        let keeps = geojson::is_placeholder_at(reporter, file, text, at);
        kept.extend(keeps.then_some(at.start));
        !keeps
    });
    if let Some(&first) = kept.first().filter(|_| !features.is_empty()) {
        reporter.diagnostics.push(
            Diagnostic::new(code::COLUMNS_KEPT, "skipped a row without id and geometry")
                .at(Span::new(file, first..first + 1), "only keeps the columns of the layer")
                .help("nothing needs to be done: QGIS uses it to offer the columns"),
        );
    }
    (features, kept.len())
}

/// Records a layer without features inside the frame. If empty layers are allowed, other checks
/// still report missing features.
fn record_empty_layer(reporter: &mut Reporter, layer: &Layer, why: EmptyReason) {
    reporter.missing_layers.add_empty(layer, why);
    // A planned layer hides no features, because they are not drawn yet.
    if why != EmptyReason::Planned && !reporter.allows(code::LAYER_EMPTY) {
        reporter.unread_classes.insert(layer.class.value);
    }
}

/// Reads the text of a layer file. Reports an unreadable file, and returns `None`.
pub fn open(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
    named: &Spanned<String>,
) -> Option<FileId> {
    let named = named.span;
    let bytes = sources.read_bytes(reporter, path, geojson::MAX_LAYER_BYTES, Some(named))?;
    let shown = sources.display_path(path);
    if let Some(foreign) = ForeignFile::detect(&bytes).or_else(|| ForeignFile::from_extension(path))
    {
        let file = sources.texts.add_without_text(shown);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::OTHER_FORMAT,
                message!("this file is {}, not GeoJSON", foreign.description),
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
            Diagnostic::new(code::NOT_UTF8, "this file is encoded in UTF-16, not UTF-8")
                .at(Span::new(file, 0..0), "")
                .also(named, "named here as a layer")
                .help("save it again with the encoding UTF-8, the default of QGIS for GeoJSON"),
        );
        return None;
    }
    sources.add_file(reporter, path, bytes)
}

/// Reports each kind of harmless mistake that features share in one note.
pub fn report_tally(reporter: &mut Reporter, tally: &Tally) {
    let count = |count: usize| match count {
        1 => "one feature".to_owned(),
        count => format!("{count} features"),
    };
    if let Some(first) = tally.repeated.first {
        let message =
            message!("repeated positions in {} of this layer", count(tally.repeated.features));
        reporter.diagnostics.push(
            Diagnostic::new(code::REPEATED_POSITION, message)
                .at(first, "duplicate of the position before it; skipped")
                .help("in QGIS: Processing Toolbox › Remove duplicate vertices")
                .help(FIX),
        );
    }
    if let Some(first) = tally.reversed.first {
        let message = message!("wrong winding in {} of this layer", count(tally.reversed.features));
        reporter.diagnostics.push(
            Diagnostic::new(code::WINDING, message)
                .at(first, "the first one; reversed on reading")
                .help("nothing needs to be done: GeoJSON (RFC 7946) requires outer rings to run counter-clockwise and holes clockwise, older files differ")
                .help(FIX),
        );
    }
}

/// Returns the shape of a feature. Reports an invalid shape, and returns `None`.
pub fn shape(reporter: &mut Reporter, feature: &Feature<'_>, id: &FeatureId) -> Option<Shape> {
    let report = |fault: ShapeFault| {
        let message = Message::new(fault.message.template(), format!("`{id}` {}", fault.message));
        reporter.diagnostics.push(
            Diagnostic::new(fault.code, message)
                .group_key(["shape", &fault.message])
                .at(feature.span(fault.at), fault.label)
                .help(fault.help),
        );
    };
    feature.shape().map_err(report).ok()
}

/// The help for a feature without positions.
pub const EMPTY_HELP: &str = "draw it, or remove it: in QGIS, Processing Toolbox › Remove null geometries, with `Also remove empty geometries`";

/// Adds a feature to the ground. Reports an unusable feature, and returns `None`.
fn read_feature(
    reporter: &mut Reporter,
    ground: &mut Ground,
    tally: &mut Tally,
    layer: &Layer,
    neighbours: &Neighbours<'_>,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<()> {
    let shape = shape(reporter, feature, id)?;
    if shape.positions.is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NO_EXTENT,
                message!("omitted `{id}`, which is empty").with_name(id),
            )
            .at(feature.label_span(), "no positions")
            .help(EMPTY_HELP),
        );
        tally.omitted += 1;
        return Some(());
    }
    if shape.has_empty_parts {
        reporter.diagnostics.push(
            Diagnostic::new(code::NO_EXTENT, message!("skipped an empty part of `{id}`"))
                .group_key(["part"])
                .at(feature.label_span(), "this feature")
                .help("nothing needs to be done; to silence this, remove the empty brackets"),
        );
    }
    if !fits_class(reporter, id, layer.class.value, feature, &shape) {
        tally.wrong_kind = Some(shape.kind);
        tally.wrong_kind_features += 1;
        return None;
    }
    if shape.parts() > tally.widest {
        tally.widest = shape.parts();
        tally.widest_at = Some((id.clone(), feature.label_span()));
    }
    let frame = &ground.frame;
    let drawn = Drawing {
        reporter,
        tally,
        frame,
        neighbours,
        id,
        feature,
        shape: &shape,
        is_shared: false,
    }
    .draw()?;
    if drawn.is_empty() {
        tally.omitted += 1;
        return Some(());
    }
    place(reporter, ground, tally, layer, feature, id, drawn)
}
