//! Contact, squaring up and support (PB-36.6, PB-A80, PB-A85).

use crate::field::{TOLERANCE, at, centimetres, division, length, metres};
use proptest::prelude::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint};
use sandtable_terrain::{Block, Face, Shape, Strip};

use crate::field;

/// An enemy that faces up, in the middle of the field.
fn enemy() -> Block {
    at(4_000, 4_000, Facing::UP)
}

fn contact(attacker: &Block) -> Option<Face> {
    attacker.contact(&Shape::from(enemy()), TOLERANCE).map(|contact| contact.face)
}

/// PB-36.6: contact needs more than half of the shorter edge; exactly half is too little.
#[test]
fn pb_36_6_frontal_contact_needs_more_than_half() {
    let faced = |shift: i32| {
        let footprint = enemy().footprint();
        contact(&enemy().flush_block(Face::Front, footprint, centimetres(shift)))
    };
    assert_eq!(faced(0), Some(Face::Front));
    assert_eq!(faced(32_199), Some(Face::Front));
    assert_eq!(faced(-32_199), Some(Face::Front));
    assert_eq!(faced(32_200), None, "322 of 644 m");
    assert_eq!(faced(-32_200), None);
}

/// PB-A80: against a flank of 161 m, 81 m suffice.
#[test]
fn flank_contact_needs_half_of_the_flank() {
    let attacker =
        |shift: i32| enemy().flush_block(Face::RightFlank, enemy().footprint(), centimetres(shift));
    assert_eq!(contact(&attacker(0)), Some(Face::RightFlank));
    // The front extends 322 m to each side of the middle of the flank.
    assert_eq!(contact(&attacker(32_200 - 50)), Some(Face::RightFlank), "81 m");
    assert_eq!(contact(&attacker(32_200)), None, "80.5 m");
}

/// PB-36.5: the contact tolerance is 2 m.
#[test]
fn pb_36_5_contact_is_lost_beyond_the_tolerance() {
    let flush = enemy().flush_block(Face::Front, enemy().footprint(), GroundLength::ZERO);
    let back = |off: i32| flush.moved_to(GroundPoint::new(400_000, flush.centre().y + off));
    assert_eq!(contact(&back(200)), Some(Face::Front));
    assert_eq!(contact(&back(201)), None);
}

#[test]
fn touching_flank_or_rear_is_not_contact() {
    let beside = enemy().shifted(enemy().length());
    assert_eq!(contact(&beside), None);
    let back_to_back = enemy().moved_to(metres(4_000, 4_161)).turned_to(Facing::UP);
    assert_eq!(contact(&back_to_back), None, "rear against the enemy's front");
}

/// PB-A80: an attacker is turned by at most 45° and moved flush.
#[test]
fn skewed_attack_is_squared_up() {
    let skewed = |steps: i32| {
        at(4_100, 4_500, Facing::DOWN.turned_by(steps)).squared_up(&Shape::from(enemy()))
    };
    for steps in [0, 100, -100, 511, -511] {
        let squared = skewed(steps).expect("attacker faces the front");
        assert_eq!(squared.block.facing(), Facing::DOWN);
        assert_eq!(squared.contact.face, Face::Front);
        assert_eq!(squared.block.distance(&enemy()), GroundLength::ZERO);
        assert!(!squared.block.overlaps(&enemy()));
    }
    assert_eq!(skewed(513), None);
    assert_eq!(skewed(1_024), None);
}

#[test]
fn attack_direction_decides_face() {
    let from_the_right = at(4_800, 4_000, Facing::LEFT.turned_by(200));
    let squared =
        from_the_right.squared_up(&Shape::from(enemy())).expect("attacker faces the flank");
    assert_eq!(squared.contact.face, Face::RightFlank);
    assert_eq!(squared.contact.overlap, length(161));
    let from_behind = at(4_000, 3_500, Facing::UP.turned_by(-300));
    let squared = from_behind.squared_up(&Shape::from(enemy())).expect("attacker faces the rear");
    assert_eq!(squared.contact.face, Face::Rear);
}

#[test]
fn attack_past_corner_reaches_nothing() {
    assert_eq!(at(4_400, 4_500, Facing::DOWN).squared_up(&Shape::from(enemy())), None);
    assert!(at(4_300, 4_500, Facing::DOWN).squared_up(&Shape::from(enemy())).is_some());
}

proptest! {
    #![proptest_config(field::cases(1_000))]

    /// After squaring up from any direction, the front is in contact with the enemy but does not
    /// overlap it.
    #[test]
    fn squared_up_is_in_contact(
        enemy_steps in 0..4096, steps in 0..4096, x in 340_000..460_000, y in 340_000..460_000,
    ) {
        let enemy = Shape::from(enemy().turned_to(Facing::from_steps(enemy_steps)));
        let attacker = division(GroundPoint::new(x, y), Facing::from_steps(steps));
        if let Some(squared) = attacker.squared_up(&enemy) {
            let contact = squared.block.contact(&enemy, TOLERANCE);
            prop_assert_eq!(contact.map(|contact| contact.face), Some(squared.contact.face));
            prop_assert!(!Shape::from(squared.block).overlaps(&enemy));
            prop_assert!(attacker.facing().turn_to(squared.block.facing()).abs() <= 512);
        }
    }

    #[test]
    fn pressed_against_is_in_contact(
        steps in 0..4096, face in 0..4_usize, shift in -7_000..7_000,
    ) {
        let enemy = enemy().turned_to(Facing::from_steps(steps));
        let face = Face::ALL[face];
        let attacker = enemy.flush_block(face, enemy.footprint(), centimetres(shift));
        let contact = attacker.contact(&Shape::from(enemy), TOLERANCE);
        prop_assert_eq!(contact.map(|contact| contact.face), Some(face));
        prop_assert!(!attacker.overlaps(&enemy));
    }

    /// Lazy evaluation gives the same order as sorting.
    #[test]
    fn pressed_along_comes_nearest_first(
        steps in 0..4096, face in 0..4_usize, x in 390_000..410_000, y in 390_000..410_000,
    ) {
        let enemy = enemy().turned_to(Facing::from_steps(steps));
        let (face, place) = (Face::ALL[face], GroundPoint::new(x, y));
        let shifts = || (-60..=60).map(|shift| centimetres(shift * 50));
        let pressed = |shift| enemy.flush_block(face, enemy.footprint(), shift);
        let mut sorted: Vec<Block> = shifts().map(pressed).collect();
        sorted.sort_by_key(|block| block.centre().distance_squared(place));
        let found: Vec<Block> =
            enemy.flush_blocks(face, enemy.footprint(), shifts(), place).collect();
        prop_assert_eq!(found, sorted);
    }

    #[test]
    fn support_placed_behind_supports(steps in 0..4096, gap in 0..2_000) {
        let lead = enemy().turned_to(Facing::from_steps(steps));
        let support = lead.place_behind(lead.footprint(), centimetres(gap));
        prop_assert!(support.is_support_of(&lead, length(20)));
        prop_assert!(!support.overlaps(&lead));
        prop_assert!(!lead.is_support_of(&support, length(20)));
    }
}

/// PB-A85: a support is within 20 m, behind more than half of the rear, and within 45°.
#[test]
fn support_geometry() {
    let lead = enemy();
    let behind = |gap: i32| lead.place_behind(lead.footprint(), centimetres(gap));
    assert!(behind(2_000).is_support_of(&lead, length(20)));
    assert!(!behind(2_001).is_support_of(&lead, length(20)));
    assert!(behind(0).shifted(centimetres(32_199)).is_support_of(&lead, length(20)));
    assert!(!behind(0).shifted(centimetres(32_200)).is_support_of(&lead, length(20)));
    // After a turn about its centre, one corner of the support would overlap the lead, so the
    // support starts further back.
    let turned = |steps: i32| {
        let facing = Facing::UP.turned_by(steps);
        let block = behind(0).turned_to(facing);
        block.moved_to(metres(4_000, 4_000 - 81 - 220 - 81))
    };
    assert!(!turned(513).is_support_of(&lead, length(400)));
    assert!(turned(500).is_support_of(&lead, length(400)));
}

/// Fronts can touch a column along its sides, at its head and at its tail.
#[test]
fn column_is_touched_along_its_strip() {
    let line = vec![metres(4_000, 5_000), metres(4_000, 4_000)];
    let column = Shape::from(Strip::new(line, length(161)).expect("line with a length"));
    let into_its_right = at(4_400, 4_500, Facing::LEFT.turned_by(150));
    let squared = into_its_right.squared_up(&column).expect("attacker faces the side");
    assert_eq!(squared.contact.face, Face::RightFlank);
    assert_eq!(squared.contact.overlap, length(644));
    let head_on =
        at(4_000, 5_300, Facing::DOWN).squared_up(&column).expect("attacker faces the head");
    assert_eq!(head_on.contact.face, Face::Front);
    assert_eq!(head_on.contact.overlap, length(161));
}
