//! The OpenStreetMap attribution that the data's licence requires.

use sandtable_source::{Diagnostic, FileId, Span, code};

use sandtable_authored::Credit;
use sandtable_authored::Reporter;

/// The required OpenStreetMap attribution.
pub const OSM_CREDIT: &str = "© OpenStreetMap contributors";
/// The licence of OpenStreetMap data.
pub const OSM_LICENCE: &str = "ODbL 1.0";

/// Reports a missing credit if the feature at `source` cites OpenStreetMap.
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
        Diagnostic::new(code::OSM_UNCREDITED, "missing credit for OpenStreetMap data")
            .at(at, "no item of `credits` names OpenStreetMap")
            .also(source, "this feature cites OpenStreetMap")
            .help(format!("the licence requires it; add to `credits`: - {}", item())),
    );
}

/// The OpenStreetMap item for a map's `credits`.
pub fn item() -> String {
    format!("{{ text: \"{OSM_CREDIT}\", licence: \"{OSM_LICENCE}\" }}")
}

/// Whether a text names OpenStreetMap or the licence of its data.
pub fn names_osm(text: &str) -> bool {
    let text = text.to_ascii_lowercase().replace(' ', "");
    text.contains("openstreetmap")
}
