//! PB-27: withdrawal of cavalry before combat with infantry.

use sandtable_pack::{Act, PieceType};

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;

impl Game {
    /// PB-27.1: whether cavalry may withdraw from the enemies in contact with it. Spent dragoons
    /// and columns may not withdraw.
    pub(crate) fn may_withdraw(&self, piece: PieceIndex) -> bool {
        let is_fit = match self.field.roster.arm(piece).map(|arm| arm.kind) {
            // PB-27.3: Fresh dragoons and Spent cavalry may withdraw. PB-27.2: Spent dragoons may
            // not.
            Some(PieceType::Cavalry) => true,
            Some(PieceType::Dragoons) => !self.is_spent(piece),
            _ => false,
        };
        // PB-A140: by ruling, one or all of the enemies in contact must be infantry. PB-A141: the
        // cavalry did not attack.
        let from_infantry = |enemy: PieceIndex| {
            let kind = self.field.roster.arm(enemy).map(|arm| arm.kind);
            matches!(kind, Some(PieceType::Infantry | PieceType::Detachment))
        };
        let infantry = self.state.touching(piece).filter(|&enemy| from_infantry(enemy)).count();
        let others = self.state.touching(piece).count() - infantry;
        is_fit
            && !self.is_forbidden(piece, Act::Withdraw)
            && !self.state.in_column(piece)
            && rulings::may_withdraw_from(&self.field, infantry, others)
            && self.state.contacts.iter().all(|contact| contact.attacker != piece)
            && self.may_decide(piece)
    }
}
