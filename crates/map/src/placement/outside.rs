//! Features that lie wholly outside the frame. They are left out with a note; one that lies far off
//! while its layer lies inside is a slip of a digit or of the mouse.

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{Diagnostic, Span, code, message};

use super::feature_projection::Drawn;
use sandtable_authored::Coordinate;
use sandtable_authored::Frame;
use sandtable_authored::Reporter;
use sandtable_authored::wrong_digits;

/// A feature outside.
pub struct Outside {
    pub id: FeatureId,
    pub span: Span,
    /// Where a point lies.
    point: Option<Coordinate>,
    /// How far it is to the frame, in centimetres.
    gap: f64,
}

/// So few features of a layer may be slips; more are ground beyond the frame.
const FEW: usize = 2;
/// For each of them so many lie inside.
const INSIDE: usize = 5;
/// Farther off than this share of the frame's longer side is far.
const FAR: f64 = 0.5;

impl Outside {
    pub fn new(id: &FeatureId, span: Span, frame: &Frame, drawn: &Drawn) -> Self {
        let gap = |point: &GroundPoint| {
            let beyond = |value: i32, side: i32| f64::from((-value).max(value - side).max(0));
            libm::hypot(
                beyond(point.x, frame.width.centimetres()),
                beyond(point.y, frame.height.centimetres()),
            )
        };
        let (point, points): (_, Vec<&GroundPoint>) = match drawn {
            Drawn::Points(points) => {
                (points.first().map(|&point| frame.coordinate_of(point)), points.iter().collect())
            }
            Drawn::Lines(lines) => (None, lines.iter().flatten().collect()),
            Drawn::Polygons(polygons) => (None, polygons.iter().flatten().flatten().collect()),
        };
        let gap = points.into_iter().map(gap).min_by(f64::total_cmp).unwrap_or(0.0);
        Self { id: id.clone(), span, point, gap }
    }
}

/// Reports the features of a layer that lie outside, of which so many others lie inside.
pub fn report(reporter: &mut Reporter, frame: &Frame, outside: Vec<Outside>, inside: usize) {
    let side = f64::from(frame.width.centimetres().max(frame.height.centimetres()));
    let alone = outside.len() <= FEW && inside >= INSIDE * outside.len();
    for one in outside {
        let id = &one.id;
        if !alone || one.gap < FAR * side {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::OUTSIDE_MAP,
                    message!("`{id}` lies outside the frame and is left out"),
                )
                .at(one.span, "this feature"),
            );
            continue;
        }
        let kilometres = one.gap / 1e5;
        let finding = Diagnostic::new(
            code::FAR_FROM_MAP,
            message!(
                "`{id}` lies {kilometres:.1} km outside the map, far from the rest of its layer"
            ),
        )
        .at(one.span, "it is left out");
        reporter.diagnostics.push(match one.point.and_then(|point| meant(frame, point)) {
            Some(Coordinate { longitude, latitude }) => finding
                .help(format!("look for a wrong digit: is [{longitude}, {latitude}] meant?")),
            None => finding
                .help("look for a wrong digit, or undo a move with the mouse; if it is right, take it out of the layer"),
        });
    }
}

/// The one place inside the frame that comes of another digit, or of two digits that change places.
fn meant(frame: &Frame, at: Coordinate) -> Option<Coordinate> {
    // What was projected and back differs from what was written behind the sixth decimal.
    let others = |degrees: f64| wrong_digits(&format!("{degrees:.6}")).into_iter();
    let Coordinate { longitude, latitude } = at;
    let east = others(longitude).map(|longitude| Coordinate { longitude, latitude });
    let north = others(latitude).map(|latitude| Coordinate { longitude, latitude });
    let mut inside = east.chain(north).filter(|&other| frame.holds(frame.point(other)));
    let first = inside.next()?;
    inside.all(|other| other == first).then(|| Coordinate {
        longitude: (first.longitude * 1e6).round() / 1e6,
        latitude: (first.latitude * 1e6).round() / 1e6,
    })
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;

    use super::*;

    #[test]
    fn one_slip_is_mended_if_there_is_one_way() {
        let centre = Coordinate { longitude: -77.245, latitude: 39.811_25 };
        let (width, height) = (GroundLength::from_metres(5_560), GroundLength::from_metres(6_830));
        let frame = Frame::new(centre, width, height, 0.0);
        let meant = |longitude, latitude| {
            let found = meant(&frame, Coordinate { longitude, latitude })?;
            Some([found.longitude, found.latitude])
        };
        assert_eq!(meant(-77.357_366, 39.784_986), Some([-77.257_366, 39.784_986]));
        assert_eq!(meant(-77.257_366, 93.804_986), Some([-77.257_366, 39.804_986]));
        // Several digits would do, or none.
        assert_eq!(meant(-77.298, 39.816), None);
        assert_eq!(meant(-76.4, 39.1), None);
    }
}
