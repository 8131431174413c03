//! A value of a ruleset file, and what a pack holds for it.

/// A value of a ruleset file, and what a pack holds for it.
pub trait Setting<P> {
    /// What a pack holds for it.
    fn packed(&self) -> P;
    /// What a file says for it.
    fn word(packed: &P) -> String;
}

impl Setting<bool> for bool {
    fn packed(&self) -> bool {
        *self
    }
    fn word(packed: &bool) -> String {
        packed.to_string()
    }
}
