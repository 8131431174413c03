//! Records unreadable values, so that other checks do not report them again.

use std::collections::BTreeSet;

use crate::file::Span;

/// Values that a reader could not read. A check queries only the values that it uses, so only
/// consequences of a mistake are suppressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// Ids and command names within unreadable values.
    pub names: BTreeSet<String>,
    /// Keys without a reliable value, with the start of their map.
    keys: BTreeSet<(Span, &'static str)>,
    /// The locations of unreadable values that have a placeholder.
    stand_ins: BTreeSet<Span>,
    /// The locations of lists that lost items.
    lists: BTreeSet<Span>,
}

impl Damage {
    /// Whether the value of a key is unknown: missing, unreadable, or possibly under a misspelt
    /// key. `map` is the start of its map.
    pub fn is_key_damaged(&self, map: Span, key: &'static str) -> bool {
        self.keys.contains(&(map, key))
    }

    /// Whether the value at a span is a placeholder for an unreadable value.
    pub fn is_stand_in(&self, value: Span) -> bool {
        self.stand_ins.contains(&value)
    }

    /// Whether a list lost items.
    pub fn is_list_damaged(&self, list: Span) -> bool {
        self.lists.contains(&list)
    }

    /// Adds the damage found by another reader.
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
