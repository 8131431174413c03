//! Where salts come from: the operating system. Tests bring their own.

/// A source of salts.
pub(crate) trait Salts {
    /// 256 bits that nobody can guess.
    fn salt(&mut self) -> [u8; 32];
}

/// The operating system's source of random numbers: the one exception from the same input giving the same bytes.
pub(crate) struct OperatingSystem;

impl Salts for OperatingSystem {
    fn salt(&mut self) -> [u8; 32] {
        let mut salt = [0; 32];
        getrandom::fill(&mut salt).expect("the operating system has random numbers");
        salt
    }
}

/// 256 bits that make guessing useless.
pub(crate) const SALT: usize = 32;
