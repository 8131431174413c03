//! From the positions of a feature to the map frame: near the map, closed, without crossings. What
//! is wrong is reported where it is.

use std::ops::Range;

use sandtable_pack::{FeatureId, GroundPoint, double_area};
use sandtable_source::{Diagnostic, Span, code};

use super::outside::Outside;
use crate::geojson::Feature;
use crate::geojson::shape::{Position, Shape, ShapeKind};
use crate::geometry::distance::apart;
use crate::geometry::outline::{Fault, Meeting, Outlines};
use crate::geometry::spike;
use crate::mistakes::crossing_cause::{Slip, slip_among};
use crate::mistakes::far_vertex::far_corner;
use crate::mistakes::misplaced;
use crate::mistakes::retraced_line::Return;
use crate::mistakes::stray_vertex::{Bypass, stray_corner};
use crate::mistakes::width::Width;
use sandtable_authored::Coordinate;
use sandtable_authored::Frame;
use sandtable_authored::Reporter;

/// What `check --fix` does is said with each finding that it mends.
pub const FIX: &str = "`sandtable check MAP --fix` mends it, where MAP is the folder of the map";

/// A feature in the map frame.
pub enum Drawn {
    Points(Vec<GroundPoint>),
    Lines(Vec<Vec<GroundPoint>>),
    Polygons(Vec<Vec<Vec<GroundPoint>>>),
}

/// What is told once for a whole layer.
#[derive(Default)]
pub struct Tally {
    /// How often, and where first.
    pub repeated: Count,
    pub wound: Count,
    pub outside: Vec<Outside>,
    /// Lines that are read without a corner that lies off to the side.
    pub bypasses: Vec<(Bypass, Diagnostic)>,
    /// The most parts of a feature, and which one has them.
    pub widest: usize,
    pub widest_at: Option<(FeatureId, Span)>,
    /// How wide watercourses are said to be.
    pub widths: Vec<Width>,
    /// How a feature is drawn that does not suit the layer's class.
    pub unfit: Option<ShapeKind>,
    /// How many features are.
    pub unfit_features: usize,
    /// Where the first feature says that it comes from OpenStreetMap.
    pub of_osm: Option<Span>,
}

/// A number of features, and the first of them.
#[derive(Default)]
pub struct Count {
    pub features: usize,
    pub first: Option<Span>,
}

impl Count {
    fn add(&mut self, first: Option<Span>) {
        self.features += usize::from(first.is_some());
        self.first = self.first.or(first);
    }
}

/// A feature that is put into the map frame.
pub struct Drawing<'d, 't> {
    pub reporter: &'d mut Reporter,
    pub tally: &'d mut Tally,
    pub frame: &'d Frame,
    pub id: &'d FeatureId,
    pub feature: &'d Feature<'t>,
    pub shape: &'d Shape,
    /// Are outlines shared with neighbours, so that no corner may be left out of one alone?
    pub is_shared: bool,
}

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
    pub fn draw(mut self) -> Option<Drawn> {
        let points =
            misplaced::check(self.reporter, self.frame, self.id, self.feature, self.shape)?;
        match self.shape.kind {
            ShapeKind::Points => Some(Drawn::Points(points)),
            ShapeKind::Lines => self.lines(&points),
            ShapeKind::Polygons => self.polygons(&points),
        }
    }

    /// Where a position is written.
    fn span(&self, position: usize) -> Span {
        self.feature.span(self.shape.place(position))
    }

    /// "longitude …, latitude …" of a position.
    fn place(&self, position: usize) -> String {
        let Position { longitude, latitude } = self.shape.positions[position];
        format!("longitude {longitude}, latitude {latitude}")
    }

    fn report(&mut self, mut finding: Diagnostic) {
        if self.is_shared {
            finding = finding.rule("FAB-V10");
        }
        self.reporter.diagnostics.push(finding);
    }

    /// `all` are where the positions lie, here and below.
    fn lines(&mut self, all: &[GroundPoint]) -> Option<Drawn> {
        let mut drawn = Vec::new();
        let (mut repeated, mut stray, mut returns) = (None, None, None);
        for line in self.shape.rings() {
            let positions = &self.shape.positions[line.clone()];
            let mut corners: Vec<usize> = line.clone().collect();
            corners.dedup_by_key(|corner| all[*corner]);
            let mut points: Vec<GroundPoint> = corners.iter().map(|&corner| all[corner]).collect();
            if points.len() < 2 {
                let id = self.id;
                let message = format!("`{id}` has a line that goes nowhere");
                let place = format!("it stays at {}", self.place(line.start));
                self.report(
                    Diagnostic::new(code::FEATURE_GEOMETRY, message)
                        .like(["nowhere"])
                        .at(self.span(line.start), place)
                        .help("a line needs two different positions: draw it again, or remove it"),
                );
                return None;
            }
            let twin = positions.windows(2).position(|pair| pair[0] == pair[1]);
            repeated = repeated.or(twin.map(|index| line.start + index + 1));
            let id = self.id.as_str();
            let (back, kept) = Return::all(&points);
            if let Some(first) = back.first() {
                let found = (corners[first.turn], first.corners, back.len() - 1);
                returns = returns.or(Some(found));
                match self.reporter.allows_at(code::DRAWN_BACK, id) {
                    true => drawn.push(points),
                    false => drawn.extend(kept),
                }
                continue;
            }
            let in_sight = |corner: usize| self.frame.holds(points[corner - 1]);
            if let Some(corner) = stray_corner(&points, in_sight) {
                let legs = [points[corner - 1], points[corner], points[corner + 1]];
                stray = stray.or(Some((corners[corner], legs)));
                if !self.reporter.allows_at(code::STRAY_CORNER, id) {
                    points.remove(corner);
                }
            }
            drawn.push(points);
        }
        if let Some((position, corners, more)) = returns {
            self.drawn_back(position, corners, more);
        }
        self.tally.repeated.add(repeated.map(|position| self.span(position)));
        if let Some((position, legs)) = stray {
            let (finding, is_left_out) = self.stray_corner(position, legs, "line");
            match is_left_out {
                true => {
                    let bypass = Bypass { from: legs[0], to: legs[2] };
                    self.tally.bypasses.push((bypass, finding));
                }
                false => self.report(finding),
            }
        }
        Some(Drawn::Lines(drawn))
    }

    /// A line turns at a position and goes back over so many corners, and at so many more positions.
    fn drawn_back(&mut self, position: usize, corners: usize, more: usize) {
        let again = match more {
            0 => String::new(),
            1 => "; it does so once more".to_owned(),
            more => format!("; it does so {more} times more"),
        };
        let corners = match corners {
            1 => "one corner".to_owned(),
            corners => format!("{corners} corners"),
        };
        let id = self.id;
        self.report(
            Diagnostic::new(code::DRAWN_BACK, format!("`{id}` goes back over its own corners"))
                .like([])
                .at(
                    self.span(position),
                    format!(
                        "{}: here it turns, and {corners} come again; they are left out{again}",
                        self.place(position)
                    ),
                )
                .help("delete the corners that come again: in QGIS with the Vertex Tool, or draw the line anew from its beginning to its end")
                .help(format!("if a way really leads there and back, allow this warning at `{id}`")),
        );
    }

    /// Tells of a corner of an outline that lies far off. Whether it is left out.
    fn stray_of_outline(&mut self, position: usize, legs: [GroundPoint; 3]) -> bool {
        let (finding, is_left_out) = self.stray_corner(position, legs, "outline");
        self.report(finding);
        is_left_out
    }

    /// A line or outline goes far out to a corner and back: `legs` are the places before, at and
    /// after it. What is said of it, and whether it is left out.
    fn stray_corner(
        &self,
        position: usize,
        legs: [GroundPoint; 3],
        what: &str,
    ) -> (Diagnostic, bool) {
        let [out, back] = [legs[0], legs[2]].map(|end| apart(end, legs[1]) / 100.0);
        let straight = apart(legs[0], legs[2]) / 100.0;
        let id = self.id;
        let is_left_out = !self.reporter.allows_at(code::STRAY_CORNER, id.as_str());
        let off = length(out.min(back));
        let finding = Diagnostic::new(
            code::STRAY_CORNER,
            format!("one corner of `{id}` lies {off} off its {what}"),
        )
        .like([off.as_str(), what])
        .at(self.span(position), format!("{}; it is left out", self.place(position)))
        .help(format!("look for a wrong digit, move it back, or delete it: the corners before and after it are {straight:.0} m apart"))
        .help(format!("if it is right, draw its way with more corners, or allow this warning at `{id}`"));
        (finding, is_left_out)
    }

    fn polygons(&mut self, all: &[GroundPoint]) -> Option<Drawn> {
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
            let message = format!("an outline of `{id}` is not closed");
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
        let message = format!("an outline of `{}` encloses nothing", self.id);
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
        let message = format!("the outline of `{id}` goes out and straight back");
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
            let message = format!("the outline of `{id}` crosses itself");
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
                    format!("the outline of `{id}` crosses or touches itself"),
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
        let (start, ring, slip) = slip_among(&rings.polygons, segments)?;
        let Slip::Exchanged([one, other]) = slip else { return None };
        let [first, second] = [one, other].map(|corner| rings.positions[start + corner]);
        let places = [self.place(first), self.place(second)];
        Some(match (one + 1) % ring.len() == other {
            true => (
                first,
                "this corner and the next seem to be exchanged".to_owned(),
                format!(
                    "write each in the place of the other: let {} come before {}",
                    places[1], places[0]
                ),
            ),
            false => (
                first,
                format!(
                    "{}: this corner and that at {} seem to be exchanged",
                    places[0], places[1]
                ),
                "write each in the place of the other: then the outline runs round once".to_owned(),
            ),
        })
    }

    fn holes_lie_inside(&mut self, rings: &Rings, outlines: &Outlines) -> bool {
        let outside = outlines.holes_outside();
        let (Some(&first), id) = (outside.first(), self.id) else { return true };
        let position = rings.positions[first];
        let place = format!("at {}{}", self.place(position), others(outside.len()));
        self.report(
            Diagnostic::new(code::HOLE_OUTSIDE, format!("`{id}` has a hole outside its outline"))
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
        let message = format!("parts of `{}` lie on one another", self.id);
        Diagnostic::new(code::PARTS_OVERLAP, message)
            .like([])
            .help("join them: in QGIS, Processing Toolbox › Fix geometries, or Dissolve")
            .help(FIX)
    }
}

/// The places before, at and after a corner of a ring.
fn legs(ring: &[GroundPoint], corner: usize) -> [GroundPoint; 3] {
    let count = ring.len();
    [corner + count - 1, corner, corner + 1].map(|at| ring[at % count])
}

/// Metres as people say them.
fn length(metres: f64) -> String {
    match metres {
        _ if metres < 1_000.0 => format!("{metres:.0} m"),
        _ => format!("{:.1} km", metres / 1_000.0),
    }
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
