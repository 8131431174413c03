//! What could not be read, so that whoever misses it need not say so again.

use std::collections::BTreeSet;

use crate::file::Span;

/// What a reader could not read. Checks ask about the very value that they look at: one mistake
/// silences what follows from it and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// Ids, and names of commands, that stood in values which could not be read.
    pub names: BTreeSet<String>,
    /// Keys without a value that can be trusted, by the place where their map starts.
    keys: BTreeSet<(Span, &'static str)>,
    /// Places of values that could not be read, where something stands in for them.
    stand_ins: BTreeSet<Span>,
    /// Lists that lost items, by their place.
    lists: BTreeSet<Span>,
}

impl Damage {
    /// Is the value of a key unknown, because it is missing or could not be read, or because a key
    /// that is not known may have been meant for it? `map` is where its map starts.
    pub fn has_key(&self, map: Span, key: &'static str) -> bool {
        self.keys.contains(&(map, key))
    }

    /// Does something stand in for the value at a place, which could not be read?
    pub fn is_stand_in(&self, value: Span) -> bool {
        self.stand_ins.contains(&value)
    }

    /// Did a list lose items?
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
