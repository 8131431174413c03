//! Places and directions in authored files.

use sandtable_pack::{GridReference, Pose};
use sandtable_source::{
    Diagnostic, Node, ParsedCoordinate, Read, Reader, Span, Spanned, Value, authored, code,
    did_you_mean, inline_schema, message,
};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::Id;
use super::length::Length;
use crate::reading::digit_typo::DigitTypo;
use crate::values::quantity;

/// A direction as a true bearing in degrees, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bearing(pub f64);

#[cfg(feature = "schema")]
impl JsonSchema for Bearing {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bearing".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            { "type": "string", "enum": quantity::COMPASS },
            { "type": "number", "minimum": 0, "maximum": 360 }
        ] })
    }
}

impl Read for Bearing {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str =
            "a compass point (`N`, `NNE`, `NE`, …) or a true bearing in degrees (0 to 360)";
        let degrees = match &node.value {
            Value::Integer(degrees) => *degrees as f64,
            Value::Float(degrees) => *degrees,
            Value::Text(point) => {
                let found = quantity::COMPASS.iter().position(|name| name == point);
                if found.is_none() {
                    let finding =
                        Diagnostic::new(code::UNKNOWN_CHOICE, message::invalid("direction", point))
                            .at(node.head(), "unknown direction");
                    let finding = match (
                        quantity::normalise_compass_point(point),
                        quantity::normalise_bearing(point),
                    ) {
                        (Some(meant), _) if meant.contains('W') && !point.contains(['w', 'W']) => {
                            finding.help(format!(
                                "did you mean `{meant}`? West is `W` here, not `O` (oeste, ouest)"
                            ))
                        }
                        (Some(meant), _) => finding.help(did_you_mean(point, meant)),
                        (None, Some(degrees)) => {
                            let degrees = degrees.rem_euclid(360.0);
                            finding.help(format!("write degrees as a plain number: {degrees}"))
                        }
                        (None, None) => finding,
                    };
                    reader.report(finding.help(format!("write {EXPECTED}")));
                }
                return found.map(|index| Self(index as f64 * 22.5));
            }
            _ => {
                reader.wrong_kind(node, EXPECTED);
                return None;
            }
        };
        if !(0.0..=360.0).contains(&degrees) {
            let message = message!("{} must be between 0 and 360 degrees", reader.subject());
            let normalised = degrees.rem_euclid(360.0);
            let help = match degrees.is_finite() {
                true => format!("the same direction is {normalised}; or write a compass point"),
                false => format!("write {EXPECTED}"),
            };
            reader.refuse(code::OUT_OF_RANGE, node, message, format!("found {degrees}"), help);
            return None;
        }
        Some(Self(degrees))
    }

    fn expected() -> Option<String> {
        Some("a compass point such as `NW`, or a true bearing in degrees".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(0.0))
    }
}

/// A clockwise rotation in degrees; may be negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn(pub f64);

#[cfg(feature = "schema")]
impl JsonSchema for Turn {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        f64::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        f64::json_schema(generator)
    }
    fn inline_schema() -> bool {
        f64::inline_schema()
    }
}

impl Read for Turn {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Text(text) = &node.value else { return f64::read(node, reader).map(Self) };
        let Some(meant) = quantity::normalise_compass_point(text) else {
            let Some(degrees) = quantity::normalise_bearing(text) else {
                return f64::read(node, reader).map(Self);
            };
            let message =
                message::wrong_type("a number", Some(reader.subject().as_str()), node.kind());
            let help = match text.contains(char::is_alphabetic) {
                true => format!(
                    "write {degrees}, the degrees clockwise from north; west of north is negative"
                ),
                false => format!("write {degrees}"),
            };
            reader.refuse(code::WRONG_KIND, node, message, "not a number", help);
            return None;
        };
        let steps = quantity::COMPASS.iter().position(|point| *point == meant);
        let degrees = steps.unwrap_or_default() as f64 * 22.5;
        let message = message::wrong_type(
            "a number of degrees",
            Some(reader.subject().as_str()),
            "a compass point",
        );
        let help = match degrees == 0.0 {
            true => "remove it, or write 0: the top of the map is north".to_owned(),
            false => format!("write {degrees} if the top of the map faces {meant}"),
        };
        reader.refuse(code::WRONG_KIND, node, message, "not a number", help);
        None
    }
}

/// A position by longitude and latitude in degrees (WGS 84).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinate {
    /// Degrees east of Greenwich.
    pub longitude: f64,
    /// Degrees north of the equator.
    pub latitude: f64,
}

inline_schema!(Coordinate, "Coordinate", {
    "type": "array",
    "items": [
        { "type": "number", "minimum": -180, "maximum": 180 },
        { "type": "number", "minimum": -90, "maximum": 90 }
    ],
    "minItems": 2,
    "maxItems": 2
});

impl Read for Coordinate {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a coordinate `[longitude, latitude]`";
        let Value::List(items) = &node.value else {
            if !report_missing_brackets(node, reader) {
                reader.wrong_kind(node, EXPECTED);
            }
            return None;
        };
        let numbers = items.iter().all(is_number);
        if !(numbers && items.len() == 2)
            && let Some(place) = read_other_notation(node, items, numbers, reader)
        {
            let message = message!("{} must be {EXPECTED}", reader.subject());
            reader.report(
                Diagnostic::new(code::WRONG_KIND, message)
                    .at(node.span, "cannot read this as two numbers in degrees")
                    .help(format!(
                        "write `{place}`: degrees with a decimal point, longitude first, negative for west and south"
                    )),
            );
            return None;
        }
        let [longitude, latitude] = items.as_slice() else {
            let message = message!("{} must be {EXPECTED}", reader.subject());
            let help = match items.len() {
                3 => "remove the third number: elevations come from the elevation file",
                _ => "give two numbers: longitude first, then latitude",
            };
            let label = match items.len() {
                1 => "this list has one value".to_owned(),
                count => format!("this list has {count} values"),
            };
            reader
                .report(Diagnostic::new(code::WRONG_KIND, message).at(node.span, label).help(help));
            return None;
        };
        let (longitude, latitude) = (f64::read(longitude, reader)?, f64::read(latitude, reader)?);
        let is_off_globe = longitude.abs() > 180.0 || latitude.abs() > 90.0;
        let written = Self { longitude, latitude };
        let typo = is_off_globe.then(|| suggest_nearby(written, reader)).flatten();
        let nowhere = "no such place on Earth";
        let (message, span, label, help) = match typo {
            Some(typo) => {
                let span = typo.span(node.span, reader.source_text(node.span, node.span));
                (nowhere, span, "too large for degrees", typo.help())
            }
            None if longitude.abs() >= MIN_METRES && latitude.abs() >= MIN_METRES => (
                "not a longitude and latitude",
                node.span,
                "these look like metres east and north, as on a UTM grid",
                "write degrees, longitude first; in QGIS, right-click the place and choose “Copy Coordinate” › “EPSG:4326 - WGS 84”".to_owned(),
            ),
            None if is_off_globe => (
                nowhere,
                node.span,
                "longitude first, then latitude",
                "longitude must be between -180 and 180, latitude between -90 and 90".to_owned(),
            ),
            None => return Some(written),
        };
        reader.report(Diagnostic::new(code::OUT_OF_RANGE, message).at(span, label).help(help));
        None
    }
}

/// Returns the typo that put a coordinate off the globe, if correcting a digit or decimal point
/// puts it close to another position in the file.
fn suggest_nearby(at: Coordinate, reader: &Reader<'_>) -> Option<DigitTypo> {
    let [longitude, latitude] = reader.reference_coordinate()?;
    DigitTypo::find(at, Coordinate { longitude, latitude }, |place| {
        (place.longitude - longitude).abs() < MAX_SAME_MAP_DEGREES
            && (place.latitude - latitude).abs() < MAX_SAME_MAP_DEGREES
    })
}

/// Maximum distance between positions on one map, in degrees.
const MAX_SAME_MAP_DEGREES: f64 = 0.2;

/// Two numbers at least this large are metres, not degrees.
const MIN_METRES: f64 = 1_000.0;

fn is_number(node: &Node) -> bool {
    matches!(node.value, Value::Integer(_) | Value::Float(_))
}

/// Reads a coordinate from a list that uses another notation.
fn read_other_notation(
    node: &Node,
    items: &[Node],
    numbers: bool,
    reader: &Reader<'_>,
) -> Option<ParsedCoordinate> {
    if numbers {
        return reader.coordinate(reader.source_text(node.span, node.span));
    }
    // Omit quotation marks, which could be read as seconds.
    let item = |item: &Node| match &item.value {
        Value::Text(text) => Some(text.clone()),
        _ if is_number(item) => Some(reader.source_text(item.span, item.span).to_owned()),
        _ => None,
    };
    reader.coordinate(&items.iter().map(item).collect::<Option<Vec<_>>>()?.join(", "))
}

/// The position of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Position {
    /// A coordinate.
    Coordinate(Coordinate),
    /// A point of the map: a place, farm, bridge or ford.
    Place(Spanned<Id>),
    /// A distance from a place, on a true bearing.
    From {
        /// The place, farm, bridge or ford.
        place: Spanned<Id>,
        /// The direction.
        bearing: Bearing,
        /// The distance.
        distance: Spanned<Length>,
    },
    /// A place on the reference grid of the map.
    Grid(Spanned<Square>),
    /// In reserve and hidden, with a headquarters (PB-9.3).
    Reserve(Spanned<Id>),
    /// The exact position and facing in an opened order of battle; a file cannot contain it.
    Opened(Pose),
    /// An unreadable position that has already been reported.
    Unreadable,
}

authored! {
    /// A point of the map: a place, farm, bridge or ford.
    pub struct AtPlace("position") {
        /// The id of the place, farm, bridge or ford.
        pub place: Spanned<Id>,
    }
}

authored! {
    /// A distance from a place.
    pub struct AtDistance("position") {
        /// The id of a place, farm, bridge or ford.
        pub from: Spanned<Id>,
        /// Direction from there: a compass point or a true bearing.
        pub bearing: Spanned<Bearing>,
        /// The distance.
        pub distance: Spanned<Length>,
    }
}

/// A square of the reference grid, or a place within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(pub GridReference);

inline_schema!(Square, "GridReference", {
    "type": "string",
    "pattern": "^[A-Za-z]{1,2}[1-9][0-9]?(\\.[0-9]{2})?$",
    "examples": ["C4", "C4.37"]
});

impl Read for Square {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str =
            "a square of the map's grid, such as `C4`, or a place in it, such as `C4.37`";
        let Value::Text(text) = &node.value else {
            reader.wrong_kind(node, EXPECTED);
            return None;
        };
        let read = text.parse().ok().map(Self);
        if read.is_none() {
            let message = message::invalid("grid reference", text);
            let help = "write the column letter and row number from the edge of the map, such as `C4`; for a place in the square, add a dot and the tenths right and up, such as `C4.37`".to_owned();
            reader.refuse(code::BAD_QUANTITY, node, message, "not a square of the grid", help);
        }
        read
    }

    fn expected() -> Option<String> {
        Some("a square of the map's grid such as `C4`".to_owned())
    }
}

authored! {
    /// A place on the reference grid.
    pub struct AtSquare("position") {
        /// The square, as labelled on the edge of the map. `C4` is the middle of square C4; `C4.37`
        /// is a position in it, 3 tenths from the left and 7 from the bottom.
        pub grid: Spanned<Square>,
    }
}

authored! {
    /// In reserve with a headquarters, off the map. Pieces in reserve are placed in the order of
    /// the file (PB-9.3, PB-9.4).
    pub struct InReserve("position") {
        /// The id of the piece's own command or of the army HQ.
        pub reserve: Spanned<Id>,
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Position {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Position".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let coordinate = generator.subschema_for::<Coordinate>();
        let place = generator.subschema_for::<AtPlace>();
        let from = generator.subschema_for::<AtDistance>();
        let reserve = generator.subschema_for::<InReserve>();
        let square = generator.subschema_for::<AtSquare>();
        json_schema!({ "anyOf": [coordinate, place, from, square, reserve] })
    }
}

impl Read for Position {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::List(_) => Coordinate::read(node, reader).map(Self::Coordinate),
            Value::Map(_) if node.entry("from").is_some() || node.entry("bearing").is_some() => {
                let AtDistance { from, bearing, distance, .. } = AtDistance::read(node, reader)?;
                Some(Self::From { place: from, bearing: bearing.value, distance })
            }
            Value::Map(_) if node.entry("reserve").is_some() => {
                InReserve::read(node, reader).map(|at| Self::Reserve(at.reserve))
            }
            Value::Map(_) if node.entry("grid").is_some() => {
                AtSquare::read(node, reader).map(|at| Self::Grid(at.grid))
            }
            Value::Map(_) => AtPlace::read(node, reader).map(|at| Self::Place(at.place)),
            Value::Text(name) => {
                if !report_missing_brackets(node, reader) {
                    let message = message::wrong_type(
                        "a position",
                        Some(reader.subject().as_str()),
                        node.kind(),
                    );
                    let (label, help) = match name.eq_ignore_ascii_case("reserve") {
                        true => (
                            "missing key `reserve`",
                            "write `{ reserve: ii-corps }`, with the id of its command or of the army commander".to_owned(),
                        ),
                        false => (
                            "missing key `place`",
                            format!("write `{{ place: {name} }}`"),
                        ),
                    };
                    reader.refuse(code::WRONG_KIND, node, message, label, help);
                }
                None
            }
            _ => {
                reader.wrong_kind(
                    node,
                    "a position: `[longitude, latitude]`, `{ place: … }`, `{ from: …, bearing: …, distance: … }`, `{ grid: … }` or `{ reserve: … }`",
                );
                None
            }
        }
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::Unreadable)
    }
}

/// Reports a coordinate without brackets, and returns whether the node is one.
fn report_missing_brackets(node: &Node, reader: &mut Reader<'_>) -> bool {
    let Value::Text(text) = &node.value else { return false };
    let Some(place) = reader.coordinate(text) else { return false };
    let message = message!("{} must be a coordinate in brackets", reader.subject());
    reader.refuse(
        code::WRONG_KIND,
        node,
        message,
        "two numbers without brackets",
        place.advice(""),
    );
    true
}
