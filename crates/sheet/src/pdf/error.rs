//! The error of the PDF backend.

use std::{error, fmt};

/// The reason why a PDF could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfError(String);

impl PdfError {
    /// Returns an error with a message.
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
