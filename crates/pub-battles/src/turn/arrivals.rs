//! PB-3.10: arrival of reinforcements. It is certain or by die roll, at a fixed or chosen entry,
//! and optional or immediate.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Edge, Entry, EntryId, Formation, GroundLength, GroundPoint, Reinforcement};

use crate::battlefield::Battlefield;
use crate::battlefield::roster::{Due, PieceIndex, SideIndex};
use crate::game::Game;
use crate::game::action::{Action, Leg, March};
use crate::game::event::Happening;
use crate::game::plan::RefusalDetail;
use crate::movement::entry::Entrance;
use crate::state::{Activation, Arriving, Location, Task};
use sandtable_engine::{Refusal, refuse};

/// The initial arrivals of both sides' reinforcements, before the first turn.
pub(crate) fn arrivals(field: &Battlefield) -> [Vec<Arriving>; 2] {
    let arriving = |arrival: &Reinforcement| Arriving {
        comes: arrival.roll.is_none(),
        entry: 0,
        rolled: false,
        chosen: false,
    };
    let sides = &field.pack.scenario().sides;
    [0, 1].map(|side| sides[side].reinforcements.iter().map(arriving).collect())
}

fn schedule(field: &Battlefield, side: SideIndex) -> &[Reinforcement] {
    &field.pack.scenario().sides[side.index()].reinforcements
}

/// An entry of a reinforcement: 0 is the scheduled one; higher numbers are alternatives that its
/// owner may choose.
pub(crate) fn entry_id(field: &Battlefield, piece: PieceIndex, entry: u8) -> Option<&EntryId> {
    let card = field.roster.piece(piece);
    let due = card.reinforcement.as_ref()?;
    match usize::from(entry).checked_sub(1) {
        None => Some(&due.entry),
        Some(other) => schedule(field, card.side)[usize::from(due.arrival)].alternatives.get(other),
    }
}

/// The status of a reinforcement's place of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStatus {
    /// The enemy holds the place of entry, but there may be free places along the edge.
    Enemy,
    /// Friends occupy the place of entry, or entered earlier by the road (PB-A19).
    Taken,
    /// The place of entry is open.
    Open,
}

impl Game {
    /// PB-A19: the current status of a reinforcement's place of entry; `None` if the reinforcement
    /// is not due or has entered.
    pub fn entry_status(&self, piece: PieceIndex) -> Option<EntryStatus> {
        if !self.is_due(piece) {
            return None;
        }
        if self.entry_of(piece).is_some_and(|entry| self.is_threatened(piece, entry.at)) {
            return Some(EntryStatus::Enemy);
        }
        if self.entrance(piece, false).is_ok() {
            return Some(EntryStatus::Open);
        }
        Some(match self.entrance(piece, true) {
            Ok(Entrance::Column { behind, .. }) if behind.centimetres() == 0 => EntryStatus::Open,
            _ => EntryStatus::Taken,
        })
    }

    /// Whether a reinforcement is due now (PB-3.10).
    pub(crate) fn is_due(&self, piece: PieceIndex) -> bool {
        let now = (self.state.day, self.state.turn);
        self.state.piece(piece).place == Location::Awaited
            && self
                .due(piece)
                .is_some_and(|(due, arriving)| arriving.comes && (due.day, due.turn) <= now)
    }

    /// The schedule of a reinforcement, and the decisions so far on its arrival.
    pub(crate) fn due(&self, piece: PieceIndex) -> Option<(&Due, &Arriving)> {
        // PB-A21: a detachment enters with the piece it was assigned to.
        let with = self.assigned(piece).and_then(|given| given.with);
        let card = self.roster().piece(with.unwrap_or(piece));
        let due = card.reinforcement.as_ref()?;
        Some((due, &self.state.arrivals[card.side.index()][usize::from(due.arrival)]))
    }

    fn schedule(&self, side: SideIndex) -> &[Reinforcement] {
        schedule(&self.field, side)
    }

    /// The pieces that arrive with one reinforcement.
    fn arriving(&self, side: SideIndex, arrival: u16) -> impl Iterator<Item = PieceIndex> + '_ {
        self.roster().piece_indices().filter(move |&piece| {
            let comes = || self.due(piece).is_some_and(|(due, _)| due.arrival == arrival);
            self.roster().piece(piece).side == side && comes()
        })
    }

    /// PB-3.10: the next reinforcement that needs a die roll this turn.
    pub(crate) fn next_arrival_roll(&self) -> Option<Task> {
        let now = (self.state.day, self.state.turn);
        SideIndex::BOTH.into_iter().find_map(|side| {
            let waits = |(number, arrival): (usize, &Reinforcement)| {
                let arriving = &self.state.arrivals[side.index()][number];
                let rolls = !arriving.comes && !arriving.rolled;
                let number = number as u16;
                (rolls && (arrival.day, arrival.turn) <= now)
                    .then_some(Task::ArrivalRoll { side, arrival: number })
            };
            self.schedule(side).iter().enumerate().find_map(waits)
        })
    }

    /// PB-3.10: resolves the die roll of a reinforcement.
    pub(crate) fn resolve_arrival_roll(&mut self, side: SideIndex, arrival: u16, die: u8) {
        let roll = self.schedule(side)[usize::from(arrival)].roll;
        let comes = roll.is_none_or(|most| die <= most);
        let arriving = &mut self.state.arrivals[side.index()][usize::from(arrival)];
        (arriving.rolled, arriving.comes) = (true, comes);
        let first = self.arriving(side, arrival).next();
        if let Some(piece) = first {
            self.record(PB_3_10, Happening::ArrivalRolled { piece, die, comes });
        }
    }

    /// PB-32.3: moves every reinforcement of a side to an entry on this edge.
    pub(crate) fn come_by(&mut self, side: SideIndex, edge: Edge) {
        let is_there = |id: &EntryId| self.entry(id).is_some_and(|entry| entry.edge == edge);
        let on_edge = |arrival: &Reinforcement| {
            let entries = std::iter::once(&arrival.entry).chain(&arrival.alternatives);
            entries.zip(0..).find_map(|(id, number)| is_there(id).then_some(number))
        };
        let entries: Vec<Option<u8>> = self.schedule(side).iter().map(on_edge).collect();
        for (arriving, entry) in self.state.arrivals[side.index()].iter_mut().zip(entries) {
            arriving.entry = entry.unwrap_or(arriving.entry);
        }
    }

    /// PB-3.10: judges whether the owner of a reinforcement may choose this entry.
    pub(crate) fn judge_entry(&self, piece: PieceIndex, entry: u8) -> Result<(), Refusal> {
        let Some((due, arriving)) = self.due(piece).filter(|_| self.is_due(piece)) else {
            return refuse(PB_3_10, "the reinforcement is not due");
        };
        let side = self.roster().piece(piece).side;
        let arrival = &self.schedule(side)[usize::from(due.arrival)];
        if usize::from(entry) > arrival.alternatives.len() || arriving.entry == entry {
            return refuse(PB_3_10, "not an alternative entry of the reinforcement");
        }
        let edge = self.state.edges[side.index()];
        if edge.is_some() && self.entry_by(piece, entry).map(|entry| entry.edge) != edge {
            return refuse(PB_32_3, "the side enters by another edge");
        }
        if arriving.chosen {
            return refuse(PB_3_10, "the entry has already been chosen this turn");
        }
        let awaited = |piece| self.state.piece(piece).place == Location::Awaited;
        if !self.arriving(side, due.arrival).all(awaited) {
            return refuse(PB_3_10, "part of the reinforcement has already entered");
        }
        Ok(())
    }

    /// Carries out a judged choice.
    pub(crate) fn choose_entry(&mut self, piece: PieceIndex, entry: u8) {
        let side = self.roster().piece(piece).side;
        let arrival = self.due(piece).expect("the choice has been judged").0.arrival;
        let arriving = &mut self.state.arrivals[side.index()][usize::from(arrival)];
        (arriving.entry, arriving.chosen) = (entry, true);
        self.record(PB_3_10, Happening::EntryChosen { piece, entry });
    }

    /// The other entries that the owner of a reinforcement may choose now, with their places.
    pub(crate) fn entry_choices(&self, piece: PieceIndex) -> Vec<(Action, GroundPoint)> {
        let Some((due, _)) = self.due(piece) else { return Vec::new() };
        let side = self.roster().piece(piece).side;
        let others = self.schedule(side)[usize::from(due.arrival)].alternatives.len() as u8;
        let choice = |entry: u8| {
            self.judge_entry(piece, entry).ok()?;
            let place = self.entry_by(piece, entry)?.at;
            Some((Action::EnterBy { piece, entry }, place))
        };
        (0..=others).filter_map(choice).collect()
    }

    fn entry_by(&self, piece: PieceIndex, entry: u8) -> Option<&Entry> {
        let with = self.assigned(piece).and_then(|given| given.with);
        let piece = with.unwrap_or(piece);
        let id = entry_id(&self.field, piece, entry)?;
        self.entry(id)
    }

    /// The current entry of a reinforcement.
    pub(crate) fn entry_of(&self, piece: PieceIndex) -> Option<&Entry> {
        let (_, arriving) = self.due(piece)?;
        self.entry_by(piece, arriving.entry)
    }

    /// PB-3.10: a move for a reinforcement that must enter immediately and can.
    pub(crate) fn must_enter(&self, activation: &Activation) -> Option<Action> {
        let side = self.roster().command(activation.command).side;
        let at_once = |piece: &PieceIndex| {
            self.is_due(*piece) && self.due(*piece).is_some_and(|(due, _)| due.is_immediate)
        };
        let blocks = self.blocks_of(activation.command);
        blocks
            .chain(self.roster().pieces_without_chit(side))
            .filter(at_once)
            .find_map(|piece| self.way_in(activation, piece))
    }

    /// A move that brings a reinforcement onto the map. Its scheduled formation is tried first, and
    /// longer moves before shorter ones.
    fn way_in(&self, activation: &Activation, piece: PieceIndex) -> Option<Action> {
        let (due, _) = self.due(piece)?;
        let third = self.field.third(piece);
        let reaches = [third * 3, third * 2, third, third / 2, third / 4];
        let mut ways = [self.ways_in_line(piece), self.ways_in_column(piece, &reaches)];
        if due.formation == Formation::Column {
            ways.reverse();
        }
        let marches = ways.into_iter().flatten();
        let mut marches = marches.map(|leg| Action::March(March::new(piece, vec![leg])));
        marches
            .find(|march| self.plan_activation(activation, march, RefusalDetail::AnyRule).is_ok())
    }

    fn ways_in_line(&self, piece: PieceIndex) -> Vec<Leg> {
        let Ok(Entrance::Line { block }) = self.entrance(piece, false) else { return Vec::new() };
        let third = self.field.third(piece);
        let depth = self.roster().piece(piece).footprint.depth;
        [third * 2, third, third / 2, depth]
            .map(|way| Leg::To(block.centre() + block.facing().advance(way)))
            .to_vec()
    }

    /// Moves along roads from the place of entry, by these distances.
    pub(crate) fn ways_in_column(&self, piece: PieceIndex, reaches: &[GroundLength]) -> Vec<Leg> {
        let Ok(Entrance::Column { column, .. }) = self.entrance(piece, true) else {
            return Vec::new();
        };
        let roads = self.field.terrain.roads();
        reaches
            .iter()
            .flat_map(|&reach| roads.marches(column.road_pose(), reach))
            .map(|march| Leg::Along(march.end.place.into()))
            .collect()
    }
}
