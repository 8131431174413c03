//! The context for resolving a scenario: source files, map, ruleset and intermediate
//! results.

use std::cell::Cell;
use std::collections::BTreeSet;

use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_map::Ground;
use sandtable_pack as pack;
use sandtable_pack::{Footprints, GroundLength, GroundPoint, Pose, ReferenceGrid};
use sandtable_source::{Diagnostic, SourceMap, Span, Spanned, code, message};

/// Everything needed to resolve a scenario.
pub(crate) struct Context<'c> {
    /// The source files.
    pub(crate) texts: &'c SourceMap,
    pub(crate) scenario: &'c authored::Scenario,
    pub(crate) ground: &'c Ground,
    pub(crate) ruleset: &'c pack::Ruleset,
    pub(crate) footprints: Footprints,
    /// The days outside the calendar that were reported together.
    pub(crate) late_days: BTreeSet<Span>,
    /// The edge of entry of a free force, which also supplies it (PB-A161).
    pub(crate) edge: Option<pack::Edge>,
    /// The agreed entries for the order of battle of a free side.
    pub(crate) offered: Vec<pack::EntryId>,
    /// Whether it was reported that the map has no entries.
    pub(crate) misses_entries: Cell<bool>,
}

impl Context<'_> {
    /// A position in authored notation: "`at: [-77.2, 39.8]`", or "`at: { grid: B2.37 }`" against a
    /// pack.
    pub(crate) fn coordinate(&self, point: GroundPoint) -> String {
        if self.ground.is_from_pack() {
            let grid = ReferenceGrid::for_map(&self.ground.map);
            return format!("`at: {{ grid: {} }}`", grid.reference(point));
        }
        let place = self.ground.frame.point_to_coordinate(point);
        format!("`at: [{:.6}, {:.6}]`", place.longitude, place.latitude)
    }

    /// The compass point that a pose faces.
    pub(crate) fn compass_facing(&self, pose: Pose) -> &'static str {
        let ahead = pose.centre + pose.facing.advance(GroundLength::from_metres(1_000));
        self.ground.frame.compass_point(pose.centre, ahead)
    }
}

/// Reports a duplicate id.
pub(crate) fn duplicate_id(
    reporter: &mut Reporter,
    id: &Spanned<authored::Id>,
    first: Span,
    noun: &str,
) {
    reporter.diagnostics.push(
        Diagnostic::new(code::DUPLICATE_ID, message::duplicate(format_args!("{noun} id"), &id.0))
            .at(id.span, "duplicate")
            .also(first, "first defined here")
            .help("rename one of them"),
    );
}

/// The diagnostic for an unknown side.
pub(crate) fn unknown_side(scenario: &authored::Scenario, name: &str, at: Span) -> Diagnostic {
    let sides = scenario.sides.0.iter().map(|(id, _)| id.value.as_str());
    Diagnostic::new(code::UNKNOWN_NAME, message::not_found("side", name))
        .at(at, "unknown side")
        .did_you_mean(name, sides)
        .help("use the id of one of the two sides")
}

/// The diagnostic for an unknown command of a side. The caller adds the help.
pub(crate) fn unknown_command<'k>(
    name: &Spanned<authored::Id>,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    let message = message!("cannot find command `{}` on this side", name.0);
    Diagnostic::new(code::UNKNOWN_NAME, message)
        .at(name.span, "unknown command")
        .did_you_mean(name, known)
}
