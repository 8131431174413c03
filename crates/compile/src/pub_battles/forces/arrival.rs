//! The reinforcement schedule as it was written: who comes when and where.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use sandtable_pack as pack;
use sandtable_pack::{CommandId, Element, EntryId};
use sandtable_source::{Diagnostic, Span, Spanned, code, list_of, message};

use super::group::{Group, groups};
use super::supply::MOST_NAMED;
use crate::pub_battles::context::{Context, unknown_command};
use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_authored::repeated;
use sandtable_authored::{Reinforcement, Side};

/// A side's reinforcements in the order in which they come; those of one turn as in the file.
pub(crate) fn schedule(side: &Side) -> Vec<&Reinforcement> {
    let mut all: Vec<&Reinforcement> = reinforcements(side).collect();
    all.sort_by_key(|arrival| (day(arrival), arrival.turn.0));
    all
}

/// A side's reinforcements in the order of the file.
pub(crate) fn reinforcements(side: &Side) -> impl Iterator<Item = &Reinforcement> {
    side.reinforcements.iter().flat_map(|list| &list.value)
}

pub(crate) fn day(arrival: &Reinforcement) -> i64 {
    arrival.day.as_ref().map_or(1, |day| day.0)
}

/// A reinforcement that could be read.
pub(crate) struct Arriving<'f> {
    pub(crate) written: &'f Reinforcement,
    pub(crate) brings: pack::Reinforcement,
    /// Its day or turn could not be read, and says nothing of who comes first.
    pub(crate) undated: bool,
    /// The map's entry; `None` when there is no such entry, which was reported.
    pub(crate) entry: Option<&'f pack::Entry>,
    /// The entries that may be chosen in its place, with where each is named.
    pub(crate) alternatives: Vec<(&'f pack::Entry, Span)>,
}

impl<'f> Arriving<'f> {
    /// Every entry by which it may come, with where it is named.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'f pack::Entry, Span)> {
        let first = self.entry.map(|entry| (entry, self.written.entry.span));
        first.into_iter().chain(self.alternatives.iter().copied())
    }
}

/// Resolves the schedule and reports what it names that is not there or comes twice.
pub(crate) fn resolve<'f>(
    reporter: &mut Reporter,
    context: &Context<'f>,
    side: &'f Side,
) -> Vec<Arriving<'f>> {
    let schedule = schedule(side);
    let groups = groups(side);
    // Blocks named one by one go first; "the rest of the command" is what they leave.
    let mut brought: BTreeMap<(&str, Element), Span> = BTreeMap::new();
    let mut named: Vec<Vec<Element>> = Vec::new();
    for arrival in &schedule {
        let elements = match &arrival.pieces {
            Some(pieces) => named_elements(reporter, &groups, arrival, pieces, &mut brought),
            None => Vec::new(),
        };
        named.push(elements);
    }
    let mut resolved = Vec::new();
    for (arrival, mut elements) in schedule.iter().zip(named) {
        let group = find_group(reporter, context, side, &groups, arrival);
        if let (Some(group), None) = (group, &arrival.pieces) {
            for (element, _) in group.waiting() {
                let key = (group.name(), element.clone());
                if let Entry::Vacant(free) = brought.entry(key) {
                    free.insert(arrival.span);
                    elements.push(element);
                }
            }
            if elements.is_empty() && !is_partly_unread(reporter, side, group) {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::NOTHING_ARRIVES,
                        message!("nothing of `{}` is left to arrive", group.name()),
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
            && !reporter.lost_items(pieces.span)
            && !reporter.is_unread(arrival.span, "pieces")
        {
            reporter.diagnostics.push(
                Diagnostic::new(code::NOTHING_ARRIVES, "this reinforcement brings nothing")
                    .rule("PB-3.10")
                    .at(pieces.span, "an empty list")
                    .help("name the pieces, or leave `pieces` out to bring all of the command that has no `at`"),
            );
        }
        let entry = find_entry(reporter, context, &arrival.entry);
        let others = others(reporter, arrival);
        let alternatives = others
            .iter()
            .filter_map(|other| Some((find_entry(reporter, context, other)?, other.span)))
            .collect();
        if group.is_none() {
            continue;
        }
        let formation = arrival.formation.as_ref().map_or(pack::Formation::Line, |word| word.0);
        if let (Ok(command), Ok(entry_id)) =
            (CommandId::new(&arrival.command), EntryId::new(&arrival.entry))
        {
            let brings = pack::Reinforcement {
                day: day(arrival) as u8,
                turn: arrival.turn.0 as u8,
                entry: entry_id,
                alternatives: others.iter().filter_map(|id| EntryId::new(id).ok()).collect(),
                roll: arrival.roll.as_ref().map(|roll| roll.0 as u8),
                at_once: arrival.hold_back.as_ref().is_some_and(|may| !may.value),
                command,
                formation,
                elements,
            };
            let undated =
                reporter.is_stand_in(arrival.turn.span) || reporter.is_unread(arrival.span, "day");
            resolved.push(Arriving { written: arrival, brings, undated, entry, alternatives });
        }
    }
    resolved
}

/// The entries that may be chosen instead, each once.
fn others<'f>(
    reporter: &mut Reporter,
    arrival: &'f Reinforcement,
) -> Vec<&'f Spanned<authored::Id>> {
    let written = || arrival.or.iter().flatten();
    repeated(reporter, "or", written().map(|other| (other.0.as_str(), other.span)));
    let mut others: Vec<&Spanned<authored::Id>> = Vec::new();
    let mut is_own_told = false;
    for other in written() {
        let is_own = other.value == arrival.entry.value;
        if is_own && !std::mem::replace(&mut is_own_told, true) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_EFFECT,
                    message!("`or` names `{}`, which is the entry already", other.0),
                )
                .rule("PB-3.32")
                .at(other.span, "the same entry again")
                .also(arrival.entry.span, "it comes by this one")
                .help("take it out of `or`, or name the other entry that is meant"),
            );
        }
        if !is_own && !others.iter().any(|known| known.value == other.value) {
            others.push(other);
        }
    }
    others
}

/// May troops of a group be missing that could not be read, which was reported?
fn is_partly_unread(reporter: &Reporter, side: &Side, group: &Group<'_>) -> bool {
    let command = side
        .commands
        .iter()
        .find(|command| !group.is_army && group.id.is_some_and(|id| id.value == command.id.value));
    let of_command = command.is_some_and(|command| {
        reporter.lost_items(command.pieces.span)
            || reporter.is_unread(command.span, "pieces")
            || reporter.is_unread(command.span, "baggage")
    });
    let army = side.commander.as_ref().filter(|_| group.is_army);
    of_command
        || reporter.is_unread(side.span, "baggage")
        || army.is_some_and(|army| reporter.is_unread(army.span, "pieces"))
}

/// Does a slip in the schedule, which was reported, explain why some of a group never comes?
pub(crate) fn is_explained(
    reporter: &Reporter,
    side: &Side,
    groups: &[Group<'_>],
    group: &Group<'_>,
) -> bool {
    let arrivals = || reinforcements(side);
    let own = |arrival: &Reinforcement| {
        group_of(groups, arrival).is_some_and(|other| other.name() == group.name())
    };
    let names_wrongly = arrivals().filter(|arrival| own(arrival)).any(|arrival| {
        reporter.is_unread(arrival.span, "pieces")
            || arrival.pieces.as_ref().is_some_and(|pieces| {
                reporter.lost_items(pieces.span)
                    || pieces.value.is_empty()
                    || pieces.value.iter().any(|name| group.element(name).is_none())
            })
    });
    // A line that could not be read, or with a command that is not there, may have been meant for
    // this one.
    let strays = side.reinforcements.as_ref().is_some_and(|list| reporter.lost_items(list.span))
        || arrivals().any(|arrival| group_of(groups, arrival).is_none());
    names_wrongly
        || reporter.is_unread(side.span, "reinforcements")
        || reporter.damage.names.contains(group.name())
        || (strays && !arrivals().any(own))
}

fn group_of<'g, 's>(groups: &'g [Group<'s>], arrival: &Reinforcement) -> Option<&'g Group<'s>> {
    groups.iter().find(|group| group.id.is_some_and(|id| id.value == arrival.command.value))
}

/// The blocks that an arrival names, checked.
fn named_elements<'s>(
    reporter: &mut Reporter,
    groups: &[Group<'s>],
    arrival: &Reinforcement,
    pieces: &[Spanned<authored::Id>],
    brought: &mut BTreeMap<(&'s str, Element), Span>,
) -> Vec<Element> {
    let Some(group) = group_of(groups, arrival) else { return Vec::new() };
    let mut elements = Vec::new();
    for name in pieces {
        let Some((element, at)) = group.element(name) else {
            unknown_piece(reporter, groups, group, name);
            continue;
        };
        let before = brought.get(&(group.name(), element.clone())).copied();
        if let Some(other) = at.or(before) {
            reporter.diagnostics.push(
                Diagnostic::new(code::ARRIVES_TWICE, message!("`{}` is placed twice", name.0))
                    .rule("PB-3.10")
                    .at(name.span, "arrives here")
                    .also(
                        other,
                        if at.is_some() {
                            "is there from the start"
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
        brought.insert((group.name(), element.clone()), name.span);
        elements.push(element);
    }
    elements
}

fn unknown_piece(
    reporter: &mut Reporter,
    groups: &[Group<'_>],
    group: &Group<'_>,
    name: &Spanned<authored::Id>,
) {
    // It may be one of those that could not be read.
    if reporter.damage.names.contains(&name.0)
        || group.pieces_at.is_some_and(|pieces| reporter.lost_items(pieces))
    {
        return;
    }
    let is_its = |other: &&Group<'_>| other.words().any(|word| word == name.0.as_str());
    let owner = groups.iter().filter(|other| other.name() != group.name()).find(is_its);
    let diagnostic = Diagnostic::new(
        code::UNKNOWN_NAME,
        message!("the command `{}` has no piece `{}`", group.name(), name.0),
    )
    .rule("PB-3.10")
    .at(name.span, "not of this command");
    // Several trains go by their ids.
    if name.0 == "baggage" && group.trains.len() > 1 {
        let ids = group.trains.iter().map(|train| train.id.as_str());
        let help = format!("it has several trains: name {}", list_of(ids));
        reporter.diagnostics.push(diagnostic.help(help));
        return;
    }
    let is_word = matches!(name.0.as_str(), "hq" | "baggage");
    reporter.diagnostics.push(match owner.filter(|_| !is_word) {
        Some(owner) => diagnostic.help(format!(
            "it belongs to `{0}`: write `command: {0}`, or give that command an arrival of its own",
            owner.name()
        )),
        None => {
            let known = || group.words();
            diagnostic.did_you_mean(name, known()).help(format!("name {}", list_of(known())))
        }
    });
}

fn find_group<'g, 's>(
    reporter: &mut Reporter,
    context: &Context<'_>,
    side: &Side,
    groups: &'g [Group<'s>],
    arrival: &Reinforcement,
) -> Option<&'g Group<'s>> {
    let wanted = &arrival.command;
    let found = group_of(groups, arrival);
    if found.is_none()
        && !reporter.damage.names.contains(&wanted.0)
        && !reporter.lost_items(side.commands.span)
        && !reporter.is_unread(side.span, "commands")
    {
        let others = context.scenario.sides.0.iter().filter(|(_, other)| other.span != side.span);
        let enemy = others
            .into_iter()
            .find(|(_, other)| other.commands.iter().any(|c| c.id.value == wanted.value));
        let known = groups.iter().filter_map(|group| group.id).map(|id| id.0.as_str());
        let diagnostic = unknown_command(wanted, known).rule("PB-3.10");
        reporter.diagnostics.push(match enemy {
            Some((id, _)) => diagnostic.help(format!(
                "the command of this name belongs to `{}`: if it is meant, move this line there",
                id.value
            )),
            None => diagnostic.help("name the `id` of a command of this side, or of its commander"),
        });
    }
    found
}

/// The entry of a name; `None` after having said that the map has none.
pub(crate) fn find_entry<'g>(
    reporter: &mut Reporter,
    context: &Context<'g>,
    wanted: &Spanned<authored::Id>,
) -> Option<&'g pack::Entry> {
    let entries = &context.ground.map.entries;
    let found =
        EntryId::new(wanted).ok().and_then(|id| entries.iter().find(|entry| entry.id == id));
    if found.is_none() && context.ground.has_no_entries {
        no_entries(reporter, context, wanted);
    } else if found.is_none() && !reporter.excuses(&wanted.0) {
        let titles = &context.ground.entries;
        let named = entries.iter().map(|entry| {
            (entry.id.as_str(), titles.get(&entry.id).map_or("", |title| title.en.as_str()))
        });
        reporter.diagnostics.push(
            Diagnostic::new(code::UNKNOWN_NAME, message!("the map has no entry `{}`", wanted.0))
                .rule("PB-3.32")
                .at(wanted.span, "no such entry")
                .did_you_mean_named(wanted, named)
                .help(match context.ground.is_from_pack() {
                    true if !context.offered.is_empty() => {
                        format!("write {}", list_of(context.offered.iter().map(EntryId::as_str)))
                    }
                    true => {
                        format!("write {}", list_of(entries.iter().map(|entry| entry.id.as_str())))
                    }
                    false => {
                        let is_on_it = |entry: &&pack::Entry| {
                            entry.road.as_ref().is_some_and(|road| road.as_str() == wanted.0)
                        };
                        let on_it: Vec<_> = entries.iter().filter(is_on_it).collect();
                        match on_it.as_slice() {
                            [] if entries.is_empty() || entries.len() > MOST_NAMED => {
                                "add it to the `entries` of the map, or name one that is there"
                                    .to_owned()
                            }
                            [] => format!(
                                "name one that is there: {}; or add it to the `entries` of the map",
                                list_of(entries.iter().map(|entry| entry.id.as_str()))
                            ),
                            // The road was meant by which they come.
                            on_it => format!(
                                "`{}` is a road; write {}",
                                wanted.0,
                                list_of(on_it.iter().map(|entry| entry.id.as_str()))
                            ),
                        }
                    }
                }),
        );
    }
    found
}

/// Reports once that the map lists no entry at all.
fn no_entries(reporter: &mut Reporter, context: &Context<'_>, wanted: &Spanned<authored::Id>) {
    if context.misses_entries.replace(true) {
        return;
    }
    reporter.diagnostics.push(
        Diagnostic::new(
            code::UNKNOWN_NAME,
            message!("the map has no `entries`, and so no entry `{}`", wanted.0),
        )
        .rule("PB-3.32")
        .at(wanted.span, "the first reinforcement that needs one")
        .help("add `entries:` to the map, such as `- { id: york-pike, title: York Pike, road: york-pike, edge: east }`"),
    );
}
