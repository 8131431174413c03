//! What a side may decide now, and the marches, ways back and shots that it could try.

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
    /// What this side has to decide now, if it has.
    pub fn question(&self) -> Option<Question> {
        match self.game.node() {
            Node::Decision { side, question } if side == self.side => Some(question),
            _ => None,
        }
    }

    /// Is an action of this side legal now? Refuses everything while the enemy decides: what is
    /// legal for him would tell which chit he drew (PB-5.2) and whom he has in reserve (PB-9.1).
    ///
    /// The answer is that of the true state. It tells no more than an enemy must tell at the table
    /// who is asked whether a move may be made: blocks on the map are seen by everybody, where they
    /// stand and of what size they are; blocks in reserve, awaited and destroyed ones are refused in
    /// the same words, and nothing else depends on them; quality and rating never make an own action
    /// legal or not. Only a field of fire (PB-10.2) says more than its owner's block shows, and so
    /// does a packed train where such are not attacked (PB-A84): there the owner has to object.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        if self.question().is_none() {
            return refuse(PB_4_1, "the enemy decides now");
        }
        if self.forbidden.forbids(action) {
            return refuse(PB_4_1, "this player does without it");
        }
        self.game.judge(action)
    }

    /// Is an action of this side legal now? The same as [`Self::judge`], sooner, for who does not want to know
    /// why not.
    pub(crate) fn is_legal(&self, action: &Action) -> bool {
        self.question().is_some() && !self.forbidden.forbids(action) && self.game.is_legal(action)
    }

    /// Would the march that was judged legal last make its piece Spent by leading through houses or
    /// into them (PB-34.2)?
    pub fn loses_order(&self, action: &Action) -> bool {
        self.question().is_some() && self.game.loses_order(action)
    }

    /// Every legal decision of this side where there are finitely many; of an activation only those
    /// without a move. None while the enemy decides.
    pub fn proposals(&self) -> Vec<Action> {
        let mut proposals = self.question().map_or_else(Vec::new, |_| self.game.proposals());
        proposals.retain(|action| !self.forbidden.forbids(action));
        proposals
    }

    /// The ways in which the piece that retreats now can go, the straightest first; each is found
    /// when it is asked for.
    pub fn retreats(&self) -> impl Iterator<Item = Facing> + use<'a> {
        let game = self.game;
        let order = self.retreating().into_iter();
        order.flat_map(move |(piece, threats)| game.retreats(piece, threats))
    }

    /// The directions in which the piece that retreats now may look for a way, the straightest first
    /// (PB-P11).
    pub fn retreat_directions(&self) -> impl Iterator<Item = Facing> + use<'a> {
        let game = self.game;
        let order = self.retreating().into_iter();
        order.flat_map(move |(piece, threats)| game.retreat_directions(piece, threats))
    }

    /// The friends that the piece that retreats now would push back if it went this way (PB-25.4);
    /// none where it cannot go.
    pub fn pushed_back(&self, way: Facing) -> Option<Vec<PieceIndex>> {
        let (piece, threats) = self.retreating()?;
        self.game.pushed_back(piece, threats, way)
    }

    /// The own piece that retreats now, and from whom.
    fn retreating(&self) -> Option<(PieceIndex, &'a [PieceIndex])> {
        match self.question().and_then(|_| self.game.state.tasks.last()) {
            Some(Task::Retreat { piece, threats, .. }) => Some((*piece, threats)),
            _ => None,
        }
    }

    /// Are own pieces of this command still to make up their mind where HQs go?
    pub fn headquarters_may_move(&self) -> bool {
        matches!(
            self.game.state.tasks.last(),
            Some(Task::Activation(Activation { in_command: None, .. }))
        )
    }

    /// The place of a lead that is offered to its Support, and the enemies before whom it stood.
    pub fn vacant_place(&self) -> Option<(Block, &'a [PieceIndex])> {
        let Some(Task::Vacancy(vacancy)) = self.game.state.tasks.last() else {
            return None;
        };
        let block = self.game.line_block(vacancy.support, vacancy.pose);
        self.is_own(vacancy.support).then_some((block, vacancy.threats.as_slice()))
    }

    /// Marches by which an own piece could come up behind another as its Support. They are not
    /// judged.
    pub fn marches_behind(&self, piece: PieceIndex, lead: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.marches_behind(piece, lead) } else { Vec::new() }
    }

    /// Marches by which an own piece could attack an enemy. They are not judged, but for their
    /// length and for who stands where they end.
    pub fn approaches(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.approaches(piece, enemy) } else { Vec::new() }
    }

    /// The same, and then marches by which it could attack from before an edge of the enemy, going there
    /// first.
    pub fn all_approaches(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.all_approaches(piece, enemy) } else { Vec::new() }
    }

    /// Approaches of both kinds that are left out there: the judge refuses each, which tests hold.
    pub fn hopeless_approaches(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.hopeless_approaches(piece, enemy) } else { Vec::new() }
    }

    /// Would an own battery that stood there have an enemy under its guns (PB-15.1, PB-15.2)? The middle of
    /// the enemy stands for all of it.
    pub fn could_bombard(&self, battery: PieceIndex, there: &Block, enemy: &Shape) -> bool {
        self.is_own(battery) && self.game.could_bombard(battery, there, enemy)
    }

    /// Bombardments that an own battery could try, straight at each enemy that is near enough. They
    /// are not judged.
    pub fn bombardments(&self, piece: PieceIndex) -> Vec<Action> {
        let own = self.is_own(piece).then(|| self.game.bombardments(piece));
        let all = own.into_iter().flatten();
        all.filter(|action| !self.forbidden.forbids(action)).collect()
    }

    /// What must be done before the activation can end (PB-10.5, PB-3.10), if anything.
    pub fn obligation(&self) -> Option<Action> {
        let Some(Task::Activation(activation)) = self.game.state.tasks.last() else {
            return None;
        };
        self.question()?;
        self.game
            .pieces_to_withdraw(activation)
            .find_map(|piece| self.game.way_out(activation, piece))
            .or_else(|| self.game.must_enter(activation))
    }

    /// The entries by which an own reinforcement may come instead of the present one, with their
    /// places (PB-3.10).
    pub fn entry_choices(&self, piece: PieceIndex) -> Vec<(Action, GroundPoint)> {
        if self.is_own(piece) { self.game.entry_choices(piece) } else { Vec::new() }
    }

    /// Ways by which an own reinforcement could enter in column, so far. They are not judged.
    pub fn ways_in_column(&self, piece: PieceIndex, reaches: &[GroundLength]) -> Vec<Leg> {
        if self.is_own(piece) { self.game.ways_in_column(piece, reaches) } else { Vec::new() }
    }

    /// May an own piece stay where it is (PB-10.4)?
    pub fn may_stay(&self, piece: PieceIndex) -> bool {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                field_of_fire::may_stay(self.game, activation, piece)
            }
            _ => true,
        }
    }

    /// A move that takes an own piece out of the fields of fire in which it stands (PB-10.5).
    pub fn way_out(&self, piece: PieceIndex) -> Option<Action> {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                self.game.way_out(activation, piece)
            }
            _ => None,
        }
    }

    /// Where an own piece may leave the map for good (PB-A43).
    pub fn exits(&self, piece: PieceIndex) -> Vec<GroundPoint> {
        if self.is_own(piece) { self.game.exits(piece) } else { Vec::new() }
    }

    /// Where an own piece may leave the map and a special rule gives this side points for it.
    pub fn rewarded_exits(&self, piece: PieceIndex) -> Vec<GroundPoint> {
        if self.is_own(piece) { self.game.rewarded_exits(piece) } else { Vec::new() }
    }
}
