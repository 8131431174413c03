//! Rules that the scenario sets.

use sandtable_pack::fab as pack;
use sandtable_pack::{ConnectionId, FormationId, SideId, TypeId};
use sandtable_source::Spanned;

use super::{Lowering, area, convert_all, id, side};
use crate::fab::authored_battle::entries;
use sandtable_authored::Id;

impl Lowering<'_> {
    /// Adds the rules that the scenario sets: FAB-D23 to FAB-D25.
    pub(crate) fn rules(&self, rules: &mut pack::Ruleset) -> Option<()> {
        let scenario = self.scenario;
        let types = |list: Option<&Vec<Spanned<Id>>>| {
            convert_all(list.into_iter().flatten(), |id| TypeId::new(id).ok())
        };
        let reserve = &scenario.reserve;
        let eligible = reserve.eligible.as_ref();
        let areas = eligible.and_then(|eligible| eligible.areas.as_ref());
        let of_formations = entries(&reserve.formation_markers);
        rules.reserve = pack::ReserveRules {
            markers: convert_all(&reserve.markers.0, |(side, count)| {
                Some((id!(SideId, side), count.0 as u8))
            })?,
            formation_markers: convert_all(of_formations, |(formation, count)| {
                Some((id!(FormationId, formation), count.0 as u8))
            })?,
            types: types(eligible.and_then(|eligible| eligible.types.as_ref()))?,
            areas: convert_all(areas.into_iter().flatten(), area)?,
            exclude: types(eligible.and_then(|eligible| eligible.exclude.as_ref()))?,
        };
        if let Some(limits) = &scenario.strategic_movement {
            rules.strategic_movement = pack::StrategicMovement {
                max_units_per_side: limits.max_units_per_side.as_ref().map(|most| most.0 as u8),
                max_areas: limits.max_areas.as_ref().map(|most| most.0 as u8),
                connections: convert_all(limits.connections.iter().flatten(), |id| {
                    ConnectionId::new(id).ok()
                })?,
                classes: limits.classes.iter().flatten().map(|one| one.value.0).collect(),
                forbidden_areas: convert_all(limits.forbidden_areas.iter().flatten(), area)?,
                turns: limits.turns.as_ref().map(|turns| (turns.0, turns.1)),
            };
        }
        rules.defender_artillery =
            convert_all(scenario.defender_artillery.iter().flatten(), |rule| {
                Some(pack::DefenderArtillery {
                    side: match &rule.side {
                        Some(written) => Some(side(written)?),
                        None => None,
                    },
                    formation: match &rule.formation {
                        Some(id) => Some(id!(FormationId, id)),
                        None => None,
                    },
                    area: match &rule.area {
                        Some(written) => Some(area(written)?),
                        None => None,
                    },
                    turns: rule.turns.as_ref().map(|turns| (turns.0, turns.1)),
                    max: rule.max.0 as u8,
                })
            })?;
        Some(())
    }
}
