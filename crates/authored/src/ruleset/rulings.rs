//! Rulings in a ruleset file (PB-36.14).

use sandtable_pack as pack;
use sandtable_source::Spanned;

use super::layer::table;
use crate::values::length::HalfAngle;
use crate::values::number::Whole;
use crate::values::word::Word;

table! {
    /// Rulings on open questions and on differences between editions (PB-36.14).
    pub struct Rulings("rulings") is Rulings {
        /// Sides of the die for an attempt to Alter (PB-A18).
        pub alter_die: Option<Spanned<Whole<2, 20>>> => "PB-A18",
        /// Whether headquarters try to Alter the turn order (PB-Q1).
        pub altering: Option<Spanned<Word<pack::Altering>>> => "PB-Q1",
        /// The rating that an army commander uses when rolling for another command (PB-A30).
        pub commander_rolls: Option<Spanned<Word<pack::CommanderRolls>>> => "PB-A30",
        /// The effect of facing changes after the first cost (PB-6.7).
        pub facing_changes: Option<Spanned<Word<pack::FacingChanges>>> => "PB-6.7",
        /// The obstacles to the movement of headquarters (PB-A41).
        pub headquarters_move: Option<Spanned<Word<pack::HeadquartersMove>>> => "PB-A41",
        /// The effect of a moving piece on headquarters of its own side (PB-A42).
        pub friendly_headquarters: Option<Spanned<Word<pack::FriendlyHeadquarters>>> => "PB-A42",
        /// The pieces that columns must not approach on the move (PB-8.4).
        pub columns: Option<Spanned<Word<pack::ColumnMarch>>> => "PB-8.4",
        /// Half-angle of the field of fire in degrees, at most 89 (PB-A65).
        pub field_of_fire_half_angle: Option<Spanned<HalfAngle>> => "PB-A65",
        /// The friendly attacks that allow a piece to stay in a field of fire (PB-A69).
        pub field_of_fire_stay: Option<Spanned<Word<pack::FieldOfFireStay>>> => "PB-A69",
        /// The pieces that retreat out of fields of fire after the combats (PB-A136).
        pub field_of_fire_retreats: Option<Spanned<Word<pack::FieldOfFireRetreats>>> => "PB-A136",
        /// Whether a retreat from a field of fire makes a piece Spent (PB-A137).
        pub field_of_fire_retreat_makes_spent: Option<Spanned<bool>> => "PB-A137",
        /// Whether the owner must reveal the type of a visible block (PB-17.1).
        pub spotting: Option<Spanned<Word<pack::SpottingRule>>> => "PB-17.1",
        /// Whether headquarters hide pieces on their Reserve Cards (PB-9.1).
        pub hidden_reserves: Option<Spanned<Word<pack::HiddenReserves>>> => "PB-9.1",
        /// The pieces that may join the reserve of a headquarters (PB-A62).
        pub reserve_joined_by: Option<Spanned<Word<pack::ReserveJoinedBy>>> => "PB-A62",
        /// The cost of the turn that brings an attacker's front flush with the enemy (PB-A80).
        pub squaring_up: Option<Spanned<Word<pack::SquaringUp>>> => "PB-A80",
        /// Whether a piece may attack an enemy again after leaving it (PB-A77).
        pub reattack: Option<Spanned<Word<pack::Reattack>>> => "PB-A77",
        /// The arms that may support each other (PB-A86).
        pub support_arms: Option<Spanned<Word<pack::SupportArms>>> => "PB-A86",
        /// Whether a piece must be in command to move up in support of an attack (PB-A47).
        pub support_requires_command: Option<Spanned<bool>> => "PB-A47",
        /// Whether a Support that retreats after losing its lead becomes Spent (PB-A87).
        pub support_retreat_makes_spent: Option<Spanned<bool>> => "PB-A87",
        /// The enemy trains that can be attacked (PB-A84).
        pub trains_attacked: Option<Spanned<Word<pack::TrainsAttacked>>> => "PB-A84",
        /// The effect of an attack on the rear of a supported pair (PB-18.6).
        pub envelopment: Option<Spanned<Word<pack::Envelopment>>> => "PB-18.6",
        /// The part of a defender that must be in cover terrain (PB-A4).
        pub cover_share: Option<Spanned<Word<pack::CoverShare>>> => "PB-A4",
        /// The origin of an attack that counts as uphill (PB-A38).
        pub hill_cover: Option<Spanned<Word<pack::HillCover>>> => "PB-A38",
        /// The pieces that are flanked by position (PB-18.1).
        pub flanking: Option<Spanned<Word<pack::Flanking>>> => "PB-18.1",
        /// The position from which a flank attack is judged (PB-A106).
        pub flank_judged: Option<Spanned<Word<pack::FlankJudged>>> => "PB-A106",
        /// The effect of an attack over a river on the attacker in round one (PB-23.5).
        pub attack_over_river: Option<Spanned<Word<pack::AttackOverRiver>>> => "PB-23.5",
        /// Whether an attacker across a river also fires at one less, in addition to being hit at
        /// one more (PB-A108).
        pub river_effect_both_ways: Option<Spanned<bool>> => "PB-A108",
        /// The moment when buildings make a piece Spent (PB-A39).
        pub buildings_spent: Option<Spanned<Word<pack::BuildingsSpent>>> => "PB-A39",
        /// Whether buildings are difficult terrain, which shortens a move by a third (PB-Q6).
        pub buildings_reduce: Option<Spanned<bool>> => "PB-Q6",
        /// The rate of a retreat (PB-A126).
        pub retreat_rate: Option<Spanned<Word<pack::RetreatRate>>> => "PB-A126",
        /// The routes that a retreat may take (PB-A127).
        pub retreat_ways: Option<Spanned<Word<pack::RetreatWays>>> => "PB-A127",
        /// The friends that a retreating piece pushes out of its way (PB-A131).
        pub friends_in_the_way: Option<Spanned<Word<pack::FriendsInTheWay>>> => "PB-A131",
        /// The attackers that cavalry withdraws from before combat (PB-A140).
        pub withdraws_from: Option<Spanned<Word<pack::WithdrawsFrom>>> => "PB-A140",
        /// Whether withdrawing before combat makes a piece Spent (PB-A139).
        pub withdraw_makes_spent: Option<Spanned<bool>> => "PB-A139",
        /// The origin of a battery's line of fire (PB-A100).
        pub line_of_fire: Option<Spanned<Word<pack::LineOfFire>>> => "PB-A100",
        /// Half-angle within which a battery bombards, in degrees from straight ahead, at most 89 (PB-A93).
        pub bombardment_half_angle: Option<Spanned<HalfAngle>> => "PB-A93",
        /// Whether a battery may turn before it bombards (PB-15.1).
        pub bombardment_may_turn: Option<Spanned<bool>> => "PB-15.1",
        /// Whether bombardment benefits from flanks and columns (PB-A94).
        pub bombardment_flank_modifier: Option<Spanned<bool>> => "PB-A94",
        /// Whether the first hit of a bombardment on militia counts double (PB-A97).
        pub bombardment_doubles_militia: Option<Spanned<bool>> => "PB-A97",
        /// Whether elites and guards absorb the first hit of a bombardment (PB-Q22).
        pub bombardment_first_hit_absorbed: Option<Spanned<bool>> => "PB-Q22",
        /// The definition of one combat (PB-28.1).
        pub combats: Option<Spanned<Word<pack::CombatGroups>>> => "PB-28.1",
        /// The order in which combats are fought (PB-22.2).
        pub order_of_combats: Option<Spanned<Word<pack::OrderOfCombats>>> => "PB-22.2",
        /// The period in which the first hit on militia, elite and guard counts as the first
        /// (PB-24.4, PB-24.5).
        pub first_hit_lasts: Option<Spanned<Word<pack::FirstHitSpan>>> => "PB-24.4",
        /// The rounds in which attacked artillery fires before other pieces (PB-14.2).
        pub artillery_fires_first: Option<Spanned<Word<pack::ArtilleryFiresFirst>>> => "PB-14.2",
        /// The distance from the enemy at which a piece Rallies (PB-19.4).
        pub rally: Option<Spanned<Word<pack::RallyDistance>>> => "PB-19.4",
        /// The pieces that count for Ineffective (PB-A116).
        pub ineffective_counts: Option<Spanned<Word<pack::IneffectiveCount>>> => "PB-A116",
        /// The effect of a lost train on its side (PB-29.4).
        pub train_lost: Option<Spanned<Word<pack::TrainLost>>> => "PB-29.4",
        /// The condition that forces a side back (PB-A113).
        pub forced_back_on: Option<Spanned<Word<pack::ForcedBack>>> => "PB-A113",
        /// The multiplier of a side that earned several (PB-A146).
        pub multipliers: Option<Spanned<Word<pack::Multipliers>>> => "PB-A146",
        /// Whether points for recovered pieces remain (PB-A145).
        pub points_model: Option<Spanned<Word<pack::PointsModel>>> => "PB-A145",
        /// The treatment of pieces out of supply in the final count (PB-A152).
        pub unsupplied_at_end: Option<Spanned<Word<pack::UnsuppliedAtEnd>>> => "PB-A152",
        /// The pieces on which Rout is based (PB-A148).
        pub rout_base: Option<Spanned<Word<pack::RoutBase>>> => "PB-A148",
        /// The pieces that may leave the map permanently (PB-A43).
        pub leaving_the_map: Option<Spanned<Word<pack::LeavingTheMap>>> => "PB-A43",
        /// Whether the game continues after it is won (PB-33.1).
        pub bitter_end: Option<Spanned<Word<pack::BitterEnd>>> => "PB-33.1",
        /// The procedure after the eighth turn (PB-30.1).
        pub night: Option<Spanned<Word<pack::NightTurn>>> => "PB-30.1",
        /// The groups in which half of the pieces return at night (PB-30.3).
        pub night_groups: Option<Spanned<Word<pack::NightGroups>>> => "PB-30.3",
        /// The status of pieces that return at night (PB-A155).
        pub night_return_status: Option<Spanned<Word<pack::NightReturn>>> => "PB-A155",
    }
}
