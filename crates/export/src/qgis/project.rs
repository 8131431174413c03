//! The complete project: layers, canvas, snapping.

use sandtable_pack::Rgb;

use super::column::columns;
use super::element::Element;
use super::look::{Look, Stroke, Symbol, colour};
use super::{Class, Layer, QgisProject, sheet, terrain};
use sandtable_authored::LayerClass;
use sandtable_map::ShapeKind;

/// The oldest QGIS version tested.
const VERSION: &str = "3.22.0";
/// The snapping distance to vertices and segments, in pixels.
const CATCH: &str = "12";
/// The id of the frame layer.
const FRAME: &str = "sandtable_frame";
/// The id of the elevation layer.
const RELIEF: &str = "sandtable_relief";

/// A layer as listed in a project.
struct Named {
    id: String,
    title: String,
    source: String,
    provider: &'static str,
}

/// The document.
pub fn of(project: &QgisProject, folder: &str) -> Element {
    let projection = || sheet::of_map(project);
    let (mut named, mut drawn) = (Vec::new(), Vec::new());
    if let Some(file) = &project.elevation {
        let relief = Named {
            id: RELIEF.to_owned(),
            title: "Relief".to_owned(),
            source: beside(folder, file),
            provider: "gdal",
        };
        drawn.push(raster(&relief));
        named.push(relief);
    }
    for (index, layer) in project.layers.iter().enumerate() {
        let one = layer.named(project, index, folder);
        drawn.push(vector(project, layer, &one));
        named.push(one);
    }
    let frame = Named {
        id: FRAME.to_owned(),
        title: "Frame of the sheet".to_owned(),
        source: sheet::outline(&project.frame),
        provider: "virtual",
    };
    drawn.push(frame_layer(project, &frame));
    named.push(frame);
    // The list starts with the top layer.
    named.reverse();
    let tree = named.iter().map(Named::in_tree);
    let order = named.iter().map(|layer| Element::new("layer").with("id", layer.id.as_str()));
    let canvas = Element::new("mapcanvas")
        .with("name", "theMapCanvas")
        .with("annotationsVisible", "1")
        .holding(Element::of_text("units", "meters"))
        .holding(sheet::extent("extent", &project.frame))
        .holding(Element::of_text("rotation", sheet::turn(&project.frame)))
        .holding(Element::new("destinationsrs").holding(projection()))
        .holding(Element::of_text("rendermaptile", "0"));
    let scale = Element::new("Scale").with("Value", project.scale.denominator().to_string());
    let views = Element::new("ProjectViewSettings")
        .with("UseProjectScales", "0")
        .holding(Element::new("Scales").holding(scale))
        .holding(sheet::full_view(&project.frame, projection()));
    Element::new("qgis")
        .with("version", VERSION)
        .with("projectname", project.title.as_str())
        .holding(Element::new("homePath").with("path", ""))
        .holding(Element::of_text("title", project.title.as_str()))
        .holding(Element::new("autotransaction").with("active", "0"))
        .holding(Element::new("evaluateDefaultValues").with("active", "0"))
        .holding(Element::new("trust").with("active", "0"))
        .holding(Element::new("projectCrs").holding(projection()))
        .holding(Element::new("layer-tree-group").holding_all(tree))
        .holding(snapping())
        .holding(canvas)
        .holding(Element::new("projectlayers").holding_all(drawn))
        .holding(Element::new("layerorder").holding_all(order))
        .holding(properties(project.style.sheet.paper))
        .holding(views)
}

/// A file path relative to the project.
fn beside(folder: &str, file: &str) -> String {
    let file = file.strip_prefix("./").unwrap_or(file);
    match folder {
        "" => format!("./{file}"),
        folder => format!("{}/{file}", folder.trim_end_matches('/')),
    }
}

impl Named {
    fn in_tree(&self) -> Element {
        Element::new("layer-tree-layer")
            .with("id", self.id.as_str())
            .with("name", self.title.as_str())
            .with("source", self.source.as_str())
            .with("providerKey", self.provider)
            .with("checked", "Qt::Checked")
            .with("expanded", "0")
            .with("legend_exp", "")
    }

    /// The properties common to all layers.
    fn element(&self, kind: &str) -> Element {
        Element::new("maplayer")
            .with("type", kind)
            .with("autoRefreshEnabled", "0")
            .with("hasScaleBasedVisibilityFlag", "0")
            .with("styleCategories", "AllStyleCategories")
            .holding(Element::of_text("id", self.id.as_str()))
            .holding(Element::of_text("datasource", self.source.as_str()))
            .holding(Element::of_text("layername", self.title.as_str()))
            .holding(Element::new("srs").holding(sheet::wgs84()))
    }
}

impl Layer {
    /// Its name in the project, numbered because several layers may have the same class.
    fn named(&self, project: &QgisProject, index: usize, folder: &str) -> Named {
        let same = |other: &&Layer| other.class == self.class;
        let before = project.layers[..index].iter().filter(same).count();
        let number = if before == 0 { String::new() } else { format!(" {}", before + 1) };
        let mut source = beside(folder, &self.file);
        if self.is_empty {
            // Without a feature, QGIS would load it as a table.
            source.push_str("|geometrytype=");
            source.push_str(self.geometry().0);
        }
        Named {
            // QGIS replaces layer ids of ten letters or fewer and then cannot find the layer.
            id: format!("sandtable_{}{}", self.class.stem(), number.replace(' ', "_")),
            title: format!("{}{number}", self.class.title()),
            source,
            provider: "ogr",
        }
    }

    /// QGIS's names of its geometry: for features, and for layers.
    const fn geometry(&self) -> (&'static str, &'static str) {
        match self.class.shape() {
            ShapeKind::Points => ("Point", "Point"),
            ShapeKind::Lines => ("LineString", "Line"),
            ShapeKind::Polygons => ("Polygon", "Polygon"),
        }
    }
}

fn vector(project: &QgisProject, layer: &Layer, named: &Named) -> Element {
    let style = &project.style;
    let is_hills = |layer: &&Layer| layer.class == Class::Ground(LayerClass::Hill);
    let hills = project.layers.iter().position(|layer| is_hills(&layer));
    let hills = hills.map(|at| {
        let hills = &project.layers[at];
        (hills.named(project, at, "").id, hills.keys.id.as_str())
    });
    let hills = hills.as_ref().map(|(id, key)| (id.as_str(), *key));
    let columns = columns(layer);
    let mut element = named
        .element("vector")
        .with("geometry", layer.geometry().1)
        .with("wkbType", layer.geometry().0)
        .holding(Element::of_text("provider", "ogr").with("encoding", "UTF-8"))
        .holding(terrain::look(layer, style).element());
    let lettering = terrain::lettering(layer, style);
    if let Some(lettering) = &lettering {
        element = element.holding(lettering.element(layer, style));
    }
    element
        .with("labelsEnabled", if lettering.is_some() { "1" } else { "0" })
        .holding(
            Element::new("fieldConfiguration")
                .holding_all(columns.iter().map(|column| column.field(hills))),
        )
        .holding(
            Element::new("aliases")
                .holding_all(columns.iter().enumerate().map(|(at, column)| column.alias(at))),
        )
        .holding(Element::new("defaults").holding_all(columns.iter().map(|one| one.default())))
        .holding(
            Element::new("constraints").holding_all(columns.iter().map(|one| one.constraint())),
        )
        .holding(Element::of_text("previewExpression", crate::qgis::column::quoted(&layer.keys.id)))
}

/// Shaded elevation, in metres over degrees.
fn raster(named: &Named) -> Element {
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
    named
        .element("raster")
        .holding(Element::of_text("provider", "gdal"))
        .holding(Element::new("pipe").holding(shade))
}

fn frame_layer(project: &QgisProject, named: &Named) -> Element {
    let line = Stroke::line(colour(project.style.sheet.black), 0.7);
    named
        .element("vector")
        .with("geometry", "Polygon")
        .with("wkbType", "Polygon")
        .with("labelsEnabled", "0")
        .holding(Element::of_text("provider", "virtual"))
        .holding(Look::One(Symbol::fill([line])).element())
}

/// Snaps to vertices and segments of all layers.
fn snapping() -> Element {
    Element::new("snapping-settings")
        .with("enabled", "1")
        // All layers; vertices (1) and segments (2).
        .with("mode", "2")
        .with("type", "3")
        .with("tolerance", CATCH)
        .with("unit", "1")
        .with("intersection-snapping", "1")
        .with("self-snapping", "0")
        .with("scaleDependencyMode", "0")
        .with("minScale", "0")
        .with("maxScale", "0")
        .holding(Element::new("individual-layer-settings"))
}

/// Project entries: relative paths, topological editing, the paper colour, and projection enabled.
fn properties(paper: Rgb) -> Element {
    let whole = |name, value: u8| Element::of_text(name, value.to_string()).with("type", "int");
    Element::new("properties")
        .holding(
            Element::new("Paths")
                .holding(Element::of_text("Absolute", "false").with("type", "bool")),
        )
        .holding(Element::new("Digitizing").holding(whole("TopologicalEditing", 1)))
        .holding(
            Element::new("Gui")
                .holding(whole("CanvasColorRedPart", paper.red))
                .holding(whole("CanvasColorGreenPart", paper.green))
                .holding(whole("CanvasColorBluePart", paper.blue)),
        )
        .holding(
            Element::new("Measurement")
                .holding(Element::of_text("DistanceUnits", "meters").with("type", "QString")),
        )
        // Without it, QGIS ignores the project's projection.
        .holding(Element::new("SpatialRefSys").holding(whole("ProjectionsEnabled", 1)))
}
