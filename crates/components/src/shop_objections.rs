//! Violations of a shop's profile in cut-out components: text that is too small, and text or
//! symbols too close to the cut.

use sandtable_pack::PaperLength;
use sandtable_sheet::{Item, PlacedGlyph, Point, Rect, Rotation, TextRun, glyph_outline};
use sandtable_shop::{Labels, ShopProfile};

use crate::component::Component;
use crate::imposition::sheets::fills;
use crate::order::product::Product;

/// A violation of the shop's profile by a component.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The product of the component.
    pub product: Product,
    /// The component.
    pub component: String,
    /// The kind of violation.
    pub kind: ViolationKind,
}

/// A kind of violation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViolationKind {
    /// The text is too small; its smallest size is given.
    SmallText(PaperLength),
    /// Text or a symbol is too close to the cut, at this distance.
    NearCut(PaperLength),
    /// The corner radius exceeds half the shorter side, given here.
    LargeRadius(PaperLength),
    /// Text overlaps because it does not fit.
    OverlappingText,
}

/// The tolerance for sums of lengths, in millimetres.
const TOLERANCE: f64 = 1e-3;

/// The distance in millimetres from the edge of the art that counts as reaching it. Line ends add
/// no width.
const EDGE_TOLERANCE: f64 = 0.3;

/// The violations in a product's components, in component order.
///
/// If a component fills a pre-cut label, the label's corner radius applies.
pub(crate) fn faults(
    product: Product,
    things: &[Component],
    profile: &ShopProfile,
    labels: Option<&Labels>,
) -> Vec<Violation> {
    let fault = |thing: &Component, kind| Violation { product, component: thing.key.clone(), kind };
    let of_each = |thing| {
        component_faults(thing, profile, labels).into_iter().map(move |kind| fault(thing, kind))
    };
    things.iter().flat_map(of_each).collect()
}

fn component_faults(
    thing: &Component,
    profile: &ShopProfile,
    labels: Option<&Labels>,
) -> Vec<ViolationKind> {
    let edge = Rect::from_size(0.0, 0.0, thing.width(), thing.height());
    let filled = labels.filter(|labels| fills(labels, thing.width(), thing.height()));
    let radius = filled.map_or(profile.cut.corner_radius, |labels| labels.corner_radius);
    let radius = radius.millimetres();
    let half = thing.width().min(thing.height()) / 2.0;
    let mut seen = Extents {
        edge,
        art: art_bounds(&thing.front).map_or(edge, |art| art.union(&edge)),
        radius: radius.min(half),
        smallest: f64::INFINITY,
        nearest: f64::INFINITY,
        lines: Vec::new(),
    };
    seen.measure_items(&thing.front, NO_CLIP);
    let has_overlapping_text = seen.has_overlapping_text();
    seen.lines.clear();
    seen.art = art_bounds(&thing.back).map_or(edge, |art| art.union(&edge));
    seen.measure_items(&thing.back, NO_CLIP);
    let mut kinds = Vec::new();
    if seen.smallest < profile.lettering.smallest.millimetres() - TOLERANCE {
        kinds.push(ViolationKind::SmallText(PaperLength::from_millimetres(seen.smallest)));
    }
    if radius > half + TOLERANCE {
        kinds.push(ViolationKind::LargeRadius(PaperLength::from_millimetres(half)));
    } else if seen.nearest < profile.safe_zone.millimetres() - TOLERANCE {
        kinds.push(ViolationKind::NearCut(PaperLength::from_millimetres(seen.nearest.max(0.0))));
    }
    if has_overlapping_text || seen.has_overlapping_text() {
        kinds.push(ViolationKind::OverlappingText);
    }
    kinds
}

/// Measurements of a component, in millimetres.
struct Extents {
    edge: Rect,
    /// The bounds of all art on the face, bleed included.
    art: Rect,
    /// The radius of the cut corners.
    radius: f64,
    /// The em size of the smallest text.
    smallest: f64,
    /// The distance from the cut to the nearest text or symbol.
    nearest: f64,
    /// The bounds of each line of text.
    lines: Vec<Rect>,
}

/// Overlaps of text smaller than this in height or width are ignored, in millimetres.
const OVERLAP_TOLERANCE: f64 = 0.2;

/// A clip that hides nothing.
const NO_CLIP: Rect = Rect {
    left: f64::NEG_INFINITY,
    top: f64::NEG_INFINITY,
    right: f64::INFINITY,
    bottom: f64::INFINITY,
};

impl Extents {
    /// Whether any two lines of text overlap.
    fn has_overlapping_text(&self) -> bool {
        let near = |rect: &Rect| rect.expand(-OVERLAP_TOLERANCE / 2.0);
        let meets = |one: &Rect, other: &Rect| near(one).intersects(&near(other));
        let each = self.lines.iter().enumerate();
        each.into_iter()
            .any(|(index, one)| self.lines[index + 1..].iter().any(|other| meets(one, other)))
    }

    /// Measures the parts of items that are visible inside a clip.
    fn measure_items(&mut self, items: &[Item], opening: Rect) {
        let seen = |bounds: Rect| bounds.intersection(&opening);
        for item in items {
            match item {
                Item::Text(run) => {
                    self.smallest = self.smallest.min(run.size);
                    let letters = run.glyphs.iter().filter_map(|glyph| glyph_bounds(run, glyph));
                    let letters: Vec<Rect> = letters.filter_map(seen).collect();
                    letters.iter().for_each(|bounds| self.measure(*bounds));
                    let all = letters.iter().copied().reduce(|one, other| one.union(&other));
                    self.lines.extend(all);
                }
                Item::Fill { path, .. } => self.measure_shape(path.bounds().and_then(seen)),
                Item::Line { path, stroke } => {
                    let bounds = path.bounds().map(|bounds| bounds.expand(stroke.width / 2.0));
                    self.measure_shape(bounds.and_then(seen));
                }
                Item::Clip { path, items } => {
                    if let Some(opening) = path.bounds().and_then(seen) {
                        self.measure_items(items, opening);
                    }
                }
                Item::Stamps { .. } => {}
            }
        }
    }

    /// Measures a shape. A shape that crosses the cut and extends to the edge of the art is
    /// background, which may be cut anywhere. Any other shape is a symbol.
    fn measure_shape(&mut self, bounds: Option<Rect>) {
        let Some(bounds) = bounds else { return };
        // The sides of a rectangle as outward coordinates.
        let outwards = |rect: &Rect| [-rect.left, -rect.top, rect.right, rect.bottom];
        let (shape, edge, art) = (outwards(&bounds), outwards(&self.edge), outwards(&self.art));
        // Without bleed, art and background end at the cut.
        let is_bled = |side: usize| art[side] > edge[side] + TOLERANCE;
        let crosses = |side: usize| match is_bled(side) {
            true => shape[side] > edge[side] + TOLERANCE,
            false => shape[side] > edge[side] - TOLERANCE,
        };
        let ends_there = |side: usize| shape[side] >= art[side] - EDGE_TOLERANCE;
        let mut crossed = (0..4).filter(|&side| crosses(side)).peekable();
        let is_ground = crossed.peek().is_some() && crossed.all(ends_there);
        if !is_ground {
            self.measure(bounds);
        }
    }

    fn measure(&mut self, bounds: Rect) {
        let Rect { left, top, right, bottom } = self.edge;
        let ways =
            [bounds.left - left, bounds.top - top, right - bounds.right, bottom - bounds.bottom];
        self.nearest = ways.into_iter().fold(self.nearest, f64::min);
        // At the corners, a rounded cut is closer to a shape.
        for (x, y) in [
            (bounds.left - left, bounds.top - top),
            (right - bounds.right, bounds.top - top),
            (bounds.left - left, bottom - bounds.bottom),
            (right - bounds.right, bottom - bounds.bottom),
        ] {
            if x < self.radius && y < self.radius {
                let from_centre = Point::new(x, y).distance(Point::new(self.radius, self.radius));
                self.nearest = self.nearest.min(self.radius - from_centre);
            }
        }
    }
}

/// The bounds of art without its text; `None` if there is none.
fn art_bounds(items: &[Item]) -> Option<Rect> {
    let bounds = items.iter().filter_map(|item| match item {
        Item::Fill { path, .. } | Item::Line { path, .. } => path.bounds(),
        Item::Clip { path, items } => art_bounds(items)?.intersection(&path.bounds()?),
        Item::Text(_) | Item::Stamps { .. } => None,
    });
    bounds.reduce(|one, other| one.union(&other))
}

/// The bounds of a glyph; `None` for a space.
pub(crate) fn glyph_bounds(run: &TextRun, glyph: &PlacedGlyph) -> Option<Rect> {
    let bounds = glyph_outline(run.face, glyph.id)?.bounds()?;
    let Rect { left, top, right, bottom } = bounds;
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let Rotation { cosine, sine } = glyph.slant;
    Rect::bounding(corners.map(|(x, y)| {
        let p = Point::new(x * run.size, y * run.size);
        Rotation { cosine, sine }.transform_point(glyph.at, p)
    }))
}

#[cfg(test)]
mod tests {
    use sandtable_sheet::{Face, Ink, Lettering, Path, Stroke, shape};
    use sandtable_shop::{DEFAULT, built_in};

    use super::*;

    const BLACK: Ink = Ink::new("black", 0);

    fn card(front: Vec<Item>) -> Component {
        let length = PaperLength::from_millimetres;
        Component::flat("card".to_owned(), (length(40.0), length(20.0)), front)
    }

    fn kinds(front: Vec<Item>) -> Vec<ViolationKind> {
        let profile = built_in(DEFAULT).expect("built-in profile exists");
        faults(Product::Stickers, &[card(front)], &profile, None)
            .into_iter()
            .map(|fault| fault.kind)
            .collect()
    }

    fn text(points: f64, x: f64) -> Item {
        Item::Text(shape("I", Lettering::new(Face::Bold, points)).at(Point::new(x, 10.0), BLACK))
    }

    #[test]
    fn letters_are_measured_by_their_outlines() {
        assert_eq!(kinds(vec![text(8.0, 10.0)]), []);
        let small = PaperLength::from_points(5.0);
        let found = kinds(vec![text(5.0, 10.0)]);
        let [ViolationKind::SmallText(size)] = found[..] else { panic!("{found:?}") };
        assert!((size - small).millimetres().abs() < 1e-9);
        let found = kinds(vec![text(8.0, 1.0)]);
        let [ViolationKind::NearCut(way)] = found[..] else { panic!("{found:?}") };
        // The glyph outline starts slightly right of its origin.
        assert!((1.0..1.3).contains(&way.millimetres()), "{way}");
    }

    #[test]
    fn round_corners_cut_closer_to_art() {
        let mut terms = built_in(DEFAULT).expect("built-in profile exists").into_terms();
        terms.cut.corner_radius = PaperLength::from_millimetres(9.0);
        let profile = ShopProfile::new(terms).expect("valid terms");
        let dot = Item::fill(Path::circle(Point::new(3.5, 3.5), 1.0), BLACK);
        assert_eq!(kinds(vec![dot.clone()]), []);
        assert_eq!(faults(Product::Stickers, &[card(vec![dot.clone()])], &profile, None).len(), 1);
        // An excessive radius is reported, not the art.
        let mut terms = profile.clone().into_terms();
        terms.cut.corner_radius = PaperLength::from_millimetres(11.0);
        let rounder = ShopProfile::new(terms).expect("valid terms");
        let found = faults(Product::Stickers, &[card(vec![dot.clone()])], &rounder, None);
        let [Violation { kind: ViolationKind::LargeRadius(half), .. }] = found[..] else {
            panic!("{found:?}")
        };
        assert!((half.millimetres() - 10.0).abs() < 1e-9);
        // A pre-cut label determines the radius of a card of the same size.
        let mut labels = Labels {
            columns: 1,
            rows: 1,
            width: PaperLength::from_millimetres(40.2),
            height: PaperLength::from_millimetres(20.0),
            left: PaperLength::ZERO,
            top: PaperLength::ZERO,
            across: PaperLength::ZERO,
            down: PaperLength::ZERO,
            corner_radius: PaperLength::from_millimetres(1.5),
        };
        assert_eq!(
            faults(Product::Stickers, &[card(vec![dot.clone()])], &profile, Some(&labels)),
            []
        );
        labels.width = PaperLength::from_millimetres(60.0);
        assert_eq!(faults(Product::Stickers, &[card(vec![dot])], &profile, Some(&labels)).len(), 1);
    }

    #[test]
    fn reports_overlapping_lines_of_text() {
        assert_eq!(kinds(vec![text(8.0, 10.0), text(8.0, 14.0)]), []);
        assert_eq!(
            kinds(vec![text(20.0, 10.0), text(20.0, 11.0)]),
            [ViolationKind::OverlappingText]
        );
    }

    #[test]
    fn symbols_near_cut_are_reported() {
        let dot = |x: f64| Item::fill(Path::circle(Point::new(x, 10.0), 1.0), BLACK);
        assert_eq!(kinds(vec![dot(3.0)]), []);
        assert_eq!(kinds(vec![dot(2.5)]).len(), 1);
        let ground = Item::fill(Path::rect(Rect::new(-3.0, -3.0, 43.0, 8.0)), BLACK);
        assert_eq!(kinds(vec![ground.clone()]), []);
        // Art that crosses the cut and ends in the bleed is a symbol cut in two.
        let through = Item::fill(Path::circle(Point::new(40.0, 5.0), 1.5), BLACK);
        assert_eq!(kinds(vec![ground, through]), [ViolationKind::NearCut(PaperLength::ZERO)]);
        // For a shop without bleed, all background ends at the cut.
        let card = Item::fill(Path::rect(Rect::new(0.0, 0.0, 40.0, 20.0)), BLACK);
        let band = Item::fill(Path::rect(Rect::new(0.0, 0.0, 40.0, 6.0)), BLACK);
        assert_eq!(kinds(vec![card.clone(), band]), []);
        assert_eq!(kinds(vec![card, dot(2.5)]).len(), 1);
        let line = Path::line(&[Point::new(2.2, 5.0), Point::new(30.0, 5.0)]);
        assert_eq!(kinds(vec![Item::line(line.clone(), Stroke::solid(BLACK, 0.3))]), []);
        assert_eq!(kinds(vec![Item::line(line, Stroke::solid(BLACK, 0.6))]).len(), 1);
    }

    /// Hatching drawn far beyond its clip counts only up to the clip; the background around it ends
    /// at the bleed.
    #[test]
    fn clipped_art_does_not_count() {
        let ground = Rect::new(-3.0, -3.0, 43.0, 23.0);
        let beyond = Item::fill(Path::rect(Rect::new(-30.0, -30.0, 90.0, 60.0)), BLACK);
        let hatched = |opening: Rect| {
            let path = Path::rect(opening);
            let items = vec![beyond.clone(), text(8.0, 39.0)];
            vec![Item::fill(Path::rect(ground), BLACK), Item::Clip { path, items }]
        };
        assert_eq!(kinds(hatched(Rect::new(-3.0, -3.0, 38.0, 23.0))), []);
        assert_eq!(kinds(hatched(Rect::new(5.0, 5.0, 35.0, 15.0))), []);
        // A visible symbol too close to the cut.
        assert_eq!(kinds(hatched(Rect::new(5.0, 5.0, 39.0, 15.0))).len(), 1);
    }
}
