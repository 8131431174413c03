//! Blocks have the size of wooden blocks (PB-1.5).

use sandtable_source::{Diagnostic, code};

use super::super::is_possible;
use super::Written;
use crate::authored::BlockProfile;
use crate::left_out::note_default;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let scenario = written.scenario;
    let size = match scenario.block_profile.as_ref().map(|profile| &profile.value) {
        Some(BlockProfile::Size(size)) => size,
        Some(BlockProfile::Publisher) => return,
        None => {
            let value = "the publisher's blocks, 1 1/2 × 3/8 inch";
            note_default(session, scenario.span, "`block_profile`", value);
            return;
        }
    };
    for measure in size.measures() {
        let millimetres = measure.millimetres;
        if !is_possible(millimetres) {
            session.diagnostics.push(
                Diagnostic::new(
                    code::BLOCK_SIZE,
                    format!("a block cannot measure {millimetres} mm"),
                )
                .rule("PB-1.5")
                .at(measure.span, "not between 2 mm and 80 mm")
                .help("measure the wooden block; the publisher's is 38.1 × 19.05 × 9.525 mm"),
            );
        }
    }
}
