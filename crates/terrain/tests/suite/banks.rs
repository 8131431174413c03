//! Routes from bank to bank (PB-6.11).

use proptest::prelude::*;
use sandtable_pack::{GroundPoint, WatercourseKind};
use sandtable_terrain::{RiverWay, Terrain};

use crate::field::{self, bridge, length, metres, terrain, water};

/// A river from west to east, and another river from its middle to the north.
fn rivers(bridges: &[(&str, &str, i32, i32)]) -> Terrain {
    terrain(|map| {
        let [right, top] = [map.width, map.height].map(|side| side.centimetres() / 100);
        map.watercourses = vec![
            water("long", WatercourseKind::River, 20, &[(0, 2_020), (right, 2_020)]),
            water("short", WatercourseKind::River, 20, &[(4_020, 2_020), (4_020, top)]),
        ];
        let named = |&(id, over, x, y): &(&str, &str, i32, i32)| bridge(id, over, x, y);
        map.crossings = bridges.iter().map(named).collect();
    })
}

#[test]
fn one_bank_needs_no_bridge() {
    let terrain = rivers(&[("bridge", "long", 1_000, 2_020)]);
    let (from, to) = (metres(500, 1_000), metres(7_000, 1_900));
    assert_eq!(terrain.river_way(from, to), None);
    assert_eq!(terrain.way_length(from, to), from.distance(to));
    // A point two metres from the water is still on this bank.
    assert_eq!(terrain.river_way(from, metres(7_000, 2_018)), None);
}

#[test]
fn route_uses_bridge_for_shortest_length() {
    let terrain = rivers(&[("west", "long", 1_000, 2_020), ("east", "long", 3_000, 2_020)]);
    let (from, to) = (metres(2_800, 1_000), metres(2_800, 3_000));
    let over = metres(3_000, 2_020);
    let all = from.distance(over) + over.distance(to);
    assert_eq!(terrain.river_way(from, to), Some(RiverWay { length: all, bridge: over, next: to }));
    let near = terrain.river_way(metres(900, 2_022), metres(900, 2_018));
    assert_eq!(near.map(|way| way.bridge), Some(metres(1_000, 2_020)));
}

#[test]
fn one_bridge_leads_to_the_next() {
    let terrain = rivers(&[("first", "long", 1_000, 2_020), ("second", "short", 4_020, 4_000)]);
    let (from, to) = (metres(7_000, 1_000), metres(7_000, 3_000));
    let (first, second) = (metres(1_000, 2_020), metres(4_020, 4_000));
    let all = from.distance(first) + first.distance(second) + second.distance(to);
    assert_eq!(
        terrain.river_way(from, to),
        Some(RiverWay { length: all, bridge: first, next: second })
    );
    assert_eq!(terrain.river_way(metres(1_000, 2_500), to).map(|way| way.bridge), Some(second));
}

#[test]
fn no_route_without_bridge() {
    let terrain = rivers(&[("first", "long", 1_000, 2_020)]);
    assert_eq!(terrain.river_way(metres(500, 1_000), metres(7_000, 3_000)), None);
    let terrain = terrain_without_rivers();
    assert_eq!(terrain.river_way(metres(500, 1_000), metres(7_000, 3_000)), None);
}

fn terrain_without_rivers() -> Terrain {
    terrain(|map| (map.watercourses, map.crossings) = (Vec::new(), Vec::new()))
}

proptest! {
    #![proptest_config(field::cases(200))]

    /// A route is equally long in both directions and not shorter than a straight line. A route
    /// exists if the straight line crosses a river an odd number of times.
    #[test]
    fn routes_are_equal_in_both_directions(
        from in (0..8_000, 0..6_000), to in (0..8_000, 0..6_000),
    ) {
        let terrain = rivers(&[
            ("west", "long", 700, 2_020), ("east", "long", 6_500, 2_020), ("north", "short", 4_020, 5_000),
        ]);
        // Avoid points exactly on the centre line of a river.
        let place = |(x, y): (i32, i32)| GroundPoint::new(100 * x + 50, 100 * y + 50);
        let (from, to) = (place(from), place(to));
        let ways = [terrain.river_way(from, to), terrain.river_way(to, from)];
        prop_assert_eq!(ways[0].map(|way| way.length), ways[1].map(|way| way.length));
        prop_assert_eq!(ways[0].is_some(), terrain.river_between(from, to));
        if let Some(way) = ways[0] {
            prop_assert!(way.length + length(1) >= from.distance(to));
        }
    }
}
