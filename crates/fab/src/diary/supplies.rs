//! The Supply Phase: supply status, recovery and morale.

use sandtable_engine::RuleId;
use sandtable_pack::fab::Order;

use super::text::DiaryText;
use crate::game::event::{Event, Happening};
use sandtable_pack::fab::{AreaIndex, UnitIndex};

impl<'a> DiaryText<'a> {
    pub(super) fn write_supply(&mut self) {
        while let Some(event) = self.take_in_phase() {
            match event.what {
                Happening::Supply { unit, supplied } => {
                    let units = self.take_units(event, unit, |what| match *what {
                        Happening::Supply { unit, supplied: one } if one == supplied => Some(unit),
                        _ => None,
                    });
                    self.write_supplied(&units, supplied, event.rule);
                }
                Happening::AreaSupply { area, supplied } => {
                    self.write_areas(area, supplied, event.rule);
                }
                Happening::Ordered { unit, order } => {
                    let units = self.take_units(event, unit, |what| match *what {
                        Happening::Ordered { unit, order: one } if one == order => Some(unit),
                        _ => None,
                    });
                    self.write_order(&units, order, event.rule);
                }
                Happening::Checked { .. } => self.write_morale(event),
                _ => self.write_change_of_hands(event),
            }
        }
    }

    /// Takes this unit and all units in the similar events that follow at once.
    pub(super) fn take_units(
        &mut self,
        event: &Event,
        first: UnitIndex,
        same: impl Fn(&Happening) -> Option<UnitIndex>,
    ) -> Vec<UnitIndex> {
        let mut units = vec![first];
        while let Some(next) =
            self.take_if(|next| next.rule == event.rule && same(&next.what).is_some())
        {
            units.extend(same(&next.what));
        }
        units
    }

    fn write_supplied(&mut self, units: &[UnitIndex], supplied: bool, rule: RuleId) {
        let names = &self.diarist.names;
        let is = names.verb_for_units(units, "is", "are");
        let how = if supplied { "in supply again" } else { "out of supply" };
        self.add_sentence(&format!("{} {is} {how}", names.units(units)), &[rule]);
    }

    /// Writes that an area is out of supply or in supply again, with all areas in the similar
    /// events that follow at once.
    fn write_areas(&mut self, first: AreaIndex, supplied: bool, rule: RuleId) {
        let same = |what: &Happening| match *what {
            Happening::AreaSupply { area, supplied: one } if one == supplied => Some(area),
            _ => None,
        };
        let mut areas = vec![first];
        while let Some(next) = self.take_if(|next| same(&next.what).is_some()) {
            areas.extend(same(&next.what));
        }
        let is = if areas.len() == 1 { "is" } else { "are" };
        let how = if supplied { "in supply again" } else { "out of supply" };
        self.add_sentence(&format!("{} {is} {how}", self.diarist.names.areas(&areas)), &[rule]);
    }

    /// Writes the new order of units, for any cause.
    pub(super) fn write_order(&mut self, units: &[UnitIndex], order: Order, rule: RuleId) {
        let does = |one, several| self.diarist.names.verb_for_units(units, one, several);
        let names = self.diarist.names.units(units);
        let sentence = match order {
            Order::Good => {
                format!("{names} {} in good order again", does("is", "are"))
            }
            Order::Recovering => {
                format!("{names} {} to recover", does("begins", "begin"))
            }
            Order::Disordered => {
                format!("{names} {} into disorder", does("falls", "fall"))
            }
        };
        self.add_sentence(&sentence, &[rule]);
    }

    /// Writes a morale check and its consequences.
    fn write_morale(&mut self, event: &Event) {
        let Happening::Checked { unit, number, die, passed } = event.what else { return };
        let name = self.diarist.names.unit(unit);
        let mut rules = vec![event.rule];
        let mut sentence = format!(
            "{name}, out of supply, rolls {die} for morale, {number} or less needed: it holds"
        );
        if !passed {
            let fate = self.take_if(|next| match next.what {
                Happening::Ordered { unit: one, .. }
                | Happening::StepLost { unit: one, .. }
                | Happening::Eliminated { unit: one } => one == unit,
                _ => false,
            });
            let (does, rule) = match fate.map(|fate| (&fate.what, fate.rule)) {
                Some((Happening::Ordered { .. }, rule)) => ("falls into disorder", Some(rule)),
                Some((Happening::StepLost { left: 0, .. }, rule)) => {
                    self.take_if(|next| matches!(next.what, Happening::Eliminated { unit: one } if one == unit));
                    ("loses its last step", Some(rule))
                }
                Some((Happening::StepLost { .. }, rule)) => ("loses a step", Some(rule)),
                Some((_, rule)) => ("surrenders", Some(rule)),
                None => ("wavers", None),
            };
            rules.extend(rule);
            sentence = format!(
                "{name}, out of supply, rolls {die} for morale, {number} or less needed: it {does}"
            );
        }
        self.add_sentence(&sentence, &rules);
    }

    /// Writes that an area changes hands or that a unit must leave.
    pub(super) fn write_change_of_hands(&mut self, event: &Event) {
        let names = &self.diarist.names;
        match event.what {
            Happening::Control { area, side } => {
                let sentence = format!("{} falls to {}", names.area(area), names.side(side));
                self.add_sentence(&sentence, &[event.rule]);
            }
            Happening::Retreated { unit, from, to, .. } => {
                let (unit, from, to) = (names.unit(unit), names.area(from), names.area(to));
                let sentence =
                    format!("{unit} retreats from overstacked {from} to {to} in disorder");
                self.add_sentence(&sentence, &[event.rule]);
                self.take_if(|next| matches!(next.what, Happening::Ordered { .. }));
            }
            Happening::Eliminated { unit } => {
                let sentence = format!("{} is lost", names.unit(unit));
                self.add_sentence(&sentence, &[event.rule]);
            }
            _ => {}
        }
    }
}
