//! A QGIS project of a map: its layers in drawing order with the colours of the printed sheet, edit
//! forms for feature properties, the frame's outline, and snapping. QGIS then edits the same files
//! that `check` reads.
//!
//! The output is the XML of QGIS 3, without anything specific to the machine: paths are relative,
//! and the same map gives the same bytes. Features are neither read nor copied. Users may add base
//! maps and views to their project.

pub(crate) mod column;
pub(crate) mod element;
pub(crate) mod project;
pub(crate) mod sheet;
pub(crate) mod style;
pub(crate) mod terrain;

use sandtable_pack as pack;
use sandtable_source::{Diagnostics, Files, ProjectPath, SourceMap, Spanned};

use sandtable_authored as authored;
use sandtable_authored::FileKind;
use sandtable_authored::Frame;
use sandtable_authored::fab::{AreaMap, MapLayerClass};
use sandtable_authored::{LayerClass, Text};
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map::LayerSource;
use sandtable_map::ShapeKind;
use sandtable_map::{AuthoredLimits, feature_places, read_feature, read_frame, read_style};

/// The result of a project export.
pub struct QgisOutcome {
    /// The project; `None` if no map could be read.
    pub project: Option<QgisProject>,
    /// The diagnostics of the files read; `check` reports more.
    pub diagnostics: Diagnostics,
    /// The files read, to show source locations.
    pub sources: SourceMap,
}

/// A map to show in QGIS.
pub struct QgisProject {
    /// The map file.
    pub map: ProjectPath,
    id: String,
    title: String,
    frame: Frame,
    scale: pack::Scale,
    style: pack::Style,
    elevation: Option<String>,
    /// The layers, from bottom to top.
    layers: Vec<Layer>,
}

/// A layer file of the map.
pub(crate) struct Layer {
    /// The file path, relative to the map.
    file: String,
    class: Class,
    keys: Keys,
    /// Whether the layer has no features, in which case QGIS needs its geometry type.
    is_empty: bool,
}

/// The type of a layer's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Terrain of a battlefield.
    Ground(LayerClass),
    /// Polygons of an area map.
    Areas,
    /// Other layers of an area map.
    Area(MapLayerClass),
}

/// The property names that the readers use.
struct Keys {
    id: String,
    name: String,
    kind: String,
    level: String,
    rank: String,
    width: String,
    hill: String,
}

impl Default for Keys {
    fn default() -> Self {
        let [id, name, kind, level, rank, width, hill] =
            ["id", "name", "kind", "level", "rank", "width_m", "hill"].map(str::to_owned);
        Self { id, name, kind, level, rank, width, hill }
    }
}

impl QgisProject {
    /// The project file. `folder` is the relative path from the project's folder to the map's, with
    /// forward slashes; it is empty if both are the same.
    pub fn xml(&self, folder: &str) -> String {
        project::build(self, folder).document()
    }
}

/// Creates the QGIS project of a map, or of a scenario's map.
pub fn qgis_project(files: &dyn Files, path: &ProjectPath) -> QgisOutcome {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let project = read_project(&mut sources, &mut reporter, path);
    QgisOutcome { project, diagnostics: reporter.close(), sources: sources.texts }
}

fn read_project(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) -> Option<QgisProject> {
    let (path, named_at) = sources.map_of(reporter, path)?;
    let file = sources.read_text(reporter, &path, named_at)?;
    let tree = sources.tree_of(reporter, &path, named_at)?;
    match FileKind::detect(&tree) {
        Some(FileKind::AreaMap) => {
            let map: AreaMap = sources.read_tree(reporter, file, FileKind::AreaMap)?;
            read_areas(sources, reporter, path, &map)
        }
        _ => {
            let map: authored::Map = sources.read_tree(reporter, file, FileKind::Map)?;
            read_ground(sources, reporter, path, &map)
        }
    }
}

fn read_ground(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: ProjectPath,
    map: &authored::Map,
) -> Option<QgisProject> {
    let frame = read_frame(reporter, &AuthoredLimits::of(map))?;
    let style = read_style(reporter, map.style.as_ref());
    let mut layers: Vec<Layer> = Vec::new();
    for listed in map.layers.iter() {
        if reporter.is_stand_in(listed.class.span) {
            continue;
        }
        let word = |own: &Option<String>, usual: &str| own.as_deref().unwrap_or(usual).to_owned();
        let keys = Keys {
            id: word(&listed.id, "id"),
            name: word(&listed.name, "name"),
            kind: listed.kind_key().to_owned(),
            level: word(&listed.level, "level"),
            rank: word(&listed.rank, "rank"),
            width: word(&listed.width, "width_m"),
            hill: word(&listed.hill, "hill"),
        };
        let class = Class::Ground(listed.class.value);
        layers.extend(Layer::read(sources, reporter, &path, &listed.file, class, keys));
    }
    let elevation = map.elevation.as_ref().map(|relief| relief.file.value.clone());
    let style = style.named(style.name);
    Some(QgisProject::new(path, &map.id, &map.title, frame, map.scale.0, style, elevation, layers))
}

fn read_areas(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: ProjectPath,
    map: &AreaMap,
) -> Option<QgisProject> {
    let frame = read_frame(reporter, &AuthoredLimits::for_areas(map))?;
    let word = |own: Option<&str>, usual: &str| own.unwrap_or(usual).to_owned();
    let id = word(map.areas.id.as_deref().map(String::as_str), "id");
    let keys = Keys { id, ..Keys::default() };
    let mut layers: Vec<Layer> = Vec::new();
    layers.extend(Layer::read(sources, reporter, &path, &map.areas.file, Class::Areas, keys));
    for listed in map.layers.iter().flatten() {
        let keys = Keys {
            id: word(listed.id.as_deref().map(String::as_str), "id"),
            name: word(listed.name.as_deref(), "name"),
            kind: word(listed.kind.as_deref(), "kind"),
            ..Keys::default()
        };
        let class = Class::Area(listed.class.value);
        layers.extend(Layer::read(sources, reporter, &path, &listed.file, class, keys));
    }
    let name = map.style.as_ref().map_or(pack::StyleName::Staff, |style| style.value.0);
    let style = pack::Style::built_in(name);
    Some(QgisProject::new(path, &map.id, &map.title, frame, map.scale.0, style, None, layers))
}

impl QgisProject {
    #[allow(clippy::too_many_arguments, reason = "independent parts, combined in one place")]
    fn new(
        map: ProjectPath,
        id: &str,
        title: &Text,
        frame: Frame,
        scale: pack::Scale,
        style: pack::Style,
        elevation: Option<String>,
        mut layers: Vec<Layer>,
    ) -> Self {
        layers.sort_by_key(|layer| layer.class.drawing_order());
        let (id, title) = (id.to_owned(), title.en.clone());
        Self { map, id, title, frame, scale, style, elevation, layers }
    }
}

impl Layer {
    /// Reads a layer, or returns `None` after reporting why it cannot.
    fn read(
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        map: &ProjectPath,
        named: &Spanned<String>,
        class: Class,
        keys: Keys,
    ) -> Option<Self> {
        let LayerSource { file, .. } = LayerSource::open(sources, reporter, map, named)?;
        let features = feature_places(sources, reporter, file).unwrap_or_default();
        let text = sources.texts.file(file).text();
        let draws =
            |at| read_feature(reporter, file, text, at).is_some_and(|feature| feature.is_drawn());
        let is_empty = !features.into_iter().any(draws);
        Some(Self { file: named.value.clone(), class, keys, is_empty })
    }
}

impl Class {
    /// The geometry type of the features.
    const fn shape(self) -> ShapeKind {
        match self {
            Self::Ground(class) => sandtable_map::kind_of(class),
            Self::Areas | Self::Area(MapLayerClass::Water) => ShapeKind::Polygons,
            Self::Area(MapLayerClass::River | MapLayerClass::Road) => ShapeKind::Lines,
            Self::Area(MapLayerClass::Place) => ShapeKind::Points,
        }
    }

    /// Whether the layer holds the map's place names.
    const fn has_place_names(self) -> bool {
        matches!(self, Self::Ground(LayerClass::Place) | Self::Areas)
    }

    /// The drawing order of the layer, as on the printed map.
    const fn drawing_order(self) -> u8 {
        use LayerClass as Of;
        match self {
            Self::Areas | Self::Ground(Of::Field) => 0,
            Self::Area(MapLayerClass::Water) | Self::Ground(Of::Hill) => 1,
            Self::Area(MapLayerClass::River) | Self::Ground(Of::Orchard) => 2,
            Self::Area(MapLayerClass::Road) | Self::Ground(Of::Woods) => 3,
            Self::Area(MapLayerClass::Place) | Self::Ground(Of::Marsh) => 4,
            Self::Ground(Of::Impassable) => 5,
            Self::Ground(Of::Watercourse | Of::Water) => 6,
            Self::Ground(Of::Buildings) => 7,
            Self::Ground(Of::Railroad) => 8,
            Self::Ground(Of::Road) => 9,
            Self::Ground(Of::Crossing) => 10,
            Self::Ground(Of::Crest) => 11,
            Self::Ground(Of::Farm) => 12,
            Self::Ground(Of::Zone) => 13,
            Self::Ground(Of::Place) => 14,
        }
    }

    /// The layer's title in QGIS.
    const fn title(self) -> &'static str {
        use LayerClass as Of;
        match self {
            Self::Ground(Of::Woods) => "Woods",
            Self::Ground(Of::Buildings) => "Buildings",
            Self::Ground(Of::Hill) => "Hills",
            Self::Ground(Of::Crest) => "Crests",
            Self::Ground(Of::Marsh) => "Marsh",
            Self::Ground(Of::Impassable) => "Impassable",
            Self::Ground(Of::Water) => "Lakes and sea",
            Self::Ground(Of::Watercourse) => "Watercourses (drawn downstream)",
            Self::Ground(Of::Crossing) => "Bridges and fords",
            Self::Ground(Of::Road) | Self::Area(MapLayerClass::Road) => "Roads",
            Self::Ground(Of::Railroad) => "Railroads",
            Self::Ground(Of::Orchard) => "Orchards and groves",
            Self::Ground(Of::Field) => "Fields",
            Self::Ground(Of::Farm) => "Farms",
            Self::Ground(Of::Place) | Self::Area(MapLayerClass::Place) => "Places",
            Self::Ground(Of::Zone) => "Set-up zones",
            Self::Areas => "Areas",
            Self::Area(MapLayerClass::River) => "Rivers",
            Self::Area(MapLayerClass::Water) => "Sea and lakes",
        }
    }

    /// The id prefix of new features.
    const fn id_prefix(self) -> &'static str {
        use LayerClass as Of;
        match self {
            Self::Ground(Of::Woods) => "wood",
            Self::Ground(Of::Buildings) => "block",
            Self::Ground(Of::Watercourse) => "water",
            Self::Ground(class) => class.word(),
            Self::Areas => "area",
            Self::Area(class) => class.word(),
        }
    }
}
