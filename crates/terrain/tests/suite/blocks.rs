//! Overlap and distance of blocks, compared with a slow reference from first principles.

use crate::field::{at, centimetres, division, length, metres};
use geo::{Area, BooleanOps, Coord, Distance, Euclidean, LineString};
use proptest::prelude::*;
use sandtable_pack::{Facing, Footprint, GroundLength, GroundPoint, Pose};
use sandtable_terrain::{Block, Face, Shape, Strip};

use crate::field;

fn polygon(corners: [GroundPoint; 4]) -> geo::Polygon {
    let coord = |p: &GroundPoint| Coord { x: f64::from(p.x), y: f64::from(p.y) };
    geo::Polygon::new(LineString::new(corners.iter().map(coord).collect()), Vec::new())
}

fn any_block() -> impl Strategy<Value = Block> {
    (0..300_000, 0..300_000, 0..4096, 1_000..80_000, 1_000..40_000).prop_map(
        |(x, y, steps, along, depth)| {
            let pose = Pose { centre: GroundPoint::new(x, y), facing: Facing::from_steps(steps) };
            let footprint = Footprint { length: centimetres(along), depth: centimetres(depth) };
            Block::new(pose, footprint)
        },
    )
}

proptest! {
    #![proptest_config(field::cases(2_000))]

    #[test]
    fn overlap_agrees_with_boolean_operations(a in any_block(), b in any_block()) {
        let common = polygon(a.corners()).intersection(&polygon(b.corners())).unsigned_area();
        // The reference is accurate to about a thousandth of a centimetre.
        if common > 1_000.0 {
            prop_assert!(a.overlaps(&b));
        }
        if common <= 0.0 && a.distance(&b) > GroundLength::ZERO {
            prop_assert!(!a.overlaps(&b));
        }
    }

    #[test]
    fn pb_36_3_distance_agrees_with_the_judge(a in any_block(), b in any_block()) {
        let judge = Euclidean.distance(&polygon(a.corners()), &polygon(b.corners()));
        let ours = f64::from(a.distance(&b).centimetres());
        prop_assert!((judge - ours).abs() <= 0.500_001, "{judge} against {ours}");
        prop_assert_eq!(a.distance(&b), b.distance(&a));
    }

    /// PB-36.12: `within` matches the rounded distance exactly.
    #[test]
    fn within_agrees_with_distance(a in any_block(), b in any_block(), off in -2..3) {
        let distance = a.distance(&b);
        let limit = (distance + centimetres(off)).max(GroundLength::ZERO);
        prop_assert_eq!(a.within(&b, limit), distance <= limit);
    }

    /// If the test denies that a move can separate two blocks, no direction does. If it affirms,
    /// some direction does after a move longer by twice the corner rounding.
    #[test]
    fn separation_agrees_with_moving(
        a in any_block(), b in any_block(), steps in 0..4096, reach in 0..30_000,
    ) {
        let (still, reach) = (Shape::from(b), centimetres(reach));
        let overlaps_after = |facing: Facing, way: GroundLength| {
            Shape::from(a.moved_to(a.centre() + facing.advance(way))).overlaps(&still)
        };
        if !Shape::from(a).could_part_from(&still, reach) {
            let shorter = (reach - centimetres(1)).max(GroundLength::ZERO);
            prop_assert!(overlaps_after(Facing::from_steps(steps), shorter));
        } else {
            let outward = [a, b].into_iter().flat_map(|of| Face::ALL.map(|face| of.outward(face)));
            let mut ways = outward.flat_map(|way| [way, way.reversed()]);
            // Rounded corners can tilt an edge by a centimetre in ten metres.
            let farther = reach + reach / 500 + centimetres(300);
            prop_assert!(ways.any(|way| !overlaps_after(way, farther)));
        }
    }

    /// Rounding moves a corner by at most 0.71 cm, so edge lengths are accurate to 1.42 cm.
    #[test]
    fn corners_make_the_rectangle(block in any_block()) {
        for (face, wanted) in [
            (Face::Front, block.length()),
            (Face::Rear, block.length()),
            (Face::LeftFlank, block.depth()),
            (Face::RightFlank, block.depth()),
        ] {
            let found = block.edge(face).length();
            prop_assert!((found - wanted).abs() <= centimetres(2), "{face:?} {found} {wanted}");
        }
        let area = polygon(block.corners()).signed_area();
        prop_assert!(area > 0.0, "corners run counter-clockwise");
    }

    #[test]
    fn line_meets_block_by_inner_length(
        block in any_block(), x in 0..300_000, y in 0..300_000, u in 0..300_000, v in 0..300_000,
    ) {
        let (from, to) = (GroundPoint::new(x, y), GroundPoint::new(u, v));
        let coord = |p: GroundPoint| Coord { x: f64::from(p.x), y: f64::from(p.y) };
        let line = geo::MultiLineString::new(vec![LineString::new(vec![coord(from), coord(to)])]);
        let inside = polygon(block.corners()).clip(&line, false);
        let length: f64 = inside.0.iter().map(|part| geo::Length::length(&Euclidean, part)).sum();
        if length > 5.0 {
            prop_assert!(Shape::Block(block).meets_line(from, to));
        } else if length <= 0.0 {
            let apart = Shape::Block(block);
            let near = apart.within_of(from, centimetres(5)) || apart.within_of(to, centimetres(5));
            prop_assert!(near || !apart.meets_line(from, to) || grazes(&block, from, to));
        }
    }
}

/// Whether the line passes within 5 cm of a corner.
fn grazes(block: &Block, from: GroundPoint, to: GroundPoint) -> bool {
    let way = to - from;
    block.corners().iter().any(|&corner| {
        let off = way.cross(corner - from) as f64 / (way.dot(way) as f64).sqrt();
        off.abs() < 5.0
    })
}

/// PB-T56, PB-T84, PB-36.12: 760.00 m is within 760 m, 760.01 m is not.
#[test]
fn pb_36_12_boundaries_to_a_centimetre() {
    let south = at(4_000, 1_000, Facing::UP);
    let gap = length(760) + south.depth();
    let north = south.moved_to(GroundPoint::new(400_000, 100_000 + gap.centimetres()));
    assert_eq!(south.distance(&north), length(760));
    assert!(south.within(&north, length(760)));
    let farther = north.moved_to(GroundPoint::new(400_000, 100_001 + gap.centimetres()));
    assert_eq!(south.distance(&farther), centimetres(76_001));
    assert!(!south.within(&farther, length(760)));
}

/// The boundaries are the same at every facing. Corners are rounded, so a distance of 760 m may be
/// off by a centimetre or two, but not more.
#[test]
fn boundaries_hold_at_every_facing() {
    for steps in 0..4096 {
        let facing = Facing::from_steps(steps);
        let here = division(metres(4_000, 4_000), facing);
        let away = facing.advance(length(760) + here.depth());
        let there = here.moved_to(here.centre() + away);
        let off = (here.distance(&there) - length(760)).abs();
        assert!(off <= centimetres(2), "{off} at {facing}");
    }
}

#[test]
fn touching_is_not_overlapping() {
    let here = at(4_000, 4_000, Facing::UP);
    let beside = here.shifted(here.length());
    assert!(!here.overlaps(&beside));
    assert_eq!(here.distance(&beside), GroundLength::ZERO);
    assert!(here.overlaps(&beside.shifted(centimetres(-1))));
}

/// PB-36.2, PB-A106: a point on the line of the front is in front.
#[test]
fn pb_36_2_behind_the_front_is_strict() {
    let block = at(4_000, 4_000, Facing::UP);
    let front = GroundPoint::new(0, 400_000 + 8_050);
    assert!(!block.is_behind_front(front));
    assert!(block.is_behind_front(GroundPoint::new(front.x, front.y - 1)));
    assert!(!block.is_behind_front(GroundPoint::new(front.x, front.y + 1)));
    assert!(block.is_behind_front(block.centre()));
}

#[test]
fn pb_36_9_straight_strip_is_rectangle() {
    let line = vec![metres(1_000, 2_000), metres(1_000, 1_500), metres(1_000, 1_000)];
    let strip = Strip::new(line, length(161)).expect("line with a length");
    assert_eq!(strip.facing(), Facing::UP);
    let strip = Shape::from(strip);
    let block = Shape::from(Block::new(
        Pose { centre: metres(1_000, 1_500), facing: Facing::UP },
        Footprint { length: length(161), depth: length(1_000) },
    ));
    for x in (0..300_000).step_by(7_919) {
        for y in (0..300_000).step_by(7_919) {
            let other = Shape::from(division(GroundPoint::new(x, y), Facing::from_steps(x / 50)));
            assert_eq!(strip.distance(&other), block.distance(&other), "{x} {y}");
            assert_eq!(strip.overlaps(&other), block.overlaps(&other), "{x} {y}");
        }
    }
}

/// The outside of a bend belongs to the strip.
#[test]
fn bent_strip_has_no_notch() {
    let line = vec![metres(1_000, 2_000), metres(1_000, 1_000), metres(2_000, 1_000)];
    let strip = Shape::from(Strip::new(line, length(200)).expect("line with a length"));
    // The bevel runs from (900, 1,000) to (1,000, 900).
    assert!(strip.holds(metres(960, 960)));
    assert!(!strip.holds(metres(940, 940)));
    assert!(strip.holds(metres(1_050, 1_050)));
    assert!(!strip.holds(metres(1_150, 1_150)));
}

#[test]
fn zero_length_line_gives_no_strip() {
    assert_eq!(Strip::new(vec![metres(1, 1), metres(1, 1)], length(161)), None);
    assert_eq!(Strip::new(Vec::new(), length(161)), None);
}
