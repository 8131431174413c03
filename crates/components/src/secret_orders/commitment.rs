//! Commitments on paper: in groups of four, each letter in a place of its own, so that lines can be compared
//! letter by letter; and empty boxes to write one down.

use std::fmt;

use sandtable_sheet::{Ink, Item, Lettering, Path, Point, Rect, Stroke, TextRun, shape};

use crate::secret_orders::qr::QrCode;

/// Letters in a group.
const GROUP: usize = 4;
/// No commitment is longer: its checksum would not hold (BIP-173).
const LONGEST: usize = 90;

/// A commitment in small letters and figures, without spaces and hyphens.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Letters(String);

/// What both sides commit to, grouped or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Commitments {
    /// Of whose page it is.
    pub own: String,
    /// Of the other side, where it is known: else boxes stand there to write it in.
    pub other: Option<String>,
}

impl Commitments {
    /// Reads both, which are of one length.
    pub(super) fn read(&self) -> Result<(Letters, Option<Letters>), CommitmentFault> {
        let own = Letters::read(&self.own)?;
        let other = self.other.as_ref().map(|text| own.read_other(text)).transpose()?;
        Ok((own, other))
    }
}

/// The code of a commitment in half blocks, for a terminal.
pub fn commitment_code(commitment: &str) -> Result<String, CommitmentFault> {
    Ok(Letters::read(commitment)?.qr().half_blocks())
}

/// Why a text cannot be a commitment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitmentFault {
    /// There is nothing in it.
    Empty,
    /// It has something else than letters from a to z and figures.
    Letter {
        /// What it is.
        letter: char,
        /// The how manieth, counted from 1, without spaces and hyphens.
        number: usize,
    },
    /// It is longer than any.
    Long {
        /// Its letters.
        letters: usize,
    },
    /// That of the other side is not of the same length.
    Other {
        /// How many letters it has.
        letters: usize,
        /// How many it must have.
        wanted: usize,
    },
}

impl fmt::Display for CommitmentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the commitment is empty"),
            Self::Letter { letter, number } => write!(
                f,
                "character {number} of the commitment is {letter:?}: it consists of letters from a to z and figures; spaces and hyphens may part them"
            ),
            Self::Long { letters } => write!(
                f,
                "the commitment has {letters} characters, and none has more than {LONGEST}: was something else pasted with it?"
            ),
            Self::Other { letters, wanted } => write!(
                f,
                "the other side's commitment has {letters} characters where this one has {wanted}: copy it once more"
            ),
        }
    }
}

impl Letters {
    /// Reads a commitment, whether it is grouped or not.
    pub fn read(text: &str) -> Result<Self, CommitmentFault> {
        let letters = || text.chars().filter(|c| !c.is_whitespace() && *c != '-');
        let strange = letters().enumerate().find(|(_, c)| !c.is_ascii_alphanumeric());
        if let Some((index, letter)) = strange {
            return Err(CommitmentFault::Letter { letter, number: index + 1 });
        }
        match letters().count() {
            0 => Err(CommitmentFault::Empty),
            count if count > LONGEST => Err(CommitmentFault::Long { letters: count }),
            _ => Ok(Self(letters().map(|c| c.to_ascii_lowercase()).collect())),
        }
    }

    /// Reads that of the other side, which is as long as this one.
    pub fn read_other(&self, text: &str) -> Result<Self, CommitmentFault> {
        let other = Self::read(text)?;
        match other.0.len() == self.0.len() {
            true => Ok(other),
            false => Err(CommitmentFault::Other { letters: other.0.len(), wanted: self.0.len() }),
        }
    }

    /// Its code. It holds capitals, which need fewer modules.
    pub fn qr(&self) -> QrCode {
        QrCode::of(&self.0.to_ascii_uppercase()).expect("at most 90 letters and figures have room")
    }

    /// In groups, as it is read out.
    fn groups(&self) -> impl Iterator<Item = &str> {
        let starts = (0..self.0.len()).step_by(GROUP);
        starts.map(|start| &self.0[start..(start + GROUP).min(self.0.len())])
    }

    /// Set in rows, from the base line of the first on.
    pub fn set(&self, start: Point, grid: Grid, lettering: Lettering, ink: Ink) -> Vec<Item> {
        let group = |(index, group): (usize, &str)| {
            let place = grid.group(index);
            let start = start.moved(place.x, place.y);
            Item::Text(in_places(group, start, grid.pitch, lettering, ink))
        };
        self.groups().enumerate().map(group).collect()
    }

    /// As many boxes as it has letters, from the upper left corner of the first on; `written` stands in them.
    pub fn boxes(
        &self,
        corner: Point,
        (grid, height): (Grid, f64),
        written: Option<&Self>,
        (lettering, ink): (Lettering, Ink),
    ) -> Vec<Item> {
        let mut path = Path::new();
        for (index, group) in self.groups().enumerate() {
            let place = grid.group(index);
            let start = corner.moved(place.x, place.y);
            for letter in 0..group.len() {
                let left = start.x + grid.pitch * letter as f64;
                path.add(&Path::rect(Rect::sized(left, start.y, grid.pitch, height)));
            }
        }
        let mut items = vec![Item::line(path, Stroke::full(ink, 0.2))];
        if let Some(written) = written {
            let rise = lettering.x_height();
            let base = corner.moved(0.0, (height + rise) / 2.0);
            items.extend(written.set(base, grid, lettering, ink));
        }
        items
    }
}

/// Where groups stand, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// From letter to letter.
    pub pitch: f64,
    /// Between groups.
    pub gap: f64,
    /// Groups in a row.
    pub columns: usize,
    /// From row to row.
    pub leading: f64,
}

impl Grid {
    /// How wide a row is.
    pub fn width(&self) -> f64 {
        self.columns as f64 * (self.pitch * GROUP as f64 + self.gap) - self.gap
    }

    /// Where a group begins, from the first one.
    fn group(&self, index: usize) -> Point {
        let (row, column) = (index / self.columns, index % self.columns);
        let step = self.pitch * GROUP as f64 + self.gap;
        Point::new(step * column as f64, self.leading * row as f64)
    }
}

/// Letters at equal distances, each in the middle of its place.
fn in_places(text: &str, start: Point, pitch: f64, lettering: Lettering, ink: Ink) -> TextRun {
    let mut run = shape("", lettering).at(start, ink);
    run.text = text.to_owned();
    // One by one, so that no ligature joins them.
    for (index, (at, letter)) in text.char_indices().enumerate() {
        let set = shape(letter.encode_utf8(&mut [0; 4]), lettering);
        let middle = start.moved(pitch * (index as f64 + 0.5), 0.0);
        let mut glyphs = set.centred(middle, ink).glyphs;
        for glyph in &mut glyphs {
            glyph.cluster = at..at + letter.len_utf8();
        }
        run.glyphs.extend(glyphs);
    }
    run
}
