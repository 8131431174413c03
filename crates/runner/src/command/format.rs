//! How results are given.

/// How a result is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A table for people, on stdout
    Human,
    /// One JSON document, on stdout
    Json,
}

/// How the result of a run is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RunFormat {
    /// A table for people, on stdout
    Human,
    /// One JSON document, on stdout
    Json,
    /// A line for each game, on stdout, for a spreadsheet or a statistics program
    Csv,
    /// Findings as annotations of GitHub, on stdout
    Github,
}
