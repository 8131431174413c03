//! Salts from the operating system. Tests use other sources.

/// A source of salts.
pub(crate) trait SaltSource {
    /// Returns 256 unpredictable bits.
    fn next_salt(&mut self) -> [u8; 32];
}

/// The operating system's random number generator: the one exception to reproducible output.
pub(crate) struct OperatingSystem;

impl SaltSource for OperatingSystem {
    fn next_salt(&mut self) -> [u8; 32] {
        let mut salt = [0; 32];
        getrandom::fill(&mut salt).expect("the operating system has random numbers");
        salt
    }
}

/// The size of a salt in bytes. 256 bits rule out guessing.
pub(crate) const SALT_SIZE: usize = 32;
