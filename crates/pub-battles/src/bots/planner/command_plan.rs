//! The idea of a battle: what each command is for, thought over once a turn. Enemy trains, his lines
//! of communication and ground that is worth points are gone for; own trains and ground are guarded;
//! the command that is farthest from the enemy is held in reserve until another is worn down; who has
//! none of these goes where the enemy is weakest for the strength at hand.

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use super::crowd;
use super::crowd::{Bystander, nearest};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::bots::staff;
use crate::bots::staff::NEAR;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Enemies so near to a train are a danger to it.
const THREATENS: GroundLength = GroundLength::from_metres(2_600);
/// Enemies so near to a line are about to cut it.
const ON_LINE: GroundLength = GroundLength::from_metres(1_300);
/// A guard stands so far before what it guards.
const BEFORE: GroundLength = GroundLength::from_metres(600);
/// Own troops so near to an enemy may help against it this turn.
const HELPS: GroundLength = GroundLength::from_metres(2_500);
/// Enemies so near to another help him.
const BESIDE: GroundLength = GroundLength::from_metres(1_200);
/// What things are worth, in metres of way: an enemy train,
const TRAIN: i32 = 8_000;
/// an own train that is unpacked, or packed, with the enemy before it,
const OWN_TRAIN: i32 = 5_000;
const PACKED_TRAIN: i32 = 3_000;
/// ground, for each point that it gives,
const POINT: i32 = 1_500;
/// a line of communication when the battle is nearly over (PB-31.4),
const LINE: i32 = 2_500;
/// an enemy piece at equal strength, and for each that the own troops near it are stronger.
const ENEMY: i32 = 1_000;
const ODDS: i32 = 100;
/// What it is worth, in metres of way, to go on with what a command has set out for: goals so near to
/// each other are the same.
const STEADY: i32 = 1_500;
const SAME: GroundLength = GroundLength::from_metres(1_500);
/// With so many turns left lines of communication are gone for.
const LATE: u8 = 2;
/// A side with fewer commands on the field than this needs all of them.
const ARMY: usize = 4;
/// A command that has the enemy nearer is no reserve.
const UNTOUCHED: GroundLength = GroundLength::from_metres(2_000);
/// A command that is worn down is about to break with the enemy so near.
const PRESSED: GroundLength = GroundLength::from_metres(1_000);
/// The reserve stands so far behind the middle of the others.
const BEHIND: GroundLength = GroundLength::from_metres(1_200);
/// A line of communication is looked at in steps of this length.
const STEP: GroundLength = GroundLength::from_metres(400);

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Task {
    /// To take an enemy train (PB-29.4).
    TakeTrain,
    /// To take ground that is worth points.
    TakeGround,
    /// To stand on an enemy line of communication (PB-31.2).
    CutLine,
    /// To stand between the enemy and an own train, line or ground.
    Guard,
    /// To break the enemy where he is weak.
    Break,
    /// To stand behind the army until it is needed.
    Wait,
    /// To take over from a command that is worn down.
    Relieve,
}

/// What a command is to do this turn, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mission {
    pub task: Task,
    pub goal: GroundPoint,
}

impl Mission {
    /// Is it much the same as another?
    fn is_like(self, other: Self) -> bool {
        self.task == other.task && crowd::is_within(self.goal, other.goal, SAME)
    }
}

/// What all commands of a side are to do in a turn.
#[derive(Clone, Debug)]
pub(super) struct Design {
    of: ((u8, u8), bool),
    missions: Vec<(CommandIndex, Mission)>,
}

/// Something worth sending troops for.
#[derive(Clone, Copy, Debug)]
struct Purpose {
    mission: Mission,
    /// How many metres of way it is worth.
    worth: i32,
    /// So many commands at most.
    commands: usize,
}

/// The troops of a command that are on the field.
struct Body {
    command: CommandIndex,
    middle: GroundPoint,
    pieces: usize,
    spent: usize,
    /// Those that attack.
    strikers: usize,
    /// From the middle.
    from_enemy: GroundLength,
}

impl Body {
    fn of(view: &View<'_>, command: CommandIndex, enemies: &[Sighting<'_>]) -> Option<Self> {
        let pieces: Vec<PieceIndex> =
            view.pieces_of(command).filter(|&piece| is_there(view, piece)).collect();
        let places: Vec<GroundPoint> =
            pieces.iter().filter_map(|&piece| Some(view.block(piece)?.centre())).collect();
        let middle = staff::middle_of(&places)?;
        let spent = pieces.iter().filter(|&&piece| view.is_spent(piece)).count();
        let from_enemy = staff::nearest(middle, enemies);
        let attacks = |&&piece: &&PieceIndex| view.arm(piece).is_some_and(|arm| arm.rules.attacks);
        let strikers = pieces.iter().filter(attacks).count();
        Some(Self { command, middle, pieces: pieces.len(), spent, strikers, from_enemy })
    }

    /// Has half of it been shaken, or more?
    const fn is_worn(&self) -> bool {
        2 * self.spent >= self.pieces
    }
}

/// Is a piece on the map, if only in reserve?
fn is_there(view: &View<'_>, piece: PieceIndex) -> bool {
    view.is_on_map(piece) || view.is_in_reserve(piece)
}

impl Design {
    /// Is it what this turn wants?
    pub fn is_of(&self, view: &View<'_>) -> bool {
        self.of == (view.now(), view.is_night())
    }

    /// What a command is to do, if it has anybody on the field.
    pub fn mission(&self, command: CommandIndex) -> Option<Mission> {
        self.missions.iter().find(|(other, _)| *other == command).map(|(_, mission)| *mission)
    }

    /// Thinks a turn over; a command that has set out for something rather goes on.
    pub fn new(view: &View<'_>, enemies: &[Sighting<'_>], last: Option<&Self>) -> Self {
        let commands = view.commands();
        let mut bodies: Vec<Body> =
            commands.filter_map(|(command, _)| Body::of(view, command, enemies)).collect();
        let mut purposes = purposes(view, enemies);
        let mut missions = Vec::new();
        let last = |command| last.and_then(|last| last.mission(command));
        let waited = |command| last(command).is_some_and(|last| last.task == Task::Wait);
        if let Some((index, mission)) = reserve(&bodies, view.home(view.side()), waited) {
            missions.push((bodies.swap_remove(index).command, mission));
        }
        // The best match first, until everybody has something to do.
        let turns = i32::from(view.turns_left()) + 1;
        let reach = view.ruleset().distances.foot_third * 3 * turns;
        // From each command to each goal: asked again as long as somebody has nothing to do.
        let goals = || purposes.iter().map(|purpose| purpose.mission.goal);
        let ways_of = |body: &Body| -> Vec<GroundLength> {
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
        Self { of: (view.now(), view.is_night()), missions }
    }
}

/// The command that is held in reserve, rather the one that has waited, and what it does: it waits behind the middle of the others, or
/// takes over from the one that has suffered most.
fn reserve(
    bodies: &[Body],
    home: GroundPoint,
    waited: impl Fn(CommandIndex) -> bool,
) -> Option<(usize, Mission)> {
    if bodies.len() < ARMY {
        return None;
    }
    let fresh = bodies.iter().enumerate().filter(|(_, body)| body.spent == 0 && body.strikers > 1);
    let untouched = fresh.filter(|(_, body)| body.from_enemy >= UNTOUCHED);
    let (index, body) =
        untouched.max_by_key(|(index, body)| (waited(body.command), body.from_enemy, *index))?;
    let others = || bodies.iter().filter(|other| other.command != body.command);
    let worn = others().filter(|other| other.is_worn() && other.from_enemy < PRESSED);
    if let Some(worn) = worn.max_by_key(|other| (other.spent, other.command)) {
        return Some((index, Mission { task: Task::Relieve, goal: worn.middle }));
    }
    let places: Vec<GroundPoint> = others().map(|other| other.middle).collect();
    let middle = staff::middle_of(&places)?;
    let goal = Facing::of(home - middle).map_or(middle, |way| middle + way.advance(BEHIND));
    Some((index, Mission { task: Task::Wait, goal }))
}

/// The command and the purpose that suit each other best, of those that can be reached before the battle
/// is over; `way` is how far it is from one to the other, by their numbers.
fn best_match(
    bodies: &[Body],
    purposes: &[Purpose],
    reach: GroundLength,
    way: impl Fn(usize, usize) -> GroundLength,
    last: impl Fn(CommandIndex) -> Option<Mission>,
) -> Option<(i32, usize, usize)> {
    let pairs = bodies.iter().enumerate().flat_map(|(body, troops)| {
        let (last, way) = (last(troops.command), &way);
        purposes.iter().enumerate().filter_map(move |(index, purpose)| {
            let way = way(body, index);
            let goes_on = last.is_some_and(|last| last.is_like(purpose.mission));
            let steady = if goes_on { STEADY } else { 0 };
            (way <= reach).then(|| (purpose.worth - staff::metres(way) + steady, body, index))
        })
    });
    pairs.max()
}

fn purposes(view: &View<'_>, enemies: &[Sighting<'_>]) -> Vec<Purpose> {
    let own = crowd::own(view);
    let crowd = crowd::enemy(enemies);
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
            && enemy.place.distance(place) < THREATENS
        {
            let worth = if view.is_unpacked(piece) { OWN_TRAIN } else { PACKED_TRAIN };
            add(Task::Guard, before(place, enemy.place), worth, 1);
        }
    }
    // PB-31.1: without a clear line nobody rallies, and at the end nobody counts.
    let serves = view.own().any(|(piece, _)| view.is_unpacked(piece));
    if serves || view.turns_left() <= LATE {
        for line in view.lines(view.side()).map(places_along) {
            let threat = line.iter().filter_map(|&place| {
                let enemy = nearest(&crowd, place)?.place;
                Some((enemy.distance(place), place, enemy))
            });
            if let Some((_, place, enemy)) = threat.min().filter(|(way, ..)| *way < ON_LINE) {
                add(Task::Guard, before(place, enemy), LINE, 1);
            }
        }
    }
    for objective in view.objectives() {
        let worth = POINT * objective.points as i32;
        if !objective.is_held {
            add(Task::TakeGround, objective.place, worth, 1);
        } else if let Some(enemy) = nearest(&crowd, objective.place)
            && enemy.place.distance(objective.place) < THREATENS
        {
            add(Task::Guard, before(objective.place, enemy.place), worth, 1);
        }
    }
    // PB-31.4: who is cut off at the end counts as destroyed.
    let lines: Vec<Vec<GroundPoint>> = view.lines(view.side().enemy()).map(places_along).collect();
    if view.turns_left() <= LATE {
        for line in &lines {
            let clear = line.iter().filter(|&&place| {
                nearest(&crowd, place).is_none_or(|enemy| enemy.place.distance(place) > NEAR)
            });
            let homes = view.home(view.side());
            if let Some(&goal) = clear.min_by_key(|place| place.distance(homes)) {
                add(Task::CutLine, goal, LINE, 1);
            }
        }
    }
    for enemy in &crowd {
        let strength = |crowd: &[Bystander], within: GroundLength| {
            let near = crowd.iter().filter(|other| other.place.distance(enemy.place) <= within);
            near.map(|other| 1 + i32::from(other.is_fresh)).sum::<i32>()
        };
        let odds = strength(&own, HELPS) - strength(&crowd, BESIDE);
        let vitals = lines.iter().flatten().min_by_key(|place| place.distance_squared(enemy.place));
        let to_vitals =
            vitals.map_or(0, |place| staff::metres(place.distance(enemy.place))).min(4_000);
        let worth = ENEMY + ODDS * odds.clamp(-10, 10) - to_vitals / 10;
        add(Task::Break, enemy.place, worth, 3);
    }
    purposes
}

/// Where a guard stands.
fn before(place: GroundPoint, enemy: GroundPoint) -> GroundPoint {
    let way = Facing::of(enemy - place);
    way.map_or(place, |way| place + way.advance(BEFORE.min(place.distance(enemy) / 2)))
}

/// Places along a line, a step apart.
fn places_along(line: &[GroundPoint]) -> Vec<GroundPoint> {
    let mut places: Vec<GroundPoint> = Vec::new();
    for run in line.windows(2) {
        let (length, way) = (run[0].distance(run[1]), Facing::of(run[1] - run[0]));
        let mut along = GroundLength::ZERO;
        while let Some(way) = way.filter(|_| along < length) {
            places.push(run[0] + way.advance(along));
            along += STEP;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: GroundPoint = GroundPoint::from_metres(4_000, 0);

    /// Three pieces that attack at (4000, y), so many of them Spent.
    fn body(command: u16, y: i32, from_enemy: i32, spent: usize) -> Body {
        Body {
            command: CommandIndex(command),
            middle: GroundPoint::from_metres(4_000, y),
            pieces: 3,
            spent,
            strikers: 3,
            from_enemy: GroundLength::from_metres(from_enemy),
        }
    }

    fn line(spent: usize) -> Vec<Body> {
        vec![body(0, 4_000, 1_000, 0), body(1, 5_000, 900, spent), body(2, 4_500, 800, 0)]
    }

    #[test]
    fn a_small_army_keeps_nobody_back() {
        let bodies = [body(0, 4_000, 1_000, 0), body(1, 5_000, 900, 0), body(2, 1_000, 5_000, 0)];
        assert_eq!(reserve(&bodies, HOME, |_| false), None);
    }

    #[test]
    fn the_command_that_is_farthest_from_the_enemy_waits_behind_the_others() {
        let mut bodies = line(0);
        bodies.push(body(3, 1_000, 5_000, 0));
        let goal = GroundPoint::from_metres(4_000, 4_500 - 1_200);
        assert_eq!(
            reserve(&bodies, HOME, |_| false),
            Some((3, Mission { task: Task::Wait, goal }))
        );
        // Who has the enemy before it, has lost order or has guns only is no reserve.
        for unfit in [
            body(3, 1_000, 1_900, 0),
            body(3, 1_000, 5_000, 1),
            Body { strikers: 0, ..body(3, 1_000, 5_000, 0) },
        ] {
            bodies[3] = unfit;
            assert_eq!(reserve(&bodies, HOME, |_| false), None);
        }
    }

    #[test]
    fn the_reserve_takes_over_from_the_command_that_is_worn_down() {
        let mut bodies = line(2);
        bodies.push(body(3, 1_000, 5_000, 0));
        let goal = GroundPoint::from_metres(4_000, 5_000);
        assert_eq!(
            reserve(&bodies, HOME, |_| false),
            Some((3, Mission { task: Task::Relieve, goal }))
        );
        // Before the enemy comes near it waits.
        bodies[1] = body(1, 5_000, 1_500, 2);
        let task = reserve(&bodies, HOME, |_| false).map(|(_, mission)| mission.task);
        assert_eq!(task, Some(Task::Wait));
    }

    #[test]
    fn who_has_waited_goes_on_waiting() {
        let mut bodies = line(0);
        bodies.extend([body(3, 1_000, 5_000, 0), body(4, 1_500, 4_000, 0)]);
        let who = |waited| {
            let waited = |command| waited == Some(command);
            reserve(&bodies, HOME, waited).map(|(index, _)| index)
        };
        assert_eq!([who(None), who(Some(CommandIndex(4)))], [Some(3), Some(4)]);
    }

    /// Of two goals that are worth nearly the same the one that a command has set out for.
    #[test]
    fn a_command_goes_on_with_what_it_has_set_out_for() {
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
