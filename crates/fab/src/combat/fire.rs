//! Success Numbers and fire dice (FAB-2.1a, FAB-6.25 to FAB-6.28, FAB-P12).

use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{
    AssetKind, Class, Effect, FieldworksCover, FireKind, Lasting, Order, Quality,
};
use smallvec::SmallVec;

use crate::combat::effects::resolve_side;
use crate::game::Game;
use crate::game::action::Piece;
use crate::game::event::Happening;
use crate::state::round::BatchStage;
use crate::state::round::{Batch, Role, Stage};
use sandtable_pack::fab::SideIndex;

/// Success Numbers, one per die.
pub(crate) type Numbers = SmallVec<[i8; 16]>;

/// FAB-2.1a: whether a die succeeds. A natural 1 always succeeds; a natural 10 never does.
pub(crate) const fn succeeds(die: u8, number: i8) -> bool {
    die == 1 || (die != 10 && die as i8 <= number)
}

impl Game {
    /// The role that fires in this step of the round, and its kind of fire.
    fn firing(&self) -> Option<(Role, FireKind)> {
        match self.round().stage {
            Stage::AttackerArtillery => Some((Role::Attacker, FireKind::Artillery)),
            Stage::DefenderArtillery => Some((Role::Defender, FireKind::Artillery)),
            Stage::DefensiveFire => Some((Role::Defender, FireKind::Close)),
            Stage::OffensiveFire => Some((Role::Attacker, FireKind::Close)),
            _ => None,
        }
    }

    /// The Success Number of each die of this step, in the order of FAB-E2. All are fixed before
    /// the first die is rolled (FAB-A62).
    pub(crate) fn fire_numbers(&self) -> Numbers {
        let mut numbers = Numbers::new();
        let Some((role, kind)) = self.firing() else { return numbers };
        let round = self.round();
        let mut fire = |piece: Piece, dice: u8| {
            let number = self.success_number(role, kind, piece);
            numbers.extend((0..dice).map(|_| number));
        };
        let die_of = |chit| self.field.chit(chit).asset().map_or(0, |asset| asset.dice);
        match kind {
            FireKind::Artillery => {
                for &chit in &round.assets[role.index()] {
                    if self.field.chit(chit).is_asset_kind(AssetKind::Artillery) {
                        fire(Piece::Asset(chit), die_of(chit));
                    }
                }
            }
            FireKind::Close => {
                let point = round.points[role.index()];
                let units = &round.units[role.index()];
                let first = units.iter().filter(|&&unit| Some(Piece::Unit(unit)) == point);
                let others = units.iter().filter(|&&unit| Some(Piece::Unit(unit)) != point);
                for &unit in first.chain(others) {
                    fire(Piece::Unit(unit), self.state.unit(unit).steps);
                }
                for chit in self.battle_assets(role) {
                    // FAB-A39: engineers that clear fieldworks roll no die.
                    if round.clearing != Some(chit) {
                        fire(Piece::Asset(chit), die_of(chit));
                    }
                }
            }
        }
        if let Some(chit) = round.events[role.index()]
            && let Effect::ExtraDice { n, sn, step } = *self.effect_of(chit)
            && step == kind
        {
            numbers.extend((0..n).map(|_| sn));
        }
        numbers
    }

    /// FAB-P12: the Success Number of a piece against the enemy point. Modifiers change the number,
    /// never the die (FAB-2.1f). Disorder and being out of supply count separately (FAB-9.33c).
    pub(crate) fn success_number(&self, role: Role, kind: FireKind, piece: Piece) -> i8 {
        let table = &self.field.rules().combat_table;
        let round = self.round();
        let (class, quality) = self.class_and_quality(piece);
        let mut number = table.base;
        if let Some(point) = round.points[role.other().index()] {
            let (of_class, of_quality) = self.class_and_quality(point);
            let (by_class, by_quality) = match kind {
                FireKind::Artillery => (table.uses.artillery_class, table.uses.artillery_quality),
                FireKind::Close => (table.uses.close_class, table.uses.close_quality),
            };
            if by_quality {
                number += table.quality_vs_point.for_quality(quality).for_quality(of_quality);
            }
            if by_class {
                number += table.class_vs_point.for_class(class).for_class(of_class);
            }
        }
        if let Piece::Unit(unit) = piece {
            let state = self.state.unit(unit);
            if state.order != Order::Good {
                number += table.disordered;
            }
            if !state.supplied {
                number += table.unsupplied;
            }
        }
        // FAB-5.23b, FAB-5.23d, FAB-A18: the target has its own fieldworks when the dice are
        // rolled.
        let target = self.side_in(role.other());
        let works = self.state.area(round.area).fieldworks == Some(target);
        let helps = kind == FireKind::Close
            || self.field.rules().rulings.fieldworks_cover == FieldworksCover::AllFire;
        if works && helps {
            number += table.fieldworks.for_fire(kind);
        }
        if role == Role::Attacker && kind == FireKind::Close {
            // FAB-6.28a: terrain applies only to this fire.
            number += table.terrain_modifier(self.field.area(round.area).difficulty);
            if self.state.area(round.area).river_assault {
                number += table.river_assault;
            }
        }
        number + self.modifiers(self.side_in(role), kind)
    }

    /// The sum of event modifiers to a side's fire.
    fn modifiers(&self, side: SideIndex, kind: FireKind) -> i8 {
        let lasting = self.state.modifiers.iter().filter(|modifier| {
            modifier.side == side && modifier.fire.is_none_or(|fire| fire == kind)
        });
        let lasting: i8 = lasting.map(|modifier| modifier.n).sum();
        let events = self.round().events.into_iter().flatten();
        let round_modifiers = events.filter_map(|chit| match *self.effect_of(chit) {
            Effect::SnModifier { side: whose, fire, n, duration: Lasting::Round } => {
                let own = resolve_side(whose, self.field.chit(chit).side) == side;
                (own && fire.is_none_or(|fire| fire == kind)).then_some(n)
            }
            _ => None,
        });
        lasting + round_modifiers.sum::<i8>()
    }

    /// Class and quality of a piece (FAB-2.3a, FAB-2.3i).
    pub(crate) fn class_and_quality(&self, piece: Piece) -> (Class, Quality) {
        match piece {
            Piece::Unit(unit) => {
                let card = self.field.unit(unit);
                (card.class, card.quality(self.state.unit(unit).steps))
            }
            Piece::Asset(chit) => {
                let asset = self.field.chit(chit).asset().expect("only assets fight");
                (asset.class, asset.quality)
            }
        }
    }

    /// Applies the dice of this step of the round.
    pub(crate) fn apply_fire(&mut self, dice: &[u8]) {
        let (role, kind) = self.firing().expect("a side is firing");
        let numbers = self.fire_numbers();
        let hits = numbers.iter().zip(dice).filter(|&(&number, &die)| succeeds(die, number));
        let hits = hits.count() as u8;
        let side = self.side_in(role);
        let dice = dice.iter().copied().collect();
        let rule = match self.round().stage {
            Stage::AttackerArtillery => FAB_6_25A,
            Stage::DefenderArtillery => FAB_6_26A,
            Stage::DefensiveFire => FAB_6_27,
            _ => FAB_6_28A,
        };
        self.record(rule, Happening::Fired { side, kind, numbers, dice, hits });
        let on = role.other();
        let stage = BatchStage::first(on);
        self.begin_batch(Batch { on, kind, hits, stage });
    }
}
