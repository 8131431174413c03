//! Supply (PB-31, PB-A158, PB-P15).

use crate::field::{
    FOOT_THIRD, area, at, bridge, length, metres, polyline, rectangle, terrain, water,
};
use sandtable_pack::{Facing, GroundPoint, Polyline, WatercourseKind};
use sandtable_terrain::{Block, Shape, Terrain};

/// A line of communication down the middle and off the lower edge.
fn line() -> Polyline {
    polyline(&[(4_000, 3_000), (4_000, 0)])
}

fn supplied(terrain: &Terrain, piece: &Block, enemies: &[Shape]) -> bool {
    let line = line();
    terrain.supply_area([&line], enemies, FOOT_THIRD).supplies(piece)
}

/// An enemy at height `y` with its flank `off` centimetres to the right of the middle.
fn enemy_near_line(off: i32, y: i32) -> Shape {
    let block = at(4_000, y, Facing::UP);
    Shape::from(block.moved_to(GroundPoint::new(400_000 + off + 32_200, block.centre().y)))
}

/// PB-T136: an enemy 760 m from the exit blocks it; an enemy at 761 m does not.
#[test]
fn pb_t136_exit_is_blocked_at_760_m() {
    let terrain = terrain(|_| {});
    let train = at(4_000, 3_000, Facing::UP);
    assert!(supplied(&terrain, &train, &[]));
    assert!(!supplied(&terrain, &train, &[enemy_near_line(76_000, 0)]));
    assert!(supplied(&terrain, &train, &[enemy_near_line(76_001, 0)]));
}

/// A piece may join the line below the point where it is blocked.
#[test]
fn route_around_danger_reaches_line() {
    let terrain = terrain(|_| {});
    let piece = at(4_000, 3_500, Facing::UP);
    assert!(supplied(&terrain, &piece, &[enemy_near_line(0, 2_000)]));
    // Enemies across the whole map leave no route.
    let wall: Vec<Shape> =
        (0..6).map(|k| Shape::from(at(700 + k * 1_400, 2_000, Facing::UP))).collect();
    assert!(!supplied(&terrain, &piece, &wall));
    // A gap slightly wider than 1,520 m: twice 760 m, plus two lattice steps.
    let door: Vec<Shape> = wall[..4]
        .iter()
        .cloned()
        .chain([Shape::from(at(700 + 4 * 1_400 + 1_100, 2_000, Facing::UP))])
        .collect();
    assert!(supplied(&terrain, &piece, &door));
}

#[test]
fn no_supply_without_line() {
    let terrain = terrain(|_| {});
    let area = terrain.supply_area(std::iter::empty(), std::iter::empty(), FOOT_THIRD);
    assert!(!area.supplies(&at(4_000, 3_000, Facing::UP)));
}

/// PB-A158: the piece's own position must be clear.
#[test]
fn piece_near_enemy_is_unsupplied() {
    let terrain = terrain(|_| {});
    let piece = at(4_000, 4_000, Facing::UP);
    let enemy = |gap: i32| [Shape::from(at(4_000, 4_000 + 161 + gap, Facing::DOWN))];
    assert!(!supplied(&terrain, &piece, &enemy(760)));
    assert!(supplied(&terrain, &piece, &enemy(761)));
}

/// PB-A158: in the final count, an enemy near the piece blocks only points closer to the enemy than
/// the piece is. Here the line of communication leads down, away from the front.
#[test]
fn pb_a158_front_line_has_a_route() {
    let terrain = terrain(|_| {});
    let line = line();
    let piece = at(4_000, 4_000, Facing::UP);
    let has_route = |enemies: &[(i32, i32)]| {
        let enemies: Vec<Shape> =
            enemies.iter().map(|&(x, y)| Shape::from(at(x, y, Facing::DOWN))).collect();
        terrain.supply_area([&line], &enemies, FOOT_THIRD).has_route_from(&piece)
    };
    for gap in [0, 100, 760] {
        assert!(has_route(&[(4_000, 4_161 + gap)]), "in front, {gap} m away");
    }
    // An enemy behind the piece and across the line: every route leads closer to it, and it blocks
    // the exit.
    assert!(!has_route(&[(4_000, 600)]));
    // A wall of enemies behind the piece: the gaps between them are closer to them than the piece
    // is.
    let wall: Vec<(i32, i32)> = (0..9).map(|k| (k * 1_000, 3_400)).collect();
    assert!(!has_route(&wall));
    // The same wall with an enemy in front.
    assert!(has_route(&[(4_000, 4_300), (1_000, 3_400)]));
}

/// PB-A160: any single clear line is enough.
#[test]
fn any_clear_line_suffices() {
    let terrain = terrain(|_| {});
    let (one, two) = (line(), polyline(&[(1_000, 3_000), (0, 3_000)]));
    let enemies = [enemy_near_line(0, 500)];
    let piece = at(2_000, 4_000, Facing::UP);
    assert!(!terrain.supply_area([&one], &enemies, FOOT_THIRD).supplies(&piece));
    assert!(terrain.supply_area([&one, &two], &enemies, FOOT_THIRD).supplies(&piece));
}

#[test]
fn lakes_and_rivers_block_supply() {
    let piece = at(4_000, 6_000, Facing::UP);
    let lake = |left: i32| {
        terrain(|map| {
            map.impassable = vec![area("lake", vec![rectangle(left, 4_000, 8_000, 4_100)])];
        })
    };
    assert!(supplied(&lake(200), &piece, &[]));
    assert!(!supplied(&lake(0), &piece, &[]));
    let river = |bridges: &[i32]| {
        terrain(|map| {
            map.watercourses =
                vec![water("river", WatercourseKind::River, 30, &[(0, 4_020), (8_000, 4_020)])];
            let name = |x: &i32| bridge(&format!("bridge-{x}"), "river", *x, 4_020);
            map.crossings = bridges.iter().map(name).collect();
        })
    };
    assert!(!supplied(&river(&[]), &piece, &[]));
    assert!(supplied(&river(&[777]), &piece, &[]));
    // The bridge itself is in danger.
    let guard = [Shape::from(at(777, 4_800, Facing::DOWN))];
    assert!(!supplied(&river(&[777]), &piece, &guard));
    assert!(supplied(&river(&[777, 6_123]), &piece, &guard));
    let _ = (length(0), metres(0, 0));
}

/// Every piece reported as supplied is supplied, because lattice routes keep their distance.
#[test]
fn narrow_gap_is_never_passed() {
    let terrain = terrain(|_| {});
    let piece = at(4_000, 6_000, Facing::UP);
    let wall = |gap: i32| {
        let left = (0..8).map(|k| at(4_000 - gap / 2 - 322 - k * 644, 4_500, Facing::UP));
        let right = (0..8).map(|k| at(4_000 + gap - gap / 2 + 322 + k * 644, 4_500, Facing::UP));
        left.chain(right).map(Shape::from).collect::<Vec<_>>()
    };
    for gap in [1_000, 1_500, 1_519, 1_520] {
        assert!(!supplied(&terrain, &piece, &wall(gap)), "{gap} m");
    }
    assert!(supplied(&terrain, &piece, &wall(1_600)));
}
