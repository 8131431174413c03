//! Finds a wrong, missing or extra digit in a coordinate, and the positions probably intended.

use sandtable_source::Span;

use crate::values::place::Coordinate;

/// Maximum number of candidates; with more, the suggestion would be a guess.
const MAX_CANDIDATES: usize = 3;

/// Positions that differ from a given one by a digit typo.
#[derive(Clone, Debug, PartialEq)]
pub struct DigitTypo {
    places: Vec<Coordinate>,
    /// The index of the wrong number, 0 or 1, if it is the same for all positions.
    number: Option<usize>,
}

impl DigitTypo {
    /// Returns the few positions that satisfy `fits` and differ in one digit or two swapped digits.
    /// If there are none, tries a missing or extra digit, and a different decimal point position.
    /// Positions closer to `middle` come first.
    pub fn find(
        at: Coordinate,
        middle: Coordinate,
        fits: impl Fn(Coordinate) -> bool,
    ) -> Option<Self> {
        [wrong_digits, missing_or_extra_digits].into_iter().find_map(|others| {
            let Coordinate { longitude, latitude } = at;
            let others = |degrees: f64| others(&degrees.to_string()).into_iter();
            let east = others(longitude).map(|longitude| Coordinate { longitude, ..at });
            let north = others(latitude).map(|latitude| Coordinate { latitude, ..at });
            let mut places: Vec<Coordinate> = Vec::new();
            for place in east.chain(north).filter(|&place| place != at && fits(place)) {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            let off = |place: &Coordinate| {
                let east = (place.longitude - middle.longitude).abs();
                east + (place.latitude - middle.latitude).abs()
            };
            places.sort_by(|one, candidate| off(one).total_cmp(&off(candidate)));
            let number = match places
                .iter()
                .filter(|place| place.latitude.total_cmp(&latitude).is_eq())
                .count()
            {
                0 => Some(1),
                count => (count == places.len()).then_some(0),
            };
            (1..=MAX_CANDIDATES).contains(&places.len()).then_some(Self { places, number })
        })
    }

    /// The suggestion for the author.
    pub fn help(&self) -> String {
        let shown = |place: &Coordinate| format!("`[{}, {}]`", place.longitude, place.latitude);
        let places: Vec<String> = self.places.iter().map(shown).collect();
        format!("check the digits: did you mean {}?", places.join(" or "))
    }

    /// The span of the wrong number in a coordinate written `[…, …]`.
    pub fn span(&self, at: Span, written: &str) -> Span {
        let part = || {
            let (first, second) = written.strip_prefix('[')?.strip_suffix(']')?.split_once(',')?;
            let (start, number) = match self.number? {
                0 => (1, first),
                _ => (first.len() + 2, second),
            };
            let start = at.range().start + start + number.len() - number.trim_start().len();
            Some(Span::new(at.file, start..start + number.trim().len()))
        };
        part().unwrap_or(at)
    }
}

/// Returns numbers that differ in one digit, or in two swapped digits.
pub fn wrong_digits(number: &str) -> Vec<f64> {
    let text = number.as_bytes().to_vec();
    let mut found = Vec::new();
    for place in digit_positions(&text) {
        for digit in b'0'..=b'9' {
            let mut candidate = text.clone();
            candidate[place] = digit;
            found.push(candidate);
        }
        if text.get(place + 1).is_some_and(u8::is_ascii_digit) {
            let mut candidate = text.clone();
            candidate.swap(place, place + 1);
            found.push(candidate);
        }
    }
    parse_numbers(found)
}

/// Returns numbers with one digit more or less, or with the decimal point elsewhere.
fn missing_or_extra_digits(number: &str) -> Vec<f64> {
    let text = number.as_bytes().to_vec();
    let mut found = Vec::new();
    for place in digit_positions(&text) {
        let mut without = text.clone();
        without.remove(place);
        found.push(without);
    }
    for place in 0..=text.len() {
        for digit in b'0'..=b'9' {
            let mut with = text.clone();
            with.insert(place, digit);
            found.push(with);
        }
    }
    let plain: Vec<u8> = text.into_iter().filter(|&byte| byte != b'.').collect();
    for place in digit_positions(&plain) {
        let mut pointed = plain.clone();
        pointed.insert(place, b'.');
        found.push(pointed);
    }
    parse_numbers(found)
}

fn digit_positions(text: &[u8]) -> Vec<usize> {
    (0..text.len()).filter(|&place| text[place].is_ascii_digit()).collect()
}

fn parse_numbers(texts: Vec<Vec<u8>>) -> Vec<f64> {
    texts.iter().filter_map(|text| std::str::from_utf8(text).ok()?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLE: Coordinate = Coordinate { longitude: -77.245, latitude: 39.811 };

    fn suggestions(longitude: f64, latitude: f64) -> Option<Vec<[f64; 2]>> {
        let fits = |at: Coordinate| {
            (-77.275..-77.215).contains(&at.longitude) && (39.783..39.839).contains(&at.latitude)
        };
        let typo = DigitTypo::find(Coordinate { longitude, latitude }, MIDDLE, fits)?;
        Some(typo.places.iter().map(|at| [at.longitude, at.latitude]).collect())
    }

    #[test]
    fn suggests_one_changed_digit() {
        let place = Some(vec![[-77.229_93, 39.817_01]]);
        assert_eq!(suggestions(-77.229_93, 38.817_01), place);
        assert_eq!(suggestions(-72.229_93, 39.817_01), place);
        assert_eq!(suggestions(-77.229_93, 3_981_701.0), place);
        assert_eq!(suggestions(-77.229_93, 9.817_01), place);
        assert_eq!(suggestions(-777.229_93, 39.817_01), place);
        let first = |places: Option<Vec<[f64; 2]>>| places.and_then(|all| all.first().copied());
        assert_eq!(first(suggestions(-77.229_93, 39.187_01)), first(place));
        assert_eq!(suggestions(-77.233_2, 39.281_25), Some(vec![[-77.233_2, 39.821_25]]));
        assert_eq!(suggestions(-77.9, 39.9), None);
    }

    #[test]
    fn span_covers_wrong_number() {
        let at = Coordinate { longitude: -77.22, latitude: 9.81 };
        let typo = DigitTypo::find(at, MIDDLE, |place| (place.latitude - 39.81).abs() < 1e-9)
            .expect("the latitude lacks a digit");
        let mut sources = sandtable_source::SourceMap::new();
        let text = "at: [-77.22, 9.81]";
        let file = sources.add("scenario.yaml", text);
        let span = typo.span(Span::new(file, 4..text.len()), &text[4..]);
        assert_eq!(sources.slice(span), "9.81");
    }
}
