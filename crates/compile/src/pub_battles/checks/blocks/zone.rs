//! Blocks with a set-up zone are inside that zone (PB-3.9).

use sandtable_pack::{Area, Arrival};
use sandtable_source::{Diagnostic, code, message};
use sandtable_terrain::Shape;

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::PlacedBlock;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    let ground = battle.context.ground;
    for one in &battle.blocks {
        let block = &one.block;
        let Some(zone) = &block.zone else { continue };
        let area = ground.map.zones.iter().find(|area| area.id == zone.value);
        let Some(label) = area.and_then(|area| zone_error(area, one)) else { continue };
        let mut diagnostic = Diagnostic::new(
            code::OUTSIDE_ZONE,
            message!("{} is outside its zone `{}`", block.name, zone.value),
        )
        .rule("PB-3.9")
        .at(block.at, label)
        .also(zone.span, "zone set here");
        if let Some(&drawn) = ground.spans.get(zone.value.as_str()) {
            diagnostic = diagnostic.also(drawn, "zone defined here");
        }
        reporter
            .diagnostics
            .push(diagnostic.help("move it into the zone, or give it another zone"));
    }
}

/// Describes how a set-up block misses its zone; `None` if the block is inside.
pub(crate) fn zone_error(zone: &Area, one: &PlacedBlock) -> Option<&'static str> {
    let (Arrival::Line(pose) | Arrival::Column(pose)) = one.block.start else { return None };
    // A column lies along its road; only its head must be in the zone.
    let corners = one.shape.as_ref().and_then(Shape::as_block).map(|block| block.corners());
    match corners {
        _ if !zone.contains(pose.centre) => Some("its centre is outside the zone"),
        Some(corners) if !corners.iter().all(|&corner| zone.contains(corner)) => {
            Some("part of it is outside the zone")
        }
        _ => None,
    }
}
