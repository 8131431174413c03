//! The geometry of a feature as written: a flat list of positions with byte ranges, and the ends of
//! lines, rings and parts. Neither projected nor checked against the map.

use std::ops::Range;

use sandtable_source::{Code, Message, closest, code, did_you_mean, list_of, message};

use super::json::{Fault, Kind, Scanner, abbreviate};
use crate::mistakes::decimal_comma::without_decimal_commas;
use sandtable_authored::Coordinate;

/// A longitude and latitude; elevation and other numbers are dropped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    pub longitude: f64,
    pub latitude: f64,
}

impl From<Position> for Coordinate {
    fn from(Position { longitude, latitude }: Position) -> Self {
        Self { longitude, latitude }
    }
}

/// The kind of geometry; a simple geometry counts as a multi-geometry with one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// Points.
    Points,
    /// Lines.
    Lines,
    /// Polygons with their rings.
    Polygons,
}

impl ShapeKind {
    /// The name of the kind in the plural, for messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Lines => "lines",
            Self::Polygons => "polygons",
        }
    }
}

/// A geometry.
#[derive(Clone, Debug)]
pub struct Shape {
    pub kind: ShapeKind,
    /// All positions in file order.
    pub positions: Vec<Position>,
    /// The bytes of each position.
    places: Vec<(u32, u32)>,
    /// The index after the last position of each line or ring.
    ends: Vec<usize>,
    /// The index after the last ring of each polygon.
    parts: Vec<usize>,
    /// Whether parts without positions were skipped.
    pub has_empty_parts: bool,
    /// The byte ranges of the `type` value and the coordinates; `None` for a collection.
    pub written: Option<(Range<usize>, Range<usize>)>,
}

impl Shape {
    /// The byte range of a position.
    pub fn place(&self, position: usize) -> Range<usize> {
        let (start, end) = self.places[position];
        start as usize..end as usize
    }

    /// The position indices of each line or ring.
    pub fn rings(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }

    /// The number of points, lines or polygons.
    pub fn parts(&self) -> usize {
        match self.kind {
            ShapeKind::Points => self.positions.len(),
            ShapeKind::Lines => self.ends.len(),
            ShapeKind::Polygons => self.parts.len(),
        }
    }

    /// The rings of each polygon, as indices into [`Self::rings`].
    pub fn polygons(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let starts = std::iter::once(0).chain(self.parts.iter().copied());
        starts.zip(&self.parts).map(|(start, &end)| start..end)
    }
}

/// The reason why a geometry is unusable. The message continues a sentence that starts with the
/// feature's id.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeFault {
    pub code: Code,
    pub at: Range<usize>,
    pub message: Message,
    pub label: String,
    pub help: String,
}

impl ShapeFault {
    fn geometry(at: Range<usize>, message: impl Into<Message>, label: &str, help: &str) -> Self {
        let (message, label, help) = (message.into(), label.to_owned(), help.to_owned());
        Self { code: code::FEATURE_GEOMETRY, at, message, label, help }
    }
}

/// The whole file is already scanned, so the only remaining error is another value instead of a
/// list.
impl From<Fault> for ShapeFault {
    fn from(fault: Fault) -> Self {
        Self::geometry(fault.at, "has an unreadable geometry", &fault.message, DRAW_AGAIN)
    }
}

const DRAW_AGAIN: &str = "draw it again, or remove it from the layer";
const EXPORT_AGAIN: &str =
    "export the layer again: in QGIS, Export › Save Features As… › GeoJSON, or remove the feature";
const KINDS: [(&str, ShapeKind, usize); 6] = [
    ("Point", ShapeKind::Points, 0),
    ("MultiPoint", ShapeKind::Points, 1),
    ("LineString", ShapeKind::Lines, 1),
    ("MultiLineString", ShapeKind::Lines, 2),
    ("Polygon", ShapeKind::Polygons, 2),
    ("MultiPolygon", ShapeKind::Polygons, 3),
];

impl Shape {
    /// Returns the shape with more vertices on long edges. An edge is straight in degrees (RFC 7946,
    /// section 3.1.1), so it is slightly curved on the map; `pieces` returns the number of straight
    /// pieces that are close enough to it.
    pub fn densified(&self, pieces: impl Fn(Position, Position) -> u32) -> Self {
        if self.kind == ShapeKind::Points {
            return self.clone();
        }
        let mut dense = Self { positions: Vec::new(), places: Vec::new(), ..self.clone() };
        let rings = self.rings().collect::<Vec<_>>();
        for (ring, end) in rings.into_iter().zip(&mut dense.ends) {
            for index in ring.clone() {
                dense.positions.push(self.positions[index]);
                dense.places.push(self.places[index]);
                if index + 1 == ring.end {
                    continue;
                }
                let from = self.positions[index];
                let to = self.positions[index + 1].on_side_of(from);
                let count = pieces(from, to);
                for piece in 1..count {
                    dense.positions.push(from.toward(to, piece, count));
                    dense.places.push(self.places[index]);
                }
            }
            *end = dense.positions.len();
        }
        dense
    }
}

impl Position {
    /// The position after `piece` of `count` equal parts of an edge: the same from both ends.
    fn toward(self, to: Self, piece: u32, count: u32) -> Self {
        let between = |from: f64, to: f64| {
            (from * f64::from(count - piece) + to * f64::from(piece)) / f64::from(count)
        };
        let longitude = between(self.longitude, to.longitude);
        Self {
            longitude: longitude - (longitude / 360.0).round() * 360.0,
            latitude: between(self.latitude, to.latitude),
        }
    }

    /// The position with the longitude that is nearest to another one, across the antimeridian if
    /// necessary.
    fn on_side_of(self, other: Self) -> Self {
        let turns = ((other.longitude - self.longitude) / 360.0).round();
        Self { longitude: self.longitude + turns * 360.0, ..self }
    }
}

/// Reads the geometry in a byte range of valid JSON.
pub fn shape(text: &str, geometry: Range<usize>) -> Result<Shape, ShapeFault> {
    let mut draft = Draft::default();
    draft.geometry(text, geometry.clone())?;
    match draft.kind {
        Some(kind) => Ok(Shape {
            kind,
            positions: draft.positions,
            places: draft.places,
            ends: draft.ends,
            parts: draft.parts,
            has_empty_parts: draft.has_empty_parts,
            written: draft.written,
        }),
        // An empty collection has no kind.
        None => Ok(Shape {
            kind: ShapeKind::Points,
            positions: Vec::new(),
            places: Vec::new(),
            ends: Vec::new(),
            parts: Vec::new(),
            has_empty_parts: false,
            written: None,
        }),
    }
}

/// Whether a closed ring of positions encloses an area, apart from rounding.
pub fn has_area(ring: &[Position]) -> bool {
    const ROUNDING: f64 = 1e-12;
    let Some(first) = ring.first() else { return false };
    let (mut area, mut size) = (0.0_f64, 0.0_f64);
    for pair in ring.windows(2) {
        let [a, b] = [pair[0], pair[1]]
            .map(|p| [p.longitude - first.longitude, p.latitude - first.latitude]);
        area += a[0] * b[1] - a[1] * b[0];
        size += (a[0] * b[1]).abs() + (a[1] * b[0]).abs();
    }
    area.abs() > ROUNDING * size
}

#[derive(Default)]
struct Draft {
    kind: Option<ShapeKind>,
    positions: Vec<Position>,
    places: Vec<(u32, u32)>,
    ends: Vec<usize>,
    parts: Vec<usize>,
    has_empty_parts: bool,
    written: Option<(Range<usize>, Range<usize>)>,
}

impl Draft {
    fn geometry(&mut self, text: &str, at: Range<usize>) -> Result<(), ShapeFault> {
        let mut scanner = Scanner::new(text, at.start);
        match scanner.kind()? {
            Kind::Object => {}
            Kind::Null => {
                return Err(ShapeFault::geometry(
                    at,
                    "has no geometry",
                    "empty geometry",
                    "draw it, or remove the feature: in QGIS, Processing Toolbox › Remove null geometries",
                ));
            }
            other => {
                let label = format!("expected a geometry, found {}", other.word());
                return Err(ShapeFault::geometry(at, "has no geometry", &label, EXPORT_AGAIN));
            }
        }
        let (mut kind, mut coordinates, mut geometries) = (None, None, None);
        let mut twice = None;
        scanner.object(|scanner, name, key| {
            let value = scanner.value()?;
            let slot = match name.as_str() {
                "type" => &mut kind,
                "coordinates" => &mut coordinates,
                "geometries" => &mut geometries,
                _ => return Ok(()),
            };
            if slot.replace(value).is_some() {
                twice.get_or_insert((key, name));
            }
            Ok(())
        })?;
        if let Some((key, name)) = twice {
            return Err(ShapeFault {
                code: code::DUPLICATE_MEMBER,
                at: key,
                message: message!("has a duplicate member `{name}`"),
                label: "duplicate".to_owned(),
                help: "remove one of the two".to_owned(),
            });
        }
        let head = at.start..at.start + 1;
        let Some(kind) = kind else {
            return Err(ShapeFault::geometry(
                head,
                "has a geometry without a `type`",
                "this geometry",
                EXPORT_AGAIN,
            ));
        };
        let word = crate::geojson::json::decode(&text[kind.clone()]);
        if word == "GeometryCollection" {
            let Some(list) = geometries else {
                return Err(ShapeFault::geometry(
                    head,
                    "has a collection without `geometries`",
                    "this geometry",
                    EXPORT_AGAIN,
                ));
            };
            let mut items = Vec::new();
            Scanner::new(text, list.start).array(|scanner| {
                items.push(scanner.value()?);
                Ok(())
            })?;
            for item in items {
                self.geometry(text, item)?;
            }
            self.written = None;
            return Ok(());
        }
        let Some(&(_, wanted, depth)) = KINDS.iter().find(|(name, ..)| *name == word) else {
            let names = KINDS.iter().map(|(name, ..)| *name);
            let help = match closest(&word, names.clone()) {
                Some(close) => did_you_mean(&word, close),
                None => format!("use one of {}", list_of(names)),
            };
            let message = message!("has a geometry of unknown type `{}`", abbreviate(&word));
            return Err(ShapeFault::geometry(kind, message, "unknown type", &help));
        };
        let Some(coordinates) = coordinates else {
            let message = message!("has a `{word}` without coordinates");
            return Err(ShapeFault::geometry(kind, message, "this geometry", EXPORT_AGAIN));
        };
        if self.kind.is_some_and(|kind| kind != wanted) {
            return Err(ShapeFault::geometry(
                kind,
                "mixes points, lines or polygons in one collection",
                "differs from the kind before it",
                "put each kind in a separate layer: in QGIS, Processing Toolbox › Collect geometries, or Extract by geometry",
            ));
        }
        self.kind = Some(wanted);
        let first = self.written.is_none() && self.positions.is_empty();
        self.written = first.then(|| (kind, coordinates.clone()));
        let mut scanner = Scanner::new(text, coordinates.start);
        let reading = Nesting { word: &word, depth, shape: wanted };
        if scanner.kind()? != Kind::Array {
            return Err(reading.fault(coordinates.start, "not a list of positions"));
        }
        // RFC 7946, 3.1: an empty list of coordinates is a geometry without positions.
        if is_empty_list(&scanner) {
            return Ok(());
        }
        reading.read(text, &mut scanner, depth, self)
    }
}

/// Whether `[]` comes next.
fn is_empty_list(scanner: &Scanner<'_>) -> bool {
    let mut ahead = scanner.clone();
    ahead.take(b'[') && ahead.take(b']')
}

/// The nesting depth of positions in a geometry type.
struct Nesting<'w> {
    word: &'w str,
    depth: usize,
    shape: ShapeKind,
}

impl Nesting<'_> {
    fn fault(&self, at: usize, label: &str) -> ShapeFault {
        let (open, close) = ("[".repeat(self.depth), "]".repeat(self.depth));
        let more = if self.depth > 0 { ", …" } else { "" };
        ShapeFault::geometry(
            at..at + 1,
            message!("has coordinates with the wrong nesting for a `{}`", self.word),
            label,
            &format!(
                "write a `{}` as `{open}[longitude, latitude]{more}{close}`: export the layer again, or correct the brackets",
                self.word
            ),
        )
    }

    /// Reads positions nested in `depth` lists.
    fn read(
        &self,
        text: &str,
        scanner: &mut Scanner<'_>,
        depth: usize,
        draft: &mut Draft,
    ) -> Result<(), ShapeFault> {
        if scanner.kind()? != Kind::Array {
            let label = if depth == 0 { "expected a position" } else { "expected a list" };
            return Err(self.fault(scanner.at(), label));
        }
        let start = scanner.at();
        if depth == 0 {
            return self.position(text, scanner, draft);
        }
        if is_empty_list(scanner) {
            scanner.value()?;
            draft.has_empty_parts = true;
            return Ok(());
        }
        let mut fault = None;
        let before = (draft.positions.len(), draft.ends.len());
        let mut has_outline = None;
        scanner
            .array(|scanner| {
                let read = self.read(text, scanner, depth - 1, draft);
                has_outline.get_or_insert(draft.ends.len() > before.1);
                read.map_err(|found| {
                    fault = Some(found);
                    Fault { at: start..start, message: String::new() }
                })
            })
            .map_err(|other| fault.take().unwrap_or_else(|| other.into()))?;
        // All parts of this list are empty.
        if draft.positions.len() == before.0 {
            return Ok(());
        }
        if self.shape == ShapeKind::Polygons && depth == 2 && has_outline == Some(false) {
            return Err(ShapeFault::geometry(
                start..start + 1,
                "has a hole without an outer ring",
                "the first ring is empty",
                "draw the outer ring, or remove this part",
            ));
        }
        match (self.shape, depth) {
            (ShapeKind::Lines | ShapeKind::Polygons, 1) => draft.ends.push(draft.positions.len()),
            (ShapeKind::Polygons, 2) => draft.parts.push(draft.ends.len()),
            _ => {}
        }
        Ok(())
    }

    fn position(
        &self,
        text: &str,
        scanner: &mut Scanner<'_>,
        draft: &mut Draft,
    ) -> Result<(), ShapeFault> {
        let start = scanner.at();
        let before = draft.positions.last().copied();
        let refuse = |at: Range<usize>, message: Message, help: &str| ShapeFault {
            code: code::POSITION,
            at,
            message,
            label: match before {
                Some(before) => format!("after [{}, {}]", before.longitude, before.latitude),
                None => "the first position".to_owned(),
            },
            help: help.to_owned(),
        };
        let mut numbers = [0.0; 2];
        let mut count = 0;
        let mut fault = None;
        let taken = scanner.array(|scanner| {
            let kind = scanner.kind()?;
            let at = scanner.at();
            if count >= 2 {
                // Elevation and measures are ignored.
                scanner.value()?;
                count += 1;
                return Ok(());
            }
            let found = match kind {
                Kind::Number => {
                    let (number, at) = scanner.number()?;
                    numbers[count] = number;
                    count += 1;
                    let written = &text[at.clone()];
                    (!number.is_finite()).then(|| match written.bytes().any(|b| b.is_ascii_digit()) {
                        true => refuse(
                            at,
                            message!("has the coordinate {}, which is out of range", abbreviate(written)),
                            "correct the number, or draw this vertex again",
                        ),
                        false => refuse(
                            at,
                            message!("has the coordinate {written}, which is not a number"),
                            "a calculation failed in the program that wrote it: draw this vertex again, or remove it",
                        ),
                    })
                }
                Kind::Array => Some(self.fault(at, "expected a number")),
                Kind::Text => {
                    let at = scanner.value()?;
                    Some(refuse(
                        at.clone(),
                        message!("has the string {} in place of a coordinate", abbreviate(&text[at])),
                        "write the number without quotes, with a decimal point and no unit",
                    ))
                }
                _ => {
                    let at = scanner.value()?;
                    let what = abbreviate(&text[at.clone()]);
                    Some(refuse(
                        at,
                        message!("has `{what}` in place of a coordinate"),
                        "write longitude and latitude as numbers, or remove the position",
                    ))
                }
            };
            match found {
                Some(found) => {
                    fault = Some(found);
                    Err(Fault { at: at..at, message: String::new() })
                }
                None => Ok(()),
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        taken?;
        let whole = start..scanner.at();
        if count < 2 {
            let message = match count {
                0 => "has an empty position",
                _ => "has a position without latitude",
            };
            return Err(refuse(
                whole,
                message.into(),
                "a position is `[longitude, latitude]`: complete it, or remove it",
            ));
        }
        if count > 2
            && let Some(corrected) = without_decimal_commas(&text[whole.clone()])
        {
            return Err(refuse(
                whole,
                "has a coordinate with a decimal comma".into(),
                &format!(
                    "use a decimal point, and one comma between the two numbers: [{corrected}]"
                ),
            ));
        }
        draft.positions.push(Position { longitude: numbers[0], latitude: numbers[1] });
        draft.places.push((whole.start as u32, whole.end as u32));
        Ok(())
    }
}
