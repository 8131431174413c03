//! Resolves terrain overlaps by clipping. Buildings, water and impassable ground have priority.

use geo::{BooleanOps as _, Coord, LineString, MultiPolygon};
use rstar::AABB;
use rstar::primitives::{GeomWithData, Rectangle};
use sandtable_pack::{GroundPoint, Polygon, double_area};

use super::feature::{Feature, Geometry};
use super::report::Tally;
use crate::bounding_box::polygon_box;
use crate::ground::Ground;
use sandtable_authored::LayerClass;
use sandtable_map::clip_polygon;

/// The classes by priority in overlaps, highest first.
const PRIORITY: [LayerClass; 5] = [
    LayerClass::Buildings,
    LayerClass::Water,
    LayerClass::Impassable,
    LayerClass::Marsh,
    LayerClass::Woods,
];

/// Clips polygons that overlap others of a higher priority.
pub(crate) fn clip_overlaps(ground: &Ground, features: &mut Vec<Feature>, tally: &mut Tally) {
    let least = 2.0 * ground.ground_length(1.0) * ground.ground_length(1.0);
    let rank = |feature: &Feature| PRIORITY.iter().position(|class| *class == feature.class);
    let above: Vec<(usize, AABB<[i32; 2]>, Polygon)> = features
        .iter()
        .filter_map(|feature| Some((rank(feature)?, feature)))
        .flat_map(|(rank, feature)| {
            let parts: &[Polygon] = match &feature.drawn {
                Geometry::Polygons(parts) => parts,
                _ => &[],
            };
            parts.iter().map(move |part| (rank, polygon_box(part), part.clone()))
        })
        .collect();
    let objects = above
        .iter()
        .enumerate()
        .map(|(number, (_, bounds, _))| GeomWithData::new(Rectangle::from_aabb(*bounds), number));
    let tree = rstar::RTree::bulk_load(objects.collect());
    features.retain_mut(|feature| {
        let Some(own) = rank(feature) else { return true };
        let Geometry::Polygons(parts) = &mut feature.drawn else { return true };
        let mut left: Vec<Polygon> = Vec::new();
        let mut cut = false;
        for polygon in parts.iter() {
            let bounds = polygon_box(polygon);
            let mut over: Vec<usize> = tree
                .locate_in_envelope_intersecting(&bounds)
                .map(|object| object.data)
                .filter(|&number| above[number].0 < own)
                .collect();
            over.sort_unstable();
            if over.is_empty() {
                left.push(polygon.clone());
                continue;
            }
            let others = MultiPolygon::new(
                over.iter().map(|&number| to_geo_polygon(&above[number].2)).collect(),
            );
            let before = MultiPolygon::new(vec![to_geo_polygon(polygon)]);
            // The others may overlap each other; `difference` clips each position only once.
            let after = before.difference(&others);
            let pieces = after.0.iter().flat_map(|piece| clip_polygon(&ground.wide, &rings(piece)));
            let pieces: Vec<Polygon> =
                pieces.filter(|piece| double_area(&piece.exterior) as f64 >= least).collect();
            cut |= pieces.len() != 1 || pieces[0] != *polygon;
            left.extend(pieces);
        }
        match left.is_empty() {
            true => tally.covered += 1,
            false => tally.cut += usize::from(cut),
        }
        *parts = left;
        !parts.is_empty()
    });
}

fn to_geo_polygon(polygon: &Polygon) -> geo::Polygon {
    let line = |ring: &[GroundPoint]| -> LineString {
        ring.iter().map(|at| Coord { x: f64::from(at.x), y: f64::from(at.y) }).collect()
    };
    geo::Polygon::new(
        line(&polygon.exterior),
        polygon.holes.iter().map(|hole| line(hole)).collect(),
    )
}

fn rings(polygon: &geo::Polygon) -> Vec<Vec<GroundPoint>> {
    let ring = |line: &LineString| {
        let mut ring: Vec<GroundPoint> = line
            .0
            .iter()
            .map(|at| GroundPoint::new(at.x.round() as i32, at.y.round() as i32))
            .collect();
        ring.dedup();
        if ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        ring
    };
    std::iter::once(polygon.exterior()).chain(polygon.interiors()).map(ring).collect()
}
