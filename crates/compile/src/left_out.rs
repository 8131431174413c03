//! Values that are left out, and what the compiler puts in their place (PB-3.19). Which keys have
//! one is decided in the table of `tests/defaults.rs`, for every key that may be left out.

use sandtable_source::{Diagnostic, Span, code};

use crate::session::Session;

/// Notes a default of the FAB series that the compiler fills in.
pub(crate) fn note_default_of_series(
    session: &mut Session<'_>,
    span: Span,
    what: &str,
    value: &str,
) {
    session.diagnostics.push(
        Diagnostic::new(code::DEFAULT_USED, format!("{what} is left out: {value}"))
            .at(span, "not said here"),
    );
}

/// Notes a default that the compiler fills in: "`day` of the weather `Mist` is left out: 1".
pub(crate) fn note_default(session: &mut Session<'_>, span: Span, what: &str, value: &str) {
    session.diagnostics.push(
        Diagnostic::new(code::DEFAULT_USED, format!("{what} is left out: {value}"))
            .rule("PB-3.19")
            .at(span, "not said here"),
    );
}
