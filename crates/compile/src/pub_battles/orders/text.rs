//! Writes the text of an opened order of battle in authored notation, so that the same reader and
//! checks apply. The text cannot express positions to the centimetre; they are inserted after
//! reading.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sandtable_pack as pack;
use sandtable_pack::{Arrival, Choice as _, CommandId, Element, FeatureId, Pose, Reserve, Side};
use sandtable_source::{Spanned, json_string};

use super::commitment::CommittedOrders;
use sandtable_authored::{OrderOfBattle, Position};

/// The poses of set-up blocks, by id.
pub(crate) struct Places(BTreeMap<String, Pose>);

impl Places {
    pub(crate) fn of(side: &Side) -> Self {
        let leaders = side.headquarters().map(|hq| (hq.id.to_string(), hq.start));
        let pieces = side.pieces().map(|piece| (piece.id.to_string(), piece.start));
        let trains = side.trains().map(|train| (train.id.to_string(), train.start));
        let all = leaders.chain(pieces).chain(trains);
        Self(all.filter_map(|(id, start)| Some((id, pose(start)?))).collect())
    }

    /// Replaces the placeholders in the text with the poses.
    pub(crate) fn insert_into(&self, orders: &mut OrderOfBattle) {
        let insert = |id: &str, at: Option<&mut Spanned<Position>>| {
            if let (Some(pose), Some(at)) = (self.0.get(id), at) {
                at.value = Position::Opened(*pose);
            }
        };
        if let Some(army) = &mut orders.commander {
            insert(&army.id.0, army.at.as_mut());
            army.pieces.iter_mut().flatten().for_each(|one| insert(&one.id.0, one.at.as_mut()));
        }
        for command in &mut orders.commands.value {
            insert(&command.id.0, command.hq.at.as_mut());
            command.pieces.value.iter_mut().for_each(|one| insert(&one.id.0, one.at.as_mut()));
        }
        orders.baggage.iter_mut().flatten().for_each(|one| insert(&one.id.0, one.at.as_mut()));
    }
}

const fn pose(start: Arrival) -> Option<Pose> {
    match start {
        Arrival::Line(pose) | Arrival::Column(pose) => Some(pose),
        Arrival::Reserve(_) | Arrival::Reinforcement => None,
    }
}

/// Writes the text. Ids are quoted, because `12` and `no` are valid ids.
pub(crate) fn write(committed: &CommittedOrders) -> String {
    let CommittedOrders { side, roads, edge, .. } = committed;
    let mut text = format!("format: 1\nside: {}\n", quote(&side.id));
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    if let Some(edge) = edge {
        line(format!("edge: {}", edge.word()));
    }
    let army = side.commander.as_ref().map(|army| &army.headquarters);
    let zone = zone_of(army, &side.baggage);
    zone.into_iter().for_each(|zone| line(format!("zone: {}", quote(zone))));
    if let Some(army) = &side.commander {
        let hq = &army.headquarters;
        let (leader, _, short) = labels(committed, &hq.id);
        line(format!(
            "commander: {{ id: {}, name: {leader}, rating: {}, short: {short}, chit: {}{}{} }}",
            quote(&hq.id),
            hq.rating,
            army.chit,
            position(side, &hq.id, hq.start),
            match army.pieces.as_slice() {
                [] => String::new(),
                pieces => format!(", pieces: {}", piece_list(committed, &hq.id, pieces)),
            }
        ));
    }
    let army_level = std::iter::once((None, side.baggage.as_slice()));
    let commands = side.commands.iter().map(|one| (Some(&one.id), one.baggage.as_slice()));
    let trains = army_level.chain(commands).flat_map(|(command, trains)| {
        let written = move |train| train_line(side, command, train);
        trains.iter().map(written)
    });
    let trains: String = trains.collect();
    if !trains.is_empty() {
        line(format!("baggage:\n{trains}"));
    }
    if let Some(pool) = &side.detachments {
        let pieces = pool.pieces.iter();
        let pieces =
            pieces.map(|id| format!("{{ id: {}, name: {} }}", quote(id), name(committed, id)));
        let pieces = pieces.collect::<Vec<_>>().join(", ");
        let to = match pool.commands.as_slice() {
            [] => String::new(),
            commands => format!(", commands: [{}]", quote_list(commands)),
        };
        line(format!("detachments: {{ pieces: [{pieces}]{to} }}"));
    }
    if !roads.is_empty() {
        line(format!("lines_of_communication: [{}]", quote_list(roads)));
    }
    line(if side.commands.is_empty() { "commands: []" } else { "commands:" }.to_owned());
    for command in &side.commands {
        let hq = &command.headquarters;
        let (leader, title, short) = labels(committed, &hq.id);
        let id = quote(&command.id);
        line(format!("  - id: {id}\n    title: {title}\n    short: {short}"));
        let zone = zone_of(Some(hq), &command.baggage);
        zone.into_iter().for_each(|zone| line(format!("    zone: {}", quote(zone))));
        let place = position(side, &hq.id, hq.start);
        line(format!("    hq: {{ name: {leader}, rating: {}{place} }}", hq.rating));
        line(format!("    pieces: {}", piece_list(committed, &command.id, &command.pieces)));
    }
    if !side.reinforcements.is_empty() {
        line("reinforcements:".to_owned());
    }
    side.reinforcements.iter().for_each(|one| line(reinforcement(one)));
    text
}

/// The zone of a command or army; pieces have zones of their own.
fn zone_of<'s>(
    headquarters: Option<&'s pack::Headquarters>,
    trains: &'s [pack::Baggage],
) -> Option<&'s FeatureId> {
    let own = headquarters.and_then(|hq| hq.zone.as_ref());
    own.or_else(|| trains.iter().find_map(|train| train.zone.as_ref()))
}

fn train_line(side: &Side, command: Option<&CommandId>, train: &pack::Baggage) -> String {
    let army = side.commander.as_ref().map(|army| &army.headquarters.id);
    let place = match command.or(army) {
        Some(id) => position(side, id, train.start),
        None => position_keys(train.start),
    };
    let owner = command.map(|id| format!(", command: {}", quote(id))).unwrap_or_default();
    format!("  - {{ id: {}, packed: {}{owner}{place} }}\n", quote(&train.id), train.packed)
}

fn piece_list(committed: &CommittedOrders, command: &CommandId, pieces: &[pack::Piece]) -> String {
    let pieces: Vec<String> = pieces.iter().map(|one| piece(committed, command, one)).collect();
    format!("[{}]", pieces.join(", "))
}

fn reinforcement(of: &pack::Reinforcement) -> String {
    let pack::Reinforcement { day, turn, entry, command, .. } = of;
    let mut text = format!(
        "  - {{ day: {day}, turn: {turn}, entry: {}, command: {}",
        quote(entry),
        quote(command)
    );
    let mut add = |more: std::fmt::Arguments<'_>| {
        text.write_fmt(more).expect("writing to a string cannot fail")
    };
    if !of.alternatives.is_empty() {
        add(format_args!(", or: [{}]", quote_list(&of.alternatives)));
    }
    if let Some(roll) = of.roll {
        add(format_args!(", roll: {roll}"));
    }
    if of.at_once {
        add(format_args!(", hold_back: false"));
    }
    if of.formation == pack::Formation::Column {
        add(format_args!(", formation: column"));
    }
    let elements = of.elements.iter().map(|element| match element {
        Element::Headquarters => "hq".to_owned(),
        Element::Baggage(id) | Element::Piece(id) => quote(id),
    });
    add(format_args!(", pieces: [{}] }}", elements.collect::<Vec<_>>().join(", ")));
    text
}

fn piece(committed: &CommittedOrders, command: &CommandId, piece: &pack::Piece) -> String {
    let type_name = match &piece.own_type {
        Some(own) => quote(own),
        None => piece.kind.word().to_owned(),
    };
    let strength = committed.pieces.get(&piece.id).and_then(|label| label.strength);
    let strength = strength.map(|men| format!(", strength: {men}")).unwrap_or_default();
    let zone = |zone: &FeatureId| format!(", zone: {}", quote(zone));
    format!(
        "{{ id: {}, name: {}, type: {type_name}, quality: {}, status: {}{}{}{strength}{} }}",
        quote(&piece.id),
        name(committed, &piece.id),
        piece.quality.word(),
        piece.status.word(),
        position(&committed.side, command, piece.start),
        if matches!(piece.start, Arrival::Column(_)) { ", formation: column" } else { "" },
        piece.zone.as_ref().map(zone).unwrap_or_default(),
    )
}

/// The position keys of a command's block, with a placeholder for a position on the map.
fn position(side: &Side, command: &CommandId, start: Arrival) -> String {
    let army = side.commander.as_ref().map(|army| &army.headquarters.id);
    match start {
        Arrival::Reserve(Reserve::Command) => format!(", at: {{ reserve: {} }}", quote(command)),
        Arrival::Reserve(Reserve::Army) => {
            format!(", at: {{ reserve: {} }}", quote(army.unwrap_or(command)))
        }
        other => position_keys(other),
    }
}

fn position_keys(start: Arrival) -> String {
    match pose(start) {
        Some(_) => ", at: { grid: A1 }, facing: 0".to_owned(),
        None => String::new(),
    }
}

/// Returns a command's leader, title and short title, quoted.
fn labels(committed: &CommittedOrders, id: &CommandId) -> (String, String, String) {
    let label = committed.commands.get(id);
    let text = |text: Option<&str>| quote(&text.unwrap_or_default());
    (
        text(label.map(|label| &*label.leader)),
        text(label.map(|label| &*label.title.en)),
        text(label.map(|label| &*label.short.en)),
    )
}

fn name(committed: &CommittedOrders, id: &pack::PieceId) -> String {
    quote(&committed.pieces.get(id).map(|label| &*label.name).unwrap_or_default())
}

/// Quotes an id or name. The result is valid as JSON and as YAML.
fn quote(text: &impl ToString) -> String {
    json_string(&text.to_string())
}

fn quote_list(ids: &[impl ToString]) -> String {
    ids.iter().map(quote).collect::<Vec<_>>().join(", ")
}
