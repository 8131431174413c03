//! A side's current decisions, and candidate marches, retreats and shots.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint};
use sandtable_terrain::{Block, Shape};

use super::View;
use crate::battlefield::roster::PieceIndex;
use crate::game::action::{Action, Leg, March, Node, Question};
use crate::sight::field_of_fire;
use crate::state::{Activation, Task};
use sandtable_engine::{Refusal, RuleId, refuse};

impl<'a> View<'a> {
    /// The side's current decision, if any.
    pub fn question(&self) -> Option<Question> {
        match self.game.node() {
            Node::Decision { side, question } if side == self.side => Some(question),
            _ => None,
        }
    }

    /// Judges an action of this side. Refuses all actions while the enemy decides, because the
    /// enemy's legal actions would reveal their drawn chit (PB-5.2) and reserves (PB-9.1).
    ///
    /// The judgement uses the true state of the game. The result reveals no more than an opponent
    /// at the table would when asked whether a move is legal. The position and size of blocks on
    /// the map are public. Actions on blocks that are in reserve, due or destroyed are refused with
    /// the same message, and no other result depends on such blocks. Quality and rating never
    /// affect the legality of a friendly action. Two results reveal more than the enemy block
    /// shows: a Field of Fire (PB-10.2), and a packed train if packed trains cannot be attacked
    /// (PB-A84). In both cases, the block's owner would have to object at the table too.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        if self.question().is_none() {
            return refuse(PB_4_1, "the enemy decides now");
        }
        if self.forbidden.forbids(action) {
            return refuse(PB_4_1, "this player does without it");
        }
        self.game.judge(action)
    }

    /// Whether an action of this side is legal now. Like [`Self::judge`], but faster, because it
    /// gives no reason.
    pub(crate) fn is_legal(&self, action: &Action) -> bool {
        self.question().is_some() && !self.forbidden.forbids(action) && self.game.is_legal(action)
    }

    /// Whether the last march judged legal would make its piece Spent by entering or crossing
    /// buildings (PB-34.2).
    pub fn loses_order(&self, action: &Action) -> bool {
        self.question().is_some() && self.game.loses_order(action)
    }

    /// All legal decisions of this side, if their number is finite; for an activation, only those
    /// without a move. Empty while the enemy is deciding.
    pub fn proposals(&self) -> Vec<Action> {
        let mut proposals = self.question().map_or_else(Vec::new, |_| self.game.proposals());
        proposals.retain(|action| !self.forbidden.forbids(action));
        proposals
    }

    /// Legal retreats of the currently retreating piece, the straightest first; computed lazily.
    pub fn retreats(&self) -> impl Iterator<Item = Facing> + use<'a> {
        let game = self.game;
        let order = self.retreating_piece().into_iter();
        order.flat_map(move |(piece, threats)| game.retreats(piece, threats))
    }

    /// The candidate directions of the currently retreating piece, the straightest first (PB-P11).
    pub fn retreat_directions(&self) -> impl Iterator<Item = Facing> + use<'a> {
        let game = self.game;
        let order = self.retreating_piece().into_iter();
        order.flat_map(move |(piece, threats)| game.retreat_directions(piece, threats))
    }

    /// The friends that the retreating piece would push back in this direction (PB-25.4), or `None`
    /// if it cannot retreat that way.
    pub fn pushed_back(&self, way: Facing) -> Option<Vec<PieceIndex>> {
        let (piece, threats) = self.retreating_piece()?;
        self.game.friends_pushed_back(piece, threats, way)
    }

    /// The currently retreating friendly piece, and the enemies that it retreats from.
    fn retreating_piece(&self) -> Option<(PieceIndex, &'a [PieceIndex])> {
        match self.question().and_then(|_| self.game.state.tasks.last()) {
            Some(Task::Retreat { piece, threats, .. }) => Some((*piece, threats)),
            _ => None,
        }
    }

    /// Whether headquarters may still move in this activation.
    pub fn headquarters_may_move(&self) -> bool {
        matches!(
            self.game.state.tasks.last(),
            Some(Task::Activation(Activation { in_command: None, .. }))
        )
    }

    /// The place of a lead that its Support may take, and the enemies that the lead faced.
    pub fn vacant_place(&self) -> Option<(Block, &'a [PieceIndex])> {
        let Some(Task::Vacancy(vacancy)) = self.game.state.tasks.last() else {
            return None;
        };
        let block = self.game.line_block(vacancy.support, vacancy.pose);
        self.is_own(vacancy.support).then_some((block, vacancy.threats.as_slice()))
    }

    /// Proposed marches by which a friendly piece could become another's Support. Their legality is
    /// not checked.
    pub fn marches_behind(&self, piece: PieceIndex, lead: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.marches_behind(piece, lead) } else { Vec::new() }
    }

    /// Proposed marches that attack an enemy. Only their length and blocks at their end are
    /// checked, not their full legality.
    pub fn approaches(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.approaches(piece, enemy) } else { Vec::new() }
    }

    /// All of [`Self::approaches`], then marches that first go to a place opposite an enemy edge
    /// and attack from there.
    pub fn all_approaches(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.all_approaches(piece, enemy) } else { Vec::new() }
    }

    /// Approaches of both kinds that the other two methods omit. Tests verify that each one is
    /// refused.
    pub fn hopeless_approaches(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.hopeless_approaches(piece, enemy) } else { Vec::new() }
    }

    /// Whether a friendly battery at this place would have an enemy within range and arc (PB-15.1,
    /// PB-15.2). Only the enemy's centre is checked.
    pub fn could_bombard(&self, battery: PieceIndex, there: &Block, enemy: &Shape) -> bool {
        self.is_own(battery) && self.game.could_bombard(battery, there, enemy)
    }

    /// Proposed bombardments by a friendly battery, straight at each enemy in range. Their legality
    /// is not checked.
    pub fn bombardments(&self, piece: PieceIndex) -> Vec<Action> {
        let own = self.is_own(piece).then(|| self.game.bombardments(piece));
        let all = own.into_iter().flatten();
        all.filter(|action| !self.forbidden.forbids(action)).collect()
    }

    /// An action required before the activation can end (PB-10.5, PB-3.10), if any.
    pub fn required_action(&self) -> Option<Action> {
        let Some(Task::Activation(activation)) = self.game.state.tasks.last() else {
            return None;
        };
        self.question()?;
        self.game
            .pieces_to_withdraw(activation)
            .find_map(|piece| self.game.way_out(activation, piece))
            .or_else(|| self.game.must_enter(activation))
    }

    /// The other entries that a friendly reinforcement may choose, with their places (PB-3.10).
    pub fn entry_choices(&self, piece: PieceIndex) -> Vec<(Action, GroundPoint)> {
        if self.is_own(piece) { self.game.entry_choices(piece) } else { Vec::new() }
    }

    /// Proposed marches of these lengths that enter a friendly reinforcement in column. Their
    /// legality is not checked.
    pub fn ways_in_column(&self, piece: PieceIndex, reaches: &[GroundLength]) -> Vec<Leg> {
        if self.is_own(piece) { self.game.ways_in_column(piece, reaches) } else { Vec::new() }
    }

    /// Whether a friendly piece may stay in place (PB-10.4).
    pub fn may_stay(&self, piece: PieceIndex) -> bool {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                field_of_fire::may_stay(self.game, activation, piece)
            }
            _ => true,
        }
    }

    /// A move that takes a friendly piece out of the enemy's Fields of Fire (PB-10.5).
    pub fn way_out(&self, piece: PieceIndex) -> Option<Action> {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                self.game.way_out(activation, piece)
            }
            _ => None,
        }
    }

    /// Places where a friendly piece may leave the map for good (PB-A43).
    pub fn exits(&self, piece: PieceIndex) -> Vec<GroundPoint> {
        if self.is_own(piece) { self.game.exits(piece) } else { Vec::new() }
    }

    /// Places where a friendly piece may leave the map and earn points under a special rule.
    pub fn rewarded_exits(&self, piece: PieceIndex) -> Vec<GroundPoint> {
        if self.is_own(piece) { self.game.rewarded_exits(piece) } else { Vec::new() }
    }
}
