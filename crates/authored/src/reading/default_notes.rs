//! Values that are left out, and what the compiler puts in their place (PB-3.19). Which keys have
//! one is decided in the table of `tests/suite/defaults.rs`, for every key that may be left out.

use sandtable_source::{Diagnostic, Span, code};

use crate::reading::reporter::Reporter;

/// Notes a default that the compiler fills in: "`day` of the weather `Mist` is left out: 1".
pub fn note_default(reporter: &mut Reporter, span: Span, what: &str, value: &str) {
    note_default_by(reporter, Some("PB-3.19"), span, what, value);
}

/// The same by another rule, or by none.
pub fn note_default_by(
    reporter: &mut Reporter,
    rule: Option<&'static str>,
    span: Span,
    what: &str,
    value: &str,
) {
    let note = Diagnostic::new(code::DEFAULT_USED, format!("{what} is left out: {value}"));
    reporter.diagnostics.push(Diagnostic { rule, ..note }.at(span, "not said here"));
}
