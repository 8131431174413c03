//! PB-24: the effect of hits, by status and quality, in combat and under bombardment.

use crate::combat::fire::FireKind;
use crate::combat::fire::HitResult;
use crate::combat::fire::Target;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{FirstHit, Status, StatusEffect};

use crate::battlefield::roster::PieceIndex;
use crate::game::Game;

impl Target {
    /// The target in its current state; `None` for a piece that does not fight (PB-15.6).
    pub(crate) fn of(game: &Game, piece: PieceIndex, hit_before: bool) -> Option<Self> {
        let arm = game.roster().arm(piece)?;
        Some(Self {
            status: game.state.piece(piece).status,
            states: arm.rules.status,
            first_hit: game.field.pack.ruleset().quality(arm.quality).first_hit,
            hit_before,
        })
    }

    /// The rule that makes the effect of the target's first hit differ from that on a regular
    /// piece, if any.
    pub(crate) const fn rule(self, fire: FireKind) -> Option<RuleId> {
        match (self.states, self.first_hit) {
            (StatusEffect::OneState, _) => Some(match fire {
                FireKind::Combat => PB_24_6,
                FireKind::Bombardment => PB_15_5,
            }),
            _ if self.hit_before => None,
            (_, FirstHit::Normal) => None,
            (_, FirstHit::Absorbed) => Some(PB_24_4),
            (_, FirstHit::Double) => Some(PB_24_5),
        }
    }

    /// The result of one fire with this number of hits.
    pub fn result(self, hits: u8, fire: FireKind) -> HitResult {
        if hits == 0 {
            return HitResult::Unshaken;
        }
        // PB-24.6, PB-15.5: a detachment has one state. One hit destroys it; a bombardment makes it
        // retreat instead.
        if self.states == StatusEffect::OneState {
            return match fire {
                FireKind::Combat => HitResult::Destroyed,
                FireKind::Bombardment => HitResult::Retreat,
            };
        }
        let effective = match self.first_hit {
            // PB-24.2: hits by later fires of the same combat count unchanged.
            _ if self.hit_before => hits,
            FirstHit::Normal => hits,
            // PB-24.4: an elite piece absorbs the first hit of a combat.
            FirstHit::Absorbed => hits - 1,
            // PB-24.5: the first hit of a combat on militia counts as two.
            FirstHit::Double => hits + 1,
        };
        // PB-24.1, table. PB-24.3: hits beyond three have no effect.
        match (self.status, effective, fire) {
            (_, 0, _) => HitResult::Unshaken,
            (Status::Fresh, 1, _) => HitResult::Spent,
            (Status::Fresh, 2, _) => HitResult::SpentAndRetreat,
            (Status::Spent, 1, _) => HitResult::Retreat,
            (_, _, FireKind::Combat) => HitResult::Destroyed,
            // PB-15.4: instead of being eliminated by a bombardment, the target becomes Spent and
            // retreats.
            (Status::Fresh, _, FireKind::Bombardment) => HitResult::SpentAndRetreat,
            (Status::Spent, _, FireKind::Bombardment) => HitResult::Retreat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use HitResult::{Destroyed, Retreat, Spent, SpentAndRetreat, Unshaken};

    fn target(status: Status, first_hit: FirstHit) -> Target {
        Target { status, states: StatusEffect::FreshAndSpent, first_hit, hit_before: false }
    }

    const DETACHMENT: Target = Target {
        status: Status::Fresh,
        states: StatusEffect::OneState,
        first_hit: FirstHit::Normal,
        hit_before: false,
    };

    /// PB-24.7 and PB-24.8 cell by cell, for 0 … 3 hits.
    #[test]
    fn pb_t163_t164_sweep_of_hits() {
        let regular = FirstHit::Normal;
        let (elite, militia) = (FirstHit::Absorbed, FirstHit::Double);
        let combat = [
            (target(Status::Fresh, regular), [Unshaken, Spent, SpentAndRetreat, Destroyed]),
            (target(Status::Spent, regular), [Unshaken, Retreat, Destroyed, Destroyed]),
            (target(Status::Fresh, elite), [Unshaken, Unshaken, Spent, SpentAndRetreat]),
            (target(Status::Spent, elite), [Unshaken, Unshaken, Retreat, Destroyed]),
            (target(Status::Fresh, militia), [Unshaken, SpentAndRetreat, Destroyed, Destroyed]),
            (target(Status::Spent, militia), [Unshaken, Destroyed, Destroyed, Destroyed]),
            (DETACHMENT, [Unshaken, Destroyed, Destroyed, Destroyed]),
        ];
        for (target, results) in combat {
            for (hits, result) in results.into_iter().enumerate() {
                assert_eq!(
                    target.result(hits as u8, FireKind::Combat),
                    result,
                    "{target:?} {hits}"
                );
            }
        }
        let far = [
            (target(Status::Fresh, regular), [Unshaken, Spent, SpentAndRetreat, SpentAndRetreat]),
            (target(Status::Spent, regular), [Unshaken, Retreat, Retreat, Retreat]),
            (target(Status::Fresh, elite), [Unshaken, Unshaken, Spent, SpentAndRetreat]),
            (target(Status::Spent, elite), [Unshaken, Unshaken, Retreat, Retreat]),
            (
                target(Status::Fresh, militia),
                [Unshaken, SpentAndRetreat, SpentAndRetreat, SpentAndRetreat],
            ),
            (target(Status::Spent, militia), [Unshaken, Retreat, Retreat, Retreat]),
            (DETACHMENT, [Unshaken, Retreat, Retreat, Retreat]),
        ];
        for (target, results) in far {
            for (hits, result) in results.into_iter().enumerate() {
                let found = target.result(hits as u8, FireKind::Bombardment);
                assert_eq!(found, result, "{target:?} {hits}");
            }
        }
    }

    #[test]
    fn allowance_is_used_once_in_a_combat() {
        let elite = target(Status::Fresh, FirstHit::Absorbed);
        // PB-T14: one hit is absorbed, then three hits follow in round 2.
        let later = Target { hit_before: true, ..elite };
        assert_eq!(later.result(3, FireKind::Combat), Destroyed);
        // PB-24.5: later hits on militia count as one.
        let militia = Target { hit_before: true, ..target(Status::Fresh, FirstHit::Double) };
        assert_eq!(militia.result(1, FireKind::Combat), Spent);
    }

    #[test]
    fn no_result_improves_with_more_hits() {
        let severity = |result| match result {
            Unshaken => 0,
            Spent => 1,
            Retreat => 2,
            SpentAndRetreat => 3,
            Destroyed => 4,
        };
        for status in [Status::Fresh, Status::Spent] {
            for first_hit in [FirstHit::Normal, FirstHit::Absorbed, FirstHit::Double] {
                for hit_before in [false, true] {
                    let target = Target { hit_before, ..target(status, first_hit) };
                    let worse = (0..12).map(|hits| severity(target.result(hits, FireKind::Combat)));
                    assert!(worse.is_sorted(), "{target:?}");
                }
            }
        }
    }
}
