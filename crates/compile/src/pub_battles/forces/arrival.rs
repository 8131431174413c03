//! The authored reinforcement schedule: the troops, turn and entries of each arrival.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use sandtable_pack as pack;
use sandtable_pack::{CommandId, Element, EntryId};
use sandtable_source::{Diagnostic, Span, Spanned, code, list_of, message};

use super::group::{Group, groups};
use super::supply::MAX_NAMES;
use crate::pub_battles::context::{Context, unknown_command};
use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_authored::report_repeated;
use sandtable_authored::{Reinforcement, Side};

/// A side's reinforcements in order of arrival, and within a turn in file order.
pub(crate) fn schedule(side: &Side) -> Vec<&Reinforcement> {
    let mut all: Vec<&Reinforcement> = reinforcements(side).collect();
    all.sort_by_key(|arrival| (day(arrival), arrival.turn.0));
    all
}

/// A side's reinforcements in file order.
pub(crate) fn reinforcements(side: &Side) -> impl Iterator<Item = &Reinforcement> {
    side.reinforcements.iter().flat_map(|list| &list.value)
}

pub(crate) fn day(arrival: &Reinforcement) -> i64 {
    arrival.day.as_ref().map_or(1, |day| day.0)
}

/// A reinforcement that could be read.
pub(crate) struct ArrivalKeys<'f> {
    pub(crate) authored: &'f Reinforcement,
    pub(crate) elements: pack::Reinforcement,
    /// Whether the arrival's day or turn could not be read, so that its order is unknown.
    pub(crate) is_undated: bool,
    /// The map entry; `None` if there is no such entry, which was reported.
    pub(crate) entry: Option<&'f pack::Entry>,
    /// The alternative entries, with the span of each name.
    pub(crate) alternatives: Vec<(&'f pack::Entry, Span)>,
}

impl<'f> ArrivalKeys<'f> {
    /// Every possible entry, with the span of its name.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'f pack::Entry, Span)> {
        let first = self.entry.map(|entry| (entry, self.authored.entry.span));
        first.into_iter().chain(self.alternatives.iter().copied())
    }

    /// Whether the map lacks the entry or an alternative.
    pub(crate) fn lacks_entry(&self) -> bool {
        self.entry.is_none() || self.alternatives.len() < self.elements.alternatives.len()
    }
}

/// Resolves the schedule. Reports unknown names and blocks that arrive twice.
pub(crate) fn resolve<'f>(
    reporter: &mut Reporter,
    context: &Context<'f>,
    side: &'f Side,
) -> Vec<ArrivalKeys<'f>> {
    let schedule = schedule(side);
    let groups = groups(side);
    // Blocks that are named individually come first; "the rest of the command" means all others.
    let mut arrivals_by_element: BTreeMap<(&str, Element), Span> = BTreeMap::new();
    let mut named: Vec<Vec<Element>> = Vec::new();
    for arrival in &schedule {
        let elements = match &arrival.pieces {
            Some(pieces) => {
                named_elements(reporter, &groups, arrival, pieces, &mut arrivals_by_element)
            }
            None => Vec::new(),
        };
        named.push(elements);
    }
    let mut resolved = Vec::new();
    for (arrival, mut elements) in schedule.iter().zip(named) {
        let group = find_group(reporter, context, side, &groups, arrival);
        if let (Some(group), None) = (group, &arrival.pieces) {
            for (element, _) in group.arriving_elements() {
                let key = (group.name(), element.clone());
                if let Entry::Vacant(free) = arrivals_by_element.entry(key) {
                    free.insert(arrival.span);
                    elements.push(element);
                }
            }
            if elements.is_empty() && !is_partly_unread(reporter, side, group) {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::NOTHING_ARRIVES,
                        message!("no blocks of `{}` remain to arrive", group.name()),
                    )
                    .rule("PB-3.10")
                    .at(
                        arrival.command.span,
                        "all of them are set up on the map or arrive by other entries",
                    )
                    .help("remove this line, or remove `at` from the blocks that should arrive"),
                );
            }
        }
        if let Some(pieces) = arrival.pieces.as_ref().filter(|pieces| pieces.value.is_empty())
            && !reporter.has_lost_items(pieces.span)
            && !reporter.is_unread(arrival.span, "pieces")
        {
            reporter.diagnostics.push(
                Diagnostic::new(code::NOTHING_ARRIVES, "this reinforcement has no pieces")
                    .rule("PB-3.10")
                    .at(pieces.span, "empty list")
                    .help("name the pieces, or omit `pieces` to bring all blocks of the command without `at`"),
            );
        }
        let entry = find_entry(reporter, context, &arrival.entry);
        let others = other_elements(reporter, arrival);
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
            resolved.push(ArrivalKeys {
                authored: arrival,
                elements: brings,
                is_undated: undated,
                entry,
                alternatives,
            });
        }
    }
    resolved
}

/// The alternative entries, without duplicates.
fn other_elements<'f>(
    reporter: &mut Reporter,
    arrival: &'f Reinforcement,
) -> Vec<&'f Spanned<authored::Id>> {
    let written = || arrival.or.iter().flatten();
    report_repeated(reporter, "or", written().map(|other| (other.0.as_str(), other.span)));
    let mut others: Vec<&Spanned<authored::Id>> = Vec::new();
    let mut is_own_reported = false;
    for other in written() {
        let is_own = other.value == arrival.entry.value;
        if is_own && !std::mem::replace(&mut is_own_reported, true) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_EFFECT,
                    message!("`{}` in `or` has no effect: it is the main entry", other.0),
                )
                .rule("PB-3.32")
                .at(other.span, "duplicate")
                .also(arrival.entry.span, "main entry")
                .help("remove it from `or`, or name another entry"),
            );
        }
        if !is_own && !others.iter().any(|known| known.value == other.value) {
            others.push(other);
        }
    }
    others
}

/// Whether troops of a group may be missing because they could not be read. If so, that was
/// reported.
fn is_partly_unread(reporter: &Reporter, side: &Side, group: &Group<'_>) -> bool {
    let command = side
        .commands
        .iter()
        .find(|command| !group.is_army && group.id.is_some_and(|id| id.value == command.id.value));
    let has_lost_pieces = command.is_some_and(|command| {
        reporter.has_lost_items(command.pieces.span)
            || reporter.is_unread(command.span, "pieces")
            || reporter.is_unread(command.span, "baggage")
    });
    let army = side.commander.as_ref().filter(|_| group.is_army);
    has_lost_pieces
        || reporter.is_unread(side.span, "baggage")
        || army.is_some_and(|army| reporter.is_unread(army.span, "pieces"))
}

/// Whether a reported mistake in the schedule explains why part of a group never arrives.
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
    let has_wrong_names = arrivals().filter(|arrival| own(arrival)).any(|arrival| {
        reporter.is_unread(arrival.span, "pieces")
            || arrival.pieces.as_ref().is_some_and(|pieces| {
                reporter.has_lost_items(pieces.span)
                    || pieces.value.is_empty()
                    || pieces.value.iter().any(|name| group.element(name).is_none())
            })
    });
    // An unreadable arrival, or one of an unknown command, may have been intended for this group.
    let may_be_misnamed =
        side.reinforcements.as_ref().is_some_and(|list| reporter.has_lost_items(list.span))
            || arrivals().any(|arrival| group_of(groups, arrival).is_none());
    has_wrong_names
        || reporter.is_unread(side.span, "reinforcements")
        || reporter.damage.names.contains(group.name())
        || (may_be_misnamed && !arrivals().any(own))
}

fn group_of<'g, 's>(groups: &'g [Group<'s>], arrival: &Reinforcement) -> Option<&'g Group<'s>> {
    groups.iter().find(|group| group.id.is_some_and(|id| id.value == arrival.command.value))
}

/// Checks the blocks that an arrival names, and returns them.
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
                Diagnostic::new(code::ARRIVES_TWICE, message::duplicate("placement of", &name.0))
                    .rule("PB-3.10")
                    .at(name.span, "arrives here")
                    .also(other, if at.is_some() { "set up here" } else { "first arrives here" })
                    .help(if at.is_some() {
                        "remove its `at` and `facing` if it arrives later, or remove it here"
                    } else {
                        "remove it from one of the two"
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
    // The name may refer to a piece that could not be read.
    if reporter.damage.names.contains(&name.0)
        || group.pieces_at.is_some_and(|pieces| reporter.has_lost_items(pieces))
    {
        return;
    }
    let has_it = |other: &&Group<'_>| other.words().any(|word| word == name.0.as_str());
    let owner = groups.iter().filter(|other| other.name() != group.name()).find(has_it);
    let diagnostic = Diagnostic::new(
        code::UNKNOWN_NAME,
        message!("cannot find piece `{}` in command `{}`", name.0, group.name()),
    )
    .rule("PB-3.10")
    .at(name.span, "not in this command");
    // If there are several trains, they are named by id.
    if name.0 == "baggage" && group.trains.len() > 1 {
        let ids = group.trains.iter().map(|train| train.id.as_str());
        let help = format!("the command has several trains: use {}", list_of(ids));
        reporter.diagnostics.push(diagnostic.help(help));
        return;
    }
    let is_word = matches!(name.0.as_str(), "hq" | "baggage");
    reporter.diagnostics.push(match owner.filter(|_| !is_word) {
        Some(owner) => diagnostic.help(format!(
            "it belongs to `{0}`: use `command: {0}`, or add a separate arrival for that command",
            owner.name()
        )),
        None => {
            let known = || group.words();
            diagnostic.did_you_mean(name, known()).help(format!("use {}", list_of(known())))
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
        && !reporter.has_lost_items(side.commands.span)
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
                "the command of this name belongs to `{}`: if you meant it, move this line there",
                id.value
            )),
            None => diagnostic.help("use the `id` of a command of this side or of its commander"),
        });
    }
    found
}

/// Returns the named entry, or `None` after reporting that it cannot be found.
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
    } else if found.is_none() && !reporter.excuses_entry(&wanted.0) {
        let titles = &context.ground.entries;
        let named = entries.iter().map(|entry| {
            (entry.id.as_str(), titles.get(&entry.id).map_or("", |title| title.en.as_str()))
        });
        reporter.diagnostics.push(
            Diagnostic::new(code::UNKNOWN_NAME, message::not_found("entry", &wanted.0))
                .rule("PB-3.32")
                .at(wanted.span, "unknown entry")
                .did_you_mean_named(wanted, named)
                .help(match context.ground.is_from_pack() {
                    true if !context.offered.is_empty() => {
                        format!("use {}", list_of(context.offered.iter().map(EntryId::as_str)))
                    }
                    true => {
                        format!("use {}", list_of(entries.iter().map(|entry| entry.id.as_str())))
                    }
                    false => {
                        let is_on_it = |entry: &&pack::Entry| {
                            entry.road.as_ref().is_some_and(|road| road.as_str() == wanted.0)
                        };
                        let on_it: Vec<_> = entries.iter().filter(is_on_it).collect();
                        match on_it.as_slice() {
                            [] if entries.is_empty() || entries.len() > MAX_NAMES => {
                                "add it to the `entries` of the map, or use an existing entry"
                                    .to_owned()
                            }
                            [] => format!(
                                "use an existing entry: {}; or add it to the `entries` of the map",
                                list_of(entries.iter().map(|entry| entry.id.as_str()))
                            ),
                            // The author named the road instead of the entry.
                            on_it => format!(
                                "`{}` is a road; use {}",
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

/// Reports once that the map has no entries.
fn no_entries(reporter: &mut Reporter, context: &Context<'_>, wanted: &Spanned<authored::Id>) {
    if context.misses_entries.replace(true) {
        return;
    }
    reporter.diagnostics.push(
        Diagnostic::new(
            code::UNKNOWN_NAME,
            message!("cannot find entry `{}`: the map has no `entries`", wanted.0),
        )
        .rule("PB-3.32")
        .at(wanted.span, "first reinforcement that needs an entry")
        .help("add `entries:` to the map, such as `- { id: york-pike, title: York Pike, road: york-pike, edge: east }`"),
    );
}
