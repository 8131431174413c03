//! The table of checks: one file a check, in the order of the digest's list. None of them changes
//! what was read; each says everything that it finds.

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

pub(crate) use self::rules::calendar::late_days;

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

impl Check {
    const fn of_text(
        name: &'static str,
        rules: &'static [&'static str],
        run: fn(&mut Reporter, &Written<'_>),
    ) -> Self {
        Self { name, rules, run: Run::OfText(run) }
    }

    const fn of_battle(
        name: &'static str,
        rules: &'static [&'static str],
        run: fn(&mut Reporter, &Battle<'_>),
    ) -> Self {
        Self { name, rules, run: Run::OfBattle(run) }
    }

    const fn of_set_up(
        name: &'static str,
        rules: &'static [&'static str],
        run: fn(&mut Reporter, &Battle<'_>, &mut Proposals),
    ) -> Self {
        Self { name, rules, run: Run::OfSetUp(run) }
    }

    const fn of_reader(name: &'static str, rules: &'static [&'static str]) -> Self {
        Self { name, rules, run: Run::Reader }
    }
}

const CHECKS: &[Check] = &[
    Check::of_reader("changed rulings are noted", &["PB-3.19"]),
    Check::of_text("defaults are noted", &["PB-3.19"], defaults::check),
    Check::of_text("two sides", &["PB-3.1"], two_sides::check),
    Check::of_text("ids: one HQ and one chit a command", &["PB-3.1", "PB-3.20"], ids::check),
    Check::of_reader("a command without its HQ", &["PB-3.20"]),
    Check::of_text("sides and commands are told apart", &["PB-3.1"], looks::check),
    Check::of_text("size of the blocks", &["PB-1.5"], block_size::check),
    Check::of_text("labels fit their stickers", &["PB-3.1"], labels::check),
    Check::of_text("blocks hold the lines on them", &["PB-3.1"], label_lines::check),
    Check::of_text("pieces of a command are told apart", &["PB-3.1"], same_name::check),
    Check::of_text("a command has pieces", &["PB-2.2"], command_pieces::check),
    // Every HQ of the pack has its card, which is printed with it.
    Check::of_reader("one reserve card for each HQ", &["PB-3.21"]),
    Check::of_text("an army has a commander", &["PB-3.12"], commander::check),
    Check::of_text("ratings", &["PB-3.22"], ratings::check),
    Check::of_text("the calendar runs forward", &["PB-3.23"], calendar::check),
    Check::of_text("the date is that of the title", &["PB-3.23"], date_of_title::check),
    Check::of_text("reinforcements come within the calendar", &["PB-3.23"], arrival_turns::check),
    Check::of_text("who chooses the order of combats", &["PB-3.24"], combat_order::check),
    Check::of_reader("length of columns", &["PB-3.25"]),
    Check::of_battle("a length for the columns of every arm", &["PB-3.25"], column_length::check),
    Check::of_battle("every side can be supplied", &["PB-3.26"], line_of_communication::check),
    Check::of_reader("roads out of the map", &["PB-3.26"]),
    Check::of_battle("lines of communication", &["PB-3.26"], supply_line::check),
    Check::of_battle("lines reach the battlefield", &["PB-3.26"], supply_reach::check),
    Check::of_set_up("trains are supplied at the start", &["PB-31.2"], supply_open::check),
    Check::of_battle("trains come in time", &["PB-19.1"], train_arrival::check),
    Check::of_text("quality suits the arm", &["PB-3.27"], arm_quality::check),
    Check::of_text("a detachment has one state", &["PB-24.6"], detachment::check),
    Check::of_set_up("blocks lie inside the frame", &["PB-3.28"], inside_frame::check),
    Check::of_set_up("ground that is closed", &["PB-3.28"], closed_ground::check),
    Check::of_set_up("nobody stands across a river", &["PB-3.28"], across_river::check),
    Check::of_set_up("blocks do not overlap", &["PB-3.28"], block_overlap::check),
    Check::of_battle("columns stand on roads", &["PB-8.1"], column_road::check),
    Check::of_battle("columns fit their roads", &["PB-8.3"], column_room::check),
    Check::of_set_up("pieces in buildings start spent", &["PB-3.29"], buildings::check),
    Check::of_set_up("nobody starts in contact", &["PB-3.30"], contact::check),
    Check::of_set_up("nobody starts under fire", &["PB-3.30"], field_of_fire::check),
    Check::of_battle("fronts look at the enemy", &["PB-2.5"], back_to_enemy::check),
    Check::of_reader("reserves name their HQ", &["PB-3.31"]),
    Check::of_reader("entries lie on the map's edge", &["PB-3.32"]),
    Check::of_battle("columns enter by road", &["PB-3.32"], arrival_entry::check),
    Check::of_battle("entries are free", &["PB-A19"], entry_held::check),
    Check::of_battle("nobody comes by the enemy's line", &["PB-3.10"], enemy_line::check),
    Check::of_battle("columns have room to enter", &["PB-A19"], entry_room::check),
    Check::of_battle("every block comes onto the map", &["PB-3.10"], way_onto_map::check),
    Check::of_battle("an HQ comes no later than its pieces", &["PB-3.32"], hq_arrival::check),
    Check::of_text("men of an infantry piece", &["PB-3.33"], strength::check),
    Check::of_text("every side has infantry", &["PB-3.34"], infantry::check),
    Check::of_text("every side has a train", &["PB-3.34", "PB-3.35"], baggage::check),
    Check::of_reader("rivers can be crossed", &["PB-3.36"]),
    Check::of_reader("types of pieces", &["PB-3.37"]),
    Check::of_text("texts in every language", &["PB-3.1"], languages::check),
    Check::of_battle("edges of choice", &["PB-32.3", "PB-A161"], edges::check),
    Check::of_text("what is free", &["PB-32.1", "PB-32.3"], free_side::check),
    Check::of_battle("set-up in the zone", &["PB-3.9"], zone::check),
    Check::of_text("no more than the box holds", &["PB-2.1", "PB-3.21"], components::check),
    Check::of_text("what the runner does not play", &["PB-3.18"], not_played::check),
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

/// Runs the checks that need everything.
pub(crate) fn of_battle(reporter: &mut Reporter, battle: &Battle<'_>) {
    let mut proposals = Proposals::default();
    for check in CHECKS {
        match check.run {
            Run::OfBattle(run) => run(reporter, battle),
            Run::OfSetUp(run) => run(reporter, battle, &mut proposals),
            Run::OfText(_) | Run::Reader => {}
        }
    }
}
