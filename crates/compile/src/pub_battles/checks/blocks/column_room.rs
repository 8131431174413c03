//! A column that starts on the map fits on its road.

use sandtable_pack::Arrival;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::PlacedBlock;
use sandtable_authored::Reporter;

/// The tolerated excess length of a column over its road, in centimetres.
const MAX_EXCESS: i32 = 2_000;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for one in &battle.blocks {
        let (Some(road), Arrival::Column(pose)) = (one.road, one.block.start) else { continue };
        let needed = PlacedBlock::column_length(battle.column_lengths, one.block.kind);
        let behind = battle.terrain.roads().marches(road.reversed(), needed);
        let longest = behind.iter().map(|march| march.length).max().unwrap_or_default();
        if needed.centimetres() - longest.centimetres() <= MAX_EXCESS {
            continue;
        }
        reporter.diagnostics.push(
            Diagnostic::new(
                code::COLUMN_LONGER_THAN_ROAD,
                message!("the road is too short for the column of {}", one.block.name),
            )
            .rule("PB-8.3")
            .at(
                one.block.at,
                format!(
                    "{:.0} m of road behind its head, but the column is {needed} long",
                    longest.metres().floor()
                ),
            )
            .help(format!(
                "move its head {:.0} m to the {} along the road, or set it up in line",
                (needed - longest).metres().ceil(),
                battle.context.compass_facing(pose)
            )),
        );
    }
}
