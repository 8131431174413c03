//! What a scenario is resolved with: its text, the ground, the ruleset, and what is known so far.

use std::cell::Cell;
use std::collections::BTreeSet;

use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_map::Ground;
use sandtable_pack as pack;
use sandtable_pack::{Footprints, GroundLength, GroundPoint, Pose, ReferenceGrid};
use sandtable_source::{Diagnostic, SourceMap, Span, Spanned, code, message, with_article};

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

impl Context<'_> {
    /// A place as it is written: "`at: [-77.2, 39.8]`", against a pack "`at: { grid: B2.37 }`".
    pub(crate) fn coordinate(&self, point: GroundPoint) -> String {
        if self.ground.is_from_pack() {
            let grid = ReferenceGrid::of(&self.ground.map);
            return format!("`at: {{ grid: {} }}`", grid.reference(point));
        }
        let place = self.ground.frame.coordinate_of(point);
        format!("`at: [{:.6}, {:.6}]`", place.longitude, place.latitude)
    }

    /// The compass point in which a pose looks.
    pub(crate) fn looks(&self, pose: Pose) -> &'static str {
        let ahead = pose.centre + pose.facing.advance(GroundLength::from_metres(1_000));
        self.ground.frame.direction(pose.centre, ahead)
    }
}

/// Reports an id that was given before.
pub(crate) fn twice(reporter: &mut Reporter, id: &Spanned<authored::Id>, first: Span, noun: &str) {
    reporter.diagnostics.push(
        Diagnostic::new(
            code::DUPLICATE_ID,
            message!("the id `{}` of {} is used twice", id.0, with_article(noun)),
        )
        .at(id.span, "again here")
        .also(first, "first here")
        .help("rename one of them"),
    );
}

/// A name that is no side's.
pub(crate) fn unknown_side(scenario: &authored::Scenario, name: &str, at: Span) -> Diagnostic {
    let sides = scenario.sides.0.iter().map(|(id, _)| id.value.as_str());
    Diagnostic::new(code::UNKNOWN_NAME, message!("there is no side `{name}`"))
        .at(at, "no such side")
        .did_you_mean(name, sides)
        .help("name one of the two sides")
}

/// A name that is none of the commands of a side that are known; what to do is still to be added.
pub(crate) fn unknown_command<'k>(
    name: &Spanned<authored::Id>,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    let message = message!("there is no command `{}` on this side", name.0);
    Diagnostic::new(code::UNKNOWN_NAME, message)
        .at(name.span, "no such command")
        .did_you_mean(name, known)
}
