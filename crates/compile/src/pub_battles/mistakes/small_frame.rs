//! A frame that leaves out much of the set-up: one finding about the frame, instead of one about each
//! block and road.

use sandtable_pack::{Arrival, GroundPoint};
use sandtable_source::{Code, Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;
use sandtable_map::FramePlaces;

/// So few blocks outside are slips of their own.
const FEW: usize = 3;
/// One block in so many outside shows that it is the frame.
const SHARE: usize = 4;
/// Room about the set-up, in centimetres.
const MARGIN: i32 = 20_000;

/// What follows from such a frame.
const FOLLOWS: [Code; 4] =
    [code::OUTSIDE_FRAME, code::ROAD_NOT_AT_EDGE, code::ENTRY_OFF_EDGE, code::SUPPLY_LINE_SHORT];

/// Reports the frame, in the place of what follows from it.
pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    // Of the blocks that stand, those that stand partly outside count with their corners.
    let corners = battle.layout.outside.iter().map(|&(_, corner)| corner);
    let outside: Vec<GroundPoint> = battle.outside.iter().copied().chain(corners).collect();
    let standing = battle.standing.iter().filter_map(|one| match one.block.start {
        Arrival::Line(pose) | Arrival::Column(pose) => Some(pose.centre),
        Arrival::Reserve(_) | Arrival::Reinforcement => None,
    });
    let standing: Vec<GroundPoint> = standing.collect();
    // Of the blocks outside, those that stand partly inside are among those that stand.
    let partly = battle.layout.outside.len();
    let all = standing.len() + outside.len().saturating_sub(partly);
    if outside.len() <= FEW || SHARE * outside.len() < all {
        return;
    }
    let ground = battle.context.ground;
    let frame = &ground.frame;
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let every = || standing.iter().chain(&outside);
    let reach = |of: fn(&GroundPoint) -> i32| {
        let low = every().map(of).min().unwrap_or_default() - MARGIN;
        (low, every().map(of).max().unwrap_or_default() + MARGIN)
    };
    let (west, east) = reach(|point| point.x);
    let (south, north) = reach(|point| point.y);
    let beyond =
        [(-west, "west"), (east - width, "east"), (-south, "south"), (north - height, "north")];
    // Places farther off than the frame is long are slips of their own.
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
    let middle = frame.coordinate_of(GroundPoint::new((west + east) / 2, (south + north) / 2));
    let (longitude, latitude) = (middle.longitude, middle.latitude);
    let help = match wide <= width && high <= height {
        true => format!(
            "the frame is large enough for them: write `centre: [{longitude:.5}, {latitude:.5}]`, or move the pieces"
        ),
        false => format!(
            "with 200 m around it the set-up alone takes {} × {} m about [{longitude:.5}, {latitude:.5}]: make the frame larger, or move the pieces",
            wide / 100,
            high / 100
        ),
    };
    reporter.lacking.forget_outside();
    reporter.diagnostics.retain(|found| !FOLLOWS.contains(&found.code));
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FRAME_TOO_SMALL,
            message!(
                "the frame leaves out {} of the {all} pieces, HQs and trains that are set up",
                outside.len()
            ),
        )
        .rule("PB-3.28")
        .at(place, format!("they stand up to {}", beyond.join(", ")))
        .help(help),
    );
}
