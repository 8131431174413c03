//! Checks of the frame: its size on the ground and on paper, and whether features reach its edges.

use sandtable_pack::{GroundLength, GroundPoint, Scale};
use sandtable_source::message::out_of_range;
use sandtable_source::{Diagnostic, Diagnostics, Spanned, code, message};

use crate::ground::Ground;
use crate::placement::feature_projection::ProjectedShape;
use sandtable_authored as authored;
use sandtable_authored::Frame;
use sandtable_authored::Reporter;
use sandtable_authored::fab::AreaMap;
use sandtable_authored::{Length, ScaleRatio};

/// The minimum side of a frame, in metres.
const SMALLEST_FRAME: f64 = 100.0;
/// The maximum side of a battlefield frame, in metres.
const LARGEST_FRAME: f64 = 100_000.0;
/// The maximum side of any frame, which applies to area maps, in metres.
const LARGEST_AREA_MAP: f64 = 600_000.0;

/// The maximum page length of a PDF, in millimetres: 14,400 points.
const LONGEST_PAPER: f64 = 5_080.0;
/// The minimum side of a sheet, in millimetres: two blocks of 38 mm fit.
const SHORTEST_PAPER: f64 = 80.0;
/// The maximum side of a sheet that fits on a table, in millimetres.
const LONGEST_TABLE_SHEET: f64 = 2_000.0;
/// The usual range of a map's longer side, in millimetres.
const USUAL_SIDES: std::ops::RangeInclusive<f64> = 250.0..=1_500.0;
/// The minimum proportion of a side that must be empty for the frame to be suspect.
const SUSPECT_EMPTY_SHARE: f64 = 0.1;

/// An authored frame and scale, with the limits for its kind of map.
pub struct AuthoredLimits<'m> {
    /// The frame, as authored.
    pub frame: &'m authored::AuthoredFrame,
    /// The scale, as authored.
    pub scale: &'m Spanned<ScaleRatio>,
    /// The maximum side on the ground, in metres and as text.
    longest: (f64, &'static str),
    /// The message for a sheet that is smaller than the minimum.
    small: &'static str,
    /// An example of a usual scale, for help.
    example: &'static str,
}

impl<'m> AuthoredLimits<'m> {
    /// Creates the limits for a battlefield.
    pub const fn of(map: &'m authored::Map) -> Self {
        Self {
            frame: &map.frame,
            scale: &map.scale,
            longest: (LARGEST_FRAME, "100 km"),
            small: "too small for two blocks",
            example: "at 1:16000, one kilometre on the ground is 62.5 mm on paper",
        }
    }

    /// Creates the limits for an area map.
    pub const fn for_areas(map: &'m AreaMap) -> Self {
        Self {
            frame: &map.frame,
            scale: &map.scale,
            longest: (LARGEST_AREA_MAP, "600 km"),
            small: "too small for an area map",
            example: "at 1:400000, 10 kilometres of ground are 25 mm of paper",
        }
    }
}

/// Returns the frame of a map, or reports its errors.
pub fn read(reporter: &mut Reporter, map: &AuthoredLimits<'_>) -> Option<Frame> {
    let side = |reporter: &mut Reporter, length: &Spanned<Length>, name: &str| {
        let metres = length.metres(map.scale.0);
        let usable = (SMALLEST_FRAME..=map.longest.0).contains(&metres);
        if !usable {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::FRAME_SIZE,
                    out_of_range(
                        format_args!("frame {name}"),
                        ["100 m", map.longest.1],
                        format_args!("{metres} m"),
                    ),
                )
                .at(length.span, "out of range")
                .help("give the length of the edge on the ground, such as `5560 m`"),
            );
        }
        usable.then(|| GroundLength::from_metres_rounded(metres)).flatten()
    };
    let width = side(reporter, &map.frame.width, "width");
    let height = side(reporter, &map.frame.height, "height");
    let rotation = map.frame.rotation.as_ref().map_or(0.0, |rotation| rotation.value.0);
    if !(-360.0..=360.0).contains(&rotation) || map.frame.centre.latitude.abs() > 84.0 {
        let diagnostic = match &map.frame.rotation {
            Some(written) if map.frame.centre.latitude.abs() <= 84.0 => Diagnostic::new(
                code::FRAME_SIZE,
                out_of_range("`rotation`", [-360, 360], rotation),
            )
            .at(written.span, "invalid bearing")
            .help("use the true bearing of the map's top, from 0 to 360; the default is north"),
            _ => Diagnostic::new(code::FRAME_SIZE, "the frame is too close to a pole")
                .at(map.frame.centre.span, "too far north or south")
                .help("use a centre below 84 degrees of latitude"),
        };
        reporter.diagnostics.push(diagnostic);
        return None;
    }
    let (width, height) = (width?, height?);
    fits_paper(reporter, map, [width, height])
        .then(|| Frame::new(map.frame.centre.value, width, height, rotation))
}

/// Returns the frame for an import, even if the rest of the map is invalid.
pub fn read_for_import(
    reporter: &mut Reporter,
    frame: &authored::AuthoredFrame,
    scale: &Spanned<ScaleRatio>,
) -> Option<Frame> {
    let framed = AuthoredLimits {
        frame,
        scale,
        longest: (LARGEST_AREA_MAP, "600 km"),
        small: "too small for a map",
        example: "at 1:16000, one kilometre on the ground is 62.5 mm on paper",
    };
    read(reporter, &framed)
}

/// Notes the frame's extent in degrees, for use in QGIS; for a rotated frame, its bounding box.
pub fn corners(reporter: &mut Reporter, written: &authored::AuthoredFrame, frame: &Frame) {
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let corners = [[0, 0], [width, 0], [width, height], [0, height]];
    let corners = corners.map(|[x, y]| frame.point_to_coordinate(GroundPoint::new(x, y)));
    let longitudes = corners.map(|corner| corner.longitude);
    let latitudes = corners.map(|corner| corner.latitude);
    let least = |values: [f64; 4]| values.into_iter().fold(f64::INFINITY, f64::min);
    let most = |values: [f64; 4]| values.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let [west, east] = [least(longitudes), most(longitudes)];
    let [south, north] = [least(latitudes), most(latitudes)];
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FRAME_CORNERS,
            message!(
                "the frame extends from longitude {west:.6} to {east:.6} and latitude {south:.6} to {north:.6}"
            ),
        )
        .at(written.centre.span, "centre of the frame")
        .help(format!(
            "extent for QGIS: {west:.6},{east:.6},{south:.6},{north:.6} [EPSG:4326]"
        )),
    );
}

/// Whether the sheet is printable and large enough to play on.
fn fits_paper(reporter: &mut Reporter, map: &AuthoredLimits<'_>, sides: [GroundLength; 2]) -> bool {
    let scale = map.scale.0;
    let [width, height] = sides.map(|side| scale.to_paper(side).millimetres());
    let (word, help) = if width.max(height) > LONGEST_PAPER {
        ("longer than any page", "use a smaller frame, or a larger number after the colon")
    } else if width.min(height) < SHORTEST_PAPER {
        (map.small, "use a larger frame, or a smaller number after the colon")
    } else {
        return true;
    };
    let help = format!("{}: {help}", map.example);
    let mut diagnostic = Diagnostic::new(
        code::SHEET_SIZE,
        message!("the map would be {width:.0} × {height:.0} mm on paper, {word}"),
    );
    let written = [&map.frame.width, &map.frame.height];
    if let Some((wrong, metres)) = side_typo(scale, sides) {
        let at = written[wrong].span;
        reporter.diagnostics.push(
            diagnostic
                .at(at, format!("{} on the ground", sides[wrong]))
                .also(written[1 - wrong].span, "the other side")
                .help(format!("did you mean `{metres:.0} m`?"))
                .help(help),
        );
        return false;
    }
    diagnostic = diagnostic
        .at(map.scale.span, format!("the frame is {} × {} on the ground", sides[0], sides[1]))
        .also(map.frame.width.span, "its width");
    if let Some(likely) = likely_scale(scale, sides) {
        diagnostic = diagnostic.help(format!("did you mean `1:{}`?", likely.denominator()));
    }
    reporter.diagnostics.push(diagnostic.help(help));
    false
}

/// Returns the side that has a zero too few or too many, with its likely length. The other side
/// must be usual.
fn side_typo(scale: Scale, sides: [GroundLength; 2]) -> Option<(usize, f64)> {
    let usual = |side: GroundLength| USUAL_SIDES.contains(&scale.to_paper(side).millimetres());
    let wrong = match sides.map(usual) {
        [false, true] => 0,
        [true, false] => 1,
        _ => return None,
    };
    let [metres, other] = [sides[wrong].metres(), sides[1 - wrong].metres()];
    let fits = |likely: &f64| (0.4..=2.5).contains(&(likely / other));
    [metres * 10.0, metres / 10.0].into_iter().find(fits).map(|likely| (wrong, likely))
}

/// Reports a printable sheet that is larger than a table; the scale often lacks a zero.
pub fn fits_table(reporter: &mut Reporter, map: &authored::Map, frame: &Frame) {
    let (scale, sides) = (map.scale.0, [frame.width, frame.height]);
    let [width, height] = sides.map(|side| scale.to_paper(side).millimetres() / 1_000.0);
    if width.max(height) * 1_000.0 <= LONGEST_TABLE_SHEET {
        return;
    }
    let mut diagnostic = Diagnostic::new(
        code::SHEET_LARGE,
        message!("the map would be {width:.1} × {height:.1} m on paper, larger than a table"),
    )
    .rule("PB-1.1")
    .at(map.scale.span, format!("the frame is {} × {} on the ground", sides[0], sides[1]));
    if let Some(likely) = likely_scale(scale, sides) {
        diagnostic = diagnostic.help(format!("did you mean `1:{}`?", likely.denominator()));
    }
    reporter.diagnostics.push(diagnostic.help(
        "use a larger number after the colon, or a smaller frame: at 1:16000, one kilometre on the ground is 62.5 mm on paper",
    ));
}

/// The scale with a zero more or less, if the sheet then has a usual size.
fn likely_scale(scale: Scale, sides: [GroundLength; 2]) -> Option<Scale> {
    let one = scale.denominator();
    let others = [one.checked_mul(10), one.is_multiple_of(10).then_some(one / 10)];
    others.into_iter().flatten().filter_map(Scale::new).find(|other| {
        let [width, height] = sides.map(|side| other.to_paper(side).millimetres());
        USUAL_SIDES.contains(&width.max(height))
    })
}

/// The scale for which the features were drawn: the likely scale if the map's scale has a typo.
/// Checks of small features use it.
pub fn drawing_scale(map: &authored::Map, frame: &Frame) -> Scale {
    let (scale, sides) = (map.scale.0, [frame.width, frame.height]);
    let longest = sides.map(|side| scale.to_paper(side).millimetres());
    let has_typo = longest[0].max(longest[1]) > LONGEST_TABLE_SHEET;
    has_typo.then(|| likely_scale(scale, sides)).flatten().unwrap_or(scale)
}

/// Whether a wrong frame that extends far beyond all features explains the failing entries or
/// elevation. Reports the frame once instead of each failure.
pub fn is_too_large(
    reporter: &mut Reporter,
    map: &authored::Map,
    ground: &Ground,
    found: &Diagnostics,
) -> bool {
    let fails = |found: &&Diagnostic| {
        matches!(
            found.code,
            code::ROAD_NOT_AT_EDGE | code::ENTRY_OFF_EDGE | code::ELEVATION_COVERAGE
        )
    };
    if !reporter.unread_classes.is_empty() || !found.sorted().iter().any(fails) {
        return false;
    }
    let failed = found.sorted().iter().filter(|one| fails(one)).count();
    if failed >= MIN_SIGNS && has_swapped_sides(reporter, map, ground) {
        return true;
    }
    if has_unrotated_features(
        reporter,
        map,
        ground,
        found.sorted().iter().filter(|one| fails(one)).count(),
    ) {
        return true;
    }
    let Some([low, high]) = drawn_bounds(ground) else { return false };
    let (width, height) = (ground.map.width.centimetres(), ground.map.height.centimetres());
    let sides = [
        (low.x, width, "west", &map.frame.width),
        (width - high.x, width, "east", &map.frame.width),
        (low.y, height, "south", &map.frame.height),
        (height - high.y, height, "north", &map.frame.height),
    ];
    let empty = sides
        .iter()
        .filter(|(gap, side, ..)| f64::from(*gap) > SUSPECT_EMPTY_SHARE * f64::from(*side));
    let empty: Vec<_> = empty.collect();
    let Some((.., span)) = empty.first() else { return false };
    let edges: Vec<String> = empty
        .iter()
        .map(|(gap, _, edge, _)| format!("{:.1} km of the {edge} edge", f64::from(*gap) / 1e5))
        .collect();
    let metres = |from: i32, to: i32| (to - from) / 100;
    reporter.diagnostics.push(
        Diagnostic::new(code::FRAME_TOO_LARGE, "the frame is larger than the drawn area")
            .at(span.span, format!("no features within {}", edges.join(" and ")))
            .help(format!(
                "all features together cover {} × {} m: correct the size of the frame, or draw the missing ground",
                metres(low.x, high.x),
                metres(low.y, high.y)
            )),
    );
    true
}

/// Counts of vertices that swapping the frame's width and height would gain or lose.
#[derive(Clone, Default)]
pub struct SwappedFrameCount {
    all: usize,
    /// The vertices only inside the swapped frame.
    gained: usize,
    /// The vertices only inside the actual frame.
    lost: usize,
}

/// The minimum proportion of vertices gained by swapping.
const MIN_GAINED_SHARE: f64 = 0.03;
/// The minimum ratio of gained to lost vertices; layers extend a little beyond the frame.
const MIN_GAIN_RATIO: usize = 5;

impl SwappedFrameCount {
    /// Counts the vertices of a feature.
    pub fn add(&mut self, frame: &Frame, drawn: &ProjectedShape) {
        let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
        let within = |value: i32, side: i32, of: i32| {
            2 * (i64::from(value) - i64::from(side / 2)).abs() <= i64::from(of)
        };
        let mut add = |at: &GroundPoint| {
            let here = within(at.x, width, width) && within(at.y, height, height);
            let there = within(at.x, width, height) && within(at.y, height, width);
            self.all += 1;
            self.gained += usize::from(there && !here);
            self.lost += usize::from(here && !there);
        };
        match drawn {
            ProjectedShape::Points(points) => points.iter().for_each(add),
            ProjectedShape::Lines(lines) => lines.iter().flatten().for_each(add),
            ProjectedShape::Polygons(polygons) => {
                polygons.iter().flatten().flatten().for_each(&mut add)
            }
        }
    }
}

/// Reports a frame whose width and height are swapped. Returns whether they are.
fn has_swapped_sides(reporter: &mut Reporter, map: &authored::Map, ground: &Ground) -> bool {
    let SwappedFrameCount { all, gained, lost } = ground.upright;
    if (gained as f64) < MIN_GAINED_SHARE * all as f64 || MIN_GAIN_RATIO * lost > gained {
        return false;
    }
    let (width, height) = (&map.frame.width, &map.frame.height);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FRAME_TOO_LARGE,
            "the width and the height of the frame are probably swapped",
        )
        .at(width.span, "bottom edge")
        .also(height.span, "left edge")
        .help(format!(
            "the features fit `width: {:.0} m` and `height: {:.0} m`",
            ground.map.height.metres(),
            ground.map.width.metres()
        ))
        .help("if they are right, correct `centre`, or draw the missing ground"),
    );
    true
}

/// The minimum number of failing roads and layers, and of empty corners, that indicates a rotated
/// frame.
const MIN_SIGNS: usize = 2;
/// The minimum number of failures without empty corners. They must also be at least a third of the
/// number of entries.
const MIN_FAILURES: usize = 3;
/// The side of an empty corner square, as a proportion of the frame's shorter side.
const EMPTY_CORNER_SHARE: f64 = 0.1;

/// Reports a rotated frame whose features are clipped to an unrotated one, and returns whether it
/// is. Its corners are empty, or roads end before its edges.
fn has_unrotated_features(
    reporter: &mut Reporter,
    map: &authored::Map,
    ground: &Ground,
    fails: usize,
) -> bool {
    let Some(rotation) = map.frame.rotation.as_ref().filter(|turn| turn.value.0 != 0.0) else {
        return false;
    };
    let (width, height) = (ground.map.width.centimetres(), ground.map.height.centimetres());
    let reach = (EMPTY_CORNER_SHARE * f64::from(width.min(height))) as i32;
    let is_bare = |x: i32, y: i32| {
        !points(ground).any(|at| (at.x - x).abs() <= reach && (at.y - y).abs() <= reach)
    };
    let corners = [(0, 0), (width, 0), (width, height), (0, height)];
    let bare = corners.into_iter().filter(|&(x, y)| is_bare(x, y)).count();
    let label = if fails >= MIN_SIGNS && bare >= MIN_SIGNS {
        format!("nothing is drawn in {bare} of its corners")
    } else if fails >= MIN_FAILURES && 3 * fails >= map.entries.as_ref().map_or(0, |all| all.len())
    {
        format!("{fails} roads, entries and layers do not fit its edges")
    } else {
        return false;
    };
    let turn = rotation.value.0;
    let other = match turn.abs() < 180.0 {
        true => format!(", or try `rotation: {}`", -turn),
        false => String::new(),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FRAME_TOO_LARGE,
            message!("the frame, turned by {turn} degrees, does not fit the features"),
        )
        .at(rotation.span, label)
        .help(format!("`rotation` is the true bearing of the map's top, 0 for north: remove it{other}"))
        .help("if it is right, draw the ground inside the turned frame, and name the edges of entries as on the sheet: `north` is its top"),
    );
    true
}

/// The bounds of all features inside the frame.
fn drawn_bounds(ground: &Ground) -> Option<[GroundPoint; 2]> {
    points(ground).fold(None, |found: Option<[GroundPoint; 2]>, &point| {
        let [low, high] = found.unwrap_or([point, point]);
        Some([
            GroundPoint::new(low.x.min(point.x), low.y.min(point.y)),
            GroundPoint::new(high.x.max(point.x), high.y.max(point.y)),
        ])
    })
}

/// The vertices of all features inside the frame.
fn points(ground: &Ground) -> impl Iterator<Item = &GroundPoint> {
    let (map, scenery) = (&ground.map, &ground.scenery);
    let parts = map.areas().chain(scenery.areas()).flat_map(|area| &area.parts);
    let parts = parts.chain(map.hills.iter().flat_map(|hill| &hill.parts));
    let lines = map.roads.iter().flat_map(|road| &road.parts);
    let lines = lines.chain(map.watercourses.iter().flat_map(|water| &water.parts));
    parts.flat_map(|part| &part.exterior).chain(lines.flat_map(|line| &line.0))
}
