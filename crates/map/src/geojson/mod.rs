//! GeoJSON (RFC 7946), feature by feature: a fault in one does not hide the others.
//!
//! The file is read twice from left to right: first as a whole, where each feature stands, then
//! each feature when its turn comes. No tree of the file is built.

pub(crate) mod crs;
pub(crate) mod json;
pub(crate) mod raw;
pub(crate) mod shape;

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_pack::FeatureId;
use sandtable_source::{Diagnostic, FileId, SourceMap, Span, code};
use serde_json::{Map as JsonMap, Value as Json};

use crate::geojson::crs::{Crs, crs};
use crate::geojson::json::{Fault, Kind, Scanner, decoded, short};
use crate::geojson::shape::{Shape, ShapeFault, shape};
use crate::layers::property::KNOWN;
use sandtable_authored::{MEGABYTE, Reporter, SourceReader};

/// Longest layer file, in bytes.
pub const MAX_LAYER_BYTES: u64 = 256 * MEGABYTE;
/// Features of all layers together.
const MOST_FEATURES: usize = 100_000;

const EXPORT: &str = "export the layer again: in QGIS, Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84";

/// A feature as the file has it: nothing is projected or checked yet.
pub struct Feature<'t> {
    /// The file that it was read from.
    pub file: FileId,
    text: &'t str,
    /// The bytes of the whole feature.
    at: Range<usize>,
    /// The `id` member, which some programs write instead of a property.
    pub id: Option<Json>,
    id_at: Range<usize>,
    /// Its properties.
    pub properties: JsonMap<String, Json>,
    /// Where each property is written, key and value.
    places: BTreeMap<String, Range<usize>>,
    /// The bytes of the geometry.
    geometry: Option<Range<usize>>,
}

impl<'t> Feature<'t> {
    /// A feature of which nothing is known yet but where it stands.
    fn at(file: FileId, text: &'t str, at: Range<usize>) -> Self {
        Self {
            file,
            text,
            at,
            id: None,
            id_at: 0..0,
            properties: JsonMap::new(),
            places: BTreeMap::new(),
            geometry: None,
        }
    }

    /// All of the feature.
    pub fn whole(&self) -> Span {
        self.span(self.at.clone())
    }

    /// The place to point at: the feature's id if it is written there, else its first character.
    pub fn head(&self) -> Span {
        self.property_span("id")
    }

    /// Where a property is written; the feature's id or first character if it is not.
    pub fn property_span(&self, key: &str) -> Span {
        let first = self.at.start..self.at.start + 1;
        let places = [self.places.get(key), self.places.get("id"), Some(&self.id_at)];
        let written = places.into_iter().flatten().find(|place| !place.is_empty());
        self.span(written.cloned().unwrap_or(first))
    }

    /// The first of its properties by name, as a list.
    pub fn property_names(&self) -> String {
        const SHOWN: usize = 6;
        let names: Vec<String> =
            self.properties.keys().take(SHOWN).map(|name| format!("`{}`", short(name))).collect();
        match names.is_empty() {
            true => "no other one either".to_owned(),
            false => names.join(", "),
        }
    }

    /// The property that may hold the id, when there is none of a name: one of the same letters, or
    /// one called `id` or something with `id`, or the only one that could be an id.
    pub fn property_of_id(&self, key: &str) -> Option<&str> {
        let names = || self.properties.keys().map(String::as_str).filter(|&name| name != key);
        let holds_id = |&name: &&str| match self.properties.get(name) {
            Some(Json::String(text)) => FeatureId::new(text).is_ok(),
            Some(Json::Number(_)) => name.to_ascii_lowercase().ends_with("id"),
            _ => false,
        };
        let of_id = |name: &&str| name.to_ascii_lowercase().ends_with("id") && holds_id(name);
        let mut own = names().filter(|name| !KNOWN.contains(name)).filter(holds_id);
        let own = own.next().filter(|_| own.next().is_none());
        let same_letters = names().find(|name| name.eq_ignore_ascii_case(key));
        same_letters.or_else(|| names().find(of_id)).or(own)
    }

    /// Where the `id` member is written.
    pub fn id_span(&self) -> Span {
        self.span(self.id_at.clone())
    }

    /// The id as it is written: the property of a name, or the `id` member.
    pub fn written_id(&self, key: &str) -> Option<String> {
        let property = self.properties.get(key).filter(|value| !value.is_null());
        match property.or(self.id.as_ref()) {
            Some(Json::String(text)) => Some(text.clone()),
            Some(Json::Number(number)) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Does it have a geometry, whatever that is worth?
    pub fn is_drawn(&self) -> bool {
        self.geometry.as_ref().is_some_and(|at| self.text[at.clone()].trim() != "null")
    }

    /// Is it a row without geometry, id and any text, that only keeps the columns of a layer in which nothing is drawn yet?
    /// GeoJSON has no other way to say them.
    fn keeps_columns(&self) -> bool {
        let is_text = |value: &Json| value.as_str().is_some_and(|text| !text.trim().is_empty());
        !self.is_drawn() && self.id.is_none() && !self.properties.values().any(is_text)
    }

    /// The whole file's text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The feature's first byte.
    pub fn start(&self) -> usize {
        self.at.start
    }

    /// The byte at which the geometry begins.
    pub fn geometry_start(&self) -> Option<u32> {
        self.geometry.as_ref().map(|at| self.span(at.clone()).start)
    }

    /// A stretch of the feature's file.
    pub fn span(&self, at: Range<usize>) -> Span {
        Span::new(self.file, at)
    }

    /// The geometry.
    pub fn shape(&self) -> Result<Shape, ShapeFault> {
        let nothing = self.at.start..self.at.start + 1;
        match &self.geometry {
            Some(at) => shape(self.text, at.clone()),
            None => Err(ShapeFault {
                code: code::FEATURE_GEOMETRY,
                at: nothing,
                message: "has no geometry".to_owned(),
                label: "this feature".to_owned(),
                help: "draw it, or remove the feature".to_owned(),
            }),
        }
    }

    /// Where the line or outline between two positions is written, if it stands in one line.
    pub fn segment_span(&self, shape: &Shape, from: usize, to: usize) -> Span {
        let (first, last) = (shape.place(from), shape.place(to));
        let both = first.start..last.end;
        let one_line = last.start > first.start && !self.text[both.clone()].contains('\n');
        self.span(if one_line { both } else { first })
    }
}

/// Where the features of a file stand; what cannot be read as a whole is reported.
pub fn features(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    file: FileId,
) -> Option<Vec<Range<usize>>> {
    let count = |features: usize| sources.count_features(features);
    counted_features(&sources.texts, reporter, file, count)
}

/// The same of a file that is no layer yet.
pub fn features_alone(
    texts: &SourceMap,
    reporter: &mut Reporter,
    file: FileId,
) -> Option<Vec<Range<usize>>> {
    counted_features(texts, reporter, file, |features| features)
}

/// Where the features of a file stand; `count` says with how many others they count.
fn counted_features(
    texts: &SourceMap,
    reporter: &mut Reporter,
    file: FileId,
    count: impl FnOnce(usize) -> usize,
) -> Option<Vec<Range<usize>>> {
    let features = document(file, texts.file(file).text()).and_then(|features| {
        match count(features.len()).checked_sub(MOST_FEATURES) {
            None | Some(0) => Ok(features),
            Some(beyond) => Err(too_many(file, &features, beyond)),
        }
    });
    features.map_err(|finding| reporter.diagnostics.push(*finding)).ok()
}

/// Is a feature that stands in a stretch of a file a row that only keeps the columns of its layer? What is wrong with it is not
/// told.
pub fn only_keeps_columns(
    reporter: &mut Reporter,
    file: FileId,
    text: &str,
    at: &Range<usize>,
) -> bool {
    if text[at.clone()].contains("\"coordinates\"") {
        return false;
    }
    let (feature, _) = reporter.set_aside(|reporter| feature(reporter, file, text, at.clone()));
    feature.is_some_and(|feature| feature.keeps_columns())
}

/// The features of a text that can be read, without a word on the others.
pub fn readable(file: FileId, text: &str) -> Vec<Feature<'_>> {
    let places = document(file, text).unwrap_or_default();
    let read = |at: Range<usize>| {
        let mut feature = Feature::at(file, text, at);
        Members::default().read(&mut feature).is_ok().then_some(feature)
    };
    places.into_iter().take(MOST_FEATURES).filter_map(read).collect()
}

/// More features than people can draw for a battlefield: they are data for a whole state.
fn too_many(file: FileId, features: &[Range<usize>], beyond: usize) -> Box<Diagnostic> {
    let first = features[features.len().saturating_sub(beyond)].start;
    Box::new(
        Diagnostic::new(
            code::FILE_TOO_LARGE,
            format!("a map holds at most {MOST_FEATURES} features, and here are {beyond} more"),
        )
        .at(Span::new(file, first..first + 1), "the first that is too many")
        .help("cut the layer to the frame: in QGIS, Vector › Geoprocessing Tools › Clip…"),
    )
}

/// What a file holds at the top.
#[derive(Default)]
struct Root {
    members: BTreeMap<String, Range<usize>>,
    features: Option<Vec<Range<usize>>>,
    twice: Option<(Range<usize>, Range<usize>)>,
}

fn document(file: FileId, text: &str) -> Result<Vec<Range<usize>>, Box<Diagnostic>> {
    // A byte order mark is no JSON, but some programs write one.
    let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let finding = |code, message: &str, at: Range<usize>, label: &str, help: &str| {
        let span = Span::new(file, at);
        Box::new(Diagnostic::new(code, message).at(span, label).help(help))
    };
    let syntax = |message: &str, at, label: &str, help: &str| {
        finding(code::GEOJSON_SYNTAX, message, at, label, help)
    };
    let mut scanner = Scanner::new(text, start);
    match scanner.peek() {
        None => {
            return Err(syntax("this file is empty", start..start, "nothing stands here", EXPORT));
        }
        Some(0x1e) => return Err(by_lines(file, scanner.at())),
        Some(_) => {}
    }
    let mut root = Root::default();
    let unreadable = |fault: Fault| {
        syntax(
            "this file is not GeoJSON",
            fault.at.clone(),
            &fault.what,
            fault.remedy(text).unwrap_or(
                "mend it there if you wrote it by hand, or export the layer again as GeoJSON (RFC 7946)",
            ),
        )
    };
    if scanner.kind().map_err(unreadable)? != Kind::Object {
        let at = scanner.at();
        return Err(syntax(
            "this file is no collection of features",
            at..at + 1,
            "no `{` here",
            EXPORT,
        ));
    }
    read_root(&mut scanner, &mut root).map_err(unreadable)?;
    let kind = root.members.get("type").map(|at| (decoded(&text[at.clone()]), at.clone()));
    let word = kind.as_ref().map_or("", |(word, _)| word.as_str());
    let at_kind = kind.as_ref().map_or(start..start, |(_, at)| at.clone());
    if scanner.peek() == Some(b'{') && word == "Feature" {
        return Err(by_lines(file, scanner.at()));
    }
    scanner.end().map_err(unreadable)?;
    if let Some((again, first)) = root.twice {
        let name = &text[again.clone()];
        return Err(Box::new(
            Diagnostic::new(code::DUPLICATE_MEMBER, format!("this file gives {name} twice"))
                .at(Span::new(file, again), "again here")
                .also(Span::new(file, first), "first here")
                .help("two files in one? move the features of both into one list, and remove the rest"),
        ));
    }
    if let Some((is, help)) = other_format(word, &root) {
        return Err(finding(
            code::OTHER_FORMAT,
            &format!("this file is {is}"),
            at_kind,
            "not GeoJSON",
            help,
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
            "this file holds a geometry that belongs to no feature",
            at_kind,
            "a geometry, without id and name",
            "write it into a feature: `{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"properties\": {\"id\": …}, \"geometry\": …}]}`",
        )),
        _ => Err(syntax(
            "this file is no collection of features",
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
        // Members that nobody reads may stand as often as they like.
        let read = matches!(name.as_str(), "type" | "features" | "crs");
        if let Some(first) = keys.insert(name.clone(), key.clone())
            && read
        {
            root.twice.get_or_insert((key, first));
        }
        root.members.insert(name, start..scanner.at());
        Ok(())
    })
}

/// Features one after another, without a collection around them.
fn by_lines(file: FileId, at: usize) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(code::OTHER_FORMAT, "this file has one feature on each line, without a collection around them")
            .at(Span::new(file, at..at + 1), "another feature begins here")
            .help("it is GeoJSONSeq: open it in QGIS and save it as plain GeoJSON, Export › Save Features As…, format GeoJSON"),
    )
}

/// JSON of another kind: what it is and how GeoJSON is made of it.
fn other_format(kind: &str, root: &Root) -> Option<(&'static str, &'static str)> {
    let has = |name: &str| root.members.contains_key(name);
    match kind {
        "Topology" => Some((
            "TopoJSON",
            "open it in QGIS and save its layer: Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84",
        )),
        "" if has("geometryType") || has("spatialReference") => Some((
            "Esri JSON",
            "ask the server for `f=geojson`, or save the layer as GeoJSON in QGIS: Export › Save Features As…",
        )),
        "" if has("elements") => Some((
            "an answer of OpenStreetMap's Overpass server",
            "fetch the data with the QuickOSM plugin of QGIS, or use Export › GeoJSON at overpass-turbo.eu",
        )),
        _ => None,
    }
}

/// A finding for coordinates in another system.
pub fn wrong_crs(at: Span, name: &str) -> Diagnostic {
    let label = match name {
        "" => "a coordinate system that is not known here".to_owned(),
        name => format!("they are in {}", short(name)),
    };
    Diagnostic::new(code::WRONG_CRS, "these coordinates are not WGS 84 longitude and latitude")
        .like(["file"])
        .at(at, label)
        .help("export the layer again: in QGIS, Export › Save Features As…, CRS EPSG:4326 - WGS 84")
}

/// A feature that stands in a stretch of a file; `None` after having said why it cannot be read.
pub fn feature<'t>(
    reporter: &mut Reporter,
    file: FileId,
    text: &'t str,
    at: Range<usize>,
) -> Option<Feature<'t>> {
    let mut feature = Feature::at(file, text, at);
    let mut members = Members::default();
    if let Err(fault) = members.read(&mut feature) {
        let id = feature.written_id("id").map(|id| short(&id));
        let message = match &id {
            Some(id) => format!("the feature `{id}` cannot be read"),
            None => "this feature cannot be read".to_owned(),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_GEOMETRY, message)
                .like(["unreadable"].into_iter().chain(id.as_deref()))
                .at(Span::new(file, fault.at), fault.what)
                .help("draw it again, or take it out of the layer"),
        );
        return None;
    }
    for (name, again, first) in members.twice {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::DUPLICATE_MEMBER,
                format!("a feature gives `{}` twice", short(&name)),
            )
            .like([name.as_str()])
            .at(Span::new(file, again), "again here")
            .also(Span::new(file, first), "first here")
            .help("only one of the two can count: remove the other"),
        );
    }
    if let Some((at, name)) = members.crs {
        reporter.diagnostics.push(wrong_crs(Span::new(file, at), &name));
        return None;
    }
    Some(feature)
}

/// Name, and where it stands again and first.
type Twice = (String, Range<usize>, Range<usize>);

#[derive(Default)]
struct Members {
    twice: Vec<Twice>,
    crs: Option<(Range<usize>, String)>,
}

impl Members {
    fn read(&mut self, feature: &mut Feature<'_>) -> Result<(), Fault> {
        let text = feature.text;
        let mut scanner = Scanner::new(text, feature.at.start);
        if scanner.kind()? != Kind::Object {
            return Err(scanner.unexpected("a feature"));
        }
        let mut keys: BTreeMap<String, Range<usize>> = BTreeMap::new();
        scanner.object(|scanner, name, key| {
            let kind = scanner.kind()?;
            let start = scanner.at();
            match (name.as_str(), kind) {
                ("properties", Kind::Object) => self.properties(feature, scanner)?,
                ("properties", Kind::Null) => {
                    scanner.value()?;
                }
                ("properties", _) => return Err(scanner.unexpected("an object of properties")),
                _ => {
                    scanner.value()?;
                }
            }
            let value = start..scanner.at();
            match name.as_str() {
                "id" => {
                    feature.id = json(&text[value.clone()]);
                    feature.id_at = key.start..value.end;
                }
                "geometry" => feature.geometry = Some(value),
                "crs" => {
                    let member = json(&text[value.clone()]).unwrap_or(Json::Null);
                    if let Crs::Other(name) = crs(&member) {
                        self.crs = Some((value, name));
                    }
                }
                "type" if decoded(&text[value.clone()]) != "Feature" => {
                    let what = format!("{} is no feature", short(&text[value.clone()]));
                    return Err(Fault { at: value, what });
                }
                "type" | "properties" => {}
                // Members that nobody reads may stand as often as they like.
                _ => return Ok(()),
            }
            if let Some(first) = keys.insert(name.clone(), key.clone()) {
                self.twice.push((name, key, first));
            }
            Ok(())
        })
    }

    fn properties(
        &mut self,
        feature: &mut Feature<'_>,
        scanner: &mut Scanner<'_>,
    ) -> Result<(), Fault> {
        let text = feature.text;
        scanner.object(|scanner, name, key| {
            let value = scanner.value()?;
            let place = key.start..value.end;
            if let Some(first) = feature.places.insert(name.clone(), place) {
                let first = first.start..first.start + key.len();
                self.twice.push((name.clone(), key, first));
            }
            // `NaN` is how some programs write that there is no number.
            feature.properties.insert(name, json(&text[value]).unwrap_or(Json::Null));
            Ok(())
        })
    }
}

/// A value that was read as JSON before; `None` if it holds `NaN` or a number beyond all bounds.
fn json(text: &str) -> Option<Json> {
    serde_json::from_str(text).ok()
}
