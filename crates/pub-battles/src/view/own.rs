//! A side's information about its own commands and pieces.

use sandtable_pack::{Area, GroundLength};
use sandtable_terrain::{Block, Shape};

use super::View;
use crate::battlefield::roster::{Arm, CommandCard, CommandIndex, PieceIndex, Role};
use crate::game::ground;
use crate::movement::entry::Entrance;
use crate::state::column::Column;
use crate::state::{Location, Stance, Task};
use crate::supply;

impl<'a> View<'a> {
    /// The friendly commands.
    pub fn commands(&self) -> impl Iterator<Item = (CommandIndex, &'a CommandCard)> + use<'a> {
        let (roster, side) = (self.game.roster(), self.side);
        roster
            .command_indices()
            .map(move |index| (index, roster.command(index)))
            .filter(move |(_, card)| card.side == side)
    }

    /// A friendly command. The composition of enemy commands is hidden (PB-5.2).
    pub fn command(&self, command: CommandIndex) -> Option<&'a CommandCard> {
        let card = self.game.roster().command(command);
        (card.side == self.side).then_some(card)
    }

    /// The combat pieces of a friendly command, including detachments assigned to it.
    pub fn pieces_of(&self, command: CommandIndex) -> impl Iterator<Item = PieceIndex> + use<'a> {
        let game = self.game;
        let own = self.command(command).map(|_| game.pieces_of(command));
        own.into_iter().flatten()
    }

    /// Friendly detachments not yet assigned to a command (PB-A21).
    pub fn unassigned(&self) -> impl Iterator<Item = PieceIndex> + use<'a> {
        self.game.unassigned(self.side)
    }

    /// The zone for setting up a friendly block (PB-3.9).
    pub fn zone_of(&self, piece: PieceIndex) -> Option<&'a Area> {
        let zone = self.game.roster().piece(piece).zone.as_ref().filter(|_| self.is_own(piece))?;
        self.game.field.pack.map().zones.iter().find(|area| area.id == *zone)
    }

    /// Friendly trains and troops at army level, which move with any chit (PB-A23).
    pub fn without_chit(&self) -> impl Iterator<Item = PieceIndex> + use<'a> {
        self.game.roster().pieces_without_chit(self.side)
    }

    /// The friendly army HQ.
    pub fn commander(&self) -> Option<PieceIndex> {
        self.game.roster().commanders[self.side.index()]
    }

    /// Friendly pieces on the map.
    pub fn own(&self) -> impl Iterator<Item = (PieceIndex, &'a Shape)> + use<'a> {
        let game = self.game;
        game.on_map(self.side)
    }

    /// The arm and quality of a friendly combat piece.
    pub fn arm(&self, piece: PieceIndex) -> Option<Arm> {
        self.is_own(piece).then(|| self.game.roster().arm(piece)).flatten()
    }

    /// The role of a friendly piece.
    pub fn role(&self, piece: PieceIndex) -> Option<Role> {
        self.is_own(piece).then(|| self.game.roster().piece(piece).role)
    }

    /// Whether a friendly piece is Spent.
    pub fn is_spent(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.is_spent(piece)
    }

    /// Whether a friendly piece has acted this turn.
    pub fn has_acted(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.state.piece(piece).acted
    }

    /// Whether a friendly train is unpacked.
    pub fn is_unpacked(&self, train: PieceIndex) -> bool {
        self.is_own(train) && self.game.state.piece(train).unpacked
    }

    /// Whether a friendly train is unpacked and in supply.
    pub fn train_serves(&self, train: PieceIndex) -> bool {
        self.is_own(train) && supply::can_rally_from(self.game, train)
    }

    /// Whether a friendly piece is on the map.
    pub fn is_on_map(&self, piece: PieceIndex) -> bool {
        self.game.shape(piece).is_some()
    }

    /// Whether a friendly reinforcement is due and not yet on the map.
    pub fn is_due(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.is_due(piece)
    }

    /// Whether a friendly piece is in reserve with a headquarters on the map.
    pub fn is_in_reserve(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.slot(piece).is_some()
    }

    /// The reserve of a friendly headquarters, in order (PB-9.4). It is hidden from the enemy.
    pub fn reserve_of(
        &self,
        headquarters: PieceIndex,
    ) -> impl Iterator<Item = PieceIndex> + use<'a> {
        let own = self.is_own(headquarters).then(|| self.game.state.reserve_of(headquarters));
        own.into_iter().flatten()
    }

    /// Whether a friendly piece is on the map, in reserve or due, so that it can act.
    pub fn is_available(&self, piece: PieceIndex) -> bool {
        (self.is_own(piece) && self.is_on_map(piece))
            || self.is_due(piece)
            || self.is_in_reserve(piece)
    }

    /// The starting block of a friendly piece that enters in line now (PB-A19): at its place of
    /// entry, or the nearest free place on that edge.
    pub fn entrance(&self, piece: PieceIndex) -> Option<Block> {
        match self.game.entrance(piece, false) {
            Ok(Entrance::Line { block }) if self.is_own(piece) => Some(block),
            _ => None,
        }
    }

    /// The block of a friendly piece in line: on the map, at its slot in reserve, or at its place
    /// of entry.
    pub fn block(&self, piece: PieceIndex) -> Option<Block> {
        self.is_own(piece).then(|| self.game.start_block(piece)).flatten()
    }

    /// The column of a friendly piece, if it is in column.
    pub fn column(&self, piece: PieceIndex) -> Option<&'a Column> {
        match self.game.state.stance(piece) {
            Some(Stance::Column(column)) if self.is_own(piece) => Some(column),
            _ => None,
        }
    }

    /// A third of a friendly piece's move. For an enemy, whose type is hidden, a third of a Foot
    /// move.
    pub fn third(&self, piece: PieceIndex) -> GroundLength {
        match self.is_own(piece) {
            true => self.game.field.third(piece),
            false => self.game.field.distances().foot_third,
        }
    }

    /// The retreat distance of a friendly piece (PB-A126); an enemy is assumed to be foot.
    pub fn retreat_length(&self, piece: PieceIndex) -> GroundLength {
        if self.is_own(piece) { self.game.retreat_distance(piece) } else { self.third(piece) }
    }

    /// Whether a friendly piece attacked this enemy, rather than the reverse.
    pub fn attacks(&self, piece: PieceIndex, enemy: PieceIndex) -> bool {
        let contact = self.game.state.contact(piece, enemy);
        self.is_own(piece) && contact.is_some_and(|contact| contact.attacker == piece)
    }

    /// Whether a friendly piece is in buildings.
    pub fn is_in_buildings(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && ground::in_buildings(self.game, piece)
    }

    /// Whether a friendly piece is currently in command.
    pub fn is_in_command(&self, piece: PieceIndex) -> bool {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                self.game.is_in_command(activation, piece)
            }
            _ => false,
        }
    }

    /// The current Support of a friendly piece (PB-13.1).
    pub fn support_of(&self, lead: PieceIndex) -> Option<PieceIndex> {
        self.is_own(lead).then(|| self.game.support_now(lead)).flatten()
    }

    /// The lead that a friendly piece supports, whether or not it is in contact.
    pub fn supported_by(&self, piece: PieceIndex) -> Option<PieceIndex> {
        let mut leads =
            self.is_own(piece).then(|| self.game.possible_leads(piece)).into_iter().flatten();
        leads.find(|&lead| self.game.support_now(lead) == Some(piece))
    }

    /// Whether a friendly piece supports a lead in contact (PB-13.5).
    pub fn supports_in_contact(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.supports_in_contact(piece)
    }

    /// Whether a friendly piece was destroyed or has left the map.
    pub fn is_gone(&self, piece: PieceIndex) -> bool {
        matches!(
            self.game.state.piece(piece).place,
            Location::Destroyed { .. } | Location::Withdrawn { .. }
        )
    }
}
