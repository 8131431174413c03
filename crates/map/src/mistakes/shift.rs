//! Finds the displacement of a whole layer: the vector that moves its marks back to their partners,
//! such as crossings to watercourses or crests to hills. The caller defines marks, partners and the
//! quality of a match.

use sandtable_pack::GroundPoint;

use crate::geometry::distance::distance_between;
use sandtable_authored::Frame;

/// A displacement in the map frame, in centimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Displacement {
    pub east: i32,
    pub north: i32,
}

impl Displacement {
    pub const NONE: Self = Self { east: 0, north: 0 };

    pub const fn reversed(self) -> Self {
        Self { east: -self.east, north: -self.north }
    }

    /// Returns a point after displacement.
    pub fn from(self, place: GroundPoint) -> GroundPoint {
        GroundPoint::new(place.x.saturating_add(self.east), place.y.saturating_add(self.north))
    }

    fn length(self) -> f64 {
        distance_between(GroundPoint::new(0, 0), self.from(GroundPoint::new(0, 0)))
    }

    /// Formats the distance and compass direction, such as "about 260 m east", regardless of the
    /// frame's rotation. Rounds to `known` metres.
    pub fn words(self, frame: &Frame, known: f64) -> String {
        const POINTS: [&str; 8] = [
            "north",
            "north-east",
            "east",
            "south-east",
            "south",
            "south-west",
            "west",
            "north-west",
        ];
        let middle =
            GroundPoint::new(frame.width.centimetres() / 2, frame.height.centimetres() / 2);
        let (here, there) =
            (frame.point_to_coordinate(middle), frame.point_to_coordinate(self.from(middle)));
        let east = (there.longitude - here.longitude) * libm::cos(here.latitude.to_radians());
        let bearing = libm::atan2(east, there.latitude - here.latitude).to_degrees();
        let point = (bearing / 45.0).round().rem_euclid(8.0) as usize % POINTS.len();
        let metres = (self.length() / 100.0 / known).round() * known;
        format!("about {metres:.0} m {}", POINTS[point])
    }
}

/// The minimum number of marks required for a result.
const MIN_MARKS: usize = 4;
/// A sufficient number of marks; more only cost time.
pub const SUFFICIENT_MARKS: usize = 60;
/// The step and range of each successive search, in centimetres; later searches are centred on the
/// best displacement so far.
const SEARCHES: [[i32; 2]; 3] = [[2_000, 50_000], [500, 2_000], [100, 500]];

/// Finds the displacement that makes most marks match their partners.
///
/// `miss` returns the distance of a displaced mark from its partner in centimetres; distances above
/// `beyond` count as `beyond`. A match is within half of `beyond`. Returns `None` if the marks
/// match without displacement, or if other displacements are half as good. Each centimetre costs
/// `spared` for each mark, so shorter displacements win ties.
pub fn shift(
    marks: usize,
    beyond: f64,
    spared: f64,
    miss: impl Fn(usize, Displacement) -> f64,
) -> Option<Displacement> {
    let missed = |way| (0..marks).map(|mark| miss(mark, way).min(beyond)).sum::<f64>();
    let at_rest = missed(Displacement::NONE);
    if marks < MIN_MARKS || 4.0 * at_rest <= marks as f64 * beyond {
        return None;
    }
    let cost = |way: Displacement| missed(way) + spared * marks as f64 * way.length();
    let best = SEARCHES.into_iter().fold(Displacement::NONE, |middle, [step, reach]| {
        let steps = -reach / step..=reach / step;
        let ways = steps.clone().flat_map(|east| steps.clone().map(move |north| [east, north]));
        let ways = ways.map(|[east, north]| Displacement {
            east: middle.east + east * step,
            north: middle.north + north * step,
        });
        let costs = ways.map(|way| (cost(way), way));
        costs.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(middle, |(_, way)| way)
    });
    let meet = (0..marks).filter(|&mark| 2.0 * miss(mark, best) <= beyond).count();
    let others = (-4..=4).flat_map(|east| (-4..=4).map(move |north| [east, north]));
    let others =
        others.map(|[east, north]| Displacement { east: 12_000 * east, north: 12_000 * north });
    let mut others: Vec<f64> = others.map(missed).collect();
    others.sort_by(f64::total_cmp);
    let by_chance = others[others.len() / 2];
    (4 * meet >= 3 * marks && 2.0 * missed(best) <= at_rest.min(by_chance)).then_some(best)
}

/// The help for moving a displaced layer back.
pub const MOVE_BACK: &str = "move the whole layer back: in QGIS, select all features, Edit › Edit Geometry › Move Feature(s); or export it again from the original";

/// Selects at most `most` items, spread evenly over a list.
pub fn sample_evenly<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    all.iter().step_by(all.len().div_ceil(most).max(1)).copied().collect()
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;

    use super::*;
    use sandtable_authored::Coordinate;

    fn frame(rotation: f64) -> Frame {
        let size = GroundLength::from_metres(5_000);
        Frame::new(Coordinate { longitude: 10.0, latitude: 50.0 }, size, size, rotation)
    }

    #[test]
    fn describes_displacements_by_compass() {
        let way = |east, north| Displacement { east: 100 * east, north: 100 * north };
        for (way, words) in [
            (way(264, 4), "about 265 m east"),
            (way(0, -71), "about 70 m south"),
            (way(-100, 100), "about 140 m north-west"),
            (way(40, 100), "about 110 m north"),
            (way(43, 100), "about 110 m north-east"),
            (way(-3, -50), "about 50 m south"),
        ] {
            assert_eq!(way.words(&frame(0.0), 5.0), words);
        }
        // The frame is rotated clockwise, so its right side faces south.
        assert_eq!(way(100, 0).words(&frame(90.0), 5.0), "about 100 m south");
    }

    /// Finds the displacement of irregularly spaced marks from their partners.
    fn find(count: i32, moved: [i32; 2]) -> Option<Displacement> {
        let marks: Vec<GroundPoint> = (0..count)
            .map(|n| GroundPoint::new(n * n * 7_919 % 400_000, n * n * n * 6_007 % 300_000))
            .collect();
        let [east, north] = moved;
        let way = Displacement { east, north };
        let partners: Vec<GroundPoint> = marks.iter().map(|&mark| way.from(mark)).collect();
        shift(marks.len(), 3_000.0, 0.002, |mark, way| {
            distance_between(way.from(marks[mark]), partners[mark])
        })
    }

    #[test]
    fn finds_displacement_to_the_metre() {
        let way = find(12, [26_340, -7_120]).expect("displacement exists");
        assert!((way.east - 26_340).abs() <= 100 && (way.north + 7_120).abs() <= 100, "{way:?}");
    }

    #[test]
    fn ignores_good_layers_and_few_marks() {
        assert_eq!(find(12, [0, 0]), None);
        assert_eq!(find(12, [600, 300]), None);
        assert_eq!(find(3, [26_340, -7_120]), None);
        // The displacement exceeds the search range.
        assert_eq!(find(12, [90_000, 0]), None);
    }
}
