//! Diary text: paragraphs by phase, with related events grouped.

use sandtable_engine::RuleId;
use sandtable_engine::prose::Page;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::Phase;

use super::Diarist;
use super::ledger::Ledger;
use crate::game::event::{Event, Happening};
use sandtable_pack::fab::{SideIndex, UnitIndex};

/// A diary in progress.
pub(super) struct DiaryText<'a> {
    pub(super) diarist: &'a Diarist<'a>,
    events: &'a [Event],
    /// Index of the next event.
    next: usize,
    page: Page,
    pub(super) ledger: Ledger<'a>,
    /// The current player turn.
    player: Option<(u8, SideIndex)>,
    /// The opening of the paragraph, written with its first sentence.
    lead: Option<(String, RuleId)>,
    /// The numbers of events and bytes written after each sentence.
    marks: Vec<(usize, usize)>,
}

impl<'a> DiaryText<'a> {
    pub fn new(diarist: &'a Diarist<'a>, events: &'a [Event], page: Page) -> Self {
        Self {
            diarist,
            events,
            next: 0,
            page,
            ledger: Ledger::new(diarist.field),
            player: None,
            lead: None,
            marks: Vec::new(),
        }
    }

    /// Returns the whole diary.
    pub(super) fn finish(mut self) -> String {
        self.write();
        self.page.into_text()
    }

    /// Returns the sentences of the diary, each with the number of events written so far.
    pub fn parts(mut self) -> Vec<(usize, String)> {
        self.write();
        let text = self.page.into_text();
        let mut from = 0;
        let parts = self.marks.into_iter().map(|(events, to)| {
            let part = text[from..to].split_whitespace().collect::<Vec<_>>().join(" ");
            from = to;
            (events, part)
        });
        parts.filter(|(_, part)| !part.is_empty()).collect()
    }

    fn write(&mut self) {
        while let Some(event) = self.take() {
            match &event.what {
                Happening::TurnBegins => self.page.heading(&self.diarist.heading(event.turn)),
                Happening::Phase { phase, side } => self.write_phase(event, *phase, *side),
                Happening::TurnEnds { points } => {
                    let sentence = self.diarist.turn(&self.ledger, *points);
                    self.page.paragraph(&sentence, &[event.rule]);
                }
                Happening::Over(verdict) => {
                    let sentence = self.diarist.outcome(verdict);
                    self.page.paragraph(&sentence, &[event.rule]);
                    self.page.continue_paragraph(&self.diarist.toll(&self.ledger), &[]);
                }
                _ => {}
            }
            self.mark();
        }
    }

    /// Records that the text so far covers all events taken so far.
    fn mark(&mut self) {
        self.marks.push((self.next, self.page.length()));
    }

    fn write_phase(&mut self, event: &Event, phase: Phase, side: SideIndex) {
        let names = &self.diarist.names;
        let own = names.side(side);
        if phase != Phase::Reinforcement && self.player != Some((event.turn, side)) {
            self.player = Some((event.turn, side));
            self.page.subheading(&format!("Player turn of {own}"));
        }
        let lead = match phase {
            Phase::Reinforcement => Some(("Reinforcements".to_owned(), FAB_4_1)),
            Phase::OperationalMovement => Some((format!("{own} moves"), FAB_5_2)),
            Phase::StrategicMovement => Some((format!("{own} moves strategically"), FAB_5_4)),
            Phase::Reaction => {
                Some((format!("{} reacts with its reserves", names.side(side.other())), FAB_7_2))
            }
            Phase::BreakthroughMovement => {
                Some((format!("{own} sends reserves and armour forward"), FAB_7_3))
            }
            Phase::Supply => Some(("Supply, recovery and morale".to_owned(), FAB_9_1)),
            Phase::Administration | Phase::Combat | Phase::BreakthroughCombat => None,
        };
        self.lead = lead;
        match phase {
            Phase::Reinforcement => self.write_reinforcements(),
            Phase::Administration => self.write_administration(),
            Phase::OperationalMovement
            | Phase::StrategicMovement
            | Phase::Reaction
            | Phase::BreakthroughMovement => self.write_movement(),
            Phase::Combat | Phase::BreakthroughCombat => self.write_combats(),
            Phase::Supply => self.write_supply(),
        }
        self.lead = None;
    }

    fn take(&mut self) -> Option<&'a Event> {
        let event = self.events.get(self.next)?;
        self.next += 1;
        // Only the event log records units that are hidden again.
        let hidden = |event: &&Event| matches!(event.what, Happening::Hidden { .. });
        self.next += self.events[self.next..].iter().take_while(hidden).count();
        self.ledger.count(event);
        Some(event)
    }

    /// The next event, without taking it.
    pub(super) fn peek(&self) -> Option<&'a Event> {
        self.events.get(self.next)
    }

    /// Takes the next event if `belongs` accepts it.
    pub(super) fn take_if(&mut self, belongs: impl Fn(&Event) -> bool) -> Option<&'a Event> {
        belongs(self.peek()?).then(|| self.take()).flatten()
    }

    /// Takes the next event of the phase.
    pub(super) fn take_in_phase(&mut self) -> Option<&'a Event> {
        self.take_if(|event| !ends_phase(&event.what))
    }

    /// Adds a sentence to the paragraph, after opening it if necessary.
    pub(super) fn add_sentence(&mut self, sentence: &str, rules: &[RuleId]) {
        if let Some((lead, rule)) = self.lead.take() {
            self.page.paragraph(&lead, &[rule]);
        }
        self.page.indented(sentence, rules);
        self.mark();
    }

    /// Writes the first sentence of a paragraph.
    pub(super) fn open(&mut self, sentence: &str, rules: &[RuleId]) {
        self.lead = None;
        self.page.paragraph(sentence, rules);
        self.mark();
    }

    /// Sets the opening of the next paragraph, written with its first sentence.
    pub(super) fn set_lead(&mut self, sentence: &str, rule: RuleId) {
        self.lead = Some((sentence.to_owned(), rule));
    }

    /// The phasing side of this player turn.
    pub(super) fn player(&self) -> SideIndex {
        self.player.map_or(SideIndex::First, |(_, side)| side)
    }

    pub(super) fn side(&self, unit: UnitIndex) -> SideIndex {
        self.diarist.field.unit(unit).side
    }
}

/// Whether this event ends a phase.
fn ends_phase(what: &Happening) -> bool {
    matches!(
        what,
        Happening::Phase { .. }
            | Happening::TurnBegins
            | Happening::TurnEnds { .. }
            | Happening::Over(_)
    )
}
