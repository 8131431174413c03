//! PB-3.28: no block is on terrain that is closed to it.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::layout::ClosedGround;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    for &(index, closed) in &battle.layout.on_closed_ground {
        let block = &battle.blocks[index].block;
        let (ground, rule) = match closed {
            ClosedGround::Impassable => ("impassable ground", "PB-34.9"),
            ClosedGround::River => ("a river", "PB-34.5"),
            ClosedGround::Marsh => ("marsh, which is closed to it", "PB-34.6"),
        };
        let free = free_ground(proposals, battle, index, |_| true);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FORBIDDEN_GROUND,
                message!("most of {} is in {ground}", block.name),
            )
            .rule(rule)
            .at(block.at, "more than half of this block")
            .help(free.map(|free| format!("move it {free}")).unwrap_or_else(|| {
                "move it until less than half of it is on this ground: no free ground within 2 km".to_owned()
            })),
        );
    }
}
