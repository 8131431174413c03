//! What a legal action will do: worked out by `Game::plan`, carried out by `apply`.

use std::cell::OnceCell;
use std::fmt;

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{Edge, Facing, GroundLength, GroundPoint, Pose};
use sandtable_terrain::Block;

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::state::combat::RetreatCause;
use crate::state::reserve::MoveCost;
use crate::state::{Alteration, Assigned, Stance};

/// How exactly a refusal is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefusalDetail {
    /// The first rule that is broken.
    Why,
    /// Any rule that is broken: found sooner.
    Whether,
}

/// A judged action, ready to be carried out: nothing of it is worked out again.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    Place { piece: PieceIndex, pose: Pose },
    // A detachment is given to a command, and set up at a pose if it does not come with another piece.
    Assign { given: Assigned, pose: Option<Pose> },
    ComeBy { side: SideIndex, edge: Edge },
    Ready,
    Pass,
    Alter { roller: PieceIndex, chit: CommandIndex, alteration: Alteration, rule: RuleId },
    March(Box<MarchPlan>),
    Face { piece: PieceIndex, pose: Pose },
    Rally { piece: PieceIndex, turned: Option<Pose>, rule: RuleId },
    Bombard { piece: PieceIndex, target: PieceIndex, pose: Pose },
    Deploy { piece: PieceIndex, stance: Stance },
    EnterBy { piece: PieceIndex, entry: u8 },
    Unpack(PieceIndex),
    Pack(PieceIndex),
    EndActivation { pinned: Vec<PieceIndex> },
    // The combat of these pieces begins, the original Defender first.
    BeginCombat(Vec<PieceIndex>),
    FireAt(PieceIndex),
    // A piece in combat stays, or retreats for this cause.
    StayOrRetire { piece: PieceIndex, stays: bool, cause: RetreatCause },
    Retreat(RetreatPlan),
    FallBack(PieceIndex),
    Fill { choice: SupportChoice, rule: RuleId },
    Nightfall { holds: bool },
    Recover { piece: PieceIndex, pose: Pose },
}

impl Plan {
    /// The rule that allows it.
    pub(crate) fn rule(&self) -> RuleId {
        match self {
            Self::Place { .. } | Self::Ready => PB_3_9,
            Self::Assign { .. } => PB_A21,
            Self::ComeBy { .. } => PB_32_3,
            Self::Pass => PB_A29,
            Self::March(plan) => plan.rule,
            Self::Face { .. } => PB_11_1,
            Self::Alter { rule, .. } | Self::Rally { rule, .. } | Self::Fill { rule, .. } => *rule,
            Self::Bombard { .. } => PB_15_1,
            Self::Deploy { .. } => PB_9_2,
            Self::EnterBy { .. } => PB_3_10,
            Self::Unpack(_) => PB_20_4,
            Self::Pack(_) => PB_20_6,
            Self::EndActivation { .. } => PB_5_1,
            Self::BeginCombat(_) => PB_22_2,
            Self::FireAt(_) => PB_28_3,
            Self::StayOrRetire { cause: RetreatCause::Withdrawal, .. } => PB_27_1,
            Self::StayOrRetire { .. } => PB_22_3,
            Self::Retreat(_) => PB_25_1,
            Self::FallBack(_) => PB_A136,
            Self::Nightfall { .. } => PB_29_5,
            Self::Recover { .. } => PB_30_3,
        }
    }
}

/// What a Support does whose lead is gone (PB-13.3).
#[derive(Clone, Copy, Debug)]
pub(crate) enum SupportChoice {
    TakesPlace,
    Retreats,
    Stays,
}

/// A retreat that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RetreatPlan {
    pub(crate) end: RetreatEnd,
    /// Friends that are pushed back, with where they end (PB-25.4).
    pub(crate) pushes: Vec<(PieceIndex, Pose)>,
}

/// Where a retreat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RetreatEnd {
    On(Pose),
    /// It leaves the map along its own line of communication (PB-A129).
    Off(GroundPoint),
}

/// A judged move, ready to be carried out.
#[derive(Clone, Debug)]
pub(crate) struct MarchPlan {
    pub(crate) piece: PieceIndex,
    /// Where it came from; none when it enters the map.
    pub(crate) from: Option<GroundPoint>,
    /// It comes out of the reserve of this headquarters.
    pub(crate) leaves: Option<PieceIndex>,
    /// It goes into the reserve of this one.
    pub(crate) joins: Option<PieceIndex>,
    /// It leaves the map here (PB-A43).
    pub(crate) off: Option<GroundPoint>,
    /// What the reserve of a headquarters has been carried.
    pub(crate) expense: MoveCost,
    /// It enters in column: others that enter there follow it (PB-A19).
    pub(crate) by_road: bool,
    /// Where its centre began the move, at the place of entry when it enters.
    pub(crate) began: GroundPoint,
    pub(crate) stance: Stance,
    pub(crate) length: GroundLength,
    pub(crate) reduced: bool,
    /// Its legs in line: it may become disordered in buildings on the way (PB-A39).
    pub(crate) crossed: Vec<(Block, GroundPoint)>,
    /// It only turned.
    pub(crate) turned: bool,
    pub(crate) assault: Option<Assault>,
    /// Where it was heading at the end.
    pub(crate) heading: Facing,
    /// Enemies that it leaves (PB-11.1).
    pub(crate) left: Vec<PieceIndex>,
    pub(crate) disorders: Disorders,
    /// The rule by which it may end there: PB-A71 if it leaves fields of fire only in part.
    pub(crate) rule: RuleId,
}

/// A front brought flush to an enemy.
#[derive(Clone, Debug)]
pub(crate) struct Assault {
    /// The attacker, squared up.
    pub(crate) block: Block,
    /// Its centre before it was squared up (PB-A106).
    pub(crate) came_from: GroundPoint,
    /// Enemies that it touches with more than half of the shorter edge (PB-A81).
    pub(crate) defenders: Vec<PieceIndex>,
}

/// Whether a march leads through buildings in disorder (PB-A39), once it has been looked up.
#[derive(Clone, Default)]
pub(crate) struct Disorders(pub(crate) OnceCell<bool>);

impl fmt::Debug for Disorders {
    /// Looked up or not, the plan is the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disorders")
    }
}
