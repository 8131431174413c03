//! What a scenario is resolved with: its text, the ground, the ruleset, and what is known so far.

use std::cell::Cell;
use std::collections::BTreeSet;

use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_map::Ground;
use sandtable_pack as pack;
use sandtable_pack::Footprints;
use sandtable_source::{Diagnostic, SourceMap, Span, Spanned, code, with_article};

/// Everything a scenario needs to be resolved.
pub(crate) struct Context<'c> {
    /// The texts of the files.
    pub(crate) texts: &'c SourceMap,
    pub(crate) scenario: &'c authored::Scenario,
    pub(crate) ground: &'c Ground,
    pub(crate) ruleset: &'c pack::Ruleset,
    pub(crate) footprints: Footprints,
    /// Days beyond the calendar of which one finding told.
    pub(crate) late_days: BTreeSet<Span>,
    /// The edge by which a free force enters, and along which it is supplied (PB-A161).
    pub(crate) edge: Option<pack::Edge>,
    /// The entries that were agreed on for the order of battle of a free side.
    pub(crate) offered: Vec<pack::EntryId>,
    /// Whether one finding told that the map lists no entry.
    pub(crate) misses_entries: Cell<bool>,
}

/// Reports an id that was given before.
pub(crate) fn twice(reporter: &mut Reporter, id: &Spanned<authored::Id>, first: Span, noun: &str) {
    reporter.diagnostics.push(
        Diagnostic::new(
            code::DUPLICATE_ID,
            format!("the id `{}` of {} is used twice", id.0, with_article(noun)),
        )
        .at(id.span, "again here")
        .also(first, "first here")
        .help("rename one of them"),
    );
}
