//! Where a file says what it says.

use std::collections::BTreeMap;

use sandtable_source::Span;

/// The places of the values of a profile or stock that findings about printed things point at.
#[derive(Clone, Debug)]
pub struct Places {
    /// What the file begins with: where it says which other it extends, if it does.
    head: Span,
    keys: BTreeMap<&'static str, Span>,
    /// Values that the file leaves to a profile that comes with the program, by the name of that one.
    inherited: BTreeMap<&'static str, String>,
}

/// Where a value is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The value; the head of the file where it does not say it.
    pub span: Span,
    /// The profile that comes with the program and says it, where the file does not.
    pub by: Option<String>,
}

impl Places {
    pub(crate) fn new(
        head: Span,
        keys: impl IntoIterator<Item = (&'static str, Option<Span>)>,
    ) -> Self {
        let keys = keys.into_iter().filter_map(|(key, span)| Some((key, span?))).collect();
        Self { head, keys, inherited: BTreeMap::new() }
    }

    /// The same file, which leaves what it does not say to a profile of a name.
    pub(crate) fn extending(mut self, name: &str, base: &Self) -> Self {
        self.inherited = base.inherited.clone();
        self.inherited.extend(base.keys.keys().map(|key| (*key, name.to_owned())));
        self
    }

    /// The value of a key, as in `letters.smallest`; the head of the file where it does not say it.
    pub fn of(&self, key: &str) -> Span {
        self.keys.get(key).copied().unwrap_or(self.head)
    }

    /// Where and by whom the value of a key is said.
    pub fn said(&self, key: &str) -> Said {
        let by = self.inherited.get(key).filter(|_| !self.keys.contains_key(key));
        Said { span: self.of(key), by: by.cloned() }
    }
}
