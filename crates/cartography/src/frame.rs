//! The position of the map frame on the sheet: the only place where ground coordinates become paper
//! coordinates.

use sandtable_pack::{GroundLength, GroundPoint, Map, Polygon, Polyline, Scale};
use sandtable_sheet::{Path, Point, Rect};

/// The map frame on the sheet.
#[derive(Clone)]
pub(crate) struct MapFrame {
    scale: Scale,
    /// Bottom-left corner on the sheet.
    corner: Point,
    /// The frame on the sheet.
    pub rect: Rect,
}

impl MapFrame {
    /// Returns the frame of a map at a scale, with its top-left corner at a point of the sheet.
    pub fn new(map: &Map, scale: Scale, top_left: Point) -> Self {
        Self::with_size(map.width, map.height, scale, top_left)
    }

    /// Returns the frame for a rectangle of ground of a given size.
    pub fn with_size(
        width: GroundLength,
        height: GroundLength,
        scale: Scale,
        top_left: Point,
    ) -> Self {
        let width = scale.to_paper(width).millimetres();
        let height = scale.to_paper(height).millimetres();
        Self {
            scale,
            corner: top_left.translate(0.0, height),
            rect: Rect::from_size(top_left.x, top_left.y, width, height),
        }
    }

    /// Returns the scale of the sheet.
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns the sheet point of a ground point.
    pub fn place(&self, ground: GroundPoint) -> Point {
        let paper = |centimetres: i32| {
            self.scale.to_paper(GroundLength::from_centimetres(centimetres)).millimetres()
        };
        self.corner.translate(paper(ground.x), -paper(ground.y))
    }

    /// Returns the paper length of a ground length, in millimetres.
    pub fn length(&self, ground: GroundLength) -> f64 {
        self.scale.to_paper(ground).millimetres()
    }

    /// Returns the ground length of a paper length, in metres.
    pub fn metres(&self, millimetres: f64) -> f64 {
        millimetres / 1_000.0 * f64::from(self.scale.denominator())
    }

    /// Returns a line on the sheet.
    pub fn line(&self, line: &Polyline) -> Vec<Point> {
        line.0.iter().map(|p| self.place(*p)).collect()
    }

    /// Returns the rings of a polygon on the sheet, the exterior first.
    pub fn rings(&self, polygon: &Polygon) -> Vec<Vec<Point>> {
        polygon.rings().map(|ring| ring.iter().map(|p| self.place(*p)).collect()).collect()
    }

    /// Returns polygons on the sheet as one path, with inner rings as holes.
    pub fn area(&self, parts: &[Polygon]) -> Path {
        let mut path = Path::new();
        for ring in parts.iter().flat_map(|part| self.rings(part)) {
            path.add_ring(&ring);
        }
        path
    }

    /// Returns polygons on the sheet with gently curved boundaries, with inner rings as holes.
    pub fn bent_area(&self, parts: &[Polygon]) -> Path {
        let mut path = Path::new();
        for ring in parts.iter().flat_map(|part| self.rings(part)) {
            path.add_curved_ring(&ring);
        }
        path
    }

    /// Returns lines on the sheet, gently curved, as one path.
    pub fn curves(&self, parts: &[Polyline]) -> Path {
        let mut path = Path::new();
        for part in parts {
            path.add_curve(&self.line(part));
        }
        path
    }

    /// Returns lines on the sheet as one path.
    pub fn lines(&self, parts: &[Polyline]) -> Path {
        let mut path = Path::new();
        for part in parts {
            path.add_line(&self.line(part));
        }
        path
    }
}
