//! What has a zone of set-up stands in it (PB-3.9).

use sandtable_pack::Arrival;
use sandtable_source::{Diagnostic, code};
use sandtable_terrain::Shape;

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
        // A column lies along its road; its head stands in the zone.
        let corners = one.shape.as_ref().and_then(Shape::as_block).map(|block| block.corners());
        let Some(area) = area else { continue };
        let label = match corners {
            _ if !area.holds(pose.centre) => "its middle is not in the zone",
            Some(corners) if !corners.iter().all(|&corner| area.holds(corner)) => {
                "it reaches out of the zone"
            }
            _ => continue,
        };
        let mut diagnostic = Diagnostic::new(
            code::OUTSIDE_ZONE,
            format!("{} does not stand in its zone `{}`", block.name, zone.value),
        )
        .rule("PB-3.9")
        .at(block.at, label)
        .also(zone.span, "the zone is given here");
        if let Some(&drawn) = ground.spans.get(zone.value.as_str()) {
            diagnostic = diagnostic.also(drawn, "and drawn here");
        }
        session.diagnostics.push(diagnostic.help("move it into the zone, or give it another zone"));
    }
}
