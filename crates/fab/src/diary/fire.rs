//! One side's fire with its dice and effects, in one sentence.

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, FireKind, Order};

use super::combats::Fight;
use super::names::{steps, verb};
use super::text::DiaryText;
use crate::game::event::{Event, Happening};
use crate::state::{ChitPlace, RetreatCause};
use sandtable_pack::fab::{AreaIndex, ChitIndex, UnitIndex};

/// The effects of one side's fire.
#[derive(Default)]
struct Damage {
    /// Whether fieldworks absorbed a hit.
    fieldworks: bool,
    /// Steps lost by each unit, in order of their first losses.
    steps: Vec<(UnitIndex, usize)>,
    /// Units that have no steps left.
    destroyed: Vec<UnitIndex>,
    assets: Vec<ChitIndex>,
    disordered: Vec<UnitIndex>,
    aborted: bool,
    retreated: Vec<(UnitIndex, AreaIndex)>,
    rules: Vec<RuleId>,
}

impl<'a> DiaryText<'a> {
    pub(super) fn write_fire(&mut self, event: &Event, fight: &Fight) {
        let Happening::Fired { side, kind, numbers, dice, hits } = &event.what else { return };
        let side_name = self.diarist.names.side(*side);
        let what = match (kind, *side == fight.attacker) {
            (FireKind::Artillery, _) => format!("the artillery of {side_name} fires"),
            (FireKind::Close, true) => format!("{side_name} assaults"),
            (FireKind::Close, false) => format!("{side_name} fires in defence"),
        };
        let hits = match hits {
            0 => "no hits".to_owned(),
            1 => "1 hit".to_owned(),
            hits => format!("{hits} hits"),
        };
        let damage = self.damage();
        let sentence =
            format!("{what}, {} against {}: {hits}", row(dice), success_numbers(numbers));
        let clauses = self.clauses(&damage, fight);
        let sentence = match clauses.is_empty() {
            true => sentence,
            false => format!("{sentence}; {}", clauses.join("; ")),
        };
        let rules: Vec<RuleId> = [event.rule].into_iter().chain(damage.rules).collect();
        self.add_sentence(&sentence, &rules);
    }

    /// Takes all events that follow from one side's fire.
    fn damage(&mut self) -> Damage {
        let mut damage = Damage::default();
        let follows = |event: &Event| match event.what {
            Happening::FieldworksGone { .. } => event.rule == FAB_6_42A,
            Happening::Chit { place: ChitPlace::In(of), .. } => {
                of == ChitBox::Eliminated && event.rule != FAB_4_22
            }
            Happening::Retreated { cause, .. } => {
                matches!(cause, RetreatCause::Hit | RetreatCause::RiverAssault)
            }
            Happening::Ordered { order, .. } => order == Order::Disordered,
            Happening::StepLost { .. }
            | Happening::Eliminated { .. }
            | Happening::Aborted { .. }
            | Happening::Reserve { .. }
            | Happening::Point { .. } => true,
            _ => false,
        };
        while let Some(next) = self.take_if(follows) {
            match next.what {
                Happening::FieldworksGone { .. } => damage.fieldworks = true,
                Happening::Chit { chit, .. } => damage.assets.push(chit),
                Happening::StepLost { unit, .. } => damage.count_step_loss(unit),
                Happening::Eliminated { unit } => damage.destroyed.push(unit),
                Happening::Ordered { unit, .. } => damage.disordered.push(unit),
                Happening::Aborted { .. } => damage.aborted = true,
                Happening::Retreated { unit, to, .. } => damage.retreated.push((unit, to)),
                // The diary omits changes of the point unit and of reserve markers.
                _ => continue,
            }
            damage.rules.push(next.rule);
        }
        damage
    }

    /// The effects of one side's fire, in words.
    fn clauses(&self, damage: &Damage, fight: &Fight) -> Vec<String> {
        let names = &self.diarist.names;
        let mut clauses = Vec::new();
        if damage.fieldworks {
            clauses.push("the fieldworks are destroyed".to_owned());
        }
        if !damage.assets.is_empty() {
            let is = verb(damage.assets.len(), "is", "are");
            clauses.push(format!("{} {is} lost", names.chits(&damage.assets)));
        }
        clauses.extend(self.step_losses(damage));
        let unhurt = |unit: &&UnitIndex| !damage.has_lost_step(**unit);
        let others: Vec<UnitIndex> = damage.destroyed.iter().filter(unhurt).copied().collect();
        if !others.is_empty() {
            let is = names.verb_for_units(&others, "is", "are");
            clauses.push(format!("{} {is} destroyed", names.units(&others)));
        }
        if damage.aborted {
            clauses.push(format!("{} aborts the attack", names.side(fight.attacker)));
        }
        let stays = |unit: &&UnitIndex| damage.retreat_area_of(**unit).is_none();
        let disordered: Vec<UnitIndex> = damage.disordered.iter().filter(stays).copied().collect();
        if !disordered.is_empty() {
            let falls = names.verb_for_units(&disordered, "falls", "fall");
            clauses.push(format!("{} {falls} into disorder", names.units(&disordered)));
        }
        let mut goals: Vec<AreaIndex> = Vec::new();
        let quiet = || damage.retreated.iter().filter(|(unit, _)| !damage.has_lost_step(*unit));
        for &(_, to) in quiet() {
            if !goals.contains(&to) {
                goals.push(to);
            }
        }
        for goal in goals {
            let there = quiet().filter(|(_, to)| *to == goal);
            let units: Vec<UnitIndex> = there.map(|&(unit, _)| unit).collect();
            let falls = names.verb_for_units(&units, "falls", "fall");
            let area = names.area(goal);
            clauses.push(format!("{} {falls} back to {area} in disorder", names.units(&units)));
        }
        clauses
    }

    /// Units that lose steps and the effects on each. Units with equal losses and no other effect
    /// share a clause.
    fn step_losses(&self, damage: &Damage) -> Vec<String> {
        let names = &self.diarist.names;
        let mut clauses = Vec::new();
        let mut named: Vec<UnitIndex> = Vec::new();
        let fate = |unit: UnitIndex| match damage.retreat_area_of(unit) {
            _ if damage.destroyed.contains(&unit) => {
                Some(format!("{} destroyed", names.verb_for_units(&[unit], "is", "are")))
            }
            Some(goal) => {
                let falls = names.verb_for_units(&[unit], "falls", "fall");
                Some(format!("{falls} back to {} in disorder", names.area(goal)))
            }
            None => None,
        };
        for &(unit, count) in &damage.steps {
            if named.contains(&unit) {
                continue;
            }
            let units: Vec<UnitIndex> = match fate(unit) {
                Some(_) => vec![unit],
                None => {
                    let similar = damage
                        .steps
                        .iter()
                        .filter(|(one, steps)| *steps == count && fate(*one).is_none());
                    similar.map(|&(one, _)| one).collect()
                }
            };
            let each = if units.len() > 1 { " each" } else { "" };
            let loses = names.verb_for_units(&units, "loses", "lose");
            let end = fate(unit).map_or(String::new(), |fate| format!(" and {fate}"));
            clauses.push(format!("{} {loses} {}{each}{end}", names.units(&units), steps(count)));
            named.extend(units);
        }
        clauses
    }
}

impl Damage {
    /// Whether a unit has lost a step.
    fn has_lost_step(&self, unit: UnitIndex) -> bool {
        self.steps.iter().any(|(one, _)| *one == unit)
    }

    /// The area to which a unit has retreated.
    fn retreat_area_of(&self, unit: UnitIndex) -> Option<AreaIndex> {
        self.retreated.iter().find(|(one, _)| *one == unit).map(|&(_, to)| to)
    }

    /// Counts one more step lost by a unit.
    fn count_step_loss(&mut self, unit: UnitIndex) {
        match self.steps.iter_mut().find(|(one, _)| *one == unit) {
            Some((_, count)) => *count += 1,
            None => self.steps.push((unit, 1)),
        }
    }
}

/// Formats dice as `2-5-9`.
fn row(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// Formats Success Numbers, as a single number if all are equal.
fn success_numbers(numbers: &[i8]) -> String {
    match numbers {
        [first, rest @ ..] if rest.iter().all(|number| number == first) => first.to_string(),
        _ => numbers.iter().map(i8::to_string).collect::<Vec<_>>().join("-"),
    }
}
