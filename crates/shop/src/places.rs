//! Where a file says what it says.

use std::collections::BTreeMap;

use sandtable_source::Span;

/// The places of the values of a profile or stock that findings about printed things point at.
#[derive(Clone, Debug)]
pub struct Places {
    whole: Span,
    keys: BTreeMap<&'static str, Span>,
}

impl Places {
    pub(crate) fn new(
        whole: Span,
        keys: impl IntoIterator<Item = (&'static str, Option<Span>)>,
    ) -> Self {
        let keys = keys.into_iter().filter_map(|(key, span)| Some((key, span?))).collect();
        Self { whole, keys }
    }

    /// The value of a key, as in `letters.smallest`; the head of the file where it does not say it, so
    /// that the one that it extends does.
    pub fn of(&self, key: &str) -> Span {
        self.keys.get(key).copied().unwrap_or(self.whole)
    }
}
