//! Crests that lie beside their hills because one of the two layers was moved: one finding in place
//! of one for each crest and hill.

use std::collections::BTreeSet;

use sandtable_source::{Code, Diagnostic, Place, code};

use crate::map::Ground;
use crate::map::crossing::MOVE_BACK;
use crate::session::Session;

/// So many crests lie beside their hills by slips of their own.
const FEW: usize = 5;
/// Of so many crests one, when more than a few, shows that a layer was moved: large hills still hold
/// some.
const ONE_OF: usize = 3;

/// Looks at what was found of crests and hills.
pub(super) fn check(session: &mut Session<'_>, ground: &Ground) {
    let about = |wanted: Code| -> BTreeSet<Place> {
        let found = session.diagnostics.sorted().into_iter();
        let found = found.filter(|finding| finding.code == wanted);
        found.filter_map(|finding| finding.labels.first().map(|label| label.place)).collect()
    };
    let (off, against) = (about(code::CREST_OFF_HILL), about(code::HILL_NOT_HIGHER));
    let all = ground.map.crests.len();
    let told = [code::CREST_OFF_HILL, code::CREST_LOW, code::HILL_NOT_HIGHER];
    let allowed = told.iter().any(|&code| session.allows(code));
    let Some(&first) = off.first().filter(|_| off.len() > FEW && ONE_OF * off.len() >= all) else {
        return;
    };
    if allowed {
        return;
    }
    session.diagnostics.retain(|finding| !told.contains(&finding.code));
    let which = match (ground.elevation.is_some(), against.len() > FEW) {
        (false, _) => "one of the two layers seems to be moved",
        (true, true) => {
            "the layer of hills seems to be moved: many hills disagree with the elevation too"
        }
        (true, false) => {
            "the layer of crests seems to be moved: the hills agree with the elevation"
        }
    };
    session.diagnostics.push(
        Diagnostic::new(
            code::CREST_OFF_HILL,
            format!("{} of {all} crests do not lie on their hills", off.len()),
        )
        .rule("PB-3.16")
        .label(first, "the first of them", true)
        .help(format!("{which}; show hills and crests together in QGIS"))
        .help(MOVE_BACK),
    );
}
