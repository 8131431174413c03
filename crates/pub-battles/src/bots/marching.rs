//! Marches from one place to another: across country, or in column along the roads.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint, Pose};
use sandtable_terrain::{Block, RiverWay, RoadPose};

use crate::battlefield::roster::PieceIndex;
use crate::game::action::{Action, Leg, March};
use crate::state::column;
use crate::view::View;

/// Beyond this distance a bot marches by road if it can.
const MIN_ROAD_DISTANCE: GroundLength = GroundLength::from_metres(1_800);

/// The minimum progress by road march that justifies the change of formation, for a piece on the
/// map.
const MIN_MARCH_GAIN: GroundLength = GroundLength::from_metres(400);

/// The minimum progress if the road leads to a bridge or ford.
const MIN_CROSSING_GAIN: GroundLength = GroundLength::from_metres(60);

/// The distance that a piece continues after it crosses a bridge or ford.
const DISTANCE_PAST_CROSSING: GroundLength = GroundLength::from_metres(300);

/// Within this distance of a bridge or ford, arriving by road has no advantage.
const CROSSING_RADIUS: GroundLength = GroundLength::from_metres(600);

/// An enemy within this distance of a road's entry point bars the road.
const BARRING_DISTANCE: GroundLength = GroundLength::from_metres(600);

/// The number of stages in a planned road march. If a friend blocks a stage, the march ends with
/// the previous one.
const STAGE_COUNT: i32 = 6;

/// The result of planning a march by road.
enum RoadMarch {
    Free(Action),
    /// Friends block the road.
    Blocked,
}

impl RoadMarch {
    fn free(self) -> Option<Action> {
        match self {
            Self::Free(action) => Some(action),
            Self::Blocked => None,
        }
    }
}

/// A legal move towards a place. The piece goes by road if no enemy is near and the place is
/// distant or across a river; otherwise it goes across country.
pub(super) fn move_toward(
    view: &View<'_>,
    piece: PieceIndex,
    goal: GroundPoint,
    near_enemy: bool,
) -> Option<Action> {
    let block = view.block(piece)?;
    if view.is_due(piece) {
        return enter(view, piece, &block, goal);
    }
    let here = block.centre();
    let Some(way) = view.terrain().river_way(here, goal) else {
        let wants_road = here.distance(goal) > MIN_ROAD_DISTANCE && !near_enemy;
        let road = wants_road.then(|| road_march(view, piece, &block, goal, MIN_MARCH_GAIN));
        return road
            .flatten()
            .and_then(RoadMarch::free)
            .or_else(|| cross_country_march(view, piece, &block, goal));
    };
    let beyond = far_bank(view, way);
    let is_far = here.distance(way.bridge) > CROSSING_RADIUS;
    if !near_enemy {
        match road_march(view, piece, &block, beyond, MIN_CROSSING_GAIN) {
            Some(RoadMarch::Free(action)) => return Some(action),
            // The piece waits behind the pieces ahead of it.
            Some(RoadMarch::Blocked) if is_far && view.column(piece).is_some() => return None,
            _ => {}
        }
    }
    cross_country_march(view, piece, &block, if is_far { way.bridge } else { beyond })
}

/// The destination of a piece that crosses a bridge or ford: a place on the far bank, preferably
/// towards the next part of the route.
pub(super) fn far_bank(view: &View<'_>, way: RiverWay) -> GroundPoint {
    let terrain = view.terrain();
    let Some(direct) = Facing::from_vector(way.next - way.bridge) else { return way.next };
    let is_there = |place: &GroundPoint| {
        terrain.holds(*place)
            && terrain.river_way(*place, way.next).is_none_or(|again| again.bridge != way.bridge)
    };
    let turns = [0, 512, -512, 1_024, -1_024, 1_536, -1_536];
    turns
        .into_iter()
        .map(|turn| way.bridge + direct.turned_by(turn).advance(DISTANCE_PAST_CROSSING))
        .find(is_there)
        .unwrap_or(way.bridge)
}

/// A move onto the map (PB-A19). With a choice of entries, the piece takes the entry nearest the
/// goal that no enemy bars. It heads for the goal if possible and otherwise anywhere, to clear the
/// entry for following pieces. If friends block the road, it enters in line next to the road.
fn enter(view: &View<'_>, piece: PieceIndex, block: &Block, goal: GroundPoint) -> Option<Action> {
    let nearest = open_road(view, piece, goal);
    let here = block.centre();
    let is_better = |(_, place): &(Action, GroundPoint)| {
        let length = |from| view.terrain().way_length(from, goal);
        length(*place) < length(here) || is_barred(view, here)
    };
    if let Some((choice, _)) = nearest.clone().filter(is_better) {
        return Some(choice);
    }
    let way = view.terrain().river_way(here, goal);
    let goal = way.map_or(goal, |way| far_bank(view, way));
    let toward = road_march(view, piece, block, goal, MIN_MARCH_GAIN);
    toward
        .and_then(RoadMarch::free)
        // A piece that must cross a river stays on its road.
        .or_else(|| way.and_then(|_| enter_partly(view, piece)))
        .or_else(|| enter_in_line(view, piece, goal))
        .or_else(|| enter_partly(view, piece))
        .or_else(|| nearest.map(|(choice, _)| choice))
}

fn is_barred(view: &View<'_>, entry: GroundPoint) -> bool {
    view.enemies().any(|enemy| enemy.shape.place().distance(entry) < BARRING_DISTANCE)
}

/// The reinforcement's alternative entry road that is nearest to `goal`, among those that no enemy
/// bars.
fn open_road(
    view: &View<'_>,
    piece: PieceIndex,
    goal: GroundPoint,
) -> Option<(Action, GroundPoint)> {
    let mut choices = view.entry_choices(piece);
    choices.retain(|(_, place)| !is_barred(view, *place));
    choices.into_iter().min_by_key(|(_, place)| view.terrain().way_length(*place, goal))
}

/// Another road for a piece that is due, if an enemy bars its assigned one (PB-3.10).
pub(super) fn road_around_bar(view: &View<'_>, piece: PieceIndex) -> Option<Action> {
    let here = view.block(piece).filter(|_| view.is_due(piece))?.centre();
    if !is_barred(view, here) {
        return None;
    }
    open_road(view, piece, here).map(|(choice, _)| choice)
}

fn enter_in_line(view: &View<'_>, piece: PieceIndex, goal: GroundPoint) -> Option<Action> {
    let block = view.entrance(piece)?;
    cross_country_march(view, piece, &block, goal).or_else(|| {
        let third = view.third(piece);
        let (inward, right) = (block.facing(), block.facing().turned_by(1_024));
        let reaches = [third * 2, third * 4 / 3, third, third * 2 / 3, third / 3];
        let places = reaches.into_iter().flat_map(|reach| {
            [0, 1, -1, 2, -2, 3, -3]
                .map(|step| inward.advance(reach) + right.advance(block.length() / 2 * step))
        });
        places
            .map(|way| Action::March(March::new(piece, vec![Leg::To(block.centre() + way)])))
            .find(|action| view.judge(action).is_ok())
    })
}

/// The longest entry march in column that friends on the road permit.
fn enter_partly(view: &View<'_>, piece: PieceIndex) -> Option<Action> {
    let ways = view.ways_in_column(piece, &[800, 600, 400, 200].map(GroundLength::from_metres));
    ways.into_iter()
        .map(|leg| Action::March(March::new(piece, vec![leg])))
        .find(|action| view.judge(action).is_ok())
}

/// The longest legal move straight towards a place, or at an angle past obstacles.
pub(super) fn cross_country_march(
    view: &View<'_>,
    piece: PieceIndex,
    block: &Block,
    goal: GroundPoint,
) -> Option<Action> {
    let direct = Facing::from_vector(goal - block.centre())?;
    let third = view.third(piece);
    let whole = block.centre().distance(goal);
    let in_column = view.column(piece).is_some();
    for reach in [third * 3, third * 2, third * 4 / 3, third * 2 / 3] {
        for turn in [0, 170, -170, 340, -340, 512, -512] {
            let way = direct.turned_by(turn);
            let length = reach.min(whole);
            if length < GroundLength::from_metres(60) {
                continue;
            }
            let to = block.centre() + way.advance(length);
            if !view.terrain().holds(to) {
                continue;
            }
            // The piece faces the goal at the end, and may move obliquely.
            let facing = if turn.abs() <= 340 { direct } else { way };
            let end = Block::new(Pose { centre: to, facing }, block.footprint());
            if view.is_occupied(piece, &end) {
                continue;
            }
            let mut legs = Vec::new();
            if in_column {
                legs.push(Leg::FormLine(facing));
            } else if block.facing() != facing {
                legs.push(Leg::Face(facing));
            }
            legs.push(Leg::To(to));
            let action = Action::March(March::new(piece, legs));
            // The test for enemy fire is the most expensive, so it comes last.
            match view.judge(&action) {
                Ok(_) if view.is_under_fire(&end) => {}
                Ok(_) => return Some(action),
                // PB-6.8: difficult terrain ahead; no move of this length is possible.
                Err(refusal) if [PB_6_10, PB_A60].contains(&refusal.rule) => break,
                Err(_) => {}
            }
        }
    }
    None
}

/// A march in column along the roads, if it makes enough progress towards the goal.
fn road_march(
    view: &View<'_>,
    piece: PieceIndex,
    block: &Block,
    goal: GroundPoint,
    min_gain: GroundLength,
) -> Option<RoadMarch> {
    let roads = view.terrain().roads();
    let third = view.third(piece);
    let toward = Facing::from_vector(goal - block.centre())?;
    let mut legs = Vec::new();
    let mut allowance = third * 6;
    let start: RoadPose = match view.column(piece) {
        Some(column) => column.road_pose(),
        None => {
            let enters = view.is_due(piece);
            let reach = if enters { block.length() / 2 } else { third };
            let place = roads.nearest(block.centre(), reach)?;
            let at = roads.point(place);
            let pose = column::pose_toward(roads, place, toward);
            if !enters {
                if !block.holds(at) {
                    // The piece moves to the road first.
                    let way = Facing::from_vector(at - block.centre())?;
                    legs.extend([Leg::Face(way), Leg::To(at)]);
                    allowance -= block.centre().distance(at) * 2;
                }
                allowance -= third * 2;
                legs.push(Leg::FormColumn(roads.facing(pose)));
            }
            pose
        }
    };
    // Each stage takes the route that ends nearest to the goal.
    let stage = allowance / STAGE_COUNT;
    if stage < GroundLength::from_metres(100) {
        return None;
    }
    let mut stages: Vec<RoadPose> = Vec::new();
    for _ in 0..STAGE_COUNT {
        let from = stages.last().copied().unwrap_or(start);
        let best = roads
            .marches(from, stage)
            .into_iter()
            .min_by_key(|march| (roads.point(march.end.place).distance(goal), march.end));
        stages.extend(best.map(|march| march.end));
    }
    let here = block.centre().distance(goal);
    let mut is_taken = false;
    for end in stages.into_iter().rev() {
        let gained = here - roads.point(end.place).distance(goal);
        if gained < min_gain && !view.is_due(piece) {
            continue;
        }
        let mut legs = legs.clone();
        legs.push(Leg::Along(end.place.into()));
        let action = Action::March(March::new(piece, legs));
        if view.is_legal(&action) {
            return Some(RoadMarch::Free(action));
        }
        is_taken = true;
    }
    is_taken.then_some(RoadMarch::Blocked)
}

/// Forms line at the head of a column, as close to `facing` as is legal.
pub(super) fn deploy(view: &View<'_>, piece: PieceIndex, facing: Facing) -> Option<Action> {
    view.column(piece)?;
    [0, 256, -256, 512, -512, 1024, -1024]
        .into_iter()
        .map(|turn| facing.turned_by(turn))
        .map(|facing| Action::March(March::new(piece, vec![Leg::FormLine(facing)])))
        .find(|action| view.judge(action).is_ok())
}
