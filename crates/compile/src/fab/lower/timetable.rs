//! The start, the turn track and the victory conditions.

use std::collections::BTreeMap;

use sandtable_pack::fab as pack;
use sandtable_pack::{AreaId, SideId};

use super::{Lowering, area, convert_all, id, side};
use sandtable_authored::fab::{End, MarkerOf};

impl Lowering<'_> {
    pub(crate) fn start(&self) -> Option<pack::Start> {
        let start = self.scenario.setup.start.as_ref();
        let phase = start.and_then(|start| start.phase.as_ref());
        let player = start.and_then(|start| start.player.as_ref());
        Some(pack::Start {
            turn: start.and_then(|start| start.turn.as_ref()).map_or(1, |turn| turn.0 as u8),
            player: side(player.unwrap_or(&self.scenario.first_player))?,
            phase: phase.map_or(pack::Phase::Reinforcement, |phase| phase.value.0),
        })
    }

    pub(crate) fn turn_track(&self) -> Option<Vec<pack::TurnEntry>> {
        convert_all(1..=self.scenario.turns.0, |turn| {
            let entry = self.scenario.turn_track.iter().find(|entry| entry.turn.0 == turn)?;
            let net_vp = entry.net_vp.iter().flat_map(|net_vp| &net_vp.0);
            Some(pack::TurnEntry {
                draws: convert_all(&entry.draws.0, |(side, draws)| {
                    let draws = pack::Draws { first: draws.0, second: draws.1 };
                    Some((id!(SideId, side), draws))
                })?,
                net_vp: convert_all(net_vp, |(side, vp)| Some((id!(SideId, side), vp.0 as i16)))?,
            })
        })
    }

    pub(crate) fn victory(&self) -> Option<pack::VictoryRules> {
        let victory = &self.scenario.victory;
        Some(pack::VictoryRules {
            elimination_vp: victory.elimination_vp.as_ref().map_or(0, |vp| vp.0 as i16),
            end: match victory.end.as_ref().map(|end| &end.value) {
                Some(End::NetAtLeast(end)) => pack::EndRule::NetAtLeast {
                    side: side(&end.side)?,
                    vp: end.net_at_least.0 as i16,
                },
                Some(End::HigherVp) | None => pack::EndRule::HigherVp,
            },
        })
    }

    pub(crate) fn control(&self) -> Option<BTreeMap<AreaId, SideId>> {
        let control = self.authored.control();
        convert_all(&self.scenario.areas, |one| {
            Some((area(&one.id)?, id!(SideId, control.controller(&one.id)?)))
        })
    }

    pub(crate) fn markers(&self) -> Option<pack::Markers> {
        let Some(markers) = &self.scenario.setup.markers else {
            return Some(pack::Markers::default());
        };
        let of_sides = |list: &Option<Vec<MarkerOf>>| {
            convert_all(list.iter().flatten(), |one| Some((area(&one.area)?, side(&one.side)?)))
        };
        Some(pack::Markers {
            fieldworks: of_sides(&markers.fieldworks)?,
            blown: convert_all(markers.blown.iter().flatten(), |one| {
                Some((area(&one.a)?, area(&one.b)?))
            })?,
            roadblocks: of_sides(&markers.roadblocks)?,
        })
    }
}
