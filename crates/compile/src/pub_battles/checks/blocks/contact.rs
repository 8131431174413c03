//! PB-3.30: nobody starts in contact with an enemy.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    for &(one, other) in &battle.layout.contacts {
        let help = free_ground(proposals, battle, one, |_| true);
        let [one, other] = [one, other].map(|index| &battle.standing[index].block);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::IN_CONTACT,
                message!("{} and {} are in contact", one.name, other.name),
            )
            .rule("PB-3.30")
            .at(one.at, "this one")
            .also(other.at, "touches its enemy here")
            .help(format!(
                "a battle does not begin in contact: move one of them back{}",
                help.map_or_else(String::new, |help| format!("; {help}"))
            )),
        );
    }
}
