//! Checks between features: each file one check. What is wrong with one feature alone is said where
//! it is read; here are neighbours, networks, and the ground against the relief.
//!
//! All look for neighbours in an R-tree, so that cost grows as n log n.

pub(crate) mod areas;
pub(crate) mod bounds;
pub(crate) mod chart;
pub(crate) mod many;
pub(crate) mod neighbours;
pub(crate) mod relief;
pub(crate) mod roads;
pub(crate) mod runs;
pub(crate) mod water;

use areas::{drawn_again, gap, overlap, part_overlap, small};
use relief::{hill_height, moved_crests};
use roads::{crossing_place, network, parallel, road_end};
use water::{river, water_course, water_end, waters};

use sandtable_pack::{GroundLength, GroundPoint, PaperLength};

use crate::ground::Ground;
use crate::hills;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// What is narrower than this on paper, in millimetres, neither printing nor the eye resolves.
pub const VISIBLE: f64 = 0.3;
/// Ends nearer than this on paper, in millimetres, look as if they met: 24 m at 1:16,000.
pub const LOOKS_JOINED: f64 = 1.5;

/// Reports what does not fit together.
pub fn run(reporter: &mut Reporter, ground: &Ground) {
    let each_once = drawn_again::check(reporter, ground);
    let ground = each_once.as_ref().unwrap_or(ground);
    if !reporter.may_lack(LayerClass::Crossing) {
        crossing_place::check(reporter, ground);
        if !reporter.may_lack(LayerClass::Watercourse) {
            river::check(reporter, ground);
        }
    }
    if !reporter.may_lack(LayerClass::Road) {
        let open = road_end::check(reporter, ground);
        network::check(reporter, ground, &open);
    }
    parallel::check(reporter, ground);
    let by_height = hill_height::check(ground);
    let off = hills::check(reporter, ground, &by_height.misplaced);
    moved_crests::check(reporter, ground, off, by_height.low, by_height.lower);
    overlap::check(reporter, ground, &by_height.misplaced);
    gap::check(reporter, ground);
    small::check(reporter, ground);
    let waters = waters::Waters::of(ground);
    part_overlap::check(reporter, ground, &waters);
    // Streams that lie in the wrong place run uphill.
    if reporter.unread_classes.contains(&LayerClass::Watercourse) {
        return;
    }
    let reversed = water_course::check(reporter, ground, &waters);
    if !reporter.may_lack(LayerClass::Watercourse) {
        water_end::check(reporter, ground, &waters, &reversed);
    }
}

/// The ground under a length on paper, in centimetres.
fn on_paper(ground: &Ground, millimetres: f64) -> i32 {
    let length = ground.drawn_for.to_ground(PaperLength::from_millimetres(millimetres));
    length.map_or(i32::MAX / 4, GroundLength::centimetres)
}

/// "near longitude …, latitude …".
pub fn near(ground: &Ground, place: GroundPoint) -> String {
    let place = ground.frame.coordinate_of(place);
    format!("near longitude {:.6}, latitude {:.6}", place.longitude, place.latitude)
}

/// A length in centimetres as people say it: "3.4 m", "127 m", "2.4 km".
fn length(centimetres: f64) -> String {
    let metres = centimetres / 100.0;
    match metres {
        _ if metres < 10.0 => format!("{metres:.1} m"),
        _ if metres < 10_000.0 => format!("{metres:.0} m"),
        _ => format!("{:.1} km", metres / 1_000.0),
    }
}

/// An area in square centimetres as people say it: "340 m²", "2.4 ha", "3.1 km²".
fn area(square_centimetres: f64) -> String {
    let square_metres = square_centimetres / 1e4;
    match square_metres {
        _ if square_metres < 10_000.0 => format!("{square_metres:.0} m²"),
        _ if square_metres < 1e6 => format!("{:.1} ha", square_metres / 1e4),
        _ => format!("{:.1} km²", square_metres / 1e6),
    }
}
