//! PB-22.1, PB-22.2: the pending combats and the choice of the next one.

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::plan::Plan;
use crate::state::Contact;
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, refuse};

/// A combat that could be fought next.
#[derive(Clone, Debug)]
pub(crate) struct NextCombat {
    /// The piece that identifies the combat in actions.
    pub name: PieceIndex,
    /// The participants in order of involvement: the original Defender first.
    pub places: Vec<PieceIndex>,
    /// The combat's last attack.
    last: Contact,
}

impl Game {
    /// The combats that may be fought next, and the side that chooses among them.
    pub(crate) fn next_combats(&self) -> (SideIndex, Vec<NextCombat>) {
        let one_by_one = rulings::attacks_are_fought_one_by_one(&self.field);
        let mut combats = if one_by_one { self.single_attacks() } else { self.connected_combats() };
        let mut chooser = self.combat_order();
        if rulings::last_drawn_fights_first(&self.field)
            && let Some(last) =
                combats.iter().map(|combat| &combat.last).max_by_key(|one| one.order)
        {
            // PB-Q15: commands attack in the order they were drawn, so the command of the last
            // attack was drawn last.
            let (side, command) = self.attacking_command(last);
            combats.retain(|combat| self.attacking_command(&combat.last) == (side, command));
            chooser = side;
        }
        if one_by_one {
            self.keep_last_in_melee(&mut combats);
        }
        (chooser, combats)
    }

    /// PB-22.1: plans the combat with this name as the next one.
    pub(crate) fn plan_combat(&self, name: PieceIndex) -> Result<Plan, Refusal> {
        match self.next_combats().1.into_iter().find(|combat| combat.name == name) {
            Some(combat) => Ok(Plan::BeginCombat(combat.places)),
            None => {
                refuse(PB_22_1, "no combat that may be fought next has this piece in first place")
            }
        }
    }

    /// The side that chooses the order of combats (PB-22.2).
    pub(crate) fn combat_order(&self) -> SideIndex {
        let scenario = self.field.pack.scenario();
        if scenario.sides[0].id == scenario.combat_order {
            SideIndex::First
        } else {
            SideIndex::Second
        }
    }

    fn attacking_command(&self, contact: &Contact) -> (SideIndex, Option<CommandIndex>) {
        let side = self.roster().piece(contact.attacker).side;
        (side, self.command_of(contact.attacker))
    }

    /// PB-A142: groups of pieces in contact. Each group is in order of involvement, by the first
    /// contact of each piece; within a contact, the Defender comes first.
    fn groups(&self) -> Vec<Vec<PieceIndex>> {
        let mut groups: Vec<Vec<PieceIndex>> = Vec::new();
        let mut involved: Vec<PieceIndex> = Vec::new();
        for contact in &self.state.contacts {
            let pair = [contact.defender, contact.attacker];
            for piece in pair {
                if !involved.contains(&piece) {
                    involved.push(piece);
                }
            }
            let touched = |group: &Vec<PieceIndex>| pair.iter().any(|one| group.contains(one));
            let mut touching = (0..groups.len()).filter(|&index| touched(&groups[index]));
            match (touching.next(), touching.next()) {
                (None, _) => groups.push(pair.to_vec()),
                (Some(home), other) => {
                    // A contact has two pieces, so it can join at most two groups.
                    let joined = other.map_or_else(Vec::new, |other| groups.remove(other));
                    for piece in joined.into_iter().chain(pair) {
                        if !groups[home].contains(&piece) {
                            groups[home].push(piece);
                        }
                    }
                }
            }
        }
        for group in &mut groups {
            group.sort_by_key(|piece| involved.iter().position(|one| one == piece));
        }
        groups
    }

    /// PB-28.1: one combat for each group of pieces connected by contact.
    fn connected_combats(&self) -> Vec<NextCombat> {
        let with_last = |places: Vec<PieceIndex>| {
            let contacts = self.state.contacts.iter();
            let last = contacts
                .filter(|contact| places.contains(&contact.defender))
                .max_by_key(|contact| contact.order)?;
            Some(NextCombat { name: places[0], last: last.clone(), places })
        };
        self.groups().into_iter().filter_map(with_last).collect()
    }

    /// PB-Q16: one combat for each attacker and target. An attacker in contact with several enemies
    /// fights them in turn.
    fn single_attacks(&self) -> Vec<NextCombat> {
        let mut combats: Vec<NextCombat> = Vec::new();
        for contact in &self.state.contacts {
            if combats.iter().all(|combat| combat.name != contact.attacker) {
                let places = vec![contact.defender, contact.attacker];
                combats.push(NextCombat { name: contact.attacker, places, last: contact.clone() });
            }
        }
        combats
    }

    /// PB-Q16: if several pieces of both sides are in contact, the last attacker fights first.
    fn keep_last_in_melee(&self, combats: &mut Vec<NextCombat>) {
        for melee in self.groups() {
            let of_side = |side: SideIndex| {
                melee.iter().filter(move |&&piece| self.roster().piece(piece).side == side).count()
            };
            if SideIndex::BOTH.into_iter().any(|side| of_side(side) < 2) {
                continue;
            }
            let is_in_it = |combat: &NextCombat| melee.contains(&combat.name);
            let last = combats.iter().filter(|one| is_in_it(one)).map(|one| one.last.order).max();
            combats.retain(|combat| !is_in_it(combat) || Some(combat.last.order) == last);
        }
    }
}
