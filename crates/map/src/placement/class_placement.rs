//! Clips a projected feature to the frame and adds it to its class.

use sandtable_pack as pack;
use sandtable_pack::{FeatureId, Polygon, Polyline};
use sandtable_source::{Diagnostic, code, message};

use super::feature_projection::{ProjectedShape, Tally};
use super::outside;
use crate::geojson::Feature;
use crate::geometry::clip;
use crate::ground::{Ground, POINT_CLASSES};
use crate::layers::property::{PropertyReader, label, osm_source};
use crate::mistakes::width::Width;
use crate::symbol;
use sandtable_authored::Reporter;
use sandtable_authored::{Layer, LayerClass};

/// The farm property that names a symbol.
const SYMBOL: &str = "symbol";

/// Clips the feature to the frame and adds it to the map's features of its class.
pub fn place(
    reporter: &mut Reporter,
    ground: &mut Ground,
    tally: &mut Tally,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
    drawn: ProjectedShape,
) -> Option<()> {
    tally.osm_source_at = tally.osm_source_at.or_else(|| osm_source(feature));
    let label = label(reporter, layer.name.as_deref(), feature, id)?;
    ground.upright.add(&ground.frame, &drawn);
    let frame = &ground.frame;
    let (mut areas, mut lines, mut points) = (Vec::new(), Vec::new(), Vec::new());
    match &drawn {
        ProjectedShape::Polygons(polygons) => {
            areas = polygons
                .iter()
                .flat_map(|rings| clip::polygon(frame, rings))
                .collect::<Vec<Polygon>>()
        }
        ProjectedShape::Lines(parts) => {
            lines = parts.iter().flat_map(|part| clip::line(frame, part)).collect::<Vec<Polyline>>()
        }
        ProjectedShape::Points(all) => {
            points = all.iter().copied().filter(|&point| frame.contains(point)).collect::<Vec<_>>()
        }
    }
    if let ProjectedShape::Points(all) = &drawn
        && POINT_CLASSES.contains(&layer.class.value)
    {
        ground.places.insert(id.as_str().to_owned(), all[0]);
    }
    if areas.is_empty() && lines.is_empty() && points.is_empty() {
        if layer.class.value == LayerClass::Road {
            ground.roads_outside.insert(id.as_str().to_owned());
        }
        tally.outside.push(outside::Outside::new(id, feature.label_span(), frame, &drawn));
        return Some(());
    }
    if points.len() > 1 {
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_GEOMETRY, message!("`{id}` has several points"))
                .group_key(["points"])
                .at(feature.label_span(), format!("{} points inside the frame", points.len()))
                .help("make each point a separate feature with its own id: in QGIS, Vector › Geometry Tools › Multipart to Singleparts"),
        );
        return None;
    }
    let area = |parts| pack::Area { id: id.clone(), parts };
    let mut words = PropertyReader::new(reporter, feature, id);
    let kind_key = layer.kind_key();
    let (map, scenery) = (&mut ground.map, &mut ground.scenery);
    match layer.class.value {
        LayerClass::Woods => map.woods.push(area(areas)),
        LayerClass::Buildings => map.buildings.push(area(areas)),
        LayerClass::Marsh => map.marsh.push(area(areas)),
        LayerClass::Impassable => map.impassable.push(area(areas)),
        LayerClass::Water => map.water.push(area(areas)),
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
            let key = layer.width.as_deref().unwrap_or("width_m");
            let width = words.width(key)?;
            if feature.properties.get(key).is_some_and(|written| !written.is_null()) {
                tally.widths.push(Width {
                    id: id.clone(),
                    name: label.name.as_ref().map(|name| name.en.clone()),
                    kind,
                    metres: width.metres(),
                    at: feature.property_span(key),
                });
            }
            map.watercourses.push(pack::Watercourse { id: id.clone(), kind, width, parts: lines });
        }
        LayerClass::Crossing => {
            let kinds =
                [("bridge", pack::CrossingKind::Bridge), ("ford", pack::CrossingKind::Ford)];
            let kind = words.choice(kind_key, &kinds)?;
            // Watercourse and road are set after all layers are read.
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
        LayerClass::Farm => {
            let named = words.text(SYMBOL)?;
            let at = feature.property_span(SYMBOL);
            let names = &mut ground.symbol_names;
            let symbol = symbol::for_farm(reporter, names, id, named.as_deref(), at);
            scenery.farms.push(pack::Farm { id: id.clone(), at: points[0], symbol });
        }
        LayerClass::Place => {
            let rank = words.rank(layer.rank.as_deref().unwrap_or("rank"))?;
            scenery.places.push(pack::Place { id: id.clone(), at: points[0], rank: rank as u8 });
        }
    }
    ground.features.insert(id.clone(), label);
    Some(())
}
