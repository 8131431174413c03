//! What is ruled where the rulebook is silent, says two things, or differs between its editions
//! (PB-36.14, PB-V, PB-Q). Each is matched in one place of the engine.

use serde::{Deserialize, Serialize};

/// What was ruled where the text is silent or contradicts itself (PB-36.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// Sides of the die for altering (PB-A18).
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 20)))]
    pub alter_die: u8,
    /// Do headquarters try to alter the order of chits (PB-Q1)?
    pub altering: Altering,
    /// Whose rating an army commander needs who rolls for another command (PB-A30).
    pub commander_rolls: CommanderRolls,
    /// What facing changes after the first cost (PB-6.7).
    pub facing_changes: FacingChanges,
    /// What hinders headquarters on their way (PB-A41).
    pub headquarters_move: HeadquartersMove,
    /// From whom columns on the march keep away (PB-8.4).
    pub columns: ColumnMarch,
    /// Half-angle of the field of fire in tenths of a degree (PB-A65).
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 890)))]
    pub field_of_fire_half_angle: u16,
    /// Which friendly attacks let a piece stay in a field of fire (PB-A69).
    pub field_of_fire_stay: FieldOfFireStay,
    /// Who retreats out of fields of fire after the combats (PB-A136).
    pub field_of_fire_retreats: FieldOfFireRetreats,
    /// Does a retreat from a field of fire make Spent (PB-A137)?
    pub field_of_fire_retreat_makes_spent: bool,
    /// Must the owner tell the type of a block that is seen (PB-17.1)?
    pub spotting: SpottingRule,
    /// Do headquarters hide pieces on their Reserve Cards (PB-9.1)?
    pub hidden_reserves: HiddenReserves,
    /// May a piece attack again the enemy that it left (PB-A77)?
    pub reattack: Reattack,
    /// Which arms support which (PB-A86).
    pub support_arms: SupportArms,
    /// Must a piece be in command to move up in support of an attack (PB-A47)?
    pub support_requires_command: bool,
    /// Does a Support become Spent that retreats when its lead is gone (PB-A87)?
    pub support_retreat_makes_spent: bool,
    /// Which enemy trains can be attacked (PB-A84).
    pub trains_attacked: TrainsAttacked,
    /// What an attack on the rear of a supported pair does (PB-18.6).
    pub envelopment: Envelopment,
    /// How much of a defender must lie in terrain that gives cover (PB-A4).
    pub cover_share: CoverShare,
    /// From where an attack comes uphill (PB-A38).
    pub hill_cover: HillCover,
    /// Who is flanked by position (PB-18.1).
    pub flanking: Flanking,
    /// From where a flank attack is judged (PB-A106).
    pub flank_judged: FlankJudged,
    /// What an attack over a river does to the attacker in round one (PB-23.5).
    pub attack_over_river: AttackOverRiver,
    /// Does an attacker across a river also fire at one less, besides being hit at one more
    /// (PB-A108)?
    pub river_effect_both_ways: bool,
    /// When buildings make Spent (PB-A39).
    pub buildings_spent: BuildingsSpent,
    /// Are buildings difficult ground, which shortens a move by a third (PB-Q6)?
    pub buildings_reduce: bool,
    /// Rate of a retreat (PB-A126).
    pub retreat_rate: RetreatRate,
    /// Which ways a retreat may lead (PB-A127).
    pub retreat_ways: RetreatWays,
    /// From whom cavalry withdraws before combat (PB-A140).
    pub withdraws_from: WithdrawsFrom,
    /// Does withdrawing before combat make Spent (PB-A139)?
    pub withdraw_makes_spent: bool,
    /// From where a battery's line of fire is drawn (PB-A100).
    pub line_of_fire: LineOfFire,
    /// Within how many tenths of a degree of straight ahead a bombarded enemy lies (PB-A93).
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 890)))]
    pub bombardment_half_angle: u16,
    /// May a battery turn before it bombards (PB-15.1)?
    pub bombardment_may_turn: bool,
    /// Does bombardment gain by flanks and columns (PB-A94)?
    pub bombardment_flank_modifier: bool,
    /// Does the first hit of a bombardment on militia count two (PB-A97)?
    pub bombardment_doubles_militia: bool,
    /// What is one combat (PB-28.1).
    pub combats: CombatGroups,
    /// In which order combats are fought (PB-22.2).
    pub order_of_combats: OrderOfCombats,
    /// For how long the first hit on militia, elite and guard is one (PB-24.4, PB-24.5).
    pub first_hit_lasts: FirstHitSpan,
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
    /// Who may march off the map for good (PB-A43).
    pub leaving_the_map: LeavingTheMap,
    /// Does the game go on when it is won (PB-33.1)?
    pub bitter_end: BitterEnd,
    /// What comes after the eighth turn (PB-30.1).
    pub night: NightTurn,
    /// Of what half comes back at night (PB-30.3).
    pub night_groups: NightGroups,
    /// How pieces come back at night (PB-A155).
    pub night_return_status: NightReturn,
}

/// Do headquarters try to alter the order of chits (PB-Q1)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Altering {
    /// Each once a turn, by its rating.
    ByRating,
    /// Chits move as they are drawn (PB-Q1).
    Off,
}

/// Whose rating an army commander needs who rolls for another command (PB-A30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CommanderRolls {
    /// His own.
    OwnRating,
    /// That of the command whose chit it is.
    CommandRating,
}

/// Which friendly attacks let a piece stay in a field of fire (PB-A69).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FieldOfFireStay {
    /// Any of this turn.
    Turn,
    /// Those of this activation.
    Activation,
}

/// Who retreats out of fields of fire after the combats (PB-A136).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FieldOfFireRetreats {
    /// All who stood in one when the last combat ended.
    Snapshot,
    /// Those who still stand in one when it is their turn.
    AsTheyGo,
}

/// May a piece attack again the enemy that it left (PB-A77)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reattack {
    /// Never in the same move.
    Never,
    /// Not against the flank (PB-V9).
    FlankOnly,
    /// As it likes, and its Support stays where it is (PB-Q1).
    Allowed,
}

/// Which enemy trains can be attacked (PB-A84).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TrainsAttacked {
    /// Packed or unpacked.
    All,
    /// Unpacked ones only.
    Unpacked,
    /// None: trains have no part in the battle (PB-Q1).
    None,
}

/// From where an attack comes uphill (PB-A38).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HillCover {
    /// The attacker began its move, or stands, on lower ground.
    BeganOrStandsLower,
    /// The attacker stands on lower ground.
    StandsLower,
}

/// From where a flank attack is judged (PB-A106).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FlankJudged {
    /// From where the attacker was before it was brought flush.
    BeforeSquaring,
    /// From where it stands in contact.
    AsItStands,
}

/// When buildings make Spent (PB-A39).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BuildingsSpent {
    /// Whenever they are entered.
    Entered,
    /// Only when a move ends in them.
    EndOfMove,
}

/// Rate of a retreat (PB-A126).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RetreatRate {
    /// A third of the piece's own move.
    OwnClass,
    /// A third of a foot move for all (PB-V3).
    FootForAll,
}

/// Which ways a retreat may lead (PB-A127).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RetreatWays {
    /// Any within 90 degrees of straight back that leads away from the enemy.
    Any,
    /// Straight back only.
    StraightBack,
}

/// From whom cavalry withdraws before combat (PB-A140).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ArtilleryFiresFirst {
    /// In round one.
    RoundOne,
    /// In every round (PB-Q19).
    EveryRound,
}

/// How far from the enemy a piece rallies (PB-19.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RallyDistance {
    /// Anywhere but in contact.
    OutOfContact,
    /// No enemy within a third of a foot move (PB-Q14).
    BeyondThird,
}

/// Pieces that count for Ineffective (PB-A116).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TrainLost {
    /// It is Broken, and the battle ends.
    Broken,
    /// Nothing (PB-Q1).
    Nothing,
}

/// What forces a side back (PB-A113).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Multipliers {
    /// By the highest.
    Highest,
    /// By all of them.
    Product,
}

/// Do points of recovered pieces stay (PB-A145)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PointsModel {
    /// Points follow the present heap of destroyed pieces.
    Current,
    /// Points once scored stay.
    Cumulative,
}

/// What becomes of pieces without supply in the final count (PB-A152).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnsuppliedAtEnd {
    /// They count as destroyed.
    CountAsDestroyed,
    /// Nothing (PB-Q1).
    Unharmed,
}

/// Base of Rout (PB-A148).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoutBase {
    /// All that are scheduled up to the end of the day.
    Scheduled,
    /// Those that arrived (PB-V4).
    Arrived,
}

/// Who may march off the map for good (PB-A43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeavingTheMap {
    /// Nobody, but who retreats along a line of communication of its side.
    Never,
    /// Everybody, where a line of communication of its side leaves the map.
    ByOwnLines,
}

/// Does the game go on when it is won (PB-33.1)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BitterEnd {
    /// No.
    Off,
    /// Until one side has nobody left on the map. Everybody may leave it by own lines.
    Played,
}

/// What comes after the eighth turn (PB-30.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NightTurn {
    /// Nightfall, and a night turn if both hold the field.
    Played,
    /// The first turn of the next day (PB-Q1).
    Skipped,
}

/// Of what half comes back at night (PB-30.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NightGroups {
    /// Detachments and all others apart.
    DetachmentsApart,
    /// All together (PB-V2).
    Single,
}

/// How pieces come back at night (PB-A155).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NightReturn {
    /// Spent.
    Spent,
    /// Fresh.
    Fresh,
}

/// What facing changes after the first cost (PB-6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FacingChanges {
    /// A third of the move each.
    Paid,
    /// A third for the second; there is no third one (PB-Q6).
    Two,
}

/// What hinders headquarters on their way (PB-A41).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HeadquartersMove {
    /// The ground, as it does others on foot or horseback.
    LikeOthers,
    /// Nothing but impassable ground (PB-Q9).
    Freely,
}

/// From whom columns on the march keep away (PB-8.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColumnMarch {
    /// They pass through no friends and keep a third away from the enemy.
    KeepClear,
    /// From nobody (PB-Q7).
    MarchOn,
}

/// Do headquarters hide pieces on their Reserve Cards (PB-9.1)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HiddenReserves {
    /// Yes, until they are spotted.
    Played,
    /// No: who would begin there stands behind his headquarters (PB-Q1).
    Off,
}

/// Must the owner tell the type of a block that is seen (PB-17.1)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SpottingRule {
    /// Yes, within range and line of sight.
    WithinRange,
    /// No: only contact and Spent labels show (PB-Q1).
    Off,
}

/// Which arms support which (PB-A86).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SupportArms {
    /// All but artillery support all.
    Any,
    /// Foot supports foot and artillery, horse supports horse (PB-Q20).
    Own,
}

/// What an attack on the rear of a supported pair does (PB-18.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Envelopment {
    /// It makes two combats of one, both flanked.
    Splits,
    /// Nothing of its own (PB-Q1).
    Off,
}

/// How much of a defender must lie in terrain that gives cover (PB-A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CoverShare {
    /// More than half.
    MoreThanHalf,
    /// Half, or more (PB-Q11).
    HalfOrMore,
}

/// Who is flanked by position (PB-18.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Flanking {
    /// Who has an enemy behind the line of the front.
    BehindFront,
    /// A defender with an enemy at its rear, or with more than one in contact (PB-Q18).
    RearOrSeveral,
}

/// What an attack over a river does to the attacker in round one (PB-23.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AttackOverRiver {
    /// It is treated as flanked.
    Flanked,
    /// Nothing (PB-Q23).
    Plain,
}

/// From where a battery's line of fire is drawn (PB-A100).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineOfFire {
    /// From the middle of its front; the range from its nearest edge.
    FromFront,
    /// From its centre, and so is the range (PB-Q12).
    FromCentre,
}

/// What is one combat (PB-28.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CombatGroups {
    /// All that are in contact with one another, over others too.
    Connected,
    /// Each attack by itself, fought to its end (PB-Q16).
    OneByOne,
}

/// In which order combats are fought (PB-22.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OrderOfCombats {
    /// As the side chooses that has the order of combats.
    Chosen,
    /// The command that was drawn last first (PB-Q15).
    ReverseDraw,
}

/// For how long the first hit on militia, elite and guard is one (PB-24.4, PB-24.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FirstHitSpan {
    /// In each combat anew.
    Combat,
    /// Once in all combats of a turn (PB-Q22).
    Turn,
}
