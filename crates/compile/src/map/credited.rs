//! Whose data a map shows: what says that it comes from OpenStreetMap is credited, as its licence asks.

use sandtable_source::{Diagnostic, FileId, Span, code};

use crate::authored::Credit;
use crate::import::osm::{names_osm, osm_credit_item};
use crate::session::Session;

/// A layer says OpenStreetMap, and the credits of the map do not.
pub(super) fn check(session: &mut Session<'_>, file: FileId, credits: Option<&Vec<Credit>>) {
    let Some(source) = session.of_osm else { return };
    let credits = credits.map_or(&[][..], Vec::as_slice);
    if credits.iter().any(|credit| names_osm(&credit.text)) {
        return;
    }
    let at = credits.last().map_or(Span::new(file, 0..0), |credit| credit.span);
    session.diagnostics.push(
        Diagnostic::new(code::OSM_UNCREDITED, "this map shows OpenStreetMap and does not say so")
            .at(at, "no item of `credits` names OpenStreetMap")
            .also(source, "a feature that says where it comes from")
            .help(format!(
                "its licence asks for it: write into `credits`: - {}",
                osm_credit_item()
            )),
    );
}
