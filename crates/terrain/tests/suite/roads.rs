//! The road network and columns on it (PB-8, PB-36.9, PB-A51, PB-A53).

use crate::field::{length, metres, road, terrain};
use proptest::prelude::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint};
use sandtable_terrain::{RoadNetwork, RoadPlace, RoadPose, RoadWay, Terrain};

use crate::field;

/// A road up the middle, a road across, a road that ends on the first, and a ring in the east.
fn network() -> Terrain {
    terrain(|map| {
        map.roads = vec![
            road("up", &[(4_000, 0), (4_000, 3_000), (4_000, 8_000)]),
            road("across", &[(0, 4_000), (7_000, 4_000)]),
            road("lane", &[(2_000, 6_000), (4_000, 6_000)]),
            road("ring", &[(6_000, 4_000), (6_000, 5_000), (7_000, 5_000), (7_000, 4_000)]),
            road("island", &[(500, 7_000), (1_500, 7_500)]),
        ];
    })
}

fn on(roads: &RoadNetwork, x: i32, y: i32) -> RoadPlace {
    roads.nearest(metres(x, y), length(1)).expect("road nearby")
}

/// The pose at a place, in the direction closest to a facing.
fn pose(roads: &RoadNetwork, x: i32, y: i32, facing: Facing) -> RoadPose {
    let place = on(roads, x, y);
    [RoadWay::Forward, RoadWay::Backward]
        .map(|way| RoadPose { place, way })
        .into_iter()
        .min_by_key(|pose| roads.facing(*pose).turn_to(facing).abs())
        .expect("two directions")
}

#[test]
fn finds_nearest_place_within_reach() {
    let terrain = network();
    let roads = terrain.roads();
    let place = roads.nearest(metres(4_300, 2_000), length(300)).expect("road 300 m away");
    assert_eq!(roads.point(place), metres(4_000, 2_000));
    assert_eq!(roads.nearest(metres(4_301, 2_000), length(300)), None);
    let end = roads.nearest(metres(1_900, 6_010), length(500)).expect("lane end nearby");
    assert_eq!(roads.point(end), metres(2_000, 6_000));
}

#[test]
fn march_without_junctions_is_unique() {
    let terrain = network();
    let roads = terrain.roads();
    let start = pose(roads, 4_000, 1_000, Facing::UP);
    let marches = roads.marches(start, length(2_500));
    assert_eq!(marches.len(), 1);
    assert_eq!(marches[0].length, length(2_500));
    assert_eq!(marches[0].line, [metres(4_000, 1_000), metres(4_000, 3_000), metres(4_000, 3_500)]);
    assert_eq!(roads.facing(marches[0].end), Facing::UP);
}

/// PB-A53: a column may take any branch at a junction.
#[test]
fn marches_take_every_branch() {
    let terrain = network();
    let roads = terrain.roads();
    let marches = roads.marches(pose(roads, 4_000, 3_500, Facing::UP), length(1_000));
    let mut ends: Vec<GroundPoint> =
        marches.iter().map(|march| roads.point(march.end.place)).collect();
    ends.sort();
    assert_eq!(ends, [metres(3_500, 4_000), metres(4_000, 4_500), metres(4_500, 4_000)]);
    assert!(marches.iter().all(|march| march.length == length(1_000)));
}

#[test]
fn duplicate_roads_are_one_road() {
    let twice = terrain(|map| {
        let places = [(4_000, 0), (4_000, 8_000)];
        let lane = road("lane", &[(2_000, 6_000), (4_000, 6_000)]);
        map.roads = vec![road("up", &places), lane, road("up-again", &places)];
    });
    let roads = twice.roads();
    let start = pose(roads, 3_000, 6_000, Facing::RIGHT);
    assert_eq!(roads.marches(start, length(2_000)).len(), 2, "one up, one down");
}

#[test]
fn march_ends_at_road_end() {
    let terrain = network();
    let roads = terrain.roads();
    let marches = roads.marches(pose(roads, 3_000, 6_000, Facing::LEFT), length(5_000));
    assert_eq!(marches.len(), 1);
    assert_eq!(marches[0].length, length(1_000));
}

#[test]
fn ring_road_is_followed_once() {
    let terrain = network();
    let roads = terrain.roads();
    let marches = roads.marches(pose(roads, 5_900, 4_000, Facing::RIGHT), length(20_000));
    assert!(!marches.is_empty() && marches.len() < 64);
    assert!(marches.iter().all(|march| march.length < length(20_000)));
}

#[test]
fn shortest_route_turns_when_necessary() {
    let terrain = network();
    let roads = terrain.roads();
    let route =
        roads.route(on(roads, 4_000, 1_000), on(roads, 2_500, 6_000)).expect("connected roads");
    assert_eq!(route.length, length(5_000 + 1_500));
    assert_eq!(roads.point(route.end.place), metres(2_500, 6_000));
    assert_eq!(route.line.first(), Some(&metres(4_000, 1_000)));
    assert_eq!(route.line.last(), Some(&metres(2_500, 6_000)));
    assert!(route.line.contains(&metres(4_000, 6_000)));
    assert_eq!(roads.facing(route.start), Facing::UP);
    assert_eq!(roads.facing(route.end), Facing::LEFT);
    assert_eq!(roads.route(on(roads, 4_000, 1_000), on(roads, 1_000, 7_250)), None);
}

#[test]
fn route_on_stretch_goes_either_way() {
    let terrain = network();
    let roads = terrain.roads();
    for (from, to) in [(1_000, 2_000), (2_000, 1_000), (1_500, 1_500)] {
        let (from, to) = (on(roads, 4_000, from), on(roads, 4_000, to));
        let route = roads.route(from, to).expect("both places on one road");
        assert_eq!(route.length, (to.along - from.along).abs());
        assert_eq!(route.end.place, to);
    }
}

/// A route takes the short way round the ring, although both ends are on one stretch.
#[test]
fn route_may_leave_its_stretch() {
    let terrain = terrain(|map| {
        map.roads = vec![
            road("bow", &[(1_000, 1_000), (1_000, 5_000), (2_000, 5_000), (2_000, 1_000)]),
            road("string", &[(1_000, 1_000), (2_000, 1_000)]),
        ];
    });
    let roads = terrain.roads();
    let route =
        roads.route(on(roads, 1_000, 1_500), on(roads, 2_000, 1_500)).expect("connected roads");
    assert_eq!(route.length, length(500 + 1_000 + 500));
}

/// Compares routes between every pair of places with a brute-force search over a lattice of roads.
#[test]
fn lattice_routes_match_brute_force() {
    let terrain = terrain(|map| {
        map.roads = (1..=4)
            .flat_map(|k| {
                [
                    road(&format!("up-{k}"), &[(k * 1_000, 500), (k * 1_000, 4_500)]),
                    road(&format!("across-{k}"), &[(500, k * 1_000), (4_500, k * 1_000)]),
                ]
            })
            .collect();
    });
    let roads = terrain.roads();
    for (from, to) in [((1_000, 1_300), (4_000, 3_700)), ((2_000, 600), (3_000, 4_400))] {
        let route =
            roads.route(on(roads, from.0, from.1), on(roads, to.0, to.1)).expect("connected roads");
        let blocks = (to.0 - from.0).abs() + (to.1 - from.1).abs();
        assert_eq!(route.length, length(blocks), "{from:?} {to:?}");
        let walked: GroundLength = route.line.windows(2).map(|run| run[0].distance(run[1])).sum();
        assert_eq!(walked, route.length);
    }
}

/// PB-A51: the strip follows the road behind the head.
#[test]
fn column_trails_along_road() {
    let terrain = network();
    let roads = terrain.roads();
    let head = pose(roads, 4_000, 6_300, Facing::UP);
    let trail = roads.trail(head, length(644));
    // The column continues straight beyond the end of the lane.
    assert_eq!(trail.first(), Some(&metres(4_000, 6_300)));
    assert_eq!(trail.last(), Some(&metres(4_000, 6_300 - 644)));
}

/// PB-A19: the part that has not entered yet continues off the map.
#[test]
fn column_trails_straight_off_the_map() {
    let terrain = network();
    let roads = terrain.roads();
    let trail = roads.trail(pose(roads, 4_000, 100, Facing::UP), length(644));
    assert_eq!(trail.last(), Some(&metres(4_000, -544)));
}

#[test]
fn places_and_marches_agree_on_bends() {
    let terrain = terrain(|map| {
        map.roads = vec![road(
            "crooked",
            &[(100, 100), (233, 371), (987, 402), (1_003, 1_999), (3_333, 2_001), (3_400, 7_777)],
        )];
    });
    let roads = terrain.roads();
    let start = roads.nearest(metres(100, 100), length(1)).expect("road starts here");
    let start = RoadPose { place: start, way: RoadWay::Forward };
    for way in (0..900_000).step_by(12_345) {
        let march = &roads.marches(start, GroundLength::from_centimetres(way))[0];
        let walked: i32 =
            march.line.windows(2).map(|run| run[0].distance(run[1]).centimetres()).sum();
        assert!((walked - march.length.centimetres()).abs() <= 6, "{walked} {march:?}");
        let found =
            roads.nearest(roads.point(march.end.place), length(1)).expect("point on a road");
        assert!((found.along - march.end.place.along).abs() <= GroundLength::from_centimetres(2));
        let back = roads.trail(march.end, march.length);
        assert!(
            back.last().expect("line has points").distance(metres(100, 100)).centimetres() <= 2
        );
    }
}

proptest! {
    #![proptest_config(field::cases(200))]

    /// On a random network, a route is equally long in both directions, its line matches its
    /// length, and it is not shorter than a straight line. No detour via a third place is shorter.
    #[test]
    fn routes_on_a_tangle_are_shortest(
        roads in prop::collection::vec(
            prop::collection::vec((100..7_900, 100..7_900), 2..6), 1..8,
        ),
        picks in prop::array::uniform3((0..8_000, 0..8_000)),
    ) {
        let terrain = terrain(|map| {
            let lines = roads.iter().enumerate();
            map.roads = lines.map(|(k, line)| road(&format!("road-{k}"), line)).collect();
        });
        let roads = terrain.roads();
        let [a, b, c] = picks
            .map(|(x, y)| roads.nearest(metres(x, y), length(12_000)).expect("road nearby"));
        let Some(route) = roads.route(a, b) else {
            prop_assert_eq!(roads.distance(b, a), None);
            return Ok(());
        };
        prop_assert_eq!(roads.distance(a, b), Some(route.length));
        prop_assert_eq!(roads.distance(b, a), Some(route.length));
        prop_assert_eq!(route.line.first(), Some(&roads.point(a)));
        prop_assert_eq!(route.line.last(), Some(&roads.point(b)));
        let walked: GroundLength = route.line.windows(2).map(|run| run[0].distance(run[1])).sum();
        // Each intermediate point is rounded once.
        let slack = GroundLength::from_centimetres(4 * route.line.len() as i32);
        prop_assert!((walked - route.length).abs() <= slack, "{walked} {}", route.length);
        prop_assert!(route.length + slack >= roads.point(a).distance(roads.point(b)));
        if let (Some(there), Some(on)) = (roads.distance(a, c), roads.distance(c, b)) {
            prop_assert!(route.length <= there + on);
        }
    }
}
