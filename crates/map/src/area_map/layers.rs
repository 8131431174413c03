//! Reads features of an area map from their files and projects them to the map frame.

use sandtable_pack::fab::PlaceKind;
use sandtable_pack::{Basis, FeatureId, FeatureLabel, Polygon, Text};
use sandtable_source::message::{duplicate, invalid};
use sandtable_source::{
    Diagnostic, FileId, ProjectPath, SourceMap, Span, Spanned, code, message, name_key, one_line,
    with_article,
};

use super::{DrawnArea, DrawnLine, DrawnPlace, Ids, report_duplicate};
use crate::geojson;
use crate::geojson::Feature;
use crate::geojson::shape::{Position, ShapeKind};
use crate::layers::feature;
use crate::layers::grouped_diagnostics::GroupedDiagnostics;
use crate::layers::identity::{NoId, report_wrong_type};
use crate::layers::property::{PropertyReader, label, osm_source};
use crate::mistakes::misplaced::Neighbours;
use crate::placement::feature_projection::{Drawing, ProjectedShape, Tally};
use sandtable_authored::Frame;
use sandtable_authored::fab::AreaPolygons;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_authored::{id_help, is_romanised, kebab};

/// The source of feature ids.
#[derive(Clone, Copy)]
pub enum IdOf<'l> {
    /// The property that the map selects; `id` by default.
    Property(Option<&'l str>),
    /// The property that holds names in any alphabet; set with `--property`.
    Name(&'l str),
    /// The positions of features in the file.
    Number,
}

/// An opened layer, with the properties to read.
pub struct Layer<'l> {
    /// The layer's file.
    pub source: LayerSource,
    /// The source of the feature ids.
    pub id: IdOf<'l>,
    /// The property that holds names.
    pub name: Option<&'l str>,
    /// The singular noun for a feature of the layer.
    pub noun: &'static str,
}

/// An opened layer file.
#[derive(Clone, Copy)]
pub struct LayerSource {
    /// The file.
    pub file: FileId,
    /// The span for reporting an empty layer.
    pub at: Span,
}

impl LayerSource {
    /// Opens the file of a layer. Reports an unreadable file, and returns `None`.
    pub fn open(
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        map: &ProjectPath,
        named: &Spanned<String>,
    ) -> Option<Self> {
        let path = sources.resolve(reporter, map, named, 0)?;
        let file = feature::open(sources, reporter, &path, named)?;
        Some(Self { file, at: named.span })
    }
}

/// A valid feature.
struct Read<'f, 't> {
    feature: &'f Feature<'t>,
    identity: Identity,
    label: FeatureLabel,
    shape: ProjectedShape,
}

/// The id of a feature and its key.
#[derive(Clone)]
struct Identity {
    /// The id in messages.
    id: FeatureId,
    /// The id, or the [`name_key`] of the name if the layer has names instead of ids.
    key: String,
}

/// The result of reading a layer.
#[derive(Default)]
pub struct LayerRead {
    /// Whether every feature is valid.
    pub is_whole: bool,
    /// The first feature that cites OpenStreetMap as its source.
    pub(crate) osm_source_at: Option<Span>,
}

/// Reads the valid areas.
pub fn areas(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    frame: &Frame,
    map: &ProjectPath,
    areas: &AreaPolygons,
) -> (Vec<DrawnArea>, LayerRead) {
    let id = IdOf::Property(areas.id.as_deref().map(String::as_str));
    let mut drawn = Vec::new();
    let read = match LayerSource::open(sources, reporter, map, &areas.file) {
        Some(opened) => {
            let layer = Layer { source: opened, id, name: None, noun: "area" };
            polygons(sources, reporter, frame, &layer, &mut Ids::new(), &mut drawn)
        }
        None => LayerRead::default(),
    };
    (drawn, read)
}

/// Reads polygons.
pub fn polygons(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    frame: &Frame,
    layer: &Layer<'_>,
    ids: &mut Ids,
    drawn: &mut Vec<DrawnArea>,
) -> LayerRead {
    read(sources, reporter, frame, layer, ShapeKind::Polygons, ids, |_, read| {
        let ProjectedShape::Polygons(parts) = read.shape else { return false };
        let part = |mut rings: Vec<Vec<_>>| {
            let exterior = rings.remove(0);
            Polygon { exterior, holes: rings }
        };
        drawn.push(DrawnArea {
            id: read.identity.key,
            at: read.feature.label_span(),
            name: read.label.name,
            parts: parts.into_iter().map(part).collect(),
        });
        true
    })
}

/// Reads lines.
pub fn lines(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    frame: &Frame,
    layer: &Layer<'_>,
    ids: &mut Ids,
    drawn: &mut Vec<DrawnLine>,
) -> LayerRead {
    read(sources, reporter, frame, layer, ShapeKind::Lines, ids, |_, read| {
        let ProjectedShape::Lines(parts) = read.shape else { return false };
        drawn.push(DrawnLine {
            id: read.identity.key,
            at: read.feature.label_span(),
            name: read.label.name,
            parts,
        });
        true
    })
}

/// The kinds of places.
const KINDS: [(&str, PlaceKind); 7] = [
    ("town", PlaceKind::Town),
    ("port", PlaceKind::Port),
    ("airfield", PlaceKind::Airfield),
    ("height", PlaceKind::Height),
    ("fort", PlaceKind::Fort),
    ("bridge", PlaceKind::Bridge),
    ("region", PlaceKind::Region),
];

/// Reads places.
pub fn places(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    frame: &Frame,
    layer: &Layer<'_>,
    kind: &str,
    ids: &mut Ids,
    drawn: &mut Vec<DrawnPlace>,
) -> LayerRead {
    read(sources, reporter, frame, layer, ShapeKind::Points, ids, |reporter, read| {
        let ProjectedShape::Points(points) = &read.shape else { return false };
        let Some(kind) =
            PropertyReader::new(reporter, read.feature, &read.identity.id).choice(kind, &KINDS)
        else {
            return false;
        };
        let Some(name) = read.label.name else {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::FEATURE_PROPERTY,
                    message!("missing name for place `{}`", read.identity.id),
                )
                .group_key(["no name"])
                .at(read.feature.label_span(), "no property `name`")
                .help("add the printed name: `\"name\": \"Augusta\"`"),
            );
            return false;
        };
        let span = read.feature.label_span();
        drawn.extend(points.iter().map(|&at| DrawnPlace { span, name: name.clone(), kind, at }));
        true
    })
}

/// Reads the features of a layer, and passes the valid ones to `take`.
fn read(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    frame: &Frame,
    layer: &Layer<'_>,
    kind: ShapeKind,
    ids: &mut Ids,
    mut take: impl FnMut(&mut Reporter, Read<'_, '_>) -> bool,
) -> LayerRead {
    let LayerSource { file, at } = layer.source;
    let text = sources.texts.file(file).text();
    let features = geojson::features(sources, reporter, file).map(|mut features| {
        features.retain(|at| !geojson::is_placeholder_at(reporter, file, text, at));
        features
    });
    let mut is_whole = features.is_some();
    if features.as_ref().is_some_and(Vec::is_empty) {
        reporter.diagnostics.push(
            Diagnostic::new(code::LAYER_EMPTY, message!("layer has no {} features", layer.noun))
                .at(at, "empty file")
                .help("name the file with these features, or remove this layer"),
        );
        is_whole = kind != ShapeKind::Polygons;
    }
    let mut grouped = GroupedDiagnostics::default();
    let mut tally = Tally::default();
    let all = features.unwrap_or_default();
    let neighbours = Neighbours::new(frame, file, text, &all);
    for at in all.iter().cloned() {
        let (id, found) = reporter.capture_diagnostics(|reporter| {
            let feature = geojson::feature(reporter, file, text, at);
            let identity =
                feature.as_ref().and_then(|feature| identify(reporter, ids, layer, feature));
            let id = identity.as_ref().map(|identity| identity.id.clone());
            let read = feature.as_ref().zip(identity).and_then(|(feature, identity)| {
                let id = &identity.id;
                let drawn = draw(reporter, &mut tally, layer, kind, &neighbours, feature, id)?;
                tally.osm_source_at = tally.osm_source_at.or_else(|| osm_source(feature));
                let label = match layer.id {
                    IdOf::Name(key) => name_label(feature, key),
                    _ => label(reporter, layer.name, feature, id)?,
                };
                Some(Read { feature, identity, label, shape: drawn })
            });
            is_whole &= read.is_some_and(|read| take(reporter, read));
            id
        });
        grouped.add(id.as_ref().ok_or(NoId::Unusable), &found);
    }
    grouped.report(reporter);
    feature::report_tally(reporter, &tally);
    for (_, finding) in tally.bypasses {
        reporter.diagnostics.push(finding);
    }
    LayerRead { is_whole, osm_source_at: tally.osm_source_at }
}

/// The label of a feature with a name from elsewhere, which is never printed.
fn name_label(feature: &Feature<'_>, key: &str) -> FeatureLabel {
    let name = feature.properties.get(key).and_then(serde_json::Value::as_str);
    let name = name.map(|name| Text::plain(&*one_line(name)));
    FeatureLabel { name, basis: Basis::Data, accuracy_m: None }
}

/// Projects a feature to the map frame.
fn draw(
    reporter: &mut Reporter,
    tally: &mut Tally,
    layer: &Layer<'_>,
    kind: ShapeKind,
    neighbours: &Neighbours<'_>,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<ProjectedShape> {
    let frame = neighbours.frame();
    let shape = feature::shape(reporter, feature, id)?;
    if shape.positions.is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_GEOMETRY, message!("`{id}` is empty"))
                .group_key(["empty"])
                .at(feature.label_span(), "no positions")
                .help(feature::EMPTY_HELP),
        );
        return None;
    }
    if shape.kind != kind {
        let noun = layer.noun;
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FEATURE_GEOMETRY,
                message!(
                    "`{id}` is drawn as {}, but {} must be drawn as {}",
                    shape.kind.word(),
                    with_article(noun),
                    kind.word()
                ),
            )
            .group_key(["drawn as", shape.kind.word()])
            .at(feature.label_span(), format!("this {noun}"))
            .help("redraw it, or move it to the layer of its class"),
        );
        return None;
    }
    let is_shared = kind == ShapeKind::Polygons;
    let drawn =
        Drawing { reporter, tally, frame, neighbours, id, feature, shape: &shape, is_shared }
            .draw()?;
    if drawn.is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(code::RING_TOO_SHORT, message!("`{id}` has no area on the map"))
                .group_key(["no area"])
                .at(feature.label_span(), "too thin to draw")
                .help("draw it again"),
        );
        return None;
    }
    Some(drawn)
}

/// The identity of a feature, unique in the map.
fn identify(
    reporter: &mut Reporter,
    ids: &mut Ids,
    layer: &Layer<'_>,
    feature: &Feature<'_>,
) -> Option<Identity> {
    let key = match layer.id {
        IdOf::Property(key) => key.unwrap_or("id"),
        IdOf::Name(key) => key,
        IdOf::Number => {
            let id = numbered_id(layer, ids);
            let key = id.as_str().to_owned();
            ids.insert(key.clone(), feature.label_span());
            return Some(Identity { id, key });
        }
    };
    let has_wrong_type = report_wrong_type(reporter, feature, key);
    let written = feature.written_id(key).filter(|written| !written.trim().is_empty());
    let Some(written) = written else {
        if has_wrong_type {
            return None;
        }
        report_missing_id(reporter, layer, key, feature);
        return None;
    };
    let at = feature.property_span(key);
    let named = match layer.id {
        IdOf::Name(_) => identify_by_name(reporter, ids, layer, &written, at)?,
        _ => match FeatureId::new(&written) {
            Ok(id) => Identity { id, key: written.clone() },
            Err(_) => {
                reporter.diagnostics.push(
                    Diagnostic::new(code::FEATURE_ID, invalid("id", &written))
                        .group_key(["written", &written])
                        .at(feature.label_span(), "this feature")
                        .help(id_help(&written)),
                );
                return None;
            }
        },
    };
    if let Some(&first) = ids.get(&named.key) {
        match layer.id {
            IdOf::Name(_) => report_duplicate_name(reporter, &written, at, first),
            _ => report_duplicate(reporter, &named.key, at, first),
        }
        return None;
    }
    ids.insert(named.key.clone(), at);
    reporter.subjects.add(feature.whole(), named.id.as_str());
    Some(named)
}

/// The next id of a feature that has none.
fn numbered_id(layer: &Layer<'_>, ids: &Ids) -> FeatureId {
    FeatureId::new(&format!("{}-{}", layer.noun, ids.len() + 1)).expect("nouns are words")
}

/// Identifies a feature by its name. A name that has no form in Latin letters gets a number in
/// messages.
fn identify_by_name(
    reporter: &mut Reporter,
    ids: &Ids,
    layer: &Layer<'_>,
    name: &str,
    at: Span,
) -> Option<Identity> {
    let key = name_key(name);
    if key.is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, invalid("name", name))
                .group_key(["name without letters"])
                .at(at, "neither letters nor digits")
                .help("pass another property that holds the names, such as `--property NAME`"),
        );
        return None;
    }
    let id = Some(name).filter(|name| is_romanised(name)).map(kebab);
    let id = id.and_then(|id| FeatureId::new(&id).ok());
    Some(Identity { id: id.unwrap_or_else(|| numbered_id(layer, ids)), key })
}

/// Reports a name that two polygons have. Names may be the same although they are written
/// differently.
fn report_duplicate_name(reporter: &mut Reporter, name: &str, again: Span, first: Span) {
    reporter.diagnostics.push(
        Diagnostic::new(code::DUPLICATE_ID, duplicate("name", name))
            .group_key([name])
            .at(again, "duplicate")
            .also(first, "first defined here")
            .help("pass a property with unique names or codes, such as `--property ref`; if the polygons are parts of one place, unite them: in QGIS, Processing Toolbox › Dissolve"),
    );
}

/// Reports a feature that has no usable id.
fn report_missing_id(reporter: &mut Reporter, layer: &Layer<'_>, key: &str, feature: &Feature<'_>) {
    let noun = layer.noun;
    let name = feature.properties.get("name").and_then(serde_json::Value::as_str);
    let suggested = name.map(kebab).filter(|id| FeatureId::new(id).is_ok());
    let help = match (layer.id, feature.property_of_id(key), suggested) {
        (IdOf::Name(_), ..) => {
            let example = if name.is_some() { "name" } else { "NAME" };
            format!("pass the property that holds the names, such as `--property {example}`")
        }
        (_, Some(other), _) => {
            format!("if `{other}` holds the ids, add `id: {other}` to the layer in the map")
        }
        (_, None, Some(id)) => format!("add a property `\"{key}\": \"{id}\"`"),
        (_, None, None) => {
            format!("add a property with a unique id: `\"{key}\": \"…\"`")
        }
    };
    let noun_of_key = if matches!(layer.id, IdOf::Name(_)) { "name" } else { "id" };
    reporter.diagnostics.push(
        Diagnostic::new(code::FEATURE_ID, message!("this {noun} has no {noun_of_key}"))
            .group_key(["none"])
            .at(
                feature.label_span(),
                format!("no property `{key}`; found {}", feature.property_names()),
            )
            .help(help),
    );
}

/// The west, south, east and north bounds of all shapes in a file, in degrees; `Some(None)` without
/// shapes. Returns `None` after reporting a file without features. Ignores invalid features, which
/// are reported on reading.
pub fn bounds(
    texts: &SourceMap,
    reporter: &mut Reporter,
    file: FileId,
) -> Option<Option<[f64; 4]>> {
    let features = geojson::feature_ranges(texts, reporter, file)?;
    let text = texts.file(file).text();
    let shapes = features.into_iter().map(|at| {
        let (feature, _) =
            reporter.capture_diagnostics(|reporter| geojson::feature(reporter, file, text, at));
        feature.and_then(|one| one.shape().ok())
    });
    let mut bounds: Option<[f64; 4]> = None;
    for shape in shapes {
        for Position { longitude, latitude } in shape.into_iter().flat_map(|one| one.positions) {
            let [west, south, east, north] =
                bounds.unwrap_or([longitude, latitude, longitude, latitude]);
            bounds = Some([
                west.min(longitude),
                south.min(latitude),
                east.max(longitude),
                north.max(latitude),
            ]);
        }
    }
    Some(bounds)
}
