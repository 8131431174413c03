//! Terrain along a leg, and passage through gaps (PB-A36 to PB-A40).

use crate::field::{area, at, bridge, division, hill, length, metres, rectangle, terrain, water};
use proptest::prelude::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint, GroundVector, WatercourseKind};
use sandtable_terrain::{Barrier, Block, Leg, MarshAccess, Shape, Terrain};

use crate::field;

fn north(terrain: &Terrain, x: i32, from: i32, to: i32) -> Leg<'_> {
    terrain.leg(&at(x, from, Facing::UP), metres(x, to))
}

#[test]
fn clear_ground_has_no_effect() {
    let terrain = terrain(|_| {});
    let leg = north(&terrain, 4_000, 1_000, 3_280);
    assert_eq!(leg.length(), length(2_280));
    assert_eq!(leg.buildings(), None);
    assert!(!leg.reduces());
    assert_eq!(leg.distance_to_barrier(MarshAccess::Closed), None);
}

/// PB-A37: a majority at any moment counts, from the point where it starts.
#[test]
fn woods_count_by_majority() {
    let terrain = terrain(|map| {
        map.woods = vec![area("wood", vec![rectangle(0, 2_000, 8_000, 3_000)])];
    });
    let leg = north(&terrain, 4_000, 1_000, 3_280);
    let begins = leg.woods().expect("leg passes the wood");
    assert!((begins - length(1_000)).abs() <= length(2), "{begins}");
    assert!(leg.reduces());
    assert_eq!(north(&terrain, 4_000, 1_000, 2_000).woods(), None, "exactly half at the end");
    assert!(
        north(&terrain, 4_000, 2_500, 3_500).woods() == Some(GroundLength::ZERO),
        "majority at the start"
    );
    assert_eq!(north(&terrain, 4_000, 3_001, 4_000).woods(), None);
}

/// A belt of woods narrower than half the block's depth never covers most of the block.
#[test]
fn narrow_woods_never_reach_majority() {
    let belt = |depth: i32| {
        terrain(|map| {
            map.woods = vec![area("belt", vec![rectangle(0, 2_000, 8_000, 2_000 + depth)])];
        })
    };
    assert_eq!(north(&belt(80), 4_000, 1_000, 3_280).woods(), None);
    assert!(north(&belt(82), 4_000, 1_000, 3_280).woods().is_some());
}

#[test]
fn streams_and_slopes_are_crossed_by_the_centre() {
    let terrain = terrain(|map| {
        map.watercourses =
            vec![water("brook", WatercourseKind::Stream, 3, &[(0, 2_000), (8_000, 2_000)])];
        map.hills = vec![hill("ridge", 1, rectangle(0, 5_000, 8_000, 6_000))];
    });
    assert_eq!(north(&terrain, 4_000, 1_500, 1_999).stream(), None);
    assert_eq!(north(&terrain, 4_000, 1_500, 2_100).stream(), Some(length(500)));
    assert_eq!(north(&terrain, 4_000, 4_000, 4_999).slope(), None);
    let up = north(&terrain, 4_000, 4_000, 5_500);
    assert_eq!(up.slope(), Some(length(1_000)));
    assert!(up.reduces());
    assert_eq!(north(&terrain, 4_000, 5_100, 5_900).slope(), None, "along one level");
    assert!(north(&terrain, 4_000, 5_500, 6_500).slope().is_some(), "downhill slope");
}

/// Adjacent hills of one level are one hill, with no slope between them.
#[test]
fn level_has_no_inner_slope() {
    let terrain = terrain(|map| {
        map.hills = vec![
            hill("west", 1, rectangle(1_000, 1_000, 2_000, 2_000)),
            hill("east", 1, rectangle(1_900, 1_000, 3_000, 2_000)),
        ];
    });
    let leg = terrain.leg(&at(1_500, 1_500, Facing::RIGHT), metres(2_500, 1_500));
    assert_eq!(leg.slope(), None);
}

/// PB-A40, PB-T86: a piece crosses over a bridge within the swept width.
#[test]
fn rivers_are_crossed_at_bridges_in_the_swept_width() {
    let terrain = terrain(|map| {
        map.watercourses =
            vec![water("river", WatercourseKind::River, 20, &[(0, 2_000), (8_000, 2_000)])];
        map.crossings = vec![bridge("bridge", "river", 4_322, 2_000)];
    });
    let over = north(&terrain, 4_000, 1_500, 2_500);
    assert_eq!((over.river_crossed(), over.barrier(MarshAccess::Open)), (Some(length(500)), None));
    assert!(over.reduces());
    let beside = north(&terrain, 3_999, 1_500, 2_500);
    assert_eq!(beside.river_crossed(), None);
    assert_eq!(beside.barrier(MarshAccess::Open), Some(Barrier::River));
    assert_eq!(beside.distance_to_barrier(MarshAccess::Open), Some(length(500)));
    assert!(terrain.river_between(metres(4_000, 1_900), metres(4_000, 2_100)));
    assert!(!terrain.river_between(metres(4_000, 1_800), metres(4_000, 1_900)));
    assert!(terrain.touches_river(&at(4_000, 1_911, Facing::UP)));
    assert!(!terrain.touches_river(&at(4_000, 1_909, Facing::UP)));
}

#[test]
fn impassable_ground_and_frame_stop_legs() {
    let terrain = terrain(|map| {
        map.water = vec![area("lake", vec![rectangle(0, 3_000, 8_000, 3_500)])];
        map.marsh = vec![area("bog", vec![rectangle(0, 2_000, 8_000, 2_500)])];
    });
    let leg = north(&terrain, 4_000, 1_000, 4_000);
    let stop = leg.distance_to_barrier(MarshAccess::Open).expect("lake blocks the leg");
    assert!((stop - length(2_000)).abs() <= length(2), "{stop}");
    let stop = leg.distance_to_barrier(MarshAccess::Closed).expect("marsh blocks the leg");
    assert!((stop - length(1_000)).abs() <= length(2), "{stop}");
    let leaving = north(&terrain, 4_000, 7_000, 8_500);
    assert_eq!(leaving.frame_exit(), Some(length(1_000)));
    assert_eq!(north(&terrain, 4_000, -80, 500).frame_exit(), None, "entering is not leaving");
}

proptest! {
    #![proptest_config(field::cases(200))]

    /// Compares adaptive steps with a test every half metre.
    #[test]
    fn first_majority_agrees_with_small_steps(
        wood in prop::array::uniform4(0..200_000),
        start in (50_000..250_000, 50_000..250_000),
        steps in 0..4096, toward in 0..4096, way in 1_000..120_000,
    ) {
        let [x, y, width, height] = wood;
        let corner = |x, y| GroundPoint::new(x + 20_000, y + 20_000);
        let exterior = vec![
            corner(x, y),
            corner(x + width / 2, y + height / 7),
            corner(x + width, y + height),
            corner(x + width / 3, y + height / 2),
        ];
        let parts = vec![sandtable_pack::Polygon { exterior, holes: Vec::new() }];
        let terrain = terrain(|map| map.woods = vec![area("wood", parts)]);
        let block = division(GroundPoint::new(start.0, start.1), Facing::from_steps(steps));
        let to = block.centre()
            + Facing::from_steps(toward).advance(GroundLength::from_centimetres(way));
        let fast = terrain.leg(&block, to).woods();
        let slow = (0..=way / 50).map(|step| step * 50).find(|&along| {
            let way = Facing::from_steps(toward).advance(GroundLength::from_centimetres(along));
            terrain.ground_under(&block.moved_to(block.centre() + way)).woods
        });
        match (fast, slow) {
            (Some(fast), Some(slow)) => {
                prop_assert!((fast.centimetres() - slow).abs() <= 250, "{fast} against {slow}");
            }
            // Either result may miss a majority that lasts less than 2 m.
            (Some(fast), None) => {
                let at = Facing::from_steps(toward).advance(fast);
                let near = terrain.ground_under(&block.moved_to(block.centre() + at)).woods;
                prop_assert!(near);
            }
            (None, Some(slow)) => {
                let later = Facing::from_steps(toward)
                    .advance(GroundLength::from_centimetres((slow + 200).min(way)));
                let still = terrain.ground_under(&block.moved_to(block.centre() + later)).woods;
                prop_assert!(!still || slow + 200 > way, "missed at {slow}");
            }
            (None, None) => {}
        }
    }
}

/// The maximum distance that a block may pass, found by bisection.
fn stuck_after(
    terrain: &Terrain,
    start: &Block,
    to: GroundPoint,
    enemies: &[Shape],
) -> Option<GroundLength> {
    let passes = |to| terrain.may_pass(start, to, enemies, MarshAccess::Open);
    if passes(to) {
        return None;
    }
    let way = to - start.centre();
    let whole = start.centre().distance(to).centimetres();
    let after = |length: i32| {
        let part = |side: i32| (i64::from(side) * i64::from(length) / i64::from(whole)) as i32;
        start.centre() + GroundVector::new(part(way.x), part(way.y))
    };
    let (mut open, mut shut) = (0, whole);
    while shut - open > 1 {
        let middle = (open + shut) / 2;
        *(if passes(after(middle)) { &mut open } else { &mut shut }) = middle;
    }
    Some(length_of(open))
}

const fn length_of(centimetres: i32) -> GroundLength {
    GroundLength::from_centimetres(centimetres)
}

fn passes(gap: i32) -> Option<GroundLength> {
    // Two enemies that face down, with a gap around x = 4,000 between their flanks.
    let enemy = |x: i32| Shape::from(division(GroundPoint::new(x, 200_000), Facing::DOWN));
    let half = gap / 2 + 32_200;
    let enemies = [enemy(400_000 - half), enemy(400_000 + gap - gap / 2 + 32_200)];
    let terrain = terrain(|_| {});
    stuck_after(&terrain, &at(4_000, 1_000, Facing::UP), metres(4_000, 3_000), &enemies)
}

/// PB-T91: a piece of 644 m passes a gap of 323 m, but not one of 322 m.
#[test]
fn pb_t91_gaps() {
    assert_eq!(passes(32_300), None);
    assert_eq!(passes(32_201), None);
    // Front to front, the enemies' fronts are 1,000 m − 2 × 80.5 m ahead.
    assert_eq!(passes(32_200), Some(length_of(83_903)));
}

/// The width must be clear at each moment, not along the whole leg at once.
#[test]
fn staggered_enemies_can_be_passed() {
    let terrain = terrain(|_| {});
    let start = at(4_000, 1_000, Facing::UP);
    let left = Shape::from(at(4_000 - 322, 2_000, Facing::DOWN));
    let right = |y| Shape::from(at(4_000 + 322 + 300, y, Facing::DOWN));
    // The left enemy leaves the right half clear, 322 m, which is not more than half.
    assert!(!terrain.may_pass(&start, metres(4_000, 3_000), [&left], MarshAccess::Open));
    let aside = Shape::from(at(4_000 - 332, 2_000, Facing::DOWN));
    let clear = |others: &[&Shape]| {
        terrain.may_pass(&start, metres(4_000, 3_000), others.iter().copied(), MarshAccess::Open)
    };
    assert!(clear(&[&aside]));
    assert!(clear(&[&right(2_700)]));
    assert!(clear(&[&aside, &right(2_700)]), "far apart");
    assert!(!clear(&[&aside, &right(2_100)]), "both alongside at the same time");
}

#[test]
fn attacker_reaches_its_target() {
    let terrain = terrain(|_| {});
    let start = at(4_000, 1_000, Facing::UP);
    let enemy = at(4_000, 2_000, Facing::DOWN);
    let contact = metres(4_000, 2_000 - 161);
    let stuck = |to| stuck_after(&terrain, &start, to, &[Shape::from(enemy)]);
    assert_eq!(stuck(contact), None);
    assert_eq!(stuck(metres(4_000, 2_500)), Some(length_of(83_903)));
}

#[test]
fn impassable_ground_narrows_the_way() {
    let quarry = |left: i32| {
        terrain(|map| {
            map.impassable = vec![area("quarry", vec![rectangle(left, 1_500, 8_000, 2_000)])];
        })
    };
    let passes = |terrain: &Terrain| {
        terrain.may_pass(
            &at(4_000, 1_000, Facing::UP),
            metres(4_000, 3_000),
            std::iter::empty(),
            MarshAccess::Open,
        )
    };
    assert!(passes(&quarry(4_001)));
    assert!(!passes(&quarry(4_000)));
    let bog = terrain(|map| {
        map.marsh = vec![area("bog", vec![rectangle(3_000, 1_500, 5_000, 2_000)])];
    });
    assert!(passes(&bog));
    let passes_closed = bog.may_pass(
        &at(4_000, 1_000, Facing::UP),
        metres(4_000, 3_000),
        std::iter::empty(),
        MarshAccess::Closed,
    );
    assert!(!passes_closed);
}

#[test]
fn the_frame_narrows_the_way() {
    let terrain = terrain(|_| {});
    let along = |x: i32| {
        terrain.may_pass(
            &at(x, 1_000, Facing::UP),
            metres(x, 3_000),
            std::iter::empty(),
            MarshAccess::Open,
        )
    };
    assert!(along(322));
    assert!(along(1));
    assert!(!along(0), "half of the block outside");
}

proptest! {
    #![proptest_config(field::cases(60))]

    /// Compares the event-based test with a test every metre.
    #[test]
    fn passages_agree_with_small_steps(
        enemies in prop::collection::vec((330_000..470_000, 150_000..250_000, 0..4096), 1..6),
        facing in 0..4096, oblique in -512..513,
    ) {
        let terrain = terrain(|_| {});
        let facing = Facing::from_steps(facing / 8 - 256);
        let start = at(4_000, 1_200, facing);
        let way = facing.turned_by(oblique);
        let enemies: Vec<Shape> = enemies
            .into_iter()
            .map(|(x, y, steps)| Shape::from(division(GroundPoint::new(x, y), Facing::from_steps(steps))))
            .filter(|enemy| !enemy.overlaps(&Shape::from(start)))
            .collect();
        let reach = length(1_600);
        let to = start.centre() + way.advance(reach);
        let stuck = stuck_after(&terrain, &start, to, &enemies);
        let fast = stuck.map_or(160_000, GroundLength::centimetres);
        let widths: Vec<i32> = (0..=1_600).map(|metre| {
            let centre = start.centre() + way.advance(length(metre));
            clear_width(&start.moved_to(centre), &enemies)
        }).collect();
        // At oblique edges, the width changes by several metres for each metre of the leg.
        // Elsewhere, both results must agree.
        let blocked = widths.iter().position(|&width| width < 32_200 - 400);
        if let Some(metre) = blocked {
            prop_assert!(fast <= metre as i32 * 100 + 100, "{fast} against {metre}");
        }
        let doubtful = widths.iter().position(|&width| width < 32_200 + 400);
        prop_assert!(doubtful.is_some() || fast == 160_000, "blocked at {fast}");
        if let Some(metre) = doubtful {
            prop_assert!(fast >= (metre as i32 - 2) * 100, "{fast} against {metre}");
        }
    }
}

/// The clear width around the centre, measured in thin slices of the block.
fn clear_width(block: &Block, enemies: &[Shape]) -> i32 {
    let footprint = sandtable_pack::Footprint { length: length(2), depth: block.depth() };
    let clear = |slice: i32| {
        let centre = block.shifted(length(2 * slice)).centre();
        let pose = sandtable_pack::Pose { centre, facing: block.facing() };
        let slice = Shape::from(Block::new(pose, footprint));
        enemies.iter().all(|enemy| !enemy.overlaps(&slice))
    };
    if !clear(0) {
        // Perhaps the enemies only touch the edge of the middle slice.
        return if clear(1) || clear(-1) { 32_200 } else { 0 };
    }
    let right = (1..=160).take_while(|&slice| clear(slice)).count() as i32;
    let left = (1..=160).take_while(|&slice| clear(-slice)).count() as i32;
    (right + left) * 200 + 400
}
