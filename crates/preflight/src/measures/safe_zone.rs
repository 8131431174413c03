//! Measures the distance from text to cut lines inside a page. Text outside all components is
//! ignored, because it is cut off.

use crate::geometry::{Area, MM_PER_POINT, Point};
use crate::limits;
use crate::painting::outline::{Outline, Subpath};
use crate::painting::page_contents::{Tally, TextQuad};

/// The tolerance for single-precision coordinates.
const SLACK: f64 = 0.01;

/// A closed cut line.
struct Cut<'c> {
    points: &'c [Point],
    area: Area,
}

/// Finds text runs closer to a cut line than `safe` (in points), with their distances in
/// millimetres. The distance is 0 if the cut crosses the text. Stops when no `work` is left.
pub(crate) fn find_near_cuts(
    texts: &[TextQuad],
    cuts: &[Outline],
    safe: f64,
    work: &mut u64,
) -> Tally {
    let mut found = Tally::default();
    let cuts: Vec<Cut<'_>> = cuts
        .iter()
        .flat_map(|cut| &cut.subpaths)
        .filter(|subpath| subpath.is_closed)
        .filter_map(|Subpath { points, .. }| {
            Some(Cut { points, area: Area::bounding_box(points.iter().copied())? })
        })
        .collect();
    for text in texts {
        let Some(area) = Area::bounding_box(*text) else { continue };
        let reach = area.expand(safe);
        let mut nearest = f64::INFINITY;
        for cut in cuts.iter().filter(|cut| cut.area.intersection(reach).is_some()) {
            nearest = nearest.min(cut.distance(text));
            *work = work.saturating_sub(cut.points.len() as u64 * limits::COMPARISON);
        }
        *work = work.saturating_sub(cuts.len() as u64);
        if *work == 0 {
            return found;
        }
        let is_on_component = || cuts.iter().any(|cut| cut.contains(text[0].towards(text[2], 0.5)));
        if nearest + SLACK < safe && (nearest <= 0.0 || is_on_component()) {
            found.add(nearest * MM_PER_POINT, text[0], |new, old| new < old);
        }
    }
    found
}

impl Cut<'_> {
    fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        self.points.iter().copied().zip(self.points.iter().copied().cycle().skip(1))
    }

    /// The distance from a text run to the line, on either side.
    fn distance(&self, text: &TextQuad) -> f64 {
        let sides = || text.iter().copied().zip(text.iter().copied().cycle().skip(1));
        let each = self.edges().flat_map(|edge| sides().map(move |side| (edge, side)));
        each.map(|(edge, side)| segment_distance(edge, side)).fold(f64::INFINITY, f64::min)
    }

    fn contains(&self, point: Point) -> bool {
        let crosses = |(a, b): &(Point, Point)| {
            (a.y > point.y) != (b.y > point.y)
                && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        self.area.contains(point) && self.edges().filter(crosses).count() % 2 == 1
    }
}

/// The distance between two segments; 0 if they cross.
fn segment_distance((a, b): (Point, Point), (c, d): (Point, Point)) -> f64 {
    let cross =
        |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let opposite = |x: f64, y: f64| (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0);
    if opposite(cross(a, b, c), cross(a, b, d)) && opposite(cross(c, d, a), cross(c, d, b)) {
        return 0.0;
    }
    let point_distance = |point: Point, a: Point, b: Point| {
        let (x, y) = (b.x - a.x, b.y - a.y);
        let square = x * x + y * y;
        let along = (point.x - a.x) * x + (point.y - a.y) * y;
        let share = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
        point.distance(a.towards(b, share))
    };
    point_distance(a, c, d)
        .min(point_distance(b, c, d))
        .min(point_distance(c, a, b))
        .min(point_distance(d, a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(left: f64, bottom: f64, side: f64) -> Outline {
        let mut outline = Outline::default();
        let points = Area { left, bottom, right: left + side, top: bottom + side }.corners();
        outline.subpaths.push(Subpath { points: points.to_vec(), is_closed: true });
        outline
    }

    fn text(left: f64, bottom: f64) -> TextQuad {
        Area { left, bottom, right: left + 20.0, top: bottom + 5.0 }.corners()
    }

    #[test]
    fn measures_text_on_components_only() {
        let near = |texts: &[TextQuad]| {
            let mut work = 1_000_000;
            let found = find_near_cuts(texts, &[square(100.0, 100.0, 50.0)], 5.0, &mut work);
            assert!(work > 0);
            (found.count, found.worst.map(|(distance, _)| (distance / MM_PER_POINT * 10.0).round()))
        };
        assert_eq!(near(&[text(115.0, 120.0)]), (0, None));
        assert_eq!(near(&[text(103.0, 120.0)]), (1, Some(30.0)));
        assert_eq!(near(&[text(103.0, 120.0), text(127.5, 120.0)]), (2, Some(25.0)));
        assert_eq!(near(&[text(140.0, 120.0)]), (1, Some(0.0)));
        assert_eq!(near(&[text(152.0, 120.0)]), (0, None));
        // Rotated text: the nearest point can be a corner or on an edge.
        let (x, y) = (110.0, 101.0);
        let slanted = [(x, y), (x + 9.0, y + 9.0), (x + 5.0, y + 13.0), (x - 4.0, y + 4.0)];
        assert_eq!(near(&[slanted.map(|(x, y)| Point::new(x, y))]), (1, Some(10.0)));
    }

    #[test]
    fn bounds_comparisons() {
        let texts = vec![text(0.0, 0.0); 60_000];
        let mut cut = square(100.0, 100.0, 50.0);
        cut.subpaths = vec![cut.subpaths[0].clone(); 2_000];
        let mut work = 1_000_000;
        find_near_cuts(&texts, &[cut], 5.0, &mut work);
        assert_eq!(work, 0);
    }
}
