//! PB-3.29: a piece in buildings starts spent.

use sandtable_source::{Diagnostic, code, message};
use sandtable_terrain::Block;

use crate::pub_battles::battle::Battle;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    let standing = battle.blocks.iter().enumerate();
    for (index, one) in standing.filter(|(_, one)| battle.is_spent_in_buildings(one)) {
        let is_clear = |block: &Block| !battle.terrain.ground_under(block).buildings;
        let clear = free_ground(proposals, battle, index, is_clear);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::STARTS_IN_BUILDINGS,
                message!("{} is in buildings and starts spent", one.block.name),
            )
            .rule("PB-3.29")
            .at(one.block.at, "more than half of its ground is built up")
            .help(format!(
                "set `status: spent` to confirm, or move it{}",
                clear.map_or_else(String::new, |clear| format!(" {clear}"))
            )),
        );
    }
}
