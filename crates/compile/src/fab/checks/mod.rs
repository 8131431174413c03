//! The table of FAB checks, FAB-V1 to FAB-V42. No check changes the scenario; each reports
//! everything that it finds.

pub(crate) mod area_map;
pub(crate) mod course;
pub(crate) mod forces;
pub(crate) mod situation;

use area_map::{edges, graph, lines, polygons, shapes, terrain, water};
use course::{
    artillery, cup, entries, events, exclusive_rules, reach, strategic, sudden_death, table, turns,
};
use forces::{assets, blocks, colours, identity, languages, references, support, units};
use situation::{control, placement, reserve, set_up, start, supply};

use self::area_map::map_comparison::MapComparison;

use self::Run::{AuthoredCheck, BattleCheck, MapCheck, Reader};
use super::authored_battle::AuthoredBattle;
use super::located_battle::LocatedBattle;
use sandtable_authored::Reporter;
use sandtable_map::AreaGround;

/// A FAB check.
pub struct Check {
    /// The subject of the check, in a few words.
    pub name: &'static str,
    /// The IDs of the rules that the check covers, as in the rule digest.
    pub rules: &'static [&'static str],
    run: Run,
}

/// The input of a check.
enum Run {
    /// Only the scenario.
    AuthoredCheck(fn(&mut Reporter, &AuthoredBattle<'_>)),
    /// The scenario and the polygons of its map.
    MapCheck(fn(&mut Reporter, &MapComparison<'_>)),
    /// The complete battle.
    BattleCheck(fn(&mut Reporter, &LocatedBattle<'_>)),
    /// No input: the code that reads the value reports it.
    Reader,
}

const fn check(name: &'static str, rules: &'static [&'static str], run: Run) -> Check {
    Check { name, rules, run }
}

const CHECKS: &[Check] = &[
    check("two sides, one of them first", &["FAB-V4"], AuthoredCheck(identity::sides)),
    check("languages", &[], AuthoredCheck(languages::check)),
    check(
        "colours of sides and formations",
        &["FAB-2.1d", "FAB-2.3d"],
        AuthoredCheck(colours::check),
    ),
    check("unique ids", &["FAB-V1"], AuthoredCheck(identity::ids)),
    check("unique areas", &["FAB-V1"], AuthoredCheck(identity::areas)),
    check("names refer to something", &["FAB-V2", "FAB-V34"], AuthoredCheck(references::check)),
    check("sides of units and chits", &["FAB-V3"], AuthoredCheck(references::sides)),
    check("edges join two areas once", &["FAB-V5"], AuthoredCheck(edges::ends)),
    check("every area has a neighbour", &["FAB-V6"], AuthoredCheck(edges::isolated_areas)),
    check("difficulty of terrain", &["FAB-V7"], Reader),
    check("attackable terrain", &["FAB-V7"], AuthoredCheck(terrain::hard_terrain)),
    check("terrain for roadblocks", &["FAB-V7"], AuthoredCheck(terrain::roadblocks)),
    check("entry letters", &["FAB-V14"], AuthoredCheck(entries::unique_letters)),
    check("entry codes", &["FAB-V15"], AuthoredCheck(entries::codes)),
    check("sides have supply sources", &["FAB-V16"], AuthoredCheck(supply::sources)),
    check("steps and quality of units", &["FAB-V19"], AuthoredCheck(units::steps)),
    check("size of the blocks", &["FAB-2.2a"], AuthoredCheck(blocks::size)),
    check("every piece has one place", &["FAB-V20"], AuthoredCheck(placement::check)),
    check("turns of arrivals and events", &["FAB-V21", "FAB-V38"], AuthoredCheck(turns::arrivals)),
    check("events have one turn", &["FAB-V21"], AuthoredCheck(turns::printed_turns)),
    check("units in an area at the start", &["FAB-V22"], AuthoredCheck(set_up::stacking)),
    check("reserves at the start", &["FAB-V23"], AuthoredCheck(reserve::check)),
    check("control of occupied areas", &["FAB-V24"], AuthoredCheck(set_up::occupants)),
    check("every area has a controller", &["FAB-V25"], AuthoredCheck(control::check)),
    check("markers at the start", &["FAB-V26"], AuthoredCheck(set_up::markers)),
    check("assets", &["FAB-V27"], AuthoredCheck(assets::roles)),
    check("formations have units and assets", &["FAB-V28"], AuthoredCheck(assets::formations)),
    check("the turn track", &["FAB-V29"], AuthoredCheck(turns::track)),
    check("formation of Special Actions", &["FAB-V31"], Reader),
    check("events have one effect", &["FAB-V31", "FAB-V32"], AuthoredCheck(events::effects)),
    check("known effects", &["FAB-V32"], Reader),
    check("complete combat table", &["FAB-V33"], Reader),
    check("modifiers of the combat table", &["FAB-V33"], AuthoredCheck(table::check)),
    check("limits of assets", &["FAB-V34"], Reader),
    check("rules on the defender's artillery", &["FAB-V34"], AuthoredCheck(artillery::check)),
    check("victory points", &["FAB-V35"], AuthoredCheck(sudden_death::points)),
    check("one winner of a turn", &["FAB-V37"], AuthoredCheck(sudden_death::conflicting_leads)),
    check("length of the battle", &["FAB-V38"], AuthoredCheck(turns::too_many_turns)),
    check("rulings", &["FAB-V39"], Reader),
    check("custom effects", &["FAB-V40"], AuthoredCheck(events::hooks)),
    check("exclusive rules", &["FAB-V40"], AuthoredCheck(exclusive_rules::unimplemented_rules)),
    check("every area is drawn", &["FAB-V8"], MapCheck(shapes::unmatched_areas)),
    check(
        "areas within the frame",
        &["FAB-V8"],
        MapCheck(|reporter, drawn| shapes::extents(reporter, drawn.ground)),
    ),
    check("languages of the map", &[], MapCheck(languages::check_map)),
    check("edges where borders are", &["FAB-V8", "FAB-V9"], MapCheck(polygons::edges)),
    check("boundaries of areas", &["FAB-V10"], Reader),
    check("overlapping areas", &["FAB-V10"], MapCheck(polygons::overlaps)),
    check("gaps between areas", &["FAB-V10"], MapCheck(polygons::gaps)),
    check("rivers along borders", &["FAB-V11"], MapCheck(lines::rivers)),
    check("roads over borders", &["FAB-V12"], MapCheck(lines::roads)),
    check("water off land, roads and places on it", &["FAB-G14"], MapCheck(water::check)),
    check("entries at the edge of the map", &["FAB-V14"], MapCheck(polygons::entries)),
    check("connected map", &["FAB-V6"], BattleCheck(graph::disconnected_parts)),
    check("critical bridges", &["FAB-V13"], BattleCheck(graph::bridges)),
    check("routes to supply sources", &["FAB-V16"], BattleCheck(supply::single_supply_edge)),
    check("supply at the start", &["FAB-V17"], BattleCheck(supply::at_start)),
    check("supply of entries", &["FAB-V18"], BattleCheck(supply::entries_without_source)),
    check("capacity of entries", &["FAB-V22"], BattleCheck(entries::entry_room)),
    check("blocked entries", &["FAB-4.1c4"], BattleCheck(entries::blocked_entries)),
    check("draws and chits", &["FAB-V30"], BattleCheck(cup::check)),
    check("formations are supported", &["FAB-6.22", "FAB-6.23"], BattleCheck(support::check)),
    check(
        "sudden death and victory are possible",
        &["FAB-V35"],
        BattleCheck(sudden_death::attainable_leads),
    ),
    check("reachable victory points", &["FAB-V36"], BattleCheck(reach::check)),
    check("strategic movement", &["FAB-V41"], BattleCheck(strategic::check)),
    check("start accepted by the engine", &["FAB-V42"], BattleCheck(start::check)),
];

/// The table of checks, including those of the readers.
pub fn checks() -> &'static [Check] {
    CHECKS
}

/// Runs the checks that need only the scenario.
pub(crate) fn check_authored(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for check in CHECKS {
        if let AuthoredCheck(run) = check.run {
            run(reporter, written);
        }
    }
}

/// Runs the checks that need only the map polygons.
pub(crate) fn check_ground(reporter: &mut Reporter, ground: &AreaGround) {
    shapes::extents(reporter, ground);
    polygons::report_overlaps(reporter, ground, &ground.mesh.overlaps());
    polygons::report_gaps(reporter, ground);
}

/// Runs the checks that compare a scenario with its map polygons.
pub(crate) fn check_drawn_map(
    reporter: &mut Reporter,
    written: &AuthoredBattle<'_>,
    ground: &AreaGround,
) {
    let drawn = MapComparison::new(written, ground);
    for check in CHECKS {
        if let MapCheck(run) = check.run {
            run(reporter, &drawn);
        }
    }
}

/// Runs the checks that need the complete battle.
pub(crate) fn check_battle(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    for check in CHECKS {
        if let BattleCheck(run) = check.run {
            run(reporter, battle);
        }
    }
}
