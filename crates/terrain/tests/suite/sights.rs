//! Line of sight and fields of fire (PB-16, PB-36.7, PB-A65 to PB-A68, PB-A100 to PB-A102).

use crate::field::{
    DEPTH, FOOT_THIRD, area, at, crest, division, hill, length, metres, rectangle, terrain,
};
use proptest::prelude::*;
use sandtable_pack::{Facing, GroundPoint, Map};
use sandtable_terrain::{Block, FieldOfFire, Shape, Terrain};

use crate::field;

fn sees(terrain: &Terrain, from: (i32, i32), to: (i32, i32)) -> bool {
    let (a, b) = (metres(from.0, from.1), metres(to.0, to.1));
    let seen = terrain.line_of_sight(a, b, DEPTH);
    assert_eq!(seen, terrain.line_of_sight(b, a, DEPTH), "sight is mutual");
    seen
}

/// A belt of woods across the whole map, from y = 2,000 to `top`.
fn belt(top: i32) -> Terrain {
    terrain(|map| map.woods = vec![area("belt", vec![rectangle(0, 2_000, 8_000, top)])])
}

/// PB-A101: woods with clear ground on both sides block sight at any depth.
#[test]
fn pb_16_1_intervening_woods_block_sight() {
    assert!(!sees(&belt(2_010), (4_000, 1_000), (4_000, 3_000)));
    assert!(sees(&belt(2_010), (4_000, 1_000), (7_000, 1_500)));
}

/// PB-16.1: woods, buildings and hills each block sight.
#[test]
fn pb_16_1_each_obstacle_blocks_sight() {
    let obstacles: [fn(&mut Map); 3] = [
        |map| map.woods = vec![area("belt", vec![rectangle(0, 2_000, 8_000, 2_400)])],
        |map| map.buildings = vec![area("belt", vec![rectangle(0, 2_000, 8_000, 2_400)])],
        |map| map.hills = vec![hill("belt", 1, rectangle(0, 2_000, 8_000, 2_400))],
    ];
    assert!(sees(&terrain(|_| {}), (4_000, 1_000), (4_000, 3_000)));
    for (index, obstacle) in obstacles.into_iter().enumerate() {
        assert!(!sees(&terrain(obstacle), (4_000, 1_000), (4_000, 3_000)), "{index}");
    }
}

/// PB-16.2, PB-A101: sight enters woods to 161 m in total, at either end or both.
#[test]
fn pb_16_2_sight_reaches_161_m_into_woods() {
    let wood = belt(4_000);
    assert!(sees(&wood, (4_000, 1_000), (4_000, 2_161)));
    assert!(!sees(&wood, (4_000, 1_000), (4_000, 2_162)));
    assert!(sees(&wood, (4_000, 3_000), (4_000, 3_161)), "inside");
    assert!(!sees(&wood, (4_000, 3_000), (4_000, 3_162)));
    // Woods of 100 m at each end, with a clearing between them.
    let clearing = terrain(|map| {
        map.woods = vec![area(
            "woods",
            vec![rectangle(0, 1_000, 8_000, 2_000), rectangle(0, 3_000, 8_000, 4_000)],
        )];
    });
    assert!(sees(&clearing, (4_000, 1_920), (4_000, 3_081)));
    assert!(!sees(&clearing, (4_000, 1_900), (4_000, 3_062)));
}

/// Adjacent woods and villages are one obstacle.
#[test]
fn buildings_count_with_woods() {
    let terrain = terrain(|map| {
        map.woods = vec![area("wood", vec![rectangle(0, 2_000, 8_000, 2_100)])];
        map.buildings = vec![area("town", vec![rectangle(0, 2_100, 8_000, 3_000)])];
    });
    assert!(sees(&terrain, (4_000, 1_000), (4_000, 2_161)));
    assert!(!sees(&terrain, (4_000, 1_000), (4_000, 2_162)));
}

/// PB-T54: a target is visible if its long axis is 150 m behind the wood's edge, but not 200 m
/// inside.
#[test]
fn pb_t54_target_in_woods() {
    let wood = belt(4_000);
    let guns = at(4_000, 1_000, Facing::UP);
    let target = |y| Shape::from(at(4_000, y, Facing::DOWN));
    assert!(wood.sees(&guns, &target(2_150), DEPTH));
    assert!(!wood.sees(&guns, &target(2_200), DEPTH));
}

/// PB-A100: most of a target is visible if 3 of 5 points are.
#[test]
fn pb_36_11_most_of_target_must_be_visible() {
    let screen = |right: i32| {
        terrain(|map| {
            map.woods = vec![area("wood", vec![rectangle(0, 2_000, right, 2_010)])];
        })
    };
    let observer = at(4_000, 1_000, Facing::UP);
    // The target's points are 161 m apart from 3,678 to 4,322; the line to each crosses y = 2,000
    // halfway.
    let target = Shape::from(at(4_000, 3_080, Facing::DOWN));
    assert!(screen(3_950).sees(&observer, &target, DEPTH), "two points hidden");
    assert!(!screen(4_001).sees(&observer, &target, DEPTH), "three points hidden");
}

fn with_hill(change: impl FnOnce(&mut Map)) -> Terrain {
    terrain(|map| {
        map.hills = vec![hill("ridge", 1, rectangle(0, 3_000, 8_000, 4_000))];
        map.crests = vec![crest("crest", "ridge", &[(0, 3_600), (8_000, 3_600)])];
        change(map);
    })
}

/// PB-16.3, PB-A102: a hill is visible up to its crest, but not beyond it. Ground behind the hill
/// is invisible.
#[test]
fn pb_16_3_hill_is_visible_to_its_crest() {
    let terrain = with_hill(|_| {});
    assert!(sees(&terrain, (4_000, 1_000), (4_000, 3_599)));
    assert!(!sees(&terrain, (4_000, 1_000), (4_000, 3_601)));
    assert!(!sees(&terrain, (4_000, 1_000), (4_000, 5_000)), "hills block sight");
    assert!(sees(&terrain, (4_000, 5_000), (4_000, 3_601)), "the other slope is visible");
    assert!(sees(&terrain, (4_000, 3_100), (4_000, 3_900)), "both ends on the hill");
}

/// PB-A102: a hill without a crest line has its crest halfway between the slopes.
#[test]
fn crestless_hill_has_middle_crest() {
    let terrain = with_hill(|map| map.crests.clear());
    assert!(sees(&terrain, (4_000, 1_000), (4_000, 3_499)));
    assert!(!sees(&terrain, (4_000, 1_000), (4_000, 3_501)));
    assert!(sees(&terrain, (4_000, 6_000), (4_000, 3_501)));
}

/// PB-A102: on a hill without a crest, a piece on any far edge is beyond the middle.
#[test]
fn pb_16_3_the_far_edge_is_beyond_the_crest() {
    let knoll = terrain(|map| {
        map.hills = vec![hill("knoll", 1, rectangle(3_000, 3_000, 4_000, 4_000))];
    });
    for (near, far) in [((3_500, 2_000), (3_500, 4_000)), ((2_000, 3_500), (4_000, 3_500))] {
        assert!(!sees(&knoll, near, far), "{far:?}");
        let back = |(x, y): (i32, i32)| (7_000 - x, 7_000 - y);
        assert!(!sees(&knoll, back(near), back(far)), "{:?}", back(far));
    }
}

/// PB-A102: sight is mutual even if a crest ends exactly on the line.
#[test]
fn pb_16_3_crest_ending_on_line() {
    let terrain = with_hill(|map| {
        map.crests = vec![crest("crest", "ridge", &[(4_000, 3_500), (8_000, 3_500)])];
    });
    let (low, high) = ((4_000, 1_000), (4_000, 3_900));
    assert_eq!(sees(&terrain, low, high), sees(&terrain, high, low));
}

/// PB-16.4: a piece at the foot of a hill is not on the hill, at any edge.
#[test]
fn pb_16_4_hill_foot_is_low_ground() {
    for foot in [1_490, 1_500] {
        let town = terrain(|map| {
            map.hills = vec![hill("knoll", 1, rectangle(500, foot, 1_200, 2_200))];
            map.buildings = vec![area("town", vec![rectangle(600, 1_000, 1_300, 1_300)])];
        });
        assert!(!sees(&town, (750, 0), (750, foot)), "{foot}");
    }
}

/// PB-T150: a hill overlooks woods that are closer to the observer than to the target.
#[test]
fn pb_t150_view_over_woods() {
    let seen = |woods: i32| {
        let terrain = with_hill(|map| {
            map.woods = vec![area("belt", vec![rectangle(0, woods, 8_000, woods + 1)])];
        });
        sees(&terrain, (4_000, 3_700), (4_000, 5_200))
    };
    assert!(seen(4_200), "500 m away, 1,000 m before the target");
    assert!(!seen(4_600), "900 m away");
    assert!(!seen(4_450), "an equal distance, minus the belt's depth, is not enough");
    assert!(seen(4_449));
}

/// PB-A102: a hill overlooks lower hills but not hills of the same level.
#[test]
fn higher_hills_overlook_lower_ones() {
    let seen = |level: u8| {
        let terrain = terrain(|map| {
            map.hills = vec![
                hill("mount", level, rectangle(0, 500, 8_000, 1_000)),
                hill("ridge", 1, rectangle(0, 1_500, 8_000, 1_600)),
            ];
        });
        sees(&terrain, (4_000, 999), (4_000, 4_000))
    };
    assert!(seen(2));
    assert!(!seen(1));
}

/// Woods on the observer's level are not lower ground.
#[test]
fn woods_on_hill_block_sight() {
    let terrain = with_hill(|map| {
        map.woods = vec![area("grove", vec![rectangle(0, 3_800, 8_000, 3_850)])];
    });
    assert!(!sees(&terrain, (4_000, 3_700), (4_000, 6_000)));
}

fn fire() -> FieldOfFire {
    FieldOfFire::new(at(4_000, 2_000, Facing::UP), 450, FOOT_THIRD)
}

/// PB-T105: positions relative to the front corner, in metres ahead and to the side.
#[test]
fn pb_t105_field_of_fire() {
    let holds = |ahead: i32, outside: i32| {
        let corner = GroundPoint::new(400_000 + 32_200, 200_000 + 8_050);
        let place = GroundPoint::new(corner.x + outside * 100, corner.y + ahead * 100);
        fire().holds(place)
    };
    assert!(holds(100, 90));
    assert!(holds(100, 100));
    assert!(!holds(100, 110));
    assert!(!holds(755, 200), "781 m from the corner");
    assert!(holds(755, 80));
    assert!(holds(760, -100));
    assert!(!holds(761, -100));
    assert!(!holds(0, -100), "the line of the front");
    assert!(!holds(-10, -100));
}

/// PB-T96, PB-T102: a piece from 600 to 761 m ahead is almost entirely in the field. From 690 to
/// 851 m, 43% of it is.
#[test]
fn field_contains_most_of_piece() {
    let ahead = |near: i32| {
        Shape::from(Block::new(
            sandtable_pack::Pose {
                centre: GroundPoint::new(400_000, 200_000 + 8_050 + near * 100 + 8_050),
                facing: Facing::UP,
            },
            at(0, 0, Facing::UP).footprint(),
        ))
    };
    assert!(fire().contains_most(&ahead(600)));
    assert!(!fire().contains_most(&ahead(690)));
    // Half of 161 m is 80.5 m, so 679.5 m ahead is a tie.
    assert!(fire().contains_most(&ahead(679)));
    assert!(!fire().contains_most(&ahead(680)));
}

proptest! {
    #![proptest_config(field::cases(400))]

    /// Compares the exact area, arcs included, with counted sample points.
    #[test]
    fn share_agrees_with_counting(
        x in 300_000..500_000, y in 150_000..330_000, steps in 0..4096, owner in 0..4096,
        half_angle in 100..800_u16,
    ) {
        let owner = division(metres(4_000, 2_000), Facing::from_steps(owner / 16 - 128));
        let field = FieldOfFire::new(owner, half_angle, FOOT_THIRD);
        let target = division(GroundPoint::new(x, y), Facing::from_steps(steps));
        let [a, b, c, _] = target.corners();
        let (mut inside, count) = (0, 200);
        for row in 0..count {
            for column in 0..count {
                let part = |whole: i32, step: i32| whole * (2 * step + 1) / (2 * count);
                let place = GroundPoint::new(
                    b.x + part(a.x - b.x, column) + part(c.x - b.x, row),
                    b.y + part(a.y - b.y, column) + part(c.y - b.y, row),
                );
                inside += i32::from(field.holds(place));
            }
        }
        let share = f64::from(inside) / f64::from(count * count);
        if (share - 0.5).abs() > 0.01 {
            prop_assert_eq!(field.contains_most(&Shape::from(target)), share > 0.5, "{}", share);
        }
    }

    /// If nothing blocks sight, `covers` equals `contains_most`.
    #[test]
    fn cover_without_obstacles_is_the_region(
        x in 300_000..500_000, y in 150_000..330_000, steps in 0..4096,
    ) {
        let terrain = terrain(|_| {});
        let target = Shape::from(division(GroundPoint::new(x, y), Facing::from_steps(steps)));
        prop_assert_eq!(
            terrain.covers(&fire(), &target, DEPTH), fire().contains_most(&target)
        );
    }
}

/// PB-A66: the field extends 161 m into woods.
#[test]
fn woods_clip_the_field_of_fire() {
    let terrain = terrain(|map| {
        map.woods = vec![area("wood", vec![rectangle(0, 2_300, 8_000, 4_000)])];
    });
    let target = |y| Shape::from(at(4_000, y, Facing::DOWN));
    assert!(fire().contains_most(&target(2_500)));
    assert!(terrain.covers(&fire(), &target(2_370), DEPTH), "the near side is visible");
    assert!(!terrain.covers(&fire(), &target(2_500), DEPTH));
    let beside = Shape::from(at(4_000, 2_200, Facing::DOWN));
    assert!(terrain.covers(&fire(), &beside, DEPTH), "in front of the wood");
}

/// A field of fire contains a column if it contains most of its strip.
#[test]
fn column_cover_follows_majority() {
    let column = |x: i32| {
        let line = vec![metres(x, 2_400), metres(x + 644, 2_400)];
        Shape::from(sandtable_terrain::Strip::new(line, length(161)).expect("line with a length"))
    };
    assert!(fire().contains_most(&column(3_700)));
    assert!(!fire().contains_most(&column(4_500)));
}

proptest! {
    #![proptest_config(field::cases(500))]

    /// Compares sight through woods with samples every half metre along the line.
    #[test]
    fn sight_through_woods_agrees_with_small_steps(
        woods in prop::collection::vec((0..2_000, 0..2_000, 20..400, 20..400), 1..7),
        a in (0..2_400, 0..2_400), b in (0..2_400, 0..2_400),
    ) {
        let parts: Vec<_> = woods.iter().map(|&(x, y, w, h)| rectangle(x, y, x + w, y + h)).collect();
        let terrain = terrain(|map| map.woods = vec![area("woods", parts)]);
        let (a, b) = (metres(a.0, a.1), metres(b.0, b.1));
        let steps = a.distance(b).centimetres() / 50;
        prop_assume!(steps > 10);
        // Skip cases that sampling may miss: corners within 2 m of the line.
        let way = (f64::from(b.x - a.x), f64::from(b.y - a.y));
        let beside = |x: i32, y: i32| {
            let (x, y) = (f64::from(x * 100 - a.x), f64::from(y * 100 - a.y));
            (way.0 * y - way.1 * x).abs() / libm::hypot(way.0, way.1)
        };
        prop_assume!(woods.iter().all(|&(x, y, w, h)| {
            [(x, y), (x + w, y), (x, y + h), (x + w, y + h)].iter().all(|c| beside(c.0, c.1) > 200.0)
        }));
        let inside: Vec<bool> = (0..=steps).map(|step| {
            let at = |a: i32, b: i32| {
                f64::from(a) + f64::from(b - a) * f64::from(step) / f64::from(steps)
            };
            let (x, y) = (at(a.x, b.x) / 100.0, at(a.y, b.y) / 100.0);
            woods.iter().any(|&(left, bottom, width, height)| {
                let (left, bottom) = (f64::from(left), f64::from(bottom));
                x >= left && x < left + f64::from(width) && y >= bottom && y < bottom + f64::from(height)
            })
        }).collect();
        let runs: Vec<&[bool]> = inside.chunk_by(|a, b| a == b).collect();
        // Skip cases that depend on the sampling step: slivers, and depths within 2 m of the limit.
        prop_assume!(runs.iter().all(|run| run.len() > 6));
        let last = runs.len() - 1;
        let between = runs.iter().enumerate().any(|(k, run)| run[0] && k > 0 && k < last);
        let deep: usize = [0, last]
            .iter()
            .take(runs.len())
            .filter(|&&k| runs[k][0])
            .map(|&k| runs[k].len())
            .sum();
        prop_assume!(deep.abs_diff(322) > 4);
        let seen = terrain.line_of_sight(a, b, DEPTH);
        prop_assert_eq!(seen, !between && deep < 322, "{} steps deep, between {}", deep, between);
    }
}
