//! How a bot gets a piece from here to there: across country, or in column along the roads.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint, Pose};
use sandtable_terrain::{Block, RiverWay, RoadPose};

use crate::battlefield::roster::PieceIndex;
use crate::game::action::{Action, Leg, March};
use crate::state::column;
use crate::view::View;

/// Beyond this distance a bot marches by road if it can.
const WORTH_A_ROAD: GroundLength = GroundLength::from_metres(1_800);

/// A march by road that brings a piece on the map no nearer than this is not worth the change of
/// formation.
const WORTH_MARCHING: GroundLength = GroundLength::from_metres(400);

/// The same before a bridge or ford.
const WORTH_CROSSING: GroundLength = GroundLength::from_metres(60);

/// Whoever goes over a bridge or ford goes so far beyond it.
const BEYOND: GroundLength = GroundLength::from_metres(300);

/// So near to a bridge or ford it is no matter whether one comes to it by road.
const AT_BRIDGE: GroundLength = GroundLength::from_metres(600);

/// An enemy so near to where a road comes onto the map bars it.
const BARS: GroundLength = GroundLength::from_metres(600);

/// A march by road is planned in so many stages; where a friend stands in the way it ends with the
/// stage before.
const STAGES: i32 = 6;

/// A march by road.
enum ByRoad {
    Free(Action),
    /// Friends stand on the road.
    Taken,
}

impl ByRoad {
    fn free(self) -> Option<Action> {
        match self {
            Self::Free(action) => Some(action),
            Self::Taken => None,
        }
    }
}

/// A legal move toward a place: by road when it is far, or lies beyond a river, and no enemy near, else across country.
pub(super) fn toward(
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
        let wants_road = here.distance(goal) > WORTH_A_ROAD && !near_enemy;
        let road = wants_road.then(|| by_road(view, piece, &block, goal, WORTH_MARCHING));
        return road
            .flatten()
            .and_then(ByRoad::free)
            .or_else(|| across_country(view, piece, &block, goal));
    };
    let beyond = beyond(view, way);
    let is_far = here.distance(way.over) > AT_BRIDGE;
    if !near_enemy {
        match by_road(view, piece, &block, beyond, WORTH_CROSSING) {
            Some(ByRoad::Free(action)) => return Some(action),
            // It waits behind those who go before it.
            Some(ByRoad::Taken) if is_far && view.column(piece).is_some() => return None,
            _ => {}
        }
    }
    across_country(view, piece, &block, if is_far { way.over } else { beyond })
}

/// Where one goes who goes over a bridge or ford: to the bank beyond it, rather in the direction of what comes then.
pub(super) fn beyond(view: &View<'_>, way: RiverWay) -> GroundPoint {
    let terrain = view.terrain();
    let Some(direct) = Facing::of(way.then - way.over) else { return way.then };
    let is_there = |place: &GroundPoint| {
        terrain.holds(*place)
            && terrain.river_way(*place, way.then).is_none_or(|again| again.over != way.over)
    };
    let turns = [0, 512, -512, 1_024, -1_024, 1_536, -1_536];
    turns
        .into_iter()
        .map(|turn| way.over + direct.turned_by(turn).advance(BEYOND))
        .find(is_there)
        .unwrap_or(way.over)
}

/// Onto the map (PB-A19), by the entry that is nearest to the goal if there is a choice, of those where no enemy stands: toward a place if that can be done,
/// else anywhere, so that those who follow find the entry free; in line beside the road where friends block it.
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
    let goal = way.map_or(goal, |way| beyond(view, way));
    let toward = by_road(view, piece, block, goal, WORTH_MARCHING);
    toward
        .and_then(ByRoad::free)
        // Before a river it stays on its road.
        .or_else(|| way.and_then(|_| enter_a_little(view, piece)))
        .or_else(|| enter_in_line(view, piece, goal))
        .or_else(|| enter_a_little(view, piece))
        .or_else(|| nearest.map(|(choice, _)| choice))
}

fn is_barred(view: &View<'_>, entry: GroundPoint) -> bool {
    view.enemies().any(|enemy| enemy.shape.place().distance(entry) < BARS)
}

/// The nearest to a place of the other roads by which a reinforcement may come, of those that no enemy bars.
fn open_road(
    view: &View<'_>,
    piece: PieceIndex,
    goal: GroundPoint,
) -> Option<(Action, GroundPoint)> {
    let mut choices = view.entry_choices(piece);
    choices.retain(|(_, place)| !is_barred(view, *place));
    choices.into_iter().min_by_key(|(_, place)| view.terrain().way_length(*place, goal))
}

/// Another road for a piece that is due, if an enemy bars its own (PB-3.10).
pub(super) fn round_a_bar(view: &View<'_>, piece: PieceIndex) -> Option<Action> {
    let here = view.block(piece).filter(|_| view.is_due(piece))?.centre();
    if !is_barred(view, here) {
        return None;
    }
    open_road(view, piece, here).map(|(choice, _)| choice)
}

fn enter_in_line(view: &View<'_>, piece: PieceIndex, goal: GroundPoint) -> Option<Action> {
    let block = view.entrance(piece)?;
    across_country(view, piece, &block, goal).or_else(|| {
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

/// In column as far as friends on the road let it.
fn enter_a_little(view: &View<'_>, piece: PieceIndex) -> Option<Action> {
    let ways = view.ways_in_column(piece, &[800, 600, 400, 200].map(GroundLength::from_metres));
    ways.into_iter()
        .map(|leg| Action::March(March::new(piece, vec![leg])))
        .find(|action| view.judge(action).is_ok())
}

/// Straight toward a place as far as it may go, or past what is in the way.
pub(super) fn across_country(
    view: &View<'_>,
    piece: PieceIndex,
    block: &Block,
    goal: GroundPoint,
) -> Option<Action> {
    let direct = Facing::of(goal - block.centre())?;
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
            // Its front shall look toward the goal at the end, and it may go obliquely.
            let facing = if turn.abs() <= 340 { direct } else { way };
            let end = Block::new(Pose { centre: to, facing }, block.footprint());
            if view.is_taken(piece, &end) {
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
            // Whether the enemy may fire at it there costs most to find out.
            match view.judge(&action) {
                Ok(_) if view.is_under_fire(&end) => {}
                Ok(_) => return Some(action),
                // PB-6.8: difficult ground ahead; nowhere so far.
                Err(refusal) if [PB_6_10, PB_A60].contains(&refusal.rule) => break,
                Err(_) => {}
            }
        }
    }
    None
}

/// In column along the roads, if that brings it so much nearer.
fn by_road(
    view: &View<'_>,
    piece: PieceIndex,
    block: &Block,
    goal: GroundPoint,
    least: GroundLength,
) -> Option<ByRoad> {
    let roads = view.terrain().roads();
    let third = view.third(piece);
    let toward = Facing::of(goal - block.centre())?;
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
                    // It walks to the road first.
                    let way = Facing::of(at - block.centre())?;
                    legs.extend([Leg::Face(way), Leg::To(at)]);
                    allowance -= block.centre().distance(at) * 2;
                }
                allowance -= third * 2;
                legs.push(Leg::FormColumn(roads.facing(pose)));
            }
            pose
        }
    };
    // Stage by stage, at each the way that leads nearest to the goal.
    let stage = allowance / STAGES;
    if stage < GroundLength::from_metres(100) {
        return None;
    }
    let mut stages: Vec<RoadPose> = Vec::new();
    for _ in 0..STAGES {
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
        if gained < least && !view.is_due(piece) {
            continue;
        }
        let mut legs = legs.clone();
        legs.push(Leg::Along(end.place.into()));
        let action = Action::March(March::new(piece, legs));
        if view.is_legal(&action) {
            return Some(ByRoad::Free(action));
        }
        is_taken = true;
    }
    is_taken.then_some(ByRoad::Taken)
}

/// Forms line where the head of a column is, looking somewhere.
pub(super) fn deploy(view: &View<'_>, piece: PieceIndex, facing: Facing) -> Option<Action> {
    view.column(piece)?;
    [0, 256, -256, 512, -512, 1024, -1024]
        .into_iter()
        .map(|turn| facing.turned_by(turn))
        .map(|facing| Action::March(March::new(piece, vec![Leg::FormLine(facing)])))
        .find(|action| view.judge(action).is_ok())
}
