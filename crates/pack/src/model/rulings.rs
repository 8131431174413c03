//! What is ruled where the rulebook is silent, says two things, or differs between its editions
//! (PB-36.14, PB-V, PB-Q). Each is matched in one place of the engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was ruled where the text is silent or contradicts itself (PB-36.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// Sides of the die for altering (PB-A18).
    #[schemars(range(min = 2, max = 20))]
    pub alter_die: u8,
    /// Do headquarters try to alter the order of chits (PB-Q1)?
    pub altering: Altering,
    /// Whose rating an army commander needs who rolls for another command (PB-A30).
    pub commander_rolls: CommanderRolls,
    /// Half-angle of the field of fire in tenths of a degree (PB-A65).
    #[schemars(range(min = 0, max = 890))]
    pub field_of_fire_half_angle: u16,
    /// Which friendly attacks let a piece stay in a field of fire (PB-A69).
    pub field_of_fire_stay: FieldOfFireStay,
    /// Who retreats out of fields of fire after the combats (PB-A136).
    pub field_of_fire_retreats: FieldOfFireRetreats,
    /// Does a retreat from a field of fire make Spent (PB-A137)?
    pub field_of_fire_retreat_makes_spent: bool,
    /// May a piece attack again the enemy that it left (PB-A77)?
    pub reattack: Reattack,
    /// Which enemy trains can be attacked (PB-A84).
    pub trains_attacked: TrainsAttacked,
    /// From where an attack comes uphill (PB-A38).
    pub hill_cover: HillCover,
    /// From where a flank attack is judged (PB-A106).
    pub flank_judged: FlankJudged,
    /// Does an attacker across a river also fire at one less, besides being hit at one more
    /// (PB-A108)?
    pub river_effect_both_ways: bool,
    /// When buildings make Spent (PB-A39).
    pub buildings_spent: BuildingsSpent,
    /// Rate of a retreat (PB-A126).
    pub retreat_rate: RetreatRate,
    /// Which ways a retreat may lead (PB-A127).
    pub retreat_ways: RetreatWays,
    /// From whom cavalry withdraws before combat (PB-A140).
    pub withdraws_from: WithdrawsFrom,
    /// Does withdrawing before combat make Spent (PB-A139)?
    pub withdraw_makes_spent: bool,
    /// When artillery that is attacked fires before the others (PB-14.2).
    pub artillery_fires_first: ArtilleryFiresFirst,
    /// How far from the enemy a piece rallies (PB-19.4).
    pub rally: RallyDistance,
    /// Pieces that count for Ineffective (PB-A116).
    pub ineffective_counts: IneffectiveCount,
    /// What the loss of a train does to its side (PB-29.4).
    pub train_lost: TrainLost,
    /// What forces a side back (PB-A113).
    pub forced_back_on: ForcedBack,
    /// What a side multiplies by that has earned several multipliers (PB-A146).
    pub multipliers: Multipliers,
    /// Do points of recovered pieces stay (PB-A145)?
    pub points_model: PointsModel,
    /// What becomes of pieces without supply in the final count (PB-A152).
    pub unsupplied_at_end: UnsuppliedAtEnd,
    /// Base of Rout (PB-A148).
    pub rout_base: RoutBase,
    /// What comes after the eighth turn (PB-30.1).
    pub night: NightTurn,
    /// Of what half comes back at night (PB-30.3).
    pub night_groups: NightGroups,
    /// How pieces come back at night (PB-A155).
    pub night_return_status: NightReturn,
}

/// Do headquarters try to alter the order of chits (PB-Q1)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Altering {
    /// Each once a turn, by its rating.
    ByRating,
    /// Chits move as they are drawn (PB-Q1).
    Off,
}

/// Whose rating an army commander needs who rolls for another command (PB-A30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderRolls {
    /// His own.
    OwnRating,
    /// That of the command whose chit it is.
    CommandRating,
}

/// Which friendly attacks let a piece stay in a field of fire (PB-A69).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FieldOfFireStay {
    /// Any of this turn.
    Turn,
    /// Those of this activation.
    Activation,
}

/// Who retreats out of fields of fire after the combats (PB-A136).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FieldOfFireRetreats {
    /// All who stood in one when the last combat ended.
    Snapshot,
    /// Those who still stand in one when it is their turn.
    AsTheyGo,
}

/// May a piece attack again the enemy that it left (PB-A77)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reattack {
    /// Never in the same move.
    Never,
    /// Not against the flank (PB-V9).
    FlankOnly,
    /// As it likes (PB-Q1).
    Allowed,
}

/// Which enemy trains can be attacked (PB-A84).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TrainsAttacked {
    /// Packed or unpacked.
    All,
    /// Unpacked ones only.
    Unpacked,
}

/// From where an attack comes uphill (PB-A38).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HillCover {
    /// The attacker began its move, or stands, on lower ground.
    BeganOrStandsLower,
    /// The attacker stands on lower ground.
    StandsLower,
}

/// From where a flank attack is judged (PB-A106).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FlankJudged {
    /// From where the attacker was before it was brought flush.
    BeforeSquaring,
    /// From where it stands in contact.
    AsItStands,
}

/// When buildings make Spent (PB-A39).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BuildingsSpent {
    /// Whenever they are entered.
    Entered,
    /// Only when a move ends in them.
    EndOfMove,
}

/// Rate of a retreat (PB-A126).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatRate {
    /// A third of the piece's own move.
    OwnClass,
    /// A third of a foot move for all (PB-V3).
    FootForAll,
}

/// Which ways a retreat may lead (PB-A127).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatWays {
    /// Any within 90 degrees of straight back that leads away from the enemy.
    Any,
    /// Straight back only.
    StraightBack,
}

/// From whom cavalry withdraws before combat (PB-A140).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WithdrawsFrom {
    /// Only if every enemy in contact is infantry.
    InfantryAlone,
    /// If one of the enemies in contact is infantry.
    AnyInfantry,
    /// From nobody (PB-Q1).
    Nobody,
}

/// When artillery that is attacked fires before the others (PB-14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ArtilleryFiresFirst {
    /// In round one.
    RoundOne,
    /// In every round (PB-Q19).
    EveryRound,
}

/// How far from the enemy a piece rallies (PB-19.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RallyDistance {
    /// Anywhere but in contact.
    OutOfContact,
    /// No enemy within a third of a foot move (PB-Q14).
    BeyondThird,
}

/// Pieces that count for Ineffective (PB-A116).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum IneffectiveCount {
    /// All combat pieces.
    AllCombatPieces,
    /// All but detachments.
    WithoutDetachments,
    /// Infantry only (PB-V1).
    InfantryOnly,
    /// None: commands are always effective (PB-Q1).
    Nobody,
}

/// What the loss of a train does to its side (PB-29.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TrainLost {
    /// It is Broken, and the battle ends.
    Broken,
    /// Nothing (PB-Q1).
    Nothing,
}

/// What forces a side back (PB-A113).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ForcedBack {
    /// Packing an unpacked train.
    Pack,
    /// Packing and moving it.
    PackAndMove,
    /// Nothing (PB-Q1).
    Nothing,
}

/// What a side multiplies by that has earned several multipliers (PB-A146).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Multipliers {
    /// By the highest.
    Highest,
    /// By all of them.
    Product,
}

/// Do points of recovered pieces stay (PB-A145)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PointsModel {
    /// Points follow the present heap of destroyed pieces.
    Current,
    /// Points once scored stay.
    Cumulative,
}

/// What becomes of pieces without supply in the final count (PB-A152).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnsuppliedAtEnd {
    /// They count as destroyed.
    CountAsDestroyed,
    /// Nothing (PB-Q1).
    Unharmed,
}

/// Base of Rout (PB-A148).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoutBase {
    /// All that are scheduled up to the end of the day.
    Scheduled,
    /// Those that arrived (PB-V4).
    Arrived,
}

/// What comes after the eighth turn (PB-30.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NightTurn {
    /// Nightfall, and a night turn if both hold the field.
    Played,
    /// The first turn of the next day (PB-Q1).
    Skipped,
}

/// Of what half comes back at night (PB-30.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NightGroups {
    /// Detachments and all others apart.
    DetachmentsApart,
    /// All together (PB-V2).
    Single,
}

/// How pieces come back at night (PB-A155).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NightReturn {
    /// Spent.
    Spent,
    /// Fresh.
    Fresh,
}
