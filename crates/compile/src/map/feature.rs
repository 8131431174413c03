//! From the features of a layer to those of the pack: ids, properties, projection, validity,
//! clipping.

use sandtable_pack as pack;
use sandtable_pack::{FeatureId, GroundLength, GroundPoint, Polygon, Polyline};
use sandtable_source::{Diagnostic, code, list_of};
use serde_json::Value as Json;

use super::geojson::{self, Feature, Position, ShapeKind};
use super::{Ground, clip, outline};
use crate::authored::{Coordinate, Layer, LayerClass};
use crate::project::Frame;
use crate::session::Session;
use sandtable_source::ProjectPath;

/// Positions farther than this from the frame's centre, in degrees, are a mistake.
const FARTHEST: f64 = 3.0;

/// A feature in the map frame.
enum Drawn {
    Points(Vec<GroundPoint>),
    Lines(Vec<Vec<GroundPoint>>),
    Polygons(Vec<Vec<Vec<GroundPoint>>>),
}

/// Reads a layer file into the ground.
pub(super) fn read_layer(
    session: &mut Session<'_>,
    ground: &mut Ground,
    map: &ProjectPath,
    layer: &Layer,
) {
    let path = session.refer(map, &layer.file, 0);
    let file = path.and_then(|path| {
        session.read_text_up_to(&path, geojson::MAX_LAYER_BYTES, Some(layer.file.span))
    });
    let Some(file) = file else {
        session.features_unread = true;
        return;
    };
    let text = session.sources.file(file).text().to_owned();
    let features = geojson::features(session, file, &text);
    let mut without_basis = 0;
    for feature in &features {
        let Some(id) = identify(session, ground, layer, feature) else { continue };
        if !fits_class(session, &id, layer.class.value, feature) {
            session.damaged.insert(id.as_str().to_owned());
            continue;
        }
        match draw(session, &ground.frame, &id, feature) {
            Some(drawn) => {
                without_basis += usize::from(!feature.properties.contains_key("basis"));
                place(session, ground, layer, feature, &id, drawn);
            }
            None => {
                session.damaged.insert(id.as_str().to_owned());
            }
        }
    }
    if without_basis > 0 {
        session.diagnostics.push(
            Diagnostic::new(
                code::DEFAULT_USED,
                format!("{without_basis} features do not say how they are known"),
            )
            .at(layer.file.span, "they count as `data`")
            .help("give each feature a property `basis`: `data`, `derived` or `recalled`"),
        );
    }
}

/// The feature's id, unique in the map.
fn identify(
    session: &mut Session<'_>,
    ground: &mut Ground,
    layer: &Layer,
    feature: &Feature<'_>,
) -> Option<FeatureId> {
    let key = layer.id.as_deref().unwrap_or("id");
    let written = match feature.properties.get(key).or(feature.id.as_ref()) {
        Some(Json::String(text)) => Some(text.clone()),
        Some(Json::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let Some(written) = written else {
        session.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, "this feature has no id")
                .at(feature.head(), format!("no property `{key}`"))
                .help("give it one, such as `\"id\": \"rose-woods\"`, or name the property that holds it with `id:` in the layer"),
        );
        return None;
    };
    let Ok(id) = FeatureId::new(&written) else {
        session.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, format!("`{written}` cannot be an id"))
                .at(feature.head(), "this feature")
                .help("use lower-case letters, digits and single hyphens, at most 64"),
        );
        return None;
    };
    let span = feature.head();
    if let Some(&first) = ground.spans.get(id.as_str()) {
        session.diagnostics.push(
            Diagnostic::new(code::DUPLICATE_ID, format!("two features have the id `{id}`"))
                .at(span, "again here")
                .also(first, "first here")
                .help("ids are unique in the whole map: rename one"),
        );
        return None;
    }
    ground.spans.insert(id.as_str().to_owned(), span);
    Some(id)
}

/// Does the geometry suit the layer's class?
fn fits_class(
    session: &mut Session<'_>,
    id: &FeatureId,
    class: LayerClass,
    feature: &Feature<'_>,
) -> bool {
    use LayerClass::{Crest, Crossing, Farm, Place, Railroad, Road, Watercourse};
    let wanted = match class {
        Crest | Watercourse | Road | Railroad => "lines",
        Crossing | Farm | Place => "points",
        _ => "polygons",
    };
    let found = match feature.shape.kind {
        ShapeKind::Points(_) => "points",
        ShapeKind::Lines(_) => "lines",
        ShapeKind::Polygons(_) => "polygons",
    };
    if wanted != found {
        let message =
            format!("`{id}` is drawn as {found}, but a layer `{}` holds {wanted}", class.word());
        session.diagnostics.push(
            Diagnostic::new(code::FEATURE_GEOMETRY, message)
                .at(feature.head(), format!("{found} here"))
                .help("move it to a layer of its class, or draw it again"),
        );
    }
    wanted == found
}

/// The feature in the map frame, or `None` after having said what is wrong with it.
fn draw(
    session: &mut Session<'_>,
    frame: &Frame,
    id: &FeatureId,
    feature: &Feature<'_>,
) -> Option<Drawn> {
    check_positions(session, frame, id, feature)?;
    let point = |position: &Position| {
        frame.point(Coordinate { longitude: position.0[0], latitude: position.0[1] })
    };
    match &feature.shape.kind {
        ShapeKind::Points(points) => Some(Drawn::Points(points.iter().map(point).collect())),
        ShapeKind::Lines(lines) => {
            let mut drawn = Vec::new();
            let mut first = 0;
            for line in lines {
                let mut points: Vec<GroundPoint> = line.iter().map(point).collect();
                points.dedup();
                if points.len() < 2 {
                    report_shape(
                        session,
                        id,
                        feature,
                        first,
                        "has a line that goes nowhere",
                        "a line needs two different positions",
                    );
                    return None;
                }
                first += line.len();
                drawn.push(points);
            }
            Some(Drawn::Lines(drawn))
        }
        ShapeKind::Polygons(polygons) => {
            let mut drawn = Vec::new();
            let mut first = 0;
            let mut firsts = Vec::new();
            for polygon in polygons {
                let mut rings = Vec::new();
                for ring in polygon {
                    if ring.first() != ring.last() || ring.is_empty() {
                        session.diagnostics.push(
                            Diagnostic::new(
                                code::RING_NOT_CLOSED,
                                format!("an outline of `{id}` is not closed"),
                            )
                            .at(
                                feature.position_span(first + ring.len().saturating_sub(1)),
                                "the last position differs from the first",
                            )
                            .help("repeat the first position at the end"),
                        );
                        return None;
                    }
                    let mut indices = Vec::new();
                    let mut points: Vec<GroundPoint> = Vec::new();
                    for (index, position) in ring[..ring.len() - 1].iter().enumerate() {
                        let point = point(position);
                        if points.last() != Some(&point) {
                            points.push(point);
                            indices.push(first + index);
                        }
                    }
                    while points.len() > 1 && points.first() == points.last() {
                        points.pop();
                        indices.pop();
                    }
                    if points.len() < 3 || outline::double_area(&points) == 0 {
                        session.diagnostics.push(
                            Diagnostic::new(
                                code::RING_TOO_SHORT,
                                format!("an outline of `{id}` encloses nothing"),
                            )
                            .at(feature.position_span(first), "this ring")
                            .help("draw at least three different corners, or remove it"),
                        );
                        return None;
                    }
                    first += ring.len();
                    rings.push(points);
                    firsts.push(indices);
                }
                if rings.is_empty() {
                    report_shape(
                        session,
                        id,
                        feature,
                        first,
                        "has no outline",
                        "draw one, or remove the feature",
                    );
                    return None;
                }
                drawn.push(rings);
            }
            check_outline(session, frame, id, feature, &drawn, &firsts)?;
            Some(Drawn::Polygons(drawn))
        }
    }
}

fn report_shape(
    session: &mut Session<'_>,
    id: &FeatureId,
    feature: &Feature<'_>,
    position: usize,
    what: &str,
    help: &str,
) {
    session.diagnostics.push(
        Diagnostic::new(code::FEATURE_GEOMETRY, format!("`{id}` {what}"))
            .at(feature.position_span(position), "here")
            .help(help),
    );
}

/// Positions are on the globe and near the map.
fn check_positions(
    session: &mut Session<'_>,
    frame: &Frame,
    id: &FeatureId,
    feature: &Feature<'_>,
) -> Option<()> {
    let positions: Box<dyn Iterator<Item = &Position>> = match &feature.shape.kind {
        ShapeKind::Points(points) => Box::new(points.iter()),
        ShapeKind::Lines(lines) => Box::new(lines.iter().flatten()),
        ShapeKind::Polygons(polygons) => Box::new(polygons.iter().flatten().flatten()),
    };
    let centre = frame.centre;
    let near = |longitude: f64, latitude: f64| {
        let east = (longitude - centre.longitude + 540.0).rem_euclid(360.0) - 180.0;
        let stretch = libm::cos(centre.latitude.to_radians());
        (east * stretch).abs() <= FARTHEST && (latitude - centre.latitude).abs() <= FARTHEST
    };
    let mut empty = true;
    for (index, &Position([longitude, latitude])) in positions.enumerate() {
        empty = false;
        if near(longitude, latitude) {
            continue;
        }
        let span = feature.position_span(index);
        session.diagnostics.push(if near(latitude, longitude) {
            Diagnostic::new(
                code::SWAPPED_COORDINATES,
                format!("`{id}` has latitude before longitude"),
            )
            .at(span, format!("[{longitude}, {latitude}]"))
            .help(format!("GeoJSON writes longitude first: [{latitude}, {longitude}]"))
        } else {
            Diagnostic::new(code::COORDINATE, format!("`{id}` lies nowhere near the map"))
                .at(span, format!("longitude {longitude}, latitude {latitude}"))
                .help(format!(
                    "the map's centre is {}, {}; is the file in WGS 84 degrees?",
                    centre.longitude, centre.latitude
                ))
        });
        return None;
    }
    if empty {
        report_shape(session, id, feature, 0, "is empty", "draw it, or remove the feature");
        return None;
    }
    Some(())
}

/// Outlines that cross themselves are reported with the place of the first crossing.
fn check_outline(
    session: &mut Session<'_>,
    frame: &Frame,
    id: &FeatureId,
    feature: &Feature<'_>,
    polygons: &[Vec<Vec<GroundPoint>>],
    indices: &[Vec<usize>],
) -> Option<()> {
    const MANY: usize = 20;
    let rings: Vec<Vec<GroundPoint>> = polygons.iter().flatten().cloned().collect();
    let found = outline::crossings(&rings, MANY);
    if let Some(first) = found.first() {
        let place = frame.coordinate(first.at);
        let positions: Vec<usize> = indices.iter().flatten().copied().collect();
        let more = match found.len() {
            1 => String::new(),
            MANY => format!(", and in {} or more other places", MANY - 1),
            count => format!(", and in {} other places", count - 1),
        };
        let (longitude, latitude) = (place.longitude, place.latitude);
        session.diagnostics.push(
            Diagnostic::new(
                code::SELF_CROSSING,
                format!("the outline of `{id}` crosses or touches itself"),
            )
            .at(
                feature.position_span(positions[first.segments.0]),
                format!("near longitude {longitude:.6}, latitude {latitude:.6}{more}"),
            )
            .also(feature.position_span(positions[first.segments.1]), "the other line starts here")
            .help("move or remove a corner there so that the outline runs round once"),
        );
        return None;
    }
    for polygon in polygons {
        for hole in &polygon[1..] {
            if !hole.iter().any(|&corner| outline::inside(&polygon[0], corner)) {
                let place = frame.coordinate_of(hole[0]);
                report_shape(
                    session,
                    id,
                    feature,
                    0,
                    &format!(
                        "has a hole outside its outline, near longitude {:.6}, latitude {:.6}",
                        place.longitude, place.latitude
                    ),
                    "draw it as a polygon of its own, or remove it",
                );
                return None;
            }
        }
    }
    Some(())
}

/// Puts the feature where its class belongs, clipped to the frame.
fn place(
    session: &mut Session<'_>,
    ground: &mut Ground,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
    drawn: Drawn,
) {
    let Some(label) = label(session, layer, feature, id) else { return };
    let frame = &ground.frame;
    let (mut areas, mut lines, mut points) = (Vec::new(), Vec::new(), Vec::new());
    match &drawn {
        Drawn::Polygons(polygons) => {
            areas = polygons
                .iter()
                .flat_map(|rings| clip::polygon(frame, rings))
                .collect::<Vec<Polygon>>()
        }
        Drawn::Lines(parts) => {
            lines = parts.iter().flat_map(|part| clip::line(frame, part)).collect::<Vec<Polyline>>()
        }
        Drawn::Points(all) => {
            points = all.iter().copied().filter(|&point| frame.holds(point)).collect::<Vec<_>>()
        }
    }
    if let Drawn::Points(all) = &drawn
        && matches!(layer.class.value, LayerClass::Place | LayerClass::Farm)
    {
        ground.places.insert(id.as_str().to_owned(), all[0]);
    }
    if areas.is_empty() && lines.is_empty() && points.is_empty() {
        session.diagnostics.push(
            Diagnostic::new(
                code::OUTSIDE_MAP,
                format!("`{id}` lies outside the frame and is left out"),
            )
            .at(feature.head(), "this feature"),
        );
        return;
    }
    if points.len() > 1 {
        report_shape(
            session,
            id,
            feature,
            0,
            "is several points",
            "give each point a feature and an id of its own",
        );
        return;
    }
    let area = |parts| pack::Area { id: id.clone(), parts };
    let mut words = Words { session, feature, id };
    let kind_key = layer.kind.as_deref().unwrap_or("kind");
    let (map, scenery) = (&mut ground.map, &mut ground.scenery);
    match layer.class.value {
        LayerClass::Woods => map.woods.push(area(areas)),
        LayerClass::Buildings => map.buildings.push(area(areas)),
        LayerClass::Marsh => map.marsh.push(area(areas)),
        LayerClass::Impassable => map.impassable.push(area(areas)),
        LayerClass::Orchard => scenery.orchards.push(area(areas)),
        LayerClass::Field => scenery.fields.push(area(areas)),
        LayerClass::Hill => {
            let key = layer.level.as_deref().unwrap_or("level");
            let Some(level) = words.whole(key, 1..=15) else { return };
            map.hills.push(pack::Hill { id: id.clone(), level: level as u8, parts: areas });
        }
        LayerClass::Crest => {
            let Some(hill) = words.feature_id(layer.hill.as_deref().unwrap_or("hill")) else {
                return;
            };
            map.crests.push(pack::Crest { id: id.clone(), hill, parts: lines });
        }
        LayerClass::Watercourse => {
            let kinds = [
                ("river", pack::WatercourseKind::River),
                ("stream", pack::WatercourseKind::Stream),
            ];
            let Some(kind) = words.choice(kind_key, &kinds) else { return };
            let Some(width) = words.width(layer.width.as_deref().unwrap_or("width_m")) else {
                return;
            };
            map.watercourses.push(pack::Watercourse { id: id.clone(), kind, width, parts: lines });
        }
        LayerClass::Crossing => {
            let kinds =
                [("bridge", pack::CrossingKind::Bridge), ("ford", pack::CrossingKind::Ford)];
            let Some(kind) = words.choice(kind_key, &kinds) else { return };
            // Water and road are found when all layers are read.
            map.crossings.push(pack::Crossing {
                id: id.clone(),
                kind,
                at: points[0],
                over: id.clone(),
                road: None,
            });
        }
        LayerClass::Road => {
            let kinds = [
                ("pike", pack::RoadKind::Pike),
                ("road", pack::RoadKind::Road),
                ("lane", pack::RoadKind::Lane),
            ];
            let Some(kind) = words.choice(kind_key, &kinds) else { return };
            map.roads.push(pack::Road { id: id.clone(), kind, parts: lines });
        }
        LayerClass::Railroad => {
            let kinds = [
                ("in-use", pack::RailroadKind::InUse),
                ("unfinished", pack::RailroadKind::Unfinished),
                ("cut", pack::RailroadKind::Cut),
            ];
            let Some(kind) = words.choice(kind_key, &kinds) else { return };
            scenery.railroads.push(pack::Railroad { id: id.clone(), kind, parts: lines });
        }
        LayerClass::Farm => scenery.farms.push(pack::Farm { id: id.clone(), at: points[0] }),
        LayerClass::Place => {
            let Some(rank) = words.whole(layer.rank.as_deref().unwrap_or("rank"), 1..=3) else {
                return;
            };
            scenery.places.push(pack::Place { id: id.clone(), at: points[0], rank: rank as u8 });
        }
    }
    ground.features.insert(id.clone(), label);
}

/// Name, basis and accuracy of a feature.
fn label(
    session: &mut Session<'_>,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<pack::FeatureLabel> {
    let mut words = Words { session, feature, id };
    let name = words.text(layer.name.as_deref().unwrap_or("name"))?;
    let bases = [
        ("data", pack::Basis::Data),
        ("derived", pack::Basis::Derived),
        ("recalled", pack::Basis::Recalled),
    ];
    let basis = match feature.properties.get("basis") {
        None | Some(Json::Null) => pack::Basis::Data,
        Some(_) => words.choice("basis", &bases)?,
    };
    let accuracy_m = match feature.properties.get("accuracy_m") {
        None | Some(Json::Null) => None,
        Some(value) => match value.as_f64().filter(|metres| metres.is_finite() && *metres >= 0.0) {
            Some(metres) => Some(metres),
            None => return words.refuse("accuracy_m", "a number of metres"),
        },
    };
    Some(pack::FeatureLabel { name: name.map(pack::Text::plain), basis, accuracy_m })
}

/// Reads properties and reports those that cannot be used.
struct Words<'w, 'f, 't> {
    session: &'w mut Session<'f>,
    feature: &'w Feature<'t>,
    id: &'w FeatureId,
}

impl Words<'_, '_, '_> {
    /// The text of a property, `Some(None)` if it is not there.
    fn text(&mut self, key: &str) -> Option<Option<String>> {
        match self.feature.properties.get(key) {
            None | Some(Json::Null) => Some(None),
            Some(Json::String(text)) if text.chars().any(char::is_control) => {
                self.refuse(key, "a text without control characters")
            }
            Some(Json::String(text)) if text.is_empty() => Some(None),
            Some(Json::String(text)) => Some(Some(text.clone())),
            Some(_) => self.refuse(key, "a text"),
        }
    }

    fn choice<T: Copy>(&mut self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let written = self.feature.properties.get(key).and_then(Json::as_str);
        let found = choices.iter().find(|(word, _)| Some(*word) == written);
        match found {
            Some(&(_, choice)) => Some(choice),
            None => self.refuse(key, &list_of(choices.iter().map(|&(word, _)| word))),
        }
    }

    fn whole(&mut self, key: &str, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let written = self.feature.properties.get(key);
        let number = written.and_then(|value| {
            value.as_i64().or_else(|| {
                value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e9).map(|n| n as i64)
            })
        });
        match number.filter(|number| range.contains(number)) {
            Some(number) => Some(number),
            None => self
                .refuse(key, &format!("a whole number from {} to {}", range.start(), range.end())),
        }
    }

    /// The width of a watercourse; 2 m where nothing is said.
    fn width(&mut self, key: &str) -> Option<GroundLength> {
        match self.feature.properties.get(key) {
            None | Some(Json::Null) => Some(GroundLength::from_metres(2)),
            Some(value) => {
                let metres = value.as_f64().filter(|metres| (0.1..=10_000.0).contains(metres));
                match metres.and_then(GroundLength::from_metres_rounded) {
                    Some(width) => Some(width),
                    None => self.refuse(key, "a number of metres"),
                }
            }
        }
    }

    fn feature_id(&mut self, key: &str) -> Option<FeatureId> {
        let written = self.feature.properties.get(key).and_then(Json::as_str);
        match written.and_then(|text| FeatureId::new(text).ok()) {
            Some(id) => Some(id),
            None => self.refuse(key, "the id of a feature"),
        }
    }

    /// Reports a property; the feature is then left out.
    fn refuse<T>(&mut self, key: &str, expected: &str) -> Option<T> {
        let found = match self.feature.properties.get(key) {
            None => format!("no property `{key}`"),
            Some(value) => format!("`{key}` is {value}"),
        };
        self.session.damaged.insert(self.id.as_str().to_owned());
        self.session.diagnostics.push(
            Diagnostic::new(code::FEATURE_PROPERTY, format!("the property `{key}` of `{}` must be {expected}", self.id))
                .at(self.feature.head(), found)
                .help("correct it in the layer's file, or name the right property in the layer's entry in the map"),
        );
        None
    }
}
