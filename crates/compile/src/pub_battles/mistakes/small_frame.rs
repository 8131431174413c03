//! Frames that exclude much of the set-up: one diagnostic at the frame instead of one for each
//! block and road.

use sandtable_pack::{Arrival, GroundPoint};
use sandtable_source::{Code, Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;
use sandtable_map::FramePlaces;

/// The maximum number of blocks outside that count as separate mistakes.
const MAX_SEPARATE_BLOCKS: usize = 3;
/// The frame is wrong if at least one in this many blocks is outside.
const MIN_FRACTION: usize = 4;
/// The margin around the set-up, in centimetres.
const MARGIN: i32 = 20_000;

/// The codes of diagnostics that such a frame causes.
const CAUSED_CODES: [Code; 4] =
    [code::OUTSIDE_FRAME, code::ROAD_NOT_AT_EDGE, code::ENTRY_OFF_EDGE, code::SUPPLY_LINE_SHORT];

/// Reports a frame that is too small, and removes the diagnostics that it causes.
pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    // Blocks that are partly outside count by their furthest corner.
    let corners = battle.layout.outside.iter().map(|&(_, corner)| corner);
    let outside: Vec<GroundPoint> = battle.outside.iter().copied().chain(corners).collect();
    let placed = battle.blocks.iter().filter_map(|one| match one.block.start {
        Arrival::Line(pose) | Arrival::Column(pose) => Some(pose.centre),
        Arrival::Reserve(_) | Arrival::Reinforcement => None,
    });
    let placed: Vec<GroundPoint> = placed.collect();
    // Blocks that are partly outside are also counted as blocks on the map.
    let partly = battle.layout.outside.len();
    let all = placed.len() + outside.len().saturating_sub(partly);
    if outside.len() <= MAX_SEPARATE_BLOCKS || MIN_FRACTION * outside.len() < all {
        return;
    }
    let ground = battle.context.ground;
    let frame = &ground.frame;
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let every = || placed.iter().chain(&outside);
    let reach = |of: fn(&GroundPoint) -> i32| {
        let low = every().map(of).min().unwrap_or_default() - MARGIN;
        (low, every().map(of).max().unwrap_or_default() + MARGIN)
    };
    let (west, east) = reach(|point| point.x);
    let (south, north) = reach(|point| point.y);
    let beyond =
        [(-west, "west"), (east - width, "east"), (-south, "south"), (north - height, "north")];
    // Positions further away than the frame's longer side are separate mistakes.
    let longest = width.max(height);
    if beyond.iter().any(|(gap, _)| *gap - MARGIN > longest) {
        return;
    }
    let beyond: Vec<String> = beyond
        .into_iter()
        .filter(|(gap, _)| *gap > MARGIN)
        .map(|(gap, edge)| format!("{} m beyond the {edge} edge", (gap - MARGIN) / 100))
        .collect();
    let (wide, high) = (east - west, north - south);
    let FramePlaces { centre, width: width_at, height: height_at } = ground.frame_places;
    let place = match (wide > width, high > height) {
        (false, false) => centre,
        (true, _) => width_at,
        (false, true) => height_at,
    };
    let middle =
        frame.point_to_coordinate(GroundPoint::new((west + east) / 2, (south + north) / 2));
    let (longitude, latitude) = (middle.longitude, middle.latitude);
    let help = match wide <= width && high <= height {
        true => format!(
            "set `centre: [{longitude:.5}, {latitude:.5}]`, or move the pieces: the frame is large enough for them"
        ),
        false => format!(
            "enlarge the frame, or move the pieces: with a margin of 200 m, the set-up takes {} × {} m around [{longitude:.5}, {latitude:.5}]",
            wide / 100,
            high / 100
        ),
    };
    reporter.missing_layers.discard_outside();
    reporter.diagnostics.retain(|found| !CAUSED_CODES.contains(&found.code));
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FRAME_TOO_SMALL,
            message!(
                "{} of the {all} pieces, HQs and trains that are set up are outside the frame",
                outside.len()
            ),
        )
        .rule("PB-3.28")
        .at(place, format!("they are up to {}", beyond.join(", ")))
        .help(help),
    );
}
