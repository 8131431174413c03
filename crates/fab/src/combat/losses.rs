//! Choice of the pieces that take step losses (FAB-6.43, FAB-P15).

use sandtable_engine::rule_ids::*;
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::action::Piece;
use crate::state::round::Role;

impl Game {
    /// FAB-6.43, FAB-A5: the pieces that may take the next step loss of a side.
    pub(crate) fn loss_targets(&self, role: Role) -> SmallVec<[Piece; 8]> {
        let round = self.round();
        let units = &round.units[role.index()];
        let assets = self.battle_assets(role).map(Piece::Asset);
        if units.is_empty() {
            return assets.collect();
        }
        let mut targets: SmallVec<[Piece; 8]> = SmallVec::new();
        let lost = |unit| round.losses.iter().any(|&(one, _)| one == unit);
        let unhurt = units.iter().copied().filter(|&unit| !lost(unit));
        if !round.bled[role.index()] {
            // FAB-6.43a, FAB-6.24c: the point is the first unit to lose a step.
            targets.extend(round.points[role.index()]);
        } else {
            // FAB-6.43b: each piece loses one step before any loses two.
            targets.extend(unhurt.map(Piece::Unit));
        }
        targets.extend(assets);
        if targets.is_empty() {
            // FAB-6.43c: every piece has taken a loss.
            targets.extend(units.iter().copied().map(Piece::Unit));
        }
        targets
    }

    /// Applies a step loss to a piece.
    pub(crate) fn step_loss(&mut self, role: Role, piece: Piece) {
        match piece {
            Piece::Unit(unit) => {
                let round = self.round_mut();
                round.bled[role.index()] = true;
                match round.losses.iter_mut().find(|(one, _)| *one == unit) {
                    Some((_, count)) => *count += 1,
                    None => round.losses.push((unit, 1)),
                }
                self.lose_step(unit, FAB_6_43);
            }
            Piece::Asset(chit) => self.lose_asset(chit, FAB_6_32),
        }
    }
}
