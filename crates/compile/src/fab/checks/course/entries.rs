//! FAB-V14, FAB-V15, FAB-V22, FAB-4.1c: entry areas.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::fab::{AreaIndex, SideIndex, UnitCard};
use sandtable_pack::fab::{EventKind, UnitStart};
use sandtable_source::{Diagnostic, Span, code, message};

use super::moves::reachable_areas;
use crate::fab::authored_battle::{AuthoredBattle, entries};
use crate::fab::checks::forces::support::event_comes;
use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;

/// FAB-V14: an entry letter is unique within a side and has at least one area.
pub(crate) fn unique_letters(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let mut seen: BTreeMap<(char, &str), Span> = BTreeMap::new();
    for entry in &written.scenario.entries {
        let letter = entry.letter.0;
        if entry.areas.is_empty() && !reporter.has_lost_items(entry.areas.span) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ENTRY_WITHOUT_AREA,
                    message!("entry area `{letter}` lists no area"),
                )
                .rule("FAB-V14")
                .at(entry.areas.span, "empty list")
                .help("list the areas next to the letter, such as `areas: [gela]`"),
            );
        }
        let written_side: &str = &entry.side;
        let sides: Vec<&str> = match written_side {
            "both" => written.sides().map(|side| side.value.as_str()).collect(),
            side => vec![side],
        };
        let first = sides.iter().find_map(|side| seen.get(&(letter, *side)).copied());
        for side in sides {
            seen.entry((letter, side)).or_insert(entry.letter.span);
        }
        if let Some(first) = first {
            reporter.diagnostics.push(
                Diagnostic::new(code::LETTER_TWICE, message::duplicate("entry letter", letter))
                    .rule("FAB-V14")
                    .at(entry.letter.span, "duplicate")
                    .also(first, "first defined here")
                    .help("give one of them another letter, or list all areas under one"),
            );
        }
    }
}

/// FAB-V15: the letters of an entry code belong to the unit's side.
pub(crate) fn codes(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    if reporter.is_unread(scenario.span, "entries") {
        return;
    }
    for (id, arrival) in entries(&scenario.reinforcements) {
        let Some(side) = written.unit(id).and_then(|unit| written.side_of_unit(unit)) else {
            continue;
        };
        let has = |letter: char| {
            let mut entries = scenario.entries.iter();
            entries.any(|entry| entry.letter.0 == letter && AuthoredBattle::is_open_to(entry, side))
        };
        let code = arrival.entry.value;
        let lacking: Vec<String> = (code.first..=code.last)
            .filter(|&letter| !has(letter))
            .map(|letter| letter.to_string())
            .collect();
        if !lacking.is_empty() && !reporter.is_stand_in(arrival.entry.span) {
            let own: BTreeSet<String> = ('A'..='Z')
                .filter(|&letter| has(letter))
                .map(|letter| letter.to_string())
                .collect();
            let help = match own.len() {
                0 => format!("add an item to `entries` with `side: {side}`"),
                _ => format!(
                    "`{side}` can enter at {}; a two-letter code such as `AD` covers all entry areas from A to D",
                    sandtable_source::all_of(own.iter().map(String::as_str))
                ),
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ENTRY_CODE,
                    message!(
                        "`{}` arrives at {}, but `{side}` has no such entry area",
                        id.value,
                        sandtable_source::all_of(lacking.iter().map(String::as_str))
                    ),
                )
                .rule("FAB-V15")
                .at(arrival.entry.span, "not an entry area of its side")
                .help(help),
            );
        }
    }
}

/// An arriving unit, with its possible entry areas.
type Arrival<'s> = (&'s str, BTreeSet<&'s str>);

/// FAB-V22: the reinforcements of a turn fit in their entry areas, if these are empty.
pub(crate) fn entry_room(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let scene = battle.scene();
    let stacking = usize::from(battle.field.rules().stacking);
    let mut arrivals: BTreeMap<(&str, u8), Vec<Arrival<'_>>> = BTreeMap::new();
    for unit in &scene.units {
        if let UnitStart::Reinforcement { turn, entry: (first, last), .. } = unit.start {
            let letters = |letter: char| (first..=last).contains(&letter);
            let entries = scene.entries.iter();
            let areas = entries
                .filter(|entry| letters(entry.letter) && entry.sides.contains(&unit.side))
                .flat_map(|entry| entry.areas.iter().map(sandtable_pack::AreaId::as_str));
            let arrival = (unit.id.as_str(), areas.collect());
            arrivals.entry((unit.side.as_str(), turn)).or_default().push(arrival);
        }
    }
    for ((_, turn), units) in arrivals {
        let mut held: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for one in 0..units.len() {
            if assign_unit(one, &units, stacking, &mut held, &mut BTreeSet::new()) {
                continue;
            }
            let id = units[one].0;
            let arrival = entries(&battle.scenario.reinforcements);
            let Some((key, _)) = arrival.into_iter().find(|(key, _)| key.value == id) else {
                continue;
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ENTRY_CROWDED,
                    message!("`{id}` does not fit in turn {turn}, even in empty entry areas"),
                )
                .rule("FAB-V22")
                .at(key.span, format!("an area holds at most {stacking} units of a side"))
                .help("let it enter a turn later or by more letters, or add areas to the entry"),
            );
        }
    }
}

/// Assigns a unit to one of its areas, and moves other units if necessary. Returns whether that is
/// possible.
fn assign_unit<'s>(
    one: usize,
    units: &[Arrival<'s>],
    stacking: usize,
    held: &mut BTreeMap<&'s str, Vec<usize>>,
    tried: &mut BTreeSet<&'s str>,
) -> bool {
    for &area in &units[one].1 {
        if !tried.insert(area) {
            continue;
        }
        let there = held.entry(area).or_default().clone();
        if there.len() < stacking {
            held.entry(area).or_default().push(one);
            return true;
        }
        for (at, &other) in there.iter().enumerate() {
            if assign_unit(other, units, stacking, held, tried) {
                held.entry(area).or_default()[at] = one;
                return true;
            }
        }
    }
    false
}

/// FAB-4.1c2, FAB-4.1c4: units arrive where no enemy can be. Checks only the first arrivals in an
/// area, because later ones join them.
pub(crate) fn blocked_entries(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let mut arrivals: Vec<(u8, Span, &str)> = Vec::new();
    for (key, arrival) in entries(&battle.scenario.reinforcements) {
        arrivals.push((arrival.turn.value.0 as u8, key.span, key.value.as_str()));
    }
    arrivals.sort_by_key(|(turn, ..)| *turn);
    let mut come: BTreeSet<(SideIndex, AreaIndex)> = BTreeSet::new();
    for (turn, at, id) in arrivals {
        let Some(unit) = battle.field.find_unit(id) else { continue };
        let card = battle.field.unit(unit);
        let areas = entry_areas(battle, card);
        let mut others = areas.iter().map(|&area| (card.side, area));
        let is_first = !others.any(|other| come.contains(&other));
        come.extend(areas.iter().map(|&area| (card.side, area)));
        if areas.is_empty() || !is_first || !can_occupy_all(battle, &areas, card.side.other(), turn)
        {
            continue;
        }
        let names: Vec<&str> = areas.iter().map(|&area| battle.area_id(area)).collect();
        let names = sandtable_source::all_of(names.iter().copied());
        reporter.diagnostics.push(
            Diagnostic::new(
                code::ENTRY_BLOCKED,
                message!(
                    "the enemy can keep `{id}` out by taking all its entry areas before turn {turn}"
                ),
            )
            .rule("FAB-4.1c4")
            .subject(id)
            .at(at, format!("it can enter by {names}, where an enemy can be by then"))
            .help(
                "add an entry area out of the enemy's reach, or let it enter earlier; allow this \
                 if intended",
            ),
        );
    }
}

/// The areas where a reinforcement can enter: the printed entry areas, all entry areas of its side
/// after a delay (FAB-D11), and those to which a Special Action redirects it (FAB-8.27).
pub(crate) fn entry_areas(battle: &LocatedBattle<'_>, card: &UnitCard) -> Vec<AreaIndex> {
    let UnitStart::Reinforcement { turn, entry: (first, last), .. } = card.unit.start else {
        return Vec::new();
    };
    let policy = &battle.scene().entry_policy;
    let is_redirected = has_special_action(battle, card, turn.max(battle.scene().start.turn));
    let is_open = |letter: char| {
        let is_allowed =
            policy.redirect_allowed.is_empty() || policy.redirect_allowed.contains(&letter);
        (first..=last).contains(&letter)
            || policy.any_letter_after_delay
            || (is_redirected && is_allowed)
    };
    let entries = battle.field.entries().iter();
    let entries = entries.filter(|entry| entry.sides[card.side.index()] && is_open(entry.letter));
    let areas: BTreeSet<AreaIndex> =
        entries.flat_map(|entry| entry.areas.iter().copied()).collect();
    areas.into_iter().collect()
}

/// Whether a side can have a Special Action for a unit at the beginning of the turn in which the
/// unit is due (FAB-8.27, FAB-A26).
fn has_special_action(battle: &LocatedBattle<'_>, card: &UnitCard, due: u8) -> bool {
    let scene = battle.scene();
    let mut reusable = scene.reusable.iter();
    let mut events = scene.events.iter();
    reusable.any(|one| one.side == card.unit.side && one.from_turn <= due)
        || events.any(|event| {
            matches!(event.kind, EventKind::SpecialAction)
                && event.formation == card.unit.formation
                && event_comes(battle, event, due.saturating_sub(1))
        })
}

/// Whether a side can have a unit in each of these areas before a turn begins, if the enemy's
/// set-up units do not move.
fn can_occupy_all(
    battle: &LocatedBattle<'_>,
    areas: &[AreaIndex],
    side: SideIndex,
    turn: u8,
) -> bool {
    let held: BTreeSet<AreaIndex> = battle
        .field
        .units_of(side.other())
        .filter_map(|unit| match &battle.field.unit(unit).unit.start {
            UnitStart::SetUp { area, .. } => battle.field.find_area(area.as_str()),
            UnitStart::Reinforcement { .. } | UnitStart::NotInPlay => None,
        })
        .collect();
    let reach: Vec<(&str, BTreeSet<AreaIndex>)> = battle
        .field
        .units_of(side)
        .map(|unit| {
            let reached = reachable_areas(battle, unit, turn, |area| !held.contains(&area));
            (battle.field.unit(unit).unit.id.as_str(), reached.into_iter().collect())
        })
        .collect();
    // Each area needs a different unit.
    let takers: Vec<Arrival<'_>> = areas
        .iter()
        .map(|area| {
            let able = reach.iter().filter(|(_, reached)| reached.contains(area));
            (battle.area_id(*area), able.map(|(id, _)| *id).collect())
        })
        .collect();
    let mut taken = BTreeMap::new();
    (0..takers.len()).all(|one| assign_unit(one, &takers, 1, &mut taken, &mut BTreeSet::new()))
}
