//! The table of FAB checks, FAB-V1 to FAB-V42. No check changes the scenario; each reports
//! everything that it finds.

pub(crate) mod area_map;
pub(crate) mod course;
pub(crate) mod forces;
pub(crate) mod situation;

use area_map::{edges, graph, lines, polygons, shapes, terrain};
use course::{
    artillery, cup, entries, events, exclusive_rules, reach, strategic, sudden_death, table, turns,
};
use forces::{assets, blocks, colours, identity, languages, references, support, units};
use situation::{control, placed, reserve, set_up, start, supply};

use self::area_map::drawn::Drawn;

use self::Run::{OfBattle, OfMap, OfText, Reader};
use super::authored_battle::Written;
use super::resolved::Resolved;
use sandtable_authored::Reporter;
use sandtable_map::AreaGround;

/// A check.
pub struct Check {
    /// The subject, in a few words.
    pub name: &'static str,
    /// The IDs of the rules that it covers, as in the rule digest.
    pub rules: &'static [&'static str],
    run: Run,
}

/// The input of a check.
enum Run {
    /// Only the scenario.
    OfText(fn(&mut Reporter, &Written<'_>)),
    /// The scenario and the polygons of its map.
    OfMap(fn(&mut Reporter, &Drawn<'_>)),
    /// The complete battle.
    OfBattle(fn(&mut Reporter, &Resolved<'_>)),
    /// None: the code that reads the value reports it.
    Reader,
}

const fn check(name: &'static str, rules: &'static [&'static str], run: Run) -> Check {
    Check { name, rules, run }
}

const CHECKS: &[Check] = &[
    check("two sides, one of them first", &["FAB-V4"], OfText(identity::sides)),
    check("languages", &[], OfText(languages::check)),
    check("colours of sides and formations", &["FAB-2.1d", "FAB-2.3d"], OfText(colours::check)),
    check("unique ids", &["FAB-V1"], OfText(identity::ids)),
    check("unique areas", &["FAB-V1"], OfText(identity::areas)),
    check("names refer to something", &["FAB-V2", "FAB-V34"], OfText(references::check)),
    check("sides of units and chits", &["FAB-V3"], OfText(references::sides)),
    check("edges join two areas once", &["FAB-V5"], OfText(edges::ends)),
    check("every area has a neighbour", &["FAB-V6"], OfText(edges::alone)),
    check("difficulty of terrain", &["FAB-V7"], Reader),
    check("attackable terrain", &["FAB-V7"], OfText(terrain::hard)),
    check("terrain for roadblocks", &["FAB-V7"], OfText(terrain::roadblocks)),
    check("entry letters", &["FAB-V14"], OfText(entries::letters)),
    check("entry codes", &["FAB-V15"], OfText(entries::codes)),
    check("sides have supply sources", &["FAB-V16"], OfText(supply::sources)),
    check("steps and quality of units", &["FAB-V19"], OfText(units::steps)),
    check("size of the blocks", &["FAB-2.2a"], OfText(blocks::size)),
    check("every piece has one place", &["FAB-V20"], OfText(placed::check)),
    check("turns of arrivals and events", &["FAB-V21", "FAB-V38"], OfText(turns::arrivals)),
    check("events have one turn", &["FAB-V21"], OfText(turns::printed)),
    check("units in an area at the start", &["FAB-V22"], OfText(set_up::stacking)),
    check("reserves at the start", &["FAB-V23"], OfText(reserve::check)),
    check("control of occupied areas", &["FAB-V24"], OfText(set_up::occupants)),
    check("every area has a controller", &["FAB-V25"], OfText(control::check)),
    check("markers at the start", &["FAB-V26"], OfText(set_up::markers)),
    check("assets", &["FAB-V27"], OfText(assets::roles)),
    check("formations have units and assets", &["FAB-V28"], OfText(assets::formations)),
    check("the turn track", &["FAB-V29"], OfText(turns::track)),
    check("formation of Special Actions", &["FAB-V31"], Reader),
    check("events have one effect", &["FAB-V31", "FAB-V32"], OfText(events::effects)),
    check("known effects", &["FAB-V32"], Reader),
    check("complete combat table", &["FAB-V33"], Reader),
    check("modifiers of the combat table", &["FAB-V33"], OfText(table::check)),
    check("limits of assets", &["FAB-V34"], Reader),
    check("rules on the defender's artillery", &["FAB-V34"], OfText(artillery::check)),
    check("victory points", &["FAB-V35"], OfText(sudden_death::points)),
    check("one winner of a turn", &["FAB-V37"], OfText(sudden_death::both)),
    check("length of the battle", &["FAB-V38"], OfText(turns::many)),
    check("rulings", &["FAB-V39"], Reader),
    check("custom effects", &["FAB-V40"], OfText(events::hooks)),
    check("exclusive rules", &["FAB-V40"], OfText(exclusive_rules::played)),
    check("every area is drawn", &["FAB-V8"], OfMap(shapes::paired)),
    check(
        "areas within the frame",
        &["FAB-V8"],
        OfMap(|reporter, drawn| shapes::left(reporter, drawn.ground)),
    ),
    check("languages of the map", &[], OfMap(languages::of_map)),
    check("edges where borders are", &["FAB-V8", "FAB-V9"], OfMap(polygons::edges)),
    check("boundaries of areas", &["FAB-V10"], Reader),
    check("overlapping areas", &["FAB-V10"], OfMap(polygons::overlaps)),
    check("gaps between areas", &["FAB-V10"], OfMap(polygons::gaps)),
    check("rivers along borders", &["FAB-V11"], OfMap(lines::rivers)),
    check("roads over borders", &["FAB-V12"], OfMap(lines::roads)),
    check("entries at the edge of the map", &["FAB-V14"], OfMap(polygons::entries)),
    check("connected map", &["FAB-V6"], OfBattle(graph::apart)),
    check("critical bridges", &["FAB-V13"], OfBattle(graph::bridges)),
    check("routes to supply sources", &["FAB-V16"], OfBattle(supply::one_way)),
    check("supply at the start", &["FAB-V17"], OfBattle(supply::at_start)),
    check("supply of entries", &["FAB-V18"], OfBattle(supply::of_entries)),
    check("capacity of entries", &["FAB-V22"], OfBattle(entries::room)),
    check("blocked entries", &["FAB-4.1c4"], OfBattle(entries::blocked)),
    check("draws and chits", &["FAB-V30"], OfBattle(cup::check)),
    check("formations are supported", &["FAB-6.22", "FAB-6.23"], OfBattle(support::check)),
    check("sudden death and victory are possible", &["FAB-V35"], OfBattle(sudden_death::reach)),
    check("reachable victory points", &["FAB-V36"], OfBattle(reach::check)),
    check("strategic movement", &["FAB-V41"], OfBattle(strategic::check)),
    check("start accepted by the engine", &["FAB-V42"], OfBattle(start::check)),
];

/// The table of checks, including those of the readers.
pub fn checks() -> &'static [Check] {
    CHECKS
}

/// Runs the checks that need only the scenario.
pub(crate) fn of_text(reporter: &mut Reporter, written: &Written<'_>) {
    for check in CHECKS {
        if let OfText(run) = check.run {
            run(reporter, written);
        }
    }
}

/// Runs the checks that need only the polygons.
pub(crate) fn of_ground(reporter: &mut Reporter, ground: &AreaGround) {
    shapes::left(reporter, ground);
    polygons::tell_overlaps(reporter, ground, &ground.mesh.overlaps());
    polygons::tell_gaps(reporter, ground);
}

/// Runs the checks that need the polygons of a map.
pub(crate) fn of_map(reporter: &mut Reporter, written: &Written<'_>, ground: &AreaGround) {
    let drawn = Drawn::new(written, ground);
    for check in CHECKS {
        if let OfMap(run) = check.run {
            run(reporter, &drawn);
        }
    }
}

/// Runs the checks that need the complete battle.
pub(crate) fn of_battle(reporter: &mut Reporter, battle: &Resolved<'_>) {
    for check in CHECKS {
        if let OfBattle(run) = check.run {
            run(reporter, battle);
        }
    }
}
