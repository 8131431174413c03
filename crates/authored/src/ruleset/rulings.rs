//! Rulings as a ruleset file words them (PB-36.14).

use sandtable_source::Spanned;

use super::layer::{setting, table};
use crate::values::length::HalfAngle;
use crate::values::number::Whole;

table! {
    /// What is ruled where the rules are silent, or differ between editions (PB-36.14).
    pub struct Rulings("table of rulings") is Rulings {
        /// Sides of the die for altering (PB-A18).
        pub alter_die: Option<Spanned<Whole<2, 20>>> => "PB-A18",
        /// Do headquarters try to alter the order of chits (PB-Q1)?
        pub altering: Option<Spanned<Altering>> => "PB-Q1",
        /// Whose rating an army commander needs who rolls for another command (PB-A30).
        pub commander_rolls: Option<Spanned<CommanderRolls>> => "PB-A30",
        /// What facing changes after the first cost (PB-6.7).
        pub facing_changes: Option<Spanned<FacingChanges>> => "PB-6.7",
        /// What hinders headquarters on their way (PB-A41).
        pub headquarters_move: Option<Spanned<HeadquartersMove>> => "PB-A41",
        /// From whom columns on the march keep away (PB-8.4).
        pub columns: Option<Spanned<ColumnMarch>> => "PB-8.4",
        /// Half-angle of the field of fire in degrees, at most 89 (PB-A65).
        pub field_of_fire_half_angle: Option<Spanned<HalfAngle>> => "PB-A65",
        /// Which friendly attacks let a piece stay in a field of fire (PB-A69).
        pub field_of_fire_stay: Option<Spanned<FieldOfFireStay>> => "PB-A69",
        /// Who retreats out of fields of fire after the combats (PB-A136).
        pub field_of_fire_retreats: Option<Spanned<FieldOfFireRetreats>> => "PB-A136",
        /// Does a retreat from a field of fire make Spent (PB-A137)?
        pub field_of_fire_retreat_makes_spent: Option<Spanned<bool>> => "PB-A137",
        /// Must the owner tell the type of a block that is seen (PB-17.1)?
        pub spotting: Option<Spanned<SpottingRule>> => "PB-17.1",
        /// Do headquarters hide pieces on their Reserve Cards (PB-9.1)?
        pub hidden_reserves: Option<Spanned<HiddenReserves>> => "PB-9.1",
        /// May a piece attack again the enemy that it left (PB-A77)?
        pub reattack: Option<Spanned<Reattack>> => "PB-A77",
        /// Which arms support which (PB-A86).
        pub support_arms: Option<Spanned<SupportArms>> => "PB-A86",
        /// Must a piece be in command to move up in support of an attack (PB-A47)?
        pub support_requires_command: Option<Spanned<bool>> => "PB-A47",
        /// Does a Support become Spent that retreats when its lead is gone (PB-A87)?
        pub support_retreat_makes_spent: Option<Spanned<bool>> => "PB-A87",
        /// Which enemy trains can be attacked (PB-A84).
        pub trains_attacked: Option<Spanned<TrainsAttacked>> => "PB-A84",
        /// What an attack on the rear of a supported pair does (PB-18.6).
        pub envelopment: Option<Spanned<Envelopment>> => "PB-18.6",
        /// How much of a defender must lie in terrain that gives cover (PB-A4).
        pub cover_share: Option<Spanned<CoverShare>> => "PB-A4",
        /// From where an attack comes uphill (PB-A38).
        pub hill_cover: Option<Spanned<HillCover>> => "PB-A38",
        /// Who is flanked by position (PB-18.1).
        pub flanking: Option<Spanned<Flanking>> => "PB-18.1",
        /// From where a flank attack is judged (PB-A106).
        pub flank_judged: Option<Spanned<FlankJudged>> => "PB-A106",
        /// What an attack over a river does to the attacker in round one (PB-23.5).
        pub attack_over_river: Option<Spanned<AttackOverRiver>> => "PB-23.5",
        /// Does an attacker across a river also fire at one less, besides being hit at one more
        /// (PB-A108)?
        pub river_effect_both_ways: Option<Spanned<bool>> => "PB-A108",
        /// When buildings make Spent (PB-A39).
        pub buildings_spent: Option<Spanned<BuildingsSpent>> => "PB-A39",
        /// Are buildings difficult ground, which shortens a move by a third (PB-Q6)?
        pub buildings_reduce: Option<Spanned<bool>> => "PB-Q6",
        /// Rate of a retreat (PB-A126).
        pub retreat_rate: Option<Spanned<RetreatRate>> => "PB-A126",
        /// Which ways a retreat may lead (PB-A127).
        pub retreat_ways: Option<Spanned<RetreatWays>> => "PB-A127",
        /// From whom cavalry withdraws before combat (PB-A140).
        pub withdraws_from: Option<Spanned<WithdrawsFrom>> => "PB-A140",
        /// Does withdrawing before combat make Spent (PB-A139)?
        pub withdraw_makes_spent: Option<Spanned<bool>> => "PB-A139",
        /// From where a battery's line of fire is drawn (PB-A100).
        pub line_of_fire: Option<Spanned<LineOfFire>> => "PB-A100",
        /// Within how many degrees of straight ahead a bombarded enemy lies, at most 89 (PB-A93).
        pub bombardment_half_angle: Option<Spanned<HalfAngle>> => "PB-A93",
        /// May a battery turn before it bombards (PB-15.1)?
        pub bombardment_may_turn: Option<Spanned<bool>> => "PB-15.1",
        /// Does bombardment gain by flanks and columns (PB-A94)?
        pub bombardment_flank_modifier: Option<Spanned<bool>> => "PB-A94",
        /// Does the first hit of a bombardment on militia count two (PB-A97)?
        pub bombardment_doubles_militia: Option<Spanned<bool>> => "PB-A97",
        /// What is one combat (PB-28.1).
        pub combats: Option<Spanned<CombatGroups>> => "PB-28.1",
        /// In which order combats are fought (PB-22.2).
        pub order_of_combats: Option<Spanned<OrderOfCombats>> => "PB-22.2",
        /// For how long the first hit on militia, elite and guard is one (PB-24.4, PB-24.5).
        pub first_hit_lasts: Option<Spanned<FirstHitSpan>> => "PB-24.4",
        /// When artillery that is attacked fires before the others (PB-14.2).
        pub artillery_fires_first: Option<Spanned<ArtilleryFiresFirst>> => "PB-14.2",
        /// How far from the enemy a piece rallies (PB-19.4).
        pub rally: Option<Spanned<RallyDistance>> => "PB-19.4",
        /// Pieces that count for Ineffective (PB-A116).
        pub ineffective_counts: Option<Spanned<IneffectiveCount>> => "PB-A116",
        /// What the loss of a train does to its side (PB-29.4).
        pub train_lost: Option<Spanned<TrainLost>> => "PB-29.4",
        /// What forces a side back (PB-A113).
        pub forced_back_on: Option<Spanned<ForcedBack>> => "PB-A113",
        /// What a side multiplies by that has earned several multipliers (PB-A146).
        pub multipliers: Option<Spanned<Multipliers>> => "PB-A146",
        /// Do points of recovered pieces stay (PB-A145)?
        pub points_model: Option<Spanned<PointsModel>> => "PB-A145",
        /// What becomes of pieces without supply in the final count (PB-A152).
        pub unsupplied_at_end: Option<Spanned<UnsuppliedAtEnd>> => "PB-A152",
        /// Base of Rout (PB-A148).
        pub rout_base: Option<Spanned<RoutBase>> => "PB-A148",
        /// Who may march off the map for good (PB-A43).
        pub leaving_the_map: Option<Spanned<LeavingTheMap>> => "PB-A43",
        /// Does the game go on when it is won (PB-33.1)?
        pub bitter_end: Option<Spanned<BitterEnd>> => "PB-33.1",
        /// What comes after the eighth turn (PB-30.1).
        pub night: Option<Spanned<NightTurn>> => "PB-30.1",
        /// Of what half comes back at night (PB-30.3).
        pub night_groups: Option<Spanned<NightGroups>> => "PB-30.3",
        /// How pieces come back at night (PB-A155).
        pub night_return_status: Option<Spanned<NightReturn>> => "PB-A155",
    }
}

setting! {
    /// Do headquarters try to alter the order of chits (PB-Q1)?
    pub enum Altering("word for `altering`") {
        /// Each once a turn, by its rating.
        ByRating = "by-rating",
        /// Chits move as they are drawn (PB-Q1).
        Off = "off",
    }
}

setting! {
    /// Whose rating an army commander needs who rolls for another command (PB-A30).
    pub enum CommanderRolls("word for `commander_rolls`") {
        /// His own.
        OwnRating = "own-rating",
        /// That of the command whose chit it is.
        CommandRating = "command-rating",
    }
}

setting! {
    /// Which friendly attacks let a piece stay in a field of fire (PB-A69).
    pub enum FieldOfFireStay("word for `field_of_fire_stay`") {
        /// Any of this turn.
        Turn = "turn",
        /// Those of this activation.
        Activation = "activation",
    }
}

setting! {
    /// Who retreats out of fields of fire after the combats (PB-A136).
    pub enum FieldOfFireRetreats("word for `field_of_fire_retreats`") {
        /// All who stood in one when the last combat ended.
        Snapshot = "snapshot",
        /// Those who still stand in one when it is their turn.
        AsTheyGo = "as-they-go",
    }
}

setting! {
    /// May a piece attack again the enemy that it left (PB-A77)?
    pub enum Reattack("word for `reattack`") {
        /// Never in the same move.
        Never = "never",
        /// Not against the flank (PB-V9).
        FlankOnly = "flank-only",
        /// As it likes, and its Support stays where it is (PB-Q1).
        Allowed = "allowed",
    }
}

setting! {
    /// Which enemy trains can be attacked (PB-A84).
    pub enum TrainsAttacked("word for `trains_attacked`") {
        /// Packed or unpacked.
        All = "all",
        /// Unpacked ones only.
        Unpacked = "unpacked",
        /// None: trains have no part in the battle (PB-Q1).
        None = "none",
    }
}

setting! {
    /// From where an attack comes uphill (PB-A38).
    pub enum HillCover("word for `hill_cover`") {
        /// The attacker began its move, or stands, on lower ground.
        BeganOrStandsLower = "began-or-stands-lower",
        /// The attacker stands on lower ground.
        StandsLower = "stands-lower",
    }
}

setting! {
    /// From where a flank attack is judged (PB-A106).
    pub enum FlankJudged("word for `flank_judged`") {
        /// From where the attacker was before it was brought flush.
        BeforeSquaring = "before-squaring",
        /// From where it stands in contact.
        AsItStands = "as-it-stands",
    }
}

setting! {
    /// When buildings make Spent (PB-A39).
    pub enum BuildingsSpent("word for `buildings_spent`") {
        /// Whenever they are entered.
        Entered = "entered",
        /// Only when a move ends in them.
        EndOfMove = "end-of-move",
    }
}

setting! {
    /// Rate of a retreat (PB-A126).
    pub enum RetreatRate("word for `retreat_rate`") {
        /// A third of the piece's own move.
        OwnClass = "own-class",
        /// A third of a foot move for all (PB-V3).
        FootForAll = "foot-for-all",
    }
}

setting! {
    /// Which ways a retreat may lead (PB-A127).
    pub enum RetreatWays("word for `retreat_ways`") {
        /// Any within 90 degrees of straight back that leads away from the enemy.
        Any = "any",
        /// Straight back only.
        StraightBack = "straight-back",
    }
}

setting! {
    /// From whom cavalry withdraws before combat (PB-A140).
    pub enum WithdrawsFrom("word for `withdraws_from`") {
        /// Only if every enemy in contact is infantry.
        InfantryAlone = "infantry-alone",
        /// If one of the enemies in contact is infantry.
        AnyInfantry = "any-infantry",
        /// From nobody (PB-Q1).
        Nobody = "nobody",
    }
}

setting! {
    /// When artillery that is attacked fires before the others (PB-14.2).
    pub enum ArtilleryFiresFirst("word for `artillery_fires_first`") {
        /// In round one.
        RoundOne = "round-one",
        /// In every round (PB-Q19).
        EveryRound = "every-round",
    }
}

setting! {
    /// How far from the enemy a piece rallies (PB-19.4).
    pub enum RallyDistance("word for `rally`") {
        /// Anywhere but in contact.
        OutOfContact = "out-of-contact",
        /// No enemy within a third of a foot move (PB-Q14).
        BeyondThird = "beyond-third",
    }
}

setting! {
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
}

setting! {
    /// What the loss of a train does to its side (PB-29.4).
    pub enum TrainLost("word for `train_lost`") {
        /// It is Broken, and the battle ends.
        Broken = "broken",
        /// Nothing (PB-Q1).
        Nothing = "nothing",
    }
}

setting! {
    /// What forces a side back (PB-A113).
    pub enum ForcedBack("word for `forced_back_on`") {
        /// Packing an unpacked train.
        Pack = "pack",
        /// Packing and moving it.
        PackAndMove = "pack-and-move",
        /// Nothing (PB-Q1).
        Nothing = "nothing",
    }
}

setting! {
    /// What a side multiplies by that has earned several multipliers (PB-A146).
    pub enum Multipliers("word for `multipliers`") {
        /// By the highest.
        Highest = "highest",
        /// By all of them.
        Product = "product",
    }
}

setting! {
    /// Do points of recovered pieces stay (PB-A145)?
    pub enum PointsModel("word for `points_model`") {
        /// Points follow the present heap of destroyed pieces.
        Current = "current",
        /// Points once scored stay.
        Cumulative = "cumulative",
    }
}

setting! {
    /// What becomes of pieces without supply in the final count (PB-A152).
    pub enum UnsuppliedAtEnd("word for `unsupplied_at_end`") {
        /// They count as destroyed.
        CountAsDestroyed = "count-as-destroyed",
        /// Nothing (PB-Q1).
        Unharmed = "unharmed",
    }
}

setting! {
    /// Base of Rout (PB-A148).
    pub enum RoutBase("word for `rout_base`") {
        /// All that are scheduled up to the end of the day.
        Scheduled = "scheduled",
        /// Those that arrived (PB-V4).
        Arrived = "arrived",
    }
}

setting! {
    /// Who may march off the map for good (PB-A43).
    pub enum LeavingTheMap("word for `leaving_the_map`") {
        /// Nobody, but who retreats along a line of communication of its side.
        Never = "never",
        /// Everybody, where a line of communication of its side leaves the map.
        ByOwnLines = "by-own-lines",
    }
}

setting! {
    /// Does the game go on when it is won (PB-33.1)?
    pub enum BitterEnd("word for `bitter_end`") {
        /// No.
        Off = "off",
        /// Until one side has nobody left on the map. Everybody may leave it by own lines.
        Played = "played",
    }
}

setting! {
    /// What comes after the eighth turn (PB-30.1).
    pub enum NightTurn("word for `night`") {
        /// Nightfall, and a night turn if both hold the field.
        Played = "played",
        /// The first turn of the next day (PB-Q1).
        Skipped = "skipped",
    }
}

setting! {
    /// Of what half comes back at night (PB-30.3).
    pub enum NightGroups("word for `night_groups`") {
        /// Detachments and all others apart.
        DetachmentsApart = "detachments-apart",
        /// All together (PB-V2).
        Single = "single",
    }
}

setting! {
    /// How pieces come back at night (PB-A155).
    pub enum NightReturn("word for `night_return_status`") {
        /// Spent.
        Spent = "spent",
        /// Fresh.
        Fresh = "fresh",
    }
}

setting! {
    /// What facing changes after the first cost (PB-6.7).
    pub enum FacingChanges("word for `facing_changes`") {
        /// A third of the move each.
        Paid = "paid",
        /// A third for the second; there is no third one (PB-Q6).
        Two = "two",
    }
}

setting! {
    /// What hinders headquarters on their way (PB-A41).
    pub enum HeadquartersMove("word for `headquarters_move`") {
        /// The ground, as it does others on foot or horseback.
        LikeOthers = "like-others",
        /// Nothing but impassable ground (PB-Q9).
        Freely = "freely",
    }
}

setting! {
    /// From whom columns on the march keep away (PB-8.4).
    pub enum ColumnMarch("word for `columns`") {
        /// They pass through no friends and keep a third away from the enemy.
        KeepClear = "keep-clear",
        /// From nobody (PB-Q7).
        MarchOn = "march-on",
    }
}

setting! {
    /// Do headquarters hide pieces on their Reserve Cards (PB-9.1)?
    pub enum HiddenReserves("word for `hidden_reserves`") {
        /// Yes, until they are spotted.
        Played = "played",
        /// No: who would begin there stands behind his headquarters (PB-Q1).
        Off = "off",
    }
}

setting! {
    /// Must the owner tell the type of a block that is seen (PB-17.1)?
    pub enum SpottingRule("word for `spotting`") {
        /// Yes, within range and line of sight.
        WithinRange = "within-range",
        /// No: only contact and Spent labels show (PB-Q1).
        Off = "off",
    }
}

setting! {
    /// Which arms support which (PB-A86).
    pub enum SupportArms("word for `support_arms`") {
        /// All but artillery support all.
        Any = "any",
        /// Foot supports foot and artillery, horse supports horse (PB-Q20).
        Own = "own",
    }
}

setting! {
    /// What an attack on the rear of a supported pair does (PB-18.6).
    pub enum Envelopment("word for `envelopment`") {
        /// It makes two combats of one, both flanked.
        Splits = "splits",
        /// Nothing of its own (PB-Q1).
        Off = "off",
    }
}

setting! {
    /// How much of a defender must lie in terrain that gives cover (PB-A4).
    pub enum CoverShare("word for `cover_share`") {
        /// More than half.
        MoreThanHalf = "more-than-half",
        /// Half, or more (PB-Q11).
        HalfOrMore = "half-or-more",
    }
}

setting! {
    /// Who is flanked by position (PB-18.1).
    pub enum Flanking("word for `flanking`") {
        /// Who has an enemy behind the line of the front.
        BehindFront = "behind-front",
        /// A defender with an enemy at its rear, or with more than one in contact (PB-Q18).
        RearOrSeveral = "rear-or-several",
    }
}

setting! {
    /// What an attack over a river does to the attacker in round one (PB-23.5).
    pub enum AttackOverRiver("word for `attack_over_river`") {
        /// It is treated as flanked.
        Flanked = "flanked",
        /// Nothing (PB-Q23).
        Plain = "plain",
    }
}

setting! {
    /// From where a battery's line of fire is drawn (PB-A100).
    pub enum LineOfFire("word for `line_of_fire`") {
        /// From the middle of its front; the range from its nearest edge.
        FromFront = "from-front",
        /// From its centre, and so is the range (PB-Q12).
        FromCentre = "from-centre",
    }
}

setting! {
    /// What is one combat (PB-28.1).
    pub enum CombatGroups("word for `combats`") {
        /// All that are in contact with one another, over others too.
        Connected = "connected",
        /// Each attack by itself, fought to its end (PB-Q16).
        OneByOne = "one-by-one",
    }
}

setting! {
    /// In which order combats are fought (PB-22.2).
    pub enum OrderOfCombats("word for `order_of_combats`") {
        /// As the side chooses that has the order of combats.
        Chosen = "chosen",
        /// The command that was drawn last first (PB-Q15).
        ReverseDraw = "reverse-draw",
    }
}

setting! {
    /// For how long the first hit on militia, elite and guard is one (PB-24.4, PB-24.5).
    pub enum FirstHitSpan("word for `first_hit_lasts`") {
        /// In each combat anew.
        Combat = "combat",
        /// Once in all combats of a turn (PB-Q22).
        Turn = "turn",
    }
}
