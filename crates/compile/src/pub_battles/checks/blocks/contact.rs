//! PB-3.30: no block starts in contact with an enemy.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    for &(one, other) in &battle.layout.contacts {
        let free = free_ground(proposals, battle, one, |_| true);
        let [one, other] = [one, other].map(|index| &battle.blocks[index].block);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::IN_CONTACT,
                message!("{} and {} are in contact", one.name, other.name),
            )
            .rule("PB-3.30")
            .at(one.at, "in contact")
            .also(other.at, "with this enemy")
            .help(match free {
                Some(free) => {
                    format!("battles do not begin in contact; move {} {free}", one.name)
                }
                None => "move one of them back: battles do not begin in contact".to_owned(),
            }),
        );
    }
}
