//! Majority terrain, compared with geo's boolean operations and checked with the worked cases.

use crate::field::{area, at, division, hill, length, metres, polygon, rectangle, terrain, water};
use geo::{Area as _, BooleanOps, Coord, LineString, MultiPolygon};
use proptest::prelude::*;
use sandtable_pack::{Facing, GroundPoint, Polygon, WatercourseKind};
use sandtable_terrain::{Shape, Strip};

use crate::field;

fn ring(places: &[GroundPoint]) -> LineString {
    LineString::new(places.iter().map(|p| Coord { x: f64::from(p.x), y: f64::from(p.y) }).collect())
}

fn judge(polygons: &[Polygon], corners: [GroundPoint; 4]) -> f64 {
    let woods: Vec<geo::Polygon> = polygons
        .iter()
        .map(|polygon| {
            let holes = polygon.holes.iter().map(|hole| ring(hole)).collect();
            geo::Polygon::new(ring(&polygon.exterior), holes)
        })
        .collect();
    let block = geo::Polygon::new(ring(&corners), Vec::new());
    let common: MultiPolygon = geo::unary_union(&woods).intersection(&block);
    common.unsigned_area() / block.unsigned_area()
}

/// A star-shaped wood around a point, with or without a hole; it need not be convex.
fn any_wood() -> impl Strategy<Value = Polygon> {
    let radii = prop::collection::vec(8_000..60_000_i32, 5..24);
    (100_000..500_000, 100_000..500_000, radii, any::<bool>()).prop_map(|(x, y, radii, hollow)| {
        let step = 4_096 / radii.len() as i32;
        let place = |index: usize, radius: i32| {
            // Vertices are counter-clockwise.
            let facing = Facing::from_steps(-(index as i32) * step);
            GroundPoint::new(x, y) + facing.advance(field::centimetres(radius))
        };
        let exterior = radii.iter().enumerate().map(|(k, &radius)| place(k, radius)).collect();
        let hole = (0..radii.len()).rev().map(|k| place(k, 3_000)).collect();
        Polygon { exterior, holes: if hollow { vec![hole] } else { Vec::new() } }
    })
}

proptest! {
    #![proptest_config(field::cases(300))]

    #[test]
    fn pb_36_4_majority_agrees_with_boolean_operations(
        woods in prop::collection::vec(any_wood(), 1..8),
        poses in prop::collection::vec((50_000..550_000, 50_000..550_000, 0..4096), 40),
    ) {
        let terrain = terrain(|map| map.woods = vec![area("wood", woods.clone())]);
        for (x, y, steps) in poses {
            let block = division(GroundPoint::new(x, y), Facing::from_steps(steps));
            let share = judge(&woods, block.corners());
            // The reference and the union round intersections to a centimetre.
            if (share - 0.5).abs() > 1e-4 {
                prop_assert_eq!(terrain.ground_under(&block).woods, share > 0.5, "{}", share);
            }
        }
    }
}

/// PB-T87, PB-A4: a piece with 60% of its area in woods is in woods; exactly half is not enough.
#[test]
fn pb_t87_majority() {
    let terrain = terrain(|map| {
        map.woods = vec![area("wood", vec![rectangle(0, 0, 4_000, 8_000)])];
    });
    let in_woods = |x: i32| {
        let block = division(GroundPoint::new(x, 300_000), Facing::UP);
        terrain.ground_under(&block).woods
    };
    assert!(in_woods(400_000 - 6_440), "60 %");
    assert!(in_woods(399_999), "a centimetre more than half");
    assert!(!in_woods(400_000), "exactly half");
    assert!(!in_woods(400_001));
}

/// Exactly half is a tie at every facing, with a straight edge through the centre.
#[test]
fn half_is_a_tie_at_every_facing() {
    let terrain = terrain(|map| {
        map.woods = vec![area("wood", vec![polygon(&[(0, 0), (8_000, 8_000), (0, 8_000)])])];
    });
    for steps in (0..4096).step_by(5) {
        let facing = Facing::from_steps(steps);
        let on_edge = division(metres(3_337, 3_337), facing);
        assert!(!terrain.ground_under(&on_edge).woods, "{facing}");
        let inside = on_edge.moved_to(on_edge.centre() + sandtable_pack::GroundVector::new(-1, 1));
        assert!(terrain.ground_under(&inside).woods, "{facing}");
    }
}

/// A block with edges exactly on the wood's edges and on tile borders.
#[test]
fn flush_edges_are_exact() {
    let terrain = terrain(|map| {
        map.woods = vec![area("wood", vec![rectangle(1_000, 1_000, 2_000, 1_500)])];
        map.marsh = vec![area("marsh", vec![rectangle(1_000, 1_500, 2_000, 2_000)])];
    });
    // A block of 644 × 161 m in the wood's lower left corner, and just left of it.
    let corner = division(GroundPoint::new(100_000 + 32_200, 100_000 + 8_050), Facing::UP);
    assert!(terrain.ground_under(&corner).woods);
    let outside = corner.moved_to(GroundPoint::new(100_000 - 32_200, 100_000 + 8_050));
    assert!(!terrain.ground_under(&outside).woods);
    let between = corner.moved_to(metres(1_500, 1_500));
    let under = terrain.ground_under(&between);
    assert!(!under.woods && !under.marsh, "half in woods, half in marsh");
}

#[test]
fn overlapping_woods_count_once() {
    let terrain = terrain(|map| {
        let part = rectangle(3_700, 2_900, 3_950, 3_100);
        map.woods = vec![area("one", vec![part.clone()]), area("two", vec![part])];
    });
    // Woods cover 250 of 644 m twice.
    assert!(!terrain.ground_under(&at(4_000, 3_000, Facing::UP)).woods);
}

#[test]
fn levels_count_from_the_ground_up() {
    let terrain = terrain(|map| {
        map.hills = vec![
            hill("ridge", 1, rectangle(1_000, 1_000, 4_000, 4_000)),
            hill("top", 2, rectangle(2_000, 2_000, 3_000, 3_000)),
            // A higher hill is high ground even without a lower hill under it.
            hill("mesa", 2, rectangle(6_000, 6_000, 7_000, 7_000)),
        ];
    });
    let level = |x, y| terrain.ground_under(&at(x, y, Facing::UP)).level;
    assert_eq!(level(500, 500), 0);
    assert_eq!(level(1_500, 1_500), 1);
    assert_eq!(level(2_500, 2_500), 2);
    assert_eq!(level(2_000, 2_500), 1, "half on level 2");
    assert_eq!(level(6_500, 6_500), 2);
    assert_eq!(terrain.level_at(metres(2_500, 2_500)), 2);
    assert_eq!(terrain.level_at(metres(1_500, 1_500)), 1);
    assert_eq!(terrain.level_at(metres(500, 500)), 0);
}

/// PB-A56: a column is in the terrain under most of its strip.
#[test]
fn column_terrain_follows_majority() {
    let terrain = terrain(|map| {
        map.woods = vec![area("wood", vec![rectangle(0, 0, 4_000, 8_000)])];
    });
    let in_woods = |head: i32| {
        let line = vec![metres(head, 3_000), metres(head - 644, 3_000)];
        let strip = Strip::new(line, length(161)).expect("line with a length");
        terrain.ground_under_shape(&Shape::from(strip)).woods
    };
    assert!(in_woods(4_321));
    assert!(!in_woods(4_322), "exactly half");
    let block = at(3_900, 3_000, Facing::RIGHT);
    assert_eq!(terrain.ground_under_shape(&Shape::from(block)), terrain.ground_under(&block));
}

#[test]
fn wide_river_can_have_majority() {
    let terrain = terrain(|map| {
        map.watercourses = vec![
            water("rhine", WatercourseKind::River, 200, &[(0, 3_000), (8_000, 3_000)]),
            water("brook", WatercourseKind::Stream, 200, &[(0, 6_000), (8_000, 6_000)]),
        ];
    });
    assert!(terrain.ground_under(&at(4_000, 3_000, Facing::UP)).river);
    assert!(!terrain.ground_under(&at(4_000, 3_101, Facing::UP)).river);
    assert!(!terrain.ground_under(&at(4_000, 6_000, Facing::UP)).river, "a stream is not a river");
}

#[test]
fn no_terrain_beyond_frame() {
    let terrain = terrain(|map| {
        map.woods = vec![area("wood", vec![rectangle(0, 0, 8_000, 8_000)])];
    });
    assert!(terrain.ground_under(&at(4_000, 50, Facing::UP)).woods);
    assert!(!terrain.ground_under(&at(4_000, -50, Facing::UP)).woods);
    assert!(!terrain.holds_block(&at(4_000, 80, Facing::UP)));
    assert!(terrain.holds_block(&at(4_000, 81, Facing::UP)));
    let _ = length(0);
}

/// Quick results never contradict exact ones, for blocks all over a map of large and small woods,
/// tile borders and the frame included.
#[test]
fn quick_answers_are_correct() {
    let parts: Vec<Polygon> = (0..60)
        .map(|k| {
            let (x, y) = (k * 1_913 % 7_300, k * 2_741 % 7_300);
            rectangle(x, y, x + 40 + k * 11, y + 700 - k * 11)
        })
        .collect();
    let terrain = terrain(|map| map.woods = vec![area("woods", parts.clone())]);
    for k in 0..4_000_i32 {
        let centre = GroundPoint::new(k * 77_003 % 800_000, k * 91_009 % 800_000);
        let block = division(centre, Facing::from_steps(k * 7));
        let share = judge(&parts, block.corners());
        if (share - 0.5).abs() > 1e-4 {
            assert_eq!(terrain.ground_under(&block).woods, share > 0.5, "{share} at {centre:?}");
        }
    }
}
