//! The frame: its size on the ground and on paper, and whether anything is drawn near its edges.

use sandtable_pack::{GroundLength, GroundPoint, Scale};
use sandtable_source::{Diagnostic, Diagnostics, Spanned, code, message};

use crate::ground::Ground;
use crate::placement::feature_projection::Drawn;
use sandtable_authored as authored;
use sandtable_authored::Frame;
use sandtable_authored::Reporter;
use sandtable_authored::fab::AreaMap;
use sandtable_authored::{Length, ScaleRatio};

/// Frames must lie between these, in metres.
const SMALLEST_FRAME: f64 = 100.0;
const LARGEST_FRAME: f64 = 100_000.0;
/// Those of area maps reach farther; what lies beyond this is far off for every place of the frame.
const LARGEST_AREA_MAP: f64 = 600_000.0;

/// The longest page that a PDF can have, in millimetres: 14,400 points.
const LONGEST_PAPER: f64 = 5_080.0;
/// Paper shorter than this, in millimetres, holds no two blocks of 38 mm.
const SHORTEST_PAPER: f64 = 80.0;
/// Paper longer than this, in millimetres, lies on no table.
const TABLE: f64 = 2_000.0;
/// The longer side of most maps lies between these, in millimetres.
const USUAL: std::ops::RangeInclusive<f64> = 250.0..=1_500.0;
/// A frame with nothing drawn along an edge for more than this share of its side is suspect.
const EMPTY: f64 = 0.1;

/// A frame as it is written, with its scale, and what its kind of map asks of it.
pub struct Framed<'m> {
    /// The frame, as authored.
    pub frame: &'m authored::AuthoredFrame,
    /// The scale, as authored.
    pub scale: &'m Spanned<ScaleRatio>,
    /// The longest edge on the ground, in metres, and in words.
    longest: (f64, &'static str),
    /// What is wrong with a sheet that is too small.
    small: &'static str,
    /// What a kilometre is on paper, at a scale that is usual.
    example: &'static str,
}

impl<'m> Framed<'m> {
    /// That of a battlefield.
    pub const fn of(map: &'m authored::Map) -> Self {
        Self {
            frame: &map.frame,
            scale: &map.scale,
            longest: (LARGEST_FRAME, "not between 100 m and 100 km"),
            small: "too small for two blocks",
            example: "at 1:16000, a kilometre of ground is 62.5 mm of paper",
        }
    }

    /// That of an area map.
    pub const fn of_areas(map: &'m AreaMap) -> Self {
        Self {
            frame: &map.frame,
            scale: &map.scale,
            longest: (LARGEST_AREA_MAP, "not between 100 m and 600 km"),
            small: "too small for a map of areas",
            example: "at 1:400000, 10 kilometres of ground are 25 mm of paper",
        }
    }
}

/// The map's frame, or what is wrong with it.
pub fn read(reporter: &mut Reporter, map: &Framed<'_>) -> Option<Frame> {
    let side = |reporter: &mut Reporter, length: &Spanned<Length>, name: &str| {
        let metres = length.metres(map.scale.0);
        let usable = (SMALLEST_FRAME..=map.longest.0).contains(&metres);
        if !usable {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::FRAME_SIZE,
                    message!("a frame {metres} m {name} cannot be used"),
                )
                .at(length.span, map.longest.1)
                .help("write the length of the edge on the ground, such as `5560 m`"),
            );
        }
        usable.then(|| GroundLength::from_metres_rounded(metres)).flatten()
    };
    let width = side(reporter, &map.frame.width, "wide");
    let height = side(reporter, &map.frame.height, "high");
    let rotation = map.frame.rotation.as_ref().map_or(0.0, |rotation| rotation.value.0);
    if !(-360.0..=360.0).contains(&rotation) || map.frame.centre.latitude.abs() > 84.0 {
        let diagnostic = match &map.frame.rotation {
            Some(written) if map.frame.centre.latitude.abs() <= 84.0 => Diagnostic::new(
                code::FRAME_SIZE,
                message!("a frame cannot be turned by {rotation} degrees"),
            )
            .at(written.span, "no bearing")
            .help("write the true bearing of the map's top, from 0 to 360; where it is left out, north is at the top"),
            _ => Diagnostic::new(code::FRAME_SIZE, "this frame cannot be used")
                .at(map.frame.centre.span, "too near a pole")
                .help("the centre must lie below 84 degrees of latitude"),
        };
        reporter.diagnostics.push(diagnostic);
        return None;
    }
    let (width, height) = (width?, height?);
    fits_paper(reporter, map, [width, height])
        .then(|| Frame::new(map.frame.centre.value, width, height, rotation))
}

/// The frame of a map for which something is imported, whatever else is wrong with the map.
pub fn of_import(
    reporter: &mut Reporter,
    frame: &authored::AuthoredFrame,
    scale: &Spanned<ScaleRatio>,
) -> Option<Frame> {
    let framed = Framed {
        frame,
        scale,
        longest: (LARGEST_AREA_MAP, "not between 100 m and 600 km"),
        small: "too small for a map",
        example: "at 1:16000, a kilometre of ground is 62.5 mm of paper",
    };
    read(reporter, &framed)
}

/// Notes where the frame lies in degrees, as QGIS asks for it: of a turned frame the upright box
/// about it.
pub fn corners(reporter: &mut Reporter, written: &authored::AuthoredFrame, frame: &Frame) {
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let corners = [[0, 0], [width, 0], [width, height], [0, height]];
    let corners = corners.map(|[x, y]| frame.coordinate_of(GroundPoint::new(x, y)));
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
                "the frame lies between longitude {west:.6} and {east:.6}, latitude {south:.6} and {north:.6}"
            ),
        )
        .at(written.centre.span, "about this centre")
        .help(format!(
            "in QGIS, where an extent is asked for: {west:.6},{east:.6},{south:.6},{north:.6} [EPSG:4326]"
        )),
    );
}

/// Can the sheet be printed, and played on?
fn fits_paper(reporter: &mut Reporter, map: &Framed<'_>, sides: [GroundLength; 2]) -> bool {
    let scale = map.scale.0;
    let [width, height] = sides.map(|side| scale.to_paper(side).millimetres());
    let (word, help) = if width.max(height) > LONGEST_PAPER {
        ("longer than any page", "make the frame smaller, or the number after the colon larger")
    } else if width.min(height) < SHORTEST_PAPER {
        (map.small, "make the frame larger, or the number after the colon smaller")
    } else {
        return true;
    };
    let help = format!("{}: {help}", map.example);
    let mut diagnostic = Diagnostic::new(
        code::SHEET_SIZE,
        message!("the map would be {width:.0} × {height:.0} mm on paper, {word}"),
    );
    let written = [&map.frame.width, &map.frame.height];
    if let Some((wrong, metres)) = slip_of_a_side(scale, sides) {
        let at = written[wrong].span;
        reporter.diagnostics.push(
            diagnostic
                .at(at, format!("{} of ground", sides[wrong]))
                .also(written[1 - wrong].span, "the other side")
                .help(format!("is {metres:.0} m meant?"))
                .help(help),
        );
        return false;
    }
    diagnostic = diagnostic
        .at(map.scale.span, format!("the frame is {} × {} on the ground", sides[0], sides[1]))
        .also(map.frame.width.span, "its width");
    if let Some(meant) = meant(scale, sides) {
        diagnostic = diagnostic.help(format!("is 1:{} meant?", meant.denominator()));
    }
    reporter.diagnostics.push(diagnostic.help(help));
    false
}

/// The side that has a nought too few or too many beside a usual one, and what it was to be.
fn slip_of_a_side(scale: Scale, sides: [GroundLength; 2]) -> Option<(usize, f64)> {
    let usual = |side: GroundLength| USUAL.contains(&scale.to_paper(side).millimetres());
    let wrong = match sides.map(usual) {
        [false, true] => 0,
        [true, false] => 1,
        _ => return None,
    };
    let [metres, other] = [sides[wrong].metres(), sides[1 - wrong].metres()];
    let fits = |meant: &f64| (0.4..=2.5).contains(&(meant / other));
    [metres * 10.0, metres / 10.0].into_iter().find(fits).map(|meant| (wrong, meant))
}

/// Reports a sheet that can be printed and lies on no table: often a nought of the scale is missing.
pub fn fits_table(reporter: &mut Reporter, map: &authored::Map, frame: &Frame) {
    let (scale, sides) = (map.scale.0, [frame.width, frame.height]);
    let [width, height] = sides.map(|side| scale.to_paper(side).millimetres() / 1_000.0);
    if width.max(height) * 1_000.0 <= TABLE {
        return;
    }
    let mut diagnostic = Diagnostic::new(
        code::SHEET_LARGE,
        message!("the map would be {width:.1} × {height:.1} m on paper, larger than a table"),
    )
    .rule("PB-1.1")
    .at(map.scale.span, format!("the frame is {} × {} on the ground", sides[0], sides[1]));
    if let Some(meant) = meant(scale, sides) {
        diagnostic = diagnostic.help(format!("is 1:{} meant?", meant.denominator()));
    }
    reporter.diagnostics.push(diagnostic.help(
        "make the number after the colon larger, or the frame smaller: at 1:16000, a kilometre of ground is 62.5 mm of paper",
    ));
}

/// The scale with a nought more or less, if a usual sheet comes of it.
fn meant(scale: Scale, sides: [GroundLength; 2]) -> Option<Scale> {
    let one = scale.denominator();
    let others = [one.checked_mul(10), one.is_multiple_of(10).then_some(one / 10)];
    others.into_iter().flatten().filter_map(Scale::new).find(|other| {
        let [width, height] = sides.map(|side| other.to_paper(side).millimetres());
        USUAL.contains(&width.max(height))
    })
}

/// The scale for which the features were drawn: with a slip in the map's scale, that which is meant,
/// so that what is small on paper is told by the map that its author has in mind.
pub fn drawn_for(map: &authored::Map, frame: &Frame) -> Scale {
    let (scale, sides) = (map.scale.0, [frame.width, frame.height]);
    let longest = sides.map(|side| scale.to_paper(side).millimetres());
    let slip = longest[0].max(longest[1]) > TABLE;
    slip.then(|| meant(scale, sides)).flatten().unwrap_or(scale)
}

/// When entries or the elevation fail because the frame reaches far beyond all that is drawn, it is
/// the frame that is wrong: one message instead of one for each.
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
    if failed >= TURNED && is_exchanged(reporter, map, ground) {
        return true;
    }
    if is_turned(reporter, map, ground, found.sorted().iter().filter(|one| fails(one)).count()) {
        return true;
    }
    let Some([low, high]) = drawn(ground) else { return false };
    let (width, height) = (ground.map.width.centimetres(), ground.map.height.centimetres());
    let sides = [
        (low.x, width, "west", &map.frame.width),
        (width - high.x, width, "east", &map.frame.width),
        (low.y, height, "south", &map.frame.height),
        (height - high.y, height, "north", &map.frame.height),
    ];
    let empty = sides.iter().filter(|(gap, side, ..)| f64::from(*gap) > EMPTY * f64::from(*side));
    let empty: Vec<_> = empty.collect();
    let Some((.., span)) = empty.first() else { return false };
    let edges: Vec<String> = empty
        .iter()
        .map(|(gap, _, edge, _)| format!("{:.1} km of the {edge} edge", f64::from(*gap) / 1e5))
        .collect();
    let metres = |from: i32, to: i32| (to - from) / 100;
    reporter.diagnostics.push(
        Diagnostic::new(code::FRAME_TOO_LARGE, "the frame is larger than what is drawn for it")
            .at(span.span, format!("nothing is drawn within {}", edges.join(" and ")))
            .help(format!(
                "all features together reach over {} × {} m: correct the size of the frame, or draw the ground that it takes in",
                metres(low.x, high.x),
                metres(low.y, high.y)
            )),
    );
    true
}

/// Corners of what is drawn, counted by whether they would lie inside the frame if its width and
/// height changed places.
#[derive(Clone, Default)]
pub struct Upright {
    all: usize,
    /// Those that only the exchanged frame holds.
    gained: usize,
    /// Those that it would not hold.
    lost: usize,
}

/// What the layers hold for the strips outside the frame, at least, as a share of all of it.
const GAINED: f64 = 0.03;
/// So many times as much is gained as is lost: layers are cut a little beyond the frame.
const MORE: usize = 5;

impl Upright {
    /// Takes what is drawn.
    pub fn add(&mut self, frame: &Frame, drawn: &Drawn) {
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
            Drawn::Points(points) => points.iter().for_each(add),
            Drawn::Lines(lines) => lines.iter().flatten().for_each(add),
            Drawn::Polygons(polygons) => polygons.iter().flatten().flatten().for_each(&mut add),
        }
    }
}

/// A frame that lies while all that is drawn stands, or the other way round.
fn is_exchanged(reporter: &mut Reporter, map: &authored::Map, ground: &Ground) -> bool {
    let Upright { all, gained, lost } = ground.upright;
    if (gained as f64) < GAINED * all as f64 || MORE * lost > gained {
        return false;
    }
    let (width, height) = (&map.frame.width, &map.frame.height);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FRAME_TOO_LARGE,
            "the width and the height of the frame seem to be exchanged",
        )
        .at(width.span, "the bottom edge")
        .also(height.span, "the left edge")
        .help(format!(
            "what is drawn fits `width: {:.0} m` and `height: {:.0} m`",
            ground.map.height.metres(),
            ground.map.width.metres()
        ))
        .help("if they are right, correct `centre`, or draw the ground that the frame takes in"),
    );
    true
}

/// So many roads and layers that do not fit, and so many bare corners, show that a frame is turned.
const TURNED: usize = 2;
/// So many that do not fit, a third of the entries, show it without bare corners.
const MANY: usize = 3;
/// A corner is bare when nothing is drawn in a square of this share of the frame's shorter side.
const BARE: f64 = 0.1;

/// A frame that is turned while the features are cut to one that is not: its corners are bare, or
/// roads end before its edges.
fn is_turned(reporter: &mut Reporter, map: &authored::Map, ground: &Ground, fails: usize) -> bool {
    let Some(rotation) = map.frame.rotation.as_ref().filter(|turn| turn.value.0 != 0.0) else {
        return false;
    };
    let (width, height) = (ground.map.width.centimetres(), ground.map.height.centimetres());
    let reach = (BARE * f64::from(width.min(height))) as i32;
    let is_bare = |x: i32, y: i32| {
        !points(ground).any(|at| (at.x - x).abs() <= reach && (at.y - y).abs() <= reach)
    };
    let corners = [(0, 0), (width, 0), (width, height), (0, height)];
    let bare = corners.into_iter().filter(|&(x, y)| is_bare(x, y)).count();
    let label = if fails >= TURNED && bare >= TURNED {
        format!("nothing is drawn in {bare} of its corners")
    } else if fails >= MANY && 3 * fails >= map.entries.as_ref().map_or(0, |all| all.len()) {
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
            message!("turned by {turn} degrees, the frame does not fit what is drawn for it"),
        )
        .at(rotation.span, label)
        .help(format!("`rotation` is the true bearing of the map's top, 0 for north: take it out{other}"))
        .help("if it is right, draw the ground that the turned frame takes in, and name the edges of the entries as they lie on the sheet: `north` is its top"),
    );
    true
}

/// The corners of the box about everything drawn inside the frame.
fn drawn(ground: &Ground) -> Option<[GroundPoint; 2]> {
    points(ground).fold(None, |found: Option<[GroundPoint; 2]>, &point| {
        let [low, high] = found.unwrap_or([point, point]);
        Some([
            GroundPoint::new(low.x.min(point.x), low.y.min(point.y)),
            GroundPoint::new(high.x.max(point.x), high.y.max(point.y)),
        ])
    })
}

/// The corners of everything drawn inside the frame.
fn points(ground: &Ground) -> impl Iterator<Item = &GroundPoint> {
    let (map, scenery) = (&ground.map, &ground.scenery);
    let parts = map.areas().chain(scenery.areas()).flat_map(|area| &area.parts);
    let parts = parts.chain(map.hills.iter().flat_map(|hill| &hill.parts));
    let lines = map.roads.iter().flat_map(|road| &road.parts);
    let lines = lines.chain(map.watercourses.iter().flat_map(|water| &water.parts));
    parts.flat_map(|part| &part.exterior).chain(lines.flat_map(|line| &line.0))
}
