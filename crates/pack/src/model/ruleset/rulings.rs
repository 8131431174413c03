//! What is ruled where the rulebook is silent, says two things, or differs between its editions
//! (PB-36.14, PB-V, PB-Q). Each is matched in one place of the engine.

use serde::{Deserialize, Serialize};

use crate::choice::choices;

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

choices! {
    /// Do headquarters try to alter the order of chits (PB-Q1)?
    pub enum Altering("word for `altering`") {
        /// Each once a turn, by its rating.
        ByRating = "by-rating",
        /// Chits move as they are drawn (PB-Q1).
        Off = "off",
    }

    /// Whose rating an army commander needs who rolls for another command (PB-A30).
    pub enum CommanderRolls("word for `commander_rolls`") {
        /// His own.
        OwnRating = "own-rating",
        /// That of the command whose chit it is.
        CommandRating = "command-rating",
    }

    /// Which friendly attacks let a piece stay in a field of fire (PB-A69).
    pub enum FieldOfFireStay("word for `field_of_fire_stay`") {
        /// Any of this turn.
        Turn = "turn",
        /// Those of this activation.
        Activation = "activation",
    }

    /// Who retreats out of fields of fire after the combats (PB-A136).
    pub enum FieldOfFireRetreats("word for `field_of_fire_retreats`") {
        /// All who stood in one when the last combat ended.
        Snapshot = "snapshot",
        /// Those who still stand in one when it is their turn.
        AsTheyGo = "as-they-go",
    }

    /// May a piece attack again the enemy that it left (PB-A77)?
    pub enum Reattack("word for `reattack`") {
        /// Never in the same move.
        Never = "never",
        /// Not against the flank (PB-V9).
        FlankOnly = "flank-only",
        /// As it likes, and its Support stays where it is (PB-Q1).
        Allowed = "allowed",
    }

    /// Which enemy trains can be attacked (PB-A84).
    pub enum TrainsAttacked("word for `trains_attacked`") {
        /// Packed or unpacked.
        All = "all",
        /// Unpacked ones only.
        Unpacked = "unpacked",
        /// None: trains have no part in the battle (PB-Q1).
        None = "none",
    }

    /// From where an attack comes uphill (PB-A38).
    pub enum HillCover("word for `hill_cover`") {
        /// The attacker began its move, or stands, on lower ground.
        BeganOrStandsLower = "began-or-stands-lower",
        /// The attacker stands on lower ground.
        StandsLower = "stands-lower",
    }

    /// From where a flank attack is judged (PB-A106).
    pub enum FlankJudged("word for `flank_judged`") {
        /// From where the attacker was before it was brought flush.
        BeforeSquaring = "before-squaring",
        /// From where it stands in contact.
        AsItStands = "as-it-stands",
    }

    /// When buildings make Spent (PB-A39).
    pub enum BuildingsSpent("word for `buildings_spent`") {
        /// Whenever they are entered.
        Entered = "entered",
        /// Only when a move ends in them.
        EndOfMove = "end-of-move",
    }

    /// Rate of a retreat (PB-A126).
    pub enum RetreatRate("word for `retreat_rate`") {
        /// A third of the piece's own move.
        OwnClass = "own-class",
        /// A third of a foot move for all (PB-V3).
        FootForAll = "foot-for-all",
    }

    /// Which ways a retreat may lead (PB-A127).
    pub enum RetreatWays("word for `retreat_ways`") {
        /// Any within 90 degrees of straight back that leads away from the enemy.
        Any = "any",
        /// Straight back only.
        StraightBack = "straight-back",
    }

    /// From whom cavalry withdraws before combat (PB-A140).
    pub enum WithdrawsFrom("word for `withdraws_from`") {
        /// Only if every enemy in contact is infantry.
        InfantryAlone = "infantry-alone",
        /// If one of the enemies in contact is infantry.
        AnyInfantry = "any-infantry",
        /// From nobody (PB-Q1).
        Nobody = "nobody",
    }

    /// When artillery that is attacked fires before the others (PB-14.2).
    pub enum ArtilleryFiresFirst("word for `artillery_fires_first`") {
        /// In round one.
        RoundOne = "round-one",
        /// In every round (PB-Q19).
        EveryRound = "every-round",
    }

    /// How far from the enemy a piece rallies (PB-19.4).
    pub enum RallyDistance("word for `rally`") {
        /// Anywhere but in contact.
        OutOfContact = "out-of-contact",
        /// No enemy within a third of a foot move (PB-Q14).
        BeyondThird = "beyond-third",
    }

    /// Pieces that count for Ineffective (PB-A116).
    pub enum IneffectiveCount("word for `ineffective_counts`") {
        /// All combat pieces.
        AllCombatPieces = "all-combat-pieces",
        /// All but detachments.
        WithoutDetachments = "without-detachments",
        /// Infantry only (PB-V1).
        InfantryOnly = "infantry-only",
        /// None: commands are always effective (PB-Q1).
        Nobody = "nobody",
    }

    /// What the loss of a train does to its side (PB-29.4).
    pub enum TrainLost("word for `train_lost`") {
        /// It is Broken, and the battle ends.
        Broken = "broken",
        /// Nothing (PB-Q1).
        Nothing = "nothing",
    }

    /// What forces a side back (PB-A113).
    pub enum ForcedBack("word for `forced_back_on`") {
        /// Packing an unpacked train.
        Pack = "pack",
        /// Packing and moving it.
        PackAndMove = "pack-and-move",
        /// Nothing (PB-Q1).
        Nothing = "nothing",
    }

    /// What a side multiplies by that has earned several multipliers (PB-A146).
    pub enum Multipliers("word for `multipliers`") {
        /// By the highest.
        Highest = "highest",
        /// By all of them.
        Product = "product",
    }

    /// Do points of recovered pieces stay (PB-A145)?
    pub enum PointsModel("word for `points_model`") {
        /// Points follow the present heap of destroyed pieces.
        Current = "current",
        /// Points once scored stay.
        Cumulative = "cumulative",
    }

    /// What becomes of pieces without supply in the final count (PB-A152).
    pub enum UnsuppliedAtEnd("word for `unsupplied_at_end`") {
        /// They count as destroyed.
        CountAsDestroyed = "count-as-destroyed",
        /// Nothing (PB-Q1).
        Unharmed = "unharmed",
    }

    /// Base of Rout (PB-A148).
    pub enum RoutBase("word for `rout_base`") {
        /// All that are scheduled up to the end of the day.
        Scheduled = "scheduled",
        /// Those that arrived (PB-V4).
        Arrived = "arrived",
    }

    /// Who may march off the map for good (PB-A43).
    pub enum LeavingTheMap("word for `leaving_the_map`") {
        /// Nobody, but who retreats along a line of communication of its side.
        Never = "never",
        /// Everybody, where a line of communication of its side leaves the map.
        ByOwnLines = "by-own-lines",
    }

    /// Does the game go on when it is won (PB-33.1)?
    pub enum BitterEnd("word for `bitter_end`") {
        /// No.
        Off = "off",
        /// Until one side has nobody left on the map. Everybody may leave it by own lines.
        Played = "played",
    }

    /// What comes after the eighth turn (PB-30.1).
    pub enum NightTurn("word for `night`") {
        /// Nightfall, and a night turn if both hold the field.
        Played = "played",
        /// The first turn of the next day (PB-Q1).
        Skipped = "skipped",
    }

    /// Of what half comes back at night (PB-30.3).
    pub enum NightGroups("word for `night_groups`") {
        /// Detachments and all others apart.
        DetachmentsApart = "detachments-apart",
        /// All together (PB-V2).
        Single = "single",
    }

    /// How pieces come back at night (PB-A155).
    pub enum NightReturn("word for `night_return_status`") {
        /// Spent.
        Spent = "spent",
        /// Fresh.
        Fresh = "fresh",
    }

    /// What facing changes after the first cost (PB-6.7).
    pub enum FacingChanges("word for `facing_changes`") {
        /// A third of the move each.
        Paid = "paid",
        /// A third for the second; there is no third one (PB-Q6).
        Two = "two",
    }

    /// What hinders headquarters on their way (PB-A41).
    pub enum HeadquartersMove("word for `headquarters_move`") {
        /// The ground, as it does others on foot or horseback.
        LikeOthers = "like-others",
        /// Nothing but impassable ground (PB-Q9).
        Freely = "freely",
    }

    /// From whom columns on the march keep away (PB-8.4).
    pub enum ColumnMarch("word for `columns`") {
        /// They pass through no friends and keep a third away from the enemy.
        KeepClear = "keep-clear",
        /// From nobody (PB-Q7).
        MarchOn = "march-on",
    }

    /// Do headquarters hide pieces on their Reserve Cards (PB-9.1)?
    pub enum HiddenReserves("word for `hidden_reserves`") {
        /// Yes, until they are spotted.
        Played = "played",
        /// No: who would begin there stands behind his headquarters (PB-Q1).
        Off = "off",
    }

    /// Must the owner tell the type of a block that is seen (PB-17.1)?
    pub enum SpottingRule("word for `spotting`") {
        /// Yes, within range and line of sight.
        WithinRange = "within-range",
        /// No: only contact and Spent labels show (PB-Q1).
        Off = "off",
    }

    /// Which arms support which (PB-A86).
    pub enum SupportArms("word for `support_arms`") {
        /// All but artillery support all.
        Any = "any",
        /// Foot supports foot and artillery, horse supports horse (PB-Q20).
        Own = "own",
    }

    /// What an attack on the rear of a supported pair does (PB-18.6).
    pub enum Envelopment("word for `envelopment`") {
        /// It makes two combats of one, both flanked.
        Splits = "splits",
        /// Nothing of its own (PB-Q1).
        Off = "off",
    }

    /// How much of a defender must lie in terrain that gives cover (PB-A4).
    pub enum CoverShare("word for `cover_share`") {
        /// More than half.
        MoreThanHalf = "more-than-half",
        /// Half, or more (PB-Q11).
        HalfOrMore = "half-or-more",
    }

    /// Who is flanked by position (PB-18.1).
    pub enum Flanking("word for `flanking`") {
        /// Who has an enemy behind the line of the front.
        BehindFront = "behind-front",
        /// A defender with an enemy at its rear, or with more than one in contact (PB-Q18).
        RearOrSeveral = "rear-or-several",
    }

    /// What an attack over a river does to the attacker in round one (PB-23.5).
    pub enum AttackOverRiver("word for `attack_over_river`") {
        /// It is treated as flanked.
        Flanked = "flanked",
        /// Nothing (PB-Q23).
        Plain = "plain",
    }

    /// From where a battery's line of fire is drawn (PB-A100).
    pub enum LineOfFire("word for `line_of_fire`") {
        /// From the middle of its front; the range from its nearest edge.
        FromFront = "from-front",
        /// From its centre, and so is the range (PB-Q12).
        FromCentre = "from-centre",
    }

    /// What is one combat (PB-28.1).
    pub enum CombatGroups("word for `combats`") {
        /// All that are in contact with one another, over others too.
        Connected = "connected",
        /// Each attack by itself, fought to its end (PB-Q16).
        OneByOne = "one-by-one",
    }

    /// In which order combats are fought (PB-22.2).
    pub enum OrderOfCombats("word for `order_of_combats`") {
        /// As the side chooses that has the order of combats.
        Chosen = "chosen",
        /// The command that was drawn last first (PB-Q15).
        ReverseDraw = "reverse-draw",
    }

    /// For how long the first hit on militia, elite and guard is one (PB-24.4, PB-24.5).
    pub enum FirstHitSpan("word for `first_hit_lasts`") {
        /// In each combat anew.
        Combat = "combat",
        /// Once in all combats of a turn (PB-Q22).
        Turn = "turn",
    }
}
