//! Writes coordinates in the author's style: kept positions byte for byte, new positions with as
//! many decimals (at least six on lines). Brackets and spaces match the feature's.

use std::ops::Range;

use crate::geojson::Feature;
use crate::geojson::shape::{Shape, ShapeKind};
use sandtable_authored::Coordinate;

/// A vertex of a repaired geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Corner {
    /// A position of the feature.
    Kept(usize),
    New(Coordinate),
}

/// The minimum number of decimals for new positions on lines: a tenth of a metre, so that they are
/// on their targets.
const MIN_LINE_DECIMALS: usize = 6;

/// The notation of a feature's coordinates.
pub struct Style<'t> {
    text: &'t str,
    places: Vec<Range<usize>>,
    kind: ShapeKind,
    multi: bool,
    /// The text before the first position and after the last.
    opening: &'t str,
    close: &'t str,
    /// The text between two positions, rings and polygons.
    positions: String,
    rings: String,
    polygons: String,
    pub decimals: usize,
}

impl<'t> Style<'t> {
    pub fn of(feature: &Feature<'t>, shape: &Shape, coordinates: &Range<usize>) -> Self {
        let text = feature.text();
        let places: Vec<Range<usize>> =
            (0..shape.positions.len()).map(|position| shape.place(position)).collect();
        let gap =
            |before: usize, after: usize| text[places[before].end..places[after].start].to_owned();
        let rings: Vec<Range<usize>> = shape.rings().collect();
        let first_two = rings.iter().find(|ring| ring.len() > 1);
        let positions = first_two.map_or(", ".to_owned(), |ring| gap(ring.start, ring.start + 1));
        // Find the separators between rings of one polygon, and between polygons.
        let mut between = [None, None];
        let ends: Vec<usize> = match shape.kind {
            ShapeKind::Polygons => shape.polygons().map(|polygon| polygon.end).collect(),
            _ => Vec::new(),
        };
        for (number, pair) in rings.windows(2).enumerate() {
            let slot = usize::from(ends.contains(&(number + 1)));
            between[slot].get_or_insert_with(|| gap(pair[0].end - 1, pair[1].start));
        }
        let [ring, polygon] = between;
        let digits = |place: &Range<usize>| {
            let number = text[place.clone()].split(['[', ',', ']']).map(str::trim);
            let decimals = number.filter_map(|number| {
                let (_, decimals) = number.split_once('.')?;
                decimals.bytes().all(|byte| byte.is_ascii_digit()).then_some(decimals.len())
            });
            decimals.take(2).max().unwrap_or(0)
        };
        let multi =
            text[shape.written.as_ref().map_or(0..0, |(word, _)| word.clone())].contains("Multi");
        Self {
            text,
            kind: shape.kind,
            multi,
            opening: &text[coordinates.start..places[0].start],
            close: &text[places[places.len() - 1].end..coordinates.end],
            rings: ring.unwrap_or_else(|| format!("]{positions}[")),
            polygons: polygon.unwrap_or_else(|| format!("]]{positions}[[")),
            positions,
            decimals: places.iter().map(digits).max().unwrap_or(0),
            places,
        }
    }

    /// Whether the geometry is a multi-geometry.
    pub fn is_multi(&self) -> bool {
        self.multi
    }

    /// Writes lines, each given as a polygon with one ring.
    pub fn lines(&self, lines: &[Vec<Vec<Corner>>]) -> String {
        let lines: Vec<Vec<Corner>> = lines.iter().flatten().cloned().collect();
        let body = self.write(&lines, &self.rings, self.decimals.max(MIN_LINE_DECIMALS));
        format!("{}{body}{}", self.opening, self.close)
    }

    /// Writes polygons, given as closed rings. Also returns whether the feature must become a
    /// `MultiPolygon`.
    pub fn polygons(&self, polygons: &[Vec<Vec<Corner>>], decimals: usize) -> (String, bool) {
        let parts: Vec<String> =
            polygons.iter().map(|rings| self.write(rings, &self.rings, decimals)).collect();
        let body = parts.join(&self.polygons);
        let grows = !self.multi && polygons.len() > 1 && self.kind == ShapeKind::Polygons;
        let (before, after) = if grows { ("[", "]") } else { ("", "") };
        (format!("{before}{}{body}{}{after}", self.opening, self.close), grows)
    }

    fn write(&self, rings: &[Vec<Corner>], between: &str, decimals: usize) -> String {
        let ring = |ring: &Vec<Corner>| {
            let corners: Vec<String> =
                ring.iter().map(|&corner| self.corner(corner, decimals)).collect();
            corners.join(&self.positions)
        };
        rings.iter().map(ring).collect::<Vec<_>>().join(between)
    }

    /// Formats a kept position unchanged, and a new one like the first, including its elevation if
    /// present.
    fn corner(&self, corner: Corner, decimals: usize) -> String {
        let place = match corner {
            Corner::Kept(position) => return self.text[self.places[position].clone()].to_owned(),
            Corner::New(place) => place,
        };
        let model = &self.text[self.places[0].clone()];
        let numbers: Vec<&str> =
            model.split([',', '[', ']']).map(str::trim).filter(|n| !n.is_empty()).collect();
        let mut rest = model;
        let mut written = String::new();
        for (number, value) in numbers.iter().zip([place.longitude, place.latitude]) {
            let at = rest.find(number).unwrap_or(0);
            written += &rest[..at];
            written += &rounded(value, decimals);
            rest = &rest[at + number.len()..];
        }
        written + rest
    }
}

/// Formats a number with at most this many decimals and no trailing zeros.
fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Replaces non-overlapping ranges of a text.
pub fn apply_edits(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(at, _)| at.start);
    let mut result = String::with_capacity(text.len() + 1_024);
    let mut done = 0;
    for (at, new) in edits {
        result += &text[done..at.start];
        result += &new;
        done = at.end;
    }
    result + &text[done..]
}
