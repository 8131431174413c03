//! Where the map frame lies on the sheet: the only place where ground becomes paper.

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
    /// The frame of a map at a scale, with its top-left corner at a place of the sheet.
    pub fn new(map: &Map, scale: Scale, top_left: Point) -> Self {
        Self::sized(map.width, map.height, scale, top_left)
    }

    /// The same for a piece of ground of a size.
    pub fn sized(width: GroundLength, height: GroundLength, scale: Scale, top_left: Point) -> Self {
        let width = scale.to_paper(width).millimetres();
        let height = scale.to_paper(height).millimetres();
        Self {
            scale,
            corner: top_left.moved(0.0, height),
            rect: Rect::sized(top_left.x, top_left.y, width, height),
        }
    }

    /// The scale of the sheet.
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// Where a place on the ground lies on the sheet.
    pub fn place(&self, ground: GroundPoint) -> Point {
        let paper = |centimetres: i32| {
            self.scale.to_paper(GroundLength::from_centimetres(centimetres)).millimetres()
        };
        self.corner.moved(paper(ground.x), -paper(ground.y))
    }

    /// Millimetres of paper of a length on the ground.
    pub fn length(&self, ground: GroundLength) -> f64 {
        self.scale.to_paper(ground).millimetres()
    }

    /// Metres of ground under so many millimetres of paper.
    pub fn metres(&self, millimetres: f64) -> f64 {
        millimetres / 1_000.0 * f64::from(self.scale.denominator())
    }

    /// A line on the sheet.
    pub fn line(&self, line: &Polyline) -> Vec<Point> {
        line.0.iter().map(|p| self.place(*p)).collect()
    }

    /// The rings of a polygon on the sheet, the exterior first.
    pub fn rings(&self, polygon: &Polygon) -> Vec<Vec<Point>> {
        polygon.rings().map(|ring| ring.iter().map(|p| self.place(*p)).collect()).collect()
    }

    /// Polygons on the sheet as one path whose second rings are holes.
    pub fn area(&self, parts: &[Polygon]) -> Path {
        let mut path = Path::new();
        for ring in parts.iter().flat_map(|part| self.rings(part)) {
            path.add_ring(&ring);
        }
        path
    }

    /// Polygons on the sheet with gently bent outlines, second rings as holes.
    pub fn bent_area(&self, parts: &[Polygon]) -> Path {
        let mut path = Path::new();
        for ring in parts.iter().flat_map(|part| self.rings(part)) {
            path.add_bent_ring(&ring);
        }
        path
    }

    /// Lines on the sheet, gently bent, as one path.
    pub fn curves(&self, parts: &[Polyline]) -> Path {
        let mut path = Path::new();
        for part in parts {
            path.add_curve(&self.line(part));
        }
        path
    }

    /// Lines on the sheet as one path.
    pub fn lines(&self, parts: &[Polyline]) -> Path {
        let mut path = Path::new();
        for part in parts {
            path.add_line(&self.line(part));
        }
        path
    }
}
