//! PB-3.29: a piece that stands in buildings starts spent.

use sandtable_source::{Diagnostic, code};

use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    for one in battle.standing.iter().filter(|one| battle.is_spent_in_buildings(one)) {
        session.diagnostics.push(
            Diagnostic::new(
                code::STARTS_IN_BUILDINGS,
                format!("{} stands in buildings and starts spent", one.block.name),
            )
            .rule("PB-3.29")
            .at(one.block.at, "more than half of its ground is built up")
            .help("write `status: spent` if that is meant, or move it"),
        );
    }
}
