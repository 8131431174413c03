//! PB-32.3: how a force comes onto the map: set up on it, or entering by one of the edges that were agreed on.

use sandtable_pack::{Choice as _, Edge, EntryId, FreeSide, SideId};
use sandtable_source::{Diagnostic, Span, Spanned, code, list_of, message};

use sandtable_authored::{Reporter, Word};

/// How a force comes onto the map.
pub(crate) enum Way {
    /// It is set up.
    SetUp,
    /// It enters by an edge that was agreed on.
    By(Spanned<Word<Edge>>),
    /// By an edge that could not be read, or was not agreed on, which was reported.
    Refused,
}

impl Way {
    /// The edge, if it enters by one.
    pub(crate) fn edge(&self) -> Option<&Spanned<Word<Edge>>> {
        match self {
            Self::By(edge) => Some(edge),
            Self::SetUp | Self::Refused => None,
        }
    }

    /// The entries that were agreed on for who comes so.
    pub(crate) fn entries<'f>(&self, free: &'f FreeSide) -> &'f [EntryId] {
        match self {
            Self::By(_) | Self::SetUp => free.entries_by(self.edge().map(|edge| edge.0)),
            Self::Refused => &[],
        }
    }
}

/// How a force comes onto the map; reports an edge that is not among those that were agreed on.
/// `orders` is the place of its order of battle.
pub(crate) fn way(
    reporter: &mut Reporter,
    id: &SideId,
    free: &FreeSide,
    written: Option<&Spanned<Word<Edge>>>,
    orders: Span,
) -> Way {
    let Some(written) = written else {
        return if reporter.is_unread(orders, "edge") { Way::Refused } else { Way::SetUp };
    };
    if reporter.is_stand_in(written.span) {
        return Way::Refused;
    }
    if free.enters.contains_key(&written.0) {
        return Way::By(written.clone());
    }
    let word = written.0.word();
    reporter.diagnostics.push(
        Diagnostic::new(code::ORDERS_WAY, message!("`{id}` may not enter by the {word} edge"))
            .rule("PB-32.3")
            .at(written.span, "this edge was not agreed on")
            .help(match free.enters.is_empty() {
                true => {
                    "it does not enter by an edge: take `edge` out, and set the force up on the map"
                        .to_owned()
                }
                false => format!("write one of the edges that were: {}", edges(free)),
            }),
    );
    Way::Refused
}

/// Edges by which a side may enter, as they are written.
pub(crate) fn edges(free: &FreeSide) -> String {
    list_of(free.enters.keys().map(|&edge| edge.word()))
}
