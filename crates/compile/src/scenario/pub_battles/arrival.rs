//! The reinforcement schedule as it was written: who comes when and where.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use sandtable_pack as pack;
use sandtable_pack::{CommandId, Element, EntryId, PieceId};
use sandtable_source::{Diagnostic, Span, Spanned, code, list_of};

use super::Context;
use crate::authored::{self, Formation, Reinforcement, Side};
use crate::session::Session;

/// A side's reinforcements in the order in which they come; those of one turn as in the file.
pub(super) fn schedule(side: &Side) -> Vec<&Reinforcement> {
    let mut all: Vec<&Reinforcement> = side.reinforcements.iter().flatten().collect();
    all.sort_by_key(|arrival| (day(arrival), arrival.turn.0));
    all
}

pub(super) fn day(arrival: &Reinforcement) -> i64 {
    arrival.day.as_ref().map_or(1, |day| day.0)
}

/// A reinforcement that could be read.
pub(super) struct Arriving<'f> {
    pub(super) written: &'f Reinforcement,
    pub(super) brings: pack::Reinforcement,
    /// The map's entry; `None` when there is no such entry, which was reported.
    pub(super) entry: Option<&'f pack::Entry>,
}

/// Resolves the schedule and reports what it names that is not there or comes twice.
pub(super) fn resolve<'f>(
    session: &mut Session<'_>,
    context: &Context<'f>,
    side: &'f Side,
) -> Vec<Arriving<'f>> {
    let schedule = schedule(side);
    // Blocks named one by one go first; "the rest of the command" is what they leave.
    let mut brought: BTreeMap<(&str, Element), Span> = BTreeMap::new();
    let mut named: Vec<Vec<Element>> = Vec::new();
    for arrival in &schedule {
        let elements = match &arrival.pieces {
            Some(pieces) => named_elements(session, side, arrival, pieces, &mut brought),
            None => Vec::new(),
        };
        named.push(elements);
    }
    let mut resolved = Vec::new();
    for (arrival, mut elements) in schedule.iter().zip(named) {
        let command = find_command(session, context, side, arrival);
        if let (Some(command), None) = (command, &arrival.pieces) {
            for (element, _) in waiting(command) {
                let key = (command.id.0.as_str(), element.clone());
                if let Entry::Vacant(free) = brought.entry(key) {
                    free.insert(arrival.span);
                    elements.push(element);
                }
            }
            if elements.is_empty() && !session.values_unread {
                session.diagnostics.push(
                    Diagnostic::new(
                        code::NOTHING_ARRIVES,
                        format!("nothing of `{}` is left to arrive", command.id.0),
                    )
                    .rule("PB-3.10")
                    .at(
                        arrival.command.span,
                        "all of it stands on the map or comes by other entries",
                    )
                    .help("take this line out, or take `at` from those who are to come"),
                );
            }
        }
        if let Some(pieces) = arrival.pieces.as_ref().filter(|pieces| pieces.value.is_empty())
            && !session.values_unread
        {
            session.diagnostics.push(
                Diagnostic::new(code::NOTHING_ARRIVES, "this reinforcement brings nothing")
                    .rule("PB-3.10")
                    .at(pieces.span, "an empty list")
                    .help("name the pieces, or leave `pieces` out to bring all of the command that has no `at`"),
            );
        }
        let entry = find_entry(session, context, arrival);
        let Some(command) = command else { continue };
        let formation = match arrival.formation.as_ref().map(|formation| formation.value) {
            Some(Formation::Column) => pack::Formation::Column,
            _ => pack::Formation::Line,
        };
        if let (Ok(command), Ok(entry_id)) =
            (CommandId::new(&command.id), EntryId::new(&arrival.entry))
        {
            let brings = pack::Reinforcement {
                day: day(arrival) as u8,
                turn: arrival.turn.0 as u8,
                entry: entry_id,
                command,
                formation,
                elements,
            };
            resolved.push(Arriving { written: arrival, brings, entry });
        }
    }
    resolved
}

/// Does an arrival name a command or piece that is not there?
pub(super) fn is_faulty(side: &Side, arrival: &Reinforcement) -> bool {
    let Some(command) =
        side.commands.iter().find(|command| command.id.value == arrival.command.value)
    else {
        return true;
    };
    let known = |name: &authored::Id| {
        matches!(name.0.as_str(), "hq" | "baggage")
            || command.pieces.iter().any(|piece| piece.id.value == *name)
    };
    arrival.pieces.as_ref().is_some_and(|pieces| {
        pieces.value.is_empty() || !pieces.value.iter().all(|name| known(&name.value))
    })
}

/// The blocks of a command that have no place on the map, in order of march, and where they are
/// written.
pub(super) fn waiting(command: &authored::Command) -> Vec<(Element, Span)> {
    let mut elements = Vec::new();
    // PB-A19: the HQ enters first.
    if command.hq.at.is_none() {
        elements.push((Element::Headquarters, command.hq.span));
    }
    for piece in command.pieces.iter().filter(|piece| piece.at.is_none()) {
        elements.extend(PieceId::new(&piece.id).ok().map(|id| (Element::Piece(id), piece.span)));
    }
    if let Some(baggage) = command.baggage.as_ref().filter(|baggage| baggage.at.is_none()) {
        elements.push((Element::Baggage, baggage.span));
    }
    elements
}

/// The blocks that an arrival names, checked.
fn named_elements<'s>(
    session: &mut Session<'_>,
    side: &'s Side,
    arrival: &Reinforcement,
    pieces: &[Spanned<authored::Id>],
    brought: &mut BTreeMap<(&'s str, Element), Span>,
) -> Vec<Element> {
    let Some(command) =
        side.commands.iter().find(|command| command.id.value == arrival.command.value)
    else {
        return Vec::new();
    };
    let mut elements = Vec::new();
    for name in pieces {
        let (element, at) = match name.0.as_str() {
            "hq" => (Element::Headquarters, command.hq.at.as_ref().map(|at| at.span)),
            "baggage" => match &command.baggage {
                Some(baggage) => (Element::Baggage, baggage.at.as_ref().map(|at| at.span)),
                None => {
                    unknown_piece(session, side, command, name);
                    continue;
                }
            },
            _ => match (
                command.pieces.iter().find(|piece| piece.id.value == name.value),
                PieceId::new(name),
            ) {
                (Some(piece), Ok(id)) => (Element::Piece(id), piece.at.as_ref().map(|at| at.span)),
                _ => {
                    unknown_piece(session, side, command, name);
                    continue;
                }
            },
        };
        let before = brought.get(&(command.id.0.as_str(), element.clone())).copied();
        if let Some(other) = at.or(before) {
            session.diagnostics.push(
                Diagnostic::new(code::ARRIVES_TWICE, format!("`{}` is placed twice", name.0))
                    .rule("PB-3.10")
                    .at(name.span, "arrives here")
                    .also(
                        other,
                        if at.is_some() {
                            "stands on the map from the start"
                        } else {
                            "arrives here already"
                        },
                    )
                    .help(if at.is_some() {
                        "take its `at` and `facing` out if it arrives later, or leave it out here"
                    } else {
                        "leave it out of one of the two"
                    }),
            );
            continue;
        }
        brought.insert((command.id.0.as_str(), element.clone()), name.span);
        elements.push(element);
    }
    elements
}

fn unknown_piece(
    session: &mut Session<'_>,
    side: &Side,
    command: &authored::Command,
    name: &Spanned<authored::Id>,
) {
    if session.damaged.contains(&name.0) {
        return;
    }
    let owner = side
        .commands
        .iter()
        .find(|other| other.pieces.iter().any(|piece| piece.id.value == name.value));
    let known = command.pieces.iter().map(|piece| piece.id.0.as_str()).chain(["hq", "baggage"]);
    let diagnostic = Diagnostic::new(
        code::UNKNOWN_NAME,
        format!("the command `{}` has no piece `{}`", command.id.0, name.0),
    )
    .rule("PB-3.10")
    .at(name.span, "not of this command");
    session.diagnostics.push(match owner {
        Some(owner) => diagnostic.help(format!(
            "it belongs to `{}`: give that command an arrival of its own",
            owner.id.0
        )),
        None => {
            diagnostic.did_you_mean(name, known.clone()).help(format!("name {}", list_of(known)))
        }
    });
}

fn find_command<'s>(
    session: &mut Session<'_>,
    context: &Context<'_>,
    side: &'s Side,
    arrival: &Reinforcement,
) -> Option<&'s authored::Command> {
    let wanted = &arrival.command;
    let found = side.commands.iter().find(|command| command.id.value == wanted.value);
    if found.is_none() && !session.damaged.contains(&wanted.0) {
        let others = context.scenario.sides.0.iter().filter(|(_, other)| other.span != side.span);
        let enemy = others
            .into_iter()
            .find(|(_, other)| other.commands.iter().any(|c| c.id.value == wanted.value));
        let diagnostic = Diagnostic::new(
            code::UNKNOWN_NAME,
            format!("there is no command `{}` on this side", wanted.0),
        )
        .rule("PB-3.10")
        .at(wanted.span, "no such command");
        session.diagnostics.push(match enemy {
            Some((id, _)) => {
                diagnostic.help(format!("it belongs to `{}`: move this line there", id.value))
            }
            None => diagnostic
                .did_you_mean(wanted, side.commands.iter().map(|command| command.id.0.as_str()))
                .help("name the `id` of a command of this side"),
        });
    }
    found
}

fn find_entry<'g>(
    session: &mut Session<'_>,
    context: &Context<'g>,
    arrival: &Reinforcement,
) -> Option<&'g pack::Entry> {
    let wanted = &arrival.entry;
    let entries = &context.ground.map.entries;
    let found =
        EntryId::new(wanted).ok().and_then(|id| entries.iter().find(|entry| entry.id == id));
    if found.is_none() && !session.excuses(&wanted.0) {
        session.diagnostics.push(
            Diagnostic::new(code::UNKNOWN_NAME, format!("the map has no entry `{}`", wanted.0))
                .rule("PB-3.32")
                .at(wanted.span, "no such entry")
                .did_you_mean(wanted, entries.iter().map(|entry| entry.id.as_str()))
                .help("add it to the `entries` of the map, or name one that is there"),
        );
    }
    found
}
