//! Output formats of results.

/// The output format of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Human-readable table, on stdout
    Human,
    /// One JSON document, on stdout
    Json,
}

/// The output format of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RunFormat {
    /// Human-readable table, on stdout
    Human,
    /// One JSON document, on stdout
    Json,
    /// One CSV line for each game, on stdout
    Csv,
    /// Findings as GitHub annotations, on stdout
    Github,
}
