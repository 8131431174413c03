//! Names along lines: rivers, streams, roads and railroads, repeated at intervals.

use std::collections::BTreeMap;
use std::rc::Rc;

use sandtable_pack::{FeatureId, Polyline, RailroadKind, RoadKind, WatercourseKind};
use sandtable_sheet::{Ink, Lettering, MIN_POINTS, Point, shape};

use super::placer::{Candidate, TextLayout};
use super::track::Track;
use super::{LIMIT, Namer, length};
use crate::ground::{water, ways};
use crate::occupancy::Occupancy;

/// The minimum distance between two names on one course, in millimetres.
const APART: f64 = 40.0;
/// The minimum length of a stretch that gets another name, in millimetres.
const LEAST_STRETCH: f64 = 80.0;

/// The penalty of a name next to water that could hold it.
const BESIDE_WIDE_WATER: f64 = 1.2;

/// All lines with the same name.
struct Course {
    name: String,
    /// Their drawn width.
    width: f64,
    lettering: Lettering,
    parts: Vec<Vec<Point>>,
}

impl Course {
    fn length(&self) -> f64 {
        self.parts.iter().map(|part| length(part)).sum()
    }

    /// Whether the name fits between the banks.
    fn holds_name(&self) -> bool {
        self.width > self.lettering.size() * 1.15
    }

    /// Returns the factor by which a name grows with its course: up to half the width of water that
    /// holds it, and otherwise slightly with the length.
    fn type_factor(&self) -> f64 {
        match self.holds_name() {
            true => (self.width / 2.0 / self.lettering.size()).clamp(1.0, 2.0),
            false => (self.length() / 300.0).clamp(1.0, 1.25),
        }
    }
}

impl Namer<'_> {
    pub(crate) fn waters(&mut self, kind: WatercourseKind, lettering: Lettering) {
        let courses = self.pack.map().watercourses.iter().filter(|w| w.kind == kind);
        let courses = courses.map(|course| {
            let width = water::drawn_width(course, self.frame, &self.style.water);
            (&course.id, width, course.parts.as_slice())
        });
        let mut courses = self.courses(courses, lettering);
        for course in &mut courses {
            course.lettering.points *= course.type_factor();
        }
        self.lines(courses, self.style.water.name, 190.0);
    }

    pub(crate) fn roads(&mut self, kind: RoadKind) {
        let width = ways::drawn_width(kind, &self.style.roads);
        let roads = self.pack.map().roads.iter().filter(|r| r.kind == kind);
        let lettering = match kind {
            RoadKind::Pike | RoadKind::Road => self.style.names.road.into(),
            RoadKind::Lane => self.style.names.lane.into(),
        };
        let courses = roads.map(|road| (&road.id, width, road.parts.as_slice()));
        let courses = self.courses(courses, lettering);
        self.lines(courses, self.style.sheet.black, 230.0);
    }

    pub(crate) fn railroads(&mut self) {
        let railroads = self.pack.scenery().railroads.iter().map(|railroad| {
            // The edges of a railroad cut are offset on both sides.
            let width = if railroad.kind == RailroadKind::Cut { 2.8 } else { 1.0 };
            (&railroad.id, width, railroad.parts.as_slice())
        });
        let courses = self.courses(railroads, self.style.names.lane.into());
        self.lines(courses, self.style.sheet.black, 400.0);
    }

    /// Groups lines by name: a course drawn in pieces counts as one.
    fn courses<'f>(
        &self,
        lines: impl Iterator<Item = (&'f FeatureId, f64, &'f [Polyline])>,
        lettering: Lettering,
    ) -> Vec<Course> {
        let mut courses: BTreeMap<String, Course> = BTreeMap::new();
        for (id, width, parts) in lines {
            let Some(name) = self.name(id) else { continue };
            let course = courses.entry(name.clone());
            let course =
                course.or_insert_with(|| Course { name, width, lettering, parts: Vec::new() });
            course.width = course.width.max(width);
            course.parts.extend(parts.iter().map(|part| self.frame.line(part)));
        }
        courses.into_values().collect()
    }

    /// Sets names along lines, the longest first, with repeats on long ones.
    fn lines(&mut self, mut courses: Vec<Course>, ink: Ink, repeat: f64) {
        courses.sort_by(|a, b| b.length().total_cmp(&a.length()).then_with(|| a.name.cmp(&b.name)));
        for mut course in courses {
            if self.is_done(&course.name) {
                continue;
            }
            let times = (course.length() / repeat).floor() as usize + 1;
            course.parts.sort_by(|a, b| length(b).total_cmp(&length(a)));
            let mut standing: Vec<Point> = Vec::new();
            let mut named = 0;
            for part in &course.parts {
                let first = named == 0;
                let whole = length(part);
                if named == times || !first && whole < LEAST_STRETCH {
                    break;
                }
                let here = (whole / repeat).floor() as usize + 1;
                for stretch in stretches(part, here.min(times - named)) {
                    let candidates = self.on_stretch(&course, &stretch, ink, &standing);
                    if self.placer.place(&candidates, LIMIT) {
                        named += 1;
                        standing.extend(self.placer.last_letters());
                    }
                }
            }
            if named > 0 {
                self.mark_done(&course.name);
            } else {
                self.placer.drop_name(&course.name);
            }
        }
    }

    /// Returns candidates next to one stretch, or inside a river that is wide enough, away from
    /// earlier copies of the same name.
    fn on_stretch(
        &self,
        course: &Course,
        stretch: &[Point],
        ink: Ink,
        standing: &[Point],
    ) -> Vec<Candidate> {
        let Course { name, lettering, .. } = course;
        let lettering = *lettering;
        let mut candidates =
            self.candidates_along(name, lettering, stretch, 0.45, course.width, 2.0);
        // Tighter and slightly smaller text for short stretches.
        let tight =
            lettering.with_spacing(0.02).with_points((lettering.points * 0.9).max(MIN_POINTS));
        for mut candidate in self.candidates_along(name, tight, stretch, 0.45, course.width, 2.0) {
            candidate.penalty += 0.4;
            candidates.push(candidate);
        }
        if course.holds_name() {
            // Next to wide water, a name could belong to its bank.
            candidates.iter_mut().for_each(|candidate| candidate.penalty += BESIDE_WIDE_WATER);
            let middle = lettering.x_height() / 2.0;
            for mut candidate in
                self.candidates_at_offsets(name, lettering, stretch, &[(-middle, 0.0)], 2.0)
            {
                candidate.on = Occupancy::WATER;
                candidates.push(candidate);
            }
        }
        if !standing.is_empty() {
            candidates.retain(|candidate| {
                let near = |at: Point| standing.iter().any(|other| other.distance(at) < APART);
                !candidate.run().glyphs.iter().any(|glyph| near(glyph.at))
            });
        }
        for candidate in &mut candidates {
            candidate.ink = ink;
        }
        candidates
    }

    /// Returns candidates above or below a line, at a higher cost on bends and away from its
    /// middle.
    pub(crate) fn candidates_along(
        &self,
        name: &str,
        lettering: Lettering,
        line: &[Point],
        gap: f64,
        line_width: f64,
        smoothing: f64,
    ) -> Vec<Candidate> {
        let size = lettering.size();
        let above = line_width / 2.0 + gap + size * 0.04;
        let below = -(line_width / 2.0 + gap + lettering.x_height() * 1.35);
        let sides = [
            (above, 0.0),
            (below, 0.15),
            (above + 0.9, 0.12),
            (below - 0.9, 0.27),
            (above + 1.8, 0.25),
            (below - 1.8, 0.4),
            (above + 3.0, 0.5),
            (below - 3.0, 0.65),
        ];
        self.candidates_at_offsets(name, lettering, line, &sides, smoothing)
    }

    /// Returns candidates along a line at offsets to its left (up, for text), each with its
    /// penalty.
    pub(crate) fn candidates_at_offsets(
        &self,
        name: &str,
        lettering: Lettering,
        line: &[Point],
        sides: &[(f64, f64)],
        smoothing: f64,
    ) -> Vec<Candidate> {
        let text = Rc::new(shape(name, lettering));
        let (width, size) = (text.width(), lettering.size());
        let Some(track) = Track::new(line, smoothing.max(size)) else { return Vec::new() };
        let spare = track.length() - width;
        if spare < 0.0 {
            return Vec::new();
        }
        let back = Rc::new(track.reversed());
        let track = Rc::new(track);
        let steps = (spare / 2.0).floor() as usize;
        let mut candidates = Vec::new();
        for step in 0..=steps {
            let start = if steps == 0 { spare / 2.0 } else { spare * step as f64 / steps as f64 };
            let (track, start) = if track.runs_left(start, width) {
                (&back, spare - start)
            } else {
                (&track, start)
            };
            let (total, sharpest) = track.bend(start, width, size * 1.6);
            if sharpest > 0.45 || total > 2.4 {
                continue;
            }
            let from_middle = (start / spare.max(1e-9) - 0.5).abs();
            for &(offset, extra) in sides {
                let (text, track) = (Rc::clone(&text), Rc::clone(track));
                candidates.push(Candidate {
                    position: TextLayout::Along { text, track, start, offset },
                    ink: self.style.sheet.black,
                    penalty: total * 0.35 + sharpest * 0.8 + from_middle * 0.3 + extra,
                    on: Occupancy::NOTHING,
                    leader: None,
                });
            }
        }
        candidates
    }
}

/// Cuts a line into stretches of equal length.
pub(crate) fn stretches(line: &[Point], times: usize) -> Vec<Vec<Point>> {
    let each = length(line) / times as f64;
    let mut result = vec![Vec::new(); times];
    let mut way = 0.0;
    for pair in line.windows(2) {
        let middle = way + pair[0].distance(pair[1]) / 2.0;
        let stretch = &mut result[((middle / each) as usize).min(times - 1)];
        if stretch.is_empty() {
            stretch.push(pair[0]);
        }
        stretch.push(pair[1]);
        way += pair[0].distance(pair[1]);
    }
    result
}
