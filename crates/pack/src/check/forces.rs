//! Checks of the sides: names are unique, and every block has a permitted way onto the map.

use std::collections::BTreeSet;

use super::Check;
use crate::ids::{CommandId, EntryId, FeatureId, PieceId};
use crate::model::{
    Arrival, Baggage, DetachmentPool, LineOfCommunication, Map, Piece, Reinforcement, Reserve, Side,
};

/// The names found so far, on both sides.
#[derive(Default)]
pub(super) struct Names<'a> {
    pub(super) commands: BTreeSet<&'a CommandId>,
    pub(super) pieces: BTreeSet<&'a PieceId>,
    /// The zones of the map.
    pub(super) zones: BTreeSet<&'a FeatureId>,
}

/// The owner of a block: a command or the army.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Command,
    Army,
}

impl Check {
    pub(super) fn side<'a>(&mut self, side: &'a Side, map: &Map, names: &mut Names<'a>) {
        for hq in side.headquarters() {
            let place = format!("scenario.json: HQ {}", hq.id);
            if !names.commands.insert(&hq.id) {
                self.fault(place.as_str(), "duplicate id");
            }
            if hq.rating > 6 {
                self.fault(place.as_str(), "rating must be between 0 and 6");
            }
            if matches!(hq.start, Arrival::Reserve(_)) {
                self.fault(place.as_str(), "must not be in reserve");
            }
            self.on_map(&place, hq.start, map);
            self.zone(&place, hq.zone.as_ref(), hq.start, names);
        }
        for command in &side.commands {
            if command.headquarters.id != command.id {
                self.fault(
                    format!("scenario.json: command {}", command.id),
                    "HQ belongs to another command",
                );
            }
            command.pieces.iter().for_each(|p| self.piece(p, side, Level::Command, map, names));
            command.baggage.iter().for_each(|t| self.train(t, side, Level::Command, map, names));
        }
        let own = side.commander.iter().flat_map(|commander| &commander.pieces);
        own.for_each(|piece| self.piece(piece, side, Level::Army, map, names));
        side.baggage.iter().for_each(|train| self.train(train, side, Level::Army, map, names));
        if let Some(pool) = &side.detachments {
            self.pool(pool, side, names);
        }
        self.supply(side, map);
        self.edges(side, map);
    }

    fn piece<'a>(
        &mut self,
        piece: &'a Piece,
        side: &Side,
        level: Level,
        map: &Map,
        names: &mut Names<'a>,
    ) {
        let place = format!("scenario.json: piece {}", piece.id);
        if !names.pieces.insert(&piece.id) {
            self.fault(place.as_str(), "duplicate id");
        }
        self.on_map(&place, piece.start, map);
        self.zone(&place, piece.zone.as_ref(), piece.start, names);
        self.reserve(&place, piece.start, side, level);
    }

    fn train<'a>(
        &mut self,
        train: &'a Baggage,
        side: &Side,
        level: Level,
        map: &Map,
        names: &mut Names<'a>,
    ) {
        let place = format!("scenario.json: train {}", train.id);
        if !names.pieces.insert(&train.id) {
            self.fault(place.as_str(), "duplicate id");
        }
        self.on_map(&place, train.start, map);
        self.zone(&place, train.zone.as_ref(), train.start, names);
        self.reserve(&place, train.start, side, level);
        if !train.packed && matches!(train.start, Arrival::Reserve(_) | Arrival::Reinforcement) {
            self.fault(place, "unpacked but not on the map");
        }
    }

    fn pool<'a>(&mut self, pool: &'a DetachmentPool, side: &Side, names: &mut Names<'a>) {
        for piece in &pool.pieces {
            if !names.pieces.insert(piece) {
                self.fault(format!("scenario.json: piece {piece}"), "duplicate id");
            }
        }
        let known: BTreeSet<_> = side.commands.iter().map(|command| &command.id).collect();
        for command in &pool.commands {
            if !known.contains(command) {
                self.fault(
                    format!("scenario.json: detachments of {}", side.id),
                    format!("unknown command `{command}` of the side"),
                );
            }
        }
    }

    fn on_map(&mut self, place: &str, start: Arrival, map: &Map) {
        if let Arrival::Line(pose) | Arrival::Column(pose) = start
            && !map.contains(pose.centre)
        {
            self.fault(place, "start is outside the frame");
        }
    }

    fn zone(&mut self, place: &str, zone: Option<&FeatureId>, start: Arrival, names: &Names<'_>) {
        let Some(zone) = zone else { return };
        if !names.zones.contains(zone) {
            self.fault(place, format!("unknown zone `{zone}`"));
        }
        if !matches!(start, Arrival::Line(_) | Arrival::Column(_)) {
            self.fault(place, "has a set-up zone but is not set up");
        }
    }

    // PB-3.31, PB-A62: a block starts in reserve with its own HQ or the army HQ.
    fn reserve(&mut self, place: &str, start: Arrival, side: &Side, level: Level) {
        match start {
            Arrival::Reserve(Reserve::Army) if side.commander.is_none() => {
                self.fault(place, "in reserve with a missing army HQ");
            }
            Arrival::Reserve(Reserve::Command) if level == Level::Army => {
                self.fault(place, "in reserve with a command but not part of one");
            }
            _ => {}
        }
    }

    /// PB-32.3, PB-A161: every edge of choice lets all reinforcements enter and supplies the side.
    fn edges(&mut self, side: &Side, map: &Map) {
        for &edge in &side.edges_of_choice {
            let is_there = |id: &EntryId| {
                map.entries.iter().any(|entry| entry.id == *id && entry.edge == edge)
            };
            let comes = |arrival: &Reinforcement| {
                is_there(&arrival.entry) || arrival.alternatives.iter().any(is_there)
            };
            let place = format!("scenario.json: side {}", side.id);
            if !side.reinforcements.iter().all(comes) {
                self.fault(place.as_str(), format!("not all reinforcements can enter by {edge:?}"));
            }
            let mut lines = side.lines_of_communication.iter();
            let leaves = |line: &LineOfCommunication| {
                line.path.0.last().and_then(|&end| map.edge_of(end)) == Some(edge)
            };
            if !side.lines_of_communication.is_empty() && !lines.any(leaves) {
                self.fault(place, format!("no line of communication leaves by {edge:?}"));
            }
        }
    }

    fn supply(&mut self, side: &Side, map: &Map) {
        let roads: BTreeSet<_> = map.roads.iter().map(|road| &road.id).collect();
        for line in &side.lines_of_communication {
            let place = format!("scenario.json: line of communication {}", line.road);
            if !roads.contains(&line.road) {
                self.fault(place.as_str(), "does not follow a road of the map");
            }
            if line.path.0.len() < 2 || line.path.0.iter().any(|&p| !map.contains(p)) {
                self.fault(place, "is not a line inside the frame");
            }
        }
    }
}
