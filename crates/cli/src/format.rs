//! The output formats of commands.

/// The format of a command's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Human-readable text
    Human,
    /// One JSON document on stdout
    Json,
}
