//! Checks between features, one in each file: neighbours, networks, and features against elevation.
//! Errors in single features are reported on reading.
//!
//! All checks look up neighbours in an R-tree, which takes n log n.

pub(crate) mod areas;
pub(crate) mod coarse_fields;
pub(crate) mod finding_limit;
pub(crate) mod hills;
pub(crate) mod measure;
pub(crate) mod relief;
pub(crate) mod roads;
pub(crate) mod water;

use areas::{duplicate_shape, gap, overlap, part_overlap, small};
use relief::{hill_height, moved_crests};
use roads::{crossing_place, network, parallel, road_end, town_ends};
use water::{river, water_course, water_end, waters};

use crate::ground::Ground;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// Runs all checks between features.
pub fn run(reporter: &mut Reporter, ground: &Ground) {
    let each_once = duplicate_shape::check(reporter, ground);
    let ground = each_once.as_ref().unwrap_or(ground);
    if !reporter.may_be_incomplete(LayerClass::Crossing) {
        crossing_place::check(reporter, ground);
        if !reporter.may_be_incomplete(LayerClass::Watercourse) {
            river::check(reporter, ground);
        }
    }
    if !reporter.may_be_incomplete(LayerClass::Road) {
        let open = road_end::check(reporter, ground);
        network::check(reporter, ground, &open);
        town_ends::check(reporter, ground);
    }
    parallel::check(reporter, ground);
    let by_height = hill_height::check(ground);
    let off = hills::check(reporter, ground, &by_height.misplaced);
    moved_crests::check(reporter, ground, off, by_height.low_crests, by_height.low_hills);
    overlap::check(reporter, ground, &by_height.misplaced);
    gap::check(reporter, ground);
    small::check(reporter, ground);
    let waters = waters::Waters::of(ground);
    part_overlap::check(reporter, ground, &waters);
    // Misplaced streams would seem to run uphill.
    if reporter.unread_classes.contains(&LayerClass::Watercourse) {
        return;
    }
    let reversed = water_course::check(reporter, ground, &waters);
    if !reporter.may_be_incomplete(LayerClass::Watercourse) {
        water_end::check(reporter, ground, &waters, &reversed);
    }
}
