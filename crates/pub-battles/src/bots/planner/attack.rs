//! A command's choice of attacks. It weighs every route of every piece to every enemy in reach,
//! alone and in combination.

use sandtable_pack::{Facing, Fight as Role, GroundLength, GroundPoint};
use sandtable_terrain::{Block, Shape};
use smallvec::SmallVec;

use super::contact;
use super::crowd;
use super::crowd::{Bystander, CrowdBehind};
use super::duel::{Fight, Party};
use super::fights;
use super::fights::Stakes;
use super::front::{Mates, PerMetre};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::bots::supporting;
use crate::game::action::{Action, March};
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The worth of capturing a train, which wins the battle (PB-29.4), in thousandths of a point.
const TRAIN_VALUE: i32 = 20_000;
/// The cost of any attack, because the attacker can then do nothing else, in thousandths of a
/// point.
const ATTACK_COST: i32 = 50;
/// The maximum number of pieces that attack one enemy.
const MAX_ATTACKERS: usize = 3;
/// The number of nearest enemies that a piece considers attacking; others are behind them.
const MAX_TARGETS: usize = 8;
/// The cost of an enemy that may attack the attacker's flank before the turn ends, in thousandths
/// of a point.
const EXPOSURE_COST: i32 = 400;
/// Enemies within this distance of an attacker may attack it; friends within it keep them busy.
const STRIKING_DISTANCE: GroundLength = GroundLength::from_metres(1_500);
/// The cost of each metre that an attacker strays from its command.
const STRAYING: PerMetre = PerMetre(3);
/// The route length that costs a thousandth of a point, in centimetres.
const ROUTE_COST_DIVISOR: i32 = 4_000;
/// With this many enemy chits in the cup, a counterattack is certain.
const CERTAIN_CHITS: i32 = 6;

/// One route of one piece to one enemy.
#[derive(Clone, Debug)]
struct Way {
    march: March,
    /// The fight that follows; `None` for a train, which does not fight.
    fight: Option<Fight>,
    /// The danger from nearby enemies plus the cost of the distance, in thousandths of a point.
    exposure: i32,
    /// The worth of attacking by this route without other pieces, in thousandths of a point.
    worth: i32,
}

/// A piece that may attack, at its current position.
struct Attacker {
    piece: PieceIndex,
    block: Block,
    /// The strength in a fight, without modifiers.
    own: Party,
    mates: Mates,
}

/// The troops of both sides, and the stakes.
struct Crowds {
    own: Vec<Bystander>,
    enemy: Vec<Bystander>,
    stakes: Stakes,
}

/// An enemy and the routes to it.
#[derive(Clone, Debug)]
struct Target {
    enemy: PieceIndex,
    /// Untried routes, in decreasing order of worth.
    ways: Vec<Way>,
    /// The best attack on the enemy, if one exists, with the number of pieces that attacked the
    /// enemy when it was computed.
    best: Option<(usize, Option<Assault>)>,
}

/// The attacks that a command may make.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Enemies with at least one route to them.
    targets: Vec<Target>,
    /// The next attackers and their targets, chosen together.
    chosen: Vec<(PieceIndex, PieceIndex)>,
}

impl Plan {
    /// All attacks that these pieces might make.
    pub fn new(
        view: &View<'_>,
        command: CommandIndex,
        pieces: &[PieceIndex],
        enemies: &[Sighting<'_>],
    ) -> Self {
        let crowds = Crowds {
            own: crowd::friendly_troops(view),
            enemy: crowd::enemy_troops(enemies),
            stakes: Stakes::of(view),
        };
        let none = |enemy: &Sighting<'_>| Target { enemy: enemy.piece, ways: vec![], best: None };
        let mut targets: Vec<Target> = enemies.iter().map(none).collect();
        for &piece in pieces {
            add_ways(&mut targets, view, command, piece, enemies, &crowds);
        }
        targets.retain(|target| !target.ways.is_empty());
        for target in &mut targets {
            target.ways.sort_by_key(|way| std::cmp::Reverse(way.worth));
        }
        Self { targets, chosen: Vec::new() }
    }

    /// The next attack that is legal and worth making.
    pub fn next(&mut self, view: &View<'_>) -> Option<Action> {
        loop {
            if self.chosen.is_empty() {
                let best = self.targets.iter_mut().filter_map(|target| target.best(view));
                let best = first_best(best).filter(|best| best.worth >= 0)?;
                self.chosen = best.attackers.iter().rev().copied().collect();
            }
            let (piece, enemy) = self.chosen.pop()?;
            let target = self.targets.iter_mut().find(|target| target.enemy == enemy)?;
            let action = target.remove_ways_of(piece).into_iter().find_map(|way| {
                let action = Action::March(way.march);
                let holds = |fight: Fight| {
                    let worth =
                        fight.with_spent_attacker().value() - fight.attacker.disorder_cost();
                    worth > way.exposure + ATTACK_COST
                };
                let is_good = view.is_legal(&action)
                    && (!view.loses_order(&action) || way.fight.is_none_or(holds));
                is_good.then_some(action)
            });
            if action.is_some() {
                for target in &mut self.targets {
                    target.remove_ways_of(piece);
                }
                return action;
            }
            // The remaining attacks have to be weighed again without this piece.
            self.chosen.clear();
        }
    }
}

impl Target {
    /// The best attack on the enemy.
    fn best(&mut self, view: &View<'_>) -> Option<&Assault> {
        let attackers = view.attackers_of(self.enemy);
        if self.best.as_ref().is_none_or(|(before, _)| *before != attackers) {
            let best = best_assault(&self.ways, self.enemy, attackers);
            self.best = Some((attackers, best));
        }
        self.best.as_ref().and_then(|(_, best)| best.as_ref())
    }

    /// Removes and returns the routes of a piece.
    fn remove_ways_of(&mut self, piece: PieceIndex) -> Vec<Way> {
        let removed: Vec<Way> = self.ways.extract_if(.., |way| way.march.piece == piece).collect();
        if !removed.is_empty() {
            self.best = None;
        }
        removed
    }
}

/// An attack by several pieces on one enemy.
#[derive(Clone, Debug)]
struct Assault {
    /// The worth, in thousandths of a point.
    worth: i32,
    /// The attackers with their targets, in order.
    attackers: Vec<(PieceIndex, PieceIndex)>,
}

/// The assault of the highest worth; among equals, the first.
fn first_best<'a>(assaults: impl Iterator<Item = &'a Assault>) -> Option<&'a Assault> {
    assaults.reduce(|best, other| if other.worth > best.worth { other } else { best })
}

/// The attack of the highest worth on an enemy that `attackers` pieces already attack. It uses as
/// many pieces as needed, each by its best route.
fn best_assault(ways: &[Way], target: PieceIndex, attackers: usize) -> Option<Assault> {
    let mut alone: Vec<&Way> = Vec::new();
    for way in ways {
        match alone.iter_mut().find(|other| other.march.piece == way.march.piece) {
            Some(other) if other.worth < way.worth => *other = way,
            Some(_) => {}
            None => alone.push(way),
        }
    }
    alone.sort_by_key(|way| std::cmp::Reverse((way.worth, way.march.piece)));
    let worth_of = |together: &[&Way]| match together[0].fight {
        None if together.len() == 1 => Some(together[0].worth),
        None => None,
        Some(fight) => {
            let others = together[1..].iter().filter_map(|way| way.fight);
            let others: u8 = others.map(|fight| fight.attacker.dice).sum();
            let value_with = |dice: u8| {
                let attacker = Party { dice, ..fight.attacker };
                if dice == 0 { 0 } else { Fight { attacker, ..fight }.value() }
            };
            // The baseline is the fight of the pieces that already attack the enemy.
            let already = fight.attacker.dice * attackers as u8;
            let gain = value_with(fight.attacker.dice + others + already) - value_with(already);
            let exposure: i32 = together.iter().map(|way| way.exposure).sum();
            Some(gain - exposure - ATTACK_COST * together.len() as i32)
        }
    };
    let assaults: Vec<Assault> = (1..=alone.len().min(MAX_ATTACKERS))
        .filter_map(|count| {
            let together = &alone[..count];
            let attackers = together.iter().map(|way| (way.march.piece, target)).collect();
            Some(Assault { worth: worth_of(together)?, attackers })
        })
        .collect();
    first_best(assaults.iter()).cloned()
}

/// Adds the routes of a piece to each enemy in reach.
fn add_ways(
    targets: &mut [Target],
    view: &View<'_>,
    command: CommandIndex,
    piece: PieceIndex,
    enemies: &[Sighting<'_>],
    crowds: &Crowds,
) {
    let can = view.arm(piece).is_some_and(|arm| arm.rules.attacks)
        && view.is_in_command(piece)
        && !view.supports_in_contact(piece);
    let Some(block) = view.block(piece).filter(|_| can) else { return };
    let Some(own) = fights::own_party(view, crowds.stakes, piece, 0) else { return };
    // PB-11.1: a piece that was attacked may disengage and attack another enemy.
    let touching = view.touching(piece);
    let escaped = if touching.is_empty() { 0 } else { contact::value_of_escape(view, piece) };
    let mates = Mates::of(view, command, piece);
    let attacker = Attacker { piece, block, own, mates };
    let away = |enemy: &Sighting<'_>| block.centre().distance(enemy.shape.place());
    let mut distances: SmallVec<[GroundLength; 64]> =
        enemies.iter().filter(|enemy| !enemy.is_headquarters()).map(away).collect();
    distances.sort_unstable();
    let nearest = distances.get(MAX_TARGETS - 1).copied();
    // Turns and terrain use up the rest of a move.
    let reach = view.third(piece) * 7 / 3 + block.length();
    let reach = nearest.map_or(reach, |nearest| nearest.min(reach));
    let retreat = view.ruleset().distances.foot_third;
    for (enemy, Target { ways, .. }) in enemies.iter().zip(targets) {
        let target = enemy.piece;
        let distance = away(enemy);
        if distance > reach || enemy.is_headquarters() || touching.contains(&target) {
            continue;
        }
        let marches = view.all_approaches(piece, target);
        if marches.is_empty() {
            continue;
        }
        let has_second = supporting::has_second(enemy, enemies);
        let foe = fights::enemy_party(view, crowds.stakes, enemy, 0);
        let rear = CrowdBehind::of(target, enemy.shape, retreat, &crowds.enemy);
        for march in marches {
            if enemy.looks_like_train() {
                ways.push(Way { march, fight: None, exposure: 0, worth: TRAIN_VALUE });
                continue;
            }
            let (Some(to), Some(foe)) = (march.goal(), foe) else { continue };
            let fight = fight(view, &attacker, to, (enemy, foe, &rear), has_second, crowds);
            // Near enemies come before distant ones.
            let exposure = exposure(view, crowds, piece, target, to)
                + attacker.mates.distance_cost(to, STRAYING)
                + distance.centimetres() / ROUTE_COST_DIVISOR
                - escaped;
            let worth = fight.value() - exposure;
            ways.push(Way { march, fight: Some(fight), exposure, worth });
        }
    }
}

/// The danger from enemies near a place to a piece that attacks there this turn, in thousandths of
/// a point. Counts only enemies that no friend keeps busy, weighted by the enemy chits in the cup.
fn exposure(
    view: &View<'_>,
    crowds: &Crowds,
    piece: PieceIndex,
    target: PieceIndex,
    at: GroundPoint,
) -> i32 {
    let fresh_near = |crowd: &[Bystander], but: PieceIndex| {
        let near = crowd.iter().filter(|other| other.is_fresh && other.piece != but);
        near.filter(|other| crowd::is_within(other.place, at, STRIKING_DISTANCE)).count() as i32
    };
    let chits = (view.chits_left(view.side().enemy()) as i32).min(CERTAIN_CHITS);
    let enemies = if chits > 0 { fresh_near(&crowds.enemy, target) } else { 0 };
    if enemies == 0 {
        return 0;
    }
    let excess = enemies - fresh_near(&crowds.own, piece);
    EXPOSURE_COST * excess.clamp(0, crowd::MAX_STRIKERS) * chits / CERTAIN_CHITS
}

/// The fight that follows when a piece attacks an enemy from a place.
fn fight(
    view: &View<'_>,
    attacker: &Attacker,
    to: GroundPoint,
    (enemy, foe, rear): (&Sighting<'_>, Party, &CrowdBehind<'_>),
    has_second: bool,
    crowds: &Crowds,
) -> Fight {
    let Attacker { piece, block, own, .. } = *attacker;
    let (cover, flank) = match enemy.shape {
        Shape::Block(block) => {
            let touching = view.attackers_of(enemy.piece) + 1;
            let is_flanked = view.is_flanked_from(block, Role::Defending, to, touching);
            (enemy.is_sheltered_from(to), is_flanked)
        }
        Shape::Strip(_) => (false, true),
    };
    let retreat = view.ruleset().distances.foot_third;
    let place = enemy.shape.place();
    // PB-23.5: a piece that attacks across a river is flanked in the first round, which usually
    // decides the fight.
    let river = view.terrain().river_between(to, place);
    let mut attacker = Party { modifier: fights::modifier(cover, flank, river), ..own };
    let mut defender = Party { modifier: fights::modifier(false, river, flank), ..foe };
    let defender_first = defender.is_trapped;
    defender.ground += rear.cost(to);
    let stands = block.moved_to(to);
    if let Some(facing) = Facing::from_vector(place - to) {
        let stands = Shape::from(stands.turned_to(facing));
        attacker.ground += CrowdBehind::of(piece, &stands, retreat, &crowds.own).cost(place);
    }
    if has_second {
        // Another piece takes the defender's place.
        defender.is_trapped = false;
        defender.ground -= defender.weight / 4;
    }
    Fight { attacker, defender, defender_first }
}
