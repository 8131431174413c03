//! PB-12: the attack: the right to attack, aligning with the enemy, and contact.

use crate::game::plan::Assault;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use std::cell::OnceCell;

use sandtable_pack::{Facing, Footprint, GroundLength, GroundPoint, PieceType, UNIT};
use sandtable_terrain::{Block, Face, Shape};
use smallvec::SmallVec;

use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::action::{Leg, March};
use crate::game::event::Happening;
use crate::movement::entry::Entrance;
use crate::movement::walk::OBLIQUE;
use crate::state::{Activation, Contact};
use sandtable_engine::{Refusal, refuse};

/// Distances from an enemy's edge at which a piece coming from another direction turns toward it.
const STAGING_DISTANCES: [GroundLength; 2] =
    [GroundLength::from_metres(250), GroundLength::from_metres(700)];

/// The maximum error in the final position, because alignment rounds to whole centimetres.
const ROUNDING: GroundLength = GroundLength::from_centimetres(5);

/// A margin much greater than any rounding error in the position against an edge.
const BEHIND: GroundLength = GroundLength::from_metres(20);

/// A possible attack move.
struct Approach {
    legs: SmallVec<[Leg; 4]>,
    /// The edge that the attack ends at, if known before it is judged.
    goal: Option<Face>,
}

/// An enemy's edges, with the attacker's end position at each, computed once.
struct Edges<'a> {
    game: &'a Game,
    piece: PieceIndex,
    target: PieceIndex,
    start: Block,
    enemy: Block,
    goals: [OnceCell<Block>; 4],
    crowded: [OnceCell<bool>; 4],
}

/// How a block and an enemy touch along more than half of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    /// In contact; the enemy may be the lead of the piece touched (PB-A110).
    Contact(PieceIndex),
    /// Without the front of either, which is no contact: flank to flank, for example.
    Aside,
}

impl Approach {
    fn march(self, piece: PieceIndex, target: PieceIndex) -> March {
        March { piece, legs: self.legs.into_vec(), attack: Some(target) }
    }
}

impl Game {
    /// PB-12: judges whether this piece may attack that enemy at all.
    pub(crate) fn judge_assault(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        target: PieceIndex,
    ) -> Result<(), Refusal> {
        if self.state.night {
            return refuse(PB_30_1, "a piece cannot attack at night");
        }
        match self.roster().piece(piece).role {
            Role::Combat(arm) if arm.rules.attacks => {}
            Role::Combat(arm) if arm.kind == PieceType::Artillery => {
                return refuse(PB_14_1, "artillery cannot attack");
            }
            _ => return refuse(PB_12_4, "only combat pieces can attack"),
        }
        let card = self.roster().piece(target);
        if card.side == self.roster().piece(piece).side {
            return refuse(PB_12_1, "only enemy pieces can be attacked");
        }
        if matches!(card.role, Role::Headquarters { .. }) {
            return refuse(PB_7_1, "a headquarters cannot be attacked");
        }
        if !self.can_be_attacked(target) {
            return refuse(PB_A84, "a packed train cannot be attacked");
        }
        if self.shape(target).is_none() {
            return refuse(PB_12_1, "the enemy is not on the map");
        }
        // PB-7.4, PB-12.2: an attacker must be in command at the start of its move. PB-7.8: only
        // contact requires it.
        if !self.is_in_command(activation, piece) {
            return refuse(PB_7_4, "the piece is out of command");
        }
        // PB-11.2, PB-A77: a piece may not attack an enemy that it has just left.
        if self.state.contact(piece, target).is_some()
            && !rulings::may_attack_again(&self.field, false)
        {
            return refuse(PB_11_2, "a piece cannot attack an enemy it has just left");
        }
        Ok(())
    }

    /// PB-A84: whether a piece may be attacked; some rulings exempt trains.
    fn can_be_attacked(&self, piece: PieceIndex) -> bool {
        let unpacked = self.state.piece(piece).unpacked;
        self.roster().piece(piece).role != Role::Baggage
            || rulings::train_can_be_attacked(&self.field, unpacked)
    }

    /// Whether a piece is in command in this activation (PB-7.4, PB-A50).
    pub(crate) fn is_in_command(&self, activation: &Activation, piece: PieceIndex) -> bool {
        match &activation.in_command {
            Some(settled) => settled.contains(&piece),
            None => self.is_within_command(activation.command, piece),
        }
    }

    /// PB-A80, PB-18.2, PB-6.17: brings a block's front flush with the enemy edge it has reached,
    /// so that a skewed attack counts as the aligned attack it resembles.
    pub(crate) fn square_up(
        &self,
        piece: PieceIndex,
        block: &Block,
        target: PieceIndex,
    ) -> Result<Assault, Refusal> {
        let Some(enemy) = self.shape(target) else {
            return refuse(PB_12_1, "the enemy is not on the map");
        };
        let Some(squared) = block.squared_up(enemy) else {
            return refuse(PB_A80, "not enough of the front would touch the enemy");
        };
        // PB-A36: the block may slide by up to half its length to fit.
        let slide = block.centre().distance(squared.block.centre());
        if slide > block.length() / 2 {
            return refuse(PB_12_1, "the piece has not reached the enemy");
        }
        // No other piece may be in the end position.
        if self.is_crowded(piece, &squared.block.into()) {
            return refuse(PB_6_4, "another piece is in the way");
        }
        // PB-A110: an attack on the side of a supported pair hits its lead.
        let mut defenders = vec![self.piece_attacked_through(target, squared.contact.face)];
        // PB-A81: other enemies in contact at the end position are also attacked.
        for meeting in self.enemies_met(piece, &squared.block, Some(target)) {
            match meeting {
                Meeting::Contact(attacked) if defenders.contains(&attacked) => {}
                Meeting::Contact(attacked) => defenders.push(attacked),
                Meeting::Aside => {
                    return refuse(
                        PB_A81,
                        "the piece would end next to an enemy without attacking it",
                    );
                }
            }
        }
        // PB-11.2, PB-A77, PB-V9: some rulings allow a repeated attack on the front but not on the
        // flank.
        let may_attack = |&enemy: &PieceIndex| {
            let flank =
                || self.deployed_block(enemy).is_some_and(|it| it.is_behind_front(block.centre()));
            self.state.contact(piece, enemy).is_none()
                || rulings::may_attack_again(&self.field, flank())
        };
        if !defenders.iter().all(may_attack) {
            let rule = if rulings::may_attack_again(&self.field, false) { PB_V9 } else { PB_11_2 };
            return refuse(rule, "a piece cannot attack an enemy it has just left");
        }
        Ok(Assault { block: squared.block, came_from: block.centre(), defenders })
    }

    /// PB-36.6, PB-22.1: the enemies flush with a block at this position, except one. They are in
    /// contact if the front of either is flush with the other.
    pub(crate) fn enemies_met(
        &self,
        piece: PieceIndex,
        block: &Block,
        besides: Option<PieceIndex>,
    ) -> impl Iterator<Item = Meeting> {
        let tolerance = self.field.distances().contact_tolerance;
        let (own, block) = (Shape::from(*block), *block);
        let enemy = self.roster().piece(piece).side.enemy();
        self.solid_near(enemy, own.reach(tolerance * 2)).filter_map(move |(other, shape)| {
            if Some(other) == besides || !self.can_be_attacked(other) {
                return None;
            }
            let attacked = self.piece_met(&block, other, shape);
            let faced = || {
                let has_front = self.roster().arm(other).is_some();
                let other_block = shape.as_block().filter(|_| has_front);
                other_block.is_some_and(|it| it.contact(&own, tolerance).is_some())
            };
            let contact = attacked.or_else(|| faced().then_some(other)).map(Meeting::Contact);
            let beside = || block.abuts(shape, tolerance).then_some(Meeting::Aside);
            contact.or_else(beside)
        })
    }

    /// PB-A110: the enemy in contact with a block whose front is flush with a piece.
    fn piece_met(&self, block: &Block, touched: PieceIndex, shape: &Shape) -> Option<PieceIndex> {
        let contact = block.contact(shape, self.field.distances().contact_tolerance)?;
        Some(self.piece_attacked_through(touched, contact.face))
    }

    /// PB-22.1: puts enemies in contact that are flush but not yet in contact: one of them supported a
    /// lead that is gone or has turned (PB-A110). The Attacker is the piece whose front is flush, if
    /// it may attack; if both fronts are, it is that of the first side.
    pub(crate) fn make_missing_contacts(&mut self) {
        let reach = self.field.distances().contact_tolerance * 2;
        let attacks =
            |piece: PieceIndex| self.roster().arm(piece).is_some_and(|arm| arm.rules.attacks);
        let mut missing: Vec<(PieceIndex, PieceIndex)> = Vec::new();
        for side in SideIndex::BOTH {
            for (piece, own) in self.troops(side) {
                let Some(block) = own.as_block() else { continue };
                for (other, shape) in self.solid_near(side.enemy(), own.reach(reach)) {
                    if self.can_be_attacked(other)
                        && let Some(met) = self.piece_met(block, other, shape)
                        && self.state.contact(piece, met).is_none()
                        && !missing.contains(&(met, piece))
                        && !missing.contains(&(piece, met))
                    {
                        let is_attacker = attacks(piece) || !attacks(met);
                        missing.push(if is_attacker { (piece, met) } else { (met, piece) });
                    }
                }
            }
        }
        for (attacker, defender) in missing {
            if let Some(block) = self.deployed_block(attacker) {
                let (came_from, defenders) = (block.centre(), vec![defender]);
                let met = Assault { block, came_from, defenders };
                self.make_contact(attacker, met, came_from, PB_22_1);
            }
        }
    }

    /// Like [`Self::make_missing_contacts`], outside combats, in which pieces wait for their
    /// retreats where they are.
    pub(crate) fn make_contacts_after_move(&mut self) {
        if self.state.combat.is_none() {
            self.make_missing_contacts();
        }
    }

    /// PB-12.3: makes contact; the moving piece is the Attacker. PB-12.5: fire comes later.
    pub(crate) fn make_contact(
        &mut self,
        attacker: PieceIndex,
        assault: Assault,
        began: GroundPoint,
        rule: RuleId,
    ) {
        let terrain = &self.field.terrain;
        let centre = assault.block.centre();
        let in_river = terrain.touches_river(&assault.block);
        // PB-A38: the Attacker is on a lower level, or began its move there.
        let (began, stands) = (terrain.level_at(began), terrain.level_at(centre));
        let attacker_level = rulings::attack_level(&self.field, began, stands);
        for defender in assault.defenders {
            let Some(place) = self.shape(defender).map(Shape::place) else {
                continue;
            };
            // PB-A40: the attack is across a river if the attacker is still in it, or it runs
            // between the two.
            let across_river = in_river || self.field.terrain.river_between(centre, place);
            let defender_pose = self.state.line(defender);
            let order = self.state.attacks.len() as u16;
            self.state.contacts.push(Contact {
                attacker,
                defender,
                came_from: assault.came_from,
                defender_pose,
                across_river,
                attacker_level,
                order,
            });
            self.state.attacks.push((attacker, defender));
            // PB-A13: a train has no flank.
            let flank = self.roster().arm(defender).is_some()
                && crate::combat::flank::is_flanked(self, defender, attacker, 2);
            let river = across_river;
            let at = self.place_of(defender);
            self.record(rule, Happening::Attacked { attacker, defender, flank, river, at });
        }
    }

    /// Possible attacks of a piece on an enemy, the simplest first. Their legality is not checked,
    /// but attacks that are certainly too long or end on another piece are omitted.
    pub(crate) fn approaches(&self, piece: PieceIndex, target: PieceIndex) -> Vec<March> {
        let edges = self.edges(piece, target);
        edges.iter().flat_map(|edges| edges.without_hopeless(edges.straight(Reach::Paid))).collect()
    }

    /// All of [`Self::approaches`], then attacks around pieces that block the direct line. These
    /// first go to a place in front of an enemy edge, then straight at the edge.
    pub(crate) fn all_approaches(&self, piece: PieceIndex, target: PieceIndex) -> Vec<March> {
        let edges = self.edges(piece, target);
        let all = |edges: &Edges<'_>| -> Vec<March> {
            edges
                .without_hopeless(edges.straight(Reach::Paid).chain(edges.around(Reach::Paid)))
                .collect()
        };
        edges.as_ref().map(all).unwrap_or_default()
    }

    /// Attacks that [`Self::all_approaches`] omits.
    pub(crate) fn hopeless_approaches(&self, piece: PieceIndex, target: PieceIndex) -> Vec<March> {
        let Some(edges) = self.edges(piece, target) else { return Vec::new() };
        let offered = self.all_approaches(piece, target);
        edges
            .straight(Reach::Any)
            .chain(edges.around(Reach::Any))
            .map(|approach| approach.march(piece, target))
            .filter(|march| !offered.contains(march))
            .collect()
    }

    /// The start and end positions of an attack.
    fn edges(&self, piece: PieceIndex, target: PieceIndex) -> Option<Edges<'_>> {
        let (start, enemy) = (self.start_of_move(piece)?, self.deployed_block(target)?);
        let (goals, crowded) = (Default::default(), Default::default());
        Some(Edges { game: self, piece, target, start, enemy, goals, crowded })
    }

    /// The block of a piece in line at the start of its move: on the map, at its slot in reserve,
    /// or at its entry.
    fn start_of_move(&self, piece: PieceIndex) -> Option<Block> {
        self.deployed_block(piece).or_else(|| self.slot_block(piece)).or_else(|| {
            match self.entrance(piece, false) {
                Ok(Entrance::Line { block }) => Some(block),
                Ok(Entrance::Column { .. }) | Err(_) => None,
            }
        })
    }

    /// The block of a piece: on the map, at its slot in reserve, or at its place of entry (PB-A19).
    pub(crate) fn start_block(&self, piece: PieceIndex) -> Option<Block> {
        self.deployed_block(piece)
            .or_else(|| self.slot_block(piece))
            .or_else(|| self.entry_block(piece))
    }

    /// Whether a move exceeds the piece's movement allowance on any terrain (PB-6.10).
    pub(crate) fn is_too_long(&self, piece: PieceIndex, start: &Block, legs: &[Leg]) -> bool {
        self.costs_more_than(GroundLength::ZERO, piece, start, legs)
    }

    /// Like [`Self::is_too_long`], with a margin, because a move made in parts may be a few
    /// centimetres shorter.
    pub(crate) fn is_much_too_long(&self, piece: PieceIndex, start: &Block, legs: &[Leg]) -> bool {
        self.costs_more_than(ROUNDING * 20, piece, start, legs)
    }

    /// Whether legs cost more than a piece's allowance plus a margin.
    fn costs_more_than(
        &self,
        besides: GroundLength,
        piece: PieceIndex,
        start: &Block,
        legs: &[Leg],
    ) -> bool {
        let mut expense = self.state.carried(piece);
        expense.in_line -= besides;
        let mut place = start.centre();
        for leg in legs {
            let Some(cost) = self.cost_of(piece, place, leg) else { return false };
            expense = expense + cost;
            if let Leg::To(to) = *leg {
                place = to;
            }
        }
        !expense.is_within(self.field.third(piece))
    }

    /// Whether a minimum distance exceeds the movement allowance (PB-6.10), before the exact
    /// distance is known.
    fn is_beyond(&self, piece: PieceIndex, at_least: GroundLength) -> bool {
        let mut expense = self.state.carried(piece);
        expense.in_line = expense.in_line + at_least - ROUNDING * 20;
        !expense.is_within(self.field.third(piece))
    }
}

/// The set of attacks to generate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Attacks that are not certainly too long.
    Paid,
    Any,
}

impl Edges<'_> {
    /// The attacker's end position against an edge.
    fn goal(&self, face: Face) -> &Block {
        let pressed = || self.enemy.flush_block(face, self.start.footprint(), GroundLength::ZERO);
        self.goals[face as usize].get_or_init(pressed)
    }

    /// Removes attacks that are certain to be refused.
    fn without_hopeless(
        &self,
        approaches: impl Iterator<Item = Approach>,
    ) -> impl Iterator<Item = March> {
        approaches
            .filter(|approach| !self.is_hopeless(approach))
            .map(|approach| approach.march(self.piece, self.target))
    }

    /// Whether an attack is certain to be refused: it is too long on any terrain (PB-6.10), or
    /// another piece is in its end position (PB-6.4).
    fn is_hopeless(&self, approach: &Approach) -> bool {
        self.game.is_too_long(self.piece, &self.start, &approach.legs)
            || approach.goal.is_some_and(|face| self.is_crowded(face))
    }

    /// Whether another piece is in the end position against an edge.
    fn is_crowded(&self, face: Face) -> bool {
        *self.crowded[face as usize].get_or_init(|| {
            let goal = self.goal(face);
            let Footprint { length, depth } = goal.footprint();
            let inner = Footprint { length: length - ROUNDING * 2, depth: depth - ROUNDING * 2 };
            // A column may be attacked at an edge other than those of the block at its head.
            !self.game.state.in_column(self.target)
                && self.game.is_crowded(self.piece, &Block::new(goal.pose(), inner).into())
        })
    }

    /// Attacks straight at the enemy, the nearest edge first.
    fn straight(&self, reach: Reach) -> impl Iterator<Item = Approach> {
        let (start, enemy) = (&self.start, &self.enemy);
        let mut faces = Face::ALL
            .map(|face| (enemy.edge(face).middle().distance_squared(start.centre()), face));
        faces.sort_unstable();
        // The move ends at most half a length short of the edge, and the front is half a depth
        // ahead of the centre.
        let short = (start.length() + start.depth()) / 2;
        let is_beyond = move |face: Face| {
            let way = enemy.edge(face).middle().distance(start.centre()) - short;
            reach == Reach::Paid && self.game.is_beyond(self.piece, way)
        };
        faces
            .into_iter()
            .filter(move |&(_, face)| !is_beyond(face))
            .filter_map(move |(_, face)| self.approach(face))
    }

    /// Attacks that first go to a place in front of an edge, then straight at the edge.
    fn around(&self, reach: Reach) -> impl Iterator<Item = Approach> {
        let (game, piece, start, enemy) = (self.game, self.piece, &self.start, &self.enemy);
        let gap = game.field.distances().contact_tolerance / 2;
        let ways = Face::ALL.into_iter().flat_map(move |face| {
            let (middle, outward) = (enemy.edge(face).middle(), enemy.outward(face).unit());
            STAGING_DISTANCES.into_iter().map(move |before| (face, before, middle, outward))
        });
        let near = ways.filter(move |&(_, before, middle, outward)| {
            let staging = middle + outward.scaled(start.depth() / 2 + before);
            let way = start.centre().distance(staging) + before - gap;
            reach == Reach::Any || !game.is_beyond(piece, way)
        });
        near.filter_map(move |(face, before, _, outward)| {
            let goal = self.goal(face);
            let staging = goal.centre() + outward.scaled(before);
            let way = Facing::from_vector(staging - start.centre())?;
            let mut legs = SmallVec::new();
            let mut facing = start.facing();
            if game.state.in_column(piece) {
                legs.push(Leg::FormLine(way));
                facing = way;
            } else if start.facing().turn_to(way).abs() > OBLIQUE {
                legs.push(Leg::Face(way));
                facing = way;
            }
            legs.push(Leg::To(staging));
            if facing != goal.facing() {
                legs.push(Leg::Face(goal.facing()));
            }
            legs.push(Leg::To(goal.centre() + outward.scaled(gap)));
            Some(Approach { legs, goal: Some(face) })
        })
    }

    fn approach(&self, face: Face) -> Option<Approach> {
        let (game, start) = (self.game, &self.start);
        let outward = self.enemy.outward(face);
        // A piece behind the line of the end position's front would have to turn by more than a
        // right angle. This check does not need the end position itself.
        let from_edge = start.centre() - self.enemy.edge(face).middle();
        let is_behind = outward.unit().dot(from_edge) / UNIT
            < i64::from((start.depth() / 2 - BEHIND).centimetres());
        if is_behind {
            return None;
        }
        let goal = self.goal(face);
        // At the end of a direct move, the piece would still have to turn toward the edge.
        let direct = Facing::from_vector(goal.centre() - start.centre())?;
        let turn = direct.turn_to(goal.facing()).abs();
        if turn > 2 * OBLIQUE {
            return None;
        }
        let legs = |facing: Facing, to: GroundPoint| {
            let mut legs = SmallVec::new();
            if game.state.in_column(self.piece) {
                legs.push(Leg::FormLine(facing));
            } else if start.facing() != facing {
                legs.push(Leg::Face(facing));
            }
            legs.push(Leg::To(to));
            legs
        };
        // A small gap, so that the move touches nothing on the way.
        let gap = game.field.distances().contact_tolerance / 2;
        // The piece moves obliquely, already in its final facing.
        if turn <= OBLIQUE {
            let to = goal.centre() + outward.advance(gap);
            return Some(Approach { legs: legs(goal.facing(), to), goal: Some(face) });
        }
        // The piece turns the rest on arrival, so its end position may differ. If its own facing
        // serves for the move, that is its only turn; otherwise it turns halfway before the move.
        let serves = |facing: Facing| {
            let within = |other: Facing| facing.turn_to(other).abs() <= OBLIQUE;
            within(direct) && within(goal.facing())
        };
        let half = OBLIQUE * goal.facing().turn_to(direct).signum();
        let facing = Some(start.facing())
            .filter(|&own| serves(own))
            .unwrap_or(goal.facing().turned_by(half));
        let clearance = start.length() / 2;
        let to = goal.centre() + outward.advance(clearance - start.length() / 16);
        Some(Approach { legs: legs(facing, to), goal: None })
    }
}
