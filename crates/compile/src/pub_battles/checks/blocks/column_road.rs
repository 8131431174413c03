//! PB-8.1: a column stands on a road.

use sandtable_pack::{Arrival, GroundLength};
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;

/// A road farther away than this is none to march on.
const FARTHEST: GroundLength = GroundLength::from_metres(5_000);

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for one in battle.standing.iter().filter(|one| one.shape.is_none()) {
        let (Arrival::Line(pose) | Arrival::Column(pose)) = one.block.start else { continue };
        let roads = battle.terrain.roads();
        let nearest = roads.nearest(pose.centre, FARTHEST).map(|place| roads.point(place));
        let help = match nearest {
            Some(road) => format!(
                "the nearest road is {}: write {}, or leave `formation: column` out",
                battle.context.ground.frame.way(pose.centre, road),
                battle.context.coordinate(road)
            ),
            None => "leave `formation: column` out: no road is within 5 km".to_owned(),
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
