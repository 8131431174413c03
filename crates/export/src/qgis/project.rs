//! The complete project: layers, canvas and snapping.

use sandtable_pack::Rgb;

use super::column::columns;
use super::element::Element;
use super::style::{LayerStyle, Stroke, Symbol, colour};
use super::{Class, Layer, QgisProject, sheet, terrain};
use sandtable_authored::LayerClass;
use sandtable_map::ShapeKind;

/// The oldest QGIS version tested.
const VERSION: &str = "3.22.0";
/// The snapping distance to vertices and segments, in pixels.
const SNAP_PIXELS: &str = "12";
/// The id of the frame layer.
const FRAME: &str = "sandtable_frame";
/// The id of the elevation layer.
const RELIEF: &str = "sandtable_relief";

/// A layer as listed in a project.
struct LayerEntry {
    id: String,
    title: String,
    source: String,
    provider: &'static str,
}

/// The root element of the project.
pub fn build(project: &QgisProject, folder: &str) -> Element {
    let projection = || sheet::map_projection(project);
    let (mut entries, mut elements) = (Vec::new(), Vec::new());
    if let Some(file) = &project.elevation {
        let relief = LayerEntry {
            id: RELIEF.to_owned(),
            title: "Relief".to_owned(),
            source: layer_source(folder, file),
            provider: "gdal",
        };
        elements.push(raster_layer(&relief));
        entries.push(relief);
    }
    for (index, layer) in project.layers.iter().enumerate() {
        let entry = layer.entry(project, index, folder);
        elements.push(vector_layer(project, layer, &entry));
        entries.push(entry);
    }
    let frame = LayerEntry {
        id: FRAME.to_owned(),
        title: "Frame of the sheet".to_owned(),
        source: sheet::frame_query(&project.frame),
        provider: "virtual",
    };
    elements.push(frame_layer(project, &frame));
    entries.push(frame);
    // The list starts with the top layer.
    entries.reverse();
    let tree = entries.iter().map(LayerEntry::tree_element);
    let order = entries.iter().map(|layer| Element::new("layer").with("id", layer.id.as_str()));
    let canvas = Element::new("mapcanvas")
        .with("name", "theMapCanvas")
        .with("annotationsVisible", "1")
        .with_child(Element::from_text("units", "meters"))
        .with_child(sheet::extent("extent", &project.frame))
        .with_child(Element::from_text("rotation", sheet::canvas_rotation(&project.frame)))
        .with_child(Element::new("destinationsrs").with_child(projection()))
        .with_child(Element::from_text("rendermaptile", "0"));
    let scale = Element::new("Scale").with("Value", project.scale.denominator().to_string());
    let views = Element::new("ProjectViewSettings")
        .with("UseProjectScales", "0")
        .with_child(Element::new("Scales").with_child(scale))
        .with_child(sheet::full_view(&project.frame, projection()));
    Element::new("qgis")
        .with("version", VERSION)
        .with("projectname", project.title.as_str())
        .with_child(Element::new("homePath").with("path", ""))
        .with_child(Element::from_text("title", project.title.as_str()))
        .with_child(Element::new("autotransaction").with("active", "0"))
        .with_child(Element::new("evaluateDefaultValues").with("active", "0"))
        .with_child(Element::new("trust").with("active", "0"))
        .with_child(Element::new("projectCrs").with_child(projection()))
        .with_child(Element::new("layer-tree-group").with_children(tree))
        .with_child(snapping())
        .with_child(canvas)
        .with_child(Element::new("projectlayers").with_children(elements))
        .with_child(Element::new("layerorder").with_children(order))
        .with_child(properties(project.style.sheet.paper))
        .with_child(views)
}

/// A file path relative to the project.
fn layer_source(folder: &str, file: &str) -> String {
    let file = file.strip_prefix("./").unwrap_or(file);
    match folder {
        "" => format!("./{file}"),
        folder => format!("{}/{file}", folder.trim_end_matches('/')),
    }
}

impl LayerEntry {
    fn tree_element(&self) -> Element {
        Element::new("layer-tree-layer")
            .with("id", self.id.as_str())
            .with("name", self.title.as_str())
            .with("source", self.source.as_str())
            .with("providerKey", self.provider)
            .with("checked", "Qt::Checked")
            .with("expanded", "0")
            .with("legend_exp", "")
    }

    /// The layer's element, with the properties common to all layers.
    fn element(&self, kind: &str) -> Element {
        Element::new("maplayer")
            .with("type", kind)
            .with("autoRefreshEnabled", "0")
            .with("hasScaleBasedVisibilityFlag", "0")
            .with("styleCategories", "AllStyleCategories")
            .with_child(Element::from_text("id", self.id.as_str()))
            .with_child(Element::from_text("datasource", self.source.as_str()))
            .with_child(Element::from_text("layername", self.title.as_str()))
            .with_child(Element::new("srs").with_child(sheet::wgs84()))
    }
}

impl Layer {
    /// The layer's project entry, numbered because several layers may have the same class.
    fn entry(&self, project: &QgisProject, index: usize, folder: &str) -> LayerEntry {
        let has_same_class = |other: &&Layer| other.class == self.class;
        let before = project.layers[..index].iter().filter(has_same_class).count();
        let number = if before == 0 { String::new() } else { format!(" {}", before + 1) };
        let mut source = layer_source(folder, &self.file);
        if self.is_empty {
            // Without a geometry type, QGIS would load an empty layer as a table.
            source.push_str("|geometrytype=");
            source.push_str(self.geometry().0);
        }
        LayerEntry {
            // QGIS replaces layer ids of ten characters or fewer and then cannot find the layer.
            id: format!("sandtable_{}{}", self.class.id_prefix(), number.replace(' ', "_")),
            title: format!("{}{number}", self.class.title()),
            source,
            provider: "ogr",
        }
    }

    /// QGIS's names for the geometry type, of features and of layers.
    const fn geometry(&self) -> (&'static str, &'static str) {
        match self.class.shape() {
            ShapeKind::Points => ("Point", "Point"),
            ShapeKind::Lines => ("LineString", "Line"),
            ShapeKind::Polygons => ("Polygon", "Polygon"),
        }
    }
}

fn vector_layer(project: &QgisProject, layer: &Layer, entry: &LayerEntry) -> Element {
    let style = &project.style;
    let is_hills = |layer: &&Layer| layer.class == Class::Ground(LayerClass::Hill);
    let hills = project.layers.iter().position(|layer| is_hills(&layer));
    let hills = hills.map(|at| {
        let hills = &project.layers[at];
        (hills.entry(project, at, "").id, hills.keys.id.as_str())
    });
    let hills = hills.as_ref().map(|(id, key)| (id.as_str(), *key));
    let columns = columns(layer);
    let mut element = entry
        .element("vector")
        .with("geometry", layer.geometry().1)
        .with("wkbType", layer.geometry().0)
        .with_child(Element::from_text("provider", "ogr").with("encoding", "UTF-8"))
        .with_child(terrain::layer_style(layer, style).element());
    let lettering = terrain::lettering(layer, style);
    if let Some(lettering) = &lettering {
        element = element.with_child(lettering.element(layer, style));
    }
    element
        .with("labelsEnabled", if lettering.is_some() { "1" } else { "0" })
        .with_child(
            Element::new("fieldConfiguration")
                .with_children(columns.iter().map(|column| column.field(hills))),
        )
        .with_child(
            Element::new("aliases")
                .with_children(columns.iter().enumerate().map(|(at, column)| column.alias(at))),
        )
        .with_child(Element::new("defaults").with_children(columns.iter().map(|one| one.default())))
        .with_child(
            Element::new("constraints").with_children(columns.iter().map(|one| one.constraint())),
        )
        .with_child(Element::from_text(
            "previewExpression",
            crate::qgis::column::quote_column(&layer.keys.id),
        ))
}

/// The layer of shaded elevation, with heights in metres and positions in degrees.
fn raster_layer(entry: &LayerEntry) -> Element {
    // Metres per degree.
    const METRES: f64 = 111_120.0;
    let shade = Element::new("rasterrenderer")
        .with("type", "hillshade")
        .with("band", "1")
        .with("azimuth", "315")
        .with("angle", "45")
        .with("zfactor", format!("{:.8}", 3.0 / METRES))
        .with("multidirection", "0")
        .with("opacity", "0.3")
        .with("alphaBand", "-1");
    entry
        .element("raster")
        .with_child(Element::from_text("provider", "gdal"))
        .with_child(Element::new("pipe").with_child(shade))
}

fn frame_layer(project: &QgisProject, entry: &LayerEntry) -> Element {
    let line = Stroke::line(colour(project.style.sheet.black), 0.7);
    entry
        .element("vector")
        .with("geometry", "Polygon")
        .with("wkbType", "Polygon")
        .with("labelsEnabled", "0")
        .with_child(Element::from_text("provider", "virtual"))
        .with_child(LayerStyle::Single(Symbol::fill([line])).element())
}

/// Snaps to vertices and segments of all layers.
fn snapping() -> Element {
    Element::new("snapping-settings")
        .with("enabled", "1")
        // All layers; vertices (1) and segments (2).
        .with("mode", "2")
        .with("type", "3")
        .with("tolerance", SNAP_PIXELS)
        .with("unit", "1")
        .with("intersection-snapping", "1")
        .with("self-snapping", "0")
        .with("scaleDependencyMode", "0")
        .with("minScale", "0")
        .with("maxScale", "0")
        .with_child(Element::new("individual-layer-settings"))
}

/// Project entries: relative paths, topological editing, the paper colour, and projection enabled.
fn properties(paper: Rgb) -> Element {
    let whole = |name, value: u8| Element::from_text(name, value.to_string()).with("type", "int");
    Element::new("properties")
        .with_child(
            Element::new("Paths")
                .with_child(Element::from_text("Absolute", "false").with("type", "bool")),
        )
        .with_child(Element::new("Digitizing").with_child(whole("TopologicalEditing", 1)))
        .with_child(
            Element::new("Gui")
                .with_child(whole("CanvasColorRedPart", paper.red))
                .with_child(whole("CanvasColorGreenPart", paper.green))
                .with_child(whole("CanvasColorBluePart", paper.blue)),
        )
        .with_child(
            Element::new("Measurement")
                .with_child(Element::from_text("DistanceUnits", "meters").with("type", "QString")),
        )
        // Without this entry, QGIS ignores the project's projection.
        .with_child(Element::new("SpatialRefSys").with_child(whole("ProjectionsEnabled", 1)))
}
