//! Reports the parts of an extract that cannot be imported.

use rstar::{AABB, Envelope as _};
use sandtable_source::{Diagnostic, Span, code, message};

use super::conversion::Conversion;
use super::element::{BrokenObject, Element, ObjectFault};
use super::extract::{Extract, Kind};
use super::rings::RingFault;
use super::table::Target;
use crate::ground::Ground;
use sandtable_authored::Reporter;

/// Reports broken objects that the table would import.
pub(crate) fn report_broken(
    reporter: &mut Reporter,
    files: &[Span],
    extract: &Extract,
    conversion: &Conversion<'_>,
    broken: &[BrokenObject],
) {
    for BrokenObject { id, tags, fault } in broken.iter().chain(&conversion.broken) {
        // The ways of a relation may be roads, but not the relation itself.
        let suits = |becomes: Target| id.kind != Kind::Relation || !becomes.is_line();
        let Some(row) = conversion.row_for(tags, suits) else { continue };
        if row.becomes == Target::Nothing || !conversion.era.includes(row, tags) {
            continue;
        }
        let file = files[extract.origins.get(id).copied().unwrap_or_default()];
        let description =
            tags.get("name").map_or(format!("`{id}`"), |name| format!("`{id}` “{name}”"));
        let finding = match fault {
            ObjectFault::Missing { count, first } => {
                let parts = if *count == 1 { "part is" } else { "parts are" };
                Diagnostic::new(
                    code::OSM_MISSING,
                    message!(
                        "{description} (imported by `{}`) is incomplete: {count} {parts} missing",
                        row.written
                    ),
                )
                .at(file, format!("`{first}` is missing"))
                .help(match id.kind {
                    Kind::Way => "the rest of the way is used; if the gap matters, download a larger extract",
                    _ => "rings that do not close without it are omitted: in JOSM, use File › Download \
                         incomplete members; at overpass-turbo.eu, end the query with `(._;>;); out;`",
                })
            }
            ObjectFault::Ring(fault) => {
                let (message, place, spot) = match fault {
                    RingFault::Open(spot) => {
                        let message = message!(
                            "a ring of {description} (imported by `{}`) is not closed",
                            row.written
                        );
                        (message, "it ends at", spot)
                    }
                    RingFault::Crossing(spot) => {
                        let message = message!(
                            "the rings of {description} (imported by `{}`) cross",
                            row.written
                        );
                        (message, "near", spot)
                    }
                };
                let at = spot.coordinate();
                Diagnostic::new(code::OSM_RING, message)
                    .at(file, format!("{place} longitude {:.6}, latitude {:.6}", at.longitude, at.latitude))
                    .help(
                        "the ring and its holes are omitted: draw them by hand, or fix them at openstreetmap.org \
                        and download the data again",
                    )
            }
        };
        reporter.diagnostics.push(finding);
    }
}

/// Reports positions that are not on the globe.
pub(crate) fn report_off_globe(reporter: &mut Reporter, files: &[Span], extract: &Extract) {
    for (&file, count) in &extract.off_globe {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::OSM_MISSING,
                message!("{count} invalid positions in this extract"),
            )
            .at(files[file], "they are not degrees of longitude and latitude")
            .help("download it again"),
        );
    }
}

/// Reports that coastlines pass the frame, but do not enclose the sea.
pub(crate) fn report_missing_sea(reporter: &mut Reporter, file: Span, reason: &str) {
    reporter.diagnostics.push(
        Diagnostic::new(code::OSM_SEA, message!("the sea is missing: {reason}"))
            .at(file, "the layers show land instead")
            .help(
                "download a region that is larger than the frame on all sides, or draw the sea by hand; a tag table \
                needs the line `natural=coastline,coastline`",
            ),
    );
}

/// Reports that no extract overlaps the map.
pub(crate) fn report_no_overlap<'e>(
    reporter: &mut Reporter,
    ground: &Ground,
    files: &[Span],
    elements: impl Iterator<Item = &'e Element>,
) {
    let mut covered = AABB::new_empty();
    for element in elements {
        covered.merge(&element.shape.bounding_box());
    }
    let (message, covers) = match files.len() {
        1 => ("this extract does not overlap the map's frame", "it covers"),
        _ => ("these extracts do not overlap the map's frame", "they cover"),
    };
    let ([west, south], [east, north]) = (covered.lower(), covered.upper());
    let label = match west <= east {
        true => format!("{covers} {west:.4} to {east:.4} E and {south:.4} to {north:.4} N"),
        false => "no object has both tags and a position".to_owned(),
    };
    let [west, south, east, north] = ground.bounds();
    reporter
        .diagnostics
        .push(Diagnostic::new(code::OSM_OUTSIDE, message).at(files[0], label).help(format!(
        "download the region between longitude {west:.4} and {east:.4}, latitude {south:.4} and \
                {north:.4}, or correct `frame` in the map"
    )));
}
