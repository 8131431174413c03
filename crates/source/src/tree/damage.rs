//! Records unreadable values, so that other checks need not report them again.

use std::collections::BTreeSet;

use crate::file::Span;

/// Values that a reader could not read. Checks ask about exactly the values that they use, so that
/// a mistake silences only its consequences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// Ids, and names of commands, within unreadable values.
    pub names: BTreeSet<String>,
    /// Keys without a value that can be trusted, by the place where their map starts.
    keys: BTreeSet<(Span, &'static str)>,
    /// Places of values that could not be read, where something stands in for them.
    stand_ins: BTreeSet<Span>,
    /// Lists that lost items, by their place.
    lists: BTreeSet<Span>,
}

impl Damage {
    /// Whether the value of a key is unknown, because it is missing or unreadable, or because an
    /// unknown key may be a misspelling of it. `map` is the start of its map.
    pub fn has_key(&self, map: Span, key: &'static str) -> bool {
        self.keys.contains(&(map, key))
    }

    /// Whether the value at a place is a stand-in for an unreadable one.
    pub fn is_stand_in(&self, value: Span) -> bool {
        self.stand_ins.contains(&value)
    }

    /// Whether a list lost items.
    pub fn has_list(&self, list: Span) -> bool {
        self.lists.contains(&list)
    }

    /// Adds what another reader could not read.
    pub fn extend(&mut self, other: Self) {
        self.names.extend(other.names);
        self.keys.extend(other.keys);
        self.stand_ins.extend(other.stand_ins);
        self.lists.extend(other.lists);
    }

    pub(super) fn add_key(&mut self, map: Span, key: &'static str) {
        self.keys.insert((map, key));
    }

    pub(super) fn add_stand_in(&mut self, value: Span) {
        self.stand_ins.insert(value);
    }

    pub(super) fn add_list(&mut self, list: Span) {
        self.lists.insert(list);
    }
}
