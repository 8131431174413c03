//! What has a zone of set-up stands in it (PB-3.9).

use sandtable_pack::Arrival;
use sandtable_source::{Diagnostic, code};

use super::super::zones::holds;
use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    let ground = battle.context.ground;
    for one in &battle.standing {
        let block = &one.block;
        let (Some(zone), Arrival::Line(pose) | Arrival::Column(pose)) = (&block.zone, block.start)
        else {
            continue;
        };
        let area = ground.map.zones.iter().find(|area| area.id == zone.value);
        if area.is_none_or(|area| holds(area, pose.centre)) {
            continue;
        }
        let mut diagnostic = Diagnostic::new(
            code::OUTSIDE_ZONE,
            format!("{} stands outside its zone `{}`", block.name, zone.value),
        )
        .rule("PB-3.9")
        .at(block.at, "its middle is not in the zone")
        .also(zone.span, "the zone is given here");
        if let Some(&drawn) = ground.spans.get(zone.value.as_str()) {
            diagnostic = diagnostic.also(drawn, "and drawn here");
        }
        session.diagnostics.push(diagnostic.help("move it into the zone, or give it another zone"));
    }
}
