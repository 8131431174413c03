//! Rulings where the rulebook is silent, contradicts itself, or differs between its editions
//! (PB-36.14, PB-V, PB-Q). The engine matches each in one place.

use serde::{Deserialize, Serialize};

use super::FirstHit;
use crate::choice::choices;

/// Rulings where the rules are silent or contradict themselves (PB-36.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// Sides of the die that headquarters roll to Alter the turn order (PB-A18).
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 20)))]
    pub alter_die: u8,
    /// Whether headquarters may try to Alter the turn order (PB-Q1).
    pub altering: Altering,
    /// The rating that an army commander uses when rolling for another command (PB-A30).
    pub commander_rolls: CommanderRolls,
    /// The cost of facing changes after the first (PB-6.7).
    pub facing_changes: FacingChanges,
    /// The terrain that slows or stops headquarters (PB-A41).
    pub headquarters_move: HeadquartersMove,
    /// The effect of a moving piece on headquarters of its own side (PB-A42).
    #[serde(default = "FriendlyHeadquarters::former")]
    pub friendly_headquarters: FriendlyHeadquarters,
    /// The pieces from which moving columns keep their distance (PB-8.4).
    pub columns: ColumnMarch,
    /// Half-angle of the field of fire in tenths of a degree (PB-A65).
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 890)))]
    pub field_of_fire_half_angle: u16,
    /// The friendly attacks that allow a piece to stay in a field of fire (PB-A69).
    pub field_of_fire_stay: FieldOfFireStay,
    /// The pieces that retreat out of fields of fire after the combats (PB-A136).
    pub field_of_fire_retreats: FieldOfFireRetreats,
    /// Whether a piece becomes Spent when it retreats from a field of fire (PB-A137).
    pub field_of_fire_retreat_makes_spent: bool,
    /// Whether the owner must reveal the type of a visible block (PB-17.1).
    pub spotting: SpottingRule,
    /// Whether headquarters hide pieces on their Reserve Cards (PB-9.1).
    pub hidden_reserves: HiddenReserves,
    /// The pieces that may join the reserve of a headquarters (PB-A62).
    #[serde(default = "ReserveJoinedBy::former")]
    pub reserve_joined_by: ReserveJoinedBy,
    /// The cost of the turn that brings an attacker's front flush with the enemy (PB-A80).
    #[serde(default = "SquaringUp::former")]
    pub squaring_up: SquaringUp,
    /// Whether a piece may attack the enemy that it just left again (PB-A77).
    pub reattack: Reattack,
    /// The arms that may support each other (PB-A86).
    pub support_arms: SupportArms,
    /// Whether a piece must be in command to move up in support of an attack (PB-A47).
    pub support_requires_command: bool,
    /// Whether a Support becomes Spent when it retreats because its lead is gone (PB-A87).
    pub support_retreat_makes_spent: bool,
    /// The enemy trains that can be attacked (PB-A84).
    pub trains_attacked: TrainsAttacked,
    /// The effect of an attack on the rear of a supported pair (PB-18.6).
    pub envelopment: Envelopment,
    /// The share of a defender that must be in terrain to get its cover (PB-A4).
    pub cover_share: CoverShare,
    /// The attacks that count as uphill (PB-A38).
    pub hill_cover: HillCover,
    /// The pieces that are flanked by position (PB-18.1).
    pub flanking: Flanking,
    /// The position from which a flank attack is judged (PB-A106).
    pub flank_judged: FlankJudged,
    /// The effect of an attack across a river on the attacker in round one (PB-23.5).
    pub attack_over_river: AttackOverRiver,
    /// Whether an attacker across a river also has −1 when it fires, in addition to the enemy's +1
    /// (PB-A108).
    pub river_effect_both_ways: bool,
    /// The moves into buildings that make a piece Spent (PB-A39).
    pub buildings_spent: BuildingsSpent,
    /// Whether buildings are difficult terrain, which shortens a move by a third (PB-Q6).
    pub buildings_reduce: bool,
    /// The distance of a retreat (PB-A126).
    pub retreat_rate: RetreatRate,
    /// The directions in which a piece may retreat (PB-A127).
    pub retreat_ways: RetreatWays,
    /// The friends that a retreating piece pushes out of its way (PB-A131).
    #[serde(default = "FriendsInTheWay::former")]
    pub friends_in_the_way: FriendsInTheWay,
    /// The enemies from which cavalry may withdraw before combat (PB-A140).
    pub withdraws_from: WithdrawsFrom,
    /// Whether a piece becomes Spent when it withdraws before combat (PB-A139).
    pub withdraw_makes_spent: bool,
    /// The point from which an artillery piece's line of fire is drawn (PB-A100).
    pub line_of_fire: LineOfFire,
    /// Half-angle of the arc of bombardment, in tenths of a degree (PB-A93).
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 890)))]
    pub bombardment_half_angle: u16,
    /// Whether an artillery piece may turn before it bombards (PB-15.1).
    pub bombardment_may_turn: bool,
    /// Whether bombardment gets a bonus against flanks and columns (PB-A94).
    pub bombardment_flank_modifier: bool,
    /// Whether the first hit of a bombardment on militia counts as two (PB-A97).
    pub bombardment_doubles_militia: bool,
    /// Whether elites and guards absorb the first hit of a bombardment (PB-Q22).
    #[serde(default = "always")]
    pub bombardment_first_hit_absorbed: bool,
    /// The pieces that belong to one combat (PB-28.1).
    pub combats: CombatGroups,
    /// The order in which combats are fought (PB-22.2).
    pub order_of_combats: OrderOfCombats,
    /// The period with only one first hit for militia, elites and guards (PB-24.4, PB-24.5).
    pub first_hit_lasts: FirstHitSpan,
    /// The rounds in which attacked artillery fires before the others (PB-14.2).
    pub artillery_fires_first: ArtilleryFiresFirst,
    /// The distance from the enemy at which a piece may Rally (PB-19.4).
    pub rally: RallyDistance,
    /// The pieces that count when a command becomes Ineffective (PB-A116).
    pub ineffective_counts: IneffectiveCount,
    /// The effect of losing a train on its side (PB-29.4).
    pub train_lost: TrainLost,
    /// The actions that make a side Forced Back (PB-A113).
    pub forced_back_on: ForcedBack,
    /// The combined effect of a side's multipliers (PB-A146).
    pub multipliers: Multipliers,
    /// Whether a side keeps the points for pieces that the enemy recovers (PB-A145).
    pub points_model: PointsModel,
    /// The final score of pieces out of supply (PB-A152).
    pub unsupplied_at_end: UnsuppliedAtEnd,
    /// The infantry that Rout is measured against (PB-A148).
    pub rout_base: RoutBase,
    /// The pieces that may leave the map permanently (PB-A43).
    pub leaving_the_map: LeavingTheMap,
    /// Whether play continues after a side has won (PB-33.1).
    pub bitter_end: BitterEnd,
    /// The turn that follows the eighth turn (PB-30.1).
    pub night: NightTurn,
    /// The groups of which half returns at night (PB-30.3).
    pub night_groups: NightGroups,
    /// The status of pieces that return at night (PB-A155).
    pub night_return_status: NightReturn,
}

impl Rulings {
    /// The effect of the first hit of a bombardment, from that of a combat.
    pub const fn bombarded(&self, first_hit: FirstHit) -> FirstHit {
        match first_hit {
            FirstHit::Absorbed if self.bombardment_first_hit_absorbed => FirstHit::Absorbed,
            FirstHit::Double if self.bombardment_doubles_militia => FirstHit::Double,
            _ => FirstHit::Normal,
        }
    }
}

/// The reading of packs that were made before a ruling existed.
macro_rules! former {
    ($($choice:ident::$reading:ident),+) => {
        $(impl $choice {
            const fn former() -> Self {
                Self::$reading
            }
        })+
    };
}

former! {
    FriendlyHeadquarters::Pushed, FriendsInTheWay::MoreThanHalf, ReserveJoinedBy::Command,
    SquaringUp::Free
}

/// The value for packs that were made before a ruling existed.
const fn always() -> bool {
    true
}

choices! {
    /// Whether headquarters may try to Alter the turn order (PB-Q1).
    pub enum Altering("`altering` value") {
        /// Each HQ may try once a turn, by its rating.
        ByRating = "by-rating",
        /// No: chits act in the order in which they are drawn (PB-Q1).
        Off = "off",
    }

    /// The rating that an army commander uses when rolling for another command (PB-A30).
    pub enum CommanderRolls("`commander_rolls` value") {
        /// The commander's own rating.
        OwnRating = "own-rating",
        /// The rating of the command that owns the chit.
        CommandRating = "command-rating",
    }

    /// The friendly attacks that allow a piece to stay in a field of fire (PB-A69).
    pub enum FieldOfFireStay("`field_of_fire_stay` value") {
        /// Any attack of this turn.
        Turn = "turn",
        /// Attacks of this activation only.
        Activation = "activation",
    }

    /// The pieces that retreat out of fields of fire after the combats (PB-A136).
    pub enum FieldOfFireRetreats("`field_of_fire_retreats` value") {
        /// All pieces that were in a field of fire when the last combat ended.
        Snapshot = "snapshot",
        /// Only pieces that are still in a field of fire when they are due to retreat.
        AsTheyGo = "as-they-go",
    }

    /// Whether a piece may attack the enemy that it just left again (PB-A77).
    pub enum Reattack("`reattack` value") {
        /// Not in the same move.
        Never = "never",
        /// Yes, but not against the flank (PB-V9).
        FlankOnly = "flank-only",
        /// Yes, without restrictions; its Support stays in place (PB-Q1).
        Allowed = "allowed",
    }

    /// The enemy trains that can be attacked (PB-A84).
    pub enum TrainsAttacked("`trains_attacked` value") {
        /// All trains, Packed or Unpacked.
        All = "all",
        /// Only Unpacked trains.
        Unpacked = "unpacked",
        /// None: trains take no part in the battle (PB-Q1).
        None = "none",
    }

    /// The attacks that count as uphill (PB-A38).
    pub enum HillCover("`hill_cover` value") {
        /// Attacks by a piece that began its move, or is, on lower ground.
        BeganOrStandsLower = "began-or-stands-lower",
        /// Attacks by a piece that is on lower ground.
        StandsLower = "stands-lower",
    }

    /// The position from which a flank attack is judged (PB-A106).
    pub enum FlankJudged("`flank_judged` value") {
        /// The attacker's position before it was brought flush with the defender.
        BeforeSquaring = "before-squaring",
        /// The attacker's position in contact.
        AsItStands = "as-it-stands",
    }

    /// The moves into buildings that make a piece Spent (PB-A39).
    pub enum BuildingsSpent("`buildings_spent` value") {
        /// All moves that enter buildings.
        Entered = "entered",
        /// Only moves that end in buildings.
        EndOfMove = "end-of-move",
    }

    /// The distance of a retreat (PB-A126).
    pub enum RetreatRate("`retreat_rate` value") {
        /// A third of the piece's own move.
        OwnClass = "own-class",
        /// A third of a Foot move for all pieces (PB-V3).
        FootForAll = "foot-for-all",
    }

    /// The directions in which a piece may retreat (PB-A127).
    pub enum RetreatWays("`retreat_ways` value") {
        /// Any direction within 90 degrees of straight back that leads away from the enemies it
        /// leaves. It may end closer to another enemy within a third of a Foot move only if every
        /// direction does.
        AwayFromAll = "away-from-all",
        /// The same, but a piece that would end closer to another enemy in every direction is
        /// destroyed.
        NeverCloser = "never-closer",
        /// Any direction within 90 degrees of straight back that leads away from the enemies it
        /// leaves.
        Any = "any",
        /// Only straight back.
        StraightBack = "straight-back",
    }

    /// The friends that a retreating piece pushes out of its way (PB-A131).
    pub enum FriendsInTheWay("`friends_in_the_way` value") {
        /// Friends that overlap its path by more than the contact tolerance.
        AnyOverlap = "any-overlap",
        /// Friends with more than half of their block in its path.
        MoreThanHalf = "more-than-half",
    }

    /// The effect of a moving piece on headquarters of its own side (PB-A42).
    pub enum FriendlyHeadquarters("`friendly_headquarters` value") {
        /// They end at the nearest free place, in any direction.
        StepAside = "step-aside",
        /// They are pushed straight away, as enemy headquarters are.
        Pushed = "pushed",
    }

    /// The pieces that may join the reserve of a headquarters (PB-A62).
    pub enum ReserveJoinedBy("`reserve_joined_by` value") {
        /// All combat pieces and packed trains of its side.
        Side = "side",
        /// Only its own command; all pieces of the side for an Army HQ.
        Command = "command",
    }

    /// The cost of the turn that brings an attacker's front flush with the enemy (PB-A80).
    pub enum SquaringUp("`squaring_up` value") {
        /// It is a facing change like all others.
        FacingChange = "facing-change",
        /// It is free.
        Free = "free",
    }

    /// The enemies from which cavalry may withdraw before combat (PB-A140).
    pub enum WithdrawsFrom("`withdraws_from` value") {
        /// Only if all enemies in contact are infantry.
        InfantryAlone = "infantry-alone",
        /// If any enemy in contact is infantry.
        AnyInfantry = "any-infantry",
        /// Never (PB-Q1).
        Nobody = "nobody",
    }

    /// The rounds in which attacked artillery fires before the others (PB-14.2).
    pub enum ArtilleryFiresFirst("`artillery_fires_first` value") {
        /// Round one only.
        RoundOne = "round-one",
        /// Every round (PB-Q19).
        EveryRound = "every-round",
    }

    /// The distance from the enemy at which a piece may Rally (PB-19.4).
    pub enum RallyDistance("`rally` value") {
        /// Any distance, as long as it is not in contact.
        OutOfContact = "out-of-contact",
        /// More than a third of a Foot move (PB-Q14).
        BeyondThird = "beyond-third",
    }

    /// The pieces that count when a command becomes Ineffective (PB-A116).
    pub enum IneffectiveCount("`ineffective_counts` value") {
        /// All combat pieces.
        AllCombatPieces = "all-combat-pieces",
        /// All combat pieces except detachments.
        WithoutDetachments = "without-detachments",
        /// Only infantry (PB-V1).
        InfantryOnly = "infantry-only",
        /// None: commands never become Ineffective (PB-Q1).
        Nobody = "nobody",
    }

    /// The effect of losing a train on its side (PB-29.4).
    pub enum TrainLost("`train_lost` value") {
        /// The side is Broken and the battle ends.
        Broken = "broken",
        /// No effect (PB-Q1).
        Nothing = "nothing",
    }

    /// The actions that make a side Forced Back (PB-A113).
    pub enum ForcedBack("`forced_back_on` value") {
        /// Packing an Unpacked train.
        Pack = "pack",
        /// Packing an Unpacked train and moving it.
        PackAndMove = "pack-and-move",
        /// None (PB-Q1).
        Nothing = "nothing",
    }

    /// The combined effect of a side's multipliers (PB-A146).
    pub enum Multipliers("`multipliers` value") {
        /// Only the highest applies.
        Highest = "highest",
        /// All of them are multiplied.
        Product = "product",
    }

    /// Whether a side keeps the points for pieces that the enemy recovers (PB-A145).
    pub enum PointsModel("`points_model` value") {
        /// No: only pieces that are currently destroyed score.
        Current = "current",
        /// Yes: points are never lost.
        Cumulative = "cumulative",
    }

    /// The final score of pieces out of supply (PB-A152).
    pub enum UnsuppliedAtEnd("`unsupplied_at_end` value") {
        /// They count as destroyed.
        CountAsDestroyed = "count-as-destroyed",
        /// They count as destroyed, and so do all pieces within a third of a Foot move of an enemy
        /// (PB-A158).
        ThreatenedToo = "threatened-too",
        /// They count as all others (PB-Q1).
        Unharmed = "unharmed",
    }

    /// The infantry that Rout is measured against (PB-A148).
    pub enum RoutBase("`rout_base` value") {
        /// All pieces scheduled to arrive by the end of the day.
        Scheduled = "scheduled",
        /// Only pieces that have arrived (PB-V4).
        Arrived = "arrived",
    }

    /// The pieces that may leave the map permanently (PB-A43).
    pub enum LeavingTheMap("`leaving_the_map` value") {
        /// Only pieces that retreat along a line of communication of their side.
        Never = "never",
        /// All pieces, where a line of communication of their side leaves the map.
        ByOwnLines = "by-own-lines",
    }

    /// Whether play continues after a side has won (PB-33.1).
    pub enum BitterEnd("`bitter_end` value") {
        /// No.
        Off = "off",
        /// Yes, until one side has no pieces left on the map. All pieces may leave the map by their
        /// side's lines of communication.
        Played = "played",
    }

    /// The turn that follows the eighth turn (PB-30.1).
    pub enum NightTurn("`night` value") {
        /// Nightfall, and a night turn if both sides hold the field.
        Played = "played",
        /// The first turn of the next day (PB-Q1).
        Skipped = "skipped",
    }

    /// The groups of which half returns at night (PB-30.3).
    pub enum NightGroups("`night_groups` value") {
        /// Detachments separately from all other pieces.
        DetachmentsApart = "detachments-apart",
        /// All pieces together (PB-V2).
        Single = "single",
    }

    /// The status of pieces that return at night (PB-A155).
    pub enum NightReturn("`night_return_status` value") {
        /// Spent.
        Spent = "spent",
        /// Fresh.
        Fresh = "fresh",
    }

    /// The cost of facing changes after the first (PB-6.7).
    pub enum FacingChanges("`facing_changes` value") {
        /// Each costs a third of the move.
        Paid = "paid",
        /// The second costs a third of the move; a third change is not allowed (PB-Q6).
        Two = "two",
    }

    /// The terrain that slows or stops headquarters (PB-A41).
    pub enum HeadquartersMove("`headquarters_move` value") {
        /// The same terrain as for other foot or mounted pieces.
        LikeOthers = "like-others",
        /// Only impassable ground (PB-Q9).
        Freely = "freely",
    }

    /// The pieces from which moving columns keep their distance (PB-8.4).
    pub enum ColumnMarch("`columns` value") {
        /// They may not pass through friendly pieces and keep a third of a Foot move away from the
        /// enemy.
        KeepClear = "keep-clear",
        /// None (PB-Q7).
        MarchOn = "march-on",
    }

    /// Whether headquarters hide pieces on their Reserve Cards (PB-9.1).
    pub enum HiddenReserves("`hidden_reserves` value") {
        /// Yes, until they are spotted.
        Played = "played",
        /// No: pieces that would start in reserve start behind their headquarters (PB-Q1).
        Off = "off",
    }

    /// Whether the owner must reveal the type of a visible block (PB-17.1).
    pub enum SpottingRule("`spotting` value") {
        /// Yes, within range and line of sight.
        WithinRange = "within-range",
        /// No: only contact and Spent labels reveal it (PB-Q1).
        Off = "off",
    }

    /// The arms that may support each other (PB-A86).
    pub enum SupportArms("`support_arms` value") {
        /// All arms except artillery support any arm.
        Any = "any",
        /// Infantry supports infantry and artillery; cavalry supports cavalry (PB-Q20).
        Own = "own",
    }

    /// The effect of an attack on the rear of a supported pair (PB-18.6).
    pub enum Envelopment("`envelopment` value") {
        /// It splits the combat into two, with both defenders flanked.
        Splits = "splits",
        /// No special effect (PB-Q1).
        Off = "off",
    }

    /// The share of a defender that must be in terrain to get its cover (PB-A4).
    pub enum CoverShare("`cover_share` value") {
        /// More than half.
        MoreThanHalf = "more-than-half",
        /// Half or more (PB-Q11).
        HalfOrMore = "half-or-more",
    }

    /// The pieces that are flanked by position (PB-18.1).
    pub enum Flanking("`flanking` value") {
        /// A piece with an enemy behind the line of its front.
        BehindFront = "behind-front",
        /// A defender with an enemy at its rear, or with several enemies in contact (PB-Q18).
        RearOrSeveral = "rear-or-several",
    }

    /// The effect of an attack across a river on the attacker in round one (PB-23.5).
    pub enum AttackOverRiver("`attack_over_river` value") {
        /// The attacker counts as flanked.
        Flanked = "flanked",
        /// No effect (PB-Q23).
        Plain = "plain",
    }

    /// The point from which an artillery piece's line of fire is drawn (PB-A100).
    pub enum LineOfFire("`line_of_fire` value") {
        /// The middle of its front; the range is measured from its nearest edge.
        FromFront = "from-front",
        /// Its centre, also for the range (PB-Q12).
        FromCentre = "from-centre",
    }

    /// The pieces that belong to one combat (PB-28.1).
    pub enum CombatGroups("`combats` value") {
        /// All pieces in contact with each other, directly or through other pieces.
        Connected = "connected",
        /// Each attack is a separate combat and is fought to its end (PB-Q16).
        OneByOne = "one-by-one",
    }

    /// The order in which combats are fought (PB-22.2).
    pub enum OrderOfCombats("`order_of_combats` value") {
        /// The side with the order of combats chooses.
        Chosen = "chosen",
        /// The command drawn last goes first (PB-Q15).
        ReverseDraw = "reverse-draw",
    }

    /// The period with only one first hit for militia, elites and guards (PB-24.4, PB-24.5).
    pub enum FirstHitSpan("`first_hit_lasts` value") {
        /// Each combat has its own first hit.
        Combat = "combat",
        /// All combats of a turn share one first hit (PB-Q22).
        Turn = "turn",
    }
}
