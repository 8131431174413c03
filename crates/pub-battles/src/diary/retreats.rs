//! Retreats, friends that are pushed back, and losses.

use sandtable_pack::Status;

use super::Diarist;
use crate::battlefield::roster::PieceIndex;
use crate::game::event::{Event, Happening, Loss};
use crate::state::Stance;
use crate::state::combat::RetreatCause;

impl Diarist<'_> {
    /// The predicate of a sentence about a retreat; `has_tired` is whether the retreat made the
    /// piece Spent.
    pub(super) fn withdrawal(&self, event: &Event, has_tired: bool) -> String {
        let Happening::Retreated { piece, stands, cause, status } = &event.what else {
            return String::new();
        };
        let is_plural = self.names.piece(*piece).is_plural;
        let leaves = match (cause, is_plural) {
            (RetreatCause::Choice, false) => "retreats by choice",
            (RetreatCause::Choice, true) => "retreat by choice",
            (RetreatCause::Withdrawal, false) => "withdraws before combat",
            (RetreatCause::Withdrawal, true) => "withdraw before combat",
            (_, false) => "retreats",
            (_, true) => "retreat",
        };
        let reason = match cause {
            RetreatCause::FieldOfFire => ", out of the field of fire",
            RetreatCause::Choice if *status == Status::Fresh => ", still Fresh",
            RetreatCause::Bombardment => ", because of the bombardment",
            RetreatCause::Hits | RetreatCause::Choice | RetreatCause::Withdrawal => "",
        };
        let spent = match (has_tired, is_plural) {
            (false, _) => "",
            (true, false) => ", and is Spent",
            (true, true) => ", and are Spent",
        };
        format!("{leaves} {}{reason}{spent}", self.to(stands))
    }

    /// The manner and the points of a loss, as text to follow `is` or `are`.
    pub(super) fn end_of(&self, event: &Event) -> String {
        let Happening::Destroyed { piece, loss, points } = &event.what else {
            return String::new();
        };
        let manner = match loss {
            Loss::Fire => "destroyed",
            Loss::NoWayBack => "destroyed, unable to retreat",
            Loss::NoRoom => "destroyed for lack of space",
            Loss::GunsLost => "destroyed, unable to retreat without support",
            Loss::TrainTaken => "destroyed in contact with the enemy",
        };
        let enemy = self.names.side(self.field.roster.piece(*piece).side.enemy());
        match points {
            // PB-A149: trains give no points.
            0 => manner.to_owned(),
            1 => format!("{manner}, 1 point for {enemy}"),
            _ => format!("{manner}, {points} points for {enemy}"),
        }
    }

    /// The friends that a retreating piece pushes back, each with its final place.
    pub(super) fn pushed_friends(&self, pieces: &[String], by: PieceIndex) -> String {
        let pushes = self.names.piece(by).does("pushes", "push");
        format!("{pushes} back {}", pieces.join("; "))
    }

    /// A pushed friend with its final place, such as `Hays onto Cemetery Ridge (now Spent)`.
    pub(super) fn pushed_friend(
        &self,
        piece: PieceIndex,
        stands: &Stance,
        has_tired: bool,
    ) -> String {
        let spent = if has_tired { " (now Spent)" } else { "" };
        format!("{} {}{spent}", self.names.piece(piece).text, self.to(stands))
    }
}
