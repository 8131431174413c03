//! Maps and blocks for tests: the sample's empty field of 8 × 8 km with added features.

#![allow(dead_code, reason = "each test file uses only some of these")]

use sandtable_pack::{
    Area, Crest, Crossing, CrossingKind, Facing, FeatureId, Footprint, GroundLength, GroundPoint,
    Hill, Map, Polygon, Polyline, Pose, Road, RoadKind, Watercourse, WatercourseKind, sample,
};
use sandtable_terrain::{Block, Terrain};

/// The sight depth of the worked cases.
pub const DEPTH: GroundLength = GroundLength::from_metres(161);
/// The contact tolerance of the worked cases.
pub const TOLERANCE: GroundLength = GroundLength::from_metres(2);
pub const FOOT_THIRD: GroundLength = GroundLength::from_metres(760);

/// A configuration with the number of random cases; failing cases are printed, not written to
/// files.
pub fn cases(count: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config {
        cases: count,
        failure_persistence: None,
        ..proptest::test_runner::Config::default()
    }
}

pub fn metres(x: i32, y: i32) -> GroundPoint {
    GroundPoint::from_metres(x, y)
}

pub fn length(metres: i32) -> GroundLength {
    GroundLength::from_metres(metres)
}

pub fn centimetres(centimetres: i32) -> GroundLength {
    GroundLength::from_centimetres(centimetres)
}

/// The block of the worked cases, 644 × 161 m (PB-36.1).
pub fn division(centre: GroundPoint, facing: Facing) -> Block {
    let footprint = Footprint { length: length(644), depth: length(161) };
    Block::new(Pose { centre, facing }, footprint)
}

pub fn at(x: i32, y: i32, facing: Facing) -> Block {
    division(metres(x, y), facing)
}

/// An empty map, without roads.
pub fn field() -> Map {
    let mut map = sample::parts().map;
    map.roads.clear();
    map.entries.clear();
    map
}

pub fn terrain(change: impl FnOnce(&mut Map)) -> Terrain {
    let mut map = field();
    change(&mut map);
    Terrain::new(&map)
}

pub fn polygon(places: &[(i32, i32)]) -> Polygon {
    Polygon { exterior: places.iter().map(|&(x, y)| metres(x, y)).collect(), holes: Vec::new() }
}

/// An axis-aligned rectangle in metres.
pub fn rectangle(left: i32, bottom: i32, right: i32, top: i32) -> Polygon {
    polygon(&[(left, bottom), (right, bottom), (right, top), (left, top)])
}

pub fn area(name: &str, parts: Vec<Polygon>) -> Area {
    Area { id: sample::id(name), parts }
}

pub fn hill(name: &str, level: u8, part: Polygon) -> Hill {
    Hill { id: sample::id(name), level, parts: vec![part] }
}

pub fn crest(name: &str, hill: &str, line: &[(i32, i32)]) -> Crest {
    Crest { id: sample::id(name), hill: sample::id(hill), parts: vec![polyline(line)] }
}

pub fn polyline(places: &[(i32, i32)]) -> Polyline {
    Polyline(places.iter().map(|&(x, y)| metres(x, y)).collect())
}

pub fn water(name: &str, kind: WatercourseKind, width: i32, line: &[(i32, i32)]) -> Watercourse {
    Watercourse { id: sample::id(name), kind, width: length(width), parts: vec![polyline(line)] }
}

pub fn bridge(name: &str, over: &str, x: i32, y: i32) -> Crossing {
    Crossing {
        id: sample::id(name),
        kind: CrossingKind::Bridge,
        at: metres(x, y),
        over: sample::id::<FeatureId>(over),
        road: None,
    }
}

pub fn road(name: &str, line: &[(i32, i32)]) -> Road {
    Road { id: sample::id(name), kind: RoadKind::Road, parts: vec![polyline(line)] }
}
