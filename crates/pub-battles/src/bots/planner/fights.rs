//! The parties and values of fights, from the information of one side.

use sandtable_pack::{Fight as Role, PieceRules, PieceType, Quality, Status, StatusEffect};
use sandtable_terrain::Block;

use super::crowd::MAX_STRIKERS;
use super::duel::{Fight, Party};
use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::bots::odds;
use crate::combat::fire::FireKind;
use crate::combat::fire::FireModifiers;
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The cost to a piece of leaving its ground, in thousandths of a point.
const LEAVING_COST: i32 = 150;
/// The worth of a point of a piece that also counts for a rout, in thousandths of a point.
const POINT_VALUE: i32 = 300;
/// The total worth of a side's infantry for its rout (PB-29.3), in thousandths of a point. In a
/// small army, each piece represents a larger part of it.
const ROUT_VALUE: i32 = 150_000;

/// A friendly piece's gain from holding a place against these enemies rather than leaving, in
/// thousandths of a point. `None` if no enemy fights.
pub(super) fn worth_staying(
    view: &View<'_>,
    piece: PieceIndex,
    block: &Block,
    against: &[PieceIndex],
) -> Option<i32> {
    let enemies: Vec<Sighting<'_>> =
        against.iter().filter_map(|&enemy| view.sighting(enemy)).collect();
    let stakes = Stakes::of(view);
    let mut worst: Option<i32> = None;
    for enemy in &enemies {
        let attacks = view.attacks(piece, enemy.piece);
        let [ours, theirs] = modifiers(view, piece, block, enemy, against.len());
        let own = own_party(view, stakes, piece, ours)?;
        // Pieces that attack together also stay together.
        let together = if attacks {
            view.attackers_of(enemy.piece).clamp(1, MAX_STRIKERS as usize)
        } else {
            1
        };
        let own = Party { was_hit: true, dice: own.dice * together as u8, ..own };
        let Some(foe) = enemy_party(view, stakes, enemy, theirs) else { continue };
        let foe = Party {
            was_hit: true,
            dice: foe.dice * enemies.len().min(MAX_STRIKERS as usize) as u8,
            ..foe
        };
        let (attacker, defender) = if attacks { (own, foe) } else { (foe, own) };
        let fight = Fight { attacker, defender, defender_first: false };
        let gain = fight.worth_staying(attacks);
        worst = Some(worst.map_or(gain, |worst| worst.min(gain)));
    }
    worst
}

/// These enemies' gain from their attack on a friendly piece in this position, in thousandths of a
/// point. `None` if no enemy fights.
pub(super) fn worth_attacking(
    view: &View<'_>,
    piece: PieceIndex,
    block: &Block,
    attackers: &[PieceIndex],
) -> Option<i32> {
    let stakes = Stakes::of(view);
    let several = attackers.len().min(MAX_STRIKERS as usize) as u8;
    let mut max_gain: Option<i32> = None;
    for enemy in attackers.iter().filter_map(|&enemy| view.sighting(enemy)) {
        let [ours, theirs] = modifiers(view, piece, block, &enemy, attackers.len());
        let own = own_party(view, stakes, piece, ours)?;
        let Some(foe) = enemy_party(view, stakes, &enemy, theirs) else { continue };
        // Friends that attack the same enemy fire at it too.
        let friends = view.attackers_of(enemy.piece).clamp(1, MAX_STRIKERS as usize) as u8;
        let fight = Fight {
            defender: Party { dice: own.dice * friends, ..own },
            attacker: Party { dice: foe.dice * several, is_trapped: false, ..foe },
            defender_first: fires_first(view, piece),
        };
        max_gain = max_gain.max(Some(fight.value()));
    }
    max_gain
}

/// Whether a friendly piece fires first when attacked (PB-14.2).
fn fires_first(view: &View<'_>, piece: PieceIndex) -> bool {
    view.arm(piece).is_some_and(|arm| arm.kind == PieceType::Artillery)
}

/// The target chosen by a piece in contact with several enemies (PB-28.3): the fire that costs the
/// enemy most.
pub(super) fn fire(view: &View<'_>, firer: PieceIndex) -> Action {
    let stakes = Stakes::of(view);
    let cost = |action: &Action| {
        let Action::FireAt(target) = *action else { return None };
        let (enemy, block) = (view.sighting(target)?, view.block(firer)?);
        let touching = view.touching(firer).len();
        let [ours, _] = modifiers(view, firer, &block, &enemy, touching);
        let own = own_party(view, stakes, firer, ours)?;
        Some(own.fire_cost(enemy_party(view, stakes, &enemy, 0)?, FireKind::Combat))
    };
    view.proposals().into_iter().max_by_key(cost).unwrap_or(Action::Stay)
}

/// The modifiers of fire by a friendly piece, and by an enemy in contact with it. `touching` is the
/// number of enemies in contact.
fn modifiers(
    view: &View<'_>,
    piece: PieceIndex,
    block: &Block,
    enemy: &Sighting<'_>,
    touching: usize,
) -> [i8; 2] {
    let attacks = view.attacks(piece, enemy.piece);
    let (own_role, other_role) = match attacks {
        true => (Role::Attacking, Role::Defending),
        false => (Role::Defending, Role::Attacking),
    };
    let flanked = view.is_flanked_from(block, own_role, enemy.shape.place(), touching);
    let flanks = enemy.shape.as_block().is_none_or(|other| {
        let touching = view.attackers_of(enemy.piece);
        view.is_flanked_from(other, other_role, block.centre(), touching)
    });
    let cover = match attacks {
        true => enemy.is_sheltered_from(block.centre()),
        false => view.shelters(block, enemy.shape.place()),
    };
    [modifier(attacks && cover, flanks, flanked), modifier(!attacks && cover, flanked, flanks)]
}

/// The modifier of fire at a target (PB-23.9).
pub(super) fn modifier(target_in_cover: bool, target_flanked: bool, firer_flanked: bool) -> i8 {
    FireModifiers { target_in_cover, target_flanked, firer_flanked, special: 0 }.total()
}

/// The current stakes of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// The worth of a friendly and of an enemy piece for a rout, excluding its points, in
    /// thousandths of a point.
    rout: [i32; 2],
}

impl Stakes {
    pub fn of(view: &View<'_>) -> Self {
        let each = |side: SideIndex| ROUT_VALUE / view.infantry(side).max(1) as i32;
        Self { rout: [each(view.side()), each(view.side().enemy())] }
    }

    /// The worth of the loss of a piece, in thousandths of a point.
    fn weight(self, is_enemy: bool, rules: &PieceRules, quality: Quality) -> i32 {
        let points = rules.points.of(quality) as i32;
        if rules.counts_for_rout {
            points * POINT_VALUE + self.rout[usize::from(is_enemy)]
        } else {
            points * 1_000
        }
    }
}

/// A friendly piece as a party.
pub(super) fn own_party(
    view: &View<'_>,
    stakes: Stakes,
    piece: PieceIndex,
    modifier: i8,
) -> Option<Party> {
    let arm = view.arm(piece)?;
    Some(Party {
        dice: arm.rules.dice,
        hits_on: arm.rules.hits_on,
        modifier,
        spent: view.is_spent(piece),
        was_hit: false,
        is_frail: arm.rules.status == StatusEffect::OneState,
        first_hit: view.ruleset().quality(arm.quality).first_hit.into(),
        weight: stakes.weight(false, &arm.rules, arm.quality),
        ground: LEAVING_COST,
        is_trapped: arm.kind == PieceType::Artillery && view.support_of(piece).is_none(),
    })
}

/// An enemy as a party. Hidden quality is assumed to be regular.
pub(super) fn enemy_party(
    view: &View<'_>,
    stakes: Stakes,
    enemy: &Sighting<'_>,
    modifier: i8,
) -> Option<Party> {
    let odds::Party { kind, quality, status, .. } = odds::Party::from_sighting(enemy)?;
    let rules = view.ruleset().piece(kind);
    Some(Party {
        dice: rules.dice,
        hits_on: rules.hits_on,
        modifier,
        spent: status == Status::Spent,
        was_hit: false,
        is_frail: rules.status == StatusEffect::OneState,
        first_hit: view.ruleset().quality(quality).first_hit.into(),
        weight: stakes.weight(true, rules, quality),
        ground: LEAVING_COST,
        is_trapped: kind == PieceType::Artillery,
    })
}
