//! Reports of diagnostics: as text, as JSON, and as GitHub annotations.

mod github;
mod human;
mod json;
mod repeats;

pub use github::github;
pub use human::{Colour, human};
pub use json::{
    Report, ReportDiagnostic, ReportPosition, ReportSpan, ReportSummary, portable_report, report,
};
