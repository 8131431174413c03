//! PB-34.2: disorder, which makes pieces Spent in buildings.

use sandtable_engine::rule_ids::*;
use sandtable_pack::GroundPoint;
use sandtable_terrain::Block;

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::action::Action;
use crate::game::event::Happening;
use crate::game::ground;
use crate::game::plan::MarchPlan;
use crate::game::plan::Plan;
use crate::state::Stance;

impl Game {
    /// PB-34.2, PB-A39: whether a move disorders a piece in buildings, on the way or at its end.
    pub(crate) fn is_disordered_by(&self, plan: &MarchPlan) -> bool {
        *plan.disorders.0.get_or_init(|| self.finds_disorder(plan))
    }

    fn finds_disorder(&self, plan: &MarchPlan) -> bool {
        let terrain = &self.field.terrain;
        let passes =
            |&(block, to): &(Block, GroundPoint)| terrain.leg(&block, to).buildings().is_some();
        let ends = match &plan.stance {
            Stance::Line(pose) if plan.exit.is_none() => {
                terrain.is_in_buildings(&self.line_block(plan.piece, *pose))
            }
            Stance::Line(_) | Stance::Column(_) => false,
        };
        ends || (rulings::spent_in_passing(&self.field) && plan.crossed.iter().any(passes))
    }

    /// Whether the last judged move would make a Fresh piece Spent.
    pub(crate) fn loses_order(&self, action: &Action) -> bool {
        match &*self.cached_plan.borrow() {
            Some((judged, Plan::March(plan))) if judged == action => {
                !self.is_spent(plan.piece) && self.is_disordered_by(plan)
            }
            _ => false,
        }
    }

    /// PB-A39: makes a piece Spent if a turn brought most of it into buildings.
    pub(crate) fn disorder_in_buildings(&mut self, piece: PieceIndex) {
        if ground::in_buildings(self, piece) && !self.state.in_column(piece) {
            self.disorder(piece);
        }
    }

    /// PB-34.2: makes a Fresh piece in buildings Spent.
    pub(crate) fn disorder(&mut self, piece: PieceIndex) {
        let was_spent = self.is_spent(piece);
        self.make_spent(piece);
        // PB-2.6: a detachment has one state.
        if self.is_spent(piece) && !was_spent {
            self.record(PB_34_2, Happening::Disordered(piece));
        }
    }
}
