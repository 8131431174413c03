//! A whole GeoJSON file: finds the ranges of its features, and recognises some other formats.

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_source::{Diagnostic, FileId, SourceMap, Span, code, message};
use serde_json::Value as Json;

use crate::geojson::crs::{Crs, crs, wrong_crs};
use crate::geojson::json::{Fault, Kind, Scanner, decode};
use sandtable_authored::{Reporter, SourceReader};

/// The maximum number of features in all layers combined.
pub const MOST_FEATURES: usize = 100_000;

const EXPORT: &str = "export the layer again: in QGIS, Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84";

/// Finds the ranges of the features in a file. Reports an unreadable file.
pub fn features(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    file: FileId,
) -> Option<Vec<Range<usize>>> {
    let count = |features: usize| sources.add_features(features);
    count_features(&sources.texts, reporter, file, count)
}

/// Finds the ranges of the features in a file that is not a layer.
pub fn feature_ranges(
    texts: &SourceMap,
    reporter: &mut Reporter,
    file: FileId,
) -> Option<Vec<Range<usize>>> {
    count_features(texts, reporter, file, |features| features)
}

/// Finds the ranges of the features; `count` returns the total with other layers included.
fn count_features(
    texts: &SourceMap,
    reporter: &mut Reporter,
    file: FileId,
    count: impl FnOnce(usize) -> usize,
) -> Option<Vec<Range<usize>>> {
    let features = document(file, texts.file(file).text()).and_then(|features| {
        match count(features.len()).checked_sub(MOST_FEATURES) {
            None | Some(0) => Ok(features),
            Some(beyond) => Err(report_too_many(file, &features, beyond)),
        }
    });
    features.map_err(|finding| reporter.diagnostics.push(*finding)).ok()
}

/// Reports too many features for a battlefield, as in an extract of a whole state.
fn report_too_many(file: FileId, features: &[Range<usize>], beyond: usize) -> Box<Diagnostic> {
    let first = features[features.len().saturating_sub(beyond)].start;
    Box::new(
        Diagnostic::new(
            code::FILE_TOO_LARGE,
            message!("too many features: a map has at most {MOST_FEATURES}, found {beyond} more"),
        )
        .at(Span::new(file, first..first + 1), "first feature above the limit")
        .help("cut the layer to the frame: in QGIS, Vector › Geoprocessing Tools › Clip…"),
    )
}

/// The contents of the root object.
#[derive(Default)]
struct Root {
    members: BTreeMap<String, Range<usize>>,
    features: Option<Vec<Range<usize>>>,
    duplicate: Option<(Range<usize>, Range<usize>)>,
}

/// Finds the ranges of the features in a text, or returns a diagnostic if it is not GeoJSON.
pub fn document(file: FileId, text: &str) -> Result<Vec<Range<usize>>, Box<Diagnostic>> {
    // A byte order mark is not JSON, but some programs write one.
    let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let finding = |code, message: &'static str, at: Range<usize>, label: &str, help: &str| {
        let span = Span::new(file, at);
        Box::new(Diagnostic::new(code, message).at(span, label).help(help))
    };
    let syntax = |message: &'static str, at, label: &str, help: &str| {
        finding(code::GEOJSON_SYNTAX, message, at, label, help)
    };
    let mut scanner = Scanner::new(text, start);
    match scanner.peek() {
        None => {
            return Err(syntax("this file is empty", start..start, "no content", EXPORT));
        }
        Some(0x1e) => return Err(line_delimited(file, scanner.at())),
        Some(_) => {}
    }
    let mut root = Root::default();
    let unreadable = |fault: Fault| {
        syntax(
            "cannot parse this file as GeoJSON",
            fault.at.clone(),
            &fault.message,
            fault.remedy(text).unwrap_or(
                "if you wrote it by hand, fix it there; otherwise, export the layer again as GeoJSON (RFC 7946)",
            ),
        )
    };
    if scanner.kind().map_err(unreadable)? != Kind::Object {
        let at = scanner.at();
        return Err(syntax(
            "this file is not a collection of features",
            at..at + 1,
            "no `{` here",
            EXPORT,
        ));
    }
    read_root(&mut scanner, &mut root).map_err(unreadable)?;
    let kind = root.members.get("type").map(|at| (decode(&text[at.clone()]), at.clone()));
    let word = kind.as_ref().map_or("", |(word, _)| word.as_str());
    let at_kind = kind.as_ref().map_or(start..start, |(_, at)| at.clone());
    if scanner.peek() == Some(b'{') && word == "Feature" {
        return Err(line_delimited(file, scanner.at()));
    }
    scanner.end().map_err(unreadable)?;
    if let Some((again, first)) = root.duplicate {
        let name = &text[again.clone()];
        return Err(Box::new(
            Diagnostic::new(code::DUPLICATE_MEMBER, message!("duplicate member {name} in this file"))
                .at(Span::new(file, again), "duplicate")
                .also(Span::new(file, first), "first defined here")
                .help("if these are two files in one, move the features of both into one list, and remove the rest"),
        ));
    }
    if let Some((is, help)) = other_format(word, &root) {
        return Err(Box::new(
            Diagnostic::new(code::OTHER_FORMAT, message!("this file is {is}"))
                .at(Span::new(file, at_kind), "not GeoJSON")
                .help(help),
        ));
    }
    if let Some(at) = root.members.get("crs") {
        let member = serde_json::from_str(&text[at.clone()]).unwrap_or(Json::Null);
        if let Crs::Other(name) = crs(&member) {
            return Err(Box::new(wrong_crs(Span::new(file, at.clone()), &name)));
        }
    }
    match (word, root.features) {
        ("FeatureCollection", Some(features)) => Ok(features),
        ("Feature", _) => {
            let mut whole = Scanner::new(text, start);
            Ok(vec![whole.value().map_err(unreadable)?])
        }
        (
            "Point" | "MultiPoint" | "LineString" | "MultiLineString" | "Polygon" | "MultiPolygon"
            | "GeometryCollection",
            _,
        ) => Err(syntax(
            "this file contains a geometry outside a feature",
            at_kind,
            "a geometry without id and name",
            "put it into a feature: `{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"properties\": {\"id\": …}, \"geometry\": …}]}`",
        )),
        _ => Err(syntax(
            "this file is not a collection of features",
            at_kind,
            "not a `FeatureCollection`",
            "export the layer as GeoJSON with `\"type\": \"FeatureCollection\"` and `\"features\": […]`",
        )),
    }
}

fn read_root(scanner: &mut Scanner<'_>, root: &mut Root) -> Result<(), Fault> {
    let mut keys: BTreeMap<String, Range<usize>> = BTreeMap::new();
    scanner.object(|scanner, name, key| {
        scanner.peek();
        let start = scanner.at();
        if name == "features" && scanner.kind()? == Kind::Array {
            let mut features = Vec::new();
            scanner.array(|scanner| {
                features.push(scanner.value()?);
                Ok(())
            })?;
            root.features = Some(features);
        } else {
            scanner.value()?;
        }
        // Unused members may be duplicates.
        let read = matches!(name.as_str(), "type" | "features" | "crs");
        if let Some(first) = keys.insert(name.clone(), key.clone())
            && read
        {
            root.duplicate.get_or_insert((key, first));
        }
        root.members.insert(name, start..scanner.at());
        Ok(())
    })
}

/// The diagnostic for line-delimited features without a collection.
fn line_delimited(file: FileId, at: usize) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(code::OTHER_FORMAT, "this file has one feature on each line, without a collection around them")
            .at(Span::new(file, at..at + 1), "another feature begins here")
            .help("this is GeoJSONSeq: open it in QGIS and save it as plain GeoJSON, Export › Save Features As…, format GeoJSON"),
    )
}

/// Recognises other JSON formats. Returns the format's name, and how to convert it to GeoJSON.
fn other_format(kind: &str, root: &Root) -> Option<(&'static str, &'static str)> {
    let has = |name: &str| root.members.contains_key(name);
    match kind {
        "Topology" => Some((
            "TopoJSON",
            "open it in QGIS and save its layer: Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84",
        )),
        "" if has("geometryType") || has("spatialReference") => Some((
            "Esri JSON",
            "request `f=geojson` from the server, or save the layer as GeoJSON in QGIS: Export › Save Features As…",
        )),
        "" if has("elements") => Some((
            "a response from OpenStreetMap's Overpass API",
            "fetch the data with the QuickOSM plugin of QGIS, or use Export › GeoJSON at overpass-turbo.eu",
        )),
        _ => None,
    }
}
