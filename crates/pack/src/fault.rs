//! The faults that prevent parts from forming a pack.

use std::fmt;

/// A broken guarantee; see the crate documentation. The compiler reports the same mistakes to
/// designers first, with file and line. Readers of untrusted files may see these faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFault {
    /// The part and the place in it, such as `scenario.json: piece caldwell`.
    pub place: String,
    /// The fault at this place.
    pub message: String,
    /// The kind of fault.
    pub kind: FaultKind,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The parts are invalid or contradict each other.
    Contradiction,
    /// The parts are valid but exceed the limits of a pack file.
    TooLarge,
}

impl PackFault {
    /// A fault in parts that are invalid or contradict each other.
    pub(crate) fn contradiction(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into(), kind: FaultKind::Contradiction }
    }
}

impl fmt::Display for PackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for PackFault {}
