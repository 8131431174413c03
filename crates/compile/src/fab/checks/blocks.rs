//! FAB-2.2a: labels are for blocks that there can be.

use crate::authored::BlockProfile;
use crate::fab::written::Written;
use crate::scenario::impossible_blocks;
use crate::session::Session;

/// Blocks have the size of wooden blocks.
pub(super) fn size(session: &mut Session<'_>, written: &Written<'_>) {
    let blocks = written.scenario.block_profile.as_ref().map(|profile| &profile.value);
    if let Some(BlockProfile::Size(size)) = blocks {
        let help = "measure the wooden block; the publisher's is 15.875 × 15.875 × 7.9375 mm";
        session.diagnostics.extend(impossible_blocks(size, "FAB-2.2a", help));
    }
}
