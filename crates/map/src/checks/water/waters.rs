//! The network of all watercourses, with the lakes and marshes they flow into.

use sandtable_pack::{GroundPoint, Watercourse};

use crate::checks::measure::{VISIBLE, on_paper};
use crate::geometry::runs::{Run, Runs};
use crate::geometry::shared_ground::Outline;
use crate::ground::Ground;
use crate::placement::entry::edge_at;

/// A part of a watercourse.
#[derive(Clone, Copy)]
pub struct Line<'g> {
    pub water: &'g Watercourse,
    pub points: &'g [GroundPoint],
}

impl Line<'_> {
    pub fn end(&self, end: End) -> GroundPoint {
        match end {
            End::Source => self.points[0],
            End::Mouth => self.points[self.points.len() - 1],
        }
    }
}

/// An end of a line in drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Source,
    Mouth,
}

impl End {
    pub const BOTH: [Self; 2] = [Self::Source, Self::Mouth];
}

/// The network of watercourses.
pub struct Waters<'g> {
    ground: &'g Ground,
    pub lines: Vec<Line<'g>>,
    runs: Runs,
    water_areas: Vec<Outline>,
    /// The distance within which ends join other water, in centimetres.
    pub joining_distance: i32,
}

impl<'g> Waters<'g> {
    pub fn of(ground: &'g Ground) -> Self {
        let waters = ground.map.watercourses.iter();
        let lines: Vec<Line<'_>> = waters
            .flat_map(|water| water.parts.iter().map(move |part| Line { water, points: &part.0 }))
            .collect();
        let runs = Runs::from_lines(lines.iter().map(|line| line.points));
        let areas = ground.map.impassable_areas().chain(&ground.map.marsh);
        let wet = areas.flat_map(|area| &area.parts).map(Outline::new).collect();
        Self { ground, lines, runs, water_areas: wet, joining_distance: on_paper(ground, VISIBLE) }
    }

    /// The nearest run of the selected lines, and its distance.
    pub fn nearest(
        &self,
        at: GroundPoint,
        reach: i32,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<(f64, &Run)> {
        self.runs.nearest(at, reach, |run| wanted(run.line))
    }

    /// The lines that join at a point.
    pub fn meeting_at(&self, at: GroundPoint) -> Vec<usize> {
        let near = self.runs.near(at, at, self.joining_distance);
        let near = near.filter(|run| run.distance(at) <= f64::from(self.joining_distance));
        let mut lines: Vec<usize> = near.map(|run| run.line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Whether a place is on the edge of the frame.
    pub fn is_at_edge(&self, at: GroundPoint) -> bool {
        edge_at(&self.ground.frame, at).is_some()
    }

    /// Whether a place is in a lake or marsh, or on its shore.
    pub fn is_wet(&self, at: GroundPoint) -> bool {
        self.water_areas.iter().any(|outline| {
            outline.is_near(at, self.joining_distance)
                && (outline.holds(at)
                    || outline.runs().nearest(at, self.joining_distance, |_| true).is_some())
        })
    }
}
