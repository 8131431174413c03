//! GeoJSON (RFC 7946), read feature by feature: an error in one feature does not hide the others.
//!
//! Scans the file twice: first to find the features, then to read each in turn. Builds no tree of
//! the file.

pub(crate) mod crs;
pub(crate) mod document;
pub(crate) mod json;
pub(crate) mod raw;
pub(crate) mod shape;

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_pack::FeatureId;
use sandtable_source::{Diagnostic, FileId, Span, code, message};
use serde_json::{Map as JsonMap, Value as Json};

use crate::geojson::crs::{Crs, crs, wrong_crs};
use crate::geojson::document::{MOST_FEATURES, document};
use crate::geojson::json::{Fault, Kind, Scanner, abbreviate, decode};
use crate::geojson::shape::{Shape, ShapeFault, shape};
use crate::layers::property::KNOWN;
use sandtable_authored::{MEGABYTE, Reporter};

pub use document::{feature_ranges, features};

/// The maximum size of a layer file, in bytes.
pub const MAX_LAYER_BYTES: u64 = 256 * MEGABYTE;

/// A feature as written in the file, neither projected nor validated.
pub struct Feature<'t> {
    /// The feature's file.
    pub file: FileId,
    text: &'t str,
    /// The bytes of the whole feature.
    at: Range<usize>,
    /// The `id` member, which some programs write instead of a property.
    pub id: Option<Json>,
    id_at: Range<usize>,
    /// The feature's properties.
    pub properties: JsonMap<String, Json>,
    /// The range of each property, with key and value.
    places: BTreeMap<String, Range<usize>>,
    /// The bytes of the geometry.
    geometry: Option<Range<usize>>,
}

impl<'t> Feature<'t> {
    /// Creates a feature with only its range.
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

    /// The span of the whole feature.
    pub fn whole(&self) -> Span {
        self.span(self.at.clone())
    }

    /// The span for labels: the feature's id if present, otherwise its first character.
    pub fn label_span(&self) -> Span {
        self.property_span("id")
    }

    /// The span of a property, or of the feature's id or first character if the property is
    /// missing.
    pub fn property_span(&self, key: &str) -> Span {
        let first = self.at.start..self.at.start + 1;
        let places = [self.places.get(key), self.places.get("id"), Some(&self.id_at)];
        let written = places.into_iter().flatten().find(|place| !place.is_empty());
        self.span(written.cloned().unwrap_or(first))
    }

    /// The names of the first properties, as a list.
    pub fn property_names(&self) -> String {
        const SHOWN: usize = 6;
        let names: Vec<String> = self
            .properties
            .keys()
            .take(SHOWN)
            .map(|name| format!("`{}`", abbreviate(name)))
            .collect();
        match names.is_empty() {
            true => "no other properties".to_owned(),
            false => names.join(", "),
        }
    }

    /// Guesses the id property if the given one is missing. A candidate differs only in case, has a
    /// name that ends with `id`, or is the only possibility.
    pub fn property_of_id(&self, key: &str) -> Option<&str> {
        let names = || self.properties.keys().map(String::as_str).filter(|&name| name != key);
        let holds_id = |&name: &&str| match self.properties.get(name) {
            Some(Json::String(text)) => FeatureId::new(text).is_ok(),
            Some(Json::Number(_)) => name.to_ascii_lowercase().ends_with("id"),
            _ => false,
        };
        let is_id = |name: &&str| name.to_ascii_lowercase().ends_with("id") && holds_id(name);
        let mut own = names().filter(|name| !KNOWN.contains(name)).filter(holds_id);
        let own = own.next().filter(|_| own.next().is_none());
        let same_letters = names().find(|name| name.eq_ignore_ascii_case(key));
        same_letters.or_else(|| names().find(is_id)).or(own)
    }

    /// The span of the `id` member.
    pub fn id_span(&self) -> Span {
        self.span(self.id_at.clone())
    }

    /// The id as written: the given property, or the `id` member.
    pub fn written_id(&self, key: &str) -> Option<String> {
        let property = self.properties.get(key).filter(|value| !value.is_null());
        match property.or(self.id.as_ref()) {
            Some(Json::String(text)) => Some(text.clone()),
            Some(Json::Number(number)) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Whether the feature has a geometry, valid or not.
    pub fn is_drawn(&self) -> bool {
        self.geometry.as_ref().is_some_and(|at| self.text[at.clone()].trim() != "null")
    }

    /// Whether the feature is a row without geometry, id and text that only preserves the columns
    /// of an empty layer. GeoJSON has no other way to declare columns.
    fn is_placeholder(&self) -> bool {
        let is_text = |value: &Json| value.as_str().is_some_and(|text| !text.trim().is_empty());
        !self.is_drawn() && self.id.is_none() && !self.properties.values().any(is_text)
    }

    /// The text of the whole file.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The first byte of the feature.
    pub fn start(&self) -> usize {
        self.at.start
    }

    /// The first byte of the geometry.
    pub fn geometry_start(&self) -> Option<u32> {
        self.geometry.as_ref().map(|at| self.span(at.clone()).start)
    }

    /// The span of a byte range of the file.
    pub fn span(&self, at: Range<usize>) -> Span {
        Span::new(self.file, at)
    }

    /// Reads the geometry.
    pub fn shape(&self) -> Result<Shape, ShapeFault> {
        let nothing = self.at.start..self.at.start + 1;
        match &self.geometry {
            Some(at) => shape(self.text, at.clone()),
            None => Err(ShapeFault {
                code: code::FEATURE_GEOMETRY,
                at: nothing,
                message: "has no geometry".into(),
                label: "this feature".to_owned(),
                help: "draw it, or remove the feature".to_owned(),
            }),
        }
    }

    /// The span of the segment between two positions, if both are on one line of the file.
    pub fn segment_span(&self, shape: &Shape, from: usize, to: usize) -> Span {
        let (first, last) = (shape.place(from), shape.place(to));
        let both = first.start..last.end;
        let one_line = last.start > first.start && !self.text[both.clone()].contains('\n');
        self.span(if one_line { both } else { first })
    }
}

/// Whether a range of a file is a feature that only preserves the columns of its layer. Reports
/// nothing.
pub fn is_placeholder_at(
    reporter: &mut Reporter,
    file: FileId,
    text: &str,
    at: &Range<usize>,
) -> bool {
    if text[at.clone()].contains("\"coordinates\"") {
        return false;
    }
    let (feature, _) =
        reporter.capture_diagnostics(|reporter| feature(reporter, file, text, at.clone()));
    feature.is_some_and(|feature| feature.is_placeholder())
}

/// The readable features of a text. Silently skips the others.
pub fn readable(file: FileId, text: &str) -> Vec<Feature<'_>> {
    let places = document(file, text).unwrap_or_default();
    let read = |at: Range<usize>| {
        let mut feature = Feature::at(file, text, at);
        Members::default().read(&mut feature).is_ok().then_some(feature)
    };
    places.into_iter().take(MOST_FEATURES).filter_map(read).collect()
}

/// Reads the feature in a byte range of a file. Reports an unreadable feature, and returns `None`.
pub fn feature<'t>(
    reporter: &mut Reporter,
    file: FileId,
    text: &'t str,
    at: Range<usize>,
) -> Option<Feature<'t>> {
    let mut feature = Feature::at(file, text, at);
    let mut members = Members::default();
    if let Err(fault) = members.read(&mut feature) {
        let id = feature.written_id("id").map(|id| abbreviate(&id));
        let message = match &id {
            Some(id) => message!("cannot read feature `{id}`"),
            None => "cannot read this feature".into(),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_GEOMETRY, message)
                .group_key(["unreadable"].into_iter().chain(id.as_deref()))
                .at(Span::new(file, fault.at), fault.message)
                .help("draw it again, or remove it from the layer"),
        );
        return None;
    }
    for (name, again, first) in members.duplicate {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::DUPLICATE_MEMBER,
                message!("duplicate member `{}` in a feature", abbreviate(&name)),
            )
            .group_key([name.as_str()])
            .at(Span::new(file, again), "duplicate")
            .also(Span::new(file, first), "first defined here")
            .help("remove the wrong one"),
        );
    }
    if let Some((at, name)) = members.crs {
        reporter.diagnostics.push(wrong_crs(Span::new(file, at), &name));
        return None;
    }
    Some(feature)
}

/// The name of a member, and the ranges of its second and first occurrence.
type DuplicateMember = (String, Range<usize>, Range<usize>);

#[derive(Default)]
struct Members {
    duplicate: Vec<DuplicateMember>,
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
                "type" if decode(&text[value.clone()]) != "Feature" => {
                    let what = format!("{} is not a feature", abbreviate(&text[value.clone()]));
                    return Err(Fault { at: value, message: what });
                }
                "type" | "properties" => {}
                // Unused members may be duplicates.
                _ => return Ok(()),
            }
            if let Some(first) = keys.insert(name.clone(), key.clone()) {
                self.duplicate.push((name, key, first));
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
                self.duplicate.push((name.clone(), key, first));
            }
            // Some programs write `NaN` for a missing number.
            feature.properties.insert(name, json(&text[value]).unwrap_or(Json::Null));
            Ok(())
        })
    }
}

/// Parses a value that is already scanned; `None` if it contains `NaN` or a number out of range.
fn json(text: &str) -> Option<Json> {
    serde_json::from_str(text).ok()
}
