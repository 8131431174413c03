//! What has a zone of set-up stands in it (PB-3.9).

use sandtable_pack::{Area, Arrival};
use sandtable_source::{Diagnostic, code, message};
use sandtable_terrain::Shape;

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::Standing;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    let ground = battle.context.ground;
    for one in &battle.standing {
        let block = &one.block;
        let Some(zone) = &block.zone else { continue };
        let area = ground.map.zones.iter().find(|area| area.id == zone.value);
        let Some(label) = area.and_then(|area| beyond(area, one)) else { continue };
        let mut diagnostic = Diagnostic::new(
            code::OUTSIDE_ZONE,
            message!("{} does not stand in its zone `{}`", block.name, zone.value),
        )
        .rule("PB-3.9")
        .at(block.at, label)
        .also(zone.span, "the zone is given here");
        if let Some(&drawn) = ground.spans.get(zone.value.as_str()) {
            diagnostic = diagnostic.also(drawn, "and drawn here");
        }
        reporter
            .diagnostics
            .push(diagnostic.help("move it into the zone, or give it another zone"));
    }
}

/// How a block that is set up does not stand in a zone, if it does not.
pub(crate) fn beyond(zone: &Area, one: &Standing) -> Option<&'static str> {
    let (Arrival::Line(pose) | Arrival::Column(pose)) = one.block.start else { return None };
    // A column lies along its road; its head stands in the zone.
    let corners = one.shape.as_ref().and_then(Shape::as_block).map(|block| block.corners());
    match corners {
        _ if !zone.holds(pose.centre) => Some("its middle is not in the zone"),
        Some(corners) if !corners.iter().all(|&corner| zone.holds(corner)) => {
            Some("it reaches out of the zone")
        }
        _ => None,
    }
}
