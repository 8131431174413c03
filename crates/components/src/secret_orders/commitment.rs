//! Commitments on paper: in groups of four on a fixed pitch, for comparison character by character,
//! and empty boxes for writing one down.

use std::fmt;

use sandtable_sheet::{Ink, Item, Lettering, Path, Point, Rect, Stroke, TextRun, shape};

use crate::secret_orders::qr::QrCode;

/// The number of characters in a group.
const GROUP: usize = 4;
/// The maximum length of a commitment: beyond it, the checksum is too weak (BIP-173).
const LONGEST: usize = 90;

/// A commitment in lower-case letters and digits, without spaces or hyphens.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Letters(String);

/// The commitments of both sides, grouped or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Commitments {
    /// The commitment of the page's side.
    pub own: String,
    /// The commitment of the other side, if it is known; otherwise boxes are printed for it.
    pub other: Option<String>,
}

impl Commitments {
    /// Reads both commitments, which must have the same length.
    pub(super) fn read(&self) -> Result<(Letters, Option<Letters>), CommitmentFault> {
        let own = Letters::read(&self.own)?;
        let other = self.other.as_ref().map(|text| own.read_other(text)).transpose()?;
        Ok((own, other))
    }
}

/// The QR code of a commitment in half blocks, for a terminal.
pub fn commitment_code(commitment: &str) -> Result<String, CommitmentFault> {
    Ok(Letters::read(commitment)?.qr().half_blocks())
}

/// A reason why a text is not a commitment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitmentFault {
    /// It is empty.
    Empty,
    /// It contains a character other than a to z and digits.
    Letter {
        /// The character.
        letter: char,
        /// Its position, from 1, without spaces and hyphens.
        number: usize,
    },
    /// It is too long.
    Long {
        /// Its number of characters.
        letters: usize,
    },
    /// The other side's commitment has a different length.
    Other {
        /// Its number of characters.
        letters: usize,
        /// The required length.
        required: usize,
    },
}

impl fmt::Display for CommitmentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the commitment is empty"),
            Self::Letter { letter, number } => write!(
                f,
                "invalid character {letter:?} at position {number} of the commitment: use letters from a to z and digits, with spaces and hyphens in between"
            ),
            Self::Long { letters } => write!(
                f,
                "the commitment has {letters} characters, more than the maximum of {LONGEST}: remove any other pasted text"
            ),
            Self::Other { letters, required: wanted } => write!(
                f,
                "the other side's commitment has {letters} characters, but this one has {wanted}: copy it again"
            ),
        }
    }
}

impl Letters {
    /// Reads a commitment, grouped or not.
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

    /// Reads the other side's commitment, which must have the same length.
    pub fn read_other(&self, text: &str) -> Result<Self, CommitmentFault> {
        let other = Self::read(text)?;
        match other.0.len() == self.0.len() {
            true => Ok(other),
            false => Err(CommitmentFault::Other { letters: other.0.len(), required: self.0.len() }),
        }
    }

    /// Its QR code, in capitals, which need fewer modules.
    pub fn qr(&self) -> QrCode {
        QrCode::of(&self.0.to_ascii_uppercase()).expect("at most 90 letters and digits fit")
    }

    /// The groups for reading it aloud.
    fn groups(&self) -> impl Iterator<Item = &str> {
        let starts = (0..self.0.len()).step_by(GROUP);
        starts.map(|start| &self.0[start..(start + GROUP).min(self.0.len())])
    }

    /// The characters in rows, from the baseline of the first row.
    pub fn draw_rows(&self, start: Point, grid: Grid, lettering: Lettering, ink: Ink) -> Vec<Item> {
        let group = |(index, group): (usize, &str)| {
            let place = grid.group(index);
            let start = start.translate(place.x, place.y);
            Item::Text(monospaced_run(group, start, grid.pitch, lettering, ink))
        };
        self.groups().enumerate().map(group).collect()
    }

    /// One box per character, from the upper left corner of the first; `written` is printed in the
    /// boxes.
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
            let start = corner.translate(place.x, place.y);
            for letter in 0..group.len() {
                let left = start.x + grid.pitch * letter as f64;
                path.add(&Path::rect(Rect::from_size(left, start.y, grid.pitch, height)));
            }
        }
        let mut items = vec![Item::line(path, Stroke::solid(ink, 0.2))];
        if let Some(written) = written {
            let rise = lettering.x_height();
            let base = corner.translate(0.0, (height + rise) / 2.0);
            items.extend(written.draw_rows(base, grid, lettering, ink));
        }
        items
    }
}

/// The layout of groups, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// The distance between characters.
    pub pitch: f64,
    /// The gap between groups.
    pub gap: f64,
    /// The number of groups in a row.
    pub columns: usize,
    /// The distance between rows.
    pub leading: f64,
}

impl Grid {
    /// The width of a row.
    pub fn width(&self) -> f64 {
        self.columns as f64 * (self.pitch * GROUP as f64 + self.gap) - self.gap
    }

    /// The offset of a group from the first one.
    fn group(&self, index: usize) -> Point {
        let (row, column) = (index / self.columns, index % self.columns);
        let step = self.pitch * GROUP as f64 + self.gap;
        Point::new(step * column as f64, self.leading * row as f64)
    }
}

/// Text on a fixed pitch, each character centred in its space.
fn monospaced_run(text: &str, start: Point, pitch: f64, lettering: Lettering, ink: Ink) -> TextRun {
    let mut run = shape("", lettering).at(start, ink);
    run.text = text.to_owned();
    // Characters are shaped one by one to avoid ligatures.
    for (index, (at, letter)) in text.char_indices().enumerate() {
        let set = shape(letter.encode_utf8(&mut [0; 4]), lettering);
        let middle = start.translate(pitch * (index as f64 + 0.5), 0.0);
        let mut glyphs = set.centred(middle, ink).glyphs;
        for glyph in &mut glyphs {
            glyph.cluster = at..at + letter.len_utf8();
        }
        run.glyphs.extend(glyphs);
    }
    run
}
