//! The events of a game as paragraphs, in order. Related events share a sentence or paragraph.
//! `moves` writes moves, and `together` joins similar events.

use sandtable_pack::GroundPoint;

use super::Diarist;
use super::ledger::Ledger;
use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::combat::fire::HitResult;
use crate::game::event::{Event, Happening, Loss};
use crate::state::combat::RetreatCause;
use sandtable_engine::RuleId;
use sandtable_engine::prose::Page;

/// A diary in progress.
pub(super) struct DiaryText<'a> {
    pub(super) diarist: &'a Diarist<'a>,
    events: &'a [Event],
    /// The index of the next event.
    next: usize,
    page: Page,
    pub(super) ledger: Ledger<'a>,
    /// The rule for drawing the active chit, if it was drawn just before.
    pub(super) draw_rule: Option<RuleId>,
    /// Headquarters pushed aside by events in the current sentence.
    pushed_aside: Vec<&'a Event>,
    /// Whether the current turn's combats have been written.
    is_aftermath: bool,
}

impl<'a> DiaryText<'a> {
    pub fn new(diarist: &'a Diarist<'a>, events: &'a [Event]) -> Self {
        Self {
            diarist,
            events,
            next: 0,
            page: Page::default(),
            ledger: Ledger::new(diarist.field),
            draw_rule: None,
            pushed_aside: Vec::new(),
            is_aftermath: false,
        }
    }

    /// Writes the whole diary.
    pub(super) fn finish(mut self) -> String {
        while let Some(event) = self.take() {
            self.write(event);
            for pushed in std::mem::take(&mut self.pushed_aside) {
                self.write_details(&self.diarist.sentence(pushed), &[pushed.rule]);
            }
        }
        self.page.into_text()
    }

    fn take(&mut self) -> Option<&'a Event> {
        let event = self.events.get(self.next)?;
        self.next += 1;
        self.ledger.count(event);
        if let Happening::TurnBegins { .. } = event.what {
            self.is_aftermath = false;
        }
        Some(event)
    }

    /// The event this many places after the next one.
    pub(super) fn peek(&self, after: usize) -> Option<&'a Happening> {
        self.events.get(self.next + after).map(|event| &event.what)
    }

    /// Takes the next event if it belongs in the same sentence as the last event.
    pub(super) fn take_if(&mut self, belongs: impl Fn(&Happening) -> bool) -> Option<&'a Event> {
        belongs(&self.events.get(self.next)?.what).then(|| self.take()).flatten()
    }

    /// Like [`Self::take_if`], but skips headquarters that are pushed aside.
    pub(super) fn take_beyond_staffs(
        &mut self,
        belongs: impl Fn(&Happening) -> bool,
    ) -> Option<&'a Event> {
        let rest = &self.events[self.next..];
        let is_staff_work = |what: &Happening| matches!(what, Happening::PushedAside { .. });
        let aside = rest.iter().take_while(|event| is_staff_work(&event.what)).count();
        if !belongs(&rest.get(aside)?.what) {
            return None;
        }
        for _ in 0..aside {
            let staff = self.take();
            self.pushed_aside.extend(staff.filter(|event| self.is_driven_off(&event.what)));
        }
        self.take()
    }

    /// Whether a headquarters was pushed aside by more than a block's depth. Shorter moves are not
    /// worth a sentence.
    fn is_driven_off(&self, what: &Happening) -> bool {
        let thickness = self.diarist.field.pack.scenario().footprints.combat.depth;
        match what {
            Happening::PushedAside { from, stands, .. } => {
                stands.centre().distance(*from) > thickness
            }
            _ => false,
        }
    }

    fn write(&mut self, event: &'a Event) {
        let diarist = self.diarist;
        match &event.what {
            // The order of battle already lists pieces in their scenario set-up.
            Happening::SetUp { .. } => {}
            Happening::PushedAside { .. } if !self.is_driven_off(&event.what) => {}
            Happening::TurnBegins { .. } => {
                self.page.heading(&diarist.heading(event));
                self.page.continue_paragraph(&diarist.sentence(event), &[event.rule]);
            }
            Happening::ChitDrawn(chit) => self.write_draw(event, *chit),
            Happening::Activated(command) => self.write_activation(event, *command),
            Happening::Moved { piece, .. } => self.write_move(event, *piece),
            Happening::Entered { piece, .. } => self.write_entry(event, *piece),
            Happening::Turned { piece, .. } => {
                let bombards = |next: &Happening| matches!(next, Happening::Bombarded { firer, .. } if firer == piece);
                // The turn of a battery that fires is part of the fire's sentence.
                if !self.events.get(self.next).is_some_and(|event| bombards(&event.what)) {
                    self.write_details(&diarist.sentence(event), &[event.rule]);
                }
            }
            Happening::Rallied { .. } => self.write_rallies(event),
            Happening::Pushed { by, .. } => self.write_pushes(event, *by),
            Happening::Recovered { piece, .. } => self.write_recoveries(event, self.side(*piece)),
            Happening::CutOff { piece, .. } => self.write_cut_off(event, self.side(*piece)),
            Happening::Fired { target, .. } | Happening::Bombarded { target, .. } => {
                self.write_fire(event, *target);
            }
            Happening::Retreated { cause: RetreatCause::FieldOfFire, .. } if !self.is_aftermath => {
                self.is_aftermath = true;
                self.page.subheading("After combat");
                self.write_retreat(event);
            }
            Happening::Retreated { .. } => self.write_retreat(event),
            Happening::TurnEnds { points } => {
                let score = diarist.score(*points);
                let sentence = match self.ledger.losses() {
                    [] => format!("There are no losses this turn; {score}"),
                    lost => format!("This turn {}; {score}", diarist.losses(lost)),
                };
                self.paragraph(&sentence, &[event.rule]);
            }
            Happening::Ended(end) => {
                self.paragraph(
                    &diarist.outcome(end, Some(&self.ledger)),
                    &[event.rule, end.kind.rule()],
                );
                self.page.continue_paragraph(&diarist.toll(&self.ledger), &[]);
            }
            Happening::Decided(verdict) => {
                let rule = verdict.kind.rule();
                let sentence = diarist.decision(verdict, Some(&self.ledger));
                self.paragraph(&sentence, &[rule, event.rule]);
            }
            Happening::Attacked { attacker, .. } => {
                let name = &diarist.names.piece(*attacker).text;
                self.write_details(&format!("{name} {}", self.assault(event)), &[event.rule]);
            }
            Happening::CombatBegins { places, supports, at } => {
                let fought_at = self.fight_places(places, *at);
                let sentence = diarist.combat(places, supports, &fought_at);
                self.paragraph(&sentence, &[event.rule]);
            }
            Happening::Enveloped { .. }
            | Happening::NightfallDecision { .. }
            | Happening::Destroyed { loss: Loss::TrainTaken, .. } => {
                self.paragraph(&diarist.sentence(event), &[event.rule]);
            }
            _ => self.write_details(&diarist.sentence(event), &[event.rule]),
        }
    }

    /// Writes a fire and its effect on the target, if the effect follows at once.
    fn write_fire(&mut self, event: &'a Event, target: PieceIndex) {
        let diarist = self.diarist;
        let effect = self.take_if(|next| match next {
            Happening::Retreated { piece, cause, .. } => {
                *piece == target && matches!(cause, RetreatCause::Hits | RetreatCause::Bombardment)
            }
            Happening::Destroyed { piece, .. } => *piece == target,
            _ => false,
        });
        let mut rules = diarist.rules_of_fire(event);
        let Some(effect) = effect else {
            self.write_details(&diarist.sentence(event), &rules);
            return;
        };
        let name = diarist.names.piece(target);
        let does = match &effect.what {
            Happening::Retreated { .. } => {
                let leaves = diarist.withdrawal(effect, false);
                match is_spent_by(&event.what) {
                    true => format!("{} Spent and {leaves}", name.is()),
                    false => format!("{} {leaves}", name.text),
                }
            }
            _ => format!("{} {}", name.is(), diarist.end_of(effect)),
        };
        let answer = if self.is_unanswered(event) { ", without return fire" } else { "" };
        let sentence = format!("{}; {does}{answer}", diarist.fire_of(event));
        rules.push(effect.rule);
        self.write_details(&sentence, &rules);
    }

    /// PB-14.2: whether no piece, not even a Support (PB-14.3), fires back at artillery that fired
    /// first.
    fn is_unanswered(&self, event: &Event) -> bool {
        let Happening::Fired { firer, rules, .. } = &event.what else { return false };
        let ends = |what: &Happening| {
            matches!(what, Happening::CombatBegins { .. } | Happening::TurnEnds { .. })
        };
        let rest = self.events[self.next..].iter().map(|event| &event.what);
        let mut rest = rest.take_while(|what| !ends(what));
        let answers = |what| matches!(what, &Happening::Fired { target, .. } if target == *firer);
        rules.first.is_some() && !rest.any(answers)
    }

    fn write_retreat(&mut self, event: &'a Event) {
        let Happening::Retreated { piece, .. } = event.what else { return };
        let name = &self.diarist.names.piece(piece).text;
        let leaves = self.diarist.withdrawal(event, self.ledger.has_tired(piece));
        self.write_details(&format!("{name} {leaves}"), &[event.rule]);
    }

    /// The places of the attacked pieces in a combat: those of the Defender and other pieces of its
    /// side.
    fn fight_places(&self, places: &[PieceIndex], at: GroundPoint) -> Vec<GroundPoint> {
        let side = places.first().map(|&defender| self.side(defender));
        let defenders = places.iter().filter(|&&piece| Some(self.side(piece)) == side);
        let others = defenders.skip(1).filter_map(|&piece| self.ledger.attacked_at(piece));
        let first = places.first().and_then(|&piece| self.ledger.attacked_at(piece));
        [first.unwrap_or(at)].into_iter().chain(others).collect()
    }

    /// The predicate of a sentence about the latest attack.
    pub(super) fn assault(&self, event: &Event) -> String {
        match event.what {
            Happening::Attacked { defender, at, .. } => {
                self.diarist.assault(event, self.ledger.attacked_at(defender).unwrap_or(at))
            }
            _ => String::new(),
        }
    }

    fn side(&self, piece: PieceIndex) -> SideIndex {
        self.diarist.field.roster.piece(piece).side
    }

    pub(super) fn paragraph(&mut self, sentence: &str, rules: &[RuleId]) {
        self.page.paragraph(sentence, rules);
    }

    pub(super) fn write_details(&mut self, sentence: &str, rules: &[RuleId]) {
        self.page.indented(sentence, rules);
    }
}

/// Whether a fire made its target Spent and forced it to retreat.
fn is_spent_by(what: &Happening) -> bool {
    match what {
        Happening::Fired { result, .. } | Happening::Bombarded { result, .. } => {
            *result == HitResult::SpentAndRetreat
        }
        _ => false,
    }
}
