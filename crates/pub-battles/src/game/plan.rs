//! What a legal action of an activation will do: made by the judge, carried out by `apply`.

use std::cell::OnceCell;
use std::fmt;

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint, Pose};
use sandtable_terrain::Block;

use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::state::Stance;
use crate::state::reserve::MoveCost;

/// A judged action of an activation, ready to be carried out.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    March(Box<MarchPlan>),
    Face { piece: PieceIndex, pose: Pose },
    Rally { piece: PieceIndex, turned: Option<Pose>, rule: RuleId },
    Bombard { piece: PieceIndex, target: PieceIndex, pose: Pose },
    Deploy { piece: PieceIndex, stance: Stance },
    EnterBy { piece: PieceIndex, entry: u8 },
    Assign { piece: PieceIndex, command: CommandIndex, with: PieceIndex },
    Unpack(PieceIndex),
    Pack(PieceIndex),
    End { pinned: Vec<PieceIndex> },
}

impl Plan {
    /// The rule that allows it.
    pub(crate) fn rule(&self) -> RuleId {
        match self {
            Self::March(plan) => plan.rule(),
            Self::Face { .. } => PB_11_1,
            Self::Rally { rule, .. } => *rule,
            Self::Bombard { .. } => PB_15_1,
            Self::Deploy { .. } => PB_9_2,
            Self::EnterBy { .. } => PB_3_10,
            Self::Assign { .. } => PB_A21,
            Self::Unpack(_) => PB_20_4,
            Self::Pack(_) => PB_20_6,
            Self::End { .. } => PB_5_1,
        }
    }
}

/// A judged move, ready to be carried out.
#[derive(Clone, Debug)]
pub(crate) struct MarchPlan {
    pub piece: PieceIndex,
    /// Where it came from; none when it enters the map.
    pub(crate) from: Option<GroundPoint>,
    /// It comes out of the reserve of this headquarters.
    pub(crate) leaves: Option<PieceIndex>,
    /// It goes into the reserve of this one.
    pub(crate) joins: Option<PieceIndex>,
    /// It leaves the map here (PB-A43).
    pub off: Option<GroundPoint>,
    /// What the reserve of a headquarters has been carried.
    pub(crate) expense: MoveCost,
    /// It enters in column: others that enter there follow it (PB-A19).
    pub(crate) by_road: bool,
    /// Where its centre began the move, at the place of entry when it enters.
    pub(crate) began: GroundPoint,
    pub stance: Stance,
    pub length: GroundLength,
    pub reduced: bool,
    /// Its legs in line: it may become disordered in buildings on the way (PB-A39).
    pub crossed: Vec<(Block, GroundPoint)>,
    /// It only turned.
    pub(crate) turned: bool,
    pub(crate) assault: Option<Assault>,
    /// Where it was heading at the end.
    pub(crate) heading: Facing,
    /// Enemies that it leaves (PB-11.1).
    pub(crate) left: Vec<PieceIndex>,
    pub disorders: Disorders,
    /// The rule by which it may end there: PB-A71 if it leaves fields of fire only in part.
    pub(crate) rule: RuleId,
}

impl MarchPlan {
    pub(crate) const fn rule(&self) -> RuleId {
        self.rule
    }
}

/// A front brought flush to an enemy.
#[derive(Clone, Debug)]
pub(crate) struct Assault {
    /// The attacker, squared up.
    pub block: Block,
    /// Its centre before it was squared up (PB-A106).
    pub came_from: GroundPoint,
    /// Enemies that it touches with more than half of the shorter edge (PB-A81).
    pub defenders: Vec<PieceIndex>,
}

/// Whether a march leads through buildings in disorder (PB-A39), once it has been looked up.
#[derive(Clone, Default)]
pub(crate) struct Disorders(pub OnceCell<bool>);

impl fmt::Debug for Disorders {
    /// Looked up or not, the plan is the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disorders")
    }
}
