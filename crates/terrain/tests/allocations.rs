//! Queries that a game makes thousands of times do not allocate.

mod dense;

use allocation_counter::measure;
use dense::{blocks, map, pairs};
use sandtable_pack::GroundLength;
use sandtable_terrain::{FieldOfFire, MarshAccess, Shape, Terrain};

/// The depth of sight into woods (PB-16.2).
const DEPTH: GroundLength = GroundLength::from_metres(161);

/// The number of items for which a query allocates.
fn allocations<T, A>(many: &[T], question: impl Fn(&T) -> A) -> usize {
    let asks = |one: &&T| {
        let mut answer = None;
        let info = measure(|| answer = Some(question(one)));
        info.count_total > 0
    };
    many.iter().filter(asks).count()
}

#[test]
fn block_queries_do_not_allocate() {
    assert_eq!(allocations(&pairs(700), |(a, b)| a.overlaps(b)), 0);
    assert_eq!(allocations(&pairs(2_000), |(a, b)| a.within(b, GroundLength::from_metres(760))), 0);
    let touching: Vec<_> = pairs(1_000).into_iter().map(|(a, b)| (a, Shape::from(b))).collect();
    assert_eq!(allocations(&touching, |(attacker, enemy)| attacker.squared_up(enemy)), 0);
}

#[test]
fn ground_queries_do_not_allocate() {
    let terrain = Terrain::new(&map());
    assert_eq!(allocations(&blocks(1_000), |block| terrain.ground_under(block)), 0);
    assert_eq!(allocations(&blocks(1_000), |block| terrain.level_at(block.centre())), 0);
    let leg = |block: &sandtable_terrain::Block| {
        let way = block.facing().advance(GroundLength::from_metres(2_280));
        let leg = terrain.leg(block, block.centre() + way);
        (leg.barrier(MarshAccess::Closed), leg.woods(), leg.slope(), leg.buildings())
    };
    assert_eq!(allocations(&blocks(1_000), leg), 0);
}

#[test]
fn lines_of_sight_do_not_allocate() {
    let terrain = Terrain::new(&map());
    let sights = |(a, b): &(sandtable_terrain::Block, sandtable_terrain::Block)| {
        terrain.line_of_sight(a.centre(), b.centre(), DEPTH)
    };
    assert_eq!(allocations(&pairs(2_280), sights), 0);
    let seen: Vec<_> = pairs(2_280).into_iter().map(|(a, b)| (a, Shape::from(b))).collect();
    assert_eq!(allocations(&seen, |(observer, target)| terrain.sees(observer, target, DEPTH)), 0);
}

#[test]
fn fields_of_fire_do_not_allocate() {
    let terrain = Terrain::new(&map());
    let fields: Vec<(FieldOfFire, Shape)> = pairs(1_500)
        .into_iter()
        .map(|(a, b)| (FieldOfFire::new(a, 450, GroundLength::from_metres(760)), Shape::from(b)))
        .collect();
    assert_eq!(allocations(&fields, |(field, target)| terrain.covers(field, target, DEPTH)), 0);
}
