//! The main questions, none of which asks for memory, on a map of the size and density of Gettysburg: 6 × 7 km, 60 woods of 40
//! places, a town, two levels of hills, streams, roads. Blocks are 610 × 152 m.

use divan::{Bencher, black_box};
use sandtable_pack::{
    Area, Facing, FeatureId, Footprint, GroundLength, GroundPoint, Hill, Map, Polygon, Polyline,
    Pose, Road, RoadKind, Watercourse, WatercourseKind, sample,
};
use sandtable_terrain::{Block, FieldOfFire, MarshIs, Shape, Terrain};

#[global_allocator]
static ALLOCATIONS: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::Divan::from_args().sample_count(20).sample_size(1_000).main();
}

const DEPTH: GroundLength = GroundLength::from_metres(161);

/// A plain generator, so that the map is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as i32
    }

    fn place(&mut self) -> GroundPoint {
        GroundPoint::new(20_000 + self.below(560_000), 20_000 + self.below(660_000))
    }

    fn blob(&mut self, places: i32, radius: i32) -> Polygon {
        let centre = self.place();
        let exterior = (0..places)
            .map(|k| {
                let reach = GroundLength::from_centimetres(radius / 2 + self.below(radius / 2));
                centre + Facing::from_steps(-k * 4096 / places).advance(reach)
            })
            .collect();
        Polygon { exterior, holes: Vec::new() }
    }

    fn line(&mut self, places: i32) -> Polyline {
        let start = self.place();
        let facing = self.below(4096);
        let mut at = start;
        let mut line = vec![start];
        for _ in 0..places {
            let bend = Facing::from_steps(facing + self.below(600) - 300);
            at = at + bend.advance(GroundLength::from_metres(60));
            line.push(at);
        }
        Polyline(line)
    }
}

fn id(kind: &str, index: i32) -> FeatureId {
    sample::id(&format!("{kind}-{index}"))
}

fn map() -> Map {
    let mut dice = Dice(1863);
    let mut map = sample::parts().map;
    map.width = GroundLength::from_metres(6_000);
    map.height = GroundLength::from_metres(7_000);
    map.entries.clear();
    map.woods =
        (0..60).map(|k| Area { id: id("wood", k), parts: vec![dice.blob(40, 40_000)] }).collect();
    map.buildings =
        (0..3).map(|k| Area { id: id("town", k), parts: vec![dice.blob(20, 50_000)] }).collect();
    map.hills = (0..12)
        .map(|k| Hill {
            id: id("hill", k),
            level: 1 + (k % 3 == 0) as u8,
            parts: vec![dice.blob(60, 120_000)],
        })
        .collect();
    map.watercourses = (0..10)
        .map(|k| Watercourse {
            id: id("brook", k),
            kind: WatercourseKind::Stream,
            width: GroundLength::from_metres(3),
            parts: vec![dice.line(50)],
        })
        .collect();
    map.roads = (0..20)
        .map(|k| Road { id: id("road", k), kind: RoadKind::Road, parts: vec![dice.line(60)] })
        .collect();
    map
}

fn blocks(count: usize) -> Vec<Block> {
    let mut dice = Dice(1815);
    let footprint =
        Footprint { length: GroundLength::from_metres(610), depth: GroundLength::from_metres(152) };
    (0..count)
        .map(|_| {
            let pose = Pose { centre: dice.place(), facing: Facing::from_steps(dice.below(4096)) };
            Block::new(pose, footprint)
        })
        .collect()
}

/// Blocks and another not far from each.
fn pairs(reach: i32) -> Vec<(Block, Block)> {
    let mut dice = Dice(1805);
    blocks(1_000)
        .into_iter()
        .map(|block| {
            let way = Facing::from_steps(dice.below(4096))
                .advance(GroundLength::from_metres(dice.below(reach)));
            let other = block.moved_to(block.centre() + way);
            (block, other.turned_to(Facing::from_steps(dice.below(4096))))
        })
        .collect()
}

/// Asks a question about every one of many; the time is that of one.
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
    ask(bencher, &blocks(1_000), |block| terrain.under(block));
}

#[divan::bench]
fn make_a_block(bencher: Bencher<'_, '_>) {
    ask(bencher, &blocks(1_000), |block| block.turned_to(block.facing().turned(7)));
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
        (leg.barrier(MarshIs::Closed), leg.woods(), leg.slope(), leg.buildings())
    });
}

#[divan::bench]
fn passage_between_twenty_enemies(bencher: Bencher<'_, '_>) {
    let terrain = Terrain::new(&map());
    let enemies: Vec<Shape> = blocks(20).into_iter().map(Shape::from).collect();
    ask(bencher, &blocks(1_000), |block| {
        let way = block.facing().advance(GroundLength::from_metres(1_500));
        terrain.may_pass(block, block.centre() + way, &enemies, MarshIs::Open)
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
        .filter(|(field, target)| field.holds_most_of(target))
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
