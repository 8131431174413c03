//! The table of checks, in the order of the digest's list. Each check has a file of its own; beside
//! them stands what several of them share: who stands under fire (`blocks/exposure`), how colours look
//! (`printed/colour_vision`), free ground to propose (`free_ground`). None of them changes what was
//! read; each says everything that it finds.

pub(crate) mod arrivals;
pub(crate) mod blocks;
pub(crate) mod forces;
pub(crate) mod free_ground;
pub(crate) mod printed;
pub(crate) mod rules;
pub(crate) mod supply;

use arrivals::{
    arrival_entry, arrival_turns, edges, entry_held, entry_room, free_side, hq_arrival,
    train_arrival, way_onto_map,
};
use blocks::{
    across_river, back_to_enemy, block_overlap, block_size, buildings, closed_ground,
    column_length, column_road, column_room, contact, field_of_fire, inside_frame, zone,
};
use forces::{
    arm_quality, command_pieces, commander, components, detachment, ids, infantry, ratings,
    same_name, strength, two_sides,
};
use printed::{label_lines, labels, languages, looks};
use rules::{calendar, combat_order, date_of_title, defaults, not_played};
use supply::{baggage, enemy_line, line_of_communication, supply_line, supply_open, supply_reach};

use self::Run::{OfBattle, OfSetUp, OfText, Reader};
use self::free_ground::Proposals;
use super::authored_battle::Written;
use super::battle::Battle;
use sandtable_authored::Reporter;

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
    /// Everything that was read, on its ground.
    OfBattle(fn(&mut Reporter, &Battle<'_>)),
    /// The same, and the free ground that was proposed to other blocks: they propose more.
    OfSetUp(fn(&mut Reporter, &Battle<'_>, &mut Proposals)),
    /// Nothing: whoever reads the value reports it.
    Reader,
}

const fn check(name: &'static str, rules: &'static [&'static str], run: Run) -> Check {
    Check { name, rules, run }
}

const CHECKS: &[Check] = &[
    check("changed rulings are noted", &["PB-3.19"], Reader),
    check("defaults are noted", &["PB-3.19"], OfText(defaults::check)),
    check("two sides", &["PB-3.1"], OfText(two_sides::check)),
    check("ids: one HQ and one chit a command", &["PB-3.1", "PB-3.20"], OfText(ids::check)),
    check("a command without its HQ", &["PB-3.20"], Reader),
    check("sides and commands are told apart", &["PB-3.1"], OfText(looks::check)),
    check("size of the blocks", &["PB-1.5"], OfText(block_size::check)),
    check("labels fit their stickers", &["PB-3.1"], OfText(labels::check)),
    check("blocks hold the lines on them", &["PB-3.1"], OfText(label_lines::check)),
    check("pieces of a command are told apart", &["PB-3.1"], OfText(same_name::check)),
    check("a command has pieces", &["PB-2.2"], OfText(command_pieces::check)),
    // Every HQ of the pack has its card, which is printed with it.
    check("one reserve card for each HQ", &["PB-3.21"], Reader),
    check("an army has a commander", &["PB-3.12"], OfText(commander::check)),
    check("ratings", &["PB-3.22"], OfText(ratings::check)),
    check("the calendar runs forward", &["PB-3.23"], OfText(calendar::check)),
    check("the date is that of the title", &["PB-3.23"], OfText(date_of_title::check)),
    check("reinforcements come within the calendar", &["PB-3.23"], OfText(arrival_turns::check)),
    check("who chooses the order of combats", &["PB-3.24"], OfText(combat_order::check)),
    check("length of columns", &["PB-3.25"], Reader),
    check("a length for the columns of every arm", &["PB-3.25"], OfBattle(column_length::check)),
    check("every side can be supplied", &["PB-3.26"], OfBattle(line_of_communication::check)),
    check("roads out of the map", &["PB-3.26"], Reader),
    check("lines of communication", &["PB-3.26"], OfBattle(supply_line::check)),
    check("lines reach the battlefield", &["PB-3.26"], OfBattle(supply_reach::check)),
    check("trains are supplied at the start", &["PB-31.2"], OfSetUp(supply_open::check)),
    check("trains come in time", &["PB-19.1"], OfBattle(train_arrival::check)),
    check("quality suits the arm", &["PB-3.27"], OfText(arm_quality::check)),
    check("a detachment has one state", &["PB-24.6"], OfText(detachment::check)),
    check("blocks lie inside the frame", &["PB-3.28"], OfSetUp(inside_frame::check)),
    check("ground that is closed", &["PB-3.28"], OfSetUp(closed_ground::check)),
    check("nobody stands across a river", &["PB-3.28"], OfSetUp(across_river::check)),
    check("blocks do not overlap", &["PB-3.28"], OfSetUp(block_overlap::check)),
    check("columns stand on roads", &["PB-8.1"], OfBattle(column_road::check)),
    check("columns fit their roads", &["PB-8.3"], OfBattle(column_room::check)),
    check("pieces in buildings start spent", &["PB-3.29"], OfSetUp(buildings::check)),
    check("nobody starts in contact", &["PB-3.30"], OfSetUp(contact::check)),
    check("nobody starts under fire", &["PB-3.30"], OfSetUp(field_of_fire::check)),
    check("fronts look at the enemy", &["PB-2.5"], OfBattle(back_to_enemy::check)),
    check("reserves name their HQ", &["PB-3.31"], Reader),
    check("entries lie on the map's edge", &["PB-3.32"], Reader),
    check("columns enter by road", &["PB-3.32"], OfBattle(arrival_entry::check)),
    check("entries are free", &["PB-A19"], OfBattle(entry_held::check)),
    check("nobody comes by the enemy's line", &["PB-3.10"], OfBattle(enemy_line::check)),
    check("columns have room to enter", &["PB-A19"], OfBattle(entry_room::check)),
    check("every block comes onto the map", &["PB-3.10"], OfBattle(way_onto_map::check)),
    check("an HQ comes no later than its pieces", &["PB-3.32"], OfBattle(hq_arrival::check)),
    check("men of an infantry piece", &["PB-3.33"], OfText(strength::check)),
    check("every side has infantry", &["PB-3.34"], OfText(infantry::check)),
    check("every side has a train", &["PB-3.34", "PB-3.35"], OfText(baggage::check)),
    check("rivers can be crossed", &["PB-3.36"], Reader),
    check("types of pieces", &["PB-3.37"], Reader),
    check("texts in every language", &["PB-3.1"], OfText(languages::check)),
    check("edges of choice", &["PB-32.3", "PB-A161"], OfBattle(edges::check)),
    check("what is free", &["PB-32.1", "PB-32.3"], OfText(free_side::check)),
    check("set-up in the zone", &["PB-3.9"], OfBattle(zone::check)),
    check("no more than the box holds", &["PB-2.1", "PB-3.21"], OfText(components::check)),
    check("what the runner does not play", &["PB-3.18"], OfText(not_played::check)),
];

/// The table of checks, and who else answers a rule.
pub fn checks() -> &'static [Check] {
    CHECKS
}

/// Runs the checks that need the text alone.
pub(crate) fn of_text(reporter: &mut Reporter, written: &Written<'_>) {
    for check in CHECKS {
        if let OfText(run) = check.run {
            run(reporter, written);
        }
    }
}

/// Runs the checks that need everything.
pub(crate) fn of_battle(reporter: &mut Reporter, battle: &Battle<'_>) {
    let mut proposals = Proposals::default();
    for check in CHECKS {
        match check.run {
            OfBattle(run) => run(reporter, battle),
            OfSetUp(run) => run(reporter, battle, &mut proposals),
            OfText(_) | Reader => {}
        }
    }
}
