//! PB-3.28: nobody stands on ground that is closed to him.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::layout::Closed;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    for &(index, closed) in &battle.layout.closed {
        let block = &battle.standing[index].block;
        let (what, rule) = match closed {
            Closed::Impassable => ("ground that nobody may enter", "PB-34.9"),
            Closed::River => ("a river", "PB-34.5"),
            Closed::Marsh => ("marsh, which is closed to it", "PB-34.6"),
        };
        let free = free_ground(proposals, battle, index, |_| true);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FORBIDDEN_GROUND,
                message!("most of {} stands in {what}", block.name),
            )
            .rule(rule)
            .at(block.at, "more than half of its ground")
            .help(free.unwrap_or_else(|| {
                "move it until less than half of it lies there: there is no free ground within 2 km".to_owned()
            })),
        );
    }
}
