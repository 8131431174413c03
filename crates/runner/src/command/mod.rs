//! The command line.

pub(crate) mod compare;
pub(crate) mod format;
pub(crate) mod merge;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod records;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod values;
