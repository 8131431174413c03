//! FAB-V7: Terrain Difficulty Numbers.

use sandtable_source::{Diagnostic, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;

/// The highest difficulty at which an attacker still hits by the series rules.
const MAX_DIFFICULTY: i64 = 4;

/// FAB-V7: terrain in which an attacker's close fire almost never hits.
pub(crate) fn hard_terrain(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for terrain in &written.scenario.terrain {
        let number = terrain.difficulty.0;
        if number > MAX_DIFFICULTY && !reporter.is_stand_in(terrain.difficulty.span) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::HARD_GROUND,
                    message!("terrain `{}` has difficulty {number}", terrain.id.value.0),
                )
                .rule("FAB-V7")
                .at(terrain.difficulty.span, "an attacker's close fire hits only on a natural 1")
                .help("write 0 to 4: the attacker's Success Number is 5 minus the difficulty"),
            );
        }
    }
}

/// FAB-V7: engineers block roads only in difficult terrain (FAB-4.34a).
pub(crate) fn roadblocks(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let mut engineers = scenario.assets.iter();
    let engineers = engineers.find(|asset| asset.engineer.as_ref().is_some_and(|is| is.value));
    let is_difficult = |terrain| written.terrain(terrain).is_none_or(|one| one.difficulty.0 > 0);
    let has_ground = scenario.areas.iter().any(|area| is_difficult(&area.terrain));
    if let Some(engineers) = engineers
        && !has_ground
    {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NO_ROADBLOCKS,
                "no area is difficult, so engineers cannot set roadblocks",
            )
            .rule("FAB-V7")
            .at(engineers.id.span, "engineers")
            .help("give areas with hills, woods or towns a terrain of difficulty 1 or more (FAB-4.34a)"),
        );
    }
}
