//! From the features of a layer to those of the pack: each with its id, clipped to the frame, put
//! where its class belongs.

use std::ops::Range;

use sandtable_pack::FeatureId;
use sandtable_source::{Diagnostic, FileId, ProjectPath, Span, Spanned, code};

use super::class_geometry::{class_help, classes_of, fits_class};
use super::grouped_diagnostics::Alike;
use super::identity::{MAKE_IDS, identify, is_told_alone};
use crate::geojson;
use crate::geojson::Feature;
use crate::geojson::shape::{Shape, ShapeFault};
use crate::ground::Ground;
use crate::mistakes::layer_class as other_class;
use crate::mistakes::layer_class::Mistaken;
use crate::mistakes::{rounded, width};
use crate::placement::drawing::{Drawing, FIX, Tally};
use crate::placement::outside;
use crate::placement::placed::place;
use sandtable_authored::Foreign;
use sandtable_authored::Lack;
use sandtable_authored::Layer;
use sandtable_authored::Session;
use sandtable_authored::is_utf16;

/// What was dissolved leaves so few features, by kind perhaps,
const FEW_LEFT: usize = 3;
/// one of them of so many parts.
const MANY_PARTS: usize = 5;

/// Reads a layer file into the ground; not one that holds another class.
pub fn read_layer<'l>(
    session: &mut Session<'_>,
    ground: &mut Ground,
    map: &ProjectPath,
    layer: &'l Layer,
) -> Option<Mistaken<'l>> {
    let path = session.refer(map, &layer.file, 0);
    let Some(file) = path.and_then(|path| open(session, &path, &layer.file)) else {
        session.unread_classes.insert(layer.class.value);
        return None;
    };
    // The texts are lent to the features while findings are collected.
    let sources = std::mem::take(&mut session.sources);
    let text = sources.file(file).text();
    let before = std::mem::take(&mut session.diagnostics);
    let features = geojson::features(session, file, text);
    if features.is_none() {
        session.unread_classes.insert(layer.class.value);
    }
    let unnamed = std::mem::replace(&mut session.diagnostics, before);
    let features = features.map(|all| drawn(session, file, text, all));
    let is_planned = features.as_ref().is_some_and(|(drawn, kept)| drawn.is_empty() && *kept > 0);
    let features = features.map(|(drawn, _)| drawn);
    if features.as_ref().is_some_and(Vec::is_empty) {
        lack(session, layer, if is_planned { Lack::Planned } else { Lack::Nothing });
    }
    if features.as_ref().is_some_and(|all| rounded::check(session, layer, file, text, all)) {
        session.unread_classes.insert(layer.class.value);
        session.sources = sources;
        return None;
    }
    let all = features.as_deref().unwrap_or_default();
    if let Some(mistaken) = other_class::mistaken(session, layer, file, text, all) {
        session.sources = sources;
        return Some(mistaken);
    }
    let count = features.as_ref().map_or(0, Vec::len);
    let mut alike = Alike::new(unnamed);
    let mut tally = Tally::default();
    let (mut used, mut without_id, mut without_basis) = (0, 0, 0);
    let (mut has_kind, mut has_plain_kind) = (false, false);
    for at in features.unwrap_or_default() {
        let before = std::mem::take(&mut session.diagnostics);
        let feature = geojson::feature(session, file, text, at);
        if feature.is_none() {
            session.unread_classes.insert(layer.class.value);
        }
        if let Some(Feature { properties, .. }) = &feature {
            has_kind |= properties.contains_key(layer.kind_key());
            has_plain_kind |= properties.contains_key("kind");
        }
        let id = feature.as_ref().and_then(|feature| identify(session, ground, layer, feature));
        if feature.is_some() && id.is_none() {
            without_id += 1;
            session.damaged_classes.insert(layer.class.value);
        }
        if let (Some(feature), Some(id)) = (&feature, &id) {
            match read_feature(session, ground, &mut tally, layer, feature, id) {
                Some(()) => {
                    used += 1;
                    without_basis += usize::from(!feature.properties.contains_key("basis"));
                }
                None => {
                    session.damaged.insert(id.as_str().to_owned());
                    session.damaged_classes.insert(layer.class.value);
                }
            }
        }
        let found = std::mem::replace(&mut session.diagnostics, before);
        alike.add(id.as_ref(), &found);
    }
    session.sources = sources;
    if tally.unfit_features == count
        && let Some(kind) = tally.unfit
    {
        alike.help(code::FEATURE_GEOMETRY, class_help(session, kind));
    }
    if without_id > 1 && without_id == count {
        alike.help_instead(is_told_alone, MAKE_IDS);
    }
    if let Some(kind) = layer.kind.as_ref().filter(|_| !has_kind)
        && alike.forget(code::FEATURE_PROPERTY, &format!("the property `{}` of ", kind.value))
    {
        let help = match has_plain_kind {
            true => format!("take `kind: {}` out: the features have a property `kind`", kind.value),
            false => "name the property that holds the kinds, or give the layer one of this name"
                .to_owned(),
        };
        session.diagnostics.push(
            Diagnostic::new(
                code::FEATURE_PROPERTY,
                format!("no feature of `{}` has a property `{}`", layer.file.value, kind.value),
            )
            .at(kind.span, "no such property in the layer")
            .help(help),
        );
    }
    alike.report(session);
    if without_id > 0 && without_id == count {
        session.unread_classes.insert(layer.class.value);
    }
    if let Some((id, at)) = tally.widest_at.take()
        && count <= FEW_LEFT
        && tally.widest >= MANY_PARTS
    {
        session.lacking.add_dissolved(layer.class.value, id.as_str(), at, tally.widest);
    }
    for (bypass, finding) in std::mem::take(&mut tally.bypasses) {
        ground.bypasses.add(bypass, finding);
    }
    ground.of_osm = ground.of_osm.or(tally.of_osm);
    let outside = std::mem::take(&mut tally.outside);
    let inside = used - outside.len();
    if used > 0 && used == count && inside == 0 {
        lack(session, layer, Lack::Outside(used));
    }
    if used == 0
        && let Some(kind) = tally.unfit
    {
        // The whole layer is of another class: what may be missing is of one that no layer has.
        let meant = session.lacking.not_listed(classes_of(kind));
        session.unread_classes.extend(meant);
    }
    outside::report(session, &ground.frame, outside, inside);
    report_tally(session, &tally);
    width::check(session, &tally.widths);
    if without_basis > 0 {
        session.diagnostics.push(
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
    session: &mut Session<'_>,
    file: FileId,
    text: &str,
    mut features: Vec<Range<usize>>,
) -> (Vec<Range<usize>>, usize) {
    let mut kept = Vec::new();
    features.retain(|at| {
        let keeps = geojson::only_keeps_columns(session, file, text, at);
        kept.extend(keeps.then_some(at.start));
        !keeps
    });
    if let Some(&first) = kept.first().filter(|_| !features.is_empty()) {
        session.diagnostics.push(
            Diagnostic::new(code::COLUMNS_KEPT, "a row without id and geometry is passed over")
                .at(Span::new(file, first..first + 1), "it only keeps the columns of the layer")
                .help("nothing need be done: QGIS knows by it what to ask for"),
        );
    }
    (features, kept.len())
}

/// Remembers a layer that holds nothing for this map.
/// Where that is allowed, nothing is excused by it.
fn lack(session: &mut Session<'_>, layer: &Layer, why: Lack) {
    session.lacking.add_empty(layer, why);
    // Of one that is planned nothing is unknown: what is missed in it is still to be drawn.
    if why != Lack::Planned && !session.allows(code::LAYER_EMPTY) {
        session.unread_classes.insert(layer.class.value);
    }
}

/// The text of a layer's file; `None` after having said why there is none.
pub fn open(
    session: &mut Session<'_>,
    path: &ProjectPath,
    named: &Spanned<String>,
) -> Option<FileId> {
    let named = named.span;
    let bytes = session.read_bytes(path, geojson::MAX_LAYER_BYTES, Some(named))?;
    let shown = session.shown(path);
    if let Some(foreign) = Foreign::of(&bytes).or_else(|| Foreign::by_name(path)) {
        let file = session.sources.add_without_text(shown);
        session.diagnostics.push(
            Diagnostic::new(
                code::OTHER_FORMAT,
                format!("this file is {}, not GeoJSON", foreign.is()),
            )
            .at(Span::new(file, 0..0), "")
            .also(named, "named here as a layer")
            .help(foreign.help_for_layer()),
        );
        return None;
    }
    if is_utf16(&bytes) {
        let file = session.sources.add_without_text(shown);
        session.diagnostics.push(
            Diagnostic::new(code::NOT_UTF8, "this file is saved as UTF-16, not as UTF-8")
                .at(Span::new(file, 0..0), "")
                .also(named, "named here as a layer")
                .help("save it again with the encoding UTF-8; QGIS writes GeoJSON so by itself"),
        );
        return None;
    }
    session.take_text(shown, bytes)
}

/// One note for what is the same in many features, and does no harm.
pub fn report_tally(session: &mut Session<'_>, tally: &Tally) {
    let count = |count: usize| match count {
        1 => "one feature".to_owned(),
        count => format!("{count} features"),
    };
    if let Some(first) = tally.repeated.first {
        let message = format!("{} of this layer repeat a position", count(tally.repeated.features));
        session.diagnostics.push(
            Diagnostic::new(code::REPEATED_POSITION, message)
                .at(first, "the same as the one before it; it is left out")
                .help("in QGIS: Processing Toolbox › Remove duplicate vertices")
                .help(FIX),
        );
    }
    if let Some(first) = tally.wound.first {
        let message = format!(
            "outlines of {} of this layer run clockwise, or holes counter-clockwise",
            count(tally.wound.features)
        );
        session.diagnostics.push(
            Diagnostic::new(code::WINDING, message)
                .at(first, "the first of them; they are turned round here")
                .help("nothing need be done: GeoJSON (RFC 7946) asks for it, older files differ")
                .help(FIX),
        );
    }
}

/// The shape of a feature; `None` after having said what is wrong with it.
pub fn shape(session: &mut Session<'_>, feature: &Feature<'_>, id: &FeatureId) -> Option<Shape> {
    let tell = |fault: ShapeFault| {
        session.diagnostics.push(
            Diagnostic::new(fault.code, format!("`{id}` {}", fault.message))
                .at(feature.span(fault.at), fault.label)
                .help(fault.help),
        );
    };
    feature.shape().map_err(tell).ok()
}

/// Puts one feature into the ground; `None` after having said why it cannot be used.
fn read_feature(
    session: &mut Session<'_>,
    ground: &mut Ground,
    tally: &mut Tally,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<()> {
    let shape = shape(session, feature, id)?;
    if !fits_class(session, id, layer.class.value, feature, &shape) {
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
        Drawing { session, tally, frame, id, feature, shape: &shape, is_shared: false }.draw()?;
    place(session, ground, tally, layer, feature, id, drawn)
}
