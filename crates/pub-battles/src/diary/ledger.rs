//! The diary's running totals: pieces that are Spent, lost, recovered, entered or finally out of
//! supply. They are computed from events only.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{GroundPoint, Status};

use crate::battlefield::Battlefield;
use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::battlefield::rulings;
use crate::combat::fire::HitResult;
use crate::game::event::{Event, Happening};

/// The totals of a battle up to an event.
#[derive(Debug)]
pub(super) struct Ledger<'a> {
    field: &'a Battlefield,
    day: u8,
    status: BTreeMap<PieceIndex, Status>,
    /// The piece that the last event made Spent.
    newly_spent: Option<PieceIndex>,
    /// Points for destroyed pieces, at the last count.
    points: [u32; 2],
    /// Points of each side for enemies out of supply at the end.
    cut_off: [u32; 2],
    /// Pieces lost this turn.
    lost: Vec<PieceIndex>,
    /// Pieces lost and not recovered.
    unrecovered_pieces: Vec<PieceIndex>,
    /// Places of pieces that were attacked this turn and have since only turned. Turning slides a
    /// block along its enemy (PB-A78), but the diary keeps one place for the block.
    attacked_at: BTreeMap<PieceIndex, GroundPoint>,
    /// Reinforcements that have entered, and detachments that were assigned.
    entered: BTreeSet<PieceIndex>,
}

/// A side's lost pieces, and its total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LossTotal {
    /// The number of lost pieces.
    pub lost: usize,
    /// The number of all pieces.
    pub of: usize,
}

impl<'a> Ledger<'a> {
    pub fn new(field: &'a Battlefield) -> Self {
        Self {
            field,
            day: 1,
            status: BTreeMap::new(),
            newly_spent: None,
            points: [0; 2],
            cut_off: [0; 2],
            lost: Vec::new(),
            unrecovered_pieces: Vec::new(),
            attacked_at: BTreeMap::new(),
            entered: BTreeSet::new(),
        }
    }

    /// Records an event.
    pub fn count(&mut self, event: &Event) {
        self.day = event.day;
        self.newly_spent = None;
        match event.what {
            Happening::TurnBegins { .. } => {
                self.lost.clear();
                self.attacked_at.clear();
            }
            Happening::Attacked { defender, at, .. } => {
                self.attacked_at.entry(defender).or_insert(at);
            }
            Happening::Moved { piece, .. } => {
                self.attacked_at.remove(&piece);
            }
            Happening::Destroyed { piece, .. } => {
                self.lost.push(piece);
                self.unrecovered_pieces.push(piece);
            }
            Happening::TurnEnds { points } => self.points = points,
            Happening::CutOff { piece, points } => {
                let enemy = self.field.roster.piece(piece).side.enemy();
                self.cut_off[enemy.index()] += points;
            }
            Happening::Entered { piece, .. } => {
                self.entered.insert(piece);
            }
            Happening::Assigned { piece, status, .. } => {
                self.entered.insert(piece);
                self.note(piece, status);
            }
            Happening::Recovered { piece, status, .. } => {
                self.unrecovered_pieces.retain(|&gone| gone != piece);
                self.note(piece, status);
            }
            Happening::Fired {
                target,
                result: HitResult::Spent | HitResult::SpentAndRetreat,
                ..
            }
            | Happening::Bombarded {
                target,
                result: HitResult::Spent | HitResult::SpentAndRetreat,
                ..
            } => self.note(target, Status::Spent),
            Happening::Disordered(piece) => self.note(piece, Status::Spent),
            Happening::Rallied { piece, .. } => self.note(piece, Status::Fresh),
            Happening::SetUp { piece, status, .. }
            | Happening::Placed { piece, status, .. }
            | Happening::Retreated { piece, status, .. }
            | Happening::Pushed { piece, status, .. } => {
                self.attacked_at.remove(&piece);
                self.note(piece, status);
            }
            _ => {}
        }
    }

    /// The place where a piece was first attacked, if it has stayed there.
    pub fn attacked_at(&self, piece: PieceIndex) -> Option<GroundPoint> {
        self.attacked_at.get(&piece).copied()
    }

    fn note(&mut self, piece: PieceIndex, status: Status) {
        let before = self.status.insert(piece, status);
        let was_fresh = before.unwrap_or(self.field.roster.piece(piece).status) == Status::Fresh;
        self.newly_spent = (was_fresh && status == Status::Spent).then_some(piece);
    }

    /// Whether the last event made this Fresh piece Spent.
    pub fn has_tired(&self, piece: PieceIndex) -> bool {
        self.newly_spent == Some(piece)
    }

    /// The pieces lost this turn.
    pub fn losses(&self) -> &[PieceIndex] {
        &self.lost
    }

    /// The pieces lost and not recovered.
    pub fn unrecovered(&self) -> &[PieceIndex] {
        &self.unrecovered_pieces
    }

    /// A side's points for destroyed enemies.
    pub fn destroyed(&self, side: SideIndex) -> u32 {
        self.points[side.index()]
    }

    /// A side's points for enemies out of supply at the end (PB-31.4).
    pub fn supply_points(&self, side: SideIndex) -> u32 {
        self.cut_off[side.index()]
    }

    /// A side's combat pieces: those lost, and the total that it has had on the map.
    pub fn pieces(&self, side: SideIndex) -> LossTotal {
        let roster = &self.field.roster;
        let of_side = |piece: &PieceIndex| {
            let card = roster.piece(*piece);
            card.side == side && matches!(card.role, Role::Combat(_))
        };
        let came = |piece: &PieceIndex| self.has_come(*piece);
        LossTotal {
            lost: self.unrecovered_pieces.iter().filter(|piece| of_side(piece)).count(),
            of: roster.piece_indices().filter(of_side).filter(came).count(),
        }
    }

    /// PB-29.3: the pieces that count for a side's rout.
    pub fn infantry(&self, side: SideIndex) -> LossTotal {
        let roster = &self.field.roster;
        let counts = |piece: &PieceIndex| {
            let card = roster.piece(*piece);
            let counts = matches!(card.role, Role::Combat(arm) if arm.rules.counts_for_rout);
            card.side == side && counts
        };
        let in_base = |piece: &PieceIndex| {
            let card = roster.piece(*piece);
            let due = card.reinforcement.as_ref().is_none_or(|due| due.day <= self.day);
            rulings::in_rout_base(self.field, due, self.has_come(*piece))
        };
        LossTotal {
            lost: self.unrecovered_pieces.iter().filter(|piece| counts(piece)).count(),
            of: roster.piece_indices().filter(counts).filter(in_base).count(),
        }
    }

    fn has_come(&self, piece: PieceIndex) -> bool {
        let card = self.field.roster.piece(piece);
        (card.reinforcement.is_none() && !card.pool) || self.entered.contains(&piece)
    }
}
