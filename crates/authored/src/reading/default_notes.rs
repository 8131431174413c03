//! Notes on defaults for omitted keys (PB-3.19). The table in `tests/suite/defaults.rs` records
//! whether each optional key has a default.

use sandtable_source::message::{Owner, not_set};
use sandtable_source::{Diagnostic, Span, code};

use crate::reading::reporter::Reporter;

/// Reports a default that the compiler uses: "`day` of weather `Mist` not set, using 1".
pub fn note_default(reporter: &mut Reporter, span: Span, key: &str, owner: Owner<'_>, value: &str) {
    note_default_for_rule(reporter, Some("PB-3.19"), span, key, owner, value);
}

/// Reports a default, citing another rule or none.
pub fn note_default_for_rule(
    reporter: &mut Reporter,
    rule: Option<&'static str>,
    span: Span,
    key: &str,
    owner: Owner<'_>,
    value: &str,
) {
    let note = Diagnostic::new(code::DEFAULT_USED, not_set(key, owner, value));
    reporter.diagnostics.push(Diagnostic { rule, ..note }.at(span, "not set here"));
}
