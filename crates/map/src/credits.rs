//! Whose data a map shows: what says that it comes from OpenStreetMap is credited, as its licence asks.

use sandtable_source::{Diagnostic, FileId, Span, code};

use sandtable_authored::Credit;
use sandtable_authored::Reporter;

/// The attribution as its owner asks for it.
pub const OSM_CREDIT: &str = "© OpenStreetMap contributors";
/// The licence of the data.
pub const OSM_LICENCE: &str = "ODbL 1.0";

/// A feature says OpenStreetMap at `source`, and the credits of the map do not.
pub fn check(
    reporter: &mut Reporter,
    file: FileId,
    credits: Option<&Vec<Credit>>,
    source: Option<Span>,
) {
    let Some(source) = source else { return };
    let credits = credits.map_or(&[][..], Vec::as_slice);
    if credits.iter().any(|credit| names_osm(&credit.text)) {
        return;
    }
    let at = credits.last().map_or(Span::new(file, 0..0), |credit| credit.span);
    reporter.diagnostics.push(
        Diagnostic::new(code::OSM_UNCREDITED, "this map shows OpenStreetMap and does not say so")
            .at(at, "no item of `credits` names OpenStreetMap")
            .also(source, "a feature that says where it comes from")
            .help(format!("its licence asks for it: write into `credits`: - {}", item())),
    );
}

/// The item of a map's `credits`.
pub fn item() -> String {
    format!("{{ text: \"{OSM_CREDIT}\", licence: \"{OSM_LICENCE}\" }}")
}

/// Does a text name OpenStreetMap, or the licence of its data?
pub fn names_osm(text: &str) -> bool {
    let text = text.to_ascii_lowercase().replace(' ', "");
    text.contains("openstreetmap")
}
