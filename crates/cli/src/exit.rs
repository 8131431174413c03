//! Exit statuses, the same everywhere.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: fine.
    Fine,
    /// 1: a file was opened and found bad, a game failed, a proof does not hold.
    Bad,
    /// 2: wrong usage, or a path on the command line cannot be opened or written, or comes from a
    /// version that is not read.
    Unusable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
