//! PB-8.1: a column stands on a road.

use sandtable_source::{Diagnostic, code};

use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    for one in battle.standing.iter().filter(|one| one.shape.is_none()) {
        session.diagnostics.push(
            Diagnostic::new(
                code::COLUMN_OFF_ROAD,
                format!("{} is in column but not on a road", one.block.name),
            )
            .rule("PB-8.1")
            .at(one.block.at, "no road within 50 m")
            .help("move it onto a road, or leave `formation: column` out"),
        );
    }
}
