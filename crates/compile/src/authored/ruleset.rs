//! A ruleset file: everything is optional, because a file that `extends:` another names only what
//! it changes.

use sandtable_source::{Named, Spanned, authored, choice};

use super::own_type::OwnType;
use super::values::{Format, Length, Whole};

authored! {
    /// The numbers and rulings that a game is played by.
    pub struct Ruleset("ruleset") {
        /// Version of this format; always 1.
        pub format: Spanned<Format>,
        /// Its name, such as `pub-battles/3.2`.
        pub id: Spanned<String>,
        /// The ruleset that this one changes: `pub-battles/3.2` or another file.
        pub extends: Option<Spanned<String>>,
        /// Distances on the ground.
        pub distances: Option<Distances>,
        /// Table A: what each arm can do, by arm.
        pub pieces: Option<PieceRows>,
        /// Types of pieces that Table A does not have, such as horse artillery, by name (PB-3.37).
        pub types: Option<Named<OwnType>>,
        /// What quality does, by quality.
        pub qualities: Option<QualityRows>,
        /// Multipliers of the winner's points.
        pub victory: Option<Victory>,
        /// What was ruled where the rules are silent (PB-36.14).
        pub rulings: Option<Rulings>,
    }
}

authored! {
    /// Distances on the ground.
    pub struct Distances("table of distances") {
        /// One third of a foot move: also field of fire, column stand-off, supply clearance (PB-1.4).
        pub foot_third: Option<Spanned<Length>>,
        /// One third of a mounted move: also command and rally range (PB-1.4).
        pub mounted_third: Option<Spanned<Length>>,
        /// Spotting and bombardment range (PB-17.1, PB-15.1).
        pub spotting: Option<Spanned<Length>>,
        /// Depth to which one sees into woods and buildings (PB-16.2).
        pub sight_depth: Option<Spanned<Length>>,
        /// Blocks nearer than this are in contact (PB-36.5).
        pub contact_tolerance: Option<Spanned<Length>>,
        /// A support stands at most this far behind its lead (PB-A85).
        pub support_gap: Option<Spanned<Length>>,
    }
}

authored! {
    /// Table A by arm.
    pub struct PieceRows("table of pieces") {
        /// Infantry.
        pub infantry: Option<PieceRow>,
        /// Detachments.
        pub detachment: Option<PieceRow>,
        /// Artillery.
        pub artillery: Option<PieceRow>,
        /// Cavalry.
        pub cavalry: Option<PieceRow>,
        /// Dragoons.
        pub dragoons: Option<PieceRow>,
    }
}

authored! {
    /// One arm's row of Table A.
    pub struct PieceRow("row of the table of pieces") {
        /// Dice it rolls (PB-23.1).
        pub dice: Option<Spanned<Whole<1, 12>>>,
        /// A die of this or more hits (PB-23.1).
        pub hits_on: Option<Spanned<Whole<2, 6>>>,
        /// Foot or mounted (PB-6.1).
        pub moves: Option<Spanned<MoveClass>>,
        /// Projects a field of fire (PB-10.1).
        pub field_of_fire: Option<bool>,
        /// May make contact (PB-12.4).
        pub attacks: Option<bool>,
        /// May support (PB-13.1).
        pub supports: Option<bool>,
        /// May bombard (PB-15.1).
        pub bombards: Option<bool>,
        /// May enter marsh (PB-6.13).
        pub enters_marsh: Option<bool>,
        /// Rallies only near an unpacked train (PB-19.1, PB-19.2).
        pub rally_needs_baggage: Option<bool>,
        /// Has Fresh and Spent, or one state only (PB-A10).
        pub status: Option<Spanned<StatusKind>>,
        /// Counts for Rout (PB-29.3).
        pub counts_for_rout: Option<bool>,
        /// Points when destroyed, by quality (PB-29.1).
        pub points: Option<Points>,
    }
}

authored! {
    /// Points when destroyed, by quality.
    pub struct Points("table of points") {
        /// Militia.
        pub militia: Option<Spanned<Whole<0, 1_000>>>,
        /// Regular.
        pub regular: Option<Spanned<Whole<0, 1_000>>>,
        /// Elite.
        pub elite: Option<Spanned<Whole<0, 1_000>>>,
        /// Guard.
        pub guard: Option<Spanned<Whole<0, 1_000>>>,
    }
}

authored! {
    /// What quality does, by quality.
    pub struct QualityRows("table of qualities") {
        /// Militia.
        pub militia: Option<QualityRow>,
        /// Regular.
        pub regular: Option<QualityRow>,
        /// Elite.
        pub elite: Option<QualityRow>,
        /// Guard.
        pub guard: Option<QualityRow>,
    }
}

authored! {
    /// What one quality does.
    pub struct QualityRow("row of the table of qualities") {
        /// The first hit of a combat (PB-24.4, PB-24.5).
        pub first_hit: Option<Spanned<FirstHit>>,
    }
}

authored! {
    /// Multipliers of the winner's points (PB-29).
    pub struct Victory("table of multipliers") {
        /// The enemy's infantry is routed (PB-29.2).
        pub rout_multiplier: Option<Spanned<Whole<1, 100>>>,
        /// The enemy lost a train (PB-29.3).
        pub broken_multiplier: Option<Spanned<Whole<1, 100>>>,
        /// The enemy packed up a train (PB-29.4).
        pub forced_back_multiplier: Option<Spanned<Whole<1, 100>>>,
    }
}

authored! {
    /// Rulings (PB-36.14).
    pub struct Rulings("table of rulings") {
        /// Sides of the die for altering (PB-A18).
        pub alter_die: Option<Spanned<Whole<2, 20>>>,
        /// Half-angle of the field of fire in degrees, at most 89 (PB-A65).
        pub field_of_fire_half_angle: Option<Spanned<f64>>,
        /// Which friendly attacks let a piece stay in a field of fire (PB-A69).
        pub field_of_fire_stay: Option<Spanned<FieldOfFire>>,
        /// Does a retreat from a field of fire make Spent (PB-A137)?
        pub field_of_fire_retreat_makes_spent: Option<Spanned<bool>>,
        /// When buildings make Spent (PB-A39).
        pub buildings_spent: Option<Spanned<Buildings>>,
        /// Rate of a retreat (PB-A126).
        pub retreat_rate: Option<Spanned<Retreat>>,
        /// Pieces that count for Ineffective (PB-A116).
        pub ineffective_counts: Option<Spanned<Ineffective>>,
        /// What forces a side back (PB-A113).
        pub forced_back_on: Option<Spanned<ForcedBack>>,
        /// Do points of recovered pieces stay (PB-A145)?
        pub points_model: Option<Spanned<PointsKind>>,
        /// Base of Rout (PB-A148).
        pub rout_base: Option<Spanned<Rout>>,
        /// May a piece attack again the enemy that it left (PB-A77)?
        pub reattack: Option<Spanned<Reattack>>,
    }
}

choice! {
    /// Rate of march.
    pub enum MoveClass("rate of march") {
        /// Thirds of 760 m.
        Foot = "foot",
        /// Thirds of 1,081 m.
        Mounted = "mounted",
    }
}

choice! {
    /// Which states a piece has.
    pub enum StatusKind("status of a piece") {
        /// Fresh or Spent.
        FreshAndSpent = "fresh-and-spent",
        /// One state; one hit destroys it.
        OneState = "one-state",
    }
}

choice! {
    /// What the first hit of a combat does.
    pub enum FirstHit("effect of the first hit") {
        /// Counts one.
        Normal = "normal",
        /// Counts nothing.
        Absorbed = "absorbed",
        /// Counts two.
        Double = "double",
    }
}

choice! {
    /// Which friendly attacks let a piece stay in a field of fire.
    pub enum FieldOfFire("ruling on fields of fire") {
        /// Any of this turn.
        Turn = "turn",
        /// Those of this activation.
        Activation = "activation",
    }
}

choice! {
    /// When buildings make Spent.
    pub enum Buildings("ruling on buildings") {
        /// Whenever they are entered.
        Entered = "entered",
        /// Only when a move ends in them.
        EndOfMove = "end-of-move",
    }
}

choice! {
    /// Rate of a retreat.
    pub enum Retreat("ruling on retreats") {
        /// A third of the piece's own move.
        OwnClass = "own-class",
        /// A third of a foot move for all.
        FootForAll = "foot-for-all",
    }
}

choice! {
    /// Pieces that count for Ineffective.
    pub enum Ineffective("ruling on ineffective commands") {
        /// All combat pieces.
        AllCombatPieces = "all-combat-pieces",
        /// All but detachments.
        WithoutDetachments = "without-detachments",
        /// Infantry only.
        InfantryOnly = "infantry-only",
    }
}

choice! {
    /// What forces a side back.
    pub enum ForcedBack("ruling on being forced back") {
        /// Packing an unpacked train.
        Pack = "pack",
        /// Packing and moving it.
        PackAndMove = "pack-and-move",
    }
}

choice! {
    /// Do points of recovered pieces stay?
    pub enum PointsKind("ruling on points") {
        /// They follow the present heap of destroyed pieces.
        Current = "current",
        /// Points once scored stay.
        Cumulative = "cumulative",
    }
}

choice! {
    /// Base of Rout.
    pub enum Rout("ruling on rout") {
        /// All that are scheduled.
        Scheduled = "scheduled",
        /// Those that arrived.
        Arrived = "arrived",
    }
}

choice! {
    /// May a piece attack again the enemy that it left?
    pub enum Reattack("ruling on attacking again") {
        /// Never in the same move.
        Never = "never",
        /// Not against the flank.
        FlankOnly = "flank-only",
    }
}
