//! From `scenario.yaml` to the order of battle of a pack. Each system of rules has a front end of
//! its own, which reads and checks the scenario in its own terms; which one reads a file is decided
//! here and nowhere else.

mod pub_battles;
mod stray_key;
mod stray_side;
mod system;

use sandtable_pack as pack;
use sandtable_source::{FileId, Node, ProjectPath};

use crate::session::Session;
use system::System;

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
    }
}
