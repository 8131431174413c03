//! Victory: the end of a battle and its result.

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use serde::{Deserialize, Serialize};

use crate::battlefield::roster::SideIndex;

/// The kind of victory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VictoryKind {
    /// The enemy has lost half of its infantry, and the winner has not (PB-29.3).
    Rout,
    /// An enemy train was destroyed (PB-29.4).
    Broken,
    /// The enemy packed up an unpacked train (PB-29.4).
    ForcedBack,
    /// One side or both withdrew at nightfall (PB-29.5).
    Nightfall,
    /// Time ran out without a decision, so straight points decide (PB-A151).
    Points,
    /// A side has no combat pieces left (PB-A153).
    Exhausted,
}

impl VictoryKind {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rout => "rout",
            Self::Broken => "broken",
            Self::ForcedBack => "forced-back",
            Self::Nightfall => "nightfall",
            Self::Points => "points",
            Self::Exhausted => "exhausted",
        }
    }

    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Rout,
        Self::Broken,
        Self::ForcedBack,
        Self::Nightfall,
        Self::Points,
        Self::Exhausted,
    ];

    /// The reason the battle ended, in words.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Rout => "the loser lost half of its infantry",
            Self::Broken => "the loser lost a baggage train",
            Self::ForcedBack => "the loser packed up an unpacked baggage train",
            Self::Nightfall => "a side withdrew at nightfall",
            Self::Points => "points were compared after the last turn",
            Self::Exhausted => "a side had no combat pieces left",
        }
    }

    /// The rule for this victory.
    pub const fn rule(self) -> RuleId {
        match self {
            Self::Rout => PB_29_3,
            Self::Broken | Self::ForcedBack => PB_29_4,
            Self::Nightfall => PB_29_5,
            Self::Points => PB_A151,
            Self::Exhausted => PB_A153,
        }
    }
}

/// The end of a battle. The winner and the higher score are separate results (PB-29.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BattleEnd {
    /// The kind of victory.
    pub kind: VictoryKind,
    /// The winner of the battle; `None` in a draw.
    pub winner: Option<SideIndex>,
    /// Each side's points before multiplying, including those for unsupplied enemies (PB-31.4).
    pub raw: [u32; 2],
    /// The multiplier of each side's points.
    pub multipliers: [u32; 2],
}

/// The result when a victory condition was first met, applied to the points at the bitter end
/// (PB-A162).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The victory condition.
    pub kind: VictoryKind,
    /// The winner of the battle; `None` if both sides met a condition and have equal points
    /// (PB-A146).
    pub winner: Option<SideIndex>,
    /// The multiplier for each side's final points; 1 for the loser.
    pub multipliers: [u32; 2],
}

impl Verdict {
    /// The verdict for an end that would apply without the bitter end.
    pub(crate) fn of(end: &BattleEnd) -> Self {
        let multiplier = |side: SideIndex| match end.winner {
            Some(winner) if winner != side => 1,
            _ => end.multipliers[side.index()],
        };
        let multipliers = SideIndex::BOTH.map(multiplier);
        Self { kind: end.kind, winner: end.winner, multipliers }
    }
}

impl BattleEnd {
    /// The final points of each side.
    pub const fn totals(&self) -> [u32; 2] {
        [self.raw[0] * self.multipliers[0], self.raw[1] * self.multipliers[1]]
    }

    /// Whether the winner has fewer points than the loser (PB-29.7).
    pub fn pyrrhic(&self) -> bool {
        let totals = self.totals();
        self.winner.is_some_and(|winner| totals[winner.index()] < totals[winner.enemy().index()])
    }
}
