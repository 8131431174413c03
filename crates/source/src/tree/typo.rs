//! A typo found from the lines of a text, with its fix.

/// A typo: its position, label and help.
pub(crate) struct Typo {
    /// The byte position.
    pub(crate) at: usize,
    /// The label.
    pub(crate) label: &'static str,
    /// The help.
    pub(crate) help: String,
}

/// The label for a hard space.
pub(crate) const HARD_SPACE: &str = "a no-break space";

/// The help for a hard space.
pub(crate) const HARD_SPACE_HELP: &str =
    "delete the space before the first letter of this line and type plain spaces";
