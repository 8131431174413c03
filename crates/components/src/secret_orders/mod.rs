//! Printed pages for secret orders of battle (PB-32): an envelope, a night-note card and a
//! certificate.
//!
//! Their content is public: titles, commitments and digests. No type here can hold an order of
//! battle.

pub(crate) mod certificate;
pub(crate) mod commitment;
pub(crate) mod envelope;
pub(crate) mod night_note;
pub(crate) mod page;
pub(crate) mod qr;

use std::fmt;

use sandtable_house_style::figures::date;
use sandtable_pack::{Digest, Language, PaperLength, Rgb, is_date};
use sandtable_sheet::{Ink, PdfError, Sheet};

pub use crate::secret_orders::commitment::CommitmentFault;

/// The match details printed on every page.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchDetails {
    /// The title of the battle, in the sheet's language.
    pub battle: String,
    /// Its first day, as an ISO date (`1863-07-02`) or in words; may be empty.
    pub date: String,
    /// The sides in the order of the base pack. A stripe distinguishes the second side in
    /// black-and-white print.
    pub sides: [SideDetails; 2],
    /// The side that the order of battle belongs to.
    pub side: MatchSide,
    /// The play digest of the base pack.
    pub base: Digest,
}

/// A side of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct SideDetails {
    /// Its id in the pack, used by programs.
    pub id: String,
    /// Its title, in the sheet's language.
    pub title: String,
    /// Its colour.
    pub colour: Rgb,
}

/// One of the two sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchSide {
    /// The first side of the base pack.
    First,
    /// The second side.
    Second,
}

impl MatchDetails {
    /// The side that the order of battle belongs to.
    fn own_side(&self) -> &SideDetails {
        match self.side {
            MatchSide::First => &self.sides[0],
            MatchSide::Second => &self.sides[1],
        }
    }

    /// The other side.
    fn other(&self) -> &SideDetails {
        match self.side {
            MatchSide::First => &self.sides[1],
            MatchSide::Second => &self.sides[0],
        }
    }

    /// Its date in words.
    fn date_in_words(&self, language: Language) -> String {
        match is_date(&self.date) {
            true => date(&self.date, 0, language),
            false => self.date.clone(),
        }
    }

    /// The colour of the side.
    fn ink(&self) -> Ink {
        let name = match self.side {
            MatchSide::First => "side-1",
            MatchSide::Second => "side-2",
        };
        let Rgb { red, green, blue } = self.own_side().colour;
        Ink { name, rgb: [red, green, blue] }
    }
}

/// A printed page, with its problems.
#[derive(Clone, Debug, PartialEq)]
pub struct SecretPage {
    /// The file.
    pub pdf: Vec<u8>,
    /// The display list, for rendering previews.
    pub sheet: Sheet,
    /// Characters missing from their fonts, printed as empty boxes.
    pub missing_characters: Vec<char>,
    /// Text that did not fit and was cut.
    pub truncated_text: Vec<String>,
}

/// A reason why a secret-orders page cannot be printed.
#[derive(Clone, Debug, PartialEq)]
pub enum SecretPageError {
    /// The paper is too small.
    Paper {
        /// The minimum width and height, portrait.
        least: (PaperLength, PaperLength),
    },
    /// The given commitment is invalid.
    Commitment(CommitmentFault),
    /// The PDF could not be written.
    Pdf(PdfError),
}

impl fmt::Display for SecretPageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paper { least: (width, height) } => write!(
                f,
                "this paper is too small: use at least {:.0} × {:.0} mm, such as A4 or US Letter",
                width.millimetres(),
                height.millimetres()
            ),
            Self::Commitment(fault) => fault.fmt(f),
            Self::Pdf(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SecretPageError {}

impl From<CommitmentFault> for SecretPageError {
    fn from(fault: CommitmentFault) -> Self {
        Self::Commitment(fault)
    }
}

impl From<PdfError> for SecretPageError {
    fn from(error: PdfError) -> Self {
        Self::Pdf(error)
    }
}
