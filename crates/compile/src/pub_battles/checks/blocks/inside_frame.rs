//! PB-3.28: blocks are inside the map frame.

use crate::pub_battles::battle::Battle;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use crate::pub_battles::forces::position;
use crate::pub_battles::forces::position::Outside;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    for &(index, corner) in &battle.layout.outside {
        let block = &battle.blocks[index].block;
        let name = format!("part of {}", block.name);
        let free = free_ground(proposals, battle, index, |_| true);
        let help = free.map(|free| format!("move it {free}"));
        let subject = (Outside::Block, name.as_str());
        position::report_outside(reporter, battle.context, subject, block.at, corner, help);
    }
}
