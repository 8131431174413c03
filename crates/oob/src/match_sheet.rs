//! The match that both players agree on before sealing anything. It is not secret.

use std::collections::BTreeMap;
use std::fmt;

use sandtable_pack::Digest;
use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::salts::{OperatingSystem, SaltSource};
use crate::scheme::{Context, Contribution, SCHEME, Shape, ShapeError};
use crate::strict_json;

/// A match: its base pack, the slots that the pack allows, and the contributions of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "MatchFile", into = "MatchFile")]
pub struct Match {
    base: Digest,
    shape: Shape,
    /// Entry ids, sorted.
    entries: Vec<String>,
    /// Both sides, by id.
    sides: BTreeMap<String, Contribution>,
}

/// An error in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// The match uses this other scheme.
    Scheme(String),
    /// There are not exactly two sides, or an id is invalid.
    Sides,
    /// The entries are not sorted, or an entry id is invalid.
    Entries,
    /// The slots are invalid.
    Shape(ShapeError),
    /// The contribution of this side is not 32 lower-case hexadecimal digits.
    Contribution(String),
}

/// The JSON form of a match.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
struct MatchFile {
    scheme: String,
    base: Digest,
    days: u8,
    turns: u8,
    entries: Vec<String>,
    commands: u8,
    #[serde(deserialize_with = "strict_json::map")]
    sides: BTreeMap<String, String>,
}

strict_json::as_object!(MatchFile);

impl Contribution {
    /// Returns a new random contribution.
    pub fn random() -> Self {
        let mut half = [0; 16];
        half.copy_from_slice(&OperatingSystem.next_salt()[..16]);
        Self(half)
    }

    /// Parses 32 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        Hex::parse(text).map(|Hex(bytes)| Self(bytes))
    }
}

impl fmt::Display for Contribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Whether the text is a valid id in a pack.
fn is_valid_id(text: &str) -> bool {
    let is_allowed = |one: u8| one.is_ascii_lowercase() || one.is_ascii_digit() || one == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(is_allowed)
}

impl Match {
    /// Creates a match for a base pack, with its days, turns per day, commands and entries, and
    /// both sides' contributions.
    pub fn new(
        base: Digest,
        days: u8,
        turns: u8,
        commands: u8,
        mut entries: Vec<String>,
        sides: [(String, Contribution); 2],
    ) -> Result<Self, MatchError> {
        entries.sort_unstable();
        let is_unique = entries.windows(2).all(|pair| pair[0] != pair[1]);
        if !is_unique || !entries.iter().all(|id| is_valid_id(id)) {
            return Err(MatchError::Entries);
        }
        let count = u8::try_from(entries.len()).map_err(|_| MatchError::Entries)?;
        let shape = Shape::new(days, turns, count, commands).map_err(MatchError::Shape)?;
        let sides = BTreeMap::from(sides);
        if sides.len() != 2 || !sides.keys().all(|id| is_valid_id(id)) {
            return Err(MatchError::Sides);
        }
        Ok(Self { base, shape, entries, sides })
    }

    /// The `play_digest` of the base pack.
    pub const fn base(&self) -> &Digest {
        &self.base
    }

    /// The slots of each side.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The entry ids, sorted; slots number them in this order.
    pub fn entries(&self) -> &[String] {
        &self.entries
    }

    /// Both sides and their contributions, sorted by id.
    pub fn sides(&self) -> impl Iterator<Item = (&str, Contribution)> {
        self.sides.iter().map(|(id, contribution)| (id.as_str(), *contribution))
    }

    /// The context for hashing a side's orders, or `None` if the side is not in the match.
    pub fn context(&self, side: &str) -> Option<Context> {
        let mut sides = self.sides();
        let (Some((first, one)), Some((second, other))) = (sides.next(), sides.next()) else {
            return None;
        };
        let is_in_match = side == first || side == second;
        is_in_match
            .then(|| Context::new(&self.base, self.shape, [first, second], [one, other], side))
    }
}

impl TryFrom<MatchFile> for Match {
    type Error = MatchError;

    fn try_from(written: MatchFile) -> Result<Self, MatchError> {
        if written.scheme != SCHEME {
            return Err(MatchError::Scheme(written.scheme));
        }
        if !written.entries.is_sorted() {
            return Err(MatchError::Entries);
        }
        let sides = written.sides.into_iter().map(|(id, text)| {
            let contribution = Contribution::parse(&text);
            contribution
                .map(|first_contribution| (id.clone(), first_contribution))
                .ok_or(MatchError::Contribution(id))
        });
        let sides: Vec<_> = sides.collect::<Result<_, _>>()?;
        let sides: [_; 2] = sides.try_into().map_err(|_| MatchError::Sides)?;
        let MatchFile { base, days, turns, commands, entries, .. } = written;
        Self::new(base, days, turns, commands, entries, sides)
    }
}

impl From<Match> for MatchFile {
    fn from(sheet: Match) -> Self {
        let [days, turns, _, commands] = sheet.shape.counts();
        let sides = sheet.sides.iter().map(|(id, one)| (id.clone(), one.to_string())).collect();
        Self {
            scheme: SCHEME.to_owned(),
            base: sheet.base,
            days,
            turns,
            entries: sheet.entries,
            commands,
            sides,
        }
    }
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme(other) => write!(f, "unsupported scheme `{other}`, expected `{SCHEME}`"),
            Self::Sides => f.write_str("a match must have two sides with valid ids"),
            Self::Entries => f.write_str("entries must be unique valid ids in alphabetical order"),
            Self::Shape(error) => error.fmt(f),
            Self::Contribution(side) => {
                write!(f, "the contribution of `{side}` must be 32 lower-case hexadecimal digits")
            }
        }
    }
}

impl std::error::Error for MatchError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Match {
        let sides = [("union", 1), ("confederate", 2)]
            .map(|(id, byte)| (id.to_owned(), Contribution([byte; 16])));
        let entries = vec!["north".to_owned(), "east".to_owned()];
        Match::new(Digest::compute(b"pack"), 2, 8, 12, entries, sides).expect("valid match")
    }

    #[test]
    fn round_trips_match() {
        let text = serde_json::to_string_pretty(&sheet()).expect("the value serialises");
        assert_eq!(serde_json::from_str::<Match>(&text).expect("valid match"), sheet());
        assert!(text.contains("\"east\",\n    \"north\""), "{text}");
        assert_eq!(sheet().context("prussia"), None);
        assert_ne!(sheet().context("union"), sheet().context("confederate"));
    }

    #[test]
    fn rejects_invalid_match() {
        let text = serde_json::to_string(&sheet()).expect("the value serialises");
        for (from, to, expected) in [
            ("oob/1", "oob/2", "scheme `oob/2`"),
            ("\"east\",\"north\"", "\"north\",\"east\"", "in alphabetical order"),
            ("\"east\",\"north\"", "\"east\",\"east\"", "in alphabetical order"),
            ("\"union\"", "\"Union\"", "with valid ids"),
            ("0202", "02zz", "contribution of `confederate`"),
            ("0202", "0A02", "contribution of `confederate`"),
            ("\"days\":2", "\"days\":0", "no days"),
            ("\"days\":2", "\"days\":200", "exceed 16384 slots"),
            ("\"days\":2", "\"days\":2,\"nights\":1", "unknown field `nights`"),
        ] {
            let wrong = text.replacen(from, to, 1);
            assert_ne!(wrong, text);
            let error = serde_json::from_str::<Match>(&wrong)
                .expect_err("invalid match is rejected")
                .to_string();
            assert!(error.contains(expected), "{from} → {to}: {error}");
        }
    }
}
