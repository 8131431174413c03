//! Special rules (PB-3.18): printed text and an effect from a closed vocabulary.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::calendar::Moment;
use crate::choice::choices;
use crate::ids::{CommandId, EntryId, PieceId, SideId, SpecialRuleId};
use crate::units::GroundLength;

/// A special rule. Its text is in the labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpecialRule {
    /// Its id.
    pub id: SpecialRuleId,
    /// The blocks that it applies to; if empty, all blocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub who: Vec<Subject>,
    /// Its effect.
    pub effect: Effect,
}

/// The blocks that a special rule applies to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// All blocks of a side.
    Side(SideId),
    /// All blocks of a command or of an army HQ.
    Command(CommandId),
    /// One piece or train.
    Piece(PieceId),
}

/// The effect of a special rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The blocks do not act before this turn.
    FrozenUntil(Moment),
    /// The blocks do not act before this event.
    ActivateWhen(Trigger),
    /// The blocks see and can be seen only up to this distance.
    Visibility(Visibility),
    /// The blocks have modified dice.
    Modifier(Modifier),
    /// Points in addition to those of PB-29.
    Victory(SpecialPoints),
    /// The blocks may not do this.
    Forbid(Prohibition),
    /// Text printed for players, without an effect in the engine.
    TextOnly,
}

/// The event that activates waiting blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// An enemy combat piece is within this distance of one of the blocks.
    EnemyWithin(GroundLength),
    /// One of the blocks was attacked or bombarded.
    Attacked,
    /// This piece of either side was destroyed.
    Destroyed(PieceId),
}

/// A limit on how far blocks see and can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Visibility {
    /// The maximum distance.
    pub range: GroundLength,
    /// The first turn with the limit; if `None`, the first turn of the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Moment>,
    /// The first turn without the limit; if `None`, the limit never ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

/// A dice modifier (PB-23.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// The number added to each of their dice.
    #[cfg_attr(feature = "schema", schemars(range(min = -2, max = 2)))]
    pub die: i8,
    /// The fights in which it applies.
    pub when: Fight,
}

choices! {
    /// Kinds of fight.
    pub enum Fight("kind of fight") {
        /// All fights.
        Always = "always",
        /// Combats in which they are the attacker.
        Attacking = "attacking",
        /// Combats in which they are the defender.
        Defending = "defending",
        /// Bombardments.
        Bombarding = "bombarding",
    }
}

/// Points from a special rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpecialPoints {
    /// The side that scores them.
    pub side: SideId,
    /// Points for each block that meets the condition.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub points: u32,
    /// The condition.
    pub when: Fate,
}

/// The fate of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was destroyed.
    Destroyed,
    /// It was on the map at the end of the battle.
    Survived,
    /// It left the map by this entry.
    Left(EntryId),
}

/// Actions that blocks may not take, with an optional end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Prohibition {
    /// The forbidden actions; at least one.
    pub acts: BTreeSet<Act>,
    /// The first turn on which the actions are allowed; if `None`, they never are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

choices! {
    /// An action of a block.
    pub enum Act("act") {
        /// Any movement.
        Move = "move",
        /// Attacking by making contact.
        Attack = "attack",
        /// Bombarding.
        Bombard = "bombard",
        /// Rallying.
        Rally = "rally",
        /// Forming road column.
        Column = "column",
        /// Altering the turn order.
        Alter = "alter",
        /// Withdrawing before combat.
        Withdraw = "withdraw",
    }
}
