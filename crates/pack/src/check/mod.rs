//! The checks that turn parts into a pack: each part is valid, and all parts agree. Packs made by
//! our compiler pass by construction; other packs are untrusted.

mod forces;
mod free_game;
mod labels;
pub(crate) mod map;
mod reinforcements;
mod ruleset;
mod scenario;
mod special;
mod symbols;
#[cfg(test)]
mod tests;
pub(crate) mod texts;

use crate::fault::{FaultKind, PackFault};
use crate::file::{EncodedPart, PackLimits};
use crate::model::ElevationGrid;
use crate::pack::PackParts;
use crate::units::GroundLength;

/// The maximum side length of a frame, 100 km: beyond any real map, and products of coordinates
/// still fit into 64 bits.
const MAX_SIDE: GroundLength = GroundLength::from_metres(100_000);

/// The maximum distance of an elevation grid from the frame's corner. It keeps computations within
/// 32 bits.
const MAX_COORDINATE: i64 = 4 * MAX_SIDE.centimetres() as i64;

/// All faults in the encoded parts.
pub(crate) fn encoding_faults(encoded: &[EncodedPart], limits: PackLimits) -> Vec<PackFault> {
    let mut check = Check { faults: Vec::new() };
    let mut total = 0;
    for part in encoded {
        let size = part.bytes.len() as u64;
        total += size;
        if size > limits.part_bytes {
            check.too_large(part.name, size, limits.part_bytes);
        }
        if part.is_text() {
            check.texts(part.name, &part.bytes);
        }
    }
    if total > limits.total_bytes {
        check.too_large("all parts together", total, limits.total_bytes);
    }
    check.faults
}

/// All faults in these parts.
pub(crate) fn faults(parts: &PackParts) -> Vec<PackFault> {
    let mut check = Check { faults: Vec::new() };
    check.map(&parts.map, &parts.scenery);
    check.scenario(&parts.scenario, &parts.map);
    check.special(&parts.scenario, &parts.map);
    check.free_game(&parts.scenario, &parts.map, &parts.ruleset);
    check.battle_types(parts);
    check.ruleset(&parts.ruleset);
    check.labels(parts);
    check.symbols(parts);
    if let Some(grid) = &parts.elevation {
        check.elevation(grid);
    }
    check.faults
}

struct Check {
    faults: Vec<PackFault>,
}

impl Check {
    fn fault(&mut self, place: impl Into<String>, message: impl Into<String>) {
        let kind = FaultKind::Contradiction;
        self.faults.push(PackFault { place: place.into(), message: message.into(), kind });
    }

    fn too_large(&mut self, place: &str, size: u64, limit: u64) {
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let message = format!("{} MiB, the maximum is {}", mebibytes(size), mebibytes(limit));
        self.faults.push(PackFault { place: place.into(), message, kind: FaultKind::TooLarge });
    }

    fn elevation(&mut self, grid: &ElevationGrid) {
        let count = u64::from(grid.columns) * u64::from(grid.rows);
        if grid.cell <= GroundLength::ZERO || grid.columns < 2 || grid.rows < 2 {
            self.fault("elevation.json", "invalid grid");
        } else if !reaches(grid.origin.x, grid.cell, grid.columns)
            || !reaches(grid.origin.y, grid.cell, grid.rows)
        {
            self.fault("elevation.json", "extends beyond 400 km");
        } else if count != grid.heights.len() as u64 {
            self.fault(
                "elevation.residuals",
                format!("expected {count} heights, found {}", grid.heights.len()),
            );
        }
    }
}

/// Whether a row or column of elevations stays within the maximum coordinate.
fn reaches(origin: i32, cell: GroundLength, count: u32) -> bool {
    let end = i64::from(cell.centimetres())
        .checked_mul(i64::from(count))
        .and_then(|span| span.checked_add(i64::from(origin)));
    i64::from(origin) >= -MAX_COORDINATE && end.is_some_and(|end| end <= MAX_COORDINATE)
}
