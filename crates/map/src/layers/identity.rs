//! The id of a feature: reads it, and checks that it is unique in the map.

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::message::{duplicate, invalid};
use sandtable_source::{Diagnostic, Span, code, message};
use serde_json::Value as Json;

use super::class_geometry::kind_of;
use crate::geojson::Feature;
use crate::geojson::json::abbreviate;
use crate::geojson::shape::ShapeKind;
use crate::ground::Ground;
use crate::mistakes::misplaced;
use sandtable_authored::Reporter;
use sandtable_authored::{Layer, LayerClass, id_help, kebab};

/// The help for adding ids to a whole layer.
pub const MAKE_IDS: &str = "in QGIS, open the Field Calculator, create a new text field `id` of length 64, and enter regexp_replace(regexp_replace(regexp_replace(lower(coalesce(nullif(\"name\",''), 'feature-' || $id)), '[''’]', ''), '[^a-z0-9]+', '-'), '^-|-$', ''); then check for accents and duplicate ids";

/// The reason, already reported, why a feature without an id is omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoId {
    /// The feature needs a new id, although other features of its layer have one.
    OwnMissing,
    /// Any other reason.
    Unusable,
}

/// The help for a single feature without an id; `name_id` is derived from the feature's name.
fn help_for_one(feature: &Feature<'_>, class: LayerClass, key: &str, name_id: &str) -> String {
    const UNIQUE: &str = "give this feature a unique id";
    match (name_id, feature.properties.contains_key(key)) {
        ("", _) => format!("{UNIQUE}, such as `{}-12`", class.word()),
        (id, true) => format!("{UNIQUE}: set the empty `{key}` to `{id}`"),
        (id, false) => format!("{UNIQUE}: add a property `\"{key}\": \"{id}\"`"),
    }
}

/// Reports an id that is neither a string nor a number (RFC 7946, 3.2). Returns whether there is one.
pub fn report_wrong_type(reporter: &mut Reporter, feature: &Feature<'_>, key: &str) -> bool {
    let property = feature.properties.get(key).map(|value| (value, feature.property_span(key)));
    let member = feature.id.as_ref().map(|value| (value, feature.id_span()));
    let mut has_wrong_type = false;
    for (value, span) in property.into_iter().chain(member) {
        let found = match value {
            Json::Bool(_) => "a boolean",
            Json::Array(_) => "a list",
            Json::Object(_) => "an object",
            Json::Null | Json::Number(_) | Json::String(_) => continue,
        };
        has_wrong_type = true;
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FEATURE_ID,
                message!("expected a string or a number for the id, found {found}"),
            )
            .group_key(["type", found])
            .at(span, "wrong type")
            .help("write the id as a string, such as `\"rose-woods\"`"),
        );
    }
    has_wrong_type
}

/// Returns the feature's id, unique in the map.
pub fn identify(
    reporter: &mut Reporter,
    ground: &mut Ground,
    layer: &Layer,
    feature: &Feature<'_>,
) -> Result<FeatureId, NoId> {
    let key = layer.id.as_deref().unwrap_or("id");
    let written = feature.written_id(key);
    if feature.properties.is_empty() && feature.id.is_none() {
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, "this feature has no properties and therefore no id")
                .group_key(["properties"])
                .at(feature.label_span(), "only a geometry")
                .help("give it at least an id: `\"properties\": { \"id\": \"rose-woods\" }`")
                .help("if the layer has properties in QGIS, export it again and tick its fields under “Select fields to export”"),
        );
        return Err(NoId::Unusable);
    }
    let has_wrong_type = report_wrong_type(reporter, feature, key);
    if written.is_none() && has_wrong_type {
        return Err(NoId::Unusable);
    }
    let Some(written) = written.filter(|written| !written.trim().is_empty()) else {
        let (why, help) = match feature
            .property_of_id(key)
            .filter(|_| !feature.properties.contains_key(key))
        {
            Some(name) => {
                reporter.damage.names.extend(feature.written_id(name).as_deref().map(kebab));
                let name = abbreviate(name);
                let help = format!(
                    "if `{name}` holds the ids, add `id: {name}` to the layer in the map, or rename the column"
                );
                (NoId::Unusable, help)
            }
            None => {
                let name = feature.properties.get(layer.name.as_deref().unwrap_or("name"));
                let name_id = kebab(name.and_then(Json::as_str).unwrap_or_default());
                let help = help_for_one(feature, layer.class.value, key, &name_id);
                reporter.damage.names.insert(name_id);
                (NoId::OwnMissing, help)
            }
        };
        let message = match &layer.id {
            Some(key) => message!("property `{key}` does not give every feature an id"),
            None => "this feature has no id".into(),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, message)
                .group_key([if layer.id.is_some() { "key" } else { "none" }])
                .at(
                    feature.label_span(),
                    match feature.properties.contains_key(key) {
                        true => format!("`{key}` is empty"),
                        false => format!("no property `{key}`; found {}", feature.property_names()),
                    },
                )
                .help(help),
        );
        return Err(why);
    };
    let Ok(id) = FeatureId::new(&written) else {
        // Other files may use these names for the feature.
        reporter.damage.names.extend([kebab(&written), written.clone()]);
        if let Some(key) =
            layer.id.as_ref().filter(|key| *key == layer.name.as_deref().unwrap_or("name"))
        {
            let message = message!("property `{key}` does not give every feature an id");
            reporter.diagnostics.push(
                Diagnostic::new(code::FEATURE_ID, message)
                    .group_key(["key"])
                    .at(feature.label_span(), format!("`{written}` is a name, not an id"))
                    .help(MAKE_IDS),
            );
            return Err(NoId::Unusable);
        }
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, invalid("id", &written))
                .group_key(["written", &written])
                .at(feature.label_span(), "this feature")
                .help(id_help(&written)),
        );
        return Err(NoId::Unusable);
    };
    if let (Some(Json::String(property)), Some(Json::String(member))) =
        (feature.properties.get(key), &feature.id)
        && property != member
    {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::TWO_IDS,
                message!("a feature has two ids, `{property}` and `{member}`"),
            )
            .group_key([member.as_str()])
            .at(feature.property_span(key), format!("the property `{key}` is used"))
            .also(feature.id_span(), "this `id` outside the properties is ignored")
            .help("use the same id in both, or remove the one outside the properties"),
        );
    }
    let span = feature.property_span(key);
    if let Some(&first) = ground.spans.get(id.as_str()) {
        let by_name = wrong_id(ground, layer, feature, &id);
        let help = if has_duplicate_at(feature, first, feature.whole().end) {
            "the two features are identical: remove one of them"
        } else if continues_elsewhere(ground, &id, feature) {
            reporter.damage.names.insert(written.clone());
            "the two meet end to end; if a feature was split, select both in QGIS, Edit › Edit Geometry › Merge Selected Features; otherwise, give one a new id"
        } else if kind_of(layer.class.value) != ShapeKind::Points
            && feature.geometry_start().is_some_and(|end| has_duplicate_at(feature, first, end))
        {
            // The first part is shorter than the whole line.
            reporter.damage.names.insert(written.clone());
            "only their geometry differs; if a feature was split, select both in QGIS, Edit › Edit Geometry › Merge Selected Features; otherwise, give one a new id"
        } else {
            "ids are unique in the whole map: rename one, or remove it if it was pasted twice"
        };
        let finding =
            Diagnostic::new(code::DUPLICATE_ID, duplicate("id", &id)).group_key([id.as_str()]);
        reporter.diagnostics.push(match by_name {
            Some(WrongId { is_first, name, likely }) => {
                let (wrong, other) = if is_first { (first, span) } else { (span, first) };
                // Suppress errors about the missing id and its consequences.
                reporter.damage.names.extend([likely.clone(), written.clone()]);
                finding
                    .at(wrong, format!("the name of this feature is “{name}”"))
                    .also(other, "the other feature with this id")
                    .help(format!("write `{likely}` here, as its name says"))
            }
            None => finding.at(span, "duplicate").also(first, "first defined here").help(help),
        });
        return Err(NoId::Unusable);
    }
    ground.spans.insert(id.as_str().to_owned(), span);
    reporter.subjects.add(feature.whole(), id.as_str());
    Ok(id)
}

/// One of two features with the same id, whose name implies another id.
struct WrongId {
    is_first: bool,
    name: String,
    likely: String,
}

/// Of two features with the same id, returns the one whose name differs from the id, if the other's
/// name matches.
fn wrong_id(
    ground: &Ground,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<WrongId> {
    let again = feature.properties.get(layer.name.as_deref().unwrap_or("name"));
    let again = again.and_then(Json::as_str).unwrap_or_default();
    let first = ground.features.get(id).and_then(|label| label.name.as_ref());
    let first = first.map_or("", |name| &name.en);
    let is_other = |name: &str| {
        let other = kebab(name);
        FeatureId::new(&other).is_ok() && other != id.as_str() && !ground.spans.contains_key(&other)
    };
    let is_right = |name: &str| kebab(name) == id.as_str();
    let (is_first, name) =
        match (is_right(again) && is_other(first), is_right(first) && is_other(again)) {
            (true, _) => (true, first),
            (_, true) => (false, again),
            _ => return None,
        };
    Some(WrongId { is_first, name: name.to_owned(), likely: kebab(name) })
}

/// The distance within which line ends join, in centimetres.
const JOIN_DISTANCE: i64 = 200;

/// Whether a line continues where a line with the same id ends.
fn continues_elsewhere(ground: &Ground, id: &FeatureId, feature: &Feature<'_>) -> bool {
    let Ok(shape) = feature.shape() else { return false };
    if shape.kind != ShapeKind::Lines || !misplaced::is_near(&ground.frame, &shape) {
        return false;
    }
    let Ground { map, scenery, .. } = ground;
    let roads = map.roads.iter().map(|road| (&road.id, &road.parts));
    let waters = map.watercourses.iter().map(|water| (&water.id, &water.parts));
    let railroads = scenery.railroads.iter().map(|railroad| (&railroad.id, &railroad.parts));
    let first = roads.chain(waters).chain(railroads).find(|(other, _)| *other == id);
    let parts = first.map_or(&[][..], |(_, parts)| parts.as_slice());
    let ends = parts.iter().flat_map(|part| [part.0.first(), part.0.last()]);
    let first: Vec<GroundPoint> = ends.flatten().copied().collect();
    let place = |position: usize| ground.frame.point(shape.positions[position].into());
    let mut again = shape.rings().flat_map(|line| [place(line.start), place(line.end - 1)]);
    again.any(|end| {
        first.iter().any(|other| other.distance_squared(end) <= JOIN_DISTANCE * JOIN_DISTANCE)
    })
}

/// Whether an identical feature, up to the byte `end`, is at another id span of the same file.
fn has_duplicate_at(feature: &Feature<'_>, other: Span, end: u32) -> bool {
    let (whole, id) = (feature.whole(), feature.label_span());
    let before = (id.start - whole.start) as usize;
    let Some(start) = (other.start as usize).checked_sub(before) else { return false };
    let (text, same) = (feature.text(), whole.start as usize..end as usize);
    other.file == whole.file && text.get(same.clone()) == text.get(start..start + same.len())
}
