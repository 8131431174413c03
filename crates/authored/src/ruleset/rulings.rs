//! Rulings as a ruleset file words them (PB-36.14).

use sandtable_pack as pack;
use sandtable_source::Spanned;

use super::layer::table;
use crate::values::length::HalfAngle;
use crate::values::number::Whole;
use crate::values::word::Word;

table! {
    /// What is ruled where the rules are silent, or differ between editions (PB-36.14).
    pub struct Rulings("table of rulings") is Rulings {
        /// Sides of the die for altering (PB-A18).
        pub alter_die: Option<Spanned<Whole<2, 20>>> => "PB-A18",
        /// Do headquarters try to alter the order of chits (PB-Q1)?
        pub altering: Option<Spanned<Word<pack::Altering>>> => "PB-Q1",
        /// Whose rating an army commander needs who rolls for another command (PB-A30).
        pub commander_rolls: Option<Spanned<Word<pack::CommanderRolls>>> => "PB-A30",
        /// What facing changes after the first cost (PB-6.7).
        pub facing_changes: Option<Spanned<Word<pack::FacingChanges>>> => "PB-6.7",
        /// What hinders headquarters on their way (PB-A41).
        pub headquarters_move: Option<Spanned<Word<pack::HeadquartersMove>>> => "PB-A41",
        /// From whom columns on the march keep away (PB-8.4).
        pub columns: Option<Spanned<Word<pack::ColumnMarch>>> => "PB-8.4",
        /// Half-angle of the field of fire in degrees, at most 89 (PB-A65).
        pub field_of_fire_half_angle: Option<Spanned<HalfAngle>> => "PB-A65",
        /// Which friendly attacks let a piece stay in a field of fire (PB-A69).
        pub field_of_fire_stay: Option<Spanned<Word<pack::FieldOfFireStay>>> => "PB-A69",
        /// Who retreats out of fields of fire after the combats (PB-A136).
        pub field_of_fire_retreats: Option<Spanned<Word<pack::FieldOfFireRetreats>>> => "PB-A136",
        /// Does a retreat from a field of fire make Spent (PB-A137)?
        pub field_of_fire_retreat_makes_spent: Option<Spanned<bool>> => "PB-A137",
        /// Must the owner tell the type of a block that is seen (PB-17.1)?
        pub spotting: Option<Spanned<Word<pack::SpottingRule>>> => "PB-17.1",
        /// Do headquarters hide pieces on their Reserve Cards (PB-9.1)?
        pub hidden_reserves: Option<Spanned<Word<pack::HiddenReserves>>> => "PB-9.1",
        /// May a piece attack again the enemy that it left (PB-A77)?
        pub reattack: Option<Spanned<Word<pack::Reattack>>> => "PB-A77",
        /// Which arms support which (PB-A86).
        pub support_arms: Option<Spanned<Word<pack::SupportArms>>> => "PB-A86",
        /// Must a piece be in command to move up in support of an attack (PB-A47)?
        pub support_requires_command: Option<Spanned<bool>> => "PB-A47",
        /// Does a Support become Spent that retreats when its lead is gone (PB-A87)?
        pub support_retreat_makes_spent: Option<Spanned<bool>> => "PB-A87",
        /// Which enemy trains can be attacked (PB-A84).
        pub trains_attacked: Option<Spanned<Word<pack::TrainsAttacked>>> => "PB-A84",
        /// What an attack on the rear of a supported pair does (PB-18.6).
        pub envelopment: Option<Spanned<Word<pack::Envelopment>>> => "PB-18.6",
        /// How much of a defender must lie in terrain that gives cover (PB-A4).
        pub cover_share: Option<Spanned<Word<pack::CoverShare>>> => "PB-A4",
        /// From where an attack comes uphill (PB-A38).
        pub hill_cover: Option<Spanned<Word<pack::HillCover>>> => "PB-A38",
        /// Who is flanked by position (PB-18.1).
        pub flanking: Option<Spanned<Word<pack::Flanking>>> => "PB-18.1",
        /// From where a flank attack is judged (PB-A106).
        pub flank_judged: Option<Spanned<Word<pack::FlankJudged>>> => "PB-A106",
        /// What an attack over a river does to the attacker in round one (PB-23.5).
        pub attack_over_river: Option<Spanned<Word<pack::AttackOverRiver>>> => "PB-23.5",
        /// Does an attacker across a river also fire at one less, besides being hit at one more
        /// (PB-A108)?
        pub river_effect_both_ways: Option<Spanned<bool>> => "PB-A108",
        /// When buildings make Spent (PB-A39).
        pub buildings_spent: Option<Spanned<Word<pack::BuildingsSpent>>> => "PB-A39",
        /// Are buildings difficult ground, which shortens a move by a third (PB-Q6)?
        pub buildings_reduce: Option<Spanned<bool>> => "PB-Q6",
        /// Rate of a retreat (PB-A126).
        pub retreat_rate: Option<Spanned<Word<pack::RetreatRate>>> => "PB-A126",
        /// Which ways a retreat may lead (PB-A127).
        pub retreat_ways: Option<Spanned<Word<pack::RetreatWays>>> => "PB-A127",
        /// From whom cavalry withdraws before combat (PB-A140).
        pub withdraws_from: Option<Spanned<Word<pack::WithdrawsFrom>>> => "PB-A140",
        /// Does withdrawing before combat make Spent (PB-A139)?
        pub withdraw_makes_spent: Option<Spanned<bool>> => "PB-A139",
        /// From where a battery's line of fire is drawn (PB-A100).
        pub line_of_fire: Option<Spanned<Word<pack::LineOfFire>>> => "PB-A100",
        /// Within how many degrees of straight ahead a bombarded enemy lies, at most 89 (PB-A93).
        pub bombardment_half_angle: Option<Spanned<HalfAngle>> => "PB-A93",
        /// May a battery turn before it bombards (PB-15.1)?
        pub bombardment_may_turn: Option<Spanned<bool>> => "PB-15.1",
        /// Does bombardment gain by flanks and columns (PB-A94)?
        pub bombardment_flank_modifier: Option<Spanned<bool>> => "PB-A94",
        /// Does the first hit of a bombardment on militia count two (PB-A97)?
        pub bombardment_doubles_militia: Option<Spanned<bool>> => "PB-A97",
        /// What is one combat (PB-28.1).
        pub combats: Option<Spanned<Word<pack::CombatGroups>>> => "PB-28.1",
        /// In which order combats are fought (PB-22.2).
        pub order_of_combats: Option<Spanned<Word<pack::OrderOfCombats>>> => "PB-22.2",
        /// For how long the first hit on militia, elite and guard is one (PB-24.4, PB-24.5).
        pub first_hit_lasts: Option<Spanned<Word<pack::FirstHitSpan>>> => "PB-24.4",
        /// When artillery that is attacked fires before the others (PB-14.2).
        pub artillery_fires_first: Option<Spanned<Word<pack::ArtilleryFiresFirst>>> => "PB-14.2",
        /// How far from the enemy a piece rallies (PB-19.4).
        pub rally: Option<Spanned<Word<pack::RallyDistance>>> => "PB-19.4",
        /// Pieces that count for Ineffective (PB-A116).
        pub ineffective_counts: Option<Spanned<Word<pack::IneffectiveCount>>> => "PB-A116",
        /// What the loss of a train does to its side (PB-29.4).
        pub train_lost: Option<Spanned<Word<pack::TrainLost>>> => "PB-29.4",
        /// What forces a side back (PB-A113).
        pub forced_back_on: Option<Spanned<Word<pack::ForcedBack>>> => "PB-A113",
        /// What a side multiplies by that has earned several multipliers (PB-A146).
        pub multipliers: Option<Spanned<Word<pack::Multipliers>>> => "PB-A146",
        /// Do points of recovered pieces stay (PB-A145)?
        pub points_model: Option<Spanned<Word<pack::PointsModel>>> => "PB-A145",
        /// What becomes of pieces without supply in the final count (PB-A152).
        pub unsupplied_at_end: Option<Spanned<Word<pack::UnsuppliedAtEnd>>> => "PB-A152",
        /// Base of Rout (PB-A148).
        pub rout_base: Option<Spanned<Word<pack::RoutBase>>> => "PB-A148",
        /// Who may march off the map for good (PB-A43).
        pub leaving_the_map: Option<Spanned<Word<pack::LeavingTheMap>>> => "PB-A43",
        /// Does the game go on when it is won (PB-33.1)?
        pub bitter_end: Option<Spanned<Word<pack::BitterEnd>>> => "PB-33.1",
        /// What comes after the eighth turn (PB-30.1).
        pub night: Option<Spanned<Word<pack::NightTurn>>> => "PB-30.1",
        /// Of what half comes back at night (PB-30.3).
        pub night_groups: Option<Spanned<Word<pack::NightGroups>>> => "PB-30.3",
        /// How pieces come back at night (PB-A155).
        pub night_return_status: Option<Spanned<Word<pack::NightReturn>>> => "PB-A155",
    }
}
