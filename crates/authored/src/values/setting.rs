//! Values of a ruleset file.

/// A value of a ruleset file and its packed form.
pub trait Setting<P> {
    /// The packed form.
    fn packed(&self) -> P;
    /// The notation of the value in a file.
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
