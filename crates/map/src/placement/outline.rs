//! Outlines in the map frame: rings that are closed, enclose ground and run round once, holes inside them,
//! parts apart. What is wrong is reported where it is.

use std::ops::Range;

use sandtable_authored::Coordinate;
use sandtable_pack::{GroundPoint, double_area};
use sandtable_source::{Diagnostic, code, message};

use super::feature_projection::{Drawing, Drawn, FIX};
use crate::geometry::outline::{Fault, Meeting, Outlines};
use crate::geometry::spike;
use crate::mistakes::crossing_cause::{Slip, slip_among};
use crate::mistakes::stray_vertex::far_corner;

/// Rings in the map frame, each corner with its number among the feature's positions.
#[derive(Default)]
struct Rings {
    polygons: Vec<Vec<Vec<GroundPoint>>>,
    /// The position of each corner, ring after ring.
    positions: Vec<usize>,
}

impl Rings {
    /// Takes out a corner by its number in all rings.
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

impl Drawing<'_, '_> {
    /// The feature in the map frame, or `None` after having said what is wrong with it.
    /// `all` are where the positions lie.
    pub(super) fn polygons(&mut self, all: &[GroundPoint]) -> Option<Drawn> {
        let ranges: Vec<Range<usize>> = self.shape.rings().collect();
        let mut rings = Rings::default();
        let mut good = true;
        let (mut tips, mut repeated, mut wound) = (Vec::new(), None, None);
        for part in self.shape.polygons() {
            let mut polygon = Vec::new();
            for (number, range) in ranges[part].iter().enumerate() {
                let found = self.ring(all, range.clone(), &mut rings.positions, &mut tips);
                let Some(ring) = found else {
                    good = false;
                    continue;
                };
                let positions = &self.shape.positions[range.clone()];
                let twin = positions.windows(2).position(|pair| pair[0] == pair[1]);
                repeated = repeated.or(twin.map(|index| range.start + index + 1));
                if (double_area(&ring) > 0) != (number == 0) {
                    wound = wound.or(Some(range.start));
                }
                polygon.push(ring);
            }
            rings.polygons.push(polygon);
        }
        if !good {
            return None;
        }
        self.tally.repeated.add(repeated.map(|position| self.span(position)));
        self.tally.wound.add(wound.map(|position| self.span(position)));
        self.spikes(&tips);
        let mut outlines = Outlines::new(&rings.polygons);
        let mut meetings = outlines.meetings(MANY);
        if self.untied(&mut rings, &meetings) {
            outlines = Outlines::new(&rings.polygons);
            meetings = outlines.meetings(MANY);
        }
        let sound = self.no_crossings(&rings, &meetings)
            && self.holes_lie_inside(&rings, &outlines)
            && self.parts_lie_apart(&rings, &outlines);
        sound.then_some(Drawn::Polygons(rings.polygons))
    }

    /// A ring without its closing position, repeated ones and spikes; the numbers of its corners
    /// and of the tips of spikes among the feature's positions are added.
    fn ring(
        &mut self,
        all: &[GroundPoint],
        range: Range<usize>,
        numbers: &mut Vec<usize>,
        tips: &mut Vec<usize>,
    ) -> Option<Vec<GroundPoint>> {
        let (first, last, id) = (range.start, range.end - 1, self.id);
        let is_open = self.shape.positions[first] != self.shape.positions[last] || first == last;
        if is_open && !all[range.clone()].iter().any(third(all[first], all[last])) {
            self.encloses_nothing(first);
            return None;
        }
        if is_open {
            let message = message!("an outline of `{id}` is not closed");
            let ends = format!("it ends at {}", self.place(last));
            let mut finding =
                Diagnostic::new(code::RING_NOT_CLOSED, message).like([]).at(self.span(last), ends);
            if first != last {
                finding = finding.also(self.span(first), "and begins here");
            }
            self.report(finding.help("repeat the first position at the end").help(FIX));
            return None;
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
            && let Some(corner) = far_corner(&points)
            && self.stray_of_outline(corners[corner], legs(&points, corner))
            && points.len() > 3
        {
            points.remove(corner);
            corners.remove(corner);
        }
        let trimmed = spike::trimmed(&points);
        let ring: Vec<GroundPoint> = trimmed.kept.iter().map(|&corner| points[corner]).collect();
        if ring.len() < 3 {
            self.encloses_nothing(first);
            return None;
        }
        numbers.extend(trimmed.kept.iter().map(|&corner| corners[corner]));
        tips.extend(trimmed.tips.iter().map(|&corner| corners[corner]));
        Some(ring)
    }

    /// An outline of fewer than three corners, the first of them at a position.
    fn encloses_nothing(&mut self, first: usize) {
        let message = message!("an outline of `{}` encloses nothing", self.id);
        let place = format!("this outline, at {}", self.place(first));
        self.report(
            Diagnostic::new(code::RING_TOO_SHORT, message)
                .like([])
                .at(self.span(first), place)
                .help("draw at least three different corners, or remove it"),
        );
    }

    fn spikes(&mut self, tips: &[usize]) {
        let (Some(&first), id) = (tips.first(), self.id) else { return };
        let message = message!("the outline of `{id}` goes out and straight back");
        let place = format!("to {}{}", self.place(first), others(tips.len()));
        self.report(
            Diagnostic::new(code::SPIKE, message)
                .like([])
                .at(self.span(first), place)
                .help("remove this corner: a spike encloses nothing and is left out")
                .help(FIX),
        );
    }

    /// Leaves out the corner that made an outline cross itself, if it lies off to the side.
    fn untied(&mut self, rings: &mut Rings, found: &[Meeting]) -> bool {
        let crossing = found.first().filter(|first| first.fault == Fault::Crossing);
        let Some(first) = crossing.filter(|_| !self.is_shared) else {
            return false;
        };
        let Some((start, ring, Slip::Stray(corner))) = slip_among(&rings.polygons, first.segments)
        else {
            return false;
        };
        let (at, legs) = (start + corner, legs(ring, corner));
        if ring.len() < 4 || !self.stray_of_outline(rings.positions[at], legs) {
            return false;
        }
        rings.remove(at);
        true
    }

    /// Outlines that cross themselves or one another are reported with the first crossing.
    fn no_crossings(&mut self, rings: &Rings, found: &[Meeting]) -> bool {
        let Some(first) = found.first() else { return true };
        let count = found.iter().filter(|other| other.fault == first.fault).count();
        let Coordinate { longitude, latitude } = self.frame.coordinate(first.at);
        let segment = |corner: usize| {
            let position = rings.positions[corner];
            self.feature.segment_span(self.shape, position, position + 1)
        };
        let here =
            format!("near longitude {longitude:.6}, latitude {latitude:.6}{}", others(count));
        let id = self.id;
        let explained = match first.fault {
            Fault::Crossing => self.slip(rings, first.segments),
            Fault::Overlap => None,
        };
        if let Some((corner, label, help)) = explained {
            let message = message!("the outline of `{id}` crosses itself");
            self.report(
                Diagnostic::new(code::SELF_CROSSING, message)
                    .like(["explained"])
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
                    message!("the outline of `{id}` crosses or touches itself"),
                )
                .like([])
                .help("move or remove a corner there so that the outline runs round once")
                .help(FIX),
                "the other line",
            ),
            Fault::Overlap => (self.parts_overlap(), "the outline of the other part"),
        };
        let finding =
            finding.at(segment(first.segments.0), here).also(segment(first.segments.1), other);
        self.report(finding);
        false
    }

    /// The position of the corner that makes an outline cross itself, what is seen there, and what
    /// to do.
    fn slip(&self, rings: &Rings, segments: (usize, usize)) -> Option<(usize, String, String)> {
        let (start, _, slip) = slip_among(&rings.polygons, segments)?;
        let Slip::Exchanged(corners) = slip else { return None };
        let [first, second] = corners.map(|corner| rings.positions[start + corner]);
        let help = format!(
            "write each in the place of the other: let {} come before {}",
            self.place(second),
            self.place(first)
        );
        Some((first, "this corner and the next seem to be exchanged".to_owned(), help))
    }

    fn holes_lie_inside(&mut self, rings: &Rings, outlines: &Outlines) -> bool {
        let outside = outlines.holes_outside();
        let (Some(&first), id) = (outside.first(), self.id) else { return true };
        let position = rings.positions[first];
        let place = format!("at {}{}", self.place(position), others(outside.len()));
        self.report(
            Diagnostic::new(code::HOLE_OUTSIDE, message!("`{id}` has a hole outside its outline"))
                .like([])
                .at(self.span(position), place)
                .help("draw it as a polygon of its own, or remove it: a hole there takes nothing away")
                .help(FIX),
        );
        false
    }

    fn parts_lie_apart(&mut self, rings: &Rings, outlines: &Outlines) -> bool {
        let nested = outlines.nested();
        let Some(&(inner, outer)) = nested.first() else { return true };
        let (inner, outer) = (rings.positions[inner], rings.positions[outer]);
        let others = others(nested.len());
        let place = format!("this part lies in another one, at {}{others}", self.place(inner));
        self.report(
            self.parts_overlap()
                .at(self.span(inner), place)
                .also(self.span(outer), "the other part starts here"),
        );
        false
    }

    fn parts_overlap(&self) -> Diagnostic {
        let message = message!("parts of `{}` lie on one another", self.id);
        Diagnostic::new(code::PARTS_OVERLAP, message)
            .like([])
            .help("join them: in QGIS, Processing Toolbox › Fix geometries, or Dissolve")
            .help(FIX)
    }

    /// Tells of a corner of an outline that lies far off. Whether it is left out.
    fn stray_of_outline(&mut self, position: usize, legs: [GroundPoint; 3]) -> bool {
        let (finding, is_left_out) = self.stray_corner(position, legs, "outline");
        self.report(finding);
        is_left_out
    }
}

/// The places before, at and after a corner of a ring.
fn legs(ring: &[GroundPoint], corner: usize) -> [GroundPoint; 3] {
    let count = ring.len();
    [corner + count - 1, corner, corner + 1].map(|at| ring[at % count])
}

/// Is a place neither of two others?
fn third(one: GroundPoint, other: GroundPoint) -> impl Fn(&GroundPoint) -> bool {
    move |place| *place != one && *place != other
}

/// So many crossings of one feature are counted.
const MANY: usize = 20;

/// ", and in so many other places" for the finding that stands for several.
fn others(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => ", and in one other place".to_owned(),
        MANY => format!(", and in {} or more other places", MANY - 1),
        count => format!(", and in {} other places", count - 1),
    }
}
