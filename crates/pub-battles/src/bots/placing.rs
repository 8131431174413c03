//! Set-up of blocks that may go anywhere in a zone (PB-3.9). Troops face the enemy or an objective,
//! spaced out but together with their command. Headquarters go behind them, and trains towards
//! home. Each block is placed once, on a grid over its zone.

use sandtable_pack::{Area, Facing, GroundLength, GroundPoint, Pose};

use super::staff::{best_legal, metres, middle_of, nearest};
use crate::battlefield::roster::{PieceIndex, Role};
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The preferred distance of troops from the nearest enemy at set-up, out of reach of a first
/// attack.
const STAND_OFF: GroundLength = GroundLength::from_metres(1_500);
/// The distance of a headquarters behind its troops at set-up.
const HEADQUARTERS_DISTANCE: GroundLength = GroundLength::from_metres(600);
/// Blocks closer to each other than this are crowded.
const CROWDING_DISTANCE: GroundLength = GroundLength::from_metres(900);
/// The number of grid places across the longer side of a zone, and the minimum distance between
/// two.
const GRID_SIZE: i32 = 12;
const MIN_GRID_STEP: GroundLength = GroundLength::from_metres(250);
/// The cost of a place in a marsh or among buildings, in metres of distance from the ideal place.
const BAD_TERRAIN_COST: i32 = 1_000;
/// The cost of facing away from the coming battle.
const FACING_COST: i32 = 100;

/// Sets up the next block in the best place, troops first.
pub(super) fn next(view: &View<'_>) -> Option<Action> {
    let mut blocks: Vec<PieceIndex> = view.own().map(|(piece, _)| piece).collect();
    blocks.sort_by_key(|&piece| match view.role(piece) {
        Some(Role::Combat(_)) => 0,
        Some(Role::Headquarters { .. }) => 1,
        _ => 2,
    });
    let enemies: Vec<Sighting<'_>> = view.enemies().collect();
    blocks.into_iter().find_map(|piece| place(view, piece, &enemies))
}

fn place(view: &View<'_>, piece: PieceIndex, enemies: &[Sighting<'_>]) -> Option<Action> {
    let zone = view.zone_of(piece)?;
    let block = view.block(piece)?;
    let spots = grid(zone);
    if spots.contains(&block.centre()) {
        return None;
    }
    let goal = goal(view, block.centre(), enemies);
    let comrades = middle_of_other_troops(view, piece);
    let terrain = view.terrain();
    // In a narrow zone a block may fit only with its scenario facing.
    let ways = [None, Some(block.facing())];
    let poses = spots.into_iter().flat_map(|centre| ways.map(|way| (centre, way)));
    let ideas = poses.filter_map(|(centre, way)| {
        let facing = way.or_else(|| Facing::from_vector(goal - centre))?;
        let there = block.turned_to(facing).moved_to(centre);
        let under = terrain.ground_under(&there);
        let mut worth = match view.role(piece)? {
            Role::Combat(_) => {
                let separation = comrades.map_or(0, |middle| metres(centre.distance(middle)) / 2);
                -metres(centre.distance(goal))
                    - closeness_cost(nearest(centre, enemies))
                    - separation
            }
            Role::Headquarters { .. } => {
                let post = comrades.map(|middle| {
                    let back = Facing::from_vector(middle - goal).unwrap_or(facing);
                    middle + back.advance(HEADQUARTERS_DISTANCE)
                });
                -post.map_or(0, |post| metres(centre.distance(post)))
            }
            Role::Baggage => -metres(centre.distance(view.home(view.side()))),
        };
        if under.marsh || under.buildings {
            worth -= BAD_TERRAIN_COST;
        }
        if way.is_some() {
            worth -= FACING_COST;
        }
        let others = view.own().filter(|&(other, _)| other != piece);
        let crowd = others.map(|(_, shape)| CROWDING_DISTANCE - shape.place().distance(centre));
        worth -= crowd.map(metres).filter(|&near| near > 0).sum::<i32>();
        Some((worth, Action::Place { piece, pose: Pose { centre, facing } }))
    });
    best_legal(view, ideas.collect())
}

/// The likely site of the battle: the nearest objective that the side does not hold, or else the
/// nearest enemy, or else the enemy's home.
fn goal(view: &View<'_>, from: GroundPoint, enemies: &[Sighting<'_>]) -> GroundPoint {
    let ground = view.objectives().filter(|ground| !ground.is_held).map(|ground| ground.place);
    let troops = enemies.iter().filter(|enemy| enemy.may_be_troops());
    let way = |place: &GroundPoint| (place.distance(from), *place);
    ground
        .min_by_key(way)
        .or_else(|| troops.map(|enemy| enemy.shape.place()).min_by_key(way))
        .unwrap_or_else(|| view.home(view.side().enemy()))
}

/// The middle of the other troops in a block's command.
fn middle_of_other_troops(view: &View<'_>, piece: PieceIndex) -> Option<GroundPoint> {
    let is_of = |command| {
        view.pieces_of(command).any(|other| other == piece)
            || view.command(command).is_some_and(|card| card.headquarters == piece)
    };
    let (command, _) = view.commands().find(|&(command, _)| is_of(command))?;
    let others = view.pieces_of(command).filter(|&other| other != piece);
    let places: Vec<GroundPoint> =
        others.filter_map(|other| Some(view.shape(other)?.place())).collect();
    middle_of(&places)
}

/// The cost of a place too close to others: three times the distance short of safety.
fn closeness_cost(distance: GroundLength) -> i32 {
    3 * metres(STAND_OFF - distance).max(0)
}

/// Candidate places in a zone.
fn grid(zone: &Area) -> Vec<GroundPoint> {
    let corners = || zone.parts.iter().flat_map(|part| &part.exterior);
    let spread = |along: fn(&GroundPoint) -> i32| {
        Some((corners().map(along).min()?, corners().map(along).max()?))
    };
    let (Some((west, east)), Some((south, north))) =
        (spread(|corner| corner.x), spread(|corner| corner.y))
    else {
        return Vec::new();
    };
    let step = ((east - west).max(north - south) / GRID_SIZE).max(MIN_GRID_STEP.centimetres());
    let across = |from: i32, to: i32| {
        (1..).map(move |n| from + step * n / 2).step_by(2).take_while(move |&at| at < to)
    };
    across(south, north)
        .flat_map(|y| across(west, east).map(move |x| GroundPoint::new(x, y)))
        .filter(|&place| zone.contains(place))
        .collect()
}
