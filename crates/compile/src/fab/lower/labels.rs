//! The printed data of a battle, which does not affect play.

use std::collections::BTreeMap;

use sandtable_pack::fab as pack;
use sandtable_pack::{
    BlockProfile, BorderId, ChitId, ConnectionId, FormationId, SideId, TerrainId, TypeId, UnitId,
};
use sandtable_source::Spanned;

use super::pieces::special_action;
use super::{Lowering, area, convert_all, id};
use crate::fab::authored_battle::entries;
use sandtable_authored as authored;
use sandtable_authored::Text;
use sandtable_authored::Word;
use sandtable_authored::fab::{Scenario, Unit};
use sandtable_authored::languages;
use sandtable_authored::to_printed;
use sandtable_map::AreaGround;

impl Lowering<'_> {
    pub(crate) fn labels(&self, ground: Option<&AreaGround>) -> Option<pack::Labels> {
        let scenario = self.scenario;
        let assets = scenario.assets.iter().map(|one| (&one.id, one.name.as_ref()));
        let events = scenario.events.iter().map(|one| (&one.id, one.title.as_ref()));
        let actions = entries(&scenario.special_actions);
        let actions = actions.flat_map(|(_, actions)| actions);
        let actions = actions.map(|one| (&one.id, one.name.as_ref()));
        let mut chits: BTreeMap<ChitId, _> =
            convert_all(assets.chain(events).chain(actions), |(id, name)| {
                Some((id!(ChitId, id), named(name, id)))
            })?;
        if scenario.special_actions.is_none() {
            for side in self.authored.sides() {
                let name = sandtable_pack::Text {
                    en: "Special Action".to_owned(),
                    es: Some("Acción especial".to_owned()),
                    fr: Some("Action spéciale".to_owned()),
                };
                chits.insert(id!(ChitId, special_action(side)), name);
            }
        }
        Some(pack::Labels {
            title: to_printed(&scenario.title),
            published: scenario.published.as_ref().map(|date| date.0.clone()),
            languages: languages(scenario.languages.as_deref()),
            notes: scenario.notes.as_deref().map(to_printed),
            history: scenario.history.as_deref().map(to_printed),
            errata: scenario.errata.as_ref().map(|errata| sandtable_pack::Errata {
                version: errata.version.value.clone(),
                text: errata.text.as_deref().map(to_printed),
            }),
            block_profile: block_profile(scenario),
            sides: convert_all(&scenario.sides.0, |(id, side)| {
                let banner =
                    pack::Banner { name: to_printed(&side.name), colour: side.colour.value.0 };
                Some((id!(SideId, id), banner))
            })?,
            formations: convert_all(&scenario.formations, |one| {
                let name = named(one.name.as_ref(), &one.id);
                let banner = pack::Banner { name, colour: one.colour.value.0 };
                Some((id!(FormationId, one.id), banner))
            })?,
            unit_types: convert_all(&scenario.unit_types, |one| {
                Some((id!(TypeId, one.id), named(one.name.as_ref(), &one.id)))
            })?,
            symbols: convert_all(
                with_value(&scenario.unit_types, |one| one.symbol.as_ref()),
                |(one, symbol)| Some((id!(TypeId, one.id), symbol.0)),
            )?,
            terrain: convert_all(&scenario.terrain, |one| {
                Some((id!(TerrainId, one.id), named(one.name.as_ref(), &one.id)))
            })?,
            border_types: convert_all(&self.authored.titles.borders, |(id, title)| {
                Some((id!(BorderId, id), to_printed(title)))
            })?,
            connection_types: convert_all(&self.authored.titles.connections, |(id, title)| {
                Some((id!(ConnectionId, id), to_printed(title)))
            })?,
            areas: convert_all(&scenario.areas, |one| {
                let number = one.number.as_ref();
                let label = pack::AreaLabel {
                    number: number.map_or(one.id.value.0.clone(), |number| number.0.to_string()),
                    name: match (&one.name, ground.and_then(|ground| ground.name(&one.id))) {
                        (None, Some(name)) => name.clone(),
                        (name, _) => named(name.as_ref(), &one.id),
                    },
                };
                Some((area(&one.id)?, label))
            })?,
            units: convert_all(&scenario.units, |one| {
                Some((id!(UnitId, one.id), named(one.name.as_ref(), &one.id)))
            })?,
            short_names: convert_all(
                with_value(&scenario.units, |one| one.short.as_ref()),
                |(one, short)| Some((id!(UnitId, one.id), to_printed(short))),
            )?,
            sizes: convert_all(
                with_value(&scenario.units, |one| self.size(one)),
                |(one, size)| Some((id!(UnitId, one.id), size.0)),
            )?,
            chits,
            asset_symbols: convert_all(
                with_value(&scenario.assets, |one| one.symbol.as_ref()),
                |(one, symbol)| Some((id!(ChitId, one.id), symbol.0)),
            )?,
            turns: convert_all(1..=scenario.turns.0, |turn| {
                let entry = scenario.turn_track.iter().find(|entry| entry.turn.0 == turn)?;
                Some(entry.date.as_ref().map(to_printed))
            })?,
            exclusive_rules: scenario
                .overrides
                .iter()
                .flatten()
                .map(|one| pack::ExclusiveRule {
                    rule: one.rule.value.0.clone(),
                    text: to_printed(&one.text),
                    played: one.played_by.as_ref().is_some_and(|players| !players.is_empty()),
                })
                .collect(),
        })
    }

    /// The size of a unit; by default, the size of its type.
    fn size<'u>(&'u self, unit: &'u Unit) -> Option<&'u Spanned<Word<pack::UnitSize>>> {
        let of_type = || self.authored.unit_type(&unit.r#type)?.size.as_ref();
        unit.size.as_ref().or_else(of_type)
    }
}

/// The list items that have a value, each with that value.
fn with_value<'w, T, V>(
    items: &'w [T],
    of: impl Fn(&'w T) -> Option<V>,
) -> impl Iterator<Item = (&'w T, V)> {
    items.iter().filter_map(move |item| Some((item, of(item)?)))
}

/// The block sizes; the publisher's sizes if they are omitted or impossible.
fn block_profile(scenario: &Scenario) -> BlockProfile {
    let written = scenario.block_profile.as_ref().map(|profile| &profile.value);
    let Some(authored::BlockProfile::Size(size)) = written else { return BlockProfile::CUBES };
    Some(size.profile()).filter(BlockProfile::is_possible).unwrap_or(BlockProfile::CUBES)
}

/// The printed name; the id if there is no name.
fn named(name: Option<&Text>, id: &str) -> sandtable_pack::Text {
    name.map_or_else(|| sandtable_pack::Text::plain(id), to_printed)
}
