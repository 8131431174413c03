//! Slot names on the command line and in messages.

use std::path::Path;

use sandtable_cli::{Exit, Terminal};
use sandtable_pack::Pack;
use sandtable_source::{Position, SourceMap, confusables, one_line};

use crate::force::{Breach, Force, SlotReadError, SlotWriteError};
use crate::match_sheet::Match;
use crate::scheme::{Slot, is_invisible};

/// The syntax of slots on the command line.
const SLOT_SYNTAX: &str = "side, lines, detachments, start/COMMAND, reserve/COMMAND, baggage/COMMAND or arrival/DAY/TURN/ENTRY/COMMAND, \
where COMMAND is the number of the command in the order of battle (0 for the army commander)";

/// Parses a slot name from the command line.
pub(crate) fn parse_slot(text: &str, sheet: &Match) -> Option<Slot> {
    let parts: Vec<&str> = text.split('/').collect();
    // Accept only the canonical spelling: neither `+3` nor `03`.
    let number = |part: &str| part.parse::<u8>().ok().filter(|one| one.to_string() == part);
    let slot = match parts.as_slice() {
        ["side"] => Slot::Side,
        ["lines"] => Slot::Lines,
        ["detachments"] => Slot::Detachments,
        ["start", command] => Slot::Start { command: number(command)? },
        ["reserve", command] => Slot::Reserve { command: number(command)? },
        ["baggage", command] => Slot::Baggage { command: number(command)? },
        ["arrival", day, turn, entry, command] => Slot::Arrival {
            day: number(day)?.checked_sub(1)?,
            turn: number(turn)?.checked_sub(1)?,
            entry: sheet.entries().iter().position(|id| id == entry)?.try_into().ok()?,
            command: number(command)?,
        },
        _ => return None,
    };
    sheet.shape().index(slot).map(|_| slot)
}

/// Returns the command-line name of a slot.
pub(crate) fn slot_name(slot: Slot, sheet: &Match) -> String {
    match slot {
        Slot::Side => "side".to_owned(),
        Slot::Lines => "lines".to_owned(),
        Slot::Detachments => "detachments".to_owned(),
        Slot::Start { command } => format!("start/{command}"),
        Slot::Reserve { command } => format!("reserve/{command}"),
        Slot::Baggage { command } => format!("baggage/{command}"),
        Slot::Arrival { day, turn, entry, command } => {
            let entry = &sheet.entries()[usize::from(entry)];
            let [day, turn] = [day, turn].map(|one| u16::from(one) + 1);
            format!("arrival/{day}/{turn}/{entry}/{command}")
        }
    }
}

/// Describes a slot to players, with the id of its entry.
pub(crate) fn describe_slot(slot: Slot, sheet: &Match) -> String {
    match slot {
        Slot::Arrival { day, turn, entry, command } => {
            let entry = &sheet.entries()[usize::from(entry)];
            let [day, turn] = [day, turn].map(|one| u16::from(one) + 1);
            format!("the arrival of command {command} on day {day}, turn {turn}, by `{entry}`")
        }
        other => other.to_string(),
    }
}

/// Describes an error in the text of a slot.
pub(crate) fn describe_read_error(error: &SlotReadError, sheet: &Match) -> String {
    match error.slot {
        Some(slot) => format!("{}: {}", describe_slot(slot, sheet), error.kind),
        None => error.to_string(),
    }
}

/// Describes why an order of battle does not fit its slots.
pub(crate) fn describe_write_error(error: &SlotWriteError, sheet: &Match) -> String {
    match error {
        SlotWriteError::Item(slot, _) if sheet.shape().index(*slot).is_some() => {
            error.to_string().replace(&slot.to_string(), &describe_slot(*slot, sheet))
        }
        _ => error.to_string(),
    }
}

/// Describes the wrong part of an invalid slot name; empty if it cannot be determined.
fn wrong_part(text: &str, sheet: &Match) -> String {
    let parts: Vec<&str> = text.split('/').collect();
    let [days, turns, _, commands] = sheet.shape().counts();
    let out_of_range = |name: &str, part: &str, first: u8, last: u8| {
        let is_valid = (first..=last).any(|number| number.to_string() == part);
        let range =
            if first == last { first.to_string() } else { format!("between {first} and {last}") };
        (!is_valid).then(|| format!(": {name} must be {range}, found `{part}`"))
    };
    let command = |part: &str| out_of_range("the command number", part, 0, commands - 1);
    let found = match parts.as_slice() {
        ["start" | "reserve" | "baggage", number] => command(number),
        ["arrival", day, turn, entry, number] => out_of_range("the day", day, 1, days)
            .or_else(|| out_of_range("the turn", turn, 1, turns))
            .or_else(|| {
                let exists = sheet.entries().iter().any(|id| id == entry);
                (!exists).then(|| format!(": cannot find entry `{entry}`"))
            })
            .or_else(|| command(number)),
        ["arrival", ..] => Some(": write an arrival as arrival/DAY/TURN/ENTRY/COMMAND".to_owned()),
        _ => None,
    };
    found.unwrap_or_default()
}

/// Reports that a match has no such slot, and lists the valid ones.
pub(crate) fn report_unknown_slot(text: &str, sheet: &Match, terminal: &Terminal) -> Exit {
    terminal.print_error(&format!(
        "cannot find slot `{text}` in this match{}",
        wrong_part(text, sheet)
    ));
    if let Some(found) = confusables(text).first() {
        terminal.print_wrapped(&found.to_string());
    }
    terminal.print_wrapped(&format!("valid slots: {SLOT_SYNTAX}"));
    let [days, turns, _, commands] = sheet.shape().counts();
    let days = if days == 1 { "day 1".to_owned() } else { format!("days 1-{days}") };
    terminal.print_wrapped(&format!(
        "this match has {days}, turns 1-{turns}, commands 0-{} and the entries {}",
        commands - 1,
        sheet.entries().join(", ")
    ));
    Exit::UsageError
}

/// Returns notes about confusable or invisible characters in the text of a slot. An opponent may
/// use another program, and the visible text may differ from the hashed text.
pub(crate) fn character_notes(slot: Slot, sheet: &Match, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{}, line {number}", describe_slot(slot, sheet));
        for one in confusables(line) {
            let nth = line[..one.at].chars().count() + 1;
            found.push(format!("note: {place}, character {nth}: {one}"));
        }
        for (at, unseen) in (1..).zip(line.chars()).filter(|(_, one)| is_invisible(*one)) {
            let code_point = u32::from(unseen);
            found.push(format!("note: {place}, character {at}: U+{code_point:04X} is invisible"));
        }
    }
    found
}

/// Prints the points of a player's order of battle, and its slots with the names that the opponent
/// uses. For the player's own screen only.
pub(crate) fn print_slots(force: &Force, sheet: &Match, base: &Pack, terminal: &Terminal) {
    let limit = base.scenario().free_side(&force.side).and_then(|free| free.limits.points);
    let limit = limit.map_or(String::new(), |most| format!(" of {most}"));
    terminal.print_message(&format!("points: {}{limit}", force.points(base)));
    terminal.print_message("your slots, by name:");
    for (slot, item) in force.write(sheet).into_iter().flatten() {
        let names = item.text().lines().filter_map(|line| {
            let (word, name) = line.split_once(' ')?;
            matches!(word, "name" | "leader" | "detachment" | "train" | "line" | "enters")
                .then(|| name.split(" packed").next().unwrap_or(name))
        });
        let names = names.collect::<Vec<_>>().join(", ");
        terminal.print_message(
            one_line(&format!("  {:<32} {names}", slot_name(slot, sheet))).trim_end(),
        );
        if item.text().lines().any(|line| line.starts_with("enter ") && line.contains(" or ")) {
            terminal.print_message("    (this name applies whichever entry is used)");
        }
    }
}

/// Reports the breaches that an opponent would find after the battle. Locates an invisible
/// or unknown character if it occurs only once in the author's file.
pub(crate) fn report_breaches(breaches: &[Breach], file: &Path, terminal: &Terminal) {
    let mut sources = SourceMap::new();
    let id =
        sources.add(file.display().to_string(), std::fs::read_to_string(file).unwrap_or_default());
    let authored = sources.file(id);
    for breach in breaches {
        let only_match = |character: char| {
            let mut all = authored.text().match_indices(character);
            all.next().filter(|_| all.next().is_none())
        };
        let place = breach.character().and_then(only_match).map(|(at, _)| {
            let Position { line, column } = authored.position(at);
            format!("{}:{line}:{column}: ", authored.path())
        });
        terminal.print_error(&format!("{}{breach}", place.unwrap_or_default()));
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::Digest;

    use super::*;
    use crate::scheme::Contribution;

    #[test]
    fn parses_slots_counted_from_one() {
        let sides = ["blue", "red"].map(|id| (id.to_owned(), Contribution([1; 16])));
        let entries = vec!["east-road".to_owned(), "north-road".to_owned()];
        let sheet =
            Match::new(Digest::compute(b"pack"), 2, 8, 3, entries, sides).expect("valid match");
        let parse = |text: &str| parse_slot(text, &sheet);
        assert_eq!(parse("side"), Some(Slot::Side));
        assert_eq!(parse("reserve/2"), Some(Slot::Reserve { command: 2 }));
        let arrival = Slot::Arrival { day: 1, turn: 4, entry: 1, command: 0 };
        assert_eq!(parse("arrival/2/5/north-road/0"), Some(arrival));
        for wrong in [
            "",
            "start",
            "start/3",
            "arrival/0/1/east-road/1",
            "arrival/3/1/east-road/1",
            "arrival/1/9/east-road/1",
            "arrival/1/1/west-road/1",
            "start/1/2",
            "start/+1",
            "start/01",
            "arrival/01/1/east-road/1",
            "arrival/1/+3/east-road/1",
            "arrival/1/1/east-road/01",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
