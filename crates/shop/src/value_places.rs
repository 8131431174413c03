//! The places of values in a file.

use std::collections::BTreeMap;

use sandtable_source::Span;

/// The places of a profile's or stock's values, for diagnostics about printed files.
#[derive(Clone, Debug)]
pub struct Places {
    /// The head of the file: the name that it extends, if any.
    head: Span,
    keys: BTreeMap<&'static str, Span>,
    /// Values inherited from a built-in profile, with its name.
    inherited: BTreeMap<&'static str, String>,
}

/// The place where a value is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSource {
    /// The place of the value; the head of the file if the file does not set it.
    pub span: Span,
    /// The built-in profile that sets it, if the file does not.
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

    /// Returns these places with the keys that are inherited from a named profile.
    pub(crate) fn with_inherited(mut self, name: &str, base: &Self) -> Self {
        self.inherited = base.inherited.clone();
        self.inherited.extend(base.keys.keys().map(|key| (*key, name.to_owned())));
        self
    }

    /// The place of a key, such as `letters.smallest`; the head of the file if the file does not
    /// set it.
    pub fn span(&self, key: &str) -> Span {
        self.keys.get(key).copied().unwrap_or(self.head)
    }

    /// The place of a key, and the built-in profile that sets it, if the file does not.
    pub fn source(&self, key: &str) -> ValueSource {
        let by = self.inherited.get(key).filter(|_| !self.keys.contains_key(key));
        ValueSource { span: self.span(key), inherited_from: by.cloned() }
    }
}
