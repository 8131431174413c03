//! What a side knows of its own commands and pieces.

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
    /// Own commands.
    pub fn commands(&self) -> impl Iterator<Item = (CommandIndex, &'a CommandCard)> + use<'a> {
        let (roster, side) = (self.game.roster(), self.side);
        roster
            .command_indices()
            .map(move |index| (index, roster.command(index)))
            .filter(move |(_, card)| card.side == side)
    }

    /// One of the own commands; which pieces the enemy's have, nobody knows (PB-5.2).
    pub fn command(&self, command: CommandIndex) -> Option<&'a CommandCard> {
        let card = self.game.roster().command(command);
        (card.side == self.side).then_some(card)
    }

    /// The combat pieces of one of the own commands, with the detachments given to it.
    pub fn pieces_of(&self, command: CommandIndex) -> impl Iterator<Item = PieceIndex> + use<'a> {
        let game = self.game;
        let own = self.command(command).map(|_| game.pieces_of(command));
        own.into_iter().flatten()
    }

    /// Own detachments that belong to no command yet (PB-A21).
    pub fn unassigned(&self) -> impl Iterator<Item = PieceIndex> + use<'a> {
        self.game.unassigned(self.side)
    }

    /// The zone in which an own block may be set up (PB-3.9).
    pub fn zone_of(&self, piece: PieceIndex) -> Option<&'a Area> {
        let zone = self.game.roster().piece(piece).zone.as_ref().filter(|_| self.is_own(piece))?;
        self.game.field.pack.map().zones.iter().find(|area| area.id == *zone)
    }

    /// Own trains and troops of the army that move with any chit (PB-A23).
    pub fn without_chit(&self) -> impl Iterator<Item = PieceIndex> + use<'a> {
        self.game.roster().without_chit(self.side)
    }

    /// The own army HQ.
    pub fn commander(&self) -> Option<PieceIndex> {
        self.game.roster().commanders[self.side.index()]
    }

    /// Own pieces on the map.
    pub fn own(&self) -> impl Iterator<Item = (PieceIndex, &'a Shape)> + use<'a> {
        let game = self.game;
        game.on_map(self.side)
    }

    /// Arm and quality of an own piece that fights.
    pub fn arm(&self, piece: PieceIndex) -> Option<Arm> {
        self.is_own(piece).then(|| self.game.roster().arm(piece)).flatten()
    }

    /// What an own piece is.
    pub fn role(&self, piece: PieceIndex) -> Option<Role> {
        self.is_own(piece).then(|| self.game.roster().piece(piece).role)
    }

    /// Is an own piece Spent?
    pub fn is_spent(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.is_spent(piece)
    }

    /// Has an own piece acted this turn?
    pub fn has_acted(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.state.piece(piece).acted
    }

    /// Is an own train unpacked?
    pub fn is_unpacked(&self, train: PieceIndex) -> bool {
        self.is_own(train) && self.game.state.piece(train).unpacked
    }

    /// Is an own train unpacked and in supply?
    pub fn train_serves(&self, train: PieceIndex) -> bool {
        self.is_own(train) && supply::serves(self.game, train)
    }

    /// Is an own piece on the map?
    pub fn is_on_map(&self, piece: PieceIndex) -> bool {
        self.game.shape(piece).is_some()
    }

    /// Is an own reinforcement due and not yet on the map?
    pub fn is_due(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.is_due(piece)
    }

    /// Is an own piece in reserve with a headquarters that is on the map?
    pub fn is_in_reserve(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.slot(piece).is_some()
    }

    /// The reserve of an own headquarters, in order (PB-9.4); nobody else knows of it.
    pub fn reserve_of(
        &self,
        headquarters: PieceIndex,
    ) -> impl Iterator<Item = PieceIndex> + use<'a> {
        let own = self.is_own(headquarters).then(|| self.game.state.reserve_of(headquarters));
        own.into_iter().flatten()
    }

    /// May an own piece take part in the battle now: is it on the map, in reserve or due?
    pub fn is_at_hand(&self, piece: PieceIndex) -> bool {
        (self.is_own(piece) && self.is_on_map(piece))
            || self.is_due(piece)
            || self.is_in_reserve(piece)
    }

    /// Where an own piece that enters in line starts now (PB-A19): its place of entry, or the
    /// nearest free one on the same edge.
    pub fn entrance(&self, piece: PieceIndex) -> Option<Block> {
        match self.game.entrance(piece, false) {
            Ok(Entrance::Line { block }) if self.is_own(piece) => Some(block),
            _ => None,
        }
    }

    /// The block of an own piece, in line, on the map, at its slot in reserve or at its place of
    /// entry.
    pub fn block(&self, piece: PieceIndex) -> Option<Block> {
        self.is_own(piece).then(|| self.game.start_block(piece)).flatten()
    }

    /// The column of an own piece in column.
    pub fn column(&self, piece: PieceIndex) -> Option<&'a Column> {
        match self.game.state.stance(piece) {
            Some(Stance::Column(column)) if self.is_own(piece) => Some(column),
            _ => None,
        }
    }

    /// A third of an own piece's move; of an enemy, who may be anybody, that of a foot move.
    pub fn third(&self, piece: PieceIndex) -> GroundLength {
        match self.is_own(piece) {
            true => self.game.field.third(piece),
            false => self.game.field.distances().foot_third,
        }
    }

    /// How far an own piece retreats (PB-A126); any enemy is taken for foot.
    pub fn retreat_length(&self, piece: PieceIndex) -> GroundLength {
        if self.is_own(piece) { self.game.retreat_distance(piece) } else { self.third(piece) }
    }

    /// Did an own piece make the contact with this enemy, rather than be attacked by him?
    pub fn attacks(&self, piece: PieceIndex, enemy: PieceIndex) -> bool {
        let contact = self.game.state.contact(piece, enemy);
        self.is_own(piece) && contact.is_some_and(|contact| contact.attacker == piece)
    }

    /// Is an own piece in buildings?
    pub fn is_in_buildings(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && ground::in_buildings(self.game, piece)
    }

    /// Is an own piece in command, as things stand?
    pub fn is_in_command(&self, piece: PieceIndex) -> bool {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                self.game.is_in_command(activation, piece)
            }
            _ => false,
        }
    }

    /// The Support of an own piece, as things stand (PB-13.1).
    pub fn support_of(&self, lead: PieceIndex) -> Option<PieceIndex> {
        self.is_own(lead).then(|| self.game.support_now(lead)).flatten()
    }

    /// Whom an own piece supports, in contact or not.
    pub fn supported_by(&self, piece: PieceIndex) -> Option<PieceIndex> {
        let mut leads =
            self.is_own(piece).then(|| self.game.possible_leads(piece)).into_iter().flatten();
        leads.find(|&lead| self.game.support_now(lead) == Some(piece))
    }

    /// Does an own piece stand in support of one that is in contact (PB-13.5)?
    pub fn supports_in_contact(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.supports_in_contact(piece)
    }

    /// Was an own piece destroyed or has it left?
    pub fn is_gone(&self, piece: PieceIndex) -> bool {
        matches!(
            self.game.state.piece(piece).place,
            Location::Destroyed { .. } | Location::Withdrawn { .. }
        )
    }
}
