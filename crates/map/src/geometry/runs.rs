//! The straight runs of many lines, in a spatial index.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use sandtable_pack::GroundPoint;

use crate::geometry::distance::{distance_between, distance_from_run};

/// A straight segment of a line or an outline.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The index of the run's line.
    pub line: usize,
    /// The index of the run in its line.
    pub index: usize,
    pub from: GroundPoint,
    pub to: GroundPoint,
}

impl Run {
    /// The distance from a point, in centimetres.
    pub fn distance(&self, at: GroundPoint) -> f64 {
        distance_from_run(at, self.from, self.to)
    }

    /// The point of the run nearest to another point.
    pub fn foot(&self, at: GroundPoint) -> GroundPoint {
        let (way, off) = (self.to - self.from, at - self.from);
        let length = way.dot(way);
        let share =
            if length > 0 { (way.dot(off) as f64 / length as f64).clamp(0.0, 1.0) } else { 0.0 };
        self.at(share)
    }

    /// The point at a fraction of the run, from start to end.
    pub fn at(&self, share: f64) -> GroundPoint {
        let way = self.to - self.from;
        GroundPoint::new(
            self.from.x + (share * f64::from(way.x)).round() as i32,
            self.from.y + (share * f64::from(way.y)).round() as i32,
        )
    }

    pub fn length(&self) -> f64 {
        distance_between(self.from, self.to)
    }

    /// The point where two runs cross or touch; `None` if they do neither or are collinear.
    pub fn meets(&self, other: &Self) -> Option<GroundPoint> {
        let (a, b, c, d) = (self.from, self.to, other.from, other.to);
        let (from, to) = ((d - c).cross(a - c), (d - c).cross(b - c));
        let (first, second) = ((b - a).cross(c - a), (b - a).cross(d - a));
        let across = from.signum() * to.signum() <= 0 && first.signum() * second.signum() <= 0;
        (across && from != to).then(|| self.at(from as f64 / (from as f64 - to as f64)))
    }

    /// The point where two runs cross between their ends; ends that only touch do not count.
    pub fn crosses(&self, other: &Self) -> Option<GroundPoint> {
        let (a, b, c, d) = (self.from, self.to, other.from, other.to);
        let (from, to) = ((d - c).cross(a - c), (d - c).cross(b - c));
        let (first, second) = ((b - a).cross(c - a), (b - a).cross(d - a));
        let across = from.signum() * to.signum() < 0 && first.signum() * second.signum() < 0;
        across.then(|| self.at(from as f64 / (from as f64 - to as f64)))
    }
}

/// The runs of several lines, in an R-tree.
pub struct Runs {
    tree: RTree<GeomWithData<Rectangle<[i32; 2]>, usize>>,
    all: Vec<Run>,
}

impl Runs {
    /// The runs of lines, indexed in order.
    pub fn from_lines<'l>(lines: impl Iterator<Item = &'l [GroundPoint]>) -> Self {
        let runs = |(line, points): (usize, &'l [GroundPoint])| {
            let pairs = points.windows(2).enumerate();
            pairs.map(move |(index, pair)| Run { line, index, from: pair[0], to: pair[1] })
        };
        Self::of(lines.enumerate().flat_map(runs).collect())
    }

    pub fn of(all: Vec<Run>) -> Self {
        let boxes = all.iter().enumerate().map(|(number, run)| {
            let corners = Rectangle::from_corners([run.from.x, run.from.y], [run.to.x, run.to.y]);
            GeomWithData::new(corners, number)
        });
        Self { tree: RTree::bulk_load(boxes.collect()), all }
    }

    pub fn all(&self) -> &[Run] {
        &self.all
    }

    /// The runs within `reach` centimetres of the bounding box of two points, judged by bounding
    /// boxes.
    pub fn near(
        &self,
        from: GroundPoint,
        to: GroundPoint,
        reach: i32,
    ) -> impl Iterator<Item = &Run> {
        let low = [from.x.min(to.x).saturating_sub(reach), from.y.min(to.y).saturating_sub(reach)];
        let high = [from.x.max(to.x).saturating_add(reach), from.y.max(to.y).saturating_add(reach)];
        let found = self.tree.locate_in_envelope_intersecting(&AABB::from_corners(low, high));
        found.map(|entry| &self.all[entry.data])
    }

    /// The nearest selected run within `reach`, and its distance; in a tie, the first.
    pub fn nearest(
        &self,
        at: GroundPoint,
        reach: i32,
        wanted: impl Fn(&Run) -> bool,
    ) -> Option<(f64, &Run)> {
        let near = self.near(at, at, reach).filter(|run| wanted(run));
        let near = near.map(|run| (run.distance(at), run));
        near.filter(|(distance, _)| *distance <= f64::from(reach)).min_by(|a, b| {
            a.0.total_cmp(&b.0).then((a.1.line, a.1.index).cmp(&(b.1.line, b.1.index)))
        })
    }
}
