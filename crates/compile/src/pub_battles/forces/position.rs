//! Where something stands: from a written position to a point of the map frame.

use sandtable_pack::{
    Arrival, Facing, FeatureId, Formation, GroundLength, GroundPoint, Pose, ReferenceGrid,
};
use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use crate::pub_battles::battle::block::{BlockKind, footprint};
use crate::pub_battles::context::Context;
use sandtable_authored::DigitTypo;
use sandtable_authored::Reporter;
use sandtable_authored::{Bearing, Coordinate, Id, Position, Word};
use sandtable_map::{Ground, MAKE_IDS, POINTS};

/// A block that lies so little outside, in centimetres, may be moved in.
const NEAR: i32 = 50_000;
/// Farthest that a position may lie from the place it is measured from, in metres.
const FARTHEST: f64 = 100_000.0;

/// Where a block is to start that has a position.
pub(crate) enum Placement {
    /// On the map.
    On(Arrival),
    /// Outside the frame, which was reported.
    Outside(GroundPoint),
    /// Nowhere, which was reported.
    Nowhere,
}

/// The start of a block that has a position.
pub(crate) fn start(
    reporter: &mut Reporter,
    context: &Context<'_>,
    (name, kind): (&str, BlockKind),
    at: &Spanned<Position>,
    facing: Option<&Spanned<Bearing>>,
    formation: Option<&Spanned<Word<Formation>>>,
    missing_facing: Span,
) -> Placement {
    let point = point(reporter, context, at);
    // A place or facing that could not be read was reported.
    let is_reported =
        at.value == Position::Unreadable || reporter.is_unread(missing_facing, "facing");
    if facing.is_none() && !is_reported {
        reporter.diagnostics.push(
            Diagnostic::new(code::MISSING_KEY, message!("{name} has a place but no `facing`"))
                .rule("PB-2.5")
                .at(missing_facing, "placed here")
                // PB-32.3: who enters by an edge has no place on the map.
                .help(match context.edge {
                    Some(_) => "take `at` out: it enters by the edge, by a reinforcement",
                    None => "add `facing:` with a compass point (`facing: NW`) or a true bearing",
                }),
        );
    }
    let (Some(centre), Some(facing)) = (point, facing) else { return Placement::Nowhere };
    // What it covers by another facing or formation says nothing of what it covers.
    if reporter.is_stand_in(facing.span)
        || formation.is_some_and(|formation| reporter.is_stand_in(formation.span))
    {
        return Placement::Nowhere;
    }
    let facing = match at.value {
        Position::Opened(pose) => pose.facing,
        _ => context.ground.frame.facing(centre, facing.0),
    };
    if !context.ground.frame.holds(centre) {
        let nearest = nearest_whole(context, kind, centre, facing);
        let (span, help) = match (digit_slip(context, at), beyond(context, centre)) {
            (_, (most, _)) if most <= NEAR => {
                let place = context.coordinate(nearest);
                (at.span, Some(format!("the nearest place inside: write {place}")))
            }
            (Some(slip), _) => {
                (slip.span(at.span, context.texts.slice(at.span)), Some(slip.help()))
            }
            _ => (at.span, None),
        };
        outside(reporter, context, (Outside::Block, name), span, centre, help);
        return Placement::Outside(centre);
    }
    let pose = Pose { centre, facing };
    Placement::On(match formation.map(|formation| formation.0) {
        None | Some(Formation::Line) => Arrival::Line(pose),
        Some(Formation::Column) => Arrival::Column(pose),
    })
}

/// The nearest point at which a block of a kind with its facing lies inside the frame whole.
fn nearest_whole(
    context: &Context<'_>,
    kind: BlockKind,
    centre: GroundPoint,
    facing: Facing,
) -> GroundPoint {
    // In centimetres: six decimals are a tenth of a metre.
    const ROUNDED: i32 = 100;
    let block = footprint(context, kind);
    let [length, depth] = [block.length / 2, block.depth / 2];
    let (front, flank) = (facing.advance(depth), facing.right().times(length));
    let reach = [(front.x, flank.x), (front.y, flank.y)];
    let [x, y] =
        reach.map(|(one, other)| GroundLength::from_centimetres(one.abs() + other.abs() + ROUNDED));
    context.ground.frame.nearest_inside(centre, [x, y])
}

/// Reports what lies outside the frame.
pub(crate) fn outside(
    reporter: &mut Reporter,
    context: &Context<'_>,
    (what, name): (Outside, &str),
    span: Span,
    point: GroundPoint,
    help: Option<String>,
) {
    let (most, edge) = beyond(context, point);
    let mut diagnostic =
        Diagnostic::new(code::OUTSIDE_FRAME, message!("{name} stands outside the map"))
            .rule("PB-3.28")
            .at(span, format!("{} m beyond the {edge} edge", (most + 99) / 100));
    diagnostic.help.extend(help);
    let is_from_pack = context.ground.is_from_pack();
    reporter.diagnostics.push(diagnostic.help(match (what, is_from_pack) {
        (Outside::Block, true) => "move it, or let it arrive as a reinforcement",
        (Outside::Block, false) => {
            "move it, let it arrive as a reinforcement, or make the map's frame larger"
        }
        (Outside::Place, true) => "move it",
        (Outside::Place, false) => "move it, or make the map's frame larger",
    }));
}

/// What lies outside the frame.
#[derive(Clone, Copy)]
pub(crate) enum Outside {
    /// A block, which may come later.
    Block,
    /// A place on the ground.
    Place,
}

/// How far a point lies beyond an edge, in centimetres, and beyond which.
fn beyond(context: &Context<'_>, point: GroundPoint) -> (i32, &'static str) {
    let frame = &context.ground.frame;
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let beyond = [
        (-point.x, "west"),
        (point.x - width, "east"),
        (-point.y, "south"),
        (point.y - height, "north"),
    ];
    beyond.into_iter().max().unwrap_or_default()
}

/// The wrong digit that put a coordinate outside: with the right one a block lies inside.
fn digit_slip(context: &Context<'_>, at: &Spanned<Position>) -> Option<DigitTypo> {
    let Position::Coordinate(written) = at.value else { return None };
    let frame = &context.ground.frame;
    let margin = context.footprints.combat.length / 2;
    DigitTypo::of(written, frame.centre, |place| {
        let point = frame.point(place);
        frame.is_near(place) && frame.nearest_inside(point, [margin; 2]) == point
    })
}

/// The point of a position; `None` after having said why there is none.
pub(crate) fn point(
    reporter: &mut Reporter,
    context: &Context<'_>,
    at: &Spanned<Position>,
) -> Option<GroundPoint> {
    let frame = &context.ground.frame;
    match &at.value {
        Position::Unreadable => None,
        Position::Opened(pose) => Some(pose.centre),
        Position::Reserve(with) => {
            reporter.diagnostics.push(
                Diagnostic::new(code::NOT_A_PLACE, "a reserve is no place")
                    .rule("PB-9.4")
                    .at(with.span, "only pieces and trains can be in reserve")
                    .help("give a coordinate, or a place of the map"),
            );
            None
        }
        Position::Coordinate(_) if context.ground.is_from_pack() => {
            let place = context.ground.places.keys().next();
            let places = place.map_or_else(String::new, |place| {
                format!(", or `{{ from: {place}, bearing: NW, distance: 400 m }}`")
            });
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ORDERS_COORDINATE,
                    "a pack knows no longitude and latitude",
                )
                .rule("PB-3.9")
                .at(at.span, "no place on its map")
                .help(format!(
                    "write a square of the grid beside the map, with tenths to the right and up: `{{ grid: B2.37 }}`{places}"
                )),
            );
            None
        }
        Position::Coordinate(coordinate) => {
            if frame.is_near(*coordinate) {
                return Some(frame.point(*coordinate));
            }
            reporter.diagnostics.push(far_off(context, at, *coordinate).rule("PB-3.28"));
            None
        }
        Position::Place(place) => place_of(reporter, context, place),
        Position::Grid(square) => {
            let grid = ReferenceGrid::of(&context.ground.map);
            let place = grid.place(square.value.0);
            if place.is_none() {
                reporter.diagnostics.push(
                    Diagnostic::new(code::UNKNOWN_NAME, "the map has no such square")
                        .rule("PB-3.28")
                        .at(square.span, "beyond the grid")
                        .help(format!(
                            "the squares run from A1 at the top left to {} at the bottom right",
                            grid.last()
                        )),
                );
            }
            place
        }
        Position::From { place, bearing, distance } => {
            let metres = distance.metres(context.ground.map.scale);
            let from = place_of(reporter, context, place)?;
            if metres > FARTHEST {
                reporter.diagnostics.push(
                    Diagnostic::new(code::OUTSIDE_FRAME, "this is far beyond the map")
                        .rule("PB-3.28")
                        .at(distance.span, "more than 100 km away")
                        .help("look at the unit: `m`, `km`, `mi`"),
                );
                return None;
            }
            Some(frame.travel(from, bearing.0, metres))
        }
    }
}

/// A coordinate that is not near the map, and which one was meant.
fn far_off(context: &Context<'_>, at: &Spanned<Position>, written: Coordinate) -> Diagnostic {
    let Coordinate { longitude, latitude } = written;
    let frame = &context.ground.frame;
    if frame.is_near(Coordinate { longitude: latitude, latitude: longitude }) {
        return Diagnostic::new(code::SWAPPED_COORDINATES, "latitude stands before longitude")
            .at(at.span, "read as longitude, then latitude")
            .help(format!("write [{latitude}, {longitude}]: longitude first"));
    }
    let centre = frame.centre;
    let is_other_side = (longitude + centre.longitude).abs() < 3.0;
    let (span, help) = match digit_slip(context, at).filter(|_| !is_other_side) {
        Some(slip) => (slip.span(at.span, context.texts.slice(at.span)), slip.help()),
        None if is_other_side => (
            at.span,
            format!(
                "did you mean [{}, {latitude}]? West of Greenwich longitudes are negative",
                -longitude
            ),
        ),
        None => {
            (at.span, format!("the map's centre is [{}, {}]", centre.longitude, centre.latitude))
        }
    };
    Diagnostic::new(code::OUTSIDE_FRAME, "this place lies nowhere near the map")
        .at(span, "far outside the frame")
        .help(help)
}

/// Where a place, farm, bridge or ford of the map lies.
fn place_of(
    reporter: &mut Reporter,
    context: &Context<'_>,
    place: &Spanned<Id>,
) -> Option<GroundPoint> {
    let ground = context.ground;
    if let Some(&point) = ground.places.get(&place.0) {
        return Some(point);
    }
    let is_other = ground.spans.contains_key(&place.0);
    if !is_other && reporter.lacks_layer(&place.0, place.span, &POINTS)
        || reporter.excuses_feature(&place.0, &POINTS)
    {
        return None;
    }
    let diagnostic = match ground.spans.get(&place.0) {
        Some(&feature) => {
            // The hill `little-round-top` has its name from the place `little-round-top-place`.
            let namesake = ground.places.keys().find(|name| name.starts_with(&place.0));
            let finding = Diagnostic::new(code::NOT_A_PLACE, message!("`{}` is no place", place.0))
                .at(place.span, "this feature is no point")
                .also(feature, "drawn here");
            let finding = match namesake {
                Some(name) => finding.help(format!("did you mean `{name}`?")),
                None => finding,
            };
            finding.help(match ground.is_from_pack() {
                true => "name a place, farm, bridge or ford of the map, or a square of its grid",
                false => "name a feature of a `place`, `farm` or `crossing` layer, or give a coordinate",
            })
        }
        None => match ground.place_named(&place.0) {
            Some(named) => {
                if is_number(named) {
                    // Once is enough for all that are sought by their names.
                    let numbered = ground.places_by_name().filter(|(_, id)| is_number(id));
                    reporter.damage.names.extend(numbered.map(|(name, _)| name));
                }
                called_otherwise(ground, place, named)
            }
            None => Diagnostic::new(
                code::UNKNOWN_NAME,
                message!("the map has no place `{}`", place.0),
            )
            .at(place.span, "no place, farm, bridge or ford has this id")
            .did_you_mean(place, ground.places.keys().map(String::as_str))
            .help(match ground.is_from_pack() {
                true => {
                    "name a place, farm, bridge or ford of the map, or a square of its grid, `{ grid: B2.37 }`"
                }
                false => {
                    "name a feature of a `place`, `farm` or `crossing` layer of the map, or give a coordinate"
                }
            }),
        },
    };
    reporter.diagnostics.push(diagnostic);
    None
}

fn is_number(id: &FeatureId) -> bool {
    id.as_str().chars().all(|c| c.is_ascii_digit())
}

/// A place that is sought by its name, but has another id.
fn called_otherwise(ground: &Ground, place: &Spanned<Id>, named: &FeatureId) -> Diagnostic {
    let finding =
        Diagnostic::new(code::UNKNOWN_NAME, message!("the map has no place `{}`", place.0))
            .at(place.span, format!("what has this name has the id `{named}`"));
    let finding = match ground.spans.get(named.as_str()) {
        Some(&feature) => finding.also(feature, "its id stands here"),
        None => finding,
    };
    match is_number(named) {
        _ if ground.is_from_pack() => finding.help(format!("write `{named}`")),
        true => finding
            .help(format!("the ids of this layer are numbers: {MAKE_IDS}"))
            .help(format!("or write `{named}`: but numbers change when the layer does")),
        false => finding.help(format!("write `{named}`, or give the feature the id `{}`", place.0)),
    }
}
