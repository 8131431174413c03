//! A bot that fights a battle: troops go for the enemy in order, attack at good odds, rally at the
//! trains, and leave fights they are losing. Its temper makes it aggressive or cautious.

use sandtable_pack::{Facing, GroundLength, GroundPoint, Status};
use sandtable_terrain::Shape;

use super::odds::{self, Party};
use super::{Bot, gunnery, marching, reserves, supporting};
use crate::action::{Action, Leg, March, Question};
use crate::dice::RandomStream;
use crate::roster::{CommandIndex, PieceIndex, Role};
use crate::sighting::Sighting;
use crate::view::View;

/// Commands within this distance of the enemy are engaged and leave the roads.
const NEAR: GroundLength = GroundLength::from_metres(2_000);
/// Troops that do not attack stop at this distance, outside fields of fire.
const STAND_OFF: GroundLength = GroundLength::from_metres(850);
/// No enemy may be nearer to a train that unpacks.
const SAFE: GroundLength = GroundLength::from_metres(1_600);
/// Guns that do not reach anybody come up to this distance before they look for a better place.
const GUN_LINE: GroundLength = GroundLength::from_metres(1_400);
/// Nobody is bombarded from farther, from centre to centre.
const GUN_RANGE: GroundLength = GroundLength::from_metres(3_000);
/// A spent piece leaves its place to a fresh Support at these prospects or worse, in thousandths.
const RELIEVED_AT: i32 = 1_000;
/// An HQ stays this far behind the middle of its troops.
const BEHIND: GroundLength = GroundLength::from_metres(450);

/// Plays by common sense and one temper.
#[derive(Clone, Copy, Debug)]
pub struct General {
    name: &'static str,
    /// Attacks at these prospects or better, in thousandths.
    attacks_at: i32,
    /// Leaves a fight at these prospects or worse, in thousandths.
    leaves_at: i32,
    /// Goes to the enemy, or waits for him.
    seeks: Posture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Posture {
    Advances,
    Waits,
}

impl General {
    /// Goes for the enemy.
    pub const fn aggressive() -> Self {
        Self { name: "aggressive", attacks_at: 900, leaves_at: 450, seeks: Posture::Advances }
    }

    /// Holds its ground and attacks at good odds only.
    pub const fn cautious() -> Self {
        Self { name: "cautious", attacks_at: 1_450, leaves_at: 700, seeks: Posture::Waits }
    }
}

impl Bot for General {
    fn name(&self) -> &'static str {
        self.name
    }

    fn decide(&mut self, view: &View<'_>, question: Question, chance: &mut RandomStream) -> Action {
        match question {
            Question::Alter => self.alter(view, chance),
            Question::Activation(command) => self.activation(view, command),
            Question::ChooseCombat | Question::Target(_) => {
                view.proposals().first().cloned().unwrap_or(Action::Stay)
            }
            Question::StayOrRetire(piece) => self.stay_or_retire(view, piece),
            Question::TakePlace(piece) => supporting::take_place(view, piece, self.leaves_at),
            Question::RetreatWay(piece) => retreat_way(view, piece),
            Question::Nightfall => Action::HoldField,
            Question::Recovery => recover(view),
        }
    }
}

impl General {
    /// Hurries a command that has the enemy before it; holds back one that has nothing to do.
    fn alter(&self, view: &View<'_>, chance: &mut RandomStream) -> Action {
        // At night there is nothing to be first for.
        if view.is_night() || chance.below(3) > 0 {
            return Action::Pass;
        }
        let useful = view.proposals().into_iter().find(|action| match action {
            Action::Jump { chit, .. } => {
                self.seeks == Posture::Advances && engaged(view, *chit) >= 2
            }
            Action::Delay { chit, .. } => engaged(view, *chit) == 0,
            _ => false,
        });
        useful.unwrap_or(Action::Pass)
    }

    fn activation(&self, view: &View<'_>, command: CommandIndex) -> Action {
        let Some(card) = view.command(command) else { return Action::EndActivation };
        let enemies: Vec<Sighting<'_>> = view.enemies().collect();
        if view.headquarters_may_move() {
            if self.seeks == Posture::Advances
                && let Some(action) = reserves::bring_up(view, command, card.headquarters, &enemies)
            {
                return action;
            }
            for leader in std::iter::once(card.headquarters).chain(view.commander()) {
                if let Some(action) = lead(view, command, leader, &enemies) {
                    return action;
                }
            }
        }
        let free = |piece: &PieceIndex| !view.has_acted(*piece) && view.is_at_hand(*piece);
        // The train first, so that troops can rally at it in the same activation (PB-20.4).
        // PB-A23: those of the army go with the first chit that comes.
        let is_train = |piece: &PieceIndex| view.role(*piece) == Some(Role::Baggage);
        let of_army: Vec<PieceIndex> = view.without_chit().collect();
        let trains = card.baggage.iter().chain(of_army.iter().filter(|piece| is_train(piece)));
        for train in trains.copied().filter(free) {
            if let Some(action) = train_action(view, command, train, &enemies) {
                return action;
            }
        }
        // Those nearest to the enemy first: they attack, and others fill in.
        let mut pieces: Vec<(GroundLength, PieceIndex)> = card
            .pieces
            .iter()
            .chain(of_army.iter().filter(|piece| !is_train(piece)))
            .copied()
            .filter(free)
            .filter_map(|piece| Some((nearest(view.block(piece)?.centre(), &enemies), piece)))
            .collect();
        pieces.sort_unstable();
        // Guns before the assault: they may open the way for it (PB-A45).
        for &(distance, piece) in &pieces {
            if distance < GUN_RANGE
                && let Some(action) = gunnery::bombard(view, piece, &enemies)
            {
                return action;
            }
        }
        for &(_, piece) in &pieces {
            if let Some(action) = self.attack(view, piece, &enemies) {
                return action;
            }
        }
        // Who does not attack himself moves up behind those who do.
        for &(_, piece) in &pieces {
            if let Some(action) = supporting::move_up(view, piece) {
                return action;
            }
        }
        for &(distance, piece) in &pieces {
            if let Some(action) = self.piece_action(view, piece, distance, &enemies) {
                return action;
            }
        }
        view.obligation().unwrap_or(Action::EndActivation)
    }

    /// The best attack of a piece, if it is good enough.
    fn attack(
        &self,
        view: &View<'_>,
        piece: PieceIndex,
        enemies: &[Sighting<'_>],
    ) -> Option<Action> {
        let arm = view.arm(piece)?;
        if view.is_night()
            || !arm.rules.attacks
            || !view.touching(piece).is_empty()
            || !view.is_in_command(piece)
            || view.supports_in_contact(piece)
        {
            return None;
        }
        let block = view.block(piece)?;
        let reach = view.third(piece) * 3;
        let status = if view.is_spent(piece) { Status::Spent } else { Status::Fresh };
        let own = Party { kind: arm.kind, quality: arm.quality, status, modifier: 0 };
        let mut ideas: Vec<(i32, March)> = Vec::new();
        for enemy in enemies {
            let distance = block.centre().distance(enemy.shape.place());
            if distance > reach + block.length() {
                continue;
            }
            for march in view.approaches(piece, enemy.piece) {
                let worth = self.worth(view, &march, own, enemy, enemies);
                // Near enemies before far ones of the same worth.
                if let Some(worth) = worth {
                    ideas.push((worth - distance.centimetres() / 2_000, march));
                }
            }
        }
        ideas.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        ideas
            .into_iter()
            .map(|(_, march)| Action::March(march))
            .find(|action| view.judge(action).is_ok())
    }

    /// What an attack promises, in thousandths; none when it is not good enough.
    fn worth(
        &self,
        view: &View<'_>,
        march: &March,
        own: Party,
        enemy: &Sighting<'_>,
        enemies: &[Sighting<'_>],
    ) -> Option<i32> {
        // PB-29.4: a train is the battle.
        if enemy.looks_like_train() {
            return Some(20_000);
        }
        let defender = Party::sighted(enemy)?;
        let (cover, flank) = match enemy.shape {
            Shape::Block(block) => {
                let to = march.legs.iter().rev().find_map(|leg| match leg {
                    Leg::To(to) => Some(*to),
                    _ => None,
                });
                let cover = view.shelters(block, to.unwrap_or(block.centre()));
                (cover, to.is_some_and(|to| block.is_behind_front(to)))
            }
            Shape::Strip(_) => (false, true),
        };
        let (ours, theirs) = odds::modifiers(cover, flank);
        let attacker = Party { modifier: ours, ..own };
        let mut prospects = odds::prospects(attacker, Party { modifier: theirs, ..defender });
        // Several against one.
        prospects += 700 * view.attackers_of(enemy.piece) as i32;
        // Another will step into his place.
        if supporting::has_second(enemy, enemies) {
            prospects -= prospects / 4;
        }
        (prospects >= self.attacks_at).then_some(prospects)
    }

    fn piece_action(
        &self,
        view: &View<'_>,
        piece: PieceIndex,
        distance: GroundLength,
        enemies: &[Sighting<'_>],
    ) -> Option<Action> {
        let touching = view.touching(piece);
        if let Some(&enemy) = touching.first() {
            return in_contact(view, piece, enemy);
        }
        let rally = Action::Rally { piece, facing: None };
        if view.is_spent(piece) && view.judge(&rally).is_ok() {
            return Some(rally);
        }
        if view.is_on_map(piece) && !view.may_stay(piece) {
            return view.way_out(piece);
        }
        if supporting::holds_behind(view, piece) || reserves::holds_back(view, piece, distance) {
            return None;
        }
        let block = view.block(piece)?;
        if view.is_spent(piece)
            && !view.is_in_reserve(piece)
            && let Some(place) = rally_place(view, piece)
        {
            return marching::toward(view, piece, place, distance < NEAR);
        }
        if distance < NEAR
            && let Some(action) = supporting::behind_guns(view, piece)
        {
            return Some(action);
        }
        let target = enemies
            .iter()
            .filter(|enemy| !enemy.is_headquarters())
            .min_by_key(|enemy| (block.centre().distance(enemy.shape.place()), enemy.piece))?;
        let place = target.shape.place();
        let toward = Facing::of(place - block.centre())?;
        if view.column(piece).is_some() && distance < NEAR {
            return marching::across_country(view, piece, &block, place)
                .or_else(|| marching::deploy(view, piece, toward));
        }
        if self.seeks == Posture::Waits && view.is_in_reserve(piece) {
            return reserves::form_up(view, piece, toward);
        }
        let waits = self.seeks == Posture::Waits && view.is_on_map(piece) && distance < NEAR * 2;
        if distance <= STAND_OFF + block.length() / 2 || waits {
            return reserves::form_up(view, piece, toward)
                .or_else(|| face_about(view, piece, toward));
        }
        // It stops short of the enemy's fire; guns that come up stop where they can fire from.
        let guns = view.arm(piece).is_some_and(|arm| arm.rules.bombards);
        let stop = if guns && distance > GUN_LINE * 5 / 4 { GUN_LINE } else { STAND_OFF };
        let go = block.centre().distance(place) - stop;
        let goal = block.centre() + toward.advance(go);
        marching::toward(view, piece, goal, distance < NEAR)
            .or_else(|| reserves::form_up(view, piece, toward))
    }

    fn stay_or_retire(&self, view: &View<'_>, piece: PieceIndex) -> Action {
        let Some(block) = view.block(piece) else {
            return Action::Stay;
        };
        let prospects = supporting::prospects_at(view, piece, &block, &view.touching(piece));
        // A fresh piece behind a spent one takes the fight over.
        let relieved = view.is_spent(piece)
            && view.support_of(piece).is_some_and(|support| !view.is_spent(support));
        let leaves_at = if relieved { self.leaves_at.max(RELIEVED_AT) } else { self.leaves_at };
        if prospects <= leaves_at { Action::Retire } else { Action::Stay }
    }
}

/// The most valuable of those who may come back.
fn recover(view: &View<'_>) -> Action {
    let worth = |action: &Action| match action {
        Action::Recover(piece) => {
            view.arm(*piece).map_or(0, |arm| arm.rules.points.of(arm.quality))
        }
        _ => 0,
    };
    view.proposals().into_iter().max_by_key(worth).unwrap_or(Action::Stay)
}

/// Own pieces of a command that have an enemy within reach.
fn engaged(view: &View<'_>, command: CommandIndex) -> usize {
    let enemies: Vec<_> = view.enemies().collect();
    let pieces = view.pieces_of(command).iter();
    pieces
        .filter(|&&piece| view.is_on_map(piece))
        .filter_map(|&piece| view.block(piece))
        .filter(|block| nearest(block.centre(), &enemies) < NEAR)
        .count()
}

/// The distance to the nearest enemy that counts.
fn nearest(place: GroundPoint, enemies: &[Sighting<'_>]) -> GroundLength {
    enemies
        .iter()
        .filter(|enemy| enemy.may_be_troops())
        .map(|enemy| enemy.shape.place().distance(place))
        .min()
        .unwrap_or(GroundLength::from_metres(100_000))
}

/// Moves a headquarters up behind the middle of its troops.
fn lead(
    view: &View<'_>,
    command: CommandIndex,
    leader: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    if view.has_acted(leader) || !(view.is_on_map(leader) || view.is_due(leader)) {
        return None;
    }
    let pieces = view.pieces_of(command).iter();
    let places: Vec<GroundPoint> = pieces
        .filter(|&&piece| view.is_on_map(piece) || view.is_due(piece))
        .filter_map(|&piece| view.block(piece))
        .map(|block| block.centre())
        .collect();
    let middle = middle_of(&places)?;
    // The army commander goes where the fighting is.
    if view.commander() == Some(leader) && engaged(view, command) < 2 {
        return None;
    }
    let home = view.home(view.side());
    let enemy = enemies
        .iter()
        .min_by_key(|enemy| (enemy.shape.place().distance(middle), enemy.piece))
        .map_or(home, |enemy| enemy.shape.place());
    let back = Facing::of(middle - enemy)?;
    let block = view.block(leader)?;
    if !view.is_on_map(leader) {
        // The troops wait beside it at the entry: it goes first, part of the way to the enemy.
        let distance = block.centre().distance(enemy);
        let goal = enemy + back.advance(distance.min(NEAR));
        return marching::toward(view, leader, goal, false);
    }
    for behind in [BEHIND, BEHIND * 3 / 2, BEHIND / 2, BEHIND * 2] {
        for turn in [0, 300, -300, 600, -600] {
            let goal = middle + back.turned(turn).advance(behind);
            let way = Facing::of(goal - block.centre())?;
            let distance = block.centre().distance(goal);
            if distance < GroundLength::from_metres(250) {
                return None;
            }
            let mut before = GroundLength::ZERO;
            for part in [view.third(leader) * 3, view.third(leader) * 2] {
                let length = part.min(distance);
                if length == before {
                    break;
                }
                before = length;
                let to = block.centre() + way.advance(length);
                let action = Action::March(March::new(leader, vec![Leg::To(to)]));
                if view.judge(&action).is_ok() {
                    return Some(action);
                }
            }
        }
    }
    None
}

fn middle_of(places: &[GroundPoint]) -> Option<GroundPoint> {
    let count = places.len() as i64;
    if count == 0 {
        return None;
    }
    let mean = |part: fn(&GroundPoint) -> i32| {
        (places.iter().map(|place| i64::from(part(place))).sum::<i64>() / count) as i32
    };
    Some(GroundPoint::new(mean(|place| place.x), mean(|place| place.y)))
}

/// A train follows its troops at a distance and is unpacked when somebody needs it.
fn train_action(
    view: &View<'_>,
    command: CommandIndex,
    train: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    if view.is_unpacked(train) {
        return None;
    }
    let block = view.block(train)?;
    let danger = nearest(block.centre(), enemies);
    let range = view.ruleset().distances.mounted_third;
    let spent: Vec<GroundPoint> = view
        .pieces_of(command)
        .iter()
        .filter(|&&piece| view.is_on_map(piece) && view.is_spent(piece))
        .filter(|&&piece| view.arm(piece).is_some_and(|arm| arm.rules.rally_needs_baggage))
        .filter_map(|&piece| view.block(piece))
        .map(|block| block.centre())
        .collect();
    let in_range = spent.iter().filter(|place| place.distance(block.centre()) <= range * 2).count();
    if danger > SAFE && in_range >= 2 {
        // Out of reserve first.
        let wishes = [Action::Unpack(train), Action::Deploy(train)];
        if let Some(action) = wishes.into_iter().find(|wish| view.judge(wish).is_ok()) {
            return Some(action);
        }
    }
    if view.is_in_reserve(train) {
        return None;
    }
    if view.is_on_map(train) && danger < SAFE {
        let away = view.home(view.side());
        return marching::toward(view, train, away, true);
    }
    // Up behind the troops, but no nearer to the enemy than is safe.
    let pieces = view.pieces_of(command).iter().filter(|&&piece| view.is_on_map(piece));
    let places: Vec<GroundPoint> =
        pieces.filter_map(|&piece| view.block(piece)).map(|block| block.centre()).collect();
    let middle = match middle_of(&places) {
        Some(middle) => middle,
        None if view.is_due(train) => view.home(view.side().enemy()),
        None => return None,
    };
    let distance = block.centre().distance(middle);
    if view.is_on_map(train) && (distance < SAFE * 3 / 2 || danger < SAFE * 2) {
        return None;
    }
    let way = Facing::of(middle - block.centre())?;
    let goal = block.centre() + way.advance(distance - SAFE.min(distance / 2));
    marching::toward(view, train, goal, false)
}

/// In contact a piece turns to an enemy that has it by the flank, and otherwise stays.
fn in_contact(view: &View<'_>, piece: PieceIndex, enemy: PieceIndex) -> Option<Action> {
    let block = view.block(piece)?;
    let place = view.shape(enemy)?.place();
    if !block.is_behind_front(place) || view.touching(piece).len() > 1 {
        return None;
    }
    let face = Action::Face { piece, enemy };
    view.judge(&face).is_ok().then_some(face)
}

/// Where a Spent piece goes to rally: the nearest own train, unpacked before packed.
fn rally_place(view: &View<'_>, piece: PieceIndex) -> Option<GroundPoint> {
    let arm = view.arm(piece)?;
    if !arm.rules.rally_needs_baggage {
        return None;
    }
    let block = view.block(piece)?;
    let range = view.ruleset().distances.mounted_third;
    let (_, distance, place) = view
        .own()
        .filter(|&(train, _)| view.role(train) == Some(Role::Baggage))
        .map(|(train, shape)| {
            let distance = shape.place().distance(block.centre());
            (!view.is_unpacked(train), distance, shape.place())
        })
        .min()?;
    (distance > range).then_some(place)
}

/// Turns to the enemy, when he is not before the front.
fn face_about(view: &View<'_>, piece: PieceIndex, toward: Facing) -> Option<Action> {
    let block = view.block(piece)?;
    if view.column(piece).is_some() {
        return marching::deploy(view, piece, toward);
    }
    if block.facing().turn_to(toward).abs() < 340 {
        return None;
    }
    let action = Action::March(March::new(piece, vec![Leg::Face(toward)]));
    view.judge(&action).is_ok().then_some(action)
}

/// The straightest way back that does not end under fire.
fn retreat_way(view: &View<'_>, piece: PieceIndex) -> Action {
    let block = view.block(piece);
    let length = view.third(piece);
    let is_safe = |way: &Facing| {
        block.is_some_and(|block| {
            let end = block.turned_to(*way).moved_to(block.centre() + way.advance(length));
            !view.is_under_fire(&end)
        })
    };
    // Safe ones within 45° of straight back; failing these, the straightest.
    let safe = view.retreats().take(9).find(is_safe).or_else(|| view.retreats().next());
    safe.map_or(Action::Stay, Action::RetreatToward)
}
