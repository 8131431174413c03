//! PB-P4: the cost of a move, and the movement allowance that limits it.

use crate::state::reserve::MoveCost;
use std::ops::Add;

use sandtable_pack::{GroundLength, GroundPoint};

use crate::battlefield::roster::{PieceIndex, Role};
use crate::game::Game;
use crate::game::action::Leg;

impl MoveCost {
    /// The total distance covered by the piece's centre.
    pub(crate) fn way(self) -> GroundLength {
        self.in_line + self.in_column
    }

    /// Whether a piece with this third can afford the cost: `line + column/2 + costs ≤ 3 thirds`.
    pub(crate) fn is_within(self, third: GroundLength) -> bool {
        // PB-6.9: the costs are cumulative.
        let turns = (self.facing_changes - 1).max(0);
        let thirds = 3 - i32::from(self.reduced) - turns - self.column_changes;
        let spent =
            2 * i64::from(self.in_line.centimetres()) + i64::from(self.in_column.centimetres());
        spent <= 2 * i64::from(thirds) * i64::from(third.centimetres())
    }
}

impl Add for MoveCost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            in_line: self.in_line + other.in_line,
            in_column: self.in_column + other.in_column,
            reduced: self.reduced || other.reduced,
            facing_changes: self.facing_changes + other.facing_changes,
            column_changes: self.column_changes + other.column_changes,
        }
    }
}

impl Game {
    /// The minimum cost, regardless of terrain, of a leg in line or from column into line, for a
    /// piece with its centre at a place. `None` for legs along roads and off the map, whose cost
    /// depends on their destination.
    pub(crate) fn cost_of(
        &self,
        piece: PieceIndex,
        from: GroundPoint,
        leg: &Leg,
    ) -> Option<MoveCost> {
        let mut cost = MoveCost::default();
        match leg {
            // PB-A33: turning moves no centre and costs no distance. PB-A41: HQs turn freely.
            Leg::Face(_) => {
                let role = self.roster().piece(piece).role;
                cost.facing_changes = i32::from(!matches!(role, Role::Headquarters { .. }));
            }
            Leg::To(to) => cost.in_line = from.distance(*to),
            Leg::FormLine(_) => cost.column_changes = 1,
            Leg::Along(_) | Leg::FormColumn(_) | Leg::Join(_) | Leg::Leave(_) => return None,
        }
        Some(cost)
    }
}
