//! What a diarist has to remember: who is spent, who was lost and came back, who has entered, who was
//! cut off in the end. It is reckoned from the events alone.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{GroundPoint, Status};

use crate::battlefield::Battlefield;
use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::battlefield::rulings;
use crate::combat::fire::HitResult;
use crate::game::event::{Event, Happening};

/// The accounts of a battle up to an event.
#[derive(Debug)]
pub(super) struct Ledger<'a> {
    field: &'a Battlefield,
    day: u8,
    status: BTreeMap<PieceIndex, Status>,
    /// Whom the last event made spent.
    tired: Option<PieceIndex>,
    /// Points for what was destroyed, at the last count.
    points: [u32; 2],
    /// Points of each side for enemies cut off from supply in the end.
    cut_off: [u32; 2],
    /// Lost on this turn.
    lost: Vec<PieceIndex>,
    /// Lost and not come back since.
    gone: Vec<PieceIndex>,
    /// Where those stand who were attacked on this turn and have only turned since: turning slides a block
    /// along its enemy (PB-A78), and yet it is written at one place.
    attacked_at: BTreeMap<PieceIndex, GroundPoint>,
    /// Reinforcements that have come, and detachments that were given to somebody.
    entered: BTreeSet<PieceIndex>,
}

/// Pieces of a side that were lost, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// Those lost.
    pub lost: usize,
    /// All.
    pub of: usize,
}

impl<'a> Ledger<'a> {
    pub fn new(field: &'a Battlefield) -> Self {
        Self {
            field,
            day: 1,
            status: BTreeMap::new(),
            tired: None,
            points: [0; 2],
            cut_off: [0; 2],
            lost: Vec::new(),
            gone: Vec::new(),
            attacked_at: BTreeMap::new(),
            entered: BTreeSet::new(),
        }
    }

    /// Keeps the accounts.
    pub fn count(&mut self, event: &Event) {
        self.day = event.day;
        self.tired = None;
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
                self.gone.push(piece);
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
                self.gone.retain(|&gone| gone != piece);
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

    /// Where a piece was first attacked, if it has stayed there.
    pub fn attacked_at(&self, piece: PieceIndex) -> Option<GroundPoint> {
        self.attacked_at.get(&piece).copied()
    }

    fn note(&mut self, piece: PieceIndex, status: Status) {
        let before = self.status.insert(piece, status);
        let was_fresh = before.unwrap_or(self.field.roster.piece(piece).status) == Status::Fresh;
        self.tired = (was_fresh && status == Status::Spent).then_some(piece);
    }

    /// Did the last event make a piece spent that was fresh?
    pub fn has_tired(&self, piece: PieceIndex) -> bool {
        self.tired == Some(piece)
    }

    /// Who was lost on this turn.
    pub fn lost(&self) -> &[PieceIndex] {
        &self.lost
    }

    /// Who was lost and did not come back.
    pub fn gone(&self) -> &[PieceIndex] {
        &self.gone
    }

    /// Points of a side for what it has destroyed.
    pub fn destroyed(&self, side: SideIndex) -> u32 {
        self.points[side.index()]
    }

    /// Points of a side for enemies cut off from supply in the end (PB-31.4).
    pub fn cut_off(&self, side: SideIndex) -> u32 {
        self.cut_off[side.index()]
    }

    /// Combat pieces of a side: those lost, of those that it ever had on the field.
    pub fn pieces(&self, side: SideIndex) -> Share {
        let roster = &self.field.roster;
        let of_side = |piece: &PieceIndex| {
            let card = roster.piece(*piece);
            card.side == side && matches!(card.role, Role::Combat(_))
        };
        let came = |piece: &PieceIndex| self.has_come(*piece);
        Share {
            lost: self.gone.iter().filter(|piece| of_side(piece)).count(),
            of: roster.piece_indices().filter(of_side).filter(came).count(),
        }
    }

    /// PB-29.3: what counts for the rout of a side.
    pub fn infantry(&self, side: SideIndex) -> Share {
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
        Share {
            lost: self.gone.iter().filter(|piece| counts(piece)).count(),
            of: roster.piece_indices().filter(counts).filter(in_base).count(),
        }
    }

    fn has_come(&self, piece: PieceIndex) -> bool {
        let card = self.field.roster.piece(piece);
        (card.reinforcement.is_none() && !card.pool) || self.entered.contains(&piece)
    }
}
