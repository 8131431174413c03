//! Positions of pieces that do not attack. The pieces approach their command's goal, but avoid
//! places in reach of more enemies than friends can hold off. They stay near their command, and
//! prefer places in line with friends and in cover.

use std::cell::Cell;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use sandtable_pack::{Facing, GroundLength, GroundPoint, Pose};
use sandtable_terrain::Block;

use super::command_plan::{Mission, Task};
use super::crowd;
use super::crowd::Bystander;
use super::front;
use super::front::{Front, Mates, Neighbours, PerMetre};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::bots::quiet_moves::STAND_OFF;
use crate::bots::{marching, staff};
use crate::game::action::{Action, Leg, March};
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Friends within this distance of a place support a piece there.
const SUPPORT_DISTANCE: GroundLength = GroundLength::from_metres(1_000);
/// Friends within this distance that have yet to move are expected to follow.
const FOLLOWER_DISTANCE: GroundLength = GroundLength::from_metres(1_200);
/// Beyond this distance from the enemy, a piece simply marches to its goal.
const MARCH_DISTANCE: GroundLength = GroundLength::from_metres(3_600);
/// The cost of each enemy in excess of those that the piece and its friends can hold off. It is in
/// thousandths of a point, with all enemy chits in the cup.
const DANGER: i32 = 800;
/// The worth of cover where the enemy may attack, in thousandths of a point.
const COVER: i32 = 150;
/// The worth to a battery of an enemy in range, in thousandths of a point.
const TARGET: i32 = 2_400;
/// The cost of each metre beyond the permitted distance from the command.
const STRAYING: PerMetre = PerMetre(2);
/// The minimum distance that a piece marches.
const MIN_MARCH: GroundLength = GroundLength::from_metres(300);
/// The distance from its goal at which artillery stops.
const GUN_LINE: GroundLength = GroundLength::from_metres(1_500);
/// The maximum number of places tried.
const MAX_TRIES: usize = 10;
/// The maximum number of places tried by a piece that has to leave.
const MAX_EXIT_TRIES: usize = 3;
/// The minimum gain over the current place for which a piece moves, in thousandths of a point.
const MIN_GAIN: i32 = 150;
/// A value below the worth of any place.
const LOWEST_WORTH: i32 = i32::MIN / 2;
/// The maximum facing error that is not corrected, 30°. Oblique moves permit more (PB-6.6).
const FACING_TOLERANCE: i32 = 340;

/// Aspects of a place that depend on its surroundings.
#[derive(Clone, Copy, Debug)]
enum Outlook {
    /// Cover against the nearest enemy.
    Cover,
    /// Targets for a battery.
    Target,
    /// Secure flanks.
    Flanks,
}

/// All aspects, in reverse order of evaluation: the cheapest is last.
const OUTLOOK: [Outlook; 3] = [Outlook::Cover, Outlook::Target, Outlook::Flanks];

/// An upper bound of the length that a route over bridges loses when its parts are rounded to whole
/// centimetres.
const ROUNDING: GroundLength = GroundLength::from_metres(5);

/// The angle to each side of an enemy in contact within which directions are barred, 60°.
const BARRED_ANGLE: i32 = 680;

/// A candidate place for a piece. The greatest in order is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Post {
    /// The worth; an upper bound while aspects remain to be evaluated.
    worth: i32,
    /// The number of aspects in [`OUTLOOK`] still to be evaluated.
    remaining_aspects: usize,
    /// The order in which places are generated.
    order: Reverse<usize>,
    pose: Pose,
    way: Facing,
}

impl Post {
    const fn rank(&self) -> (i32, usize, Reverse<usize>) {
        (self.worth, self.remaining_aspects, self.order)
    }
}

impl Ord for Post {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Post {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Moves a piece to the best place in reach, or returns `None` if it should not move.
pub(super) fn post(
    view: &View<'_>,
    command: CommandIndex,
    piece: PieceIndex,
    mission: Mission,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let crowd = crowd::enemy_troops(enemies);
    let judge = Judge::new(view, command, piece, mission, enemies, &crowd)?;
    let (block, here) = (judge.block, judge.block.centre());
    let nearest =
        crowd.iter().map(|enemy| enemy.place).min_by_key(|place| (place.distance(here), *place))?;
    // The distance to an enemy across a river is measured over the bridge.
    let way = |place: &GroundPoint| view.terrain().way_length(here, *place);
    if crowd.iter().all(|enemy| way(&enemy.place) > MARCH_DISTANCE) {
        let goal = judge.goal();
        if goal.distance(here) < MIN_MARCH {
            return None;
        }
        return marching::move_toward(view, piece, goal, false);
    }
    let stays = judge.worth(here) + judge.outlook(&judge.block_at(block.pose()));
    if let Some(action) = judge.best(stays + MIN_GAIN, MAX_TRIES) {
        return Some(action);
    }
    let in_column = view.column(piece).is_some();
    let toward = Facing::from_vector(nearest - here)?;
    if in_column {
        return marching::deploy(view, piece, toward);
    }
    if block.facing().turn_to(toward).abs() < FACING_TOLERANCE {
        return None;
    }
    let action = Action::March(March::new(piece, vec![Leg::Face(toward)]));
    view.is_legal(&action).then_some(action)
}

/// Moves a piece in contact to the best place out of its enemies' reach (PB-11.1), however bad that
/// place is. Returns `None` if no place can be reached.
pub(super) fn leave(
    view: &View<'_>,
    command: CommandIndex,
    piece: PieceIndex,
    mission: Mission,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let crowd = crowd::enemy_troops(enemies);
    Judge::new(view, command, piece, mission, enemies, &crowd)?.best(LOWEST_WORTH, MAX_EXIT_TRIES)
}

/// Straight moves to a post, each with the facing at its end. The first choice ends facing the
/// enemy, if the movement allowance permits.
fn legs(block: &Block, in_column: bool, post: &Post) -> Vec<(Vec<Leg>, Facing)> {
    let Pose { centre, facing } = post.pose;
    let turn = |facing: Facing| if in_column { Leg::FormLine(facing) } else { Leg::Face(facing) };
    let to = Leg::To(centre);
    if facing.turn_to(post.way).abs() <= FACING_TOLERANCE {
        let turns = in_column || block.facing() != facing;
        let legs = turns.then(|| turn(facing)).into_iter().chain([to]).collect();
        return vec![(legs, facing)];
    }
    vec![
        (vec![turn(post.way), to.clone(), Leg::Face(facing)], facing),
        (vec![turn(post.way), to], post.way),
    ]
}

/// The distance from its goal at which a piece stops.
fn stop(view: &View<'_>, piece: PieceIndex, mission: Mission) -> GroundLength {
    match mission.task {
        Task::Guard | Task::TakeGround | Task::CutLine | Task::Wait | Task::Relieve => {
            GroundLength::ZERO
        }
        Task::Break | Task::TakeTrain if is_gun(view, piece) => GUN_LINE,
        Task::Break | Task::TakeTrain => STAND_OFF,
    }
}

fn is_gun(view: &View<'_>, piece: PieceIndex) -> bool {
    view.arm(piece).is_some_and(|arm| arm.rules.bombards)
}

/// Evaluates places for a piece.
struct Judge<'a> {
    view: &'a View<'a>,
    piece: PieceIndex,
    mission: Mission,
    enemies: &'a [Bystander],
    /// Possible targets of bombardment.
    targets: &'a [Sighting<'a>],
    /// The index of the last target found; nearby places usually find the same one.
    last_target: Cell<usize>,
    /// Enemies beyond this distance do not attack this turn.
    reach: GroundLength,
    /// Fresh friends, each with whether it has yet to move and is near enough to follow.
    friends: Vec<(Bystander, bool)>,
    block: Block,
    /// The distance from its goal at which the piece stops.
    stop: GroundLength,
    /// The line of the piece's command.
    front: Option<Front>,
    mates: Mates,
    neighbours: Neighbours,
}

impl<'a> Judge<'a> {
    fn new(
        view: &'a View<'a>,
        command: CommandIndex,
        piece: PieceIndex,
        mission: Mission,
        enemies: &'a [Sighting<'a>],
        crowd: &'a [Bystander],
    ) -> Option<Self> {
        let block = view.block(piece)?;
        let here = block.centre();
        let mut friends = crowd::friendly_troops(view);
        friends.retain(|friend| friend.is_fresh && friend.piece != piece);
        let comes_along = |friend: &Bystander| {
            !view.has_acted(friend.piece) && crowd::is_within(friend.place, here, FOLLOWER_DISTANCE)
        };
        let fires = is_gun(view, piece) && !view.is_spent(piece);
        let stop = stop(view, piece, mission);
        Some(Self {
            view,
            piece,
            mission,
            enemies: crowd,
            targets: if fires { enemies } else { &[] },
            last_target: Cell::new(0),
            // Most of a move. A longer approach would need good terrain and no turns.
            reach: view.ruleset().distances.foot_third * 5 / 2,
            friends: friends.into_iter().map(|friend| (friend, comes_along(&friend))).collect(),
            block,
            stop,
            front: Front::new(view, command, mission, crowd, stop),
            mates: Mates::of(view, command, piece),
            neighbours: Neighbours::of(view, piece),
        })
    }

    /// The destination if nothing else mattered.
    fn goal(&self) -> GroundPoint {
        self.front.map_or(self.mission.goal, |front| front.nearest(self.block.centre()))
    }

    /// The move to the best reachable place that is worth more than `than`, found within a number
    /// of tries.
    fn best(&self, than: i32, tries: usize) -> Option<Action> {
        let (view, block) = (self.view, &self.block);
        let in_column = view.column(self.piece).is_some();
        let direct = Facing::from_vector(self.goal() - block.centre()).unwrap_or(block.facing());
        let mut posts = self.posts(direct, than);
        let mut tried = 0;
        while let Some(mut post) = posts.pop()
            && tried < tries
        {
            if let Some(&next) = OUTLOOK[..post.remaining_aspects].last() {
                // This test is the cheapest, so it comes first.
                if matches!(next, Outlook::Target) && self.ways(in_column, &post).next().is_none() {
                    continue;
                }
                post.worth += self.look(next, &self.block_at(post.pose)) - self.max_worth(next);
                post.remaining_aspects -= 1;
                if post.worth > than {
                    posts.push(post);
                }
                continue;
            }
            let mut is_tried = false;
            for legs in self.ways(in_column, &post) {
                is_tried = true;
                let action = Action::March(March::new(self.piece, legs));
                if view.is_legal(&action) && !view.loses_order(&action) {
                    return Some(action);
                }
            }
            tried += usize::from(is_tried);
        }
        None
    }

    /// The moves to a place that are short enough and do not end on another piece.
    fn ways(&self, in_column: bool, post: &Post) -> impl Iterator<Item = Vec<Leg>> {
        let (view, pose) = (self.view, post.pose);
        let is_open = move |legs: &Vec<Leg>, facing| {
            let end = self.block_at(Pose { facing, ..pose });
            !view.is_too_far(self.piece, legs) && !view.is_occupied(self.piece, &end)
        };
        let ways = legs(&self.block, in_column, post).into_iter();
        ways.filter(move |(legs, facing)| is_open(legs, *facing)).map(|(legs, _)| legs)
    }

    /// The places nearby that may be worth more than staying.
    fn posts(&self, direct: Facing, stays: i32) -> BinaryHeap<Post> {
        let (here, third) = (self.block.centre(), self.view.third(self.piece));
        let ways = [third * 3, third * 2, third].into_iter().flat_map(|reach| {
            let turns = [0, 340, -340, 680, -680, 1_024, -1_024, 1_536, -1_536, 2_048];
            turns.map(|turn| (direct.turned_by(turn), reach))
        });
        let around = ways.map(|(way, reach)| (here + way.advance(reach), Some(way), None));
        let in_line = self.neighbours.poses_in_line(&self.block, third * 3);
        let in_line = in_line.map(|pose| (pose.centre, None, Some(pose.facing)));
        let best_outlook: i32 = OUTLOOK.iter().map(|&one| self.max_worth(one)).sum();
        let mut posts = BinaryHeap::new();
        // A piece cannot leave through enemies in contact with it.
        let touching = self.view.touching(self.piece).into_iter();
        let touching: Vec<Facing> = touching
            .filter_map(|enemy| Facing::from_vector(self.view.shape(enemy)?.place() - here))
            .collect();
        let is_barred =
            |way: Facing| touching.iter().any(|at| way.turn_to(*at).abs() < BARRED_ANGLE);
        for (index, (centre, way, line)) in around.chain(in_line).enumerate() {
            // This test is the cheapest, so it comes first.
            if !self.view.terrain().holds(centre) {
                continue;
            }
            let Some(way) = way.or_else(|| Facing::from_vector(centre - here)) else { continue };
            if is_barred(way) || self.upper_bound(centre) + best_outlook <= stays {
                continue;
            }
            let worth = self.worth(centre) + best_outlook;
            if worth <= stays {
                continue;
            }
            let enemies = self.enemies.iter().map(|enemy| enemy.place);
            let toward = enemies.min_by_key(|place| (place.distance_squared(centre), *place));
            let facing =
                toward.and_then(|place| Facing::from_vector(place - centre)).unwrap_or(way);
            let facing = match line {
                Some(line) if !front::in_line(line, facing) => continue,
                line => line.unwrap_or(facing),
            };
            let (pose, order) = (Pose { centre, facing }, Reverse(index));
            posts.push(Post { worth, remaining_aspects: OUTLOOK.len(), order, pose, way });
        }
        posts
    }

    /// A quick upper bound of [`Self::worth`], which ignores bridges and enemies.
    fn upper_bound(&self, place: GroundPoint) -> i32 {
        let (goal, stop) = self.aim(place);
        let straight = (place.distance(goal) - stop - ROUNDING).max(GroundLength::ZERO);
        let upper_bound = -staff::metres(straight) - self.mates.distance_cost(place, STRAYING);
        debug_assert!(self.worth(place) <= upper_bound, "no route is shorter than a straight line");
        upper_bound
    }

    /// The goal of a piece at a place, and the distance from it at which the piece stops.
    fn aim(&self, place: GroundPoint) -> (GroundPoint, GroundLength) {
        match self.front {
            Some(front) => (front.nearest(place), GroundLength::ZERO),
            None => (self.mission.goal, self.stop),
        }
    }

    /// The worth of a place without its outlook, in thousandths of a point.
    fn worth(&self, place: GroundPoint) -> i32 {
        let (goal, stop) = self.aim(place);
        let to_go = (self.view.terrain().way_length(place, goal) - stop).abs();
        // A metre of route is worth a thousandth of a point.
        let mut worth = -staff::metres(to_go) - self.mates.distance_cost(place, STRAYING);
        let enemies = self.enemies_by(place).count() as i32;
        if enemies > 0 {
            let is_by = |other: &Bystander| crowd::is_within(other.place, place, SUPPORT_DISTANCE);
            let friends = self.friends.iter();
            let friends = friends.filter(|(other, comes_along)| *comes_along || is_by(other));
            // The piece itself holds off one enemy, except artillery, which is lost when it has to
            // retreat.
            let is_gun = is_gun(self.view, self.piece);
            let held_off = friends.count() as i32 + i32::from(!is_gun);
            let excess = (enemies - held_off).clamp(0, crowd::MAX_STRIKERS);
            let chits = (self.view.chits_left(self.view.side().enemy()) as i32).clamp(3, 6);
            let frail = if is_gun || self.view.is_spent(self.piece) { 2 } else { 1 };
            worth -= DANGER * excess * frail * chits / 6;
        }
        worth
    }

    /// The piece's block in another pose.
    fn block_at(&self, pose: Pose) -> Block {
        Block::new(pose, self.block.footprint())
    }

    /// The worth of a place's surroundings: targets, cover and flanks.
    fn outlook(&self, there: &Block) -> i32 {
        OUTLOOK.iter().map(|&one| self.look(one, there)).sum()
    }

    fn look(&self, at: Outlook, there: &Block) -> i32 {
        match at {
            Outlook::Cover => self.cover(there),
            Outlook::Target => self.target(there),
            Outlook::Flanks => self.neighbours.worth(self.view, there),
        }
    }

    /// The maximum worth of an aspect.
    const fn max_worth(&self, outlook: Outlook) -> i32 {
        match outlook {
            Outlook::Cover => COVER,
            Outlook::Target if self.targets.is_empty() => 0,
            Outlook::Target => TARGET,
            Outlook::Flanks => Neighbours::MAX_WORTH,
        }
    }

    /// The worth of an enemy within range.
    fn target(&self, there: &Block) -> i32 {
        let fires_at = |number: &usize| {
            let enemy = &self.targets[*number];
            enemy.may_be_troops() && self.view.could_bombard(self.piece, there, enemy.shape)
        };
        let (last, all) = (self.last_target.get(), 0..self.targets.len());
        let first = Some(last).filter(|last| all.contains(last));
        let target_index =
            first.into_iter().chain(all.filter(|number| *number != last)).find(fires_at);
        target_index.inspect(|&number| self.last_target.set(number)).map_or(0, |_| TARGET)
    }

    /// The worth of cover against the nearest enemy that may attack there.
    fn cover(&self, block: &Block) -> i32 {
        let place = block.centre();
        let threat = self.enemies_by(place).min_by_key(|enemy| enemy.place.distance_squared(place));
        let is_sheltered = |enemy: &Bystander| self.view.shelters(block, enemy.place);
        if threat.is_some_and(is_sheltered) { COVER } else { 0 }
    }

    /// Fresh enemies that may attack a place.
    fn enemies_by(&self, place: GroundPoint) -> impl Iterator<Item = &Bystander> {
        let is_by = move |other: &&Bystander| crowd::is_within(other.place, place, self.reach);
        self.enemies.iter().filter(|other| other.is_fresh).filter(is_by)
    }
}
