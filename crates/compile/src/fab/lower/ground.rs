//! The graph: areas, edges, entry areas and supply sources.

use std::collections::BTreeSet;

use sandtable_pack::fab as pack;
use sandtable_pack::{BorderId, ConnectionId, SideId, TerrainId};

use super::{Lowering, area, convert_all, flag_or, id, side};
use crate::fab::authored_battle::{AuthoredBattle, entries};
use sandtable_authored::fab::{AfterDelay, Nearest, WordOrList};

impl Lowering<'_> {
    pub(crate) fn areas(&self) -> Option<Vec<pack::Area>> {
        let scenario = self.scenario;
        convert_all(&scenario.areas, |one| {
            Some(pack::Area {
                id: area(&one.id)?,
                terrain: id!(TerrainId, one.terrain),
                vp: convert_all(entries(&one.vp), |(side, vp)| {
                    Some((id!(SideId, side), vp.0 as i16))
                })?,
            })
        })
    }

    pub(crate) fn edges(&self) -> Option<Vec<pack::Edge>> {
        let scenario = self.scenario;
        convert_all(&scenario.edges, |one| {
            let border = one.border.as_ref().map_or("open", |border| &border.value.0);
            let connection = one.connection.as_ref().map_or("field", |way| &way.value.0);
            Some(pack::Edge {
                a: area(&one.a)?,
                b: area(&one.b)?,
                border: id!(BorderId, border),
                connection: id!(ConnectionId, connection),
            })
        })
    }

    pub(crate) fn entries(&self) -> Option<Vec<pack::EntryArea>> {
        let scenario = self.scenario;
        convert_all(&scenario.entries, |one| {
            Some(pack::EntryArea {
                letter: one.letter.0,
                sides: convert_all(
                    self.authored.sides().filter(|side| AuthoredBattle::is_open_to(one, side)),
                    |side| SideId::new(side).ok(),
                )?,
                areas: convert_all(one.areas.iter(), area)?,
            })
        })
    }

    pub(crate) fn entry_policy(&self) -> pack::EntryPolicy {
        let policy = self.scenario.entry_policy.as_ref();
        let nearest = policy.and_then(|policy| policy.nearest.as_ref()).map(|one| one.value);
        let after = policy.and_then(|policy| policy.eligible_after_delay.as_ref());
        let redirect = policy.and_then(|policy| policy.redirect_allowed.as_ref());
        pack::EntryPolicy {
            nearest: match nearest {
                Some(Nearest::LetterOrder) => pack::NearestEntry::LetterOrder,
                Some(Nearest::Graph) | None => pack::NearestEntry::Graph,
            },
            any_letter_after_delay: after.is_none_or(|after| after.value == AfterDelay::SideAll),
            redirect_allowed: match redirect.map(|redirect| &redirect.value) {
                Some(WordOrList::List(letters)) => letters.iter().map(|letter| letter.0).collect(),
                _ => BTreeSet::new(),
            },
        }
    }

    pub(crate) fn supply_sources(&self) -> Option<Vec<pack::SupplySource>> {
        let mut sources = Vec::new();
        for one in self.scenario.supply_sources.iter() {
            for place in self.authored.areas_of(one) {
                sources.push(pack::SupplySource {
                    side: side(&one.side)?,
                    area: area(place)?,
                    needs_control: flag_or(one.needs_control.as_ref(), true),
                    disabled_if_contested: flag_or(one.disabled_if_contested.as_ref(), false),
                });
            }
        }
        Some(sources)
    }
}
