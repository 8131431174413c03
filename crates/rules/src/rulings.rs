//! The rulings that have alternatives (PB-36.14), each matched in this one place.

use sandtable_pack::{
    BuildingsSpent, FieldOfFireStay, ForcedBack, IneffectiveCount, MoveClass, PieceRules,
    PieceType, Reattack, RetreatRate,
};

use crate::battlefield::Battlefield;
use crate::roster::{Arm, PieceIndex};

/// PB-A126: whose third a retreat is.
pub(crate) fn retreat_class(field: &Battlefield, piece: PieceIndex) -> MoveClass {
    match field.pack.ruleset().rulings.retreat_rate {
        RetreatRate::OwnClass => field.roster.piece(piece).moves,
        RetreatRate::FootForAll => MoveClass::Foot,
    }
}

/// PB-A116: does a piece count for Ineffective?
pub(crate) fn counts_for_ineffective(field: &Battlefield, arm: Arm) -> bool {
    let PieceRules { counts_for_rout, .. } = arm.rules;
    match field.pack.ruleset().rulings.ineffective_counts {
        IneffectiveCount::AllCombatPieces => true,
        IneffectiveCount::WithoutDetachments => arm.kind != PieceType::Detachment,
        IneffectiveCount::InfantryOnly => counts_for_rout,
    }
}

/// PB-A77: may a piece attack again an enemy that it has just left?
pub(crate) fn may_attack_again(field: &Battlefield, flank: bool) -> bool {
    match field.pack.ruleset().rulings.reattack {
        Reattack::Never => false,
        Reattack::FlankOnly => !flank,
    }
}

/// PB-A69: do attacks of earlier activations of the turn let a piece stay in a field of fire?
pub(crate) fn earlier_attacks_count(field: &Battlefield) -> bool {
    match field.pack.ruleset().rulings.field_of_fire_stay {
        FieldOfFireStay::Turn => true,
        FieldOfFireStay::Activation => false,
    }
}

/// PB-A137: does a retreat out of a field of fire make Spent?
pub(crate) fn fire_retreat_makes_spent(field: &Battlefield) -> bool {
    field.pack.ruleset().rulings.field_of_fire_retreat_makes_spent
}

/// PB-A39: when do buildings make Spent?
pub(crate) fn spent_in_passing(field: &Battlefield) -> bool {
    match field.pack.ruleset().rulings.buildings_spent {
        BuildingsSpent::Entered => true,
        BuildingsSpent::EndOfMove => false,
    }
}

/// PB-A113: does packing alone force a side back, or only moving the train then?
pub(crate) fn packing_forces_back(field: &Battlefield) -> bool {
    match field.pack.ruleset().rulings.forced_back_on {
        ForcedBack::Pack => true,
        ForcedBack::PackAndMove => false,
    }
}
