//! PB-13: the Support of a piece. It is not declared: a Support is a friendly piece directly behind
//! another (PB-A85), whichever arrived first.

use sandtable_engine::rule_ids::*;
use sandtable_pack::Facing;
use sandtable_terrain::{Block, Face, Shape};

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::action::{Leg, March};
use crate::movement::walk::OBLIQUE;
use crate::state::{Activation, Location};
use sandtable_engine::{Refusal, RuleId, refuse};

impl Game {
    /// Whether a piece has the position (PB-A85) and type (PB-13.4, PB-A86) of a Support of this
    /// lead. Contact with enemies is not checked.
    pub(crate) fn could_support(&self, piece: PieceIndex, lead: PieceIndex) -> bool {
        // PB-A55: columns neither give nor receive Support.
        let block = |piece| self.shape(piece).and_then(Shape::as_block);
        if matches!(self.state.piece(piece).place, Location::InReserve) {
            return self.supports_from_reserve(piece, lead);
        }
        piece != lead
            && self.roster().piece(piece).side == self.roster().piece(lead).side
            && self
                .roster()
                .arm(piece)
                .zip(self.roster().arm(lead))
                .is_some_and(|(own, before)| rulings::has_mutual_support(&self.field, own, before))
            && block(piece).zip(block(lead)).is_some_and(|(own, before)| {
                own.is_support_of(before, self.field.distances().support_gap)
            })
    }

    /// Pieces behind a lead that could support it.
    pub(crate) fn possible_supports(
        &self,
        lead: PieceIndex,
    ) -> impl Iterator<Item = PieceIndex> + '_ {
        let side = self.roster().piece(lead).side;
        self.troops(side)
            .map(|(piece, _)| piece)
            .chain(self.first_in_reserve(side))
            .filter(move |&piece| self.could_support(piece, lead))
    }

    /// Leads in front of a piece that it could support.
    pub(crate) fn possible_leads(
        &self,
        piece: PieceIndex,
    ) -> impl Iterator<Item = PieceIndex> + '_ {
        let side = self.roster().piece(piece).side;
        self.troops(side).map(|(lead, _)| lead).filter(move |&lead| self.could_support(piece, lead))
    }

    /// The current Support of a piece, at most one (PB-13.1). A piece in contact supports no other
    /// (PB-A86); an enveloped pair is no longer a pair (PB-18.6).
    pub(crate) fn support_of(&self, lead: PieceIndex) -> Option<PieceIndex> {
        if self.state.enveloped.contains(&lead) {
            return None;
        }
        self.possible_supports(lead).find(|&piece| !self.state.in_contact(piece))
    }

    /// The Support of a piece. In the current combat, only the Support with which the piece began
    /// counts, because a combat allows no second one (PB-A89).
    pub(crate) fn support_now(&self, lead: PieceIndex) -> Option<PieceIndex> {
        let combat = self.state.combat.as_ref();
        let place = combat.and_then(|combat| combat.place_of(lead));
        match place {
            Some(place) => place.support.filter(|&support| {
                self.could_support(support, lead) && !self.state.in_contact(support)
            }),
            None => self.support_of(lead),
        }
    }

    /// PB-13.5, PB-19.4, PB-A172: whether a piece is the Support of a lead in contact.
    pub(crate) fn supports_in_contact(&self, piece: PieceIndex) -> bool {
        let parties = self.state.contacts.iter().flat_map(|one| [one.attacker, one.defender]);
        parties
            .into_iter()
            .any(|lead| self.could_support(piece, lead) && self.support_of(lead) == Some(piece))
    }

    /// PB-A67: whether a piece projects no Field of Fire because its front touches the lead it
    /// supports. PB-A86: a piece in contact with an enemy is not a Support.
    pub(crate) fn is_masked(&self, piece: PieceIndex) -> bool {
        let tolerance = self.field.distances().contact_tolerance;
        let own = self.deployed_block(piece);
        let touches = |lead: PieceIndex| {
            own.zip(self.deployed_block(lead))
                .is_some_and(|(own, lead)| own.is_support_of(&lead, tolerance))
        };
        !self.state.in_contact(piece) && self.possible_leads(piece).any(touches)
    }

    /// PB-A110 (2): the piece attacked by a front that touches this edge. An attack on the side of
    /// a supported pair hits its lead; only an attack on the Support's rear hits the Support.
    pub(crate) fn piece_attacked_through(&self, touched: PieceIndex, edge: Face) -> PieceIndex {
        let is_bystander = |lead: &PieceIndex| self.possible_leads(*lead).next().is_some();
        if edge == Face::Rear || self.is_touched_except_in_rear(touched) {
            return touched;
        }
        self.possible_leads(touched).find(|lead| !is_bystander(lead)).unwrap_or(touched)
    }

    /// Whether an enemy touches a piece on any edge except its rear.
    fn is_touched_except_in_rear(&self, piece: PieceIndex) -> bool {
        self.state.touching(piece).any(|enemy| !self.touches_rear(enemy, piece))
    }

    /// Whether an enemy's front touches the rear of a piece.
    pub(crate) fn touches_rear(&self, enemy: PieceIndex, piece: PieceIndex) -> bool {
        let (Some(block), Some(shape)) =
            (self.shape(enemy).and_then(Shape::as_block), self.shape(piece))
        else {
            return false;
        };
        let tolerance = self.field.distances().contact_tolerance;
        block.contact(shape, tolerance).is_some_and(|contact| contact.face == Face::Rear)
    }

    /// PB-10.2: judges whether a piece that ends its move with this shape moves up in support of an
    /// attack. `None` if it is near no attacker. If it is near several, supporting one is enough.
    pub(crate) fn judge_moving_up(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        shape: &Shape,
    ) -> Option<Result<RuleId, Refusal>> {
        let gap = self.field.distances().support_gap;
        let mut attackers: Vec<PieceIndex> =
            self.state.contacts.iter().map(|contact| contact.attacker).collect();
        attackers.sort_unstable();
        attackers.dedup();
        let side = self.roster().piece(piece).side;
        let mut refused = None;
        for lead in attackers {
            if lead == piece || self.roster().piece(lead).side != side {
                continue;
            }
            let Some(pose) = self.state.line(lead) else { continue };
            let block = self.line_block(lead, pose);
            if !shape.within(&block.into(), gap) {
                continue;
            }
            match self.judge_backing(activation, piece, shape, lead, &block) {
                Ok(rule) => return Some(Ok(rule)),
                Err(refusal) => refused = refused.or(Some(Err(refusal))),
            }
        }
        refused
    }

    /// PB-10.2, PB-A85: judges whether a piece that ends its move with this shape supports this
    /// attacker.
    fn judge_backing(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        shape: &Shape,
        lead: PieceIndex,
        block: &Block,
    ) -> Result<RuleId, Refusal> {
        let (Some(arm), Some(before)) = (self.roster().arm(piece), self.roster().arm(lead)) else {
            return refuse(PB_20_1, "a train cannot give Support");
        };
        if !arm.rules.supports {
            return refuse(PB_13_4, "artillery cannot give Support");
        }
        if !rulings::has_mutual_support(&self.field, arm, before) {
            return refuse(
                PB_Q20,
                "infantry can support only infantry and artillery, cavalry only cavalry",
            );
        }
        if self.support_of(lead).is_some_and(|support| support != piece) {
            return refuse(PB_13_1, "the piece already has a Support");
        }
        let gap = self.field.distances().support_gap;
        if !shape.as_block().is_some_and(|own| own.is_support_of(block, gap)) {
            return refuse(
                PB_A85,
                "a Support must be directly behind its lead, with the same facing",
            );
        }
        // PB-A47: moving up in support may need command, not only contact.
        if rulings::support_needs_command(&self.field) && !self.is_in_command(activation, piece) {
            return refuse(PB_A47, "a piece must be in command to move up in support");
        }
        Ok(PB_10_2)
    }

    /// Proposed moves of a piece into position as another's Support, the simplest first. Their
    /// legality is not checked.
    pub(crate) fn marches_behind(&self, piece: PieceIndex, lead: PieceIndex) -> Vec<March> {
        let (Some(start), Some(pose)) = (self.start_block(piece), self.state.line(lead)) else {
            return Vec::new();
        };
        let goal: Block = self
            .line_block(lead, pose)
            .place_behind(start.footprint(), sandtable_pack::GroundLength::ZERO);
        let Some(direct) = Facing::from_vector(goal.centre() - start.centre()) else {
            return Vec::new();
        };
        let set_out = |facing: Facing| {
            if self.state.in_column(piece) {
                Some(Leg::FormLine(facing))
            } else {
                (start.facing() != facing).then_some(Leg::Face(facing))
            }
        };
        let there = Leg::To(goal.centre());
        let mut marches = Vec::new();
        if direct.turn_to(goal.facing()).abs() <= OBLIQUE {
            let legs = set_out(goal.facing()).into_iter().chain([there.clone()]).collect();
            marches.push(March::new(piece, legs));
        } else {
            // The piece moves straight there and turns on arrival, which costs a third.
            let legs = set_out(direct).into_iter().chain([there, Leg::Face(goal.facing())]);
            marches.push(March::new(piece, legs.collect()));
        }
        marches
    }
}
