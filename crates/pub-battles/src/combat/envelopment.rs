//! PB-18.6: envelopment, which splits a supported pair that is attacked in front and in the rear.

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::Happening;
use sandtable_engine::rule_ids::*;

impl Game {
    /// PB-4.7, PB-A110 (1): before the first combat of the turn, splits every pair whose lead is in
    /// contact while an enemy is at the Support's rear. The result is two combats, both flanked. If
    /// no enemy touches the lead, the Support fights as a separate lead (PB-A110 (3)).
    pub(crate) fn split_enveloped(&mut self) {
        if !rulings::has_envelopment(&self.field) {
            return;
        }
        let parties = self.state.contacts.iter().flat_map(|one| [one.attacker, one.defender]);
        let mut leads: Vec<PieceIndex> = parties.collect();
        leads.sort_unstable();
        leads.dedup();
        for lead in leads {
            let enveloped = self.possible_supports(lead).find(|&support| {
                self.state.touching(support).any(|enemy| self.touches_rear(enemy, support))
            });
            if let Some(support) = enveloped {
                self.state.enveloped.extend([lead, support]);
                self.record(PB_18_6, Happening::Enveloped { lead, support });
            }
        }
    }
}
