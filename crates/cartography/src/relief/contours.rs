//! Contours: lines of equal elevation at a round interval, with heavier index lines and their
//! figures, and spot heights.

use sandtable_pack::{ContourStyle, ElevationGrid, UnitSystem};
use sandtable_sheet::{Ink, Item, Path, Point, Stroke};

use super::field::HeightField;
use crate::frame::MapFrame;

/// The contour interval, and its units.
pub(crate) type Interval = (u32, UnitSystem);

/// The relief of a map as contours.
pub(crate) struct Contours<'a> {
    style: &'a ContourStyle<Ink>,
    /// Each line with its multiple of the interval above zero.
    lines: Vec<(i32, Vec<Point>)>,
    /// The contour interval, in metres or feet.
    interval: u32,
    units: UnitSystem,
    /// Summits with their elevations in metres.
    tops: Vec<(Point, f64)>,
}

/// The contour spacing on slopes that only a twentieth of the ground exceeds, in millimetres.
const CLOSEST: f64 = 0.9;
/// Round intervals.
const ROUND: [u32; 9] = [1, 2, 5, 10, 20, 25, 50, 100, 200];
/// The radius within which a summit is the highest point, in millimetres.
const TOP_REACH: f64 = 8.0;
/// Vertices closer than this to the line between their neighbours are removed, in millimetres.
const STRAIGHT: f64 = 0.02;

impl<'a> Contours<'a> {
    /// Returns the contours of a pack's relief, or `None` without elevation.
    pub fn new(
        grid: &ElevationGrid,
        frame: &MapFrame,
        style: &'a ContourStyle<Ink>,
        units: UnitSystem,
    ) -> Option<Self> {
        let field = HeightField::new(grid, frame, style.smoothing.get())?;
        let units = style.unit.on(units);
        let metres = units.height_unit();
        let interval = match u32::from(style.interval.get()) {
            0 => {
                let steep = field.steepness_of_share(0.95);
                let least = steep * frame.metres(CLOSEST) / metres;
                ROUND.into_iter().find(|round| f64::from(*round) >= least).unwrap_or(500)
            }
            own => own,
        };
        let step = f64::from(interval) * metres;
        let (low, high) = field.range();
        let mut lines = Vec::new();
        for level in (low / step).ceil() as i32..=(high / step).floor() as i32 {
            // Slightly above the round number, because whole plains in the data may be exactly at
            // the round number.
            let height = f64::from(level) * step + 0.01;
            let found = field.contours(height).into_iter();
            lines.extend(found.filter(|line| line.len() > 5).map(|line| (level, thin_line(&line))));
        }
        let tops = match style.spot_heights {
            true => field.tops(TOP_REACH, step * 0.5),
            false => Vec::new(),
        };
        // Smoothing lowers summits, so the elevation comes from the data.
        let tops = tops.into_iter().map(|(top, cell)| (top, grid.heights[cell].metres()));
        Some(Self { style, lines, interval, units, tops: tops.collect() })
    }

    /// Returns inks and weights.
    pub const fn style(&self) -> &'a ContourStyle<Ink> {
        self.style
    }

    /// Draws the lines, with index lines on top.
    pub fn items(&self) -> Vec<Item> {
        let item = |line: &[Point], width: f64| {
            Item::line(Path::line(line), Stroke::round(self.style.ink, width))
        };
        let plain = self.lines.iter().filter(|(level, _)| !self.is_index(*level));
        let index = self.lines.iter().filter(|(level, _)| self.is_index(*level));
        let plain = plain.map(|(_, line)| item(line, self.style.line.get()));
        plain.chain(index.map(|(_, line)| item(line, self.style.index_line.get()))).collect()
    }

    /// Returns the index lines with their figures.
    pub fn index_lines(&self) -> impl Iterator<Item = (String, &[Point])> {
        let index = self.lines.iter().filter(|(level, _)| self.is_index(*level));
        index.map(|(level, line)| ((level * self.interval as i32).to_string(), line.as_slice()))
    }

    /// Returns the summits with their figures.
    pub fn spots(&self) -> impl Iterator<Item = (Point, String)> {
        let unit = self.units.height_unit();
        self.tops.iter().map(move |(top, metres)| (*top, format!("{:.0}", metres / unit)))
    }

    /// Returns the contour interval, and its units.
    pub const fn interval(&self) -> Interval {
        (self.interval, self.units)
    }

    fn is_index(&self, level: i32) -> bool {
        level.rem_euclid(i32::from(self.style.index_every.get())) == 0
    }
}

/// Returns a line without collinear vertices.
pub(crate) fn thin_line(line: &[Point]) -> Vec<Point> {
    straighten(line, STRAIGHT)
}

/// Returns a line without the vertices that bend it by less than `by` millimetres (Reumann and
/// Witkam's corridor, 1974).
pub(crate) fn straighten(line: &[Point], by: f64) -> Vec<Point> {
    let mut kept = vec![line[0]];
    let mut from = 0;
    while from + 1 < line.len() {
        let (start, next) = (line[from], line[from + 1]);
        let length = start.distance(next).max(1e-9);
        let (dx, dy) = ((next.x - start.x) / length, (next.y - start.y) / length);
        let off = |p: &Point| ((p.x - start.x) * dy - (p.y - start.y) * dx).abs();
        let rest = &line[from + 1..];
        let run = rest.iter().take_while(|p| off(p) < by).count().max(1);
        from += run;
        kept.push(line[from]);
    }
    kept
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{
        ContourInterval, Elevation, GroundLength, GroundPoint, GroundSpan, HeightUnit, StyleName,
        sample,
    };

    use super::*;
    use crate::style::Style;

    /// Returns two cones, 100 m and 60 m high, with a slope of 10 in 100, on 3 km of ground in 10 m
    /// cells.
    fn cones() -> (ElevationGrid, MapFrame) {
        let mut map = sample::parts().map;
        map.width = GroundLength::from_metres(3_000);
        map.height = GroundLength::from_metres(3_000);
        let height = |cell: i32| {
            let (x, y) = (f64::from(cell % 301), f64::from(cell / 301));
            let cone = |at: f64, top: f64| top - libm::hypot(x - at, y - at);
            Elevation::from_metres_rounded(cone(100.0, 100.0).max(cone(220.0, 60.0)).max(0.0))
        };
        let grid = ElevationGrid {
            origin: GroundPoint::from_metres(0, 0),
            cell: GroundLength::from_metres(10),
            columns: 301,
            rows: 301,
            heights: (0..301 * 301).filter_map(height).collect(),
        };
        (grid, MapFrame::new(&map, map.scale, Point::new(0.0, 0.0)))
    }

    fn smoothing(length: &str) -> GroundSpan {
        GroundSpan::try_from(length.to_owned()).expect("valid length")
    }

    fn style(change: impl FnOnce(&mut ContourStyle<Ink>)) -> ContourStyle<Ink> {
        let mut style = Style::built_in(StyleName::Survey).contours.clone();
        style.smoothing = smoothing("0.1 m");
        change(&mut style);
        style
    }

    #[test]
    fn contours_are_round_with_index_figures() {
        let (grid, frame) = cones();
        let style = style(|_| {});
        let contours = Contours::new(&grid, &frame, &style, UnitSystem::Metric)
            .expect("the grid has elevation");
        // 1 in 10 at 1:16,000: 0.9 mm are 14.4 m of ground and 1.44 m of height.
        assert_eq!(contours.interval(), (2, UnitSystem::Metric));
        let figures: std::collections::BTreeSet<_> =
            contours.index_lines().map(|(figure, _)| figure).collect();
        let expected = ["0", "10", "20", "30", "40", "50", "60", "70", "80", "90"];
        assert_eq!(figures.into_iter().collect::<Vec<_>>(), expected);
        for (figure, line) in contours.index_lines().filter(|(figure, _)| figure == "80") {
            let radius = line[0].distance(Point::new(62.5, 125.0));
            assert!((radius - 200.0 / 16.0).abs() < 0.05, "{figure} at {radius}");
        }
    }

    #[test]
    fn custom_interval_stays_in_feet() {
        let (grid, frame) = cones();
        let style = style(|style| {
            style.unit = HeightUnit::Feet;
            style.interval = ContourInterval::try_from(25.0).expect("in bounds");
        });
        let contours = Contours::new(&grid, &frame, &style, UnitSystem::Metric)
            .expect("the grid has elevation");
        assert_eq!(contours.interval(), (25, UnitSystem::Imperial));
        // 100 m is 328 feet; a ring of a few cells at 325 feet would only repeat the summit's
        // elevation.
        assert!(contours.index_lines().any(|(figure, _)| figure == "250"));
        assert_eq!(contours.lines.iter().map(|(level, _)| *level).max(), Some(12));
    }

    #[test]
    fn tops_have_exact_heights() {
        let (grid, frame) = cones();
        let style = style(|style| style.smoothing = smoothing("40 m"));
        let contours = Contours::new(&grid, &frame, &style, UnitSystem::Imperial)
            .expect("the grid has elevation");
        let spots: Vec<(Point, String)> = contours.spots().collect();
        let expected = [(Point::new(62.5, 125.0), "328"), (Point::new(137.5, 50.0), "197")];
        assert_eq!(spots.len(), 2);
        for ((place, figure), (near, height)) in spots.iter().zip(expected) {
            assert!(place.distance(near) < 0.7, "{place:?}");
            assert_eq!(figure, height);
        }
    }

    #[test]
    fn thinning_stays_near_line() {
        let bow: Vec<Point> = (0..200)
            .map(|i| Point::new(f64::from(i) * 0.3, libm::sin(f64::from(i) * 0.05) * 4.0))
            .collect();
        let thin = thin_line(&bow);
        assert!(thin.len() < bow.len() / 2, "{}", thin.len());
        assert_eq!((thin.first(), thin.last()), (bow.first(), bow.last()));
        let off = |p: &Point| {
            let pairs = thin.windows(2);
            pairs.map(|w| crate::ground::houses::distance_to(*p, w[0], w[1])).fold(9.0, f64::min)
        };
        assert!(bow.iter().all(|p| off(p) < STRAIGHT * 2.0));
    }
}
