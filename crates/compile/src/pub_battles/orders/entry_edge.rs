//! PB-32.3: how a force gets onto the map: by set-up, or by one of the agreed edges.

use sandtable_pack::{Choice as _, Edge, EntryId, FreeSide, SideId};
use sandtable_source::{Diagnostic, Span, Spanned, code, list_of, message};

use sandtable_authored::{Reporter, Word};

/// How a force gets onto the map.
pub(crate) enum WayOntoMap {
    /// The force is set up.
    SetUp,
    /// The force enters by an agreed edge.
    ByEdge(Spanned<Word<Edge>>),
    /// The edge could not be read or was not agreed, which was reported.
    Invalid,
}

impl WayOntoMap {
    /// The edge of entry, if any.
    pub(crate) fn edge(&self) -> Option<&Spanned<Word<Edge>>> {
        match self {
            Self::ByEdge(edge) => Some(edge),
            Self::SetUp | Self::Invalid => None,
        }
    }

    /// The agreed entries for this way onto the map.
    pub(crate) fn entries<'f>(&self, free: &'f FreeSide) -> &'f [EntryId] {
        match self {
            Self::ByEdge(_) | Self::SetUp => free.entries_for_edge(self.edge().map(|edge| edge.0)),
            Self::Invalid => &[],
        }
    }
}

/// Returns a force's way onto the map, and reports an edge that was not agreed. `orders` is the
/// span of the order of battle.
pub(crate) fn way_onto_map(
    reporter: &mut Reporter,
    id: &SideId,
    free: &FreeSide,
    written: Option<&Spanned<Word<Edge>>>,
    orders: Span,
) -> WayOntoMap {
    let Some(written) = written else {
        return if reporter.is_unread(orders, "edge") {
            WayOntoMap::Invalid
        } else {
            WayOntoMap::SetUp
        };
    };
    if reporter.is_stand_in(written.span) {
        return WayOntoMap::Invalid;
    }
    if free.enters.contains_key(&written.0) {
        return WayOntoMap::ByEdge(written.clone());
    }
    let word = written.0.word();
    reporter.diagnostics.push(
        Diagnostic::new(code::ORDERS_WAY, message!("`{id}` cannot enter by the {word} edge"))
            .rule("PB-32.3")
            .at(written.span, "not an agreed edge")
            .help(match free.enters.is_empty() {
                true => "remove `edge`, and set up the force on the map: no edges were agreed"
                    .to_owned(),
                false => format!("use one of the agreed edges: {}", edges(free)),
            }),
    );
    WayOntoMap::Invalid
}

/// The possible edges of entry, in authored notation.
pub(crate) fn edges(free: &FreeSide) -> String {
    list_of(free.enters.keys().map(|&edge| edge.word()))
}
