//! Exit statuses, the same for all commands.

use std::process::ExitCode;

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: success.
    Success,
    /// 1: an opened file is invalid, a game failed, or a proof does not verify.
    Failure,
    /// 2: wrong usage, or a path on the command line that cannot be opened, cannot be written, or
    /// has an unsupported version.
    UsageError,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
