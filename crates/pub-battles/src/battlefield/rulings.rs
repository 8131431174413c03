//! Rulings with alternatives (PB-36.14, PB-V, PB-Q). Only this module matches on them.

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{
    Altering, ArtilleryFiresFirst, AttackOverRiver, BitterEnd, BuildingsSpent, ColumnMarch,
    CombatGroups, CommanderRolls, CoverShare, Envelopment, FacingChanges, FieldOfFireRetreats,
    FieldOfFireStay, FirstHitSpan, FlankJudged, Flanking, ForcedBack, FriendlyHeadquarters,
    FriendsInTheWay, HeadquartersMove, HiddenReserves, HillCover, IneffectiveCount, LeavingTheMap,
    LineOfFire, MoveClass, Multipliers, NightGroups, NightReturn, NightTurn, OrderOfCombats,
    PieceRules, PieceType, PointsModel, RallyDistance, Reattack, ReserveJoinedBy, RetreatRate,
    RetreatWays, RoutBase, Rulings, SpottingRule, SquaringUp, Status, SupportArms, TrainLost,
    TrainsAttacked, UnsuppliedAtEnd, WithdrawsFrom,
};
use serde::Serialize;

use crate::battlefield::Battlefield;
use crate::battlefield::roster::{Arm, PieceIndex};

/// A group of pieces whose recovery is counted separately (PB-30.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RecoveryGroup {
    /// Detachments.
    Detachments,
    /// All other combat pieces.
    Main,
    /// All combat pieces together (PB-V2).
    All,
}

fn rulings(field: &Battlefield) -> &Rulings {
    &field.pack.ruleset().rulings
}

/// PB-Q1: whether headquarters may roll to Alter the turn order.
pub(crate) fn has_altering(field: &Battlefield) -> bool {
    match rulings(field).altering {
        Altering::ByRating => true,
        Altering::Off => false,
    }
}

/// PB-A30: the headquarters whose rating counts when an Army Commander rolls for a subordinate's
/// chit.
pub(crate) fn rated_headquarters(
    field: &Battlefield,
    roller: PieceIndex,
    own: PieceIndex,
) -> PieceIndex {
    match rulings(field).commander_rolls {
        CommanderRolls::OwnRating => roller,
        CommanderRolls::CommandRating => own,
    }
}

/// PB-6.7, PB-Q6: the maximum number of facing changes in a move.
pub(crate) fn most_facing_changes(field: &Battlefield) -> i32 {
    match rulings(field).facing_changes {
        // Each change costs a third, so the allowance limits their number.
        FacingChanges::Paid => i32::MAX,
        FacingChanges::Two => 2,
    }
}

/// PB-A41, PB-Q9: whether headquarters ignore difficult terrain.
pub(crate) fn has_free_headquarters_moves(field: &Battlefield) -> bool {
    match rulings(field).headquarters_move {
        HeadquartersMove::LikeOthers => false,
        HeadquartersMove::Freely => true,
    }
}

/// PB-8.4, PB-A54, PB-Q7: whether moving columns must keep their distance from friends and enemies.
pub(crate) fn has_column_stand_off(field: &Battlefield) -> bool {
    match rulings(field).columns {
        ColumnMarch::KeepClear => true,
        ColumnMarch::MarchOn => false,
    }
}

/// PB-9.1, PB-Q1: whether headquarters hide pieces on their Reserve Cards.
pub(crate) fn has_hidden_reserves(field: &Battlefield) -> bool {
    match rulings(field).hidden_reserves {
        HiddenReserves::Played => true,
        HiddenReserves::Off => false,
    }
}

/// PB-6.12, PB-Q6: whether buildings shorten a move, as woods do.
pub(crate) fn buildings_reduce(field: &Battlefield) -> bool {
    rulings(field).buildings_reduce
}

/// PB-17.1, PB-Q1: whether the owner reveals the type of a spotted block.
pub(crate) fn spotting_reveals_type(field: &Battlefield) -> bool {
    match rulings(field).spotting {
        SpottingRule::WithinRange => true,
        SpottingRule::Off => false,
    }
}

/// PB-A86, PB-Q20: whether an arm may support another arm.
pub(crate) fn has_mutual_support(field: &Battlefield, support: Arm, lead: Arm) -> bool {
    let is_horse = |arm: Arm| matches!(arm.kind, PieceType::Cavalry | PieceType::Dragoons);
    support.rules.supports
        && match rulings(field).support_arms {
            SupportArms::Any => true,
            SupportArms::Own => is_horse(support) == is_horse(lead),
        }
}

/// PB-A47: whether moving up in support of an attack needs command.
pub(crate) fn support_needs_command(field: &Battlefield) -> bool {
    rulings(field).support_requires_command
}

/// PB-A87: whether a Support becomes Spent if it retreats after its lead has gone.
pub(crate) fn retreat_of_support_makes_spent(field: &Battlefield) -> bool {
    rulings(field).support_retreat_makes_spent
}

/// PB-18.6, PB-Q1: whether an attack on the rear of a supported pair splits it.
pub(crate) fn has_envelopment(field: &Battlefield) -> bool {
    match rulings(field).envelopment {
        Envelopment::Splits => true,
        Envelopment::Off => false,
    }
}

/// PB-A4, PB-Q11: whether a piece with only half of its block in terrain has cover.
pub(crate) fn half_is_cover(field: &Battlefield) -> bool {
    match rulings(field).cover_share {
        CoverShare::MoreThanHalf => false,
        CoverShare::HalfOrMore => true,
    }
}

/// PB-18.1, PB-Q18: whether only defenders can be flanked, by an enemy in the rear or several in
/// contact.
pub(crate) fn flank_is_rear_or_several(field: &Battlefield) -> bool {
    match rulings(field).flanking {
        Flanking::BehindFront => false,
        Flanking::RearOrSeveral => true,
    }
}

/// PB-23.5, PB-Q23: whether a piece that attacks across a river is treated as flanked.
pub(crate) fn river_flanks(field: &Battlefield) -> bool {
    match rulings(field).attack_over_river {
        AttackOverRiver::Flanked => true,
        AttackOverRiver::Plain => false,
    }
}

/// PB-A100, PB-Q12: whether a bombardment's line of fire and range are measured from the battery's
/// centre.
pub(crate) fn fires_from_centre(field: &Battlefield) -> bool {
    match rulings(field).line_of_fire {
        LineOfFire::FromFront => false,
        LineOfFire::FromCentre => true,
    }
}

/// PB-15.1, PB-Q13: whether a battery may turn before it bombards.
pub(crate) fn battery_may_turn(field: &Battlefield) -> bool {
    rulings(field).bombardment_may_turn
}

/// PB-A94: whether the modifiers for flanks and columns apply to bombardment.
pub(crate) fn bombardment_minds_flanks(field: &Battlefield) -> bool {
    rulings(field).bombardment_flank_modifier
}

/// PB-28.1, PB-Q16: whether every attack is a separate combat.
pub(crate) fn attacks_are_fought_one_by_one(field: &Battlefield) -> bool {
    match rulings(field).combats {
        CombatGroups::Connected => false,
        CombatGroups::OneByOne => true,
    }
}

/// PB-22.2, PB-Q15: whether the attacks of the last drawn command are fought first.
pub(crate) fn last_drawn_fights_first(field: &Battlefield) -> bool {
    match rulings(field).order_of_combats {
        OrderOfCombats::Chosen => false,
        OrderOfCombats::ReverseDraw => true,
    }
}

/// PB-24.4, PB-24.5, PB-Q22: whether "first hit" means the first of the turn rather than of each
/// combat.
pub(crate) fn first_hit_is_of_the_turn(field: &Battlefield) -> bool {
    match rulings(field).first_hit_lasts {
        FirstHitSpan::Combat => false,
        FirstHitSpan::Turn => true,
    }
}

/// PB-A126: the move class whose third sets the distance of a retreat.
pub(crate) fn retreat_class(field: &Battlefield, piece: PieceIndex) -> MoveClass {
    match rulings(field).retreat_rate {
        RetreatRate::OwnClass => field.roster.piece(piece).moves,
        RetreatRate::FootForAll => MoveClass::Foot,
    }
}

/// PB-A127: the maximum angle between a retreat and straight back, in steps of a circle.
pub(crate) fn retreat_spread(field: &Battlefield) -> i32 {
    match rulings(field).retreat_ways {
        RetreatWays::AwayFromAll | RetreatWays::NeverCloser | RetreatWays::Any => 1_024,
        RetreatWays::StraightBack => 0,
    }
}

/// PB-A127: whether a retreat avoids enemies other than those that it leaves.
pub(crate) fn retreats_avoid_all_enemies(field: &Battlefield) -> bool {
    match rulings(field).retreat_ways {
        RetreatWays::AwayFromAll | RetreatWays::NeverCloser => true,
        RetreatWays::Any | RetreatWays::StraightBack => false,
    }
}

/// PB-A127: whether a piece without another direction may retreat toward an enemy that it does not
/// leave.
pub(crate) fn may_retreat_nearer(field: &Battlefield) -> bool {
    !matches!(rulings(field).retreat_ways, RetreatWays::NeverCloser)
}

/// PB-A131: whether any overlap puts a friend in the way of a retreat, rather than half of it.
pub(crate) fn any_overlap_pushes_friends(field: &Battlefield) -> bool {
    match rulings(field).friends_in_the_way {
        FriendsInTheWay::AnyOverlap => true,
        FriendsInTheWay::MoreThanHalf => false,
    }
}

/// PB-A42: whether a moving piece pushes headquarters of its own side before it.
pub(crate) fn friendly_headquarters_are_pushed(field: &Battlefield) -> bool {
    match rulings(field).friendly_headquarters {
        FriendlyHeadquarters::StepAside => false,
        FriendlyHeadquarters::Pushed => true,
    }
}

/// PB-A62: whether a piece may join the reserve of any headquarters of its side.
pub(crate) fn any_reserve_may_be_joined(field: &Battlefield) -> bool {
    match rulings(field).reserve_joined_by {
        ReserveJoinedBy::Side => true,
        ReserveJoinedBy::Command => false,
    }
}

/// PB-A80: whether the turn that brings a front flush with the enemy is a facing change.
pub(crate) fn squaring_up_is_a_facing_change(field: &Battlefield) -> bool {
    match rulings(field).squaring_up {
        SquaringUp::FacingChange => true,
        SquaringUp::Free => false,
    }
}

/// PB-A116: whether a piece counts for Ineffective.
pub(crate) fn counts_for_ineffective(field: &Battlefield, arm: Arm) -> bool {
    let PieceRules { counts_for_rout, .. } = arm.rules;
    match rulings(field).ineffective_counts {
        IneffectiveCount::AllCombatPieces => true,
        IneffectiveCount::WithoutDetachments => arm.kind != PieceType::Detachment,
        IneffectiveCount::InfantryOnly => counts_for_rout,
        IneffectiveCount::Nobody => false,
    }
}

/// PB-A77: whether a piece may again attack an enemy that it has just left.
pub(crate) fn may_attack_again(field: &Battlefield, flank: bool) -> bool {
    match rulings(field).reattack {
        Reattack::Never => false,
        Reattack::FlankOnly => !flank,
        Reattack::Allowed => true,
    }
}

/// PB-11.3, PB-Q1: whether the Support of a disengaging lead acts at once. It does not if pieces in
/// contact may move freely.
pub(crate) fn breaking_off_calls_the_support(field: &Battlefield) -> bool {
    match rulings(field).reattack {
        Reattack::Never | Reattack::FlankOnly => true,
        Reattack::Allowed => false,
    }
}

/// PB-A84: whether a train can be attacked, packed or unpacked.
pub(crate) fn train_can_be_attacked(field: &Battlefield, unpacked: bool) -> bool {
    match rulings(field).trains_attacked {
        TrainsAttacked::All => true,
        TrainsAttacked::Unpacked => unpacked,
        TrainsAttacked::None => false,
    }
}

/// PB-A38: the hill level of an attack, from the attacker's levels at its start and end.
pub(crate) fn attack_level(field: &Battlefield, began: u8, stands: u8) -> u8 {
    match rulings(field).hill_cover {
        HillCover::BeganOrStandsLower => began.min(stands),
        HillCover::StandsLower => stands,
    }
}

/// PB-A106: whether a flank attack is judged by the attacker's position before it was brought
/// flush.
pub(crate) fn flank_is_judged_before(field: &Battlefield) -> bool {
    match rulings(field).flank_judged {
        FlankJudged::BeforeSquaring => true,
        FlankJudged::AsItStands => false,
    }
}

/// PB-A108: whether attacking across a river also hinders the attacker's fire.
pub(crate) fn river_hinders_fire(field: &Battlefield) -> bool {
    rulings(field).river_effect_both_ways
}

/// PB-A69: whether attacks of earlier activations this turn allow a piece to stay in a field of
/// fire.
pub(crate) fn earlier_attacks_count(field: &Battlefield) -> bool {
    match rulings(field).field_of_fire_stay {
        FieldOfFireStay::Turn => true,
        FieldOfFireStay::Activation => false,
    }
}

/// PB-A136: whether a piece retreats even if its enemy has already retreated.
pub(crate) fn fire_retreats_are_fixed(field: &Battlefield) -> bool {
    match rulings(field).field_of_fire_retreats {
        FieldOfFireRetreats::Snapshot => true,
        FieldOfFireRetreats::AsTheyGo => false,
    }
}

/// PB-A137: whether a retreat out of a Field of Fire makes a piece Spent.
pub(crate) fn fire_retreat_makes_spent(field: &Battlefield) -> bool {
    rulings(field).field_of_fire_retreat_makes_spent
}

/// PB-A39: whether buildings make a piece Spent as soon as it enters them.
pub(crate) fn spent_in_passing(field: &Battlefield) -> bool {
    match rulings(field).buildings_spent {
        BuildingsSpent::Entered => true,
        BuildingsSpent::EndOfMove => false,
    }
}

/// PB-14.2, PB-Q19: whether defending artillery fires first in this round.
pub(crate) fn artillery_fires_first(field: &Battlefield, round: u8) -> bool {
    match rulings(field).artillery_fires_first {
        ArtilleryFiresFirst::RoundOne => round == 1,
        ArtilleryFiresFirst::EveryRound => true,
    }
}

/// The rule that lets artillery fire first in a round.
pub(crate) const fn rule_of_first_fire(round: u8) -> RuleId {
    if round == 1 { PB_14_2 } else { PB_Q19 }
}

/// PB-A140: whether cavalry may withdraw from enemies, by the number of infantry among them.
pub(crate) fn may_withdraw_from(field: &Battlefield, infantry: usize, others: usize) -> bool {
    match rulings(field).withdraws_from {
        WithdrawsFrom::InfantryAlone => infantry > 0 && others == 0,
        WithdrawsFrom::AnyInfantry => infantry > 0,
        WithdrawsFrom::Nobody => false,
    }
}

/// PB-A139: whether withdrawing before combat makes a piece Spent.
pub(crate) fn withdrawal_makes_spent(field: &Battlefield) -> bool {
    rulings(field).withdraw_makes_spent
}

/// PB-Q14: whether a piece that rallies must be more than a third away from the enemy.
pub(crate) fn rally_needs_distance(field: &Battlefield) -> bool {
    match rulings(field).rally {
        RallyDistance::OutOfContact => false,
        RallyDistance::BeyondThird => true,
    }
}

/// PB-29.4: whether a side that loses a train loses the battle.
pub(crate) fn lost_train_breaks(field: &Battlefield) -> bool {
    match rulings(field).train_lost {
        TrainLost::Broken => true,
        TrainLost::Nothing => false,
    }
}

/// PB-A113: whether packing an unpacked train means Forced Back.
pub(crate) fn packing_forces_back(field: &Battlefield) -> bool {
    match rulings(field).forced_back_on {
        ForcedBack::Pack => true,
        ForcedBack::PackAndMove | ForcedBack::Nothing => false,
    }
}

/// PB-A113: whether moving a train after packing it means Forced Back.
pub(crate) fn moving_off_forces_back(field: &Battlefield) -> bool {
    match rulings(field).forced_back_on {
        ForcedBack::PackAndMove => true,
        ForcedBack::Pack | ForcedBack::Nothing => false,
    }
}

/// PB-A146: the total multiplier of a side, from the multipliers it has earned.
pub(crate) fn total_multiplier(field: &Battlefield, earned: impl Iterator<Item = u32>) -> u32 {
    match rulings(field).multipliers {
        Multipliers::Highest => earned.max().unwrap_or(1),
        Multipliers::Product => earned.product(),
    }
}

/// PB-A145: whether points are kept once scored.
pub(crate) fn points_stay(field: &Battlefield) -> bool {
    match rulings(field).points_model {
        PointsModel::Current => false,
        PointsModel::Cumulative => true,
    }
}

/// PB-A152, PB-31.4: whether pieces without supply count as destroyed at the end.
pub(crate) fn unsupplied_count(field: &Battlefield) -> bool {
    match rulings(field).unsupplied_at_end {
        UnsuppliedAtEnd::CountAsDestroyed | UnsuppliedAtEnd::ThreatenedToo => true,
        UnsuppliedAtEnd::Unharmed => false,
    }
}

/// PB-A158: whether pieces with an enemy nearby count as unsupplied at the end.
pub(crate) fn threatened_count_too(field: &Battlefield) -> bool {
    matches!(rulings(field).unsupplied_at_end, UnsuppliedAtEnd::ThreatenedToo)
}

/// PB-A148: whether a piece counts for the base of Rout, given whether it is due and has arrived.
pub(crate) fn in_rout_base(field: &Battlefield, due: bool, arrived: bool) -> bool {
    match rulings(field).rout_base {
        RoutBase::Scheduled => due,
        // PB-V4: only pieces that have arrived count.
        RoutBase::Arrived => arrived,
    }
}

/// PB-A43, PB-33.1: whether pieces may leave the map at the ends of their lines of communication.
pub(crate) fn own_lines_may_be_left_by(field: &Battlefield) -> bool {
    match rulings(field).leaving_the_map {
        LeavingTheMap::Never => goes_on_when_won(field),
        LeavingTheMap::ByOwnLines => true,
    }
}

/// PB-33.1: whether the game continues after a victory condition is met.
pub(crate) fn goes_on_when_won(field: &Battlefield) -> bool {
    match rulings(field).bitter_end {
        BitterEnd::Off => false,
        BitterEnd::Played => true,
    }
}

/// PB-30, PB-Q1: whether a day ends with nightfall and a night turn.
pub(crate) fn has_nights(field: &Battlefield) -> bool {
    match rulings(field).night {
        NightTurn::Played => true,
        NightTurn::Skipped => false,
    }
}

/// PB-30.3, PB-V2: the recovery groups. Half of each group's losses return at night.
pub(crate) fn recovery_groups(field: &Battlefield) -> &'static [RecoveryGroup] {
    match rulings(field).night_groups {
        NightGroups::DetachmentsApart => &[RecoveryGroup::Detachments, RecoveryGroup::Main],
        NightGroups::Single => &[RecoveryGroup::All],
    }
}

/// PB-A155: the status of a piece that returns at night.
pub(crate) fn night_return(field: &Battlefield) -> Status {
    match rulings(field).night_return_status {
        NightReturn::Spent => Status::Spent,
        NightReturn::Fresh => Status::Fresh,
    }
}
