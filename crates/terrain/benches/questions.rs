//! The main queries, on a map with the size and density of Gettysburg.

#[path = "../tests/dense/mod.rs"]
mod dense;

use dense::{blocks, map, pairs};
use divan::{Bencher, black_box};
use sandtable_pack::{GroundLength, GroundPoint, Polyline};
use sandtable_terrain::{Block, FieldOfFire, MarshAccess, Shape, Terrain};

fn main() {
    divan::Divan::from_args().sample_count(20).sample_size(1_000).main();
}

/// The depth of sight into woods (PB-16.2).
const DEPTH: GroundLength = GroundLength::from_metres(161);

/// Runs a query for every item and reports the time per item.
fn ask<T, A>(bencher: Bencher<'_, '_>, many: &[T], question: impl Fn(&T) -> A + Sync) {
    let mut next = (0..many.len()).cycle();
    bencher
        .with_inputs(|| next.next().unwrap_or_default())
        .bench_local_values(|index| question(black_box(&many[index])));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn prepare_the_map(bencher: Bencher<'_, '_>) {
    let map = map();
    bencher.bench(|| Terrain::new(black_box(&map)));
}

#[divan::bench]
fn majority_under_a_block(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    ask(bencher, &blocks(1_000), |block| terrain.ground_under(block));
}

#[divan::bench]
fn make_a_block(bencher: Bencher<'_, '_>) {
    ask(bencher, &blocks(1_000), |block| block.turned_to(block.facing().turned_by(7)));
}

#[divan::bench]
fn overlap_of_blocks(bencher: Bencher<'_, '_>) {
    ask(bencher, &pairs(700), |(a, b)| a.overlaps(b));
}

#[divan::bench]
fn within_760_m(bencher: Bencher<'_, '_>) {
    ask(bencher, &pairs(2_000), |(a, b)| a.within(b, GroundLength::from_metres(760)));
}

#[divan::bench]
fn leg_of_2280_m(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    ask(bencher, &blocks(1_000), |block| {
        let way = block.facing().advance(GroundLength::from_metres(2_280));
        let leg = terrain.leg(block, block.centre() + way);
        (leg.barrier(MarshAccess::Closed), leg.woods(), leg.slope(), leg.buildings())
    });
}

#[divan::bench]
fn passage_between_twenty_enemies(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    let enemies: Vec<Shape> = blocks(20).into_iter().map(Shape::from).collect();
    ask(bencher, &blocks(1_000), |block| {
        let way = block.facing().advance(GroundLength::from_metres(1_500));
        terrain.may_pass(block, block.centre() + way, &enemies, MarshAccess::Open)
    });
}

#[divan::bench]
fn line_of_sight_of_up_to_2280_m(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    ask(bencher, &pairs(2_280), |(a, b)| terrain.line_of_sight(a.centre(), b.centre(), DEPTH));
}

#[divan::bench]
fn field_of_fire_covers(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    let pairs: Vec<(FieldOfFire, Shape)> = pairs(1_500)
        .into_iter()
        .map(|(a, b)| (FieldOfFire::new(a, 450, GroundLength::from_metres(760)), Shape::from(b)))
        .collect();
    ask(bencher, &pairs, |(field, target)| terrain.covers(field, target, DEPTH));
}

#[divan::bench]
fn field_of_fire_covers_when_in_it(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    let pairs: Vec<(FieldOfFire, Shape)> = pairs(1_500)
        .into_iter()
        .map(|(a, b)| (FieldOfFire::new(a, 450, GroundLength::from_metres(760)), Shape::from(b)))
        .filter(|(field, target)| field.contains_most(target))
        .collect();
    ask(bencher, &pairs, |(field, target)| terrain.covers(field, target, DEPTH));
}

#[divan::bench]
fn squaring_up(bencher: Bencher<'_, '_>) {
    let pairs: Vec<(Block, Shape)> =
        pairs(1_000).into_iter().map(|(a, b)| (a, Shape::from(b))).collect();
    ask(bencher, &pairs, |(attacker, enemy)| attacker.squared_up(enemy));
}

#[divan::bench]
fn nearest_road(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    let within = GroundLength::from_metres(300);
    ask(bencher, &blocks(1_000), |block| terrain.roads().nearest(block.centre(), within));
}

#[divan::bench]
fn supply_of_one_piece(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    let enemies: Vec<Shape> = blocks(20).into_iter().map(Shape::from).collect();
    let line =
        Polyline(vec![GroundPoint::from_metres(3_000, 4_000), GroundPoint::from_metres(3_000, 0)]);
    ask(bencher, &blocks(1_000), |block| {
        terrain.supply_area([&line], &enemies, GroundLength::from_metres(760)).supplies(block)
    });
}
