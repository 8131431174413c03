//! Unit arrivals by turn and entry area (FAB-4.1c), and notes on units in an unusual state.

use std::collections::BTreeSet;

use sandtable_pack::fab::{Order, Pack, Unit, UnitStart};
use sandtable_pack::{Language, SideId};

use crate::figures::capitalise;
use crate::words::areas::{DISORDER, RECOVERY, RESERVE, STEPS_LEFT};
use crate::words::{self, translate};

/// The turns in which units of a side arrive, each with its units and their entry areas.
pub fn arrivals(pack: &Pack, side: &SideId, language: Language) -> Vec<(u8, String)> {
    let units = pack.battle().scene().units.iter().filter(|unit| unit.side == *side);
    let coming: Vec<(u8, (char, char), &Unit)> = units
        .filter_map(|unit| match &unit.start {
            UnitStart::Reinforcement { turn, entry, .. } => Some((*turn, *entry, unit)),
            _ => None,
        })
        .collect();
    let turns: BTreeSet<u8> = coming.iter().map(|(turn, ..)| *turn).collect();
    let describe = |turn: u8| {
        let of_turn = coming.iter().filter(|(comes, ..)| *comes == turn);
        let entries: BTreeSet<(char, char)> = of_turn.map(|(_, entry, _)| *entry).collect();
        let by = |entry: (char, char)| {
            let units = coming.iter().filter(|one| (one.0, one.1) == (turn, entry));
            let names = units.filter_map(|(.., unit)| pack.labels().units.get(&unit.id));
            let names: Vec<&str> = names.map(|name| name.get(language)).collect();
            let names = names.join(&format!("{} ", translate(words::SEMICOLON, language)));
            format!("{}\u{a0}– {names}", entry_letters(entry))
        };
        let parts: Vec<String> = entries.into_iter().map(by).collect();
        (turn, parts.join("\u{a0}· "))
    };
    turns.into_iter().map(describe).collect()
}

/// A turn with its date.
pub fn turn_and_date(pack: &Pack, turn: u8, language: Language) -> String {
    let dates = &pack.labels().turns;
    let date = dates.get(usize::from(turn).saturating_sub(1)).and_then(Option::as_ref);
    let turn = capitalise(&format!("{} {turn}", translate(words::TURN, language)));
    match date {
        Some(date) => format!("{turn} ({})", date.get(language)),
        None => turn,
    }
}

/// A unit's deviations from the usual initial state: reduced steps, disorder or reserve.
pub fn notes(unit: &Unit, language: Language) -> Vec<String> {
    let (steps, order, reserve) = match &unit.start {
        UnitStart::SetUp { steps, order, reserve, .. } => (*steps, *order, *reserve),
        UnitStart::Reinforcement { steps, .. } => (*steps, Order::Good, false),
        UnitStart::NotInPlay => return Vec::new(),
    };
    let full = unit.quality_by_step.len();
    let mut notes = Vec::new();
    if usize::from(steps) < full {
        notes.push(format!("{} {steps}/{full}", translate(STEPS_LEFT, language)));
    }
    match order {
        Order::Good => {}
        Order::Recovering => notes.push(translate(RECOVERY, language).to_lowercase()),
        Order::Disordered => notes.push(translate(DISORDER, language).to_lowercase()),
    }
    if reserve {
        notes.push(translate(RESERVE, language).to_lowercase());
    }
    notes
}

/// The letters of an entry code (FAB-4.1c3).
pub fn entry_letters((first, last): (char, char)) -> String {
    match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    }
}
