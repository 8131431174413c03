//! How a command prints its result.

/// What a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Text for people
    Human,
    /// One JSON document on stdout
    Json,
}
