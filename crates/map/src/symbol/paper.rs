//! Converts SVG coordinates to paper coordinates.

use sandtable_pack::{SymbolPoint, SymbolStep};
use usvg::Tree;
use usvg::tiny_skia_path::PathSegment;

/// The conversion from an SVG page to paper, relative to the page's centre.
pub struct Paper {
    middle: (f64, f64),
    /// The scale, in thousandths of a millimetre for each SVG unit.
    um: f64,
}

impl Paper {
    pub fn new(tree: &Tree, width_mm: f64) -> Self {
        let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        Self { middle: (width / 2.0, height / 2.0), um: width_mm * 1000.0 / width }
    }

    pub fn length(&self, units: f64) -> u32 {
        (units * self.um).round() as u32
    }

    pub fn step(&self, segment: PathSegment, place: &Place, from: &mut (f64, f64)) -> SymbolStep {
        let at =
            |point: usvg::tiny_skia_path::Point| place.of(f64::from(point.x), f64::from(point.y));
        let paper = |(x, y): (f64, f64)| SymbolPoint {
            right_um: ((x - self.middle.0) * self.um).round() as i32,
            down_um: ((y - self.middle.1) * self.um).round() as i32,
        };
        match segment {
            PathSegment::MoveTo(to) => {
                *from = at(to);
                SymbolStep::Move(paper(*from))
            }
            PathSegment::LineTo(to) => {
                *from = at(to);
                SymbolStep::Line(paper(*from))
            }
            PathSegment::QuadTo(by, to) => {
                let (by, to) = (at(by), at(to));
                let third = |end: (f64, f64)| {
                    (end.0 + (by.0 - end.0) * 2.0 / 3.0, end.1 + (by.1 - end.1) * 2.0 / 3.0)
                };
                let step = SymbolStep::Curve(paper(third(*from)), paper(third(to)), paper(to));
                *from = to;
                step
            }
            PathSegment::CubicTo(a, b, to) => {
                *from = at(to);
                SymbolStep::Curve(paper(at(a)), paper(at(b)), paper(*from))
            }
            PathSegment::Close => SymbolStep::Close,
        }
    }
}

/// The transformation of a path on the SVG page.
pub struct Place(pub usvg::Transform);

impl Place {
    pub fn of(&self, x: f64, y: f64) -> (f64, f64) {
        let [sx, kx, tx, ky, sy, ty] =
            [self.0.sx, self.0.kx, self.0.tx, self.0.ky, self.0.sy, self.0.ty].map(f64::from);
        (sx * x + kx * y + tx, ky * x + sy * y + ty)
    }

    /// The scale factor of lengths, averaged over all directions.
    pub fn growth(&self) -> f64 {
        let [sx, kx, ky, sy] = [self.0.sx, self.0.kx, self.0.ky, self.0.sy].map(f64::from);
        (sx * sy - kx * ky).abs().sqrt()
    }
}
