//! PB-13.3: the Support of a departed lead takes the lead's place or retreats.

use crate::state::combat::Vacancy;
use sandtable_engine::rule_ids::*;

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::action::Action;
use crate::game::event::Happening;
use crate::game::ground;
use crate::game::plan::{Plan, SupportChoice};
use crate::state::combat::RetreatCause;
use crate::state::{Location, Stance, Task};
use sandtable_engine::{Refusal, refuse};

impl Game {
    /// The vacancy that a lead leaves to its Support, if it has one. It is computed before the lead
    /// leaves; `threats` are the enemies that the lead retreats from.
    pub(crate) fn vacancy(
        &self,
        lead: PieceIndex,
        threats: &[PieceIndex],
        cause: RetreatCause,
    ) -> Option<Vacancy> {
        let in_contact = self.state.in_contact(lead);
        let forced = match cause {
            // PB-13.3, PB-A120: this also applies if the same simultaneous fire destroyed the
            // enemy.
            RetreatCause::Hits | RetreatCause::Choice | RetreatCause::Withdrawal => true,
            // PB-15.8: the Support of a bombarded lead must act only if the lead was in contact.
            RetreatCause::Bombardment => in_contact,
            // PB-13.3 does not mention retreats out of a Field of Fire.
            RetreatCause::FieldOfFire => return None,
        };
        let support = self.support_now(lead)?;
        let touching: Vec<PieceIndex> = self.state.touching(lead).collect();
        let contacts = self.state.contacts.iter();
        Some(Vacancy {
            support,
            lead,
            pose: self.state.line(lead)?,
            stood: self.start_block(support)?.pose(),
            contacts: contacts.filter(|contact| contact.other(lead).is_some()).cloned().collect(),
            threats: if in_contact { touching } else { threats.to_vec() },
            forced,
        })
    }

    /// Lets the Support's owner decide before anything else happens.
    pub(crate) fn offer(&mut self, vacancy: Option<Vacancy>) {
        self.state.tasks.extend(vacancy.map(Box::new).map(Task::Vacancy));
    }

    /// Whether no decision remains, because the Support has been pushed away, or can neither
    /// advance nor retreat.
    pub(crate) fn is_void(&self, vacancy: &Vacancy) -> bool {
        let stands = self.start_block(vacancy.support).map(|block| block.pose());
        stands != Some(vacancy.stood)
            || [Action::TakePlace, Action::Retire, Action::Stay]
                .iter()
                .all(|action| self.plan_filling(vacancy, action).is_err())
    }

    /// PB-A87: plans the Support's advance or retreat. If no enemy touched the lead, the Support
    /// may also stay.
    pub(crate) fn plan_filling(&self, vacancy: &Vacancy, action: &Action) -> Result<Plan, Refusal> {
        let support = vacancy.support;
        let (choice, rule) = match action {
            Action::TakePlace => {
                let place = self.line_block(support, vacancy.pose);
                if !self.has_room(support, &place) {
                    return refuse(PB_6_4, "the lead's place is not free");
                }
                (SupportChoice::TakesPlace, PB_13_3)
            }
            // PB-A64: the Support stays in reserve, with its status unchanged.
            Action::Retire if self.state.in_reserve_with(support).is_some() => {
                (SupportChoice::Stays, PB_A64)
            }
            Action::Retire => {
                if self.first_retreat(support, &vacancy.threats).is_none() {
                    return refuse(
                        PB_A87,
                        "a Support that cannot retreat must take its lead's place",
                    );
                }
                (SupportChoice::Retreats, PB_13_3)
            }
            Action::Stay if !vacancy.forced => (SupportChoice::Stays, PB_A87),
            Action::Stay => {
                return refuse(PB_A87, "a Support must take its lead's place or retreat");
            }
            _ => {
                return refuse(
                    PB_13_3,
                    "waiting for a Support to decide whether to take its lead's place",
                );
            }
        };
        Ok(Plan::Fill { choice, rule })
    }

    /// Carries out the decision of the Support's owner.
    pub(crate) fn fill(&mut self, choice: SupportChoice) {
        let Some(Task::Vacancy(vacancy)) = self.state.tasks.pop() else {
            unreachable!("a vacancy is pending");
        };
        match choice {
            SupportChoice::TakesPlace => self.take_place(*vacancy),
            SupportChoice::Retreats => {
                let Vacancy { support: piece, threats, .. } = *vacancy;
                // PB-A87: the retreat is voluntary, so it makes a Fresh piece Spent.
                if rulings::retreat_of_support_makes_spent(&self.field) {
                    self.make_spent(piece);
                }
                let cause = RetreatCause::Choice;
                self.state.tasks.push(Task::Retreat { piece, threats, cause });
            }
            SupportChoice::Stays => {}
        }
        self.make_contacts_after_move();
    }

    /// PB-A90: gives the Support the lead's facing, contacts, and role in them: Attacker or
    /// Defender, flank, cover and river. The benefits of the Support's own quality are still
    /// unused.
    fn take_place(&mut self, vacancy: Vacancy) {
        let Vacancy { support, lead, pose, contacts, .. } = vacancy;
        self.put(support, Location::OnMap(Stance::Line(pose)));
        for mut contact in contacts {
            if contact.other(lead).is_none_or(|enemy| self.state.stance(enemy).is_none()) {
                continue;
            }
            if contact.attacker == lead {
                contact.attacker = support;
            } else {
                contact.defender = support;
            }
            self.state.contacts.push(contact);
        }
        self.state.contacts.sort_by_key(|contact| contact.order);
        if let Some(combat) = &mut self.state.combat {
            combat.replace(lead, support);
        }
        let stands = Stance::Line(pose);
        self.record(PB_13_3, Happening::TookPlace { piece: support, lead, stands });
        self.make_room_for(support, pose.facing);
        // PB-A39: buildings make it Spent.
        if ground::in_buildings(self, support) {
            self.disorder(support);
        }
    }
}
