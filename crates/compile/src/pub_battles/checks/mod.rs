//! The table of checks, in the order of the rule digest. Each check has its own file. Shared
//! helpers are in `blocks/exposure`, `printing/colour_vision` and `free_ground`. Checks never
//! change the battle, and each reports everything that it finds.

pub(crate) mod arrivals;
pub(crate) mod blocks;
pub(crate) mod forces;
pub(crate) mod free_ground;
pub(crate) mod printing;
pub(crate) mod rules;
pub(crate) mod supply;

use arrivals::{
    arrival_entry, arrival_turns, edges, entry_held, entry_room, free_side, hq_arrival,
    train_arrival, way_onto_map,
};
use blocks::{
    back_to_enemy, block_overlap, block_size, buildings, closed_ground, column_length, column_road,
    column_room, contact, field_of_fire, inside_frame, river_overlap, zone,
};
use forces::{
    arm_quality, command_pieces, commander, components, detachment, ids, infantry, ratings,
    same_name, strength, two_sides,
};
use printing::{label_lines, labels, languages, looks};
use rules::{calendar, combat_order, date_of_title, defaults, not_played};
use supply::{baggage, enemy_line, line_of_communication, supply_line, supply_open, supply_reach};

use self::Run::{AuthoredCheck, BattleCheck, Reader, SetUpCheck};
use self::free_ground::Proposals;
use super::authored_battle::AuthoredBattle;
use super::battle::Battle;
use sandtable_authored::Reporter;

/// A Pub Battles check.
pub struct Check {
    /// A short description of the check.
    pub name: &'static str,
    /// The IDs of the rules that the check enforces, as in the rule digest.
    pub rules: &'static [&'static str],
    run: Run,
}

/// The input of a check.
enum Run {
    /// Only the authored text.
    AuthoredCheck(fn(&mut Reporter, &AuthoredBattle<'_>)),
    /// The resolved battle.
    BattleCheck(fn(&mut Reporter, &Battle<'_>)),
    /// The resolved battle and the free positions proposed so far, to which the check adds its own.
    SetUpCheck(fn(&mut Reporter, &Battle<'_>, &mut Proposals)),
    /// No input: the reader of the value reports it.
    Reader,
}

const fn check(name: &'static str, rules: &'static [&'static str], run: Run) -> Check {
    Check { name, rules, run }
}

const CHECKS: &[Check] = &[
    check("changed rulings are noted", &["PB-3.19"], Reader),
    check("defaults are noted", &["PB-3.19"], AuthoredCheck(defaults::check)),
    check("two sides", &["PB-3.1"], AuthoredCheck(two_sides::check)),
    check("ids: one HQ and one chit a command", &["PB-3.1", "PB-3.20"], AuthoredCheck(ids::check)),
    check("a command without its HQ", &["PB-3.20"], Reader),
    check("sides and commands look different", &["PB-3.1"], AuthoredCheck(looks::check)),
    check("size of the blocks", &["PB-1.5"], AuthoredCheck(block_size::check)),
    check("labels fit their stickers", &["PB-3.1"], AuthoredCheck(labels::check)),
    check("blocks hold the lines on them", &["PB-3.1"], AuthoredCheck(label_lines::check)),
    check("pieces of a command have different names", &["PB-3.1"], AuthoredCheck(same_name::check)),
    check("a command has pieces", &["PB-2.2"], AuthoredCheck(command_pieces::check)),
    // The pack creates a card for each HQ, so none can be missing.
    check("one reserve card for each HQ", &["PB-3.21"], Reader),
    check("an army has a commander", &["PB-3.12"], AuthoredCheck(commander::check)),
    check("ratings", &["PB-3.22"], AuthoredCheck(ratings::check)),
    check("the calendar runs forward", &["PB-3.23"], AuthoredCheck(calendar::check)),
    check("the date agrees with the title", &["PB-3.23"], AuthoredCheck(date_of_title::check)),
    check(
        "reinforcements arrive within the calendar",
        &["PB-3.23"],
        AuthoredCheck(arrival_turns::check),
    ),
    check("the order of combats has an owner", &["PB-3.24"], AuthoredCheck(combat_order::check)),
    check("length of columns", &["PB-3.25"], Reader),
    check("a length for the columns of every arm", &["PB-3.25"], BattleCheck(column_length::check)),
    check("every side can be supplied", &["PB-3.26"], BattleCheck(line_of_communication::check)),
    check("roads out of the map", &["PB-3.26"], Reader),
    check("lines of communication", &["PB-3.26"], BattleCheck(supply_line::check)),
    check("lines reach the battlefield", &["PB-3.26"], BattleCheck(supply_reach::check)),
    check("trains are supplied at the start", &["PB-31.2"], SetUpCheck(supply_open::check)),
    check("trains arrive in time", &["PB-19.1"], BattleCheck(train_arrival::check)),
    check("quality suits the arm", &["PB-3.27"], AuthoredCheck(arm_quality::check)),
    check("a detachment has one state", &["PB-24.6"], AuthoredCheck(detachment::check)),
    check("blocks are inside the frame", &["PB-3.28"], SetUpCheck(inside_frame::check)),
    check("no block is on closed ground", &["PB-3.28"], SetUpCheck(closed_ground::check)),
    check("no block is across a river", &["PB-3.28"], SetUpCheck(river_overlap::check)),
    check("blocks do not overlap", &["PB-3.28"], SetUpCheck(block_overlap::check)),
    check("columns are on roads", &["PB-8.1"], BattleCheck(column_road::check)),
    check("columns fit their roads", &["PB-8.3"], BattleCheck(column_room::check)),
    check("pieces in buildings start spent", &["PB-3.29"], SetUpCheck(buildings::check)),
    check("no block starts in contact", &["PB-3.30"], SetUpCheck(contact::check)),
    check("no piece starts under fire", &["PB-3.30"], SetUpCheck(field_of_fire::check)),
    check("fronts face the enemy", &["PB-2.5"], BattleCheck(back_to_enemy::check)),
    check("reserves name their HQ", &["PB-3.31"], Reader),
    check("entries are on the map's edge", &["PB-3.32"], Reader),
    check("columns enter by road", &["PB-3.32"], BattleCheck(arrival_entry::check)),
    check("entries are free", &["PB-A19"], BattleCheck(entry_held::check)),
    check("reinforcements avoid the enemy's line", &["PB-3.10"], BattleCheck(enemy_line::check)),
    check("entering columns fit their roads", &["PB-A19"], BattleCheck(entry_room::check)),
    check("every block reaches the map", &["PB-3.10"], BattleCheck(way_onto_map::check)),
    check("an HQ arrives no later than its pieces", &["PB-3.32"], BattleCheck(hq_arrival::check)),
    check("strength of an infantry piece", &["PB-3.33"], AuthoredCheck(strength::check)),
    check("every side has infantry", &["PB-3.34"], AuthoredCheck(infantry::check)),
    check("every side has a train", &["PB-3.34", "PB-3.35"], AuthoredCheck(baggage::check)),
    check("rivers can be crossed", &["PB-3.36"], Reader),
    check("types of pieces", &["PB-3.37"], Reader),
    check("text in every language", &["PB-3.1"], AuthoredCheck(languages::check)),
    check("edges of choice", &["PB-32.3", "PB-A161"], BattleCheck(edges::check)),
    check("free sides", &["PB-32.1", "PB-32.3"], AuthoredCheck(free_side::check)),
    check("set-up in the zone", &["PB-3.9"], BattleCheck(zone::check)),
    check("components in the box", &["PB-2.1", "PB-3.21"], AuthoredCheck(components::check)),
    check("effects that the runner does not play", &["PB-3.18"], AuthoredCheck(not_played::check)),
];

/// The table of checks, including rules that the readers enforce.
pub fn checks() -> &'static [Check] {
    CHECKS
}

/// Runs the checks that need only the authored text.
pub(crate) fn run_authored_checks(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for check in CHECKS {
        if let AuthoredCheck(run) = check.run {
            run(reporter, written);
        }
    }
}

/// Runs the checks that need the resolved battle.
pub(crate) fn run_battle_checks(reporter: &mut Reporter, battle: &Battle<'_>) {
    let mut proposals = Proposals::default();
    for check in CHECKS {
        match check.run {
            BattleCheck(run) => run(reporter, battle),
            SetUpCheck(run) => run(reporter, battle, &mut proposals),
            AuthoredCheck(_) | Reader => {}
        }
    }
}
