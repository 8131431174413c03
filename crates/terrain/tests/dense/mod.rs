//! A map with the size and density of Gettysburg, 6 × 7 km. It has 60 woods of 40 vertices each, a
//! town, two levels of hills, streams, roads, and blocks of 610 × 152 m. It is the same on every
//! platform.

use sandtable_pack::{
    Area, Facing, FeatureId, Footprint, GroundLength, GroundPoint, Hill, Map, Polygon, Polyline,
    Pose, Road, RoadKind, Watercourse, WatercourseKind, sample,
};
use sandtable_terrain::Block;

/// A simple random number generator with the same sequence on every platform.
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

pub fn map() -> Map {
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

pub fn blocks(count: usize) -> Vec<Block> {
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

/// Pairs of blocks that are near each other.
pub fn pairs(reach: i32) -> Vec<(Block, Block)> {
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
