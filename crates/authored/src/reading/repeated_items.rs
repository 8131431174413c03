//! Reports duplicate items in a list.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::reading::reporter::Reporter;

/// Reports duplicate items in the list under this key.
pub fn report_repeated<'w>(
    reporter: &mut Reporter,
    key: &str,
    items: impl IntoIterator<Item = (&'w str, Span)>,
) {
    let mut first_spans: BTreeMap<&str, Span> = BTreeMap::new();
    for (item, span) in items {
        let first = *first_spans.entry(item).or_insert(span);
        if first != span {
            reporter.diagnostics.push(
                Diagnostic::new(code::NO_EFFECT, message!("duplicate `{item}` in `{key}`"))
                    .at(span, "duplicate")
                    .also(first, "first listed here")
                    .help("remove one, or replace it with the intended name"),
            );
        }
    }
}
