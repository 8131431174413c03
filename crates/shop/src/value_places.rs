//! The locations of values in a file.

use std::collections::BTreeMap;

use sandtable_source::Span;

/// The locations of a profile's or stock's values, for diagnostics about printed files.
#[derive(Clone, Debug)]
pub struct Places {
    /// The head of the file: the name that the file extends, if any.
    head: Span,
    keys: BTreeMap<&'static str, Span>,
    /// The values inherited from a built-in profile, with the name of that profile.
    inherited: BTreeMap<&'static str, String>,
}

/// The location where a value is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSource {
    /// The location of the value; the head of the file if the file does not set the value.
    pub span: Span,
    /// The built-in profile that sets the value, if the file does not.
    pub inherited_from: Option<String>,
}

impl Places {
    pub(crate) fn new(
        head: Span,
        keys: impl IntoIterator<Item = (&'static str, Option<Span>)>,
    ) -> Self {
        let keys = keys.into_iter().filter_map(|(key, span)| Some((key, span?))).collect();
        Self { head, keys, inherited: BTreeMap::new() }
    }

    /// Returns these locations with the keys inherited from a named profile.
    pub(crate) fn with_inherited(mut self, name: &str, base: &Self) -> Self {
        self.inherited = base.inherited.clone();
        self.inherited.extend(base.keys.keys().map(|key| (*key, name.to_owned())));
        self
    }

    /// The location of a key, such as `letters.smallest`; the head of the file if the file does not
    /// set the key.
    pub fn span(&self, key: &str) -> Span {
        self.keys.get(key).copied().unwrap_or(self.head)
    }

    /// The location of a key, and the built-in profile that sets it, if the file does not.
    pub fn source(&self, key: &str) -> ValueSource {
        let by = self.inherited.get(key).filter(|_| !self.keys.contains_key(key));
        ValueSource { span: self.span(key), inherited_from: by.cloned() }
    }
}
