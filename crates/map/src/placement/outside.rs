//! Features entirely outside the frame, which are omitted with a note. A distant feature in a layer
//! mostly inside the frame probably has a wrong digit, or was moved by mistake.

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{Diagnostic, Span, code, message};

use super::feature_projection::ProjectedShape;
use sandtable_authored::Coordinate;
use sandtable_authored::Frame;
use sandtable_authored::Reporter;
use sandtable_authored::wrong_digits;

/// A feature outside the frame.
pub struct Outside {
    pub id: FeatureId,
    pub span: Span,
    /// The coordinate of a point feature.
    point: Option<Coordinate>,
    /// Whether the frame contains all positions with longitude and latitude swapped.
    fits_if_swapped: bool,
    /// The distance from the frame, in centimetres.
    gap: f64,
}

/// The maximum number of features in a layer regarded as mistakes; more features are surroundings
/// of the frame.
const MAX_MISTAKES: usize = 2;
/// The minimum number of features inside the frame for each feature regarded as a mistake.
const MIN_INSIDE_RATIO: usize = 5;
/// The minimum distance of a mistake, as a proportion of the frame's longer side.
const MIN_MISTAKE_DISTANCE: f64 = 0.5;

impl Outside {
    pub fn new(id: &FeatureId, span: Span, frame: &Frame, drawn: &ProjectedShape) -> Self {
        let gap = |point: &GroundPoint| {
            let beyond = |value: i32, side: i32| f64::from((-value).max(value - side).max(0));
            libm::hypot(
                beyond(point.x, frame.width.centimetres()),
                beyond(point.y, frame.height.centimetres()),
            )
        };
        let (point, points): (_, Vec<&GroundPoint>) = match drawn {
            ProjectedShape::Points(points) => (
                points.first().map(|&point| frame.point_to_coordinate(point)),
                points.iter().collect(),
            ),
            ProjectedShape::Lines(lines) => (None, lines.iter().flatten().collect()),
            ProjectedShape::Polygons(polygons) => {
                (None, polygons.iter().flatten().flatten().collect())
            }
        };
        let fits_if_swapped = points.iter().all(|&&point| {
            let Coordinate { longitude, latitude } = frame.point_to_coordinate(point);
            let swapped = Coordinate { longitude: latitude, latitude: longitude };
            frame.is_near(swapped) && frame.contains(frame.point(swapped))
        });
        let gap = points.into_iter().map(gap).min_by(f64::total_cmp).unwrap_or(0.0);
        Self { id: id.clone(), span, point, fits_if_swapped, gap }
    }
}

/// Reports a layer's features outside the frame; `inside` is the number of its other features.
pub fn report(reporter: &mut Reporter, frame: &Frame, outside: Vec<Outside>, inside: usize) {
    let side = f64::from(frame.width.centimetres().max(frame.height.centimetres()));
    let alone = outside.len() <= MAX_MISTAKES && inside >= MIN_INSIDE_RATIO * outside.len();
    for one in outside {
        let id = &one.id;
        if one.fits_if_swapped {
            let message = message!(
                "`{id}` is outside the map, but inside if you swap longitude and latitude"
            );
            reporter
                .diagnostics
                .push(Diagnostic::new(code::FAR_FROM_MAP, message).at(one.span, "omitted").help(
                "GeoJSON has longitude first: swap the numbers if this feature belongs to the map",
            ));
            continue;
        }
        if !alone || one.gap < MIN_MISTAKE_DISTANCE * side {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::OUTSIDE_MAP,
                    message!("omitted `{id}` outside the frame").with_name(id),
                )
                .at(one.span, "this feature"),
            );
            continue;
        }
        let kilometres = one.gap / 1e5;
        let finding = Diagnostic::new(
            code::FAR_FROM_MAP,
            message!(
                "`{id}` is {kilometres:.1} km outside the map, far from the rest of its layer"
            ),
        )
        .at(one.span, "omitted");
        reporter.diagnostics.push(match one.point.and_then(|point| correct(frame, point)) {
            Some(Coordinate { longitude, latitude }) => finding
                .help(format!("check for a wrong digit: did you mean `[{longitude}, {latitude}]`?")),
            None => finding
                .help("check for a wrong digit, or undo a move with the mouse; if it is right, remove it from the layer"),
        });
    }
}

/// The only place inside the frame that differs by one digit, or by two swapped digits.
fn correct(frame: &Frame, at: Coordinate) -> Option<Coordinate> {
    // Projecting and unprojecting a coordinate changes its digits after the sixth decimal.
    let others = |degrees: f64| wrong_digits(&format!("{degrees:.6}")).into_iter();
    let Coordinate { longitude, latitude } = at;
    let east = others(longitude).map(|longitude| Coordinate { longitude, latitude });
    let north = others(latitude).map(|latitude| Coordinate { longitude, latitude });
    let mut inside = east.chain(north).filter(|&other| frame.contains(frame.point(other)));
    let first = inside.next()?;
    inside.all(|other| other == first).then(|| Coordinate {
        longitude: (first.longitude * 1e6).round() / 1e6,
        latitude: (first.latitude * 1e6).round() / 1e6,
    })
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;
    use sandtable_source::SourceMap;

    use super::*;

    /// Aboukir 1799: a swapped position is 150 km away, near enough to be of the surroundings.
    #[test]
    fn warns_of_swapped_positions_among_surroundings() {
        let size = GroundLength::from_metres(5_000);
        let centre = Coordinate { longitude: 30.06, latitude: 31.31 };
        let frame = Frame::new(centre, size, size, 0.0);
        let found = |longitude, latitude| {
            let point = frame.point(Coordinate { longitude, latitude });
            let drawn = ProjectedShape::Points(vec![point]);
            let span = Span::new(SourceMap::new().add("forts.geojson", "{}"), 0..2);
            let outside =
                Outside::new(&FeatureId::new("fort").expect("an id"), span, &frame, &drawn);
            let mut reporter = Reporter::new();
            report(&mut reporter, &frame, vec![outside], 0);
            reporter.diagnostics.sorted()[0].code
        };
        assert_eq!(found(31.312, 30.061), code::FAR_FROM_MAP);
        assert_eq!(found(31.24, 30.5), code::OUTSIDE_MAP);
    }

    #[test]
    fn corrects_unambiguous_typos() {
        let centre = Coordinate { longitude: -77.245, latitude: 39.811_25 };
        let (width, height) = (GroundLength::from_metres(5_560), GroundLength::from_metres(6_830));
        let frame = Frame::new(centre, width, height, 0.0);
        let corrected = |longitude, latitude| {
            let found = correct(&frame, Coordinate { longitude, latitude })?;
            Some([found.longitude, found.latitude])
        };
        assert_eq!(corrected(-77.357_366, 39.784_986), Some([-77.257_366, 39.784_986]));
        assert_eq!(corrected(-77.257_366, 93.804_986), Some([-77.257_366, 39.804_986]));
        // Several digits are possible, or none.
        assert_eq!(corrected(-77.298, 39.816), None);
        assert_eq!(corrected(-76.4, 39.1), None);
    }
}
