//! The block dimensions.

use sandtable_authored as authored;
use sandtable_pack as pack;
use sandtable_pack::PaperLength;

/// The publisher's blocks: 1 1/2 × 3/4 × 3/8 inch (PB-1.5, PB-A2).
const PUBLISHER: pack::BlockProfile = pack::BlockProfile {
    length: PaperLength::from_inches(1.5),
    height: PaperLength::from_inches(0.75),
    thickness: PaperLength::from_inches(0.375),
    inset: PaperLength::ZERO,
};

/// The block dimensions; the publisher's if they are omitted or impossible.
pub(crate) fn block_profile(scenario: &authored::Scenario) -> pack::BlockProfile {
    let written = scenario.block_profile.as_ref().map(|profile| &profile.value);
    let Some(authored::BlockProfile::Size(size)) = written else { return PUBLISHER };
    Some(size.profile()).filter(pack::BlockProfile::is_possible).unwrap_or(PUBLISHER)
}
