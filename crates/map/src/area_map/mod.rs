//! The map of a FAB battle: area polygons, rivers, roads, water areas and places.
//!
//! Reads features as for a battlefield, then joins the areas into a mesh in which neighbours share
//! borders. The FAB checks query the mesh.

pub(crate) mod border_features;
pub mod layers;

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::fab::PlaceKind;
use sandtable_pack::{Facing, GroundLength, GroundPoint, MapId, Polygon};
use sandtable_source::message::{Owner, duplicate};
use sandtable_source::{Diagnostic, FileId, ProjectPath, Read, Span, Spanned, code};
use sandtable_terrain::Mesh;

use crate::area_map::layers::{IdOf, Layer, LayerRead, LayerSource};
use crate::geometry::clip;
use crate::listing::{Listed, report_distant_layers, without_duplicates};
use crate::printed_texts::{credits_of, printable};
use crate::{frame, graticule};
use sandtable_authored::FileKind;
use sandtable_authored::Frame;
use sandtable_authored::fab::{AreaMap, AreaPolygons, MapLayer, MapLayerClass};
use sandtable_authored::note_default_for_rule;
use sandtable_authored::to_printed;
use sandtable_authored::{GroundDistance, Text};
use sandtable_authored::{Reporter, SourceReader};

impl Listed for MapLayer {
    type Class = MapLayerClass;

    fn file(&self) -> &Spanned<String> {
        &self.file
    }

    fn class(&self) -> MapLayerClass {
        self.class.value
    }
}

/// The contents of an area map, projected to its frame.
pub struct AreaGround {
    /// The map's id.
    pub id: MapId,
    /// The map's frame.
    pub frame: Frame,
    /// The scale of the printed map.
    pub scale: pack::Scale,
    /// The direction of true north.
    pub north: Facing,
    /// The units of the scale bars.
    pub units: pack::UnitSystem,
    /// The map's title.
    pub title: pack::Text,
    /// The map's subtitle.
    pub subtitle: Option<pack::Text>,
    /// The title and subtitle with their source spans.
    pub texts: Vec<Text>,
    /// The drawing style.
    pub style: pack::StyleName,
    /// The sources and licences.
    pub credits: Vec<pack::Credit>,
    /// Ticks where meridians and parallels intersect the neatline.
    pub graticule: Vec<pack::GraticuleTick>,
    /// The areas in file order; the mesh uses the same indices.
    pub areas: Vec<DrawnArea>,
    /// The geometry of the areas.
    pub mesh: Mesh,
    /// The polygons of each area after snapping; empty for an area smaller than the snap distance.
    pub shapes: Vec<Vec<Polygon>>,
    /// The distance within which vertices snap together.
    pub snap: GroundLength,
    /// The minimum length of a border that makes areas neighbours.
    pub min_shared: GroundLength,
    /// The maximum distance between a border and a river along it.
    pub along: GroundLength,
    /// The rivers.
    pub rivers: Vec<DrawnLine>,
    /// The roads.
    pub roads: Vec<DrawnLine>,
    /// The water areas.
    pub water: Vec<DrawnArea>,
    /// The places.
    pub places: Vec<DrawnPlace>,
    /// The span of the area layer's file name.
    pub areas_at: Span,
    /// The classes that have layers with only valid features.
    pub complete_classes: Vec<MapLayerClass>,
}

/// An area, or a water area.
pub struct DrawnArea {
    /// The area's id.
    pub id: String,
    /// The area's source span.
    pub at: Span,
    /// The area's name.
    pub name: Option<pack::Text>,
    /// The area's parts, in the map frame.
    pub parts: Vec<Polygon>,
}

/// A river or a road.
pub struct DrawnLine {
    /// The line's id.
    pub id: String,
    /// The line's source span.
    pub at: Span,
    /// The line's name.
    pub name: Option<pack::Text>,
    /// The line's parts, in the map frame.
    pub parts: Vec<Vec<GroundPoint>>,
}

/// A town or another named place.
pub struct DrawnPlace {
    /// The place's source span.
    pub span: Span,
    pub name: pack::Text,
    pub kind: PlaceKind,
    pub at: GroundPoint,
}

/// Loads an area map. Returns `None` without a valid frame or complete areas, because checks would
/// report false errors.
pub fn load(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
    asked_by: Option<Span>,
) -> Option<AreaGround> {
    let file = sources.read_text(reporter, path, asked_by)?;
    let map: AreaMap = read_map(sources, reporter, file, FileKind::AreaMap, asked_by)?;
    reporter.add_allowances(map.allow.as_ref());
    letters(reporter, &map);
    let frame = frame::read(reporter, &frame::AuthoredLimits::for_areas(&map))?;
    frame::corners(reporter, &map.frame, &frame);
    let distances = Distances::of(reporter, &map);
    let (((areas, areas_read), others), found) = reporter.capture_diagnostics(|reporter| {
        let areas = layers::areas(sources, reporter, &frame, path, &map.areas);
        (areas, Others::read(sources, reporter, &frame, path, &map))
    });
    let is_empty = areas.is_empty() && others.is_empty();
    let least = if map.layers.as_ref().is_none_or(Vec::is_empty) { 1 } else { 2 };
    if is_empty && report_distant_layers(reporter, &map.frame.centre, least, &found) {
        return None;
    }
    reporter.diagnostics.extend(found);
    let osm_source_at = areas_read.osm_source_at.or(others.osm_source_at);
    crate::credits::check(reporter, file, map.credits.as_ref(), osm_source_at);
    if !areas_read.is_whole {
        return None;
    }
    let polygons: Vec<Vec<Polygon>> = areas.iter().map(|area| area.parts.clone()).collect();
    let mesh = Mesh::new(&polygons, distances.snap);
    let ground = AreaGround {
        id: MapId::new(&map.id).ok()?,
        scale: map.scale.0,
        north: Facing::from_degrees(-frame.rotation),
        units: crate::units::of(map.units.as_ref(), &frame),
        title: to_printed(&map.title),
        subtitle: map.subtitle.as_ref().map(to_printed),
        texts: texts(&map).cloned().collect(),
        style: map.style.as_ref().map_or(pack::StyleName::Staff, |style| style.value.0),
        credits: credits_of(map.credits.as_ref()),
        graticule: graticule::ticks(&frame),
        shapes: mesh.polygons(),
        mesh,
        areas,
        snap: distances.snap,
        min_shared: distances.min_shared,
        along: distances.along,
        rivers: others.rivers,
        roads: others.roads,
        water: others.water,
        places: others.places,
        areas_at: map.areas.file.span,
        complete_classes: others.whole,
        frame,
    };
    // Invalid distances would give false borders.
    let is_read = |at: Option<Span>| at.is_none_or(|at| !reporter.is_stand_in(at));
    let AreaPolygons { snap, min_shared, along, .. } = &map.areas;
    let distances = [snap, min_shared, along].map(|one| one.as_ref().map(|one| one.span));
    (distances.into_iter().chain([Some(map.scale.span)]).all(is_read)).then_some(ground)
}

/// Reads a map file. An error about the whole file also points to the scenario line that names it.
pub(crate) fn read_map<T: Read>(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    file: FileId,
    kind: FileKind,
    asked_by: Option<Span>,
) -> Option<T> {
    let (map, found) =
        reporter.capture_diagnostics(|reporter| sources.read_tree(reporter, file, kind));
    for finding in found.sorted() {
        let is_other = matches!(finding.code, code::OTHER_FILE | code::MISSING_KEY);
        reporter.diagnostics.push(match asked_by.filter(|_| is_other && map.is_none()) {
            Some(at) => finding.clone().also(at, "used as the map here"),
            None => finding.clone(),
        });
    }
    map
}

impl AreaGround {
    /// Formats a point as "longitude …, latitude …".
    pub fn place(&self, at: GroundPoint) -> String {
        let at = self.frame.point_to_coordinate(at);
        format!("longitude {:.5}, latitude {:.5}", at.longitude, at.latitude)
    }

    /// Clips a polygon to the frame.
    pub fn clip(&self, polygon: &Polygon) -> Vec<Polygon> {
        let rings: Vec<Vec<GroundPoint>> = polygon.rings().map(<[GroundPoint]>::to_vec).collect();
        clip::polygon(&self.frame, &rings)
    }

    /// The index of an area in the mesh.
    pub fn number(&self, id: &str) -> Option<usize> {
        self.areas.iter().position(|area| area.id == id)
    }

    /// Whether snapping removes the whole area.
    pub fn vanishes_on_snapping(&self, area: usize) -> bool {
        self.shapes[area].is_empty()
    }

    /// The name of an area in the map file.
    pub fn name(&self, id: &str) -> Option<&pack::Text> {
        self.areas[self.number(id)?].name.as_ref()
    }

    /// Whether a class has layers with only valid features.
    pub fn is_complete(&self, class: MapLayerClass) -> bool {
        self.complete_classes.contains(&class)
    }
}

/// The tolerances for comparing borders.
struct Distances {
    snap: GroundLength,
    min_shared: GroundLength,
    along: GroundLength,
}

impl Distances {
    /// Returns the tolerances of the map, or their defaults (FAB-G11).
    fn of(reporter: &mut Reporter, map: &AreaMap) -> Self {
        let areas = &map.areas;
        let mut distance = |key: &'static str, written: Option<&Spanned<GroundDistance>>, other| {
            if let Some(written) = written {
                return written.0;
            }
            if !reporter.is_unread(areas.span, key) {
                let value = format!("{other}");
                note_default_for_rule(
                    reporter,
                    Some("FAB-G11"),
                    areas.span,
                    key,
                    Owner::Kind("the areas"),
                    &value,
                );
            }
            other
        };
        // A tenth of a millimetre on paper is a fine pen line.
        let fine = GroundLength::from_centimetres((map.scale.0.denominator() / 100).max(1) as i32);
        let snap = distance("snap", areas.snap.as_ref(), fine);
        let min_shared = distance("min_shared", areas.min_shared.as_ref(), default_along(snap));
        let along = distance("along", areas.along.as_ref(), min_shared);
        Self { snap, min_shared, along }
    }
}

/// The default of `min_shared` and `along`: the minimum length of a border between neighbours, and
/// the maximum distance between a border and a river along it (FAB-G11, FAB-G13).
pub fn default_along(snap: GroundLength) -> GroundLength {
    GroundLength::from_centimetres(snap.centimetres().saturating_mul(4))
}

/// Warns of unprintable characters in the title and subtitle.
fn letters(reporter: &mut Reporter, map: &AreaMap) {
    for text in texts(map) {
        printable(reporter, text);
    }
}

/// The title and subtitle.
fn texts(map: &AreaMap) -> impl Iterator<Item = &Text> {
    std::iter::once(&map.title).chain(&map.subtitle)
}

/// The span of each id; ids are unique within a class.
pub type Ids = BTreeMap<String, Span>;

/// All features other than areas.
#[derive(Default)]
struct Others {
    rivers: Vec<DrawnLine>,
    roads: Vec<DrawnLine>,
    water: Vec<DrawnArea>,
    places: Vec<DrawnPlace>,
    whole: Vec<MapLayerClass>,
    /// The first feature that cites OpenStreetMap as its source.
    osm_source_at: Option<Span>,
}

impl Others {
    fn read(
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        frame: &Frame,
        path: &ProjectPath,
        map: &AreaMap,
    ) -> Self {
        let mut others = Self::default();
        // A town may have the same id as its area.
        let mut ids: BTreeMap<MapLayerClass, Ids> = BTreeMap::new();
        let mut layers: Vec<&MapLayer> = map.layers.iter().flatten().collect();
        layers.retain(|layer| !reporter.is_stand_in(layer.class.span));
        layers.sort_by_key(|layer| layer.class.value);
        // A class with an unread layer is incomplete; do not report missing features for it.
        let (layers, mut unread) = without_duplicates(reporter, path, layers);
        for layer in layers {
            let class = layer.class.value;
            let ids = ids.entry(class).or_default();
            let read = others.read_layer(sources, reporter, frame, ids, path, layer);
            others.osm_source_at = others.osm_source_at.or(read.osm_source_at);
            match read.is_whole {
                true => others.whole.push(class),
                false => unread.push(class),
            }
        }
        others.whole.retain(|class| !unread.contains(class));
        others
    }

    fn is_empty(&self) -> bool {
        self.rivers.is_empty()
            && self.roads.is_empty()
            && self.water.is_empty()
            && self.places.is_empty()
    }

    /// Reads a layer.
    fn read_layer(
        &mut self,
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        frame: &Frame,
        ids: &mut Ids,
        map: &ProjectPath,
        written: &MapLayer,
    ) -> LayerRead {
        let class = written.class.value;
        let kind = written.kind.as_deref().unwrap_or("kind");
        let Some(opened) = LayerSource::open(sources, reporter, map, &written.file) else {
            return LayerRead::default();
        };
        let layer = Layer {
            source: opened,
            id: IdOf::Property(written.id.as_deref().map(String::as_str)),
            name: written.name.as_deref(),
            noun: match class {
                MapLayerClass::River => "river",
                MapLayerClass::Road => "road",
                MapLayerClass::Water => "water",
                MapLayerClass::Place => "place",
            },
        };
        match class {
            MapLayerClass::River => {
                layers::lines(sources, reporter, frame, &layer, ids, &mut self.rivers)
            }
            MapLayerClass::Road => {
                layers::lines(sources, reporter, frame, &layer, ids, &mut self.roads)
            }
            MapLayerClass::Water => {
                layers::polygons(sources, reporter, frame, &layer, ids, &mut self.water)
            }
            MapLayerClass::Place => {
                layers::places(sources, reporter, frame, &layer, kind, ids, &mut self.places)
            }
        }
    }
}

/// Reports a duplicate id.
fn report_duplicate(reporter: &mut Reporter, id: &str, again: Span, first: Span) {
    reporter.diagnostics.push(
        Diagnostic::new(code::DUPLICATE_ID, duplicate("id", id))
            .group_key([id])
            .at(again, "duplicate")
            .also(first, "first defined here")
            .help("give each feature of a class a unique id; if an area has several parts, make it one MultiPolygon: in QGIS, Processing Toolbox › Dissolve, by `id`"),
    );
}
