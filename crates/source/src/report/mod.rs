//! Findings as text: for people, for programs, for GitHub's annotations.

mod github;
mod human;
mod json;
mod repeats;

pub use github::github;
pub use human::{Colour, human};
pub use json::{Report, ReportDiagnostic, ReportPosition, ReportSpan, ReportSummary, report};
