//! Resolves positions: from an authored position to a point in the map frame.

use sandtable_pack::{
    Arrival, Facing, FeatureId, Formation, GroundLength, GroundPoint, Pose, ReferenceGrid,
};
use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use crate::pub_battles::battle::block::{BlockKind, footprint};
use crate::pub_battles::context::Context;
use sandtable_authored::DigitTypo;
use sandtable_authored::Reporter;
use sandtable_authored::{Bearing, Coordinate, Id, Position, Word};
use sandtable_map::{Ground, MAKE_IDS, POINT_CLASSES};

/// The maximum distance outside the frame, in centimetres, at which the help suggests moving a
/// block inside.
const MAX_INWARD_MOVE: i32 = 50_000;
/// The maximum distance of a position from its reference place, in metres.
const MAX_OFFSET_METRES: f64 = 100_000.0;

/// The start of a block that has a position.
pub(crate) enum Placement {
    /// On the map.
    OnMap(Arrival),
    /// Outside the frame, which was reported.
    Outside(GroundPoint),
    /// Nowhere, which was reported.
    Nowhere,
}

/// Resolves the start of a block that has a position.
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
    // An unreadable position or facing was already reported.
    let is_reported =
        at.value == Position::Unreadable || reporter.is_unread(missing_facing, "facing");
    if facing.is_none() && !is_reported {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::MISSING_KEY,
                message!("missing key `facing` in {name}, which has a position"),
            )
            .rule("PB-2.5")
            .at(missing_facing, "`facing` not set here")
            // PB-32.3: a force that enters by an edge has no set-up.
            .help(match context.edge {
                Some(_) => "remove `at`: the force enters by the edge, as a reinforcement",
                None => "add `facing:` with a compass point (`facing: NW`) or a true bearing",
            }),
        );
    }
    let (Some(centre), Some(facing)) = (point, facing) else { return Placement::Nowhere };
    // With a placeholder facing or formation, the block's footprint is meaningless.
    if reporter.is_stand_in(facing.span)
        || formation.is_some_and(|formation| reporter.is_stand_in(formation.span))
    {
        return Placement::Nowhere;
    }
    let facing = match at.value {
        Position::Opened(pose) => pose.facing,
        _ => context.ground.frame.facing(centre, facing.0),
    };
    if !context.ground.frame.contains(centre) {
        let nearest = nearest_inside(context, kind, centre, facing);
        let (span, help) = match (digit_typo(context, at), distance_outside(context, centre)) {
            (_, (most, _)) if most <= MAX_INWARD_MOVE => {
                let place = context.coordinate(nearest);
                (at.span, Some(format!("use the nearest place inside the map: {place}")))
            }
            (Some(typo), _) => {
                (typo.span(at.span, context.texts.slice(at.span)), Some(typo.help()))
            }
            _ => (at.span, None),
        };
        report_outside(reporter, context, (Outside::Block, name), span, centre, help);
        return Placement::Outside(centre);
    }
    let pose = Pose { centre, facing };
    Placement::OnMap(match formation.map(|formation| formation.0) {
        None | Some(Formation::Line) => Arrival::Line(pose),
        Some(Formation::Column) => Arrival::Column(pose),
    })
}

/// The nearest centre at which a block of this type and facing is entirely inside the frame.
fn nearest_inside(
    context: &Context<'_>,
    kind: BlockKind,
    centre: GroundPoint,
    facing: Facing,
) -> GroundPoint {
    // In centimetres: the sixth decimal of a degree is a tenth of a metre.
    const MAX_ROUNDING: i32 = 100;
    let block = footprint(context, kind);
    let [length, depth] = [block.length / 2, block.depth / 2];
    let (front, flank) = (facing.advance(depth), facing.right().scaled(length));
    let reach = [(front.x, flank.x), (front.y, flank.y)];
    let [x, y] = reach
        .map(|(one, other)| GroundLength::from_centimetres(one.abs() + other.abs() + MAX_ROUNDING));
    context.ground.frame.nearest_inside(centre, [x, y])
}

/// Reports a block or place outside the frame.
pub(crate) fn report_outside(
    reporter: &mut Reporter,
    context: &Context<'_>,
    (kind, name): (Outside, &str),
    span: Span,
    point: GroundPoint,
    help: Option<String>,
) {
    let (most, edge) = distance_outside(context, point);
    let mut diagnostic =
        Diagnostic::new(code::OUTSIDE_FRAME, message!("{name} is outside the map"))
            .rule("PB-3.28")
            .at(span, format!("{} m beyond the {edge} edge", (most + 99) / 100));
    diagnostic.help.extend(help);
    let is_from_pack = context.ground.is_from_pack();
    reporter.diagnostics.push(diagnostic.help(match (kind, is_from_pack) {
        (Outside::Block, true) => "move it, or bring it as a reinforcement",
        (Outside::Block, false) => "move it, bring it as a reinforcement, or enlarge the map frame",
        (Outside::Place, true) => "move it",
        (Outside::Place, false) => "move it, or enlarge the map frame",
    }));
}

/// The kind of object outside the frame.
#[derive(Clone, Copy)]
pub(crate) enum Outside {
    /// A block, which could arrive later instead.
    Block,
    /// A point on the ground.
    Place,
}

/// The maximum distance of a point beyond any edge, in centimetres, and the name of that edge.
fn distance_outside(context: &Context<'_>, point: GroundPoint) -> (i32, &'static str) {
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

/// The wrong digit that puts a coordinate outside the frame; the right digit puts the block inside.
fn digit_typo(context: &Context<'_>, at: &Spanned<Position>) -> Option<DigitTypo> {
    let Position::Coordinate(written) = at.value else { return None };
    let frame = &context.ground.frame;
    let margin = context.footprints.combat.length / 2;
    DigitTypo::find(written, frame.centre, |place| {
        let point = frame.point(place);
        frame.is_near(place) && frame.nearest_inside(point, [margin; 2]) == point
    })
}

/// Returns the point of a position, or `None` after reporting why there is none.
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
                Diagnostic::new(code::NOT_A_PLACE, "a reserve is not a place")
                    .rule("PB-9.4")
                    .at(with.span, "only pieces and trains can be in reserve")
                    .help("use a coordinate or a place of the map"),
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
                    "positions in an order of battle cannot use longitude and latitude",
                )
                .rule("PB-3.9")
                .at(at.span, "coordinate")
                .help(format!(
                    "use a square of the reference grid, with tenths to the right and up: `{{ grid: B2.37 }}`{places}"
                )),
            );
            None
        }
        Position::Coordinate(coordinate) => {
            if frame.is_near(*coordinate) {
                return Some(frame.point(*coordinate));
            }
            reporter.diagnostics.push(distant_point(context, at, *coordinate).rule("PB-3.28"));
            None
        }
        Position::Place(place) => resolve_place(reporter, context, place),
        Position::Grid(square) => {
            let grid = ReferenceGrid::for_map(&context.ground.map);
            let place = grid.place(square.value.0);
            if place.is_none() {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::UNKNOWN_NAME,
                        "this square is outside the reference grid",
                    )
                    .rule("PB-3.28")
                    .at(square.span, "unknown square")
                    .help(format!(
                        "use a square from A1 at the top left to {} at the bottom right",
                        grid.last_square()
                    )),
                );
            }
            place
        }
        Position::From { place, bearing, distance } => {
            let metres = distance.metres(context.ground.map.scale);
            let from = resolve_place(reporter, context, place)?;
            if metres > MAX_OFFSET_METRES {
                reporter.diagnostics.push(
                    Diagnostic::new(code::OUTSIDE_FRAME, "this position is far outside the map")
                        .rule("PB-3.28")
                        .at(distance.span, "more than 100 km away")
                        .help("check the unit: `m`, `km`, `mi`"),
                );
                return None;
            }
            Some(frame.travel(from, bearing.0, metres))
        }
    }
}

/// The diagnostic for a coordinate far from the map, with the probable intention.
fn distant_point(context: &Context<'_>, at: &Spanned<Position>, written: Coordinate) -> Diagnostic {
    let Coordinate { longitude, latitude } = written;
    let frame = &context.ground.frame;
    if frame.is_near(Coordinate { longitude: latitude, latitude: longitude }) {
        return Diagnostic::new(code::SWAPPED_COORDINATES, "latitude comes before longitude")
            .at(at.span, "read as longitude, then latitude")
            .help(format!("write longitude first: `[{latitude}, {longitude}]`"));
    }
    let centre = frame.centre;
    let is_other_side = (longitude + centre.longitude).abs() < 3.0;
    let (span, help) = match digit_typo(context, at).filter(|_| !is_other_side) {
        Some(typo) => (typo.span(at.span, context.texts.slice(at.span)), typo.help()),
        None if is_other_side => (
            at.span,
            format!(
                "did you mean `[{}, {latitude}]`? Longitudes west of Greenwich are negative",
                -longitude
            ),
        ),
        None => (
            at.span,
            format!(
                "use a position near the map centre, `[{}, {}]`",
                centre.longitude, centre.latitude
            ),
        ),
    };
    Diagnostic::new(code::OUTSIDE_FRAME, "this position is far outside the map")
        .at(span, "far outside the frame")
        .help(help)
}

/// Returns the point of a place, farm, bridge or ford on the map.
fn resolve_place(
    reporter: &mut Reporter,
    context: &Context<'_>,
    place: &Spanned<Id>,
) -> Option<GroundPoint> {
    let ground = context.ground;
    if let Some(&point) = ground.places.get(&place.0) {
        return Some(point);
    }
    let is_other = ground.spans.contains_key(&place.0);
    if !is_other && reporter.lacks_layer(&place.0, place.span, &POINT_CLASSES)
        || reporter.excuses_feature(&place.0, &POINT_CLASSES)
    {
        return None;
    }
    let diagnostic = match ground.spans.get(&place.0) {
        Some(&feature) => {
            // Features may have similar names: the hill `little-round-top` and the place
            // `little-round-top-place`.
            let namesake = ground.places.keys().find(|name| name.starts_with(&place.0));
            let finding = Diagnostic::new(code::NOT_A_PLACE, message!("`{}` is not a place", place.0))
                .at(place.span, "not a point feature")
                .also(feature, "defined here");
            let finding = match namesake {
                Some(name) => finding.help(format!("did you mean `{name}`?")),
                None => finding,
            };
            finding.help(match ground.is_from_pack() {
                true => "use a place, farm, bridge or ford of the map, or a square of its grid",
                false => "use the id of a feature in a layer of class `place`, `farm` or `crossing`, or a coordinate",
            })
        }
        None => match ground.place_named(&place.0) {
            Some(named) => {
                if is_number(named) {
                    // One diagnostic covers all places that are referred to by name.
                    let numbered = ground.places_by_name().filter(|(_, id)| is_number(id));
                    reporter.damage.names.extend(numbered.map(|(name, _)| name));
                }
                place_with_other_id(ground, place, named)
            }
            None => Diagnostic::new(
                code::UNKNOWN_NAME,
                message::not_found("place", &place.0),
            )
            .at(place.span, "no place, farm, bridge or ford has this id")
            .did_you_mean(place, ground.places.keys().map(String::as_str))
            .help(match ground.is_from_pack() {
                true => {
                    "use a place, farm, bridge or ford of the map, or a square of its grid, `{ grid: B2.37 }`"
                }
                false => {
                    "use the id of a feature in a layer of class `place`, `farm` or `crossing`, or a coordinate"
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

/// The diagnostic for a place that is referred to by its title instead of its id.
fn place_with_other_id(ground: &Ground, place: &Spanned<Id>, named: &FeatureId) -> Diagnostic {
    let finding = Diagnostic::new(code::UNKNOWN_NAME, message::not_found("place", &place.0))
        .at(place.span, format!("the place with this name has the id `{named}`"));
    let finding = match ground.spans.get(named.as_str()) {
        Some(&feature) => finding.also(feature, "its id is defined here"),
        None => finding,
    };
    match is_number(named) {
        _ if ground.is_from_pack() => finding.help(format!("use `{named}`")),
        true => finding
            .help(format!("the ids of this layer are numbers: {MAKE_IDS}"))
            .help(format!("or use `{named}`, although numbers change with the layer")),
        false => {
            finding.help(format!("use `{named}`, or change the id of the feature to `{}`", place.0))
        }
    }
}
