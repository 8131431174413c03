//! Why a PDF cannot be made.

use std::{error, fmt};

/// Why a PDF could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfError(String);

impl PdfError {
    /// An error in words.
    pub(crate) fn new(words: String) -> Self {
        Self(words)
    }
}

impl fmt::Display for PdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the PDF cannot be written: {}", self.0)
    }
}

impl error::Error for PdfError {}
