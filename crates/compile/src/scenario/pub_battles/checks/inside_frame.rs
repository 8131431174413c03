//! PB-3.28: blocks lie inside the map's frame.

use super::super::elsewhere::{Proposals, free_ground};
use super::super::position::{self, Outside};
use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>, proposals: &mut Proposals) {
    for &(index, corner) in &battle.layout.outside {
        let block = &battle.standing[index].block;
        let name = format!("part of {}", block.name);
        let help = free_ground(proposals, battle, index, |_| true);
        let what = (Outside::Block, name.as_str());
        position::outside(session, battle.context, what, block.at, corner, help);
    }
}
