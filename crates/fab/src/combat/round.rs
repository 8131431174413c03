//! The steps of one combat round (FAB-6.1, FAB-6.2, FAB-P10, FAB-P11).

use crate::state::round::Role;
use crate::state::round::Round;
use crate::state::round::Stage;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, Class, ExploitationAfterAbort, Mobility, Phase};
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::action::{Node, Piece, Question};
use crate::game::event::Happening;
use crate::state::{ChitPlace, Task};
use sandtable_pack::fab::{AreaIndex, SideIndex, UnitIndex};

impl Game {
    /// The current combat round.
    pub(crate) fn round(&self) -> &Round {
        self.state.round.as_ref().expect("a combat is being fought")
    }

    pub(crate) fn round_mut(&mut self) -> &mut Round {
        self.state.round.as_mut().expect("a combat is being fought")
    }

    /// The side with this role.
    pub(crate) fn side_in(&self, role: Role) -> SideIndex {
        match role {
            Role::Attacker => self.state.phasing,
            Role::Defender => self.state.phasing.other(),
        }
    }

    /// The role of a side.
    pub(crate) fn role_of(&self, side: SideIndex) -> Role {
        if side == self.state.phasing { Role::Attacker } else { Role::Defender }
    }

    /// The decision or dice that the round waits for.
    pub(crate) fn round_node(&self) -> Option<Node> {
        let round = self.round();
        if round.batch.is_some() {
            return self.batch_node();
        }
        let decision =
            |role: Role, question| Some(Node::Decision { side: self.side_in(role), question });
        if let Some(role) = self.role_without_point() {
            return if self.leaders(role).len() > 1 {
                decision(role, Question::Lead)
            } else {
                None
            };
        }
        match round.stage {
            Stage::SpecialAction if self.can_defend() => decision(Role::Defender, Question::Defend),
            Stage::AttackerAssets if self.can_assign(Role::Attacker) => {
                decision(Role::Attacker, Question::Assign)
            }
            Stage::DefenderAssets if self.can_assign(Role::Defender) => {
                decision(Role::Defender, Question::Assign)
            }
            Stage::Engineers if self.clearing_engineers().next().is_some() => {
                decision(Role::Attacker, Question::Clear)
            }
            Stage::AttackerArtillery
            | Stage::DefenderArtillery
            | Stage::DefensiveFire
            | Stage::OffensiveFire => {
                let dice = self.fire_numbers().len();
                (dice > 0).then_some(Node::Dice(dice as u8))
            }
            Stage::Muster
            | Stage::SpecialAction
            | Stage::AttackerAssets
            | Stage::DefenderAssets
            | Stage::DefenderPoint
            | Stage::AttackerPoint
            | Stage::Reveal
            | Stage::Engineers
            | Stage::End => None,
        }
    }

    /// The role that must name a point unit now (FAB-6.24a, FAB-6.25b).
    fn role_without_point(&self) -> Option<Role> {
        let round = self.round();
        let wanted =
            |role: Role| round.points[role.index()].is_none() && !self.leaders(role).is_empty();
        match round.stage {
            Stage::DefenderPoint => wanted(Role::Defender).then_some(Role::Defender),
            Stage::AttackerPoint => wanted(Role::Attacker).then_some(Role::Attacker),
            Stage::Muster
            | Stage::SpecialAction
            | Stage::AttackerAssets
            | Stage::DefenderAssets
            | Stage::End => None,
            _ => [Role::Defender, Role::Attacker].into_iter().find(|&role| wanted(role)),
        }
    }

    /// The pieces that may be the point (FAB-6.24d, FAB-8.23b, FAB-A30).
    pub(crate) fn leaders(&self, role: Role) -> SmallVec<[Piece; 8]> {
        let round = self.round();
        let units = &round.units[role.index()];
        let first = round.stage <= Stage::AttackerPoint;
        let named = units.iter().filter(|unit| !first || !round.joined.contains(unit));
        let units: SmallVec<[Piece; 8]> = named.map(|&unit| Piece::Unit(unit)).collect();
        if units.is_empty() {
            return self.battle_assets(role).map(Piece::Asset).collect();
        }
        units
    }

    /// Advances to the next step of the round.
    pub(crate) fn next_stage(&mut self) {
        let round = self.round_mut();
        round.stage = match round.stage {
            Stage::Muster => Stage::SpecialAction,
            Stage::SpecialAction => Stage::AttackerAssets,
            Stage::AttackerAssets => Stage::DefenderAssets,
            Stage::DefenderAssets => Stage::DefenderPoint,
            Stage::DefenderPoint => Stage::AttackerPoint,
            Stage::AttackerPoint => Stage::Reveal,
            Stage::Reveal => Stage::AttackerArtillery,
            Stage::AttackerArtillery => Stage::DefenderArtillery,
            Stage::DefenderArtillery => Stage::DefensiveFire,
            Stage::DefensiveFire => Stage::Engineers,
            Stage::Engineers => Stage::OffensiveFire,
            Stage::OffensiveFire | Stage::End => Stage::End,
        };
    }

    /// Advances the round where no decision is needed.
    pub(crate) fn advance_round(&mut self) {
        if self.round().batch.is_some() {
            self.advance_batch();
            return;
        }
        if let Some(role) = self.role_without_point() {
            let only = self.leaders(role)[0];
            self.lead(role, only);
            return;
        }
        let area = self.round().area;
        match self.round().stage {
            Stage::Muster => self.form_up(area),
            Stage::Reveal => {
                for role in [Role::Defender, Role::Attacker] {
                    for unit in self.state.units_in(area, self.side_in(role)).clone() {
                        self.reveal(unit, FAB_6_24E);
                    }
                }
                self.next_stage();
            }
            Stage::End => self.end_round(),
            // FAB-6.25c: once the defender has no units or battle assets left, the round ends
            // unless the defender's artillery can still fire.
            Stage::DefenderArtillery if self.has_only_artillery(Role::Defender) => {
                self.round_mut().stage = Stage::End;
            }
            _ => self.next_stage(),
        }
    }

    /// FAB-A36: excess units leave first; then both sides form up.
    fn form_up(&mut self, area: AreaIndex) {
        for side in SideIndex::BOTH {
            if self.is_overstacked(area, side) {
                self.state.tasks.push(Task::Overstacked(area, side));
                return;
            }
        }
        let attackers = self.participants(area, self.state.phasing);
        let defenders = self.state.units_in(area, self.state.phasing.other()).clone();
        self.round_mut().units = [attackers.clone(), defenders.clone()];
        if attackers.is_empty() || !self.is_contested(area) {
            self.round_mut().stage = Stage::End;
            return;
        }
        self.record(FAB_6_2B, Happening::FormedUp { attackers, defenders });
        self.next_stage();
    }

    pub(crate) fn lead(&mut self, role: Role, piece: Piece) {
        self.round_mut().points[role.index()] = Some(piece);
        let side = self.side_in(role);
        self.record(FAB_6_24A, Happening::Point { side, piece });
    }

    /// FAB-6.29: ends the round.
    fn end_round(&mut self) {
        let round = self.state.round.take().expect("a combat is being fought");
        self.state.tasks.pop();
        // FAB-6.6g: this includes the assets of a side that has retreated.
        for chit in round.assets.iter().flatten() {
            self.move_chit(*chit, ChitPlace::In(ChitBox::Used), FAB_6_29);
        }
        for chit in round.events.into_iter().flatten() {
            self.move_chit(chit, ChitPlace::In(ChitBox::Eliminated), FAB_4_22);
        }
        self.refresh_control(round.area);
        self.end_contest(round.area);
        let river = self.state.area(round.area).river_assault;
        let breakthrough = self.state.phase == Phase::BreakthroughCombat;
        // FAB-A29: by FAB-6.25c the opportunity exists before the defender's artillery fires. Its
        // fire only ends the round, so only a ruling takes the opportunity from those who abort.
        let ruling = self.field.rules().rulings.exploitation_after_abort;
        let forfeited = round.aborted && ruling == ExploitationAfterAbort::Forfeited;
        // FAB-6.8c: no exploitation after river assaults or in Breakthrough Combat.
        if round.exploitation && !forfeited && !river && !breakthrough {
            self.record(FAB_6_8A, Happening::ExploitationChance { area: round.area });
            // FAB-A31; FAB-A29 `kept`: only units that took part check, and those that aborted.
            let attackers = &round.units[Role::Attacker.index()];
            for unit in self.state.units_in(round.area, self.state.phasing).clone() {
                self.state.unit_mut(unit).acted = !attackers.contains(&unit);
            }
            self.state.tasks.push(Task::Exploit(round.area));
        }
        for side in SideIndex::BOTH {
            if self.is_overstacked(round.area, side) {
                self.state.tasks.push(Task::Overstacked(round.area, side));
            }
        }
    }

    /// FAB-6.8b: armour that may still check for exploitation. A unit that does not move freely may
    /// not, because exploitation is no event (FAB-D5).
    pub(crate) fn exploiters(&self, area: AreaIndex) -> impl Iterator<Item = UnitIndex> + '_ {
        let in_use = self.field.units().filter(|&unit| self.state.unit(unit).exploit).count();
        let left = Self::marker_left(self.field.rules().marker_limits.exploitation, in_use);
        let units = self.state.units_in(area, self.state.phasing).iter().copied();
        units.filter(move |&unit| {
            let card = self.field.unit(unit);
            left && card.class == Class::Armour
                && card.moves == Mobility::Freely
                && !self.state.unit(unit).acted
        })
    }

    /// Starts a unit's exploitation check.
    pub(crate) fn begin_exploitation_check(&mut self, unit: UnitIndex) {
        self.state.unit_mut(unit).acted = true;
        self.reveal_for_roll(unit);
        self.state.tasks.push(Task::ExploitCheck(unit));
    }
}
