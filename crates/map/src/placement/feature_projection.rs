//! From the positions of a feature to the map frame, near the map; lines go somewhere and do not come
//! back. What is wrong is reported where it is.

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{Diagnostic, Span, code, message};

use super::outside::Outside;
use crate::geojson::Feature;
use crate::geojson::shape::{Position, Shape, ShapeKind};
use crate::geometry::distance::apart;
use crate::mistakes::bypass::Bypass;
use crate::mistakes::misplaced;
use crate::mistakes::retraced_line::Return;
use crate::mistakes::stray_vertex::stray_corners;
use crate::mistakes::width::Width;
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
    pub(super) fn add(&mut self, first: Option<Span>) {
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
    pub(super) fn span(&self, position: usize) -> Span {
        self.feature.span(self.shape.place(position))
    }

    /// "longitude …, latitude …" of a position.
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
                let message = message!("`{id}` has a line that goes nowhere");
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
            if let Some(back) = Return::of(&points) {
                returns = returns.or(Some((corners[back.turn], back.corners)));
                match self.reporter.allows_at(code::DRAWN_BACK, id) {
                    true => drawn.push(points),
                    false => drawn.extend(back.without(&points)),
                }
                continue;
            }
            let in_sight = |&corner: &usize| self.frame.holds(points[corner - 1]);
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
            self.drawn_back(position, corners);
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

    /// A line turns at a position and goes back over so many corners.
    fn drawn_back(&mut self, position: usize, corners: usize) {
        let corners = match corners {
            1 => "one corner".to_owned(),
            corners => format!("{corners} corners"),
        };
        let id = self.id;
        self.report(
            Diagnostic::new(code::DRAWN_BACK, message!("`{id}` goes back over its own corners"))
                .like([])
                .at(
                    self.span(position),
                    format!(
                        "{}: here it turns, and {corners} come again; they are left out",
                        self.place(position)
                    ),
                )
                .help("delete the corners that come again: in QGIS with the Vertex Tool, or draw the line anew from its beginning to its end")
                .help(format!("if a way really leads there and back, allow this warning at `{id}`")),
        );
    }

    /// A line or outline goes far out to a corner and back: `legs` are the places before, at and
    /// after it. What is said of it, and whether it is left out.
    pub(super) fn stray_corner(
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
            message!("one corner of `{id}` lies {off} off its {what}"),
        )
        .like([off.as_str(), what])
        .at(self.span(position), format!("{}; it is left out", self.place(position)))
        .help(format!("look for a wrong digit, move it back, or delete it: the corners before and after it are {straight:.0} m apart"))
        .help(format!("if it is right, draw its way with more corners, or allow this warning at `{id}`"));
        (finding, is_left_out)
    }
}

/// Metres as people say them.
fn length(metres: f64) -> String {
    match metres {
        _ if metres < 1_000.0 => format!("{metres:.0} m"),
        _ => format!("{:.1} km", metres / 1_000.0),
    }
}
