//! Where those go who attack nobody: nearer to what their command is for, but not alone into the reach
//! of more enemies than friends can hold off, near their own command, rather in line with friends, and
//! rather under cover.

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

/// Friends so near stand by.
const BY: GroundLength = GroundLength::from_metres(1_000);
/// Those who have still to move come along from so near.
const ALONG: GroundLength = GroundLength::from_metres(1_200);
/// Whoever is farther from the enemy thinks of the way only.
const FAR: GroundLength = GroundLength::from_metres(3_600);
/// What each enemy costs that a piece cannot hold off together with its friends, in thousandths of a
/// point, if his chits are still to come.
const DANGER: i32 = 800;
/// What cover is worth where the enemy may strike, in thousandths of a point.
const COVER: i32 = 150;
/// What it is worth to a battery that an enemy stands under its guns, in thousandths of a point.
const TARGET: i32 = 2_400;
/// What each metre costs that a place is too far from the command.
const ASTRAY: PerMetre = PerMetre(2);
/// Nobody sets out for less.
const HERE: GroundLength = GroundLength::from_metres(300);
/// Guns stop at this distance.
const GUN_LINE: GroundLength = GroundLength::from_metres(1_500);
/// So many places are tried at most.
const TRIES: usize = 10;
/// The same of who has to leave.
const WAYS_OUT: usize = 3;
/// So much more a place is worth than where one stands, in thousandths of a point, or nobody sets out
/// for it.
const STIRS: i32 = 150;
/// Every place is better than one that is worth so little.
const ANYTHING: i32 = i32::MIN / 2;
/// A front that is askew by no more than this, 30°, is left so: less than may be marched obliquely (PB-6.6).
const ASKEW: i32 = 340;

/// What a place is worth for where it lies among others.
#[derive(Clone, Copy, Debug)]
enum Outlook {
    /// What covers it against the nearest enemy.
    Cover,
    /// Whom a battery could fire at from there.
    Target,
    /// What covers its flanks.
    Flanks,
}

/// Looked at from the last to the first, what costs least before what costs most.
const OUTLOOK: [Outlook; 3] = [Outlook::Cover, Outlook::Target, Outlook::Flanks];

/// More than a way over bridges is shorter than it is for its parts being rounded to whole centimetres.
const ROUNDING: GroundLength = GroundLength::from_metres(5);

/// Whoever touches a piece bars its way so far to each side, 60°.
const BARRED: i32 = 680;

/// A place where a piece might go. The greatest is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Post {
    /// What it is worth, at best as long as something is left to look at.
    worth: i32,
    /// So many of [`OUTLOOK`] are still to be looked at.
    left: usize,
    /// In what order places are thought of.
    order: Reverse<usize>,
    pose: Pose,
    way: Facing,
}

impl Post {
    const fn rank(&self) -> (i32, usize, Reverse<usize>) {
        (self.worth, self.left, self.order)
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

/// Moves a piece to the best place that it can reach; none if it stays as it stands.
pub(super) fn post(
    view: &View<'_>,
    command: CommandIndex,
    piece: PieceIndex,
    mission: Mission,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let crowd = crowd::enemy(enemies);
    let judge = Judge::new(view, command, piece, mission, enemies, &crowd)?;
    let (block, here) = (judge.block, judge.block.centre());
    let nearest =
        crowd.iter().map(|enemy| enemy.place).min_by_key(|place| (place.distance(here), *place))?;
    // Who is beyond a river is as far as the bridge that leads there.
    let way = |place: &GroundPoint| view.terrain().way_length(here, *place);
    if crowd.iter().all(|enemy| way(&enemy.place) > FAR) {
        let goal = judge.goal();
        if goal.distance(here) < HERE {
            return None;
        }
        return marching::toward(view, piece, goal, false);
    }
    let stays = judge.worth(here) + judge.outlook(&judge.stands(block.pose()));
    if let Some(action) = judge.best(stays + STIRS, TRIES) {
        return Some(action);
    }
    let in_column = view.column(piece).is_some();
    let toward = Facing::of(nearest - here)?;
    if in_column {
        return marching::deploy(view, piece, toward);
    }
    if block.facing().turn_to(toward).abs() < ASKEW {
        return None;
    }
    let action = Action::March(March::new(piece, vec![Leg::Face(toward)]));
    view.is_legal(&action).then_some(action)
}

/// Moves a piece that enemies touch to the best place that they do not command (PB-11.1), wherever that
/// is; none if there is no way there.
pub(super) fn leave(
    view: &View<'_>,
    command: CommandIndex,
    piece: PieceIndex,
    mission: Mission,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let crowd = crowd::enemy(enemies);
    Judge::new(view, command, piece, mission, enemies, &crowd)?.best(ANYTHING, WAYS_OUT)
}

/// Straight there, the front to the enemy at the end if that can be paid for; with how it looks then.
fn legs(block: &Block, in_column: bool, post: &Post) -> Vec<(Vec<Leg>, Facing)> {
    let Pose { centre, facing } = post.pose;
    let turn = |facing: Facing| if in_column { Leg::FormLine(facing) } else { Leg::Face(facing) };
    let to = Leg::To(centre);
    if facing.turn_to(post.way).abs() <= ASKEW {
        let turns = in_column || block.facing() != facing;
        let legs = turns.then(|| turn(facing)).into_iter().chain([to]).collect();
        return vec![(legs, facing)];
    }
    vec![
        (vec![turn(post.way), to.clone(), Leg::Face(facing)], facing),
        (vec![turn(post.way), to], post.way),
    ]
}

/// How far from its goal a piece stops.
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

/// Weighs places for a piece.
struct Judge<'a> {
    view: &'a View<'a>,
    piece: PieceIndex,
    mission: Mission,
    enemies: &'a [Bystander],
    /// At whom it may fire from afar.
    targets: &'a [Sighting<'a>],
    /// The number of the one at whom it could from the last place that was looked at: who is seen from there is mostly seen beside it.
    seen_last: Cell<usize>,
    /// Nobody who is farther away strikes this turn.
    reach: GroundLength,
    /// Fresh ones, and whether they have still to move and stand near enough to come along.
    friends: Vec<(Bystander, bool)>,
    block: Block,
    /// So far from its goal it stops.
    stop: GroundLength,
    /// The line of its command.
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
        let mut friends = crowd::own(view);
        friends.retain(|friend| friend.is_fresh && friend.piece != piece);
        let comes_along = |friend: &Bystander| {
            !view.has_acted(friend.piece) && crowd::is_within(friend.place, here, ALONG)
        };
        let fires = is_gun(view, piece) && !view.is_spent(piece);
        let stop = stop(view, piece, mission);
        Some(Self {
            view,
            piece,
            mission,
            enemies: crowd,
            targets: if fires { enemies } else { &[] },
            seen_last: Cell::new(0),
            // Most of a move: who comes farther had no need to turn and found good ground.
            reach: view.ruleset().distances.foot_third * 5 / 2,
            friends: friends.into_iter().map(|friend| (friend, comes_along(&friend))).collect(),
            block,
            stop,
            front: Front::new(view, command, mission, crowd, stop),
            mates: Mates::of(view, command, piece),
            neighbours: Neighbours::of(view, piece),
        })
    }

    /// Where it would go if nothing else mattered.
    fn goal(&self) -> GroundPoint {
        self.front.map_or(self.mission.goal, |front| front.nearest(self.block.centre()))
    }

    /// The way to the best place that is worth more than this and can be reached, among so many.
    fn best(&self, than: i32, tries: usize) -> Option<Action> {
        let (view, block) = (self.view, &self.block);
        let in_column = view.column(self.piece).is_some();
        let direct = Facing::of(self.goal() - block.centre()).unwrap_or(block.facing());
        let mut posts = self.posts(direct, than);
        let mut tried = 0;
        while let Some(mut post) = posts.pop()
            && tried < tries
        {
            if let Some(&next) = OUTLOOK[..post.left].last() {
                // What costs least to find out comes first.
                if matches!(next, Outlook::Target) && self.ways(in_column, &post).next().is_none() {
                    continue;
                }
                post.worth += self.look(next, &self.stands(post.pose)) - self.at_best(next);
                post.left -= 1;
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

    /// The ways to a place that are not too long and end where nobody stands.
    fn ways(&self, in_column: bool, post: &Post) -> impl Iterator<Item = Vec<Leg>> {
        let (view, pose) = (self.view, post.pose);
        let is_open = move |legs: &Vec<Leg>, facing| {
            let end = self.stands(Pose { facing, ..pose });
            !view.is_too_far(self.piece, legs) && !view.is_taken(self.piece, &end)
        };
        let ways = legs(&self.block, in_column, post).into_iter();
        ways.filter(move |(legs, facing)| is_open(legs, *facing)).map(|(legs, _)| legs)
    }

    /// The places around that may be worth more than staying.
    fn posts(&self, direct: Facing, stays: i32) -> BinaryHeap<Post> {
        let (here, third) = (self.block.centre(), self.view.third(self.piece));
        let ways = [third * 3, third * 2, third].into_iter().flat_map(|reach| {
            let turns = [0, 340, -340, 680, -680, 1_024, -1_024, 1_536, -1_536, 2_048];
            turns.map(|turn| (direct.turned_by(turn), reach))
        });
        let around = ways.map(|(way, reach)| (here + way.advance(reach), Some(way), None));
        let beside = self.neighbours.beside(&self.block, third * 3);
        let beside = beside.map(|pose| (pose.centre, None, Some(pose.facing)));
        let best_outlook: i32 = OUTLOOK.iter().map(|&one| self.at_best(one)).sum();
        let mut posts = BinaryHeap::new();
        // Nobody leaves through those who touch it.
        let touching = self.view.touching(self.piece).into_iter();
        let touching: Vec<Facing> = touching
            .filter_map(|enemy| Facing::of(self.view.shape(enemy)?.place() - here))
            .collect();
        let is_barred = |way: Facing| touching.iter().any(|at| way.turn_to(*at).abs() < BARRED);
        for (index, (centre, way, line)) in around.chain(beside).enumerate() {
            // What costs least to find out comes first.
            if !self.view.terrain().holds(centre) {
                continue;
            }
            let Some(way) = way.or_else(|| Facing::of(centre - here)) else { continue };
            if is_barred(way) || self.at_most(centre) + best_outlook <= stays {
                continue;
            }
            let worth = self.worth(centre) + best_outlook;
            if worth <= stays {
                continue;
            }
            let enemies = self.enemies.iter().map(|enemy| enemy.place);
            let toward = enemies.min_by_key(|place| (place.distance_squared(centre), *place));
            let facing = toward.and_then(|place| Facing::of(place - centre)).unwrap_or(way);
            let facing = match line {
                Some(line) if !front::in_line(line, facing) => continue,
                line => line.unwrap_or(facing),
            };
            let (pose, order) = (Pose { centre, facing }, Reverse(index));
            posts.push(Post { worth, left: OUTLOOK.len(), order, pose, way });
        }
        posts
    }

    /// No place is worth more than this: found at once, without bridges and enemies.
    fn at_most(&self, place: GroundPoint) -> i32 {
        let (goal, stop) = self.aim(place);
        let straight = (place.distance(goal) - stop - ROUNDING).max(GroundLength::ZERO);
        let at_most = -staff::metres(straight) - self.mates.missed(place, ASTRAY);
        debug_assert!(self.worth(place) <= at_most, "no way is shorter than the straight one");
        at_most
    }

    /// Where a piece in a place has still to go, and so far from it it stops.
    fn aim(&self, place: GroundPoint) -> (GroundPoint, GroundLength) {
        match self.front {
            Some(front) => (front.nearest(place), GroundLength::ZERO),
            None => (self.mission.goal, self.stop),
        }
    }

    /// What a place is worth but for its outlook, in thousandths of a point.
    fn worth(&self, place: GroundPoint) -> i32 {
        let (goal, stop) = self.aim(place);
        let to_go = (self.view.terrain().way_length(place, goal) - stop).abs();
        // A metre of way is worth a thousandth of a point.
        let mut worth = -staff::metres(to_go) - self.mates.missed(place, ASTRAY);
        let enemies = self.enemies_by(place).count() as i32;
        if enemies > 0 {
            let is_by = |other: &Bystander| crowd::is_within(other.place, place, BY);
            let friends = self.friends.iter();
            let friends = friends.filter(|(other, comes_along)| *comes_along || is_by(other));
            // It holds off one of them itself, but for guns, which are lost when they are driven off.
            let is_gun = is_gun(self.view, self.piece);
            let held_off = friends.count() as i32 + i32::from(!is_gun);
            let more = (enemies - held_off).clamp(0, crowd::MOST_STRIKE);
            let chits = (self.view.chits_left(self.view.side().enemy()) as i32).clamp(3, 6);
            let frail = if is_gun || self.view.is_spent(self.piece) { 2 } else { 1 };
            worth -= DANGER * more * frail * chits / 6;
        }
        worth
    }

    /// The piece in another place.
    fn stands(&self, pose: Pose) -> Block {
        Block::new(pose, self.block.footprint())
    }

    /// What a place is worth for what is seen from it, for cover and for its flanks.
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

    /// The most that any place is worth for that.
    const fn at_best(&self, outlook: Outlook) -> i32 {
        match outlook {
            Outlook::Cover => COVER,
            Outlook::Target if self.targets.is_empty() => 0,
            Outlook::Target => TARGET,
            Outlook::Flanks => Neighbours::MOST,
        }
    }

    /// What an enemy under its guns is worth.
    fn target(&self, there: &Block) -> i32 {
        let fires_at = |number: &usize| {
            let enemy = &self.targets[*number];
            enemy.may_be_troops() && self.view.could_bombard(self.piece, there, enemy.shape)
        };
        let (last, all) = (self.seen_last.get(), 0..self.targets.len());
        let first = Some(last).filter(|last| all.contains(last));
        let seen = first.into_iter().chain(all.filter(|number| *number != last)).find(fires_at);
        seen.inspect(|&number| self.seen_last.set(number)).map_or(0, |_| TARGET)
    }

    /// What the cover of a place is worth against the nearest enemy, if he may strike there.
    fn cover(&self, block: &Block) -> i32 {
        let place = block.centre();
        let threat = self.enemies_by(place).min_by_key(|enemy| enemy.place.distance_squared(place));
        let is_sheltered = |enemy: &Bystander| self.view.shelters(block, enemy.place);
        if threat.is_some_and(is_sheltered) { COVER } else { 0 }
    }

    /// Fresh enemies who may strike at a place.
    fn enemies_by(&self, place: GroundPoint) -> impl Iterator<Item = &Bystander> {
        let is_by = move |other: &&Bystander| crowd::is_within(other.place, place, self.reach);
        self.enemies.iter().filter(|other| other.is_fresh).filter(is_by)
    }
}
