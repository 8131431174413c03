//! The block size is possible for wooden blocks (PB-1.5).

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::scenario::block_size::impossible;
use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_authored::note_default;
use sandtable_source::message::Owner;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let size = match scenario.block_profile.as_ref().map(|profile| &profile.value) {
        Some(authored::BlockProfile::Size(size)) => size,
        Some(authored::BlockProfile::Publisher) => return,
        None => {
            let value = "the publisher's blocks, 1 1/2 × 3/8 inch";
            note_default(reporter, scenario.span, "block_profile", Owner::File, value);
            return;
        }
    };
    let help = "measure your wooden blocks; the publisher's are 38.1 × 19.05 × 9.525 mm";
    reporter.diagnostics.extend(impossible(size, "PB-1.5", help));
}
