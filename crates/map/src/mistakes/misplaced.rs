//! Positions far from the map, and the mistake that explains them: swapped coordinates, a wrong
//! sign, or metres instead of degrees.

use std::cell::OnceCell;
use std::ops::Range;

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{Code, Diagnostic, FileId, Message, Span, code, message};

use crate::geojson;
use crate::geojson::Feature;
use crate::geojson::shape::{Position, Shape, ShapeKind};
use crate::geometry::distance::distance_between;
use sandtable_authored::Coordinate;
use sandtable_authored::Reporter;
use sandtable_authored::{Frame, Projection};

/// The maximum absolute value of degrees with a typo; larger numbers are metres or feet.
const MAX_MISTYPED_DEGREES: f64 = 400.0;
/// The minimum distance of a vertex with a wrong digit, in map sizes.
const MIN_LEAP: f64 = 5.0;

/// The minimum difference of a map's longitude and latitude, in degrees, that makes a swapped position
/// obvious without the rest of its layer.
const MIN_OBVIOUS_SWAP: f64 = 10.0;
/// The maximum distance of surroundings that are projected, in degrees from the map's centre.
const MAX_SURROUNDINGS: f64 = 60.0;
/// The minimum number of distant positions in a feature or layer that is wider than the map.
const MIN_DISTANT: usize = 3;
/// The minimum proportion of distant positions in a layer that is wider than the map.
const MIN_DISTANT_SHARE: f64 = 0.25;

/// The features of a layer, which show how to read a position far from the map.
pub struct Neighbours<'l> {
    frame: Frame,
    file: FileId,
    text: &'l str,
    features: &'l [Range<usize>],
    /// Determined when first needed.
    extent: OnceCell<Extent>,
}

impl<'l> Neighbours<'l> {
    pub fn new(frame: &Frame, file: FileId, text: &'l str, features: &'l [Range<usize>]) -> Self {
        Self { frame: frame.clone(), file, text, features, extent: OnceCell::new() }
    }

    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    fn is_swapped(&self) -> bool {
        self.extent().is_swapped
    }

    fn extent(&self) -> Extent {
        *self.extent.get_or_init(|| {
            let mut reporter = Reporter::new();
            let shapes = self.features.iter().filter_map(|at| {
                geojson::feature(&mut reporter, self.file, self.text, at.clone())?.shape().ok()
            });
            Extent::of(&self.frame, shapes)
        })
    }
}

/// The extent of a layer relative to the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    /// Whether most positions belong to the map only with longitude and latitude swapped.
    is_swapped: bool,
    /// Whether the layer is wider than the map and covers it, as a layer of a whole country.
    is_wider: bool,
}

impl Extent {
    fn of(frame: &Frame, shapes: impl Iterator<Item = Shape>) -> Self {
        let swap =
            |place: Coordinate| Coordinate { longitude: place.latitude, latitude: place.longitude };
        let near = |place: Coordinate| frame.is_near(place);
        let inside = |place: Coordinate| near(place) && frame.contains(frame.point(place));
        let (mut total, mut distant) = (0, 0);
        let (mut near_if_swapped, mut inside_if_swapped) = (0, 0);
        let mut bounds = Bounds::NONE;
        for shape in shapes {
            for &position in &shape.positions {
                let place = Coordinate::from(position);
                let swapped = swap(place);
                total += 1;
                distant += usize::from(is_distant(frame, place));
                near_if_swapped += usize::from(near(swapped) && !near(place));
                inside_if_swapped += usize::from(inside(swapped) && !inside(place));
                bounds.add(place);
            }
        }
        Self {
            is_swapped: 2 * near_if_swapped.max(inside_if_swapped) > total,
            is_wider: distant >= MIN_DISTANT
                && distant as f64 >= MIN_DISTANT_SHARE * total as f64
                && bounds.surround(frame),
        }
    }
}

/// The bounding box of positions, in degrees.
struct Bounds {
    west: f64,
    south: f64,
    east: f64,
    north: f64,
}

impl Bounds {
    const NONE: Self = Self {
        west: f64::INFINITY,
        south: f64::INFINITY,
        east: f64::NEG_INFINITY,
        north: f64::NEG_INFINITY,
    };

    fn add(&mut self, place: Coordinate) {
        let Coordinate { longitude, latitude } = place;
        (self.west, self.east) = (self.west.min(longitude), self.east.max(longitude));
        (self.south, self.north) = (self.south.min(latitude), self.north.max(latitude));
    }

    /// Whether the box contains the centre of the map and only surroundings that can be projected.
    fn surround(&self, frame: &Frame) -> bool {
        let Coordinate { longitude, latitude } = frame.centre;
        (self.west..=self.east).contains(&longitude)
            && (self.south..=self.north).contains(&latitude)
            && (longitude - self.west).max(self.east - longitude) <= MAX_SURROUNDINGS
            && (latitude - self.south).max(self.north - latitude) <= MAX_SURROUNDINGS
    }
}

/// Whether a swapped position is far from the map, so that its layer is not needed to recognise it.
fn is_obvious_swap(frame: &Frame) -> bool {
    (frame.centre.longitude - frame.centre.latitude).abs() >= MIN_OBVIOUS_SWAP
}

/// Whether a position is far from the map, and no single mistake would explain that.
fn is_distant(frame: &Frame, place: Coordinate) -> bool {
    let Coordinate { longitude: x, latitude: y } = place;
    let near = |longitude: f64, latitude: f64| frame.is_near(Coordinate { longitude, latitude });
    let is_mistake = is_obvious_swap(frame) && near(y, x) || near(-x, y) || near(x, -y);
    !near(x, y) && !is_mistake
}

/// Whether a feature far from the map belongs to its surroundings: it surrounds the map itself, or its
/// layer does.
fn is_of_surroundings(neighbours: &Neighbours<'_>, shape: &Shape) -> bool {
    let frame = &neighbours.frame;
    let mut bounds = Bounds::NONE;
    shape.positions.iter().for_each(|&position| bounds.add(position.into()));
    let surrounds = || {
        let distant = shape.positions.iter().filter(|at| is_distant(frame, (**at).into()));
        shape.kind != ShapeKind::Points && bounds.surround(frame) && distant.count() >= MIN_DISTANT
    };
    surrounds() || {
        let extent = neighbours.extent();
        extent.is_wider && !extent.is_swapped
    }
}

/// Reports a position far from the map, and returns `None`.
pub fn check(
    reporter: &mut Reporter,
    neighbours: &Neighbours<'_>,
    id: &FeatureId,
    feature: &Feature<'_>,
    shape: &Shape,
) -> Option<()> {
    let frame = &neighbours.frame;
    let is_swapped = !is_obvious_swap(frame) && neighbours.is_swapped();
    let far = |&position: &Position| {
        let place = position.into();
        !frame.is_near(place) || is_swapped && !frame.contains(frame.point(place))
    };
    let place = |index: usize| feature.span(shape.place(index));
    let Some(index) = shape.positions.iter().position(far) else {
        let Some(leap) = leap(frame, shape, &project(frame, shape)) else { return Some(()) };
        reporter.diagnostics.push(leap.finding(id, shape, place(leap.index)));
        return None;
    };
    if is_of_surroundings(neighbours, shape) {
        return Some(());
    }
    let position = shape.positions[index];
    let misplaced = shape.positions.iter().filter(|position| far(position)).count();
    let which = match (misplaced, shape.positions.len()) {
        (_, 1) => String::new(),
        (1, count) => format!(": one of {count} positions"),
        (misplaced, count) if misplaced == count => format!(": all {count} positions"),
        (misplaced, count) => format!(": the first of {misplaced} among {count} positions"),
    };
    let Position { longitude, latitude } = position;
    let (_, code, key, fault, help) = cause(neighbours, position);
    let finding = Diagnostic::new(code, Message::new(fault, format!("`{id}` {fault}")))
        .group_key(key)
        .at(place(index), format!("longitude {longitude}, latitude {latitude}{which}"));
    reporter.diagnostics.push(help.into_iter().fold(finding, Diagnostic::help));
    None
}

/// Whether all positions are near the map and near each other.
pub fn is_near(frame: &Frame, shape: &Shape) -> bool {
    shape.positions.iter().all(|&position| frame.is_near(position.into()))
        && leap(frame, shape, &project(frame, shape)).is_none()
}

/// Returns a shape with more vertices where an edge would be straight on the map, but is curved there
/// by more than a third of a millimetre on a sheet 1 m wide.
pub fn densify(frame: &Frame, shape: &Shape) -> Shape {
    const MAX_PIECES: f64 = 256.0;
    let tolerance = f64::from(frame.width.centimetres()) / 3_000.0;
    shape.densified(|from, to| {
        let middle = Coordinate {
            longitude: (from.longitude + to.longitude) / 2.0,
            latitude: (from.latitude + to.latitude) / 2.0,
        };
        let [from, middle, to] = [from.into(), middle, to.into()].map(|place| frame.point(place));
        let chord = GroundPoint::new(between(from.x, to.x), between(from.y, to.y));
        // The deviation falls with the square of the number of pieces.
        (distance_between(middle, chord) / tolerance).sqrt().ceil().clamp(1.0, MAX_PIECES) as u32
    })
}

fn between(one: i32, other: i32) -> i32 {
    ((i64::from(one) + i64::from(other)) / 2) as i32
}

/// Projects the positions of a shape.
pub fn project(frame: &Frame, shape: &Shape) -> Vec<GroundPoint> {
    shape.positions.iter().map(|&position| frame.point(position.into())).collect()
}

/// A vertex far from both neighbours, which are close together.
struct Leap {
    index: usize,
    before: usize,
    kilometres: f64,
}

/// The first vertex far from its neighbours; `points` are the projected positions. Lines that only
/// pass the map have no such vertex, because they continue from vertex to vertex.
fn leap(frame: &Frame, shape: &Shape, points: &[GroundPoint]) -> Option<Leap> {
    let size = frame.width.metres() + frame.height.metres();
    let metres = |one: usize, other: usize| distance_between(points[one], points[other]) / 100.0;
    shape.rings().find_map(|ring| {
        // A closed ring continues at its start.
        let is_closed =
            ring.len() > 3 && shape.positions[ring.start] == shape.positions[ring.end - 1];
        let beyond = is_closed.then_some(ring.start + 1);
        let after = ring.clone().skip(2).chain(beyond);
        ring.clone().zip(ring.skip(1)).zip(after).find_map(|((before, index), after)| {
            let distance = metres(before, index).min(metres(index, after));
            let is_leap = distance > MIN_LEAP * size && metres(before, after) < size;
            is_leap.then_some(Leap { index, before, kilometres: distance / 1_000.0 })
        })
    })
}

impl Leap {
    fn finding(&self, id: &FeatureId, shape: &Shape, place: Span) -> Diagnostic {
        let [at, neighbour] = [self.index, self.before].map(|index| shape.positions[index]);
        // Assume a typo before the decimal point of one or both numbers. Rounding removes decimals
        // that the addition introduces.
        let corrected = |written: f64, neighbour: f64| {
            ((written + (neighbour - written).round()) * 1e7).round() / 1e7
        };
        let east = corrected(at.longitude, neighbour.longitude);
        let north = corrected(at.latitude, neighbour.latitude);
        let distance = format!("{:.0} km", self.kilometres);
        let message = message!("one vertex of `{id}` is {distance} away from the others");
        let label = format!(
            "longitude {}, latitude {}; the vertex before it: {}, {}",
            at.longitude, at.latitude, neighbour.longitude, neighbour.latitude
        );
        Diagnostic::new(code::COORDINATE, message)
            .group_key(["corner", &distance])
            .at(place, label)
            .help(format!("check for a wrong digit: did you mean `[{east}, {north}]`?"))
    }
}

/// A possible cause of a misplaced position: whether it applies, the diagnostic's code and key, the
/// message after the feature's id, and the help.
type Cause = (bool, Code, Option<&'static str>, &'static str, Vec<String>);

/// The first applicable cause.
fn cause(neighbours: &Neighbours<'_>, position: Position) -> Cause {
    let frame = &neighbours.frame;
    let Position { longitude: x, latitude: y } = position;
    let is_near =
        |&[longitude, latitude]: &[f64; 2]| frame.is_near(Coordinate { longitude, latitude });
    let other_signs = [[-x, y], [x, -y], [-x, -y]].into_iter().find(is_near);
    let crs = "Export › Save Features As…, CRS EPSG:4326 - WGS 84";
    let causes: [Cause; 5] = [
        (
            is_near(&[y, x]) && (is_obvious_swap(frame) || neighbours.is_swapped()),
            code::SWAPPED_COORDINATES,
            None,
            "is drawn with longitude and latitude swapped",
            vec![
                format!("GeoJSON has longitude first: `[{y}, {x}]`"),
                "for a whole layer, in QGIS: Processing Toolbox › Swap X and Y coordinates"
                    .to_owned(),
            ],
        ),
        (
            x.abs().max(y.abs()) > MAX_MISTYPED_DEGREES,
            code::WRONG_CRS,
            Some("feature"),
            "is drawn in metres or feet, not in degrees",
            vec![match system(frame, position) {
                Some(system) => format!(
                    "these look like {system}: in QGIS, give the layer that CRS, then {crs}"
                ),
                None => format!("export the layer again: in QGIS, {crs}"),
            }],
        ),
        (
            x.abs() > 190.0 || y.abs() > 90.0,
            code::COORDINATE,
            Some("globe"),
            "is not on the globe",
            vec!["longitudes range from -180 to 180, latitudes from -90 to 90".to_owned()],
        ),
        (
            other_signs.is_some(),
            code::COORDINATE,
            Some("side"),
            "is on the wrong side of the globe",
            other_signs
                .map(|[x, y]| format!("west and south are negative: write [{x}, {y}]"))
                .into_iter()
                .collect(),
        ),
        (
            true,
            code::COORDINATE,
            Some("map"),
            "is far from the map",
            vec![format!(
                "the centre of the map is longitude {}, latitude {}; check that the file is in WGS 84 degrees",
                frame.centre.longitude, frame.centre.latitude
            )],
        ),
    ];
    causes.into_iter().find(|(applies, ..)| *applies).expect("the last cause is a fallback")
}

/// The coordinate system in which a position is near the map.
fn system(frame: &Frame, position: Position) -> Option<String> {
    /// The maximum distance from the map's centre, in metres.
    const REACH: f64 = 300_000.0;
    /// The sphere radius of Web Mercator, in metres.
    const SPHERE: f64 = 6_378_137.0;
    let Position { longitude: x, latitude: y } = position;
    let Coordinate { longitude, latitude } = frame.centre;
    let close = |east: f64, north: f64| (x - east).abs() < REACH && (y - north).abs() < REACH;
    // Uses the isometric latitude; maps do not reach the poles.
    let isometric = libm::atanh(libm::sin(latitude.to_radians()));
    if close(SPHERE * longitude.to_radians(), SPHERE * isometric) {
        return Some("Web Mercator (EPSG:3857)".to_owned());
    }
    let zone = ((longitude + 180.0) / 6.0).floor().clamp(0.0, 59.0);
    let meridian = Coordinate { longitude: zone * 6.0 - 177.0, latitude: 0.0 };
    let plane = Projection::centred_on(meridian).forward(frame.centre);
    let (east, north) = (500_000.0 + 0.9996 * plane.east, 0.9996 * plane.north);
    let zone = zone as u32 + 1;
    if latitude >= 0.0 && close(east, north) {
        return Some(format!("UTM zone {zone}N (EPSG:{})", 32_600 + zone));
    }
    if latitude < 0.0 && close(east, north + 10_000_000.0) {
        return Some(format!("UTM zone {zone}S (EPSG:{})", 32_700 + zone));
    }
    None
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;

    use super::*;
    use crate::geojson::shape;

    fn frame(longitude: f64, latitude: f64) -> Frame {
        let size = GroundLength::from_metres(5_000);
        Frame::new(Coordinate { longitude, latitude }, size, size, 0.0)
    }

    /// Aboukir 1799, where longitude and latitude are nearly equal.
    #[test]
    fn most_positions_decide_on_swapped_axes() {
        let aboukir = frame(30.06, 31.31);
        let extent = |coordinates: &str| {
            let text = format!(r#"{{"type":"MultiPoint","coordinates":[{coordinates}]}}"#);
            let shape = shape::shape(&text, 0..text.len()).expect("valid geometry");
            let Extent { is_swapped, is_wider } = Extent::of(&aboukir, [shape].into_iter());
            (is_swapped, is_wider)
        };
        let fort = "[30.06,31.31],[30.061,31.312],[30.07,31.32]";
        assert_eq!(extent(fort), (false, false));
        assert_eq!(extent("[31.31,30.06],[31.312,30.061],[31.32,30.07]"), (true, false));
        // Egypt, with Cairo, which is near Aboukir if swapped.
        let egypt = "[25,31.6],[34.2,31.3],[36,22],[25,22],[32.9,24.1],[31.24,30.04],[31.31,30.06]";
        assert_eq!(extent(egypt), (false, true));
        assert_eq!(extent(&format!("{fort},[90.06,31.31]")), (false, false));
    }

    /// Outlines of countries, simplified, around maps on their coasts and borders.
    #[test]
    fn countries_surround_their_battlefields() {
        let usa = "[-124,48],[-95,49],[-83,46],[-79,43],[-67,45],[-76,35],[-81,31],[-80,25],[-97,26],[-117,32.5],[-124,40],[-124,48]";
        let france = "[-4.6,48.7],[2.5,51.1],[8.2,49],[7,46],[7.5,43.8],[3,42.4],[-1.8,43.4],[-1.2,46],[-4.6,48.7]";
        let egypt = "[34.92,29.5],[34.15,27.82],[32.42,29.85],[35.69,23.93],[36.87,22],[25,22],[25,29.24],[25.16,31.57],[29.68,31.19],[30.1,31.47],[31.96,30.93],[34.27,31.22],[34.92,29.5]";
        let polygon = |ring: &str| {
            let text = format!(r#"{{"type":"Polygon","coordinates":[[{ring}]]}}"#);
            shape::shape(&text, 0..text.len()).expect("valid geometry")
        };
        let accepts = |map: &Frame, ring: &str| {
            let neighbours = Neighbours::new(map, file(), "", &[]);
            is_of_surroundings(&neighbours, &polygon(ring))
        };
        for (map, country) in [
            (frame(-77.2, 39.8), usa),
            (frame(4.77, 49.08), france),
            (frame(2.35, 48.85), france),
            (frame(30.06, 31.31), egypt),
            (frame(32.6, 25.7), egypt),
        ] {
            assert!(accepts(&map, country), "{}", map.centre.longitude);
        }
        // One wrong digit, and a swapped field.
        let jena = frame(11.54, 50.957);
        assert!(!accepts(&jena, "[11.5,50.9],[11.6,50.9],[11.6,10.95],[11.5,50.95],[11.5,50.9]"));
        assert!(!accepts(&jena, "[50.9,11.5],[50.9,11.6],[50.95,11.6],[11.6,50.95],[50.9,11.5]"));
    }

    /// A parallel is straight in degrees and curved on the map.
    #[test]
    fn long_edges_follow_their_parallel() {
        let text = r#"{"type":"LineString","coordinates":[[9,50],[11,50],[11.0001,50]]}"#;
        let line = shape::shape(text, 0..text.len()).expect("valid geometry");
        let map = frame(10.0, 50.0);
        let dense = densify(&map, &line);
        assert!((10..200).contains(&dense.positions.len()), "{}", dense.positions.len());
        let points = project(&map, &dense);
        let offs = points.windows(2).map(|pair| {
            let middle =
                GroundPoint::new(between(pair[0].x, pair[1].x), between(pair[0].y, pair[1].y));
            (map.point_to_coordinate(middle).latitude - 50.0).abs() * 111_200.0
        });
        let worst = offs.fold(0.0, f64::max);
        assert!(worst < 2.0, "{worst} m");
    }

    fn file() -> FileId {
        sandtable_source::SourceMap::new().add("layer.geojson", "{}")
    }

    #[test]
    fn metres_are_known_by_their_size() {
        let gettysburg = frame(-77.245, 39.811_25);
        let system = |x, y| system(&gettysburg, Position { longitude: x, latitude: y });
        assert_eq!(system(-8_598_874.0, 4_838_000.0).as_deref(), Some("Web Mercator (EPSG:3857)"));
        assert_eq!(system(307_800.0, 4_409_400.0).as_deref(), Some("UTM zone 18N (EPSG:32618)"));
        assert_eq!(system(2_000_000.0, 600_000.0), None);
        let south = frame(14.2, -37.5);
        let at = Position { longitude: 429_000.0, latitude: 5_849_000.0 };
        assert_eq!(super::system(&south, at).as_deref(), Some("UTM zone 33S (EPSG:32733)"));
    }
}
