//! PB-20: what becomes of baggage trains when combat begins.

use crate::event::Loss;
use crate::game::Game;
use crate::roster::Role;

impl Game {
    /// PB-20.2: trains in contact when combat begins are destroyed, packed or not.
    pub(crate) fn take_trains(&mut self) {
        let taken: Vec<_> = self
            .state
            .contacts
            .iter()
            .filter(|contact| self.field.roster.piece(contact.defender).role == Role::Baggage)
            .map(|contact| (contact.defender, contact.attacker))
            .collect();
        for (train, attacker) in taken {
            // PB-A138: attackers on a train have taken part; not where it drove off before (PB-A74).
            self.state.fought.push(attacker);
            if self.state.stance(train).is_some() {
                self.destroy(train, Loss::TrainTaken, "PB-20.2");
            }
        }
    }
}
