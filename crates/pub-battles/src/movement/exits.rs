//! PB-A43: exits, through which pieces leave the map for good.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Effect, Entry, EntryId, Fate, GroundPoint, LineOfCommunication, SideId};

use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::Happening;
use crate::state::Location;
use sandtable_engine::{Refusal, refuse};

impl Game {
    /// PB-A43: the places on the edge where a piece may leave the map during its move. They are the
    /// ends of its side's lines of communication, and entries where a special rule gives points for
    /// leaving (PB-3.18).
    pub(crate) fn exits(&self, piece: PieceIndex) -> Vec<GroundPoint> {
        let mut exits = Vec::new();
        if rulings::own_lines_may_be_left_by(&self.field) {
            exits.extend(self.ends_of_lines(self.roster().piece(piece).side));
        }
        exits.extend(self.exits_with_points(piece).map(|(_, exit)| exit));
        exits
    }

    /// Exits at which a piece scores for its own side by leaving (PB-3.18).
    pub(crate) fn rewarded_exits(&self, piece: PieceIndex) -> Vec<GroundPoint> {
        let side = self.roster().piece(piece).side;
        let own = &self.field.pack.scenario().sides[side.index()].id;
        let pays = self.exits_with_points(piece).filter(|(gains, _)| *gains == own);
        pays.map(|(_, exit)| exit).collect()
    }

    /// PB-3.18: exits that give points when a piece leaves there, with the side that scores them.
    fn exits_with_points(&self, piece: PieceIndex) -> impl Iterator<Item = (&SideId, GroundPoint)> {
        self.effects_on(piece).filter_map(|(_, effect)| match effect {
            Effect::Victory(points) => match &points.when {
                Fate::Left(by) => self.entry(by).map(|entry| (&points.side, entry.at)),
                Fate::Destroyed | Fate::Survived => None,
            },
            _ => None,
        })
    }

    /// The entry with this ID.
    pub(crate) fn entry(&self, id: &EntryId) -> Option<&Entry> {
        self.field.pack.map().entries.iter().find(|entry| entry.id == *id)
    }

    /// The points where a side's lines of communication leave the map.
    pub(crate) fn ends_of_lines(&self, side: SideIndex) -> impl Iterator<Item = GroundPoint> {
        self.lines_of(side).filter_map(|line| line.path.0.last().copied())
    }

    /// The lines of communication of a side; after it has chosen its edge, only those at that edge
    /// (PB-A161).
    pub(crate) fn lines_of(&self, side: SideIndex) -> impl Iterator<Item = &LineOfCommunication> {
        let (map, edge) = (self.field.pack.map(), self.state.edges[side.index()]);
        let lines = &self.field.pack.scenario().sides[side.index()].lines_of_communication;
        lines.iter().filter(move |line| {
            let leaves_by = || line.path.0.last().and_then(|&end| map.edge_of(end));
            edge.is_none() || leaves_by() == edge
        })
    }

    pub(crate) fn judge_exit(&self, piece: PieceIndex, exit: GroundPoint) -> Result<(), Refusal> {
        if self.state.piece(piece).place == Location::Awaited {
            return refuse(PB_A43, "the piece is not on the map");
        }
        if !self.exits(piece).contains(&exit) {
            return refuse(PB_A43, "the piece may not leave the map there");
        }
        Ok(())
    }

    /// Moves a piece off the map, together with its reserve.
    pub(crate) fn march_off(&mut self, piece: PieceIndex, exit: GroundPoint) {
        let reserve: Vec<PieceIndex> = self.state.reserve_of(piece).collect();
        for piece in std::iter::once(piece).chain(reserve) {
            self.withdraw(piece, exit);
            self.record(PB_A43, Happening::LeftMap { piece, at: exit });
        }
    }

    /// Removes a piece safely from the map (PB-A43).
    pub(crate) fn withdraw(&mut self, piece: PieceIndex, exit: GroundPoint) {
        self.put(piece, Location::Withdrawn { at: exit });
        self.state.contacts.retain(|contact| contact.other(piece).is_none());
    }

    /// Whether a piece left the map at this entry.
    pub(crate) fn has_left_by(&self, piece: PieceIndex, by: GroundPoint) -> bool {
        // A line of communication and an entry may end on opposite sides of the same road.
        let reach = self.field.distances().sight_depth;
        match self.state.piece(piece).place {
            Location::Withdrawn { at } => at.distance(by) <= reach,
            _ => false,
        }
    }
}
