//! A combat: the two sides, their assets, and the state of the area afterwards.

use sandtable_engine::RuleId;
use sandtable_engine::prose::join_names;
use sandtable_engine::rule_ids::*;

use super::text::DiaryText;
use crate::game::action::Piece;
use crate::game::event::{Event, Happening};
use crate::state::round::Role;
use crate::state::{ChitPlace, RetreatCause};
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex, UnitIndex};

/// The current combat.
pub(super) struct Fight {
    pub(super) area: AreaIndex,
    /// The attacking side.
    pub(super) attacker: SideIndex,
    units: [Vec<UnitIndex>; 2],
    points: Vec<(SideIndex, Piece, RuleId)>,
    /// Whether neither side has fired yet.
    is_fresh: bool,
    /// The rule of a Special Action spent on the next event.
    action_rule: Option<RuleId>,
}

impl<'a> DiaryText<'a> {
    /// Writes a Combat Phase.
    pub(super) fn write_combats(&mut self) {
        let attacker = self.player();
        let mut by = None;
        while let Some(event) = self.take_in_phase() {
            match event.what {
                Happening::Combat { area } => {
                    let fight = Fight {
                        area,
                        attacker,
                        units: Default::default(),
                        points: Vec::new(),
                        is_fresh: true,
                        action_rule: by.take(),
                    };
                    self.write_combat(fight);
                }
                Happening::Chit { .. } => by = Some(event.rule),
                _ => self.write_change_of_hands(event),
            }
        }
    }

    fn write_combat(&mut self, mut fight: Fight) {
        let another = |event: &Event| {
            matches!(event.what, Happening::Combat { .. } | Happening::Phase { .. })
                || event.rule == FAB_8_22
        };
        while !self.peek().is_none_or(another)
            && let Some(event) = self.take_in_phase()
        {
            self.write_in_combat(event, &mut fight);
        }
        if !fight.units[0].is_empty() && self.ledger.is_contested(fight.area) {
            let area = self.diarist.names.area(fight.area);
            self.add_sentence(&format!("both sides remain in {area}"), &[FAB_2_4B]);
        }
    }

    fn write_in_combat(&mut self, event: &'a Event, fight: &mut Fight) {
        match &event.what {
            Happening::FormedUp { attackers, defenders } => {
                fight.units = [attackers.to_vec(), defenders.to_vec()];
                self.write_array(event, fight);
            }
            Happening::Chit { chit, place: ChitPlace::Assigned } => self.write_assets(event, *chit),
            Happening::Chit { .. } if is_spent(event) => fight.action_rule = Some(event.rule),
            Happening::Joined { unit, from, .. } => {
                fight.units[Role::Defender.index()].push(*unit);
                let names = &self.diarist.names;
                let (unit, from) = (names.unit(*unit), names.area(*from));
                let sentence = format!("{unit} joins from {from} by a Special Action");
                self.add_sentence(&sentence, &[event.rule]);
            }
            Happening::Point { side, piece } => {
                fight.points.retain(|(one, ..)| one != side);
                fight.points.push((*side, *piece, event.rule));
            }
            Happening::Fired { .. } => {
                if std::mem::take(&mut fight.is_fresh) {
                    self.write_points(fight);
                }
                self.write_fire(event, fight);
            }
            Happening::FieldworksGone { area } => {
                let area = self.diarist.names.area(*area);
                // Under FAB-6.33 engineers remove fieldworks; there are also other causes
                // (FAB-5.23c).
                let sentence = match event.rule {
                    FAB_6_33 => {
                        format!("the engineers clear the fieldworks in {area} instead of firing")
                    }
                    _ => format!("the fieldworks in {area} are removed"),
                };
                self.add_sentence(&sentence, &[event.rule]);
            }
            Happening::Checked { .. } => self.write_exploitation(event),
            Happening::Retreated { cause: RetreatCause::SpecialAction, .. } => {
                self.write_withdrawal(event, fight);
            }
            _ => self.write_change_of_hands(event),
        }
    }

    /// Writes the units on both sides of a combat.
    fn write_array(&mut self, event: &Event, fight: &mut Fight) {
        let names = &self.diarist.names;
        let [attackers, defenders] = &fight.units;
        let defends = match defenders.as_slice() {
            [] => {
                let engineers = self.ledger.roadblock_engineers(fight.area, fight.attacker.other());
                engineers.map_or("no units".to_owned(), |chit| names.chit(chit).to_owned())
            }
            units => names.units(units),
        };
        let again = if fight.action_rule.is_some() { ", again by a Special Action" } else { "" };
        let sentence = format!(
            "Combat in {}{again}: {} {} {defends}",
            names.area(fight.area),
            names.units(attackers),
            names.verb_for_units(attackers, "attacks", "attack"),
        );
        let rules: Vec<RuleId> = fight.action_rule.take().into_iter().chain([event.rule]).collect();
        self.open(&sentence, &rules);
    }

    /// Writes the assets that a side assigns.
    fn write_assets(&mut self, event: &Event, first: ChitIndex) {
        let mut chits = vec![first];
        let assigned = |what: &Happening| match what {
            Happening::Chit { chit, place: ChitPlace::Assigned } => Some(*chit),
            _ => None,
        };
        while let Some(next) =
            self.take_if(|next| next.rule == event.rule && assigned(&next.what).is_some())
        {
            chits.extend(assigned(&next.what));
        }
        let names = &self.diarist.names;
        let side = names.side(self.diarist.field.chit(first).side);
        self.add_sentence(&format!("{side} brings up {}", names.chits(&chits)), &[event.rule]);
    }

    /// Writes the point units if there was a choice.
    fn write_points(&mut self, fight: &Fight) {
        let names = &self.diarist.names;
        let role = |side: SideIndex| usize::from(side != fight.attacker);
        let leaders: Vec<String> = fight
            .points
            .iter()
            .filter(|(side, ..)| fight.units[role(*side)].len() > 1)
            .map(|(_, piece, _)| names.piece(*piece).to_owned())
            .collect();
        let rules: Vec<RuleId> = fight.points.iter().map(|(.., rule)| *rule).collect();
        let sentence = match leaders.as_slice() {
            [] => return,
            [one] => format!("{one} leads"),
            several => format!("{} lead", join_names(several)),
        };
        self.add_sentence(&sentence, &rules);
    }

    /// FAB-8.24: writes the retreat of the defenders before combat.
    fn write_withdrawal(&mut self, event: &'a Event, fight: &mut Fight) {
        let mut gone = vec![event];
        while let Some(next) = self.take_if(|next| match next.what {
            Happening::Retreated { cause, .. } => cause == RetreatCause::SpecialAction,
            Happening::Reserve { .. } => true,
            _ => false,
        }) {
            gone.push(next);
        }
        let names = &self.diarist.names;
        let ways = gone.iter().filter_map(|event| match event.what {
            Happening::Retreated { unit, to, .. } => {
                Some(format!("{} to {}", names.unit(unit), names.area(to)))
            }
            _ => None,
        });
        let ways: Vec<String> = ways.collect();
        let side = names.side(fight.attacker.other());
        let rules: Vec<RuleId> = fight.action_rule.take().into_iter().chain([event.rule]).collect();
        let sentence =
            format!("{side} retreats before combat by a Special Action: {}", join_names(&ways));
        self.add_sentence(&sentence, &rules);
    }

    /// FAB-6.8b: writes an exploitation check.
    fn write_exploitation(&mut self, event: &Event) {
        let Happening::Checked { unit, number, die, passed } = event.what else { return };
        self.take_if(|next| matches!(next.what, Happening::Exploits { .. }));
        let name = self.diarist.names.unit(unit);
        let does = if passed { "may exploit" } else { "fails" };
        let sentence = format!("{name} rolls {die} to exploit, {number} or less needed: it {does}");
        self.add_sentence(&sentence, &[event.rule]);
    }
}

/// Whether this is a Special Action spent in a combat.
fn is_spent(event: &Event) -> bool {
    matches!(event.rule, FAB_8_23A | FAB_8_24A)
}
