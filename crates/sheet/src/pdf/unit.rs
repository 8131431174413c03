//! PDF units.

/// Printer's points in a millimetre.
pub(crate) const POINTS_PER_MILLIMETRE: f64 = 72.0 / 25.4;
