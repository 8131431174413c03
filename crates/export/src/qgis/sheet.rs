//! The map's position: the projection of QGIS's canvas, its extent, and the outline of the frame.

use std::fmt::Write as _;

use super::QgisProject;
use super::element::Element;
use sandtable_authored::Coordinate;
use sandtable_authored::Frame;

/// WGS 84, used by all layers, with its QGIS id and its code.
pub fn wgs84() -> Element {
    const WKT: &str = "GEOGCRS[\"WGS 84\",DATUM[\"World Geodetic System 1984\",ELLIPSOID[\"WGS 84\",6378137,298.257223563,LENGTHUNIT[\"metre\",1]]],PRIMEM[\"Greenwich\",0,ANGLEUNIT[\"degree\",0.0174532925199433]],CS[ellipsoidal,2],AXIS[\"geodetic latitude (Lat)\",north,ORDER[1],ANGLEUNIT[\"degree\",0.0174532925199433]],AXIS[\"geodetic longitude (Lon)\",east,ORDER[2],ANGLEUNIT[\"degree\",0.0174532925199433]],ID[\"EPSG\",4326]]";
    Element::new("spatialrefsys").with("nativeFormat", "Wkt").with_children([
        Element::from_text("wkt", WKT),
        Element::from_text("proj4", "+proj=longlat +datum=WGS84 +no_defs"),
        Element::from_text("srsid", "3452"),
        Element::from_text("srid", "4326"),
        Element::from_text("authid", "EPSG:4326"),
        Element::from_text("description", "WGS 84"),
        Element::from_text("projectionacronym", "longlat"),
        Element::from_text("ellipsoidacronym", "EPSG:7030"),
        Element::from_text("geographicflag", "true"),
    ])
}

/// The map's own projection, in metres from the frame's centre: transverse Mercator, as for the
/// printed sheet, because its scale is true.
pub fn map_projection(project: &QgisProject) -> Element {
    let Coordinate { longitude, latitude } = project.frame.centre;
    let name = format!("Sandtable: {}", project.id);
    let degrees = "ANGLEUNIT[\"degree\",0.0174532925199433]";
    let wkt = format!(
        "PROJCRS[\"{name}\",BASEGEOGCRS[\"WGS 84\",DATUM[\"World Geodetic System 1984\",ELLIPSOID[\"WGS 84\",6378137,298.257223563,LENGTHUNIT[\"metre\",1]]],PRIMEM[\"Greenwich\",0,{degrees}]],CONVERSION[\"{name}\",METHOD[\"Transverse Mercator\",ID[\"EPSG\",9807]],PARAMETER[\"Latitude of natural origin\",{latitude},{degrees},ID[\"EPSG\",8801]],PARAMETER[\"Longitude of natural origin\",{longitude},{degrees},ID[\"EPSG\",8802]],PARAMETER[\"Scale factor at natural origin\",1,SCALEUNIT[\"unity\",1],ID[\"EPSG\",8805]],PARAMETER[\"False easting\",0,LENGTHUNIT[\"metre\",1],ID[\"EPSG\",8806]],PARAMETER[\"False northing\",0,LENGTHUNIT[\"metre\",1],ID[\"EPSG\",8807]]],CS[Cartesian,2],AXIS[\"(E)\",east,ORDER[1],LENGTHUNIT[\"metre\",1]],AXIS[\"(N)\",north,ORDER[2],LENGTHUNIT[\"metre\",1]]]"
    );
    let proj = format!(
        "+proj=tmerc +lat_0={latitude} +lon_0={longitude} +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs"
    );
    Element::new("spatialrefsys").with("nativeFormat", "Wkt").with_children([
        Element::from_text("wkt", wkt),
        Element::from_text("proj4", proj),
        Element::from_text("srsid", "0"),
        Element::from_text("srid", "0"),
        Element::from_text("authid", ""),
        Element::from_text("description", name),
        Element::from_text("projectionacronym", "tmerc"),
        Element::from_text("ellipsoidacronym", "EPSG:7030"),
        Element::from_text("geographicflag", "false"),
    ])
}

/// Half the width and height of the extent in metres: the frame's bounding box plus a margin.
fn half_extent(frame: &Frame) -> [f64; 2] {
    const MARGIN: f64 = 1.06;
    [frame.width, frame.height].map(|side| (side.metres() * MARGIN / 2.0).round())
}

/// The visible extent, in the map's projection.
pub fn extent(name: &'static str, frame: &Frame) -> Element {
    let [width, height] = half_extent(frame);
    Element::new(name).with_children([
        Element::from_text("xmin", (-width).to_string()),
        Element::from_text("ymin", (-height).to_string()),
        Element::from_text("xmax", width.to_string()),
        Element::from_text("ymax", height.to_string()),
    ])
}

/// The default view: the visible extent as attributes, and its projection.
pub fn full_view(frame: &Frame, projection: Element) -> Element {
    let [width, height] = half_extent(frame);
    Element::new("DefaultViewExtent")
        .with("xmin", (-width).to_string())
        .with("ymin", (-height).to_string())
        .with("xmax", width.to_string())
        .with("ymax", height.to_string())
        .with_child(projection)
}

/// The canvas rotation in QGIS, in degrees clockwise, that puts the sheet's top edge at the top.
pub fn canvas_rotation(frame: &Frame) -> String {
    match frame.rotation {
        0.0 => "0".to_owned(),
        rotation => (-rotation).rem_euclid(360.0).to_string(),
    }
}

/// The query of a virtual QGIS layer, without a file, that draws the frame's outline. Each edge has
/// sixteen segments, because edges are not straight in longitude and latitude.
pub fn frame_query(frame: &Frame) -> String {
    const STEPS: i32 = 16;
    let (width, height) =
        (f64::from(frame.width.centimetres()), f64::from(frame.height.centimetres()));
    let corners = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]];
    let mut ring: Vec<[f64; 2]> = Vec::new();
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        ring.extend((0..STEPS).map(|step| {
            let fraction = f64::from(step) / f64::from(STEPS);
            [from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction]
        }));
    }
    ring.push(corners[0]);
    let mut points = String::new();
    for place in ring {
        let Coordinate { longitude, latitude } = frame.coordinate(place);
        let comma = if points.is_empty() { "" } else { ", " };
        let _ = write!(points, "{comma}{longitude:.7} {latitude:.7}");
    }
    let query = format!("SELECT 1 AS id, GeomFromText('POLYGON(({points}))', 4326) AS geometry");
    format!("?query={}&uid=id&geometry=geometry:Polygon:4326", escape_url(&query))
}

/// Escapes text for a URL.
fn escape_url(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            other => {
                let _ = write!(out, "%{other:02X}");
            }
        }
    }
    out
}
