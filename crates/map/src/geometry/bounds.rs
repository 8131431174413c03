//! Bounding boxes of points, and collections of boxes in an R-tree.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use sandtable_pack::{GroundPoint, Polygon};

/// A bounding box, aligned with the frame.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub low: GroundPoint,
    pub high: GroundPoint,
}

impl Bounds {
    /// The bounding box of polygons; without polygons, the frame's origin.
    pub fn around(polygons: &[Polygon]) -> Self {
        Self::of(polygons.iter().flat_map(|polygon| &polygon.exterior))
    }

    /// The bounding box of points; without points, the frame's origin.
    pub fn of<'p>(places: impl Iterator<Item = &'p GroundPoint>) -> Self {
        let mut corners = places.copied();
        let first = corners.next().unwrap_or(GroundPoint::new(0, 0));
        corners.fold(Self { low: first, high: first }, |Self { low, high }, point| Self {
            low: GroundPoint::new(low.x.min(point.x), low.y.min(point.y)),
            high: GroundPoint::new(high.x.max(point.x), high.y.max(point.y)),
        })
    }

    /// Whether two boxes are within `reach` centimetres of each other.
    pub fn is_near(&self, other: &Self, reach: i32) -> bool {
        self.low.x <= other.high.x.saturating_add(reach)
            && other.low.x <= self.high.x.saturating_add(reach)
            && self.low.y <= other.high.y.saturating_add(reach)
            && other.low.y <= self.high.y.saturating_add(reach)
    }

    /// The overlap of two boxes, in square centimetres.
    pub fn shared_area(&self, other: &Self) -> f64 {
        let side = |low: i32, high: i32| (f64::from(high) - f64::from(low)).max(0.0);
        side(self.low.x.max(other.low.x), self.high.x.min(other.high.x))
            * side(self.low.y.max(other.low.y), self.high.y.min(other.high.y))
    }

    /// Whether a point is within `reach` centimetres of the box.
    pub fn holds(&self, place: GroundPoint, reach: i32) -> bool {
        self.is_near(&Self { low: place, high: place }, reach)
    }
}

/// Bounding boxes in a spatial index.
pub struct Boxes {
    all: Vec<Bounds>,
    tree: RTree<GeomWithData<Rectangle<[i32; 2]>, usize>>,
}

impl Boxes {
    /// Creates an index of boxes, numbered in the given order.
    pub fn of(all: Vec<Bounds>) -> Self {
        let entries = all.iter().enumerate().map(|(number, Bounds { low, high })| {
            GeomWithData::new(Rectangle::from_corners([low.x, low.y], [high.x, high.y]), number)
        });
        let tree = RTree::bulk_load(entries.collect());
        Self { all, tree }
    }

    /// The indices of boxes within `reach` centimetres of the given box, itself included, in no
    /// particular order.
    pub fn near(&self, number: usize, reach: i32) -> impl Iterator<Item = usize> + '_ {
        let Bounds { low, high } = self.all[number];
        let about = AABB::from_corners(
            [low.x.saturating_sub(reach), low.y.saturating_sub(reach)],
            [high.x.saturating_add(reach), high.y.saturating_add(reach)],
        );
        self.tree.locate_in_envelope_intersecting(&about).map(|entry| entry.data)
    }
}
