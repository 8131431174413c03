//! From `scenario.yaml` to the pack's order of battle. Each rules system has its own front end,
//! which reads and checks the scenario; only this module chooses between them.

pub(crate) mod block_size;
pub(crate) mod free_side;
pub(crate) mod same_colour;
pub(crate) mod stray_key;
pub(crate) mod stray_side;

use crate::{fab, pub_battles};
use sandtable_authored::{Georeference, scenario_system};
use sandtable_pack::{self as pack, System};
use sandtable_source::{Diagnostic, Node, ProjectPath, code, message};

use sandtable_authored::{Reporter, SourceReader};

/// The pack parts of either family.
pub(crate) enum Parts {
    /// The parts of a Pub Battles pack.
    PubBattles(Box<pack::PackParts>),
    /// The parts of a FAB pack.
    Fab(Box<pack::fab::PackParts>),
}

impl Parts {
    /// Returns the pack, or all faults in its parts.
    pub(crate) fn into_pack(self) -> Result<pack::AnyPack, Vec<pack::PackFault>> {
        match self {
            Self::PubBattles(parts) => pack::Pack::new(*parts).map(pack::AnyPack::from),
            Self::Fab(parts) => pack::fab::Pack::new(*parts).map(pack::AnyPack::from),
        }
    }
}

/// Whether a scenario's keys belong to another system than its ruleset. If so, reports that.
fn is_for_other_system(reporter: &mut Reporter, tree: &Node, system: System) -> bool {
    let has = |key: &str| tree.entry(key).is_some();
    let (written, meant) = match system {
        System::Fab if has("calendar") && !has("areas") => (System::PubBattles, "pub-battles/3.2"),
        System::PubBattles if has("areas") && !has("calendar") => (System::Fab, "fab/series"),
        _ => return false,
    };
    let Some(ruleset) = tree.entry("ruleset") else { return false };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::UNKNOWN_RULESET,
            message!(
                "this scenario is written for {}, but its ruleset is for {}",
                written.name(),
                system.name()
            ),
        )
        .at(ruleset.value.head(), format!("a ruleset for {}", system.name()))
        .help(format!("write `{meant}`, or a file that extends it")),
    );
    true
}

/// Compiles the tree of a scenario. Returns the pack parts, unless there were errors, and the
/// georeference of its map.
pub(crate) fn load(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    mut tree: Node,
    path: &ProjectPath,
) -> Option<(Parts, Option<Georeference>)> {
    stray_side::move_sides(reporter, &mut tree);
    let mut tree = sources.scenario_tree(reporter, tree, path)?;
    stray_side::remove_extra_sides(reporter, &mut tree);
    stray_key::move_keys(reporter, &sources.texts, &mut tree);
    free_side::fill_in(&mut tree);
    let system = scenario_system(sources, reporter, &tree, path);
    if is_for_other_system(reporter, &tree, system) {
        return None;
    }
    match system {
        System::PubBattles => pub_battles::load(sources, reporter, &tree, path)
            .map(|(parts, georeference)| (Parts::PubBattles(Box::new(parts)), Some(georeference))),
        System::Fab => fab::load(sources, reporter, &tree, path)
            .map(|(parts, georeference)| (Parts::Fab(Box::new(parts)), georeference)),
    }
}
