//! Reinforcements, draws from the cups, and the use of staffs, engineers and events before
//! movement.

use sandtable_engine::RuleId;
use sandtable_engine::prose::join_names;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, Order};

use super::names::steps;
use super::text::DiaryText;
use crate::game::event::{Event, Happening};
use crate::state::ChitPlace;
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex, UnitIndex};

impl<'a> DiaryText<'a> {
    pub(super) fn write_reinforcements(&mut self) {
        while let Some(event) = self.take_in_phase() {
            let names = &self.diarist.names;
            match event.what {
                // FAB-4.1a1: the diary omits moves between boxes, except those that save a draw.
                Happening::Chit { chit, place: ChitPlace::In(ChitBox::Available) }
                    if self.is_asset(chit) =>
                {
                    let side = names.side(self.diarist.field.chit(chit).side);
                    let sentence = format!(
                        "{side} has {} available again for an unspent Special Action",
                        names.chit(chit)
                    );
                    self.add_sentence(&sentence, &[event.rule]);
                }
                Happening::Arrived { unit, area } => self.write_arrivals(event, unit, area),
                Happening::Delayed { unit } => {
                    let units = self.take_units(event, unit, |what| match *what {
                        Happening::Delayed { unit } => Some(unit),
                        _ => None,
                    });
                    let finds = names.verb_for_units(&units, "finds", "find");
                    let waits = names.verb_for_units(&units, "waits", "wait");
                    let sentence =
                        format!("{} {finds} no free entry area and {waits}", names.units(&units));
                    self.add_sentence(&sentence, &[event.rule]);
                }
                _ => self.write_change_of_hands(event),
            }
        }
    }

    /// Writes all consecutive arrivals in one area.
    fn write_arrivals(&mut self, event: &Event, first: UnitIndex, area: AreaIndex) {
        let mut units = vec![first];
        let mut taken = Vec::new();
        loop {
            let here = |next: &Event| match next.what {
                Happening::Arrived { area: one, .. } => one == area && next.rule == event.rule,
                Happening::Control { area: one, .. } => one == area,
                Happening::Revealed { .. } => true,
                _ => false,
            };
            let Some(next) = self.take_if(here) else { break };
            match next.what {
                Happening::Arrived { unit, .. } => units.push(unit),
                Happening::Control { .. } => taken.push(next.rule),
                _ => {}
            }
        }
        let names = &self.diarist.names;
        let arrives = names.verb_for_units(&units, "arrives", "arrive");
        let takes = match taken.is_empty() {
            true => "",
            false => names.verb_for_units(&units, " and takes it", " and take it"),
        };
        // FAB-8.27: the unit arrives in an area not printed on its label.
        let by = if event.rule == FAB_8_27 { " by a Special Action" } else { "" };
        let sentence =
            format!("{} {arrives} in {}{by}{takes}", names.units(&units), names.area(area));
        let rules: Vec<RuleId> = [event.rule].into_iter().chain(taken).collect();
        self.add_sentence(&sentence, &rules);
    }

    pub(super) fn write_administration(&mut self) {
        self.write_draws();
        while let Some(event) = self.take_in_phase() {
            match event.what {
                Happening::Chit { chit, place } => self.write_use(event, chit, place),
                Happening::Blown { .. }
                | Happening::Repaired { .. }
                | Happening::Fieldworks { .. }
                | Happening::Roadblock { .. } => self.write_works(event),
                _ => self.write_effect(event, None),
            }
        }
    }

    fn is_asset(&self, chit: ChitIndex) -> bool {
        self.diarist.field.chit(chit).asset().is_some()
    }

    /// FAB-4.2a: writes the draws from both cups.
    fn write_draws(&mut self) {
        let mut drawn: [Vec<ChitIndex>; 2] = Default::default();
        let mut rule = FAB_4_2;
        while let Some(event) = self
            .take_if(|event| event.rule == FAB_4_2A && matches!(event.what, Happening::Chit { .. }))
        {
            if let Happening::Chit { chit, .. } = event.what {
                drawn[self.diarist.field.chit(chit).side.index()].push(chit);
                rule = event.rule;
            }
        }
        if drawn.iter().all(Vec::is_empty) {
            self.set_lead("Administration", rule);
            return;
        }
        let names = &self.diarist.names;
        let of = |side: SideIndex| {
            let chits = &drawn[side.index()];
            let what = if chits.is_empty() { "nothing".to_owned() } else { names.chits(chits) };
            format!("{} {what}", names.side(side))
        };
        let sentence = format!("Drawn from the cups: {}", SideIndex::BOTH.map(of).join(", "));
        self.open(&sentence, &[rule]);
    }

    /// Writes the use of a counter. The events that follow under the same rule are its effects.
    fn write_use(&mut self, event: &Event, chit: ChitIndex, place: ChitPlace) {
        let names = &self.diarist.names;
        let side = names.side(self.diarist.field.chit(chit).side);
        let name = names.chit(chit);
        match (place, event.rule) {
            (ChitPlace::In(ChitBox::Cup), FAB_4_21) => {
                let mut chits = vec![chit];
                while let Some(next) = self.take_if(|next| next.rule == event.rule) {
                    if let Happening::Chit { chit, .. } = next.what {
                        chits.push(chit);
                    }
                }
                let spent = self.take_if(|next| next.rule == FAB_4_22);
                let by = match spent.map(|next| &next.what) {
                    Some(Happening::Chit { chit, .. }) => names.chit(*chit),
                    _ => "an event",
                };
                let sentence =
                    format!("{side} spends {by} to return {} to its cup", names.chits(&chits));
                self.add_sentence(&sentence, &[event.rule]);
            }
            (ChitPlace::OnMap(area), _) => {
                let sentence =
                    format!("{name} of {side} defends a roadblock in {}", names.area(area));
                self.add_sentence(&sentence, &[event.rule]);
            }
            (ChitPlace::In(ChitBox::Used | ChitBox::Eliminated), _) => {
                let by = format!("{side} uses {name}");
                match self.take_if(|next| is_effect_of(event, next)) {
                    Some(effect) => self.write_effect(effect, Some((&by, event.rule))),
                    None => self.add_sentence(&by, &[event.rule]),
                }
            }
            // FAB-D16: the effect of an event returns the counters that it names.
            (ChitPlace::In(of), FAB_D16) => {
                let of = match of {
                    ChitBox::Cup => "in the cup",
                    ChitBox::Available => "available",
                    ChitBox::Used => "used",
                    ChitBox::Eliminated => "eliminated",
                };
                self.add_sentence(&format!("{name} of {side} is now {of}"), &[event.rule]);
            }
            _ => {}
        }
    }

    /// Writes the work of engineers; a later event names the engineers.
    fn write_works(&mut self, event: &Event) {
        let mut works = vec![event];
        while let Some(next) = self
            .take_if(|next| next.rule == event.rule && !matches!(next.what, Happening::Chit { .. }))
        {
            works.push(next);
        }
        let engineers = self.take_if(|next| matches!(next.what, Happening::Chit { .. }));
        let names = &self.diarist.names;
        let who = match engineers.map(|next| &next.what) {
            Some(Happening::Chit { chit, .. }) => {
                let side = names.side(self.diarist.field.chit(*chit).side);
                format!("{} of {side}", names.chit(*chit))
            }
            _ => "no one".to_owned(),
        };
        let done = works.iter().map(|work| match work.what {
            Happening::Blown { edge, .. } => format!("blows {}", names.bridge(edge)),
            Happening::Repaired { edge } => format!("repairs {}", names.bridge(edge)),
            Happening::Fieldworks { area, .. } => format!("fortifies {}", names.area(area)),
            Happening::Roadblock { area, .. } => {
                format!("blocks the roads in {}", names.area(area))
            }
            _ => String::new(),
        });
        let done: Vec<String> = done.collect();
        let mut rules = vec![event.rule];
        rules.extend(engineers.map(|next| next.rule));
        self.add_sentence(&format!("{who} {}", join_names(&done)), &rules);
    }

    /// Writes the effect of a counter after the counter's name.
    fn write_effect(&mut self, event: &Event, by: Option<(&str, RuleId)>) {
        let names = &self.diarist.names;
        let sentence = match event.what {
            Happening::StepGained { unit, steps: now } => {
                format!("{} has {} again", names.unit(unit), steps(usize::from(now)))
            }
            Happening::Revealed { unit } => match self.ledger.place(unit) {
                Some(area) => {
                    format!("{} is identified in {}", names.unit(unit), names.area(area))
                }
                None => format!("{} is identified", names.unit(unit)),
            },
            Happening::Reserve { unit, reserve: true } => {
                format!("{} goes into reserve", names.unit(unit))
            }
            Happening::Reserve { unit, reserve: false } => {
                format!("{} is no longer in reserve", names.unit(unit))
            }
            Happening::Ordered { unit, order } => {
                let units = self.take_units(event, unit, |what| match *what {
                    Happening::Ordered { unit, order: one } if one == order => Some(unit),
                    _ => None,
                });
                let is = names.verb_for_units(&units, "is", "are");
                let how = if order == Order::Good { "in good order again" } else { "in disorder" };
                format!("{} {is} {how}", names.units(&units))
            }
            Happening::FieldworksGone { area } => {
                format!("the fieldworks in {} are removed", names.area(area))
            }
            Happening::RoadblockGone { area } => {
                format!("the roadblock in {} is removed", names.area(area))
            }
            Happening::Blown { edge, .. } => format!("{} is blown", names.bridge(edge)),
            Happening::Repaired { edge } => format!("{} is repaired", names.bridge(edge)),
            Happening::Fieldworks { area, .. } => format!("{} is fortified", names.area(area)),
            Happening::Roadblock { area, .. } => {
                format!("the roads in {} are blocked", names.area(area))
            }
            _ => return self.write_change_of_hands(event),
        };
        match by {
            Some((by, rule)) => {
                self.add_sentence(&format!("{by}: {sentence}"), &[rule, event.rule])
            }
            None => self.add_sentence(&sentence, &[event.rule]),
        }
    }
}

/// Whether `next` is an effect of the counter just used.
fn is_effect_of(used: &Event, next: &Event) -> bool {
    let by = match used.rule {
        FAB_4_22 => next.rule == FAB_D16,
        // Staff functions have separate rules.
        FAB_8_3 => next.rule.0.starts_with(FAB_8_3.0),
        rule => next.rule == rule,
    };
    by && !matches!(next.what, Happening::Chit { .. })
}
