//! The plan of a battle, which gives each command a mission once a turn. Commands attack enemy
//! trains, lines of communication and objectives, and guard friendly ones. The command furthest
//! from the enemy stays in reserve until another is worn down. Any other command attacks the enemy
//! that is weakest relative to the available strength.

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use super::crowd;
use super::crowd::{Bystander, nearest};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::bots::staff;
use crate::bots::staff::ENGAGEMENT_DISTANCE;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Enemies within this distance of a train threaten it.
const THREAT_DISTANCE: GroundLength = GroundLength::from_metres(2_600);
/// Enemies within this distance of a line are about to cut it.
const LINE_THREAT_DISTANCE: GroundLength = GroundLength::from_metres(1_300);
/// The distance of a guard in front of what it guards.
const GUARD_DISTANCE: GroundLength = GroundLength::from_metres(600);
/// Friendly troops within this distance of an enemy may join an attack on it this turn.
const HELP_DISTANCE: GroundLength = GroundLength::from_metres(2_500);
/// Enemies within this distance of another enemy help it.
const ENEMY_HELP_DISTANCE: GroundLength = GroundLength::from_metres(1_200);
/// The worth of an enemy train, in metres of route, like the values below.
const TRAIN: i32 = 8_000;
/// The worth of a threatened friendly train: unpacked, and below, packed.
const OWN_TRAIN: i32 = 5_000;
const PACKED_TRAIN: i32 = 3_000;
/// The worth of an objective, for each point it gives.
const POINT: i32 = 1_500;
/// The worth of a line of communication late in the battle (PB-31.4).
const LINE: i32 = 2_500;
/// The worth of an enemy piece at equal strength, and of each unit of superiority of friendly
/// troops near it.
const ENEMY: i32 = 1_000;
const ODDS: i32 = 100;
/// The bonus for keeping a mission, in metres of route.
const STEADINESS_BONUS: i32 = 1_500;
/// Missions whose goals are within this distance of each other are the same.
const SAME_GOAL_DISTANCE: GroundLength = GroundLength::from_metres(1_500);
/// When this many turns remain, commands go for lines of communication.
const LATE_TURNS: u8 = 2;
/// The minimum number of commands on the map for a side to hold one in reserve.
const MIN_COMMANDS: usize = 4;
/// A command with an enemy closer than this cannot be the reserve.
const RESERVE_ENEMY_DISTANCE: GroundLength = GroundLength::from_metres(2_000);
/// A worn command with an enemy within this distance is about to break.
const BREAKING_DISTANCE: GroundLength = GroundLength::from_metres(1_000);
/// The distance of the reserve behind the middle of the other commands.
const RESERVE_DISTANCE: GroundLength = GroundLength::from_metres(1_200);
/// The interval between checked places on a line of communication.
const LINE_STEP: GroundLength = GroundLength::from_metres(400);

/// The kind of a command's mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Task {
    /// Take an enemy train (PB-29.4).
    TakeTrain,
    /// Take ground that is worth points.
    TakeGround,
    /// Occupy an enemy line of communication (PB-31.2).
    CutLine,
    /// Stay between the enemy and a friendly train, line or piece of ground.
    Guard,
    /// Break the enemy at a weak point.
    Break,
    /// Wait behind the army until needed.
    Wait,
    /// Take over from a command that is worn down.
    Relieve,
}

/// A command's task for this turn, with its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mission {
    pub task: Task,
    pub goal: GroundPoint,
}

impl Mission {
    /// Whether two missions are nearly the same.
    fn is_similar_to(self, other: Self) -> bool {
        self.task == other.task && crowd::is_within(self.goal, other.goal, SAME_GOAL_DISTANCE)
    }
}

/// The missions of all commands of a side in a turn.
#[derive(Clone, Debug)]
pub(super) struct TurnPlan {
    turn: ((u8, u8), bool),
    missions: Vec<(CommandIndex, Mission)>,
}

/// A mission that is worth sending troops on.
#[derive(Clone, Copy, Debug)]
struct Purpose {
    mission: Mission,
    /// The worth, in metres of route.
    worth: i32,
    /// The maximum number of commands to send.
    commands: usize,
}

/// The troops of a command on the map, reserves included.
struct CommandTroops {
    command: CommandIndex,
    middle: GroundPoint,
    pieces: usize,
    spent: usize,
    /// The number of pieces that can attack.
    strikers: usize,
    /// The distance from the middle of the troops to the nearest enemy.
    from_enemy: GroundLength,
}

impl CommandTroops {
    fn of(view: &View<'_>, command: CommandIndex, enemies: &[Sighting<'_>]) -> Option<Self> {
        let pieces: Vec<PieceIndex> =
            view.pieces_of(command).filter(|&piece| is_present(view, piece)).collect();
        let places: Vec<GroundPoint> =
            pieces.iter().filter_map(|&piece| Some(view.block(piece)?.centre())).collect();
        let middle = staff::middle_of(&places)?;
        let spent = pieces.iter().filter(|&&piece| view.is_spent(piece)).count();
        let from_enemy = staff::nearest(middle, enemies);
        let attacks = |&&piece: &&PieceIndex| view.arm(piece).is_some_and(|arm| arm.rules.attacks);
        let strikers = pieces.iter().filter(attacks).count();
        Some(Self { command, middle, pieces: pieces.len(), spent, strikers, from_enemy })
    }

    /// Whether at least half of the pieces are Spent.
    const fn is_worn(&self) -> bool {
        2 * self.spent >= self.pieces
    }
}

/// Whether a piece is on the map, even in reserve.
fn is_present(view: &View<'_>, piece: PieceIndex) -> bool {
    view.is_on_map(piece) || view.is_in_reserve(piece)
}

impl TurnPlan {
    /// Whether the plan was made for the current turn.
    pub fn is_current(&self, view: &View<'_>) -> bool {
        self.turn == (view.day_and_turn(), view.is_night())
    }

    /// The mission of a command, if it has troops on the map.
    pub fn mission(&self, command: CommandIndex) -> Option<Mission> {
        self.missions.iter().find(|(other, _)| *other == command).map(|(_, mission)| *mission)
    }

    /// Makes the plan of a turn. A command with a mission tends to keep it.
    pub fn new(view: &View<'_>, enemies: &[Sighting<'_>], last: Option<&Self>) -> Self {
        let commands = view.commands();
        let mut bodies: Vec<CommandTroops> =
            commands.filter_map(|(command, _)| CommandTroops::of(view, command, enemies)).collect();
        let mut purposes = purposes(view, enemies);
        let mut missions = Vec::new();
        let last = |command| last.and_then(|last| last.mission(command));
        let waited = |command| last(command).is_some_and(|last| last.task == Task::Wait);
        if let Some((index, mission)) = reserve(&bodies, view.home(view.side()), waited) {
            missions.push((bodies.swap_remove(index).command, mission));
        }
        // The best match comes first, until every command has a mission.
        let turns = i32::from(view.turns_left()) + 1;
        let reach = view.ruleset().distances.foot_third * 3 * turns;
        // Distances from each command to each goal, which every round of matching reads.
        let goals = || purposes.iter().map(|purpose| purpose.mission.goal);
        let ways_of = |body: &CommandTroops| -> Vec<GroundLength> {
            goals().map(|goal| view.terrain().way_length(body.middle, goal)).collect()
        };
        let mut ways: Vec<Vec<GroundLength>> = bodies.iter().map(ways_of).collect();
        while let Some((_, body, purpose)) =
            best_match(&bodies, &purposes, reach, |body, purpose| ways[body][purpose], last)
        {
            missions.push((bodies.swap_remove(body).command, purposes[purpose].mission));
            ways.swap_remove(body);
            purposes[purpose].commands -= 1;
            if purposes[purpose].commands == 0 {
                purposes.remove(purpose);
                for ways in &mut ways {
                    ways.remove(purpose);
                }
            }
        }
        Self { turn: (view.day_and_turn(), view.is_night()), missions }
    }
}

/// The command held in reserve, with its mission; preferably a command that has already waited. It
/// waits behind the middle of the others, or takes over from the one that has suffered most.
fn reserve(
    bodies: &[CommandTroops],
    home: GroundPoint,
    waited: impl Fn(CommandIndex) -> bool,
) -> Option<(usize, Mission)> {
    if bodies.len() < MIN_COMMANDS {
        return None;
    }
    let fresh = bodies.iter().enumerate().filter(|(_, body)| body.spent == 0 && body.strikers > 1);
    let untouched = fresh.filter(|(_, body)| body.from_enemy >= RESERVE_ENEMY_DISTANCE);
    let (index, body) =
        untouched.max_by_key(|(index, body)| (waited(body.command), body.from_enemy, *index))?;
    let others = || bodies.iter().filter(|other| other.command != body.command);
    let worn = others().filter(|other| other.is_worn() && other.from_enemy < BREAKING_DISTANCE);
    if let Some(worn) = worn.max_by_key(|other| (other.spent, other.command)) {
        return Some((index, Mission { task: Task::Relieve, goal: worn.middle }));
    }
    let places: Vec<GroundPoint> = others().map(|other| other.middle).collect();
    let middle = staff::middle_of(&places)?;
    let goal = Facing::from_vector(home - middle)
        .map_or(middle, |way| middle + way.advance(RESERVE_DISTANCE));
    Some((index, Mission { task: Task::Wait, goal }))
}

/// The command and the purpose that suit each other best, if the goal can be reached before the
/// battle ends. `way` returns the distance between a command and a goal, by their indices.
fn best_match(
    bodies: &[CommandTroops],
    purposes: &[Purpose],
    reach: GroundLength,
    way: impl Fn(usize, usize) -> GroundLength,
    last: impl Fn(CommandIndex) -> Option<Mission>,
) -> Option<(i32, usize, usize)> {
    let pairs = bodies.iter().enumerate().flat_map(|(body, troops)| {
        let (last, way) = (last(troops.command), &way);
        purposes.iter().enumerate().filter_map(move |(index, purpose)| {
            let way = way(body, index);
            let goes_on = last.is_some_and(|last| last.is_similar_to(purpose.mission));
            let steady = if goes_on { STEADINESS_BONUS } else { 0 };
            (way <= reach).then(|| (purpose.worth - staff::metres(way) + steady, body, index))
        })
    });
    pairs.max()
}

fn purposes(view: &View<'_>, enemies: &[Sighting<'_>]) -> Vec<Purpose> {
    let own = crowd::friendly_troops(view);
    let crowd = crowd::enemy_troops(enemies);
    let mut purposes = Vec::new();
    let mut add = |task, goal, worth, commands| {
        purposes.push(Purpose { mission: Mission { task, goal }, worth, commands });
    };
    for train in enemies.iter().filter(|enemy| enemy.looks_like_train()) {
        add(Task::TakeTrain, train.shape.place(), TRAIN, 2);
    }
    for (piece, shape) in view.own().filter(|&(piece, _)| staff::is_train(view, piece)) {
        let place = shape.place();
        if let Some(enemy) = nearest(&crowd, place)
            && enemy.place.distance(place) < THREAT_DISTANCE
        {
            let worth = if view.is_unpacked(piece) { OWN_TRAIN } else { PACKED_TRAIN };
            add(Task::Guard, guard_position(place, enemy.place), worth, 1);
        }
    }
    // PB-31.1: without a clear line no piece rallies, and at the end no piece counts.
    let serves = view.own().any(|(piece, _)| view.is_unpacked(piece));
    if serves || view.turns_left() <= LATE_TURNS {
        for line in view.lines(view.side()).map(places_along) {
            let threat = line.iter().filter_map(|&place| {
                let enemy = nearest(&crowd, place)?.place;
                Some((enemy.distance(place), place, enemy))
            });
            if let Some((_, place, enemy)) =
                threat.min().filter(|(way, ..)| *way < LINE_THREAT_DISTANCE)
            {
                add(Task::Guard, guard_position(place, enemy), LINE, 1);
            }
        }
    }
    for objective in view.objectives() {
        let worth = POINT * objective.points as i32;
        if !objective.is_held {
            add(Task::TakeGround, objective.place, worth, 1);
        } else if let Some(enemy) = nearest(&crowd, objective.place)
            && enemy.place.distance(objective.place) < THREAT_DISTANCE
        {
            add(Task::Guard, guard_position(objective.place, enemy.place), worth, 1);
        }
    }
    // PB-31.4: pieces out of supply at the end count as destroyed.
    let lines: Vec<Vec<GroundPoint>> = view.lines(view.side().enemy()).map(places_along).collect();
    if view.turns_left() <= LATE_TURNS {
        for line in &lines {
            let clear = line.iter().filter(|&&place| {
                nearest(&crowd, place)
                    .is_none_or(|enemy| enemy.place.distance(place) > ENGAGEMENT_DISTANCE)
            });
            let home = view.home(view.side());
            if let Some(&goal) = clear.min_by_key(|place| place.distance(home)) {
                add(Task::CutLine, goal, LINE, 1);
            }
        }
    }
    for enemy in &crowd {
        let strength = |crowd: &[Bystander], within: GroundLength| {
            let near = crowd.iter().filter(|other| other.place.distance(enemy.place) <= within);
            near.map(|other| 1 + i32::from(other.is_fresh)).sum::<i32>()
        };
        let odds = strength(&own, HELP_DISTANCE) - strength(&crowd, ENEMY_HELP_DISTANCE);
        let vitals = lines.iter().flatten().min_by_key(|place| place.distance_squared(enemy.place));
        let to_vitals =
            vitals.map_or(0, |place| staff::metres(place.distance(enemy.place))).min(4_000);
        let worth = ENEMY + ODDS * odds.clamp(-10, 10) - to_vitals / 10;
        add(Task::Break, enemy.place, worth, 3);
    }
    purposes
}

/// The position of a guard.
fn guard_position(place: GroundPoint, enemy: GroundPoint) -> GroundPoint {
    let way = Facing::from_vector(enemy - place);
    way.map_or(place, |way| place + way.advance(GUARD_DISTANCE.min(place.distance(enemy) / 2)))
}

/// Places along a line at regular intervals.
fn places_along(line: &[GroundPoint]) -> Vec<GroundPoint> {
    let mut places: Vec<GroundPoint> = Vec::new();
    for run in line.windows(2) {
        let (length, way) = (run[0].distance(run[1]), Facing::from_vector(run[1] - run[0]));
        let mut along = GroundLength::ZERO;
        while let Some(way) = way.filter(|_| along < length) {
            places.push(run[0] + way.advance(along));
            along += LINE_STEP;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: GroundPoint = GroundPoint::from_metres(4_000, 0);

    /// Three pieces around (4000, y) that can attack, `spent` of them Spent.
    fn body(command: u16, y: i32, from_enemy: i32, spent: usize) -> CommandTroops {
        CommandTroops {
            command: CommandIndex(command),
            middle: GroundPoint::from_metres(4_000, y),
            pieces: 3,
            spent,
            strikers: 3,
            from_enemy: GroundLength::from_metres(from_enemy),
        }
    }

    fn line(spent: usize) -> Vec<CommandTroops> {
        vec![body(0, 4_000, 1_000, 0), body(1, 5_000, 900, spent), body(2, 4_500, 800, 0)]
    }

    #[test]
    fn small_army_has_no_reserve() {
        let bodies = [body(0, 4_000, 1_000, 0), body(1, 5_000, 900, 0), body(2, 1_000, 5_000, 0)];
        assert_eq!(reserve(&bodies, HOME, |_| false), None);
    }

    #[test]
    fn furthest_command_waits_behind_the_others() {
        let mut bodies = line(0);
        bodies.push(body(3, 1_000, 5_000, 0));
        let goal = GroundPoint::from_metres(4_000, 4_500 - 1_200);
        assert_eq!(
            reserve(&bodies, HOME, |_| false),
            Some((3, Mission { task: Task::Wait, goal }))
        );
        // A command that is near the enemy, has a Spent piece or consists only of artillery cannot
        // be the reserve.
        for unfit in [
            body(3, 1_000, 1_900, 0),
            body(3, 1_000, 5_000, 1),
            CommandTroops { strikers: 0, ..body(3, 1_000, 5_000, 0) },
        ] {
            bodies[3] = unfit;
            assert_eq!(reserve(&bodies, HOME, |_| false), None);
        }
    }

    #[test]
    fn reserve_relieves_worn_command() {
        let mut bodies = line(2);
        bodies.push(body(3, 1_000, 5_000, 0));
        let goal = GroundPoint::from_metres(4_000, 5_000);
        assert_eq!(
            reserve(&bodies, HOME, |_| false),
            Some((3, Mission { task: Task::Relieve, goal }))
        );
        // The reserve waits until the enemy is close.
        bodies[1] = body(1, 5_000, 1_500, 2);
        let task = reserve(&bodies, HOME, |_| false).map(|(_, mission)| mission.task);
        assert_eq!(task, Some(Task::Wait));
    }

    #[test]
    fn waiting_command_keeps_waiting() {
        let mut bodies = line(0);
        bodies.extend([body(3, 1_000, 5_000, 0), body(4, 1_500, 4_000, 0)]);
        let who = |waited| {
            let waited = |command| waited == Some(command);
            reserve(&bodies, HOME, waited).map(|(index, _)| index)
        };
        assert_eq!([who(None), who(Some(CommandIndex(4)))], [Some(3), Some(4)]);
    }

    /// Between two goals of nearly equal worth, a command keeps its current one.
    #[test]
    fn command_keeps_its_goal() {
        let goals =
            [GroundPoint::from_metres(3_000, 6_000), GroundPoint::from_metres(6_000, 6_000)];
        let missions = goals.map(|goal| Mission { task: Task::Break, goal });
        let purposes = missions.map(|mission| Purpose { mission, worth: 1_000, commands: 1 });
        let reach = GroundLength::from_metres(9_000);
        let body = body(0, 4_000, 1_000, 0);
        let way = |_, purpose: usize| body.middle.distance(goals[purpose]);
        let chosen =
            |last| best_match(std::slice::from_ref(&body), &purposes, reach, way, |_| last);
        assert_eq!(chosen(None).map(|(.., purpose)| purpose), Some(0));
        assert_eq!(chosen(Some(missions[1])).map(|(.., purpose)| purpose), Some(1));
        let elsewhere = Mission { task: Task::Guard, ..missions[1] };
        assert_eq!(chosen(Some(elsewhere)).map(|(.., purpose)| purpose), Some(0));
    }
}
