//! The table of checks of FAB: what FAB-V1 to FAB-V42 ask, one name a line. None of them changes what
//! was read; each says everything that it finds.

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

use super::authored_battle::Written;
use super::resolved::Resolved;
use sandtable_authored::Reporter;
use sandtable_map::AreaGround;

/// One check.
pub struct Check {
    /// What it looks at, in a few words.
    pub name: &'static str,
    /// The rules that it answers, by their IDs in the rule digest.
    pub rules: &'static [&'static str],
    run: Run,
}

/// What a check needs to be run.
enum Run {
    /// The text alone.
    OfText(fn(&mut Reporter, &Written<'_>)),
    /// The text and the polygons of its map.
    OfMap(fn(&mut Reporter, &Drawn<'_>)),
    /// Everything that was read.
    OfBattle(fn(&mut Reporter, &Resolved<'_>)),
    /// Nothing: whoever reads the value reports it.
    Reader,
}

impl Check {
    const fn of_text(
        name: &'static str,
        rules: &'static [&'static str],
        run: fn(&mut Reporter, &Written<'_>),
    ) -> Self {
        Self { name, rules, run: Run::OfText(run) }
    }

    const fn of_map(
        name: &'static str,
        rules: &'static [&'static str],
        run: fn(&mut Reporter, &Drawn<'_>),
    ) -> Self {
        Self { name, rules, run: Run::OfMap(run) }
    }

    const fn of_battle(
        name: &'static str,
        rules: &'static [&'static str],
        run: fn(&mut Reporter, &Resolved<'_>),
    ) -> Self {
        Self { name, rules, run: Run::OfBattle(run) }
    }

    const fn of_reader(name: &'static str, rules: &'static [&'static str]) -> Self {
        Self { name, rules, run: Run::Reader }
    }
}

const CHECKS: &[Check] = &[
    Check::of_text("two sides, one of them first", &["FAB-V4"], identity::sides),
    Check::of_text("texts in every language", &[], languages::check),
    Check::of_text(
        "sides and formations have colours of their own",
        &["FAB-2.1d", "FAB-2.3d"],
        colours::check,
    ),
    Check::of_text("ids are given once", &["FAB-V1"], identity::ids),
    Check::of_text("areas are told apart", &["FAB-V1"], identity::areas),
    Check::of_text("names mean something", &["FAB-V2", "FAB-V34"], references::check),
    Check::of_text("pieces fight for their formation's side", &["FAB-V3"], references::sides),
    Check::of_text("edges join two areas once", &["FAB-V5"], edges::ends),
    Check::of_text("every area has a neighbour", &["FAB-V6"], edges::alone),
    Check::of_reader("difficulty of terrain", &["FAB-V7"]),
    Check::of_text("terrain can be attacked", &["FAB-V7"], terrain::hard),
    Check::of_text("engineers have ground for roadblocks", &["FAB-V7"], terrain::roadblocks),
    Check::of_text("entry letters", &["FAB-V14"], entries::letters),
    Check::of_text("entry codes", &["FAB-V15"], entries::codes),
    Check::of_text("sides have supply sources", &["FAB-V16"], supply::sources),
    Check::of_text("steps and quality of units", &["FAB-V19"], units::steps),
    Check::of_text("size of the blocks", &["FAB-2.2a"], blocks::size),
    Check::of_text("every piece has one place", &["FAB-V20"], placed::check),
    Check::of_text("turns of arrivals and events", &["FAB-V21", "FAB-V38"], turns::arrivals),
    Check::of_text("events have one turn", &["FAB-V21"], turns::printed),
    Check::of_text("units in an area at the start", &["FAB-V22"], set_up::stacking),
    Check::of_text("reserves at the start", &["FAB-V23"], reserve::check),
    Check::of_text("areas belong to who stands in them", &["FAB-V24"], set_up::occupants),
    Check::of_text("every area has a controller", &["FAB-V25"], control::check),
    Check::of_text("markers at the start", &["FAB-V26"], set_up::markers),
    Check::of_text("assets", &["FAB-V27"], assets::roles),
    Check::of_text("formations have units and assets", &["FAB-V28"], assets::formations),
    Check::of_text("the turn track", &["FAB-V29"], turns::track),
    Check::of_reader("a Special Action is of a formation, or none", &["FAB-V31"]),
    Check::of_text("events have one effect", &["FAB-V31", "FAB-V32"], events::effects),
    Check::of_reader("effects are known", &["FAB-V32"]),
    Check::of_reader("the combat table is whole", &["FAB-V33"]),
    Check::of_text("modifiers of the combat table", &["FAB-V33"], table::check),
    Check::of_reader("limits of assets", &["FAB-V34"]),
    Check::of_text("rules on the defender's artillery", &["FAB-V34"], artillery::check),
    Check::of_text("victory points", &["FAB-V35"], sudden_death::points),
    Check::of_text("one side wins a turn", &["FAB-V37"], sudden_death::both),
    Check::of_text("length of the battle", &["FAB-V38"], turns::many),
    Check::of_reader("rulings", &["FAB-V39"]),
    Check::of_text("effects of the battle's own", &["FAB-V40"], events::hooks),
    Check::of_text("rules of the battle's own", &["FAB-V40"], exclusive_rules::played),
    Check::of_map("every area is drawn", &["FAB-V8"], shapes::paired),
    Check::of_map("areas within the frame", &["FAB-V8"], |reporter, drawn| {
        shapes::left(reporter, drawn.ground);
    }),
    Check::of_map("texts of the map in every language", &[], languages::of_map),
    Check::of_map("edges where borders are", &["FAB-V8", "FAB-V9"], polygons::edges),
    Check::of_reader("outlines of areas", &["FAB-V10"]),
    Check::of_map("areas beside one another", &["FAB-V10"], polygons::overlaps),
    Check::of_map("gaps between areas", &["FAB-V10"], polygons::gaps),
    Check::of_map("rivers along borders", &["FAB-V11"], lines::rivers),
    Check::of_map("roads over borders", &["FAB-V12"], lines::roads),
    Check::of_map("entries at the edge of the map", &["FAB-V14"], polygons::entries),
    Check::of_battle("the map hangs together", &["FAB-V6"], graph::apart),
    Check::of_battle("bridges on which the map hangs", &["FAB-V13"], graph::bridges),
    Check::of_battle("ways to supply sources", &["FAB-V16"], supply::one_way),
    Check::of_battle("supply at the start", &["FAB-V17"], supply::at_start),
    Check::of_battle("supply of entries", &["FAB-V18"], supply::of_entries),
    Check::of_battle("room at the entries", &["FAB-V22"], entries::room),
    Check::of_battle("entries that can be blocked", &["FAB-4.1c4"], entries::blocked),
    Check::of_battle("draws and chits", &["FAB-V30"], cup::check),
    Check::of_battle("formations are supported", &["FAB-6.22", "FAB-6.23"], support::check),
    Check::of_battle("sudden death and victory can come", &["FAB-V35"], sudden_death::reach),
    Check::of_battle("what counts can be reached", &["FAB-V36"], reach::check),
    Check::of_battle("strategic movement", &["FAB-V41"], strategic::check),
    Check::of_battle("the start as the engine sees it", &["FAB-V42"], start::check),
];

/// The table of checks, and who else answers a rule.
pub fn checks() -> &'static [Check] {
    CHECKS
}

/// Runs the checks that need the text alone.
pub(crate) fn of_text(reporter: &mut Reporter, written: &Written<'_>) {
    for check in CHECKS {
        if let Run::OfText(run) = check.run {
            run(reporter, written);
        }
    }
}

/// Runs the checks that ask polygons alone.
pub(crate) fn of_ground(reporter: &mut Reporter, ground: &AreaGround) {
    shapes::left(reporter, ground);
    polygons::tell_overlaps(reporter, ground, &ground.mesh.overlaps());
    polygons::tell_gaps(reporter, ground);
}

/// Runs the checks that ask the polygons of a map.
pub(crate) fn of_map(reporter: &mut Reporter, written: &Written<'_>, ground: &AreaGround) {
    let drawn = Drawn::new(written, ground);
    for check in CHECKS {
        if let Run::OfMap(run) = check.run {
            run(reporter, &drawn);
        }
    }
}

/// Runs the checks that need everything.
pub(crate) fn of_battle(reporter: &mut Reporter, battle: &Resolved<'_>) {
    for check in CHECKS {
        if let Run::OfBattle(run) = check.run {
            run(reporter, battle);
        }
    }
}
