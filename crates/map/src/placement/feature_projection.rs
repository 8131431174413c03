//! Projects features to the map frame. Checks that positions are near the map, that lines have a
//! length, and that they do not retrace themselves.

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{Diagnostic, Span, code, message};

use super::outside::Outside;
use crate::geojson::Feature;
use crate::geojson::shape::{Position, Shape, ShapeKind};
use crate::geometry::distance::distance_between;
use crate::mistakes::bypass::Bypass;
use crate::mistakes::misplaced;
use crate::mistakes::misplaced::Neighbours;
use crate::mistakes::retraced_line::Return;
use crate::mistakes::stray_vertex::stray_corners;
use crate::mistakes::width::Width;
use sandtable_authored::Frame;
use sandtable_authored::Reporter;

/// The help for mistakes that `check --fix` repairs.
pub const FIX: &str = "to repair it, run `sandtable check --fix` on the map's folder";

/// A feature in the map frame.
pub enum ProjectedShape {
    Points(Vec<GroundPoint>),
    Lines(Vec<Vec<GroundPoint>>),
    Polygons(Vec<Vec<Vec<GroundPoint>>>),
}

impl ProjectedShape {
    /// Whether nothing is left to draw.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Points(points) => points.is_empty(),
            Self::Lines(lines) => lines.is_empty(),
            Self::Polygons(polygons) => polygons.is_empty(),
        }
    }
}

/// Mistakes reported once for each layer.
#[derive(Default)]
pub struct Tally {
    /// Features with repeated positions.
    pub repeated: Count,
    pub reversed: Count,
    pub outside: Vec<Outside>,
    /// The number of features without positions, or too thin to draw.
    pub omitted: usize,
    /// Lines read without a stray vertex.
    pub bypasses: Vec<(Bypass, Diagnostic)>,
    /// The maximum number of parts of a feature, and the feature.
    pub widest: usize,
    pub widest_at: Option<(FeatureId, Span)>,
    /// The widths of watercourses.
    pub widths: Vec<Width>,
    /// The wrong geometry kind of some features.
    pub wrong_kind: Option<ShapeKind>,
    /// The number of features with the wrong geometry kind.
    pub wrong_kind_features: usize,
    /// The first feature that cites OpenStreetMap as its source.
    pub osm_source_at: Option<Span>,
}

/// A number of features, with the span of the first.
#[derive(Default)]
pub struct Count {
    pub features: usize,
    pub first: Option<Span>,
}

impl Count {
    pub(super) fn add(&mut self, first: Option<Span>) {
        self.features += usize::from(first.is_some());
        self.first = self.first.or(first);
    }
}

/// A feature to be projected to the map frame.
pub struct Drawing<'d, 't> {
    pub reporter: &'d mut Reporter,
    pub tally: &'d mut Tally,
    pub frame: &'d Frame,
    pub neighbours: &'d Neighbours<'d>,
    pub id: &'d FeatureId,
    pub feature: &'d Feature<'t>,
    pub shape: &'d Shape,
    /// Whether outlines are shared with neighbours, so that no vertex may be removed from only one
    /// of them.
    pub is_shared: bool,
}

impl Drawing<'_, '_> {
    /// Projects the feature to the map frame. Reports an invalid feature, and returns `None`.
    pub fn draw(self) -> Option<ProjectedShape> {
        misplaced::check(self.reporter, self.neighbours, self.id, self.feature, self.shape)?;
        let shape = misplaced::densify(self.frame, self.shape);
        let points = misplaced::project(self.frame, &shape);
        let mut dense = Drawing { shape: &shape, ..self };
        match shape.kind {
            ShapeKind::Points => Some(ProjectedShape::Points(points)),
            ShapeKind::Lines => dense.lines(&points),
            ShapeKind::Polygons => dense.polygons(&points),
        }
    }

    /// The span of a position.
    pub(super) fn span(&self, position: usize) -> Span {
        self.feature.span(self.shape.place(position))
    }

    /// Formats a position as "longitude …, latitude …".
    pub(super) fn place(&self, position: usize) -> String {
        let Position { longitude, latitude } = self.shape.positions[position];
        format!("longitude {longitude}, latitude {latitude}")
    }

    pub(super) fn report(&mut self, mut finding: Diagnostic) {
        if self.is_shared {
            finding = finding.rule("FAB-V10");
        }
        self.reporter.diagnostics.push(finding);
    }

    /// Projects a line; `all` holds the projected positions, as in the functions below.
    fn lines(&mut self, all: &[GroundPoint]) -> Option<ProjectedShape> {
        let mut drawn = Vec::new();
        let (mut repeated, mut stray, mut returns) = (None, None, None);
        for line in self.shape.rings() {
            let positions = &self.shape.positions[line.clone()];
            let mut corners: Vec<usize> = line.clone().collect();
            corners.dedup_by_key(|corner| all[*corner]);
            let mut points: Vec<GroundPoint> = corners.iter().map(|&corner| all[corner]).collect();
            if points.len() < 2 {
                let id = self.id;
                let message = message!("a line of `{id}` has no length");
                let place = format!("all of it at {}", self.place(line.start));
                self.report(
                    Diagnostic::new(code::FEATURE_GEOMETRY, message)
                        .group_key(["nowhere"])
                        .at(self.span(line.start), place)
                        .help("give the line two different positions, or remove it"),
                );
                return None;
            }
            let twin = positions.windows(2).position(|pair| pair[0] == pair[1]);
            repeated = repeated.or(twin.map(|index| line.start + index + 1));
            let id = self.id.as_str();
            if let Some(back) = Return::of(&points) {
                returns = returns.or(Some((corners[back.turn], back.corners)));
                match self.reporter.allows_at(code::DRAWN_BACK, id) {
                    true => drawn.push(points),
                    false => drawn.extend(back.split(&points)),
                }
                continue;
            }
            let in_sight = |&corner: &usize| self.frame.contains(points[corner - 1]);
            let found = stray_corners(&points).find(in_sight);
            if let Some(corner) = found {
                let legs = [points[corner - 1], points[corner], points[corner + 1]];
                stray = stray.or(Some((corners[corner], legs)));
                if !self.reporter.allows_at(code::STRAY_CORNER, id) {
                    points.remove(corner);
                }
            }
            drawn.push(points);
        }
        if let Some((position, corners)) = returns {
            self.report_retraced_line(position, corners);
        }
        self.tally.repeated.add(repeated.map(|position| self.span(position)));
        if let Some((position, legs)) = stray {
            let (finding, is_omitted) = self.stray_corner(position, legs, "line");
            match is_omitted {
                true => {
                    let bypass = Bypass { from: legs[0], to: legs[2] };
                    self.tally.bypasses.push((bypass, finding));
                }
                false => self.report(finding),
            }
        }
        Some(ProjectedShape::Lines(drawn))
    }

    /// Reports a line that turns back at a position and retraces `corners` vertices.
    fn report_retraced_line(&mut self, position: usize, corners: usize) {
        let corners = match corners {
            1 => "one vertex".to_owned(),
            corners => format!("{corners} vertices"),
        };
        let id = self.id;
        self.report(
            Diagnostic::new(code::DRAWN_BACK, message!("`{id}` goes back over its own vertices"))
                .group_key([])
                .at(
                    self.span(position),
                    format!(
                        "{}: turns here and repeats {corners}, which are omitted",
                        self.place(position)
                    ),
                )
                .help("delete the repeated vertices in QGIS with the Vertex Tool, or redraw the line from its beginning to its end")
                .help(format!("if the route really leads there and back, allow this warning at `{id}`")),
        );
    }

    /// The diagnostic for a vertex far from its line or outline, and whether the vertex is omitted.
    /// `legs` are the points before, at and after the vertex.
    pub(super) fn stray_corner(
        &self,
        position: usize,
        legs: [GroundPoint; 3],
        noun: &str,
    ) -> (Diagnostic, bool) {
        let [out, back] = [legs[0], legs[2]].map(|end| distance_between(end, legs[1]) / 100.0);
        let straight = distance_between(legs[0], legs[2]) / 100.0;
        let id = self.id;
        let is_omitted = !self.reporter.allows_at(code::STRAY_CORNER, id.as_str());
        let off = length(out.min(back));
        let finding = Diagnostic::new(
            code::STRAY_CORNER,
            message!("one vertex of `{id}` is {off} off its {noun}"),
        )
        .group_key([off.as_str(), noun])
        .at(self.span(position), format!("{}; omitted", self.place(position)))
        .help(format!("check for a wrong digit, move it back, or delete it: the vertices before and after it are {straight:.0} m apart"))
        .help(format!("if it is right, draw more vertices along the route, or allow this warning at `{id}`"));
        (finding, is_omitted)
    }
}

/// Formats a length in metres.
fn length(metres: f64) -> String {
    match metres {
        _ if metres < 1_000.0 => format!("{metres:.0} m"),
        _ => format!("{:.1} km", metres / 1_000.0),
    }
}
