//! The map of a battle of FAB: polygons of areas, with rivers, roads, water and places.
//!
//! Features are read as those of a battlefield are; then the areas become a mesh, in which neighbours
//! share their borders, and the checks of `fab` ask it.

pub(crate) mod border_features;
pub mod layers;

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::fab::PlaceKind;
use sandtable_pack::{Facing, GroundLength, GroundPoint, MapId, Polygon};
use sandtable_source::message::Owner;
use sandtable_source::{Diagnostic, FileId, ProjectPath, Span, Spanned, code, message};
use sandtable_terrain::Mesh;

use crate::area_map::layers::{IdOf, Layer, LayerRead, Opened};
use crate::geometry::clip;
use crate::listing::{Listed, each_once, elsewhere};
use crate::printed_texts::{credits_of, printable};
use crate::{frame, graticule};
use sandtable_authored::FileKind;
use sandtable_authored::Frame;
use sandtable_authored::fab::{AreaMap, AreaPolygons, MapLayer, MapLayerClass};
use sandtable_authored::note_default_by;
use sandtable_authored::printed;
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

/// What a map of areas holds, read and in its frame.
pub struct AreaGround {
    /// Its id.
    pub id: MapId,
    /// Its frame.
    pub frame: Frame,
    /// The scale of the printed map.
    pub scale: pack::Scale,
    /// The direction of true north.
    pub north: Facing,
    /// Its title.
    pub title: pack::Text,
    /// Its subtitle.
    pub subtitle: Option<pack::Text>,
    /// Both as they are written.
    pub texts: Vec<Text>,
    /// How it is drawn.
    pub style: pack::StyleName,
    /// Sources and licences.
    pub credits: Vec<pack::Credit>,
    /// Where meridians and parallels meet the neatline.
    pub graticule: Vec<pack::GraticuleTick>,
    /// The areas in the order of their file, as they are numbered in the mesh.
    pub areas: Vec<DrawnArea>,
    /// The geometry of the areas.
    pub mesh: Mesh,
    /// What each area is after snapping; nothing is left of one that is smaller than the distance.
    pub shapes: Vec<Vec<Polygon>>,
    /// How close vertices are joined.
    pub snap: GroundLength,
    /// Borders shorter than this make no neighbours.
    pub min_shared: GroundLength,
    /// How far from a border a river runs along it.
    pub along: GroundLength,
    /// Rivers, as drawn.
    pub rivers: Vec<DrawnLine>,
    /// Roads, as drawn.
    pub roads: Vec<DrawnLine>,
    /// Water, as drawn.
    pub water: Vec<DrawnArea>,
    /// Places, as drawn.
    pub places: Vec<DrawnPlace>,
    /// The line that names the file of the areas.
    pub areas_at: Span,
    /// Classes that have a layer, of which all was read.
    pub whole: Vec<MapLayerClass>,
}

/// An area, or a piece of water.
pub struct DrawnArea {
    /// Its id.
    pub id: String,
    /// Where it is written.
    pub at: Span,
    /// Its name.
    pub name: Option<pack::Text>,
    /// Its parts, in the map frame.
    pub parts: Vec<Polygon>,
}

/// A river or a road.
pub struct DrawnLine {
    /// Its id.
    pub id: String,
    /// Where it is written.
    pub at: Span,
    /// Its name.
    pub name: Option<pack::Text>,
    /// Its parts, in the map frame.
    pub parts: Vec<Vec<GroundPoint>>,
}

/// A town or the like.
pub struct DrawnPlace {
    pub name: pack::Text,
    pub kind: PlaceKind,
    pub at: GroundPoint,
}

/// The ground of a map of areas; `None` when there is no frame, or areas could not be read, so that
/// whatever is compared with them would fail.
pub fn load(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
    asked_by: Option<Span>,
) -> Option<AreaGround> {
    let file = sources.read_text(reporter, path, asked_by)?;
    let map = read_map(sources, reporter, file, asked_by)?;
    reporter.allow(map.allow.as_ref());
    letters(reporter, &map);
    let frame = frame::read(reporter, &frame::Framed::of_areas(&map))?;
    frame::corners(reporter, &map.frame, &frame);
    let distances = Distances::of(reporter, &map);
    let (((areas, areas_read), others), found) = reporter.set_aside(|reporter| {
        let areas = layers::areas(sources, reporter, &frame, path, &map.areas);
        (areas, Others::read(sources, reporter, &frame, path, &map))
    });
    let is_empty = areas.is_empty() && others.is_empty();
    let least = if map.layers.as_ref().is_none_or(Vec::is_empty) { 1 } else { 2 };
    if is_empty && elsewhere(reporter, &map.frame.centre, least, &found) {
        return None;
    }
    reporter.diagnostics.extend(found);
    let of_osm = areas_read.of_osm.or(others.of_osm);
    crate::credits::check(reporter, file, map.credits.as_ref(), of_osm);
    if !areas_read.is_whole {
        return None;
    }
    let polygons: Vec<Vec<Polygon>> = areas.iter().map(|area| area.parts.clone()).collect();
    let mesh = Mesh::new(&polygons, distances.snap);
    let ground = AreaGround {
        id: MapId::new(&map.id).ok()?,
        scale: map.scale.0,
        north: Facing::from_degrees(-frame.rotation),
        title: printed(&map.title),
        subtitle: map.subtitle.as_ref().map(printed),
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
        whole: others.whole,
        frame,
    };
    // Distances that could not be read would tell of borders that are not there.
    let is_read = |at: Option<Span>| at.is_none_or(|at| !reporter.is_stand_in(at));
    let AreaPolygons { snap, min_shared, along, .. } = &map.areas;
    let distances = [snap, min_shared, along].map(|one| one.as_ref().map(|one| one.span));
    (distances.into_iter().chain([Some(map.scale.span)]).all(is_read)).then_some(ground)
}

/// The map as it is written. A file that is none is told at the line of the scenario too.
fn read_map(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    file: FileId,
    asked_by: Option<Span>,
) -> Option<AreaMap> {
    let (map, found) =
        reporter.set_aside(|reporter| sources.read_tree(reporter, file, FileKind::AreaMap));
    for finding in found.sorted() {
        let is_other = matches!(finding.code, code::OTHER_FILE | code::MISSING_KEY);
        reporter.diagnostics.push(match asked_by.filter(|_| is_other && map.is_none()) {
            Some(at) => finding.clone().also(at, "the scenario names it as its map here"),
            None => finding.clone(),
        });
    }
    map
}

impl AreaGround {
    /// "longitude …, latitude …" of a place.
    pub fn place(&self, at: GroundPoint) -> String {
        let at = self.frame.coordinate_of(at);
        format!("longitude {:.5}, latitude {:.5}", at.longitude, at.latitude)
    }

    /// What of a polygon lies within the frame.
    pub fn clipped(&self, polygon: &Polygon) -> Vec<Polygon> {
        let rings: Vec<Vec<GroundPoint>> = polygon.rings().map(<[GroundPoint]>::to_vec).collect();
        clip::polygon(&self.frame, &rings)
    }

    /// The number of an area in the mesh.
    pub fn number(&self, id: &str) -> Option<usize> {
        self.areas.iter().position(|area| area.id == id)
    }

    /// Is nothing left of an area after snapping?
    pub fn is_swallowed(&self, area: usize) -> bool {
        self.shapes[area].is_empty()
    }

    /// The name of an area, as the map's file gives it.
    pub fn name(&self, id: &str) -> Option<&pack::Text> {
        self.areas[self.number(id)?].name.as_ref()
    }

    /// Is there a layer of this class, of which every feature could be read?
    pub fn has_whole(&self, class: MapLayerClass) -> bool {
        self.whole.contains(&class)
    }
}

/// Distances by which borders are compared.
struct Distances {
    snap: GroundLength,
    min_shared: GroundLength,
    along: GroundLength,
}

impl Distances {
    /// Those of the map, or what counts where they are left out (FAB-G11).
    fn of(reporter: &mut Reporter, map: &AreaMap) -> Self {
        let areas = &map.areas;
        let mut distance = |key: &'static str, written: Option<&Spanned<GroundDistance>>, other| {
            if let Some(written) = written {
                return written.0;
            }
            if !reporter.is_unread(areas.span, key) {
                let value = format!("{other}");
                note_default_by(
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
        // A tenth of a millimetre is as fine as a pen.
        let fine = GroundLength::from_centimetres((map.scale.0.denominator() / 100).max(1) as i32);
        let snap = distance("snap", areas.snap.as_ref(), fine);
        let min_shared = distance("min_shared", areas.min_shared.as_ref(), unwritten_along(snap));
        let along = distance("along", areas.along.as_ref(), min_shared);
        Self { snap, min_shared, along }
    }
}

/// How long a border of neighbours is at least, and how far from it a river runs along it, where a map
/// says neither (FAB-G11, FAB-G13).
pub fn unwritten_along(snap: GroundLength) -> GroundLength {
    GroundLength::from_centimetres(snap.centimetres().saturating_mul(4))
}

/// Warns of what cannot be printed of the map's own texts.
fn letters(reporter: &mut Reporter, map: &AreaMap) {
    for text in texts(map) {
        printable(reporter, text);
    }
}

/// The map's own texts.
fn texts(map: &AreaMap) -> impl Iterator<Item = &Text> {
    std::iter::once(&map.title).chain(&map.subtitle)
}

/// Where each id stands; features have ids once in all layers of a class.
pub type Ids = BTreeMap<String, Span>;

/// What is drawn besides areas.
#[derive(Default)]
struct Others {
    rivers: Vec<DrawnLine>,
    roads: Vec<DrawnLine>,
    water: Vec<DrawnArea>,
    places: Vec<DrawnPlace>,
    whole: Vec<MapLayerClass>,
    /// Where the first feature says that it comes from OpenStreetMap.
    of_osm: Option<Span>,
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
        // A town may be called as the area in which it lies.
        let mut ids: BTreeMap<MapLayerClass, Ids> = BTreeMap::new();
        let mut layers: Vec<&MapLayer> = map.layers.iter().flatten().collect();
        layers.retain(|layer| !reporter.is_stand_in(layer.class.span));
        layers.sort_by_key(|layer| layer.class.value);
        // A class of which a layer is not read is not whole, and nobody is told what it lacks.
        let (layers, mut unread) = each_once(reporter, path, layers);
        for layer in layers {
            let class = layer.class.value;
            let ids = ids.entry(class).or_default();
            let read = others.read_layer(sources, reporter, frame, ids, path, layer);
            others.of_osm = others.of_osm.or(read.of_osm);
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
        let Some(opened) = Opened::named(sources, reporter, map, &written.file) else {
            return LayerRead::default();
        };
        let layer = Layer {
            opened,
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

/// Two areas, or other features, of one id.
fn twice(reporter: &mut Reporter, id: &str, again: Span, first: Span) {
    reporter.diagnostics.push(
        Diagnostic::new(code::DUPLICATE_ID, message!("two features have the id `{id}`"))
            .like([id])
            .at(again, "again here")
            .also(first, "first here")
            .help("ids are unique in all layers of a class: rename one; an area of several parts is one MultiPolygon: in QGIS, Processing Toolbox › Dissolve, by `id`"),
    );
}
