//! PB-3.32, PB-8.1: what enters in column enters by a road.

use sandtable_pack::Formation;
use sandtable_source::{Diagnostic, code};

use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    let arrivals = battle.forces.iter().flat_map(|forces| &forces.arrivals);
    for arrival in arrivals.filter(|arrival| arrival.brings.formation == Formation::Column) {
        let Some(entry) = arrival.entry.filter(|entry| entry.road.is_none()) else { continue };
        let written = arrival.written;
        let span = written.formation.as_ref().map_or(written.span, |formation| formation.span);
        session.diagnostics.push(
            Diagnostic::new(
                code::COLUMN_OFF_ROAD,
                format!("no road enters the map at `{}`", entry.id),
            )
            .rule("PB-8.1")
            .at(span, "a column needs a road")
            .help("leave `formation: column` out, or name an entry on a road"),
        );
    }
}
