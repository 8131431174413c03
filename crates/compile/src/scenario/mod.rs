//! From `scenario.yaml` to the order of battle of a pack. Each system of rules has a front end of
//! its own, which reads and checks the scenario in its own terms; which one reads a file is decided
//! here and nowhere else.

mod pub_battles;
mod stray_key;
mod stray_side;
mod system;

use sandtable_pack as pack;
use sandtable_source::{Diagnostic, FileId, Node, ProjectPath, code};

use crate::session::Session;
pub(crate) use system::System;

pub use pub_battles::{Check, checks};

/// Compiles the scenario in a file, of which this is the tree: the parts of a pack, if nothing stood
/// in the way.
pub(crate) fn load(
    session: &mut Session<'_>,
    mut tree: Node,
    file: FileId,
    path: &ProjectPath,
) -> Option<pack::PackParts> {
    stray_side::take_in(session, &mut tree);
    let mut tree = session.scenario_tree(tree, path)?;
    stray_side::keep_two(session, &mut tree);
    stray_key::take_in(session, &mut tree);
    match System::of(session, &tree, path) {
        System::PubBattles => pub_battles::load(session, &tree, file, path),
        System::Fab => {
            not_read_yet(session, &tree);
            None
        }
    }
}

/// Of FAB, rulesets alone are read.
fn not_read_yet(session: &mut Session<'_>, tree: &Node) {
    let ruleset = tree.entry("ruleset").expect("the ruleset told the system");
    session.diagnostics.push(
        Diagnostic::new(code::UNKNOWN_RULESET, "scenarios of FAB cannot be read yet")
            .at(ruleset.value.head(), "a ruleset of FAB")
            .help("for a battle of Pub Battles, write `pub-battles/3.2`"),
    );
}
