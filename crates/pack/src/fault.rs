//! Why parts cannot be a pack.

use std::fmt;

/// A broken promise of the parts: see the guarantees at the top of the crate. Designers never see
/// one, because the compiler reports the same mistakes with file and line first; readers of
/// hostile files do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFault {
    /// The part and place, such as `scenario.json: piece caldwell`.
    pub place: String,
    /// What is wrong there.
    pub message: String,
    /// What kind of promise is broken.
    pub kind: FaultKind,
}

/// What kind of promise parts break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The parts are wrong or contradict one another.
    Contradiction,
    /// They are sound, and more than a pack file may hold.
    TooLarge,
}

impl PackFault {
    /// Parts that are wrong or contradict one another.
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
