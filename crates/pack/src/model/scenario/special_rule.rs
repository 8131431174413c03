//! Special rules (PB-3.18): a printed text and an effect from a closed vocabulary.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::calendar::Moment;
use crate::choice::choices;
use crate::ids::{CommandId, EntryId, PieceId, SideId, SpecialRuleId};
use crate::units::GroundLength;

/// A special rule. Its text stands in the labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpecialRule {
    /// Its id.
    pub id: SpecialRuleId,
    /// Whom it speaks of; everybody if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub who: Vec<Subject>,
    /// What it does.
    pub effect: Effect,
}

/// Whom a special rule speaks of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Everything of a side.
    Side(SideId),
    /// Everything of a command, or of an army HQ.
    Command(CommandId),
    /// One piece or train.
    Piece(PieceId),
}

/// What a special rule does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// They do not act before this turn.
    FrozenUntil(Moment),
    /// They do not act before this happens.
    ActivateWhen(Trigger),
    /// They see and are seen no farther than this.
    Visibility(Visibility),
    /// Their dice are changed.
    Modifier(Modifier),
    /// Points beside those of PB-29.
    Victory(SpecialPoints),
    /// They may not do this.
    Forbid(Prohibition),
    /// Printed for players, and nothing else.
    TextOnly,
}

/// What wakes troops that wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// An enemy combat piece is within this distance of one of them.
    EnemyWithin(GroundLength),
    /// One of them was attacked or bombarded.
    Attacked,
    /// This piece of either side was destroyed.
    Destroyed(PieceId),
}

/// How far some see and are seen, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Visibility {
    /// The farthest.
    pub range: GroundLength,
    /// The first turn of it; the battle's first if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Moment>,
    /// The first turn without it; never if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

/// A change of dice (PB-23.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// Added to each of their dice.
    #[cfg_attr(feature = "schema", schemars(range(min = -2, max = 2)))]
    pub die: i8,
    /// In which of their fights.
    pub when: Fight,
}

choices! {
    /// Kinds of fight.
    pub enum Fight("kind of fight") {
        /// All.
        Always = "always",
        /// Combats in which they are the attacker.
        Attacking = "attacking",
        /// Combats in which they are the defender.
        Defending = "defending",
        /// Bombardments.
        Bombarding = "bombarding",
    }
}

/// Points that a special rule gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpecialPoints {
    /// The side that gets them.
    pub side: SideId,
    /// For each block of whom this is true.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub points: u32,
    /// What has to be true.
    pub when: Fate,
}

/// What became of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was destroyed.
    Destroyed,
    /// It was on the map at the end.
    Survived,
    /// It left the map by this entry.
    Left(EntryId),
}

/// What some may not do, and for how long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Prohibition {
    /// What they may not do; at least one thing.
    pub acts: BTreeSet<Act>,
    /// The first turn on which they may; never if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

choices! {
    /// What blocks do.
    pub enum Act("act") {
        /// Move at all.
        Move = "move",
        /// Make contact.
        Attack = "attack",
        /// Fire from afar.
        Bombard = "bombard",
        /// Rally.
        Rally = "rally",
        /// Go into road column.
        Column = "column",
        /// Alter the order of moves.
        Alter = "alter",
        /// Withdraw before combat.
        Withdraw = "withdraw",
    }
}
