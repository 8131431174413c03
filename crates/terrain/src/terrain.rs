//! The terrain of a map, prepared for fast queries.

use sandtable_pack::{
    Area, Crossing, GroundLength, GroundPoint, Map, Polygon, Watercourse, WatercourseKind,
};

use crate::banks::Banks;
use crate::geometry::block::Block;
use crate::geometry::grid::Grid;
use crate::geometry::shape::{Shape, Strip};
use crate::lines::{Lines, Piece, pieces_of, pieces_of_ring};
use crate::region::Region;
use crate::region::union::{Ring, union};
use crate::roads::RoadNetwork;
use crate::supply::Lattice;

/// The terrain of a map, prepared for fast queries. Immutable and shared between threads.
#[derive(Clone, Debug)]
pub struct Terrain {
    width: GroundLength,
    height: GroundLength,
    pub(crate) woods: Region,
    pub(crate) buildings: Region,
    pub(crate) marsh: Region,
    pub(crate) impassable: Region,
    pub(crate) river: Region,
    /// Woods and buildings combined, because both block sight (PB-A101).
    pub(crate) cover: Region,
    /// The hills at level 1 and above, at level 2 and above, and so on.
    pub(crate) levels: Vec<Region>,
    /// For each level, the hills without a mapped crest.
    pub(crate) crestless: Vec<Region>,
    /// The crests; the mark is the level.
    pub(crate) crests: Lines,
    /// The edges of levels; the mark is the level.
    pub(crate) slopes: Lines,
    pub(crate) streams: Lines,
    /// The rivers; the mark is the index of the watercourse in the map.
    pub(crate) rivers: Lines,
    /// The edges of impassable ground.
    pub(crate) barriers: Lines,
    /// The edges of marsh.
    pub(crate) marsh_edges: Lines,
    pub(crate) crossings: Vec<Bridge>,
    /// The lattice for supply routes.
    pub(crate) lattice: Lattice,
    pub(crate) banks: Banks,
    roads: RoadNetwork,
}

/// A bridge or ford over a river (PB-6.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bridge {
    pub at: GroundPoint,
    /// The river's mark in `rivers`.
    pub river: u16,
}

impl Terrain {
    /// Prepares the terrain of a map.
    pub fn new(map: &Map) -> Self {
        let grid = Grid::new(map.width, map.height);
        let region = |rings: &[Ring]| Region::new(grid, rings);
        let woods = union(parts(&map.woods));
        let buildings = union(parts(&map.buildings));
        let marsh = union(parts(&map.marsh));
        let impassable = union(parts(&map.impassable).chain(parts(&map.water)));
        let cover = union(parts(&map.woods).chain(parts(&map.buildings)));
        let water: Vec<Polygon> = rivers(map).flat_map(|(_, river)| surface(river)).collect();
        let levels: Vec<Vec<Ring>> =
            (1..=top_level(map)).map(|level| level_rings(map, level)).collect();
        let lines = |pieces: Vec<Piece>| Lines::new(grid, pieces);
        let mut terrain = Self {
            width: map.width,
            height: map.height,
            woods: region(&woods),
            buildings: region(&buildings),
            marsh: region(&marsh),
            impassable: region(&impassable),
            river: region(&union(&water)),
            cover: region(&cover),
            crestless: (1..=top_level(map)).map(|level| region(&crestless(map, level))).collect(),
            crests: lines(crests(map)),
            slopes: lines(
                (1..).zip(&levels).flat_map(|(mark, rings)| outline(rings, mark)).collect(),
            ),
            levels: levels.iter().map(|rings| region(rings)).collect(),
            streams: lines(
                map.watercourses
                    .iter()
                    .filter(|water| water.kind == WatercourseKind::Stream)
                    .flat_map(|stream| course(stream, 0))
                    .collect(),
            ),
            rivers: lines(rivers(map).flat_map(|(mark, river)| course(river, mark)).collect()),
            barriers: lines(outline(&impassable, 0).collect()),
            marsh_edges: lines(outline(&marsh, 0).collect()),
            crossings: rivers(map)
                .flat_map(|(river, water)| {
                    let over = |crossing: &&Crossing| crossing.over == water.id;
                    map.crossings
                        .iter()
                        .filter(over)
                        .map(move |crossing| Bridge { at: crossing.at, river })
                })
                .collect(),
            lattice: Lattice::default(),
            banks: Banks::default(),
            roads: RoadNetwork::new(grid, &map.roads),
        };
        terrain.lattice = Lattice::new(
            (map.width, map.height),
            &terrain.barriers,
            &terrain.rivers,
            &terrain.crossings,
        );
        terrain.banks = Banks::new(&terrain.lattice, &terrain.rivers, &terrain.crossings);
        terrain
    }

    /// The road network.
    pub const fn roads(&self) -> &RoadNetwork {
        &self.roads
    }

    /// The width of the frame.
    pub const fn width(&self) -> GroundLength {
        self.width
    }

    /// The height of the frame.
    pub const fn height(&self) -> GroundLength {
        self.height
    }

    /// Whether a point is inside the frame or on its edge.
    pub const fn holds(&self, place: GroundPoint) -> bool {
        place.x >= 0
            && place.y >= 0
            && place.x <= self.width.centimetres()
            && place.y <= self.height.centimetres()
    }

    /// Whether a whole block is inside the frame.
    pub fn holds_block(&self, block: &Block) -> bool {
        block.corners().into_iter().all(|corner| self.holds(corner))
    }
}

fn parts(areas: &[Area]) -> impl Iterator<Item = &Polygon> {
    areas.iter().flat_map(|area| &area.parts)
}

fn rivers(map: &Map) -> impl Iterator<Item = (u16, &Watercourse)> {
    (0..).zip(&map.watercourses).filter(|(_, water)| water.kind == WatercourseKind::River)
}

fn course(water: &Watercourse, mark: u16) -> impl Iterator<Item = Piece> {
    water.parts.iter().flat_map(move |line| pieces_of(&line.0, mark))
}

fn outline(rings: &[Ring], mark: u16) -> impl Iterator<Item = Piece> {
    rings.iter().flat_map(move |ring| pieces_of_ring(ring, mark))
}

/// The surface of a river: a band along its centre line, as wide as the river.
fn surface(river: &Watercourse) -> Vec<Polygon> {
    let bands = river
        .parts
        .iter()
        .filter_map(|line| Strip::new(line.0.clone(), river.width).map(Shape::from));
    bands
        .flat_map(|band| {
            band.quads().iter().map(|quad| quad.corners().to_vec()).collect::<Vec<_>>()
        })
        .map(|mut exterior| {
            exterior.dedup();
            Polygon { exterior, holes: Vec::new() }
        })
        .collect()
}

fn top_level(map: &Map) -> u8 {
    map.hills.iter().map(|hill| hill.level).max().unwrap_or(0)
}

/// The rings of the hills at `level` and above. A higher hill counts at lower levels even if the
/// map has no hill under it.
fn level_rings(map: &Map, level: u8) -> Vec<Ring> {
    union(map.hills.iter().filter(|hill| hill.level >= level).flat_map(|hill| &hill.parts))
}

fn crestless(map: &Map, level: u8) -> Vec<Ring> {
    let bare = map
        .hills
        .iter()
        .filter(|hill| hill.level == level && map.crests.iter().all(|crest| crest.hill != hill.id));
    union(bare.flat_map(|hill| &hill.parts))
}

fn crests(map: &Map) -> Vec<Piece> {
    map.crests
        .iter()
        .filter_map(|crest| {
            let hill = map.hills.iter().find(|hill| hill.id == crest.hill)?;
            Some((crest, u16::from(hill.level)))
        })
        .flat_map(|(crest, level)| {
            crest.parts.iter().flat_map(move |line| pieces_of(&line.0, level))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games on many threads share one terrain.
    #[test]
    fn terrain_is_shared_between_threads() {
        fn assert_thread_safe<T: Send + Sync>() {}
        assert_thread_safe::<Terrain>();
    }
}
