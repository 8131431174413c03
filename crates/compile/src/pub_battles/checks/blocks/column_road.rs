//! PB-8.1: a column is on a road.

use sandtable_pack::{Arrival, GroundLength};
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;

/// The maximum distance at which a road is suggested.
const MAX_ROAD_DISTANCE: GroundLength = GroundLength::from_metres(5_000);

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for one in battle.blocks.iter().filter(|one| one.shape.is_none()) {
        let (Arrival::Line(pose) | Arrival::Column(pose)) = one.block.start else { continue };
        let roads = battle.terrain.roads();
        let nearest = roads.nearest(pose.centre, MAX_ROAD_DISTANCE).map(|place| roads.point(place));
        let help = match nearest {
            Some(road) => format!(
                "use a position on the nearest road, {}: {}; or remove `formation: column`",
                battle.context.ground.frame.describe_way(pose.centre, road),
                battle.context.coordinate(road)
            ),
            None => "remove `formation: column`: no road is within 5 km".to_owned(),
        };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::COLUMN_OFF_ROAD,
                message!("{} is in column but not on a road", one.block.name),
            )
            .rule("PB-8.1")
            .at(one.block.at, "no road within 50 m")
            .help(help),
        );
    }
}
