//! A typo that lines of a text give away, and how to fix it.

/// What is seen at a place of a text, and how to mend it.
pub(crate) struct Typo {
    /// The byte.
    pub(crate) at: usize,
    /// What is seen there.
    pub(crate) label: &'static str,
    /// What to do.
    pub(crate) help: String,
}

/// Is this a space that is not the plain one?
pub(crate) fn is_hard_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// What to say of such a space.
pub(crate) const HARD_SPACE: &str = "a no-break space";

/// What to do about it.
pub(crate) const PLAIN_SPACES: &str =
    "delete the space before the first letter of this line and type plain spaces";
