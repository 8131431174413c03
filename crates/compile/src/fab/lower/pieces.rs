//! Units, assets, events and Special Actions, with their starting locations.

use std::collections::BTreeSet;

use sandtable_pack::fab as pack;
use sandtable_pack::{ChitId, FormationId, SideId, TypeId, UnitId};
use sandtable_source::Spanned;

use super::effect::effect;
use super::{Lowering, area, convert_all, flag_or, id};
use crate::fab::authored_battle::entries;
use sandtable_authored::fab::{EventKind, Unit};
use sandtable_authored::{Id, Whole};

impl Lowering<'_> {
    pub(crate) fn units(&self) -> Option<Vec<pack::Unit>> {
        convert_all(&self.scenario.units, |unit| {
            Some(pack::Unit {
                id: id!(UnitId, unit.id),
                side: SideId::new(self.authored.side_of_unit(unit)?).ok()?,
                formation: id!(FormationId, unit.formation),
                unit_type: id!(TypeId, unit.r#type),
                quality_by_step: unit.quality_by_step.0.iter().map(|one| one.value.0).collect(),
                moves: unit.moves.as_ref().map(|moves| moves.value.0),
                start: self.unit_start(unit)?,
            })
        })
    }

    fn unit_start(&self, unit: &Unit) -> Option<pack::UnitStart> {
        let is_it = |id: &Spanned<String>| id.value == unit.id.value.0;
        let full = unit.quality_by_step.0.len() as u8;
        // FAB-4.1c6: full strength by default.
        let steps = |said: Option<&Spanned<Whole<1, 4>>>| {
            said.or(unit.steps.as_ref()).map_or(full, |steps| steps.0 as u8)
        };
        let mut standing = entries(&self.scenario.setup.units);
        if let Some((_, place)) = standing.find(|(id, _)| is_it(id)) {
            return Some(pack::UnitStart::SetUp {
                area: area(&place.area)?,
                steps: steps(place.steps.as_ref()),
                order: place.order.as_ref().map_or(pack::Order::Good, |order| order.value.0),
                reserve: flag_or(place.reserve.as_ref(), false),
            });
        }
        let mut arrivals = entries(&self.scenario.reinforcements);
        Some(match arrivals.find(|(id, _)| is_it(id)) {
            Some((_, arrival)) => pack::UnitStart::Reinforcement {
                turn: arrival.turn.0 as u8,
                entry: (arrival.entry.first, arrival.entry.last),
                steps: steps(arrival.steps.as_ref()),
            },
            None => pack::UnitStart::NotInPlay,
        })
    }

    pub(crate) fn assets(&self) -> Option<Vec<pack::Asset>> {
        convert_all(&self.scenario.assets, |asset| {
            let formation = asset.formation.as_ref();
            let whose = formation.map(|id| id.value.0.as_str());
            Some(pack::Asset {
                id: id!(ChitId, asset.id),
                side: SideId::new(self.authored.side_of(asset.side.as_ref(), whose)?).ok()?,
                formation: match formation {
                    Some(id) => Some(id!(FormationId, id)),
                    None => None,
                },
                kind: asset.kind.value.0,
                class: asset.class.as_ref().map_or(pack::Class::Infantry, |one| one.value.0),
                quality: asset.quality.as_ref().map_or(pack::Quality::Veteran, |one| one.value.0),
                engineer: flag_or(asset.engineer.as_ref(), false),
                may_retreat: flag_or(asset.may_retreat.as_ref(), true),
                dice: asset.dice.as_ref().map_or(1, |dice| dice.0 as u8),
                any_formation: flag_or(asset.any_formation.as_ref(), false),
                start: self.chit_start(&asset.id, None),
            })
        })
    }

    pub(crate) fn events(&self) -> Option<Vec<pack::Event>> {
        convert_all(&self.scenario.events, |event| {
            let whose = event.formation.value.0.as_str();
            let timing = event.timing.as_ref().map_or(&[][..], |timing| timing.as_slice());
            let mut timing: BTreeSet<pack::Timing> =
                timing.iter().map(|time| time.value.0).collect();
            if timing.is_empty() {
                timing.insert(pack::Timing::Administration);
            }
            Some(pack::Event {
                id: id!(ChitId, event.id),
                side: SideId::new(self.authored.side_of(event.side.as_ref(), Some(whose))?).ok()?,
                formation: id!(FormationId, event.formation),
                kind: match (event.kind.value, &event.effect) {
                    (EventKind::Scripted, Some(written)) => {
                        pack::EventKind::Scripted { timing, effect: effect(written)? }
                    }
                    _ => pack::EventKind::SpecialAction,
                },
                start: self.chit_start(&event.id, event.turn.as_ref().map(|turn| turn.0)),
            })
        })
    }

    fn chit_start(&self, id: &Spanned<Id>, printed: Option<i64>) -> pack::ChitStart {
        let setup = &self.scenario.setup;
        let is_it = |chit: &str| chit == id.value.0;
        if setup.not_in_play.iter().flatten().any(|one| is_it(one)) {
            return pack::ChitStart::NotInPlay;
        }
        let mut boxes = entries(&setup.boxes);
        if let Some((_, place)) = boxes.find(|(chit, _)| is_it(chit)) {
            return pack::ChitStart::In(place.value.0);
        }
        let mut schedule = entries(&self.scenario.chit_schedule);
        let scheduled = schedule.find(|(chit, _)| is_it(chit)).map(|(_, turn)| turn.0);
        match scheduled.or(printed) {
            Some(turn) if turn > 0 => pack::ChitStart::Turn(turn as u8),
            _ => pack::ChitStart::In(pack::ChitBox::Cup),
        }
    }

    /// FAB-D17: by default, each side has one from turn 1.
    pub(crate) fn reusable_actions(&self) -> Option<Vec<pack::Reusable>> {
        let Some(actions) = &self.scenario.special_actions else {
            return convert_all(self.authored.sides(), |side| {
                Some(pack::Reusable {
                    id: id!(ChitId, special_action(side)),
                    side: id!(SideId, side),
                    from_turn: 1,
                    used: false,
                })
            });
        };
        let mut reusable = Vec::new();
        for (side, actions) in &actions.0 {
            for action in actions {
                let start = self.chit_start(&action.id, None);
                reusable.push(pack::Reusable {
                    id: id!(ChitId, action.id),
                    side: id!(SideId, side),
                    from_turn: action.from_turn.as_ref().map_or(1, |turn| turn.0 as u8),
                    used: start == pack::ChitStart::In(pack::ChitBox::Used),
                });
            }
        }
        Some(reusable)
    }
}

/// The id of a side's Special Action that the scenario does not list.
pub(crate) fn special_action(side: &str) -> String {
    let id = format!("special-action-{side}");
    if id.len() > 64 { side.to_owned() } else { id }
}
