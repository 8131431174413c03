//! Projects outlines to the map frame. Checks that rings are closed, enclose an area and do not
//! cross themselves, that holes are inside and do not cut the polygon, and that parts do not overlap.

use std::ops::Range;

use sandtable_authored::Coordinate;
use sandtable_pack::{GroundPoint, double_area};
use sandtable_source::{Diagnostic, code, message};

use super::feature_projection::{Drawing, FIX, ProjectedShape};
use crate::geojson::shape::{Position, has_area};
use crate::geometry::outline::{Contact, Fault, Outlines};
use crate::geometry::spike;
use crate::mistakes::crossing_cause::{Slip, find_slip};
use crate::mistakes::stray_vertex::far_vertex;

/// Rings in the map frame, with the position index of each vertex.
#[derive(Default)]
struct Rings {
    polygons: Vec<Vec<Vec<GroundPoint>>>,
    /// The position of each vertex, ring after ring.
    positions: Vec<usize>,
}

impl Rings {
    /// Removes a vertex by its index in all rings.
    fn remove(&mut self, corner: usize) {
        self.positions.remove(corner);
        let mut before = 0;
        for ring in self.polygons.iter_mut().flatten() {
            if corner < before + ring.len() {
                ring.remove(corner - before);
                return;
            }
            before += ring.len();
        }
    }
}

/// The reason why a ring is not drawn.
enum Unusable {
    /// The ring encloses an area in degrees, but none on the map.
    Sliver,
    Reported,
}

impl Drawing<'_, '_> {
    /// Projects the feature to the map frame; `all` holds the projected positions. Reports an
    /// invalid feature, and returns `None`.
    pub(super) fn polygons(&mut self, all: &[GroundPoint]) -> Option<ProjectedShape> {
        let ranges: Vec<Range<usize>> = self.shape.rings().collect();
        let mut rings = Rings::default();
        let mut good = true;
        let (mut tips, mut slivers) = (Vec::new(), Vec::new());
        let (mut repeated, mut wound) = (None, None);
        for part in self.shape.polygons() {
            let mut polygon = Vec::new();
            for (number, range) in ranges[part].iter().enumerate() {
                let found = self.ring(all, range.clone(), &mut rings.positions, &mut tips);
                let ring = match found {
                    Ok(ring) => ring,
                    Err(Unusable::Sliver) => {
                        slivers.push(range.start);
                        // Without its outline, a part has no holes.
                        match number {
                            0 => break,
                            _ => continue,
                        }
                    }
                    Err(Unusable::Reported) => {
                        good = false;
                        continue;
                    }
                };
                let positions = &self.shape.positions[range.clone()];
                let twin = positions.windows(2).position(|pair| pair[0] == pair[1]);
                repeated = repeated.or(twin.map(|index| range.start + index + 1));
                if (double_area(&ring) > 0) != (number == 0) {
                    wound = wound.or(Some(range.start));
                }
                polygon.push(ring);
            }
            if !polygon.is_empty() {
                rings.polygons.push(polygon);
            }
        }
        if !good {
            return None;
        }
        self.slivers(&slivers);
        self.tally.repeated.add(repeated.map(|position| self.span(position)));
        self.tally.reversed.add(wound.map(|position| self.span(position)));
        self.spikes(&tips);
        let mut outlines = Outlines::new(&rings.polygons);
        let mut meetings = outlines.meetings(MAX_COUNTED_CROSSINGS);
        if self.remove_stray(&mut rings, &meetings) {
            outlines = Outlines::new(&rings.polygons);
            meetings = outlines.meetings(MAX_COUNTED_CROSSINGS);
        }
        let is_valid = self.has_no_crossings(&rings, &meetings)
            && self.has_inner_holes(&rings, &outlines)
            && self.has_separate_parts(&rings, &outlines)
            && self.is_connected(&rings, &outlines);
        is_valid.then_some(ProjectedShape::Polygons(rings.polygons))
    }

    /// A ring without its closing position, repeated positions and spikes. Appends the position
    /// index of each vertex to `numbers`, and those of spike tips to `tips`. Reports an invalid ring.
    fn ring(
        &mut self,
        all: &[GroundPoint],
        range: Range<usize>,
        numbers: &mut Vec<usize>,
        tips: &mut Vec<usize>,
    ) -> Result<Vec<GroundPoint>, Unusable> {
        let (first, last, id) = (range.start, range.end - 1, self.id);
        let is_open = self.shape.positions[first] != self.shape.positions[last] || first == last;
        if is_open && !all[range.clone()].iter().any(differs_from(all[first], all[last])) {
            self.report_empty_outline(first);
            return Err(Unusable::Reported);
        }
        if is_open {
            let message = message!("unclosed ring in `{id}`");
            let ends = format!("ends at {}", self.place(last));
            let mut finding = Diagnostic::new(code::RING_NOT_CLOSED, message)
                .group_key([])
                .at(self.span(last), ends);
            if first != last {
                finding = finding.also(self.span(first), "begins here");
            }
            self.report(finding.help("repeat the first position at the end").help(FIX));
            return Err(Unusable::Reported);
        }
        let mut corners: Vec<usize> = Vec::with_capacity(range.len());
        let mut points: Vec<GroundPoint> = Vec::with_capacity(range.len());
        for (position, &point) in (first..last).zip(&all[first..last]) {
            if points.last() != Some(&point) {
                points.push(point);
                corners.push(position);
            }
        }
        while points.len() > 1 && points.first() == points.last() {
            points.pop();
            corners.pop();
        }
        if !self.is_shared
            && let Some(corner) = far_vertex(&points)
            && self.report_stray_vertex(corners[corner], legs(&points, corner))
            && points.len() > 3
        {
            points.remove(corner);
            corners.remove(corner);
        }
        let trimmed = spike::trim_spikes(&points);
        let ring: Vec<GroundPoint> =
            trimmed.kept_indices.iter().map(|&corner| points[corner]).collect();
        if ring.len() < 3 {
            if has_area(&self.shape.positions[range]) {
                return Err(Unusable::Sliver);
            }
            self.report_empty_outline(first);
            return Err(Unusable::Reported);
        }
        numbers.extend(trimmed.kept_indices.iter().map(|&corner| corners[corner]));
        tips.extend(trimmed.tips.iter().map(|&corner| corners[corner]));
        Ok(ring)
    }

    /// Reports the omission of rings too thin to draw, given by their first positions.
    fn slivers(&mut self, slivers: &[usize]) {
        let (Some(&first), id) = (slivers.first(), self.id) else { return };
        let place = format!("this ring at {}{}", self.place(first), other_places(slivers.len()));
        self.report(
            Diagnostic::new(code::NO_EXTENT, message!("ring of `{id}` is too thin to draw; omitted"))
                .group_key(["sliver"])
                .at(self.span(first), place)
                .help("nothing needs to be done; to silence this, remove the ring in QGIS with Delete Ring or Delete Part"),
        );
    }

    /// Reports an outline with fewer than three vertices; `first` is the index of its first
    /// position.
    fn report_empty_outline(&mut self, first: usize) {
        let message = message!("ring without area in `{}`", self.id);
        let place = format!("this ring at {}", self.place(first));
        self.report(
            Diagnostic::new(code::RING_TOO_SHORT, message)
                .group_key([])
                .at(self.span(first), place)
                .help("draw at least three different vertices, or remove it"),
        );
    }

    fn spikes(&mut self, tips: &[usize]) {
        let (Some(&first), id) = (tips.first(), self.id) else { return };
        let message = message!("spike in a ring of `{id}`");
        let place = format!("to {}{}", self.place(first), other_places(tips.len()));
        self.report(
            Diagnostic::new(code::SPIKE, message)
                .group_key([])
                .at(self.span(first), place)
                .help("remove this vertex; a spike encloses no area and is ignored")
                .help(FIX),
        );
    }

    /// Removes the vertex that makes an outline cross itself, if it is far to the side.
    fn remove_stray(&mut self, rings: &mut Rings, found: &[Contact]) -> bool {
        let crossing = found.first().filter(|first| first.fault == Fault::Crossing);
        let Some(first) = crossing.filter(|_| !self.is_shared) else {
            return false;
        };
        let Some((start, ring, Slip::Stray(corner))) = find_slip(&rings.polygons, first.segments)
        else {
            return false;
        };
        let (at, legs) = (start + corner, legs(ring, corner));
        if ring.len() < 4 || !self.report_stray_vertex(rings.positions[at], legs) {
            return false;
        }
        rings.remove(at);
        true
    }

    /// Whether outlines do not cross themselves or each other. Reports the first crossing.
    fn has_no_crossings(&mut self, rings: &Rings, found: &[Contact]) -> bool {
        let Some(first) = found.first() else { return true };
        let count = found.iter().filter(|other| other.fault == first.fault).count();
        let Coordinate { longitude, latitude } = self.frame.coordinate(first.at);
        let segment = |corner: usize| {
            let position = rings.positions[corner];
            self.feature.segment_span(self.shape, position, position + 1)
        };
        let fault = match first.fault {
            Fault::Crossing => "crossing",
            Fault::Overlap => "overlap",
            Fault::Cut => "contact",
        };
        let here = format!(
            "{fault} near longitude {longitude:.6}, latitude {latitude:.6}{}",
            other_places(count)
        );
        let id = self.id;
        let explained = match first.fault {
            Fault::Crossing => self.slip(rings, first.segments),
            Fault::Overlap | Fault::Cut => None,
        };
        if let Some((corner, label, help)) = explained {
            let message = message!("a ring of `{id}` crosses itself");
            self.report(
                Diagnostic::new(code::SELF_CROSSING, message)
                    .group_key(["explained"])
                    .at(self.span(corner), label)
                    .also(segment(first.segments.0), here)
                    .help(help),
            );
            return false;
        }
        let (finding, other) = match first.fault {
            Fault::Crossing => (
                Diagnostic::new(
                    code::SELF_CROSSING,
                    message!("a ring of `{id}` crosses or touches itself"),
                )
                .group_key([])
                .help(match self.touches_in_degrees(rings, first.segments) {
                    true => "add this vertex to the line that it touches: a line that is straight in degrees is slightly curved on the map",
                    false => "move or remove a vertex there so that the ring does not cross itself",
                })
                .help(FIX),
                "the other line",
            ),
            Fault::Cut => (
                Diagnostic::new(code::SELF_CROSSING, message!("touching rings cut `{id}` into pieces"))
                    .group_key(["cut"])
                    .help("make each piece a separate part, or move a vertex there so that the rings touch only once")
                    .help(FIX),
                "the other ring",
            ),
            Fault::Overlap => (self.parts_overlap(), "boundary of the other part"),
        };
        let finding =
            finding.at(segment(first.segments.0), here).also(segment(first.segments.1), other);
        self.report(finding);
        false
    }

    /// The index of the vertex that makes an outline cross itself, with a label and help.
    fn slip(&self, rings: &Rings, segments: (usize, usize)) -> Option<(usize, String, String)> {
        let (start, _, slip) = find_slip(&rings.polygons, segments)?;
        let Slip::Swapped(corners) = slip else { return None };
        let [first, second] = corners.map(|corner| rings.positions[start + corner]);
        let help = format!("swap them: put {} before {}", self.place(second), self.place(first));
        Some((first, "this vertex and the next are probably swapped".to_owned(), help))
    }

    /// Whether a vertex of one segment is on the other segment in degrees, though not on the map.
    fn touches_in_degrees(&self, rings: &Rings, segments: (usize, usize)) -> bool {
        let ends = [segments.0, segments.1].map(|corner| {
            let mut before = 0;
            let mut all = rings.polygons.iter().flatten();
            let next = all.find_map(|ring| {
                let start = before;
                before += ring.len();
                (corner < before).then(|| if corner + 1 == before { start } else { corner + 1 })
            });
            [corner, next.unwrap_or(corner)]
                .map(|corner| self.shape.positions[rings.positions[corner]])
        });
        let [one, other] = ends;
        other.iter().any(|&end| is_on_line(end, one))
            || one.iter().any(|&end| is_on_line(end, other))
    }

    fn has_inner_holes(&mut self, rings: &Rings, outlines: &Outlines) -> bool {
        let misplaced = outlines.misplaced_holes();
        let (Some(first), id) = (misplaced.first(), self.id) else { return true };
        let position = rings.positions[first.hole];
        let alike = misplaced.iter().filter(|hole| hole.around.is_some() == first.around.is_some());
        let place = format!("at {}{}", self.place(position), other_places(alike.count()));
        let finding = match first.around {
            None => Diagnostic::new(
                code::HOLE_OUTSIDE,
                message!("hole of `{id}` outside its outer ring"),
            )
            .group_key([])
            .at(self.span(position), place)
            .help("draw it as a separate polygon, or remove it: a hole there has no effect")
            .help(FIX),
            Some(around) => {
                Diagnostic::new(code::HOLE_OUTSIDE, message!("hole of `{id}` inside another hole"))
                    .group_key(["nested"])
                    .at(self.span(position), place)
                    .also(self.span(rings.positions[around]), "the hole around it starts here")
                    .help("if it is an island, make it a part of the feature; otherwise remove it")
            }
        };
        self.report(finding);
        false
    }

    /// Whether touching rings leave each polygon in one piece.
    fn is_connected(&mut self, rings: &Rings, outlines: &Outlines) -> bool {
        self.has_no_crossings(rings, outlines.cut().as_slice())
    }

    fn has_separate_parts(&mut self, rings: &Rings, outlines: &Outlines) -> bool {
        let nested = outlines.nested();
        let Some(&(inner, outer)) = nested.first() else { return true };
        let (inner, outer) = (rings.positions[inner], rings.positions[outer]);
        let others = other_places(nested.len());
        let place = format!("this part is inside another one, at {}{others}", self.place(inner));
        self.report(
            self.parts_overlap()
                .at(self.span(inner), place)
                .also(self.span(outer), "the other part starts here"),
        );
        false
    }

    fn parts_overlap(&self) -> Diagnostic {
        let message = message!("parts of `{}` overlap", self.id);
        Diagnostic::new(code::PARTS_OVERLAP, message)
            .group_key([])
            .help("join them: in QGIS, Processing Toolbox › Fix geometries, or Dissolve")
            .help(FIX)
    }

    /// Reports a far vertex of an outline, and returns whether it is omitted.
    fn report_stray_vertex(&mut self, position: usize, legs: [GroundPoint; 3]) -> bool {
        let (finding, is_omitted) = self.stray_corner(position, legs, "boundary");
        self.report(finding);
        is_omitted
    }
}

/// The points before, at and after a vertex of a ring.
fn legs(ring: &[GroundPoint], corner: usize) -> [GroundPoint; 3] {
    let count = ring.len();
    [corner + count - 1, corner, corner + 1].map(|at| ring[at % count])
}

/// Whether a position is on the line between two others, apart from rounding, but at neither end.
fn is_on_line(at: Position, [from, to]: [Position; 2]) -> bool {
    const ROUNDING: f64 = 1e-12;
    let [way, off] = [to, at].map(|p| [p.longitude - from.longitude, p.latitude - from.latitude]);
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let (along, whole) = (dot(way, off), dot(way, way));
    let across = way[0] * off[1] - way[1] * off[0];
    along > 0.0 && along < whole && across.abs() <= ROUNDING * whole.sqrt()
}

/// Returns a predicate for points that differ from two others.
fn differs_from(one: GroundPoint, other: GroundPoint) -> impl Fn(&GroundPoint) -> bool {
    move |place| *place != one && *place != other
}

/// The maximum number of counted crossings in a feature.
const MAX_COUNTED_CROSSINGS: usize = 20;

/// Formats ", and in … other places" for a diagnostic about several crossings.
fn other_places(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => ", and in one other place".to_owned(),
        MAX_COUNTED_CROSSINGS => {
            format!(", and in {} or more other places", MAX_COUNTED_CROSSINGS - 1)
        }
        count => format!(", and in {} other places", count - 1),
    }
}
