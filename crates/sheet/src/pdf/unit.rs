//! The unit of PDF files.

/// Printer's points in a millimetre.
pub(crate) const POINTS: f64 = 72.0 / 25.4;
