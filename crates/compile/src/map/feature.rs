//! From the features of a layer to those of the pack: each with its id, clipped to the frame, put
//! where its class belongs.

use sandtable_pack as pack;
use sandtable_pack::{FeatureId, GroundPoint, Polygon, Polyline};
use sandtable_source::{Diagnostic, FileId, ProjectPath, Span, code, list_of};
use serde_json::Value as Json;

use super::alike::Alike;
use super::drawing::{Drawing, Drawn, FIX, Tally};
use super::geojson::{self, Feature};
use super::json::short;
use super::other_class::{self, Mistaken};
use super::property::{Words, label};
use super::shape::{Shape, ShapeKind};
use super::{Ground, astray, clip, outside, rounded};
use crate::authored::{Layer, LayerClass, id_help, kebab};
use crate::encoding::is_utf16;
use crate::foreign::Foreign;
use crate::session::Session;

/// What was dissolved leaves so few features, by kind perhaps,
const FEW_LEFT: usize = 3;
/// one of them of so many parts.
const MANY_PARTS: usize = 5;

/// Reads a layer file into the ground; not one that holds another class.
pub(super) fn read_layer<'l>(
    session: &mut Session<'_>,
    ground: &mut Ground,
    map: &ProjectPath,
    layer: &'l Layer,
) -> Option<Mistaken<'l>> {
    let path = session.refer(map, &layer.file, 0);
    let Some(file) = path.and_then(|path| open(session, &path, layer)) else {
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
    if features.as_ref().is_some_and(Vec::is_empty) {
        lack(session, layer, 0);
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
    for at in features.unwrap_or_default() {
        let before = std::mem::take(&mut session.diagnostics);
        let feature = geojson::feature(session, file, text, at);
        if feature.is_none() {
            session.unread_classes.insert(layer.class.value);
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
    if tally.strayed && !session.allows(code::STRAY_CORNER) {
        // What met the line at that corner misses it.
        session.damaged_classes.insert(layer.class.value);
    }
    let outside = std::mem::take(&mut tally.outside);
    let inside = used - outside.len();
    if used > 0 && used == count && inside == 0 {
        lack(session, layer, used);
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

/// Remembers a layer that holds nothing for this map, or so many features that all lie outside.
/// Where that is allowed, nothing is excused by it.
fn lack(session: &mut Session<'_>, layer: &Layer, outside: usize) {
    session.lacking.add_empty(layer, outside);
    if !session.allows(code::LAYER_EMPTY) {
        session.unread_classes.insert(layer.class.value);
    }
}

/// The text of a layer's file; `None` after having said why there is none.
pub(super) fn open(session: &mut Session<'_>, path: &ProjectPath, layer: &Layer) -> Option<FileId> {
    let named = layer.file.span;
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
fn report_tally(session: &mut Session<'_>, tally: &Tally) {
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

/// Puts one feature into the ground; `None` after having said why it cannot be used.
fn read_feature(
    session: &mut Session<'_>,
    ground: &mut Ground,
    tally: &mut Tally,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<()> {
    let shape = match feature.shape() {
        Ok(shape) => shape,
        Err(fault) => {
            session.diagnostics.push(
                Diagnostic::new(fault.code, format!("`{id}` {}", fault.message))
                    .at(feature.span(fault.at), fault.label)
                    .help(fault.help),
            );
            return None;
        }
    };
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
    let drawn = Drawing { session, tally, frame, id, feature, shape: &shape }.draw()?;
    place(session, ground, tally, layer, feature, id, drawn)
}

/// How the features of a whole layer get ids.
const MAKE_IDS: &str = "in QGIS, open the Field Calculator, make a new text field `id` 64 long, and write regexp_replace(regexp_replace(lower(coalesce(\"name\", 'feature-' || $id)), '[^a-z0-9]+', '-'), '^-|-$', ''); then look for accents and for ids that stand twice";

/// The feature's id, unique in the map.
fn identify(
    session: &mut Session<'_>,
    ground: &mut Ground,
    layer: &Layer,
    feature: &Feature<'_>,
) -> Option<FeatureId> {
    let key = layer.id.as_deref().unwrap_or("id");
    let written = feature.written_id(key);
    if feature.properties.is_empty() && feature.id.is_none() {
        session.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, "this feature has no properties, and so no id")
                .at(feature.head(), "only a geometry")
                .help("give it at least an id: `\"properties\": { \"id\": \"rose-woods\" }`")
                .help("if the layer has them in QGIS, export it again with its fields ticked under “Select fields to export”"),
        );
        return None;
    }
    let Some(written) = written else {
        let help = match feature.property_of_id(key) {
            Some(name) => {
                session.damaged.extend(feature.written_id(name).as_deref().map(kebab));
                let name = short(name);
                format!(
                    "is it `{name}`? Then write `id: {name}` in the layer's entry in the map, or rename the column"
                )
            }
            None => MAKE_IDS.to_owned(),
        };
        let message = match &layer.id {
            Some(key) => format!("the property `{key}` does not give every feature an id"),
            None => "this feature has no id".to_owned(),
        };
        session.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, message)
                .at(
                    feature.head(),
                    format!("no property `{key}`, but {}", feature.property_names()),
                )
                .help(help),
        );
        return None;
    };
    let Ok(id) = FeatureId::new(&written) else {
        // By which it may be called elsewhere.
        session.damaged.extend([kebab(&written), written.clone()]);
        if let Some(key) =
            layer.id.as_ref().filter(|key| *key == layer.name.as_deref().unwrap_or("name"))
        {
            let message = format!("the property `{key}` does not give every feature an id");
            session.diagnostics.push(
                Diagnostic::new(code::FEATURE_ID, message)
                    .at(feature.head(), format!("`{written}` is a name, and cannot be an id"))
                    .help(MAKE_IDS),
            );
            return None;
        }
        session.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, format!("`{written}` cannot be an id"))
                .at(feature.head(), "this feature")
                .help(id_help(&written)),
        );
        return None;
    };
    if let (Some(Json::String(property)), Some(Json::String(member))) =
        (feature.properties.get(key), &feature.id)
        && property != member
    {
        session.diagnostics.push(
            Diagnostic::new(
                code::TWO_IDS,
                format!("a feature is called `{property}` and `{member}`"),
            )
            .at(feature.property_span(key), format!("the property `{key}` counts"))
            .also(feature.id_span(), "this `id`, outside the properties, is not read")
            .help("give both the same id, or remove the one outside the properties"),
        );
    }
    let span = feature.property_span(key);
    if let Some(&first) = ground.spans.get(id.as_str()) {
        let help = if is_written_at(feature, first, feature.whole().end) {
            "the two are the same to the letter: take one of them out"
        } else if goes_on(ground, &id, feature) {
            session.damaged.insert(written);
            "the two meet end to end: was it split? In QGIS select both, Edit › Edit Geometry › Merge Selected Features; or give one an id of its own"
        } else if kind_of(layer.class.value) != ShapeKind::Points
            && feature.geometry_start().is_some_and(|end| is_written_at(feature, first, end))
        {
            // The first part does not reach where the whole did.
            session.damaged.insert(written);
            "only their drawing differs: if it was split in two, select both in QGIS, Edit › Edit Geometry › Merge Selected Features; or give one an id of its own"
        } else {
            "ids are unique in the whole map: rename one, or take it out if it was pasted twice"
        };
        session.diagnostics.push(
            Diagnostic::new(code::DUPLICATE_ID, format!("two features have the id `{id}`"))
                .at(span, "again here")
                .also(first, "first here")
                .help(help),
        );
        return None;
    }
    ground.spans.insert(id.as_str().to_owned(), span);
    session.subjects.add(feature.whole(), id.as_str());
    Some(id)
}

/// Lines that end nearer to each other than this meet, in centimetres.
const MEETS: i64 = 200;

/// Does a line go on where one of the same id ends?
fn goes_on(ground: &Ground, id: &FeatureId, feature: &Feature<'_>) -> bool {
    let Ok(shape) = feature.shape() else { return false };
    if shape.kind != ShapeKind::Lines || !astray::is_near(&ground.frame, &shape) {
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
    again.any(|end| first.iter().any(|other| other.distance_squared(end) <= MEETS * MEETS))
}

/// Does the very same feature stand, to the letter and up to its byte `end`, about another place of
/// the same file?
fn is_written_at(feature: &Feature<'_>, other: Span, end: u32) -> bool {
    let (whole, id) = (feature.whole(), feature.head());
    let before = (id.start - whole.start) as usize;
    let Some(start) = (other.start as usize).checked_sub(before) else { return false };
    let (text, same) = (feature.text(), whole.start as usize..end as usize);
    other.file == whole.file && text.get(same.clone()) == text.get(start..start + same.len())
}

/// How the features of a class are drawn.
pub(super) const fn kind_of(class: LayerClass) -> ShapeKind {
    use LayerClass::{Crest, Crossing, Farm, Place, Railroad, Road, Watercourse};
    match class {
        Crest | Watercourse | Road | Railroad => ShapeKind::Lines,
        Crossing | Farm | Place => ShapeKind::Points,
        _ => ShapeKind::Polygons,
    }
}

/// The classes whose features are drawn so.
fn classes_of(kind: ShapeKind) -> impl Iterator<Item = LayerClass> {
    LayerClass::all().filter(move |class| kind_of(*class) == kind)
}

/// What to write for a layer all of whose features are drawn in a way that does not suit its class.
fn class_help(session: &Session<'_>, kind: ShapeKind) -> Option<String> {
    let meant = session.lacking.not_listed(classes_of(kind));
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
fn fits_class(
    session: &mut Session<'_>,
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
    let message = format!(
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
    session.diagnostics.push(diagnostic.help(help));
    false
}

/// Puts the feature where its class belongs, clipped to the frame.
fn place(
    session: &mut Session<'_>,
    ground: &mut Ground,
    tally: &mut Tally,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
    drawn: Drawn,
) -> Option<()> {
    let label = label(session, layer, feature, id)?;
    ground.upright.add(&ground.frame, &drawn);
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
        if layer.class.value == LayerClass::Road {
            ground.roads_outside.insert(id.as_str().to_owned());
        }
        tally.outside.push(outside::Outside::new(id, feature.head(), frame, &drawn));
        return Some(());
    }
    if points.len() > 1 {
        session.diagnostics.push(
            Diagnostic::new(code::FEATURE_GEOMETRY, format!("`{id}` is several points"))
                .at(feature.head(), format!("{} points inside the frame", points.len()))
                .help("give each point a feature and an id of its own: in QGIS, Vector › Geometry Tools › Multipart to Singleparts"),
        );
        return None;
    }
    let area = |parts| pack::Area { id: id.clone(), parts };
    let mut words = Words::new(session, feature, id);
    let kind_key = layer.kind.as_deref().unwrap_or("kind");
    let (map, scenery) = (&mut ground.map, &mut ground.scenery);
    match layer.class.value {
        LayerClass::Woods => map.woods.push(area(areas)),
        LayerClass::Buildings => map.buildings.push(area(areas)),
        LayerClass::Marsh => map.marsh.push(area(areas)),
        LayerClass::Impassable => map.impassable.push(area(areas)),
        LayerClass::Zone => map.zones.push(area(areas)),
        LayerClass::Orchard => scenery.orchards.push(area(areas)),
        LayerClass::Field => scenery.fields.push(area(areas)),
        LayerClass::Hill => {
            let key = layer.level.as_deref().unwrap_or("level");
            let level = words.level(key)?;
            map.hills.push(pack::Hill { id: id.clone(), level: level as u8, parts: areas });
        }
        LayerClass::Crest => {
            let features = &ground.features;
            let hills = || {
                let label = |hill: &pack::Hill| features.get(&hill.id)?.name.as_ref();
                let name = |hill| label(hill).map_or("", |name| name.en.as_str());
                map.hills.iter().map(|hill| (hill.id.as_str(), name(hill))).collect()
            };
            let hill = words.hill(layer.hill.as_deref().unwrap_or("hill"), hills)?;
            map.crests.push(pack::Crest { id: id.clone(), hill, parts: lines });
        }
        LayerClass::Watercourse => {
            let kinds = [
                ("river", pack::WatercourseKind::River),
                ("stream", pack::WatercourseKind::Stream),
            ];
            let kind = words.choice(kind_key, &kinds)?;
            let width = words.width(layer.width.as_deref().unwrap_or("width_m"))?;
            map.watercourses.push(pack::Watercourse { id: id.clone(), kind, width, parts: lines });
        }
        LayerClass::Crossing => {
            let kinds =
                [("bridge", pack::CrossingKind::Bridge), ("ford", pack::CrossingKind::Ford)];
            let kind = words.choice(kind_key, &kinds)?;
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
            let kind = words.choice(kind_key, &kinds)?;
            map.roads.push(pack::Road { id: id.clone(), kind, parts: lines });
        }
        LayerClass::Railroad => {
            let kinds = [
                ("in-use", pack::RailroadKind::InUse),
                ("unfinished", pack::RailroadKind::Unfinished),
                ("cut", pack::RailroadKind::Cut),
            ];
            let kind = words.choice(kind_key, &kinds)?;
            scenery.railroads.push(pack::Railroad { id: id.clone(), kind, parts: lines });
        }
        LayerClass::Farm => scenery.farms.push(pack::Farm { id: id.clone(), at: points[0] }),
        LayerClass::Place => {
            let rank = words.rank(layer.rank.as_deref().unwrap_or("rank"))?;
            scenery.places.push(pack::Place { id: id.clone(), at: points[0], rank: rank as u8 });
        }
    }
    ground.features.insert(id.clone(), label);
    Some(())
}
