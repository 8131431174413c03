//! The front end of FAB (Fast Action Battle): from authored files to the pack model of area
//! battles.
//!
//! The scenario and its map are read first. Then those of the checks FAB-V1 to FAB-V40 run that
//! need only these files. If they find no errors, the battle is built, and the checks run that need
//! its graph and rules.

pub(crate) mod authored_battle;
pub(crate) mod checks;
pub(crate) mod drawn_map;
pub(crate) mod located_battle;
pub(crate) mod lower;

use sandtable_authored::fab::Scenario;
use sandtable_pack::fab as pack;
use sandtable_source::{LEVELS_UP, Node, ProjectPath};

use crate::fab::authored_battle::AuthoredBattle;
use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::{Georeference, Reporter, SourceReader};
use sandtable_map::load_area_map;

/// Checks an area map on its own.
pub(crate) fn check_map(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) {
    if let Some(ground) = load_area_map(sources, reporter, path, None) {
        checks::check_ground(reporter, &ground);
    }
}

/// Compiles the tree of a scenario. Returns the pack parts, unless there were errors, and the
/// georeference of its map.
pub(crate) fn load(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    tree: &Node,
    path: &ProjectPath,
) -> Option<(pack::PackParts, Option<Georeference>)> {
    let scenario: Scenario = sources.read_scenario(reporter, tree)?;
    reporter.add_allowances(scenario.allow.as_ref());
    let (ruleset, titles) =
        sandtable_authored::load_fab(sources, reporter, &scenario.ruleset, path);
    let map = scenario.map.as_ref();
    let map = map
        .and_then(|named| Some((sources.resolve(reporter, path, named, LEVELS_UP)?, named.span)));
    let ground = map.and_then(|(map, at)| load_area_map(sources, reporter, &map, Some(at)));
    let water = ground.as_ref().map_or(&[][..], |ground| &ground.water);
    let ruleset_ref = ruleset.as_ref();
    let written =
        AuthoredBattle { scenario: &scenario, ruleset: ruleset_ref, titles: &titles, water };
    checks::check_authored(reporter, &written);
    if let Some(ground) = &ground {
        checks::check_drawn_map(reporter, &written, ground);
    }
    if reporter.diagnostics.has_errors() {
        return None;
    }
    let lines = lower::sources::sources(&sources.texts, &written);
    let parts = lower::parts(reporter, &scenario, &titles, ground.as_ref(), ruleset?, lines)?;
    if let Ok(battle) = pack::Battle::new(parts.battle.clone()) {
        checks::check_battle(reporter, &LocatedBattle::new(&scenario, battle));
    }
    Some((parts, ground.map(|ground| Georeference::new(ground.frame))))
}
