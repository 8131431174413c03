//! FAB-2.2a: labels fit blocks of possible sizes.

use crate::fab::authored_battle::AuthoredBattle;
use crate::scenario::block_size::impossible;
use sandtable_authored::BlockProfile;
use sandtable_authored::Reporter;

/// Blocks have the size of real wooden blocks.
pub(crate) fn size(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let blocks = written.scenario.block_profile.as_ref().map(|profile| &profile.value);
    if let Some(BlockProfile::Size(size)) = blocks {
        let help = "measure your wooden blocks; the publisher's are 15.875 × 15.875 × 7.9375 mm";
        reporter.diagnostics.extend(impossible(size, "FAB-2.2a", help));
    }
}
