//! PB-3.18: the effects of a battle's special rules. They delay or forbid actions, limit sight,
//! modify dice or give points.

use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::game::Game;
use crate::state::Location;
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, refuse};
use sandtable_pack::{Act, Effect, Fate, Fight, GroundLength, Moment, Trigger};

use crate::battlefield::special_rules::SpecialRule;

impl Game {
    fn now(&self) -> Moment {
        Moment { day: self.state.day, turn: self.state.turn }
    }

    fn applies_to(&self, rule: &SpecialRule, piece: PieceIndex) -> bool {
        let given = || self.assigned(piece).is_some_and(|one| rule.commands.contains(&one.command));
        rule.pieces.contains(&piece) || given()
    }

    /// All pieces that a rule applies to.
    fn affected_pieces<'a>(
        &'a self,
        rule: &'a SpecialRule,
    ) -> impl Iterator<Item = PieceIndex> + 'a {
        self.roster().piece_indices().filter(move |&piece| self.applies_to(rule, piece))
    }

    /// The effects that apply to a piece, each with the index of its rule.
    pub(crate) fn effects_on(&self, piece: PieceIndex) -> impl Iterator<Item = (usize, &Effect)> {
        let rules = self.field.special_rules.iter().enumerate();
        rules
            .filter(move |(_, rule)| self.applies_to(rule, piece))
            .map(|(number, rule)| (number, &rule.effect))
    }

    /// Judges whether special rules allow a piece to act at all.
    pub(crate) fn judge_awake(&self, piece: PieceIndex) -> Result<(), Refusal> {
        let sleeps = self.effects_on(piece).any(|(number, effect)| match effect {
            Effect::FrozenUntil(first) => self.now() < *first,
            Effect::ActivateWhen(_) => !self.state.woken.contains(&(number as u16)),
            _ => false,
        });
        if sleeps {
            refuse(PB_3_18, "a special rule does not let the piece act yet")
        } else {
            Ok(())
        }
    }

    /// Judges whether special rules allow a piece to take this action.
    pub(crate) fn judge_special(&self, piece: PieceIndex, act: Act) -> Result<(), Refusal> {
        self.judge_awake(piece)?;
        if self.is_forbidden(piece, act) {
            return refuse(PB_3_18, "a special rule forbids it");
        }
        Ok(())
    }

    /// Whether a special rule forbids a piece to take this action.
    pub(crate) fn is_forbidden(&self, piece: PieceIndex, act: Act) -> bool {
        self.effects_on(piece).any(|(_, effect)| match effect {
            Effect::Forbid(forbidden) => {
                forbidden.acts.contains(&act)
                    && forbidden.until.is_none_or(|until| self.now() < until)
            }
            _ => false,
        })
    }

    /// The current limit of special rules on a piece's sight and visibility.
    pub(crate) fn special_visibility(&self, piece: PieceIndex) -> Option<GroundLength> {
        let now = self.now();
        self.effects_on(piece)
            .filter_map(|(_, effect)| match effect {
                Effect::Visibility(one) => Some(one),
                _ => None,
            })
            .filter(|one| one.from.is_none_or(|from| from <= now))
            .filter(|one| one.until.is_none_or(|until| now < until))
            .map(|one| one.range)
            .min()
    }

    /// The modifier from special rules for each die of a piece in a kind of fight.
    pub(crate) fn special_die(&self, firer: PieceIndex, fight: Fight) -> i8 {
        self.effects_on(firer)
            .filter_map(|(_, effect)| match effect {
                Effect::Modifier(modifier) => Some(modifier),
                _ => None,
            })
            .filter(|modifier| [Fight::Always, fight].contains(&modifier.when))
            .map(|modifier| modifier.die)
            .sum()
    }

    /// Wakes troops whose trigger has occurred, so that they may act from now on.
    pub(crate) fn wake(&mut self) {
        for (number, rule) in (0..).zip(&self.field.special_rules) {
            if let Effect::ActivateWhen(trigger) = &rule.effect
                && !self.state.woken.contains(&number)
                && self.has_happened(trigger, rule)
            {
                self.state.woken.push(number);
            }
        }
    }

    fn has_happened(&self, trigger: &Trigger, rule: &SpecialRule) -> bool {
        match trigger {
            Trigger::EnemyWithin(range) => self.affected_pieces(rule).any(|piece| {
                let enemy = self.roster().piece(piece).side.enemy();
                self.shape(piece).is_some_and(|shape| {
                    self.troops(enemy).any(|(_, ground)| ground.within(shape, *range))
                })
            }),
            Trigger::Attacked => {
                self.state.attacks.iter().any(|&(_, target)| self.applies_to(rule, target))
            }
            Trigger::Destroyed(id) => self.roster().piece_indices().any(|piece| {
                let is_destroyed =
                    matches!(self.state.piece(piece).place, Location::Destroyed { .. });
                is_destroyed && self.roster().piece(piece).id.as_ref() == Some(id)
            }),
        }
    }

    /// Points that special rules give a side in the current position.
    pub(crate) fn special_points(&self, side: SideIndex) -> u32 {
        let id = &self.field.pack.scenario().sides[side.index()].id;
        let points = self.field.special_rules.iter().filter_map(|rule| match &rule.effect {
            Effect::Victory(points) if points.side == *id => Some((rule, points)),
            _ => None,
        });
        points
            .map(|(rule, points)| {
                let counts = |&piece: &PieceIndex| {
                    let place = &self.state.piece(piece).place;
                    match &points.when {
                        Fate::Destroyed => matches!(place, Location::Destroyed { .. }),
                        Fate::Survived => {
                            matches!(place, Location::OnMap(_) | Location::InReserve)
                        }
                        Fate::Left(by) => {
                            self.entry(by).is_some_and(|by| self.has_left_by(piece, by.at))
                        }
                    }
                };
                points.points * self.affected_pieces(rule).filter(counts).count() as u32
            })
            .sum()
    }
}
