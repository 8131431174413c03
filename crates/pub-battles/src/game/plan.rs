//! The plan of a legal action. `Game::plan` creates it, and `apply` carries it out.

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

/// The required detail of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefusalDetail {
    /// The first rule that the action breaks.
    FirstRule,
    /// Any rule that the action breaks, which is faster to find.
    AnyRule,
}

/// A judged action, ready to be carried out without further calculation.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    Place { piece: PieceIndex, pose: Pose },
    // A detachment is assigned to a command, and set up at a pose unless it arrives with another
    // piece.
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
    // A piece in combat stays, or retreats for the given cause.
    StayOrRetire { piece: PieceIndex, stays: bool, cause: RetreatCause },
    Retreat(RetreatPlan),
    FallBack(PieceIndex),
    Fill { choice: SupportChoice, rule: RuleId },
    Nightfall { holds: bool },
    Recover { piece: PieceIndex, pose: Pose },
}

impl Plan {
    /// The rule that allows the action.
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

/// The choice of a Support whose lead has gone (PB-13.3).
#[derive(Clone, Copy, Debug)]
pub(crate) enum SupportChoice {
    TakesPlace,
    Retreats,
    Stays,
}

/// A possible retreat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RetreatPlan {
    pub(crate) end: RetreatEnd,
    /// Friends that are pushed back, with their new poses (PB-25.4).
    pub(crate) pushes: Vec<(PieceIndex, Pose)>,
    /// Whether it ends nearer to an enemy that the piece does not leave (PB-A127).
    pub(crate) nears_an_enemy: bool,
}

/// The end of a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RetreatEnd {
    OnMap(Pose),
    /// The piece leaves the map along a friendly line of communication (PB-A129).
    OffMap(GroundPoint),
}

/// A judged move, ready to be carried out.
#[derive(Clone, Debug)]
pub(crate) struct MarchPlan {
    pub(crate) piece: PieceIndex,
    /// The piece's starting point; `None` if it enters the map.
    pub(crate) from: Option<GroundPoint>,
    /// The headquarters whose reserve the piece leaves.
    pub(crate) left_reserve: Option<PieceIndex>,
    /// The headquarters whose reserve the piece joins.
    pub(crate) joined_reserve: Option<PieceIndex>,
    /// The place where the piece leaves the map (PB-A43).
    pub(crate) exit: Option<GroundPoint>,
    /// The cost of the move, which a headquarters passes on to its reserve.
    pub(crate) cost: MoveCost,
    /// Whether the piece enters in column, so that later pieces follow it at the same entry
    /// (PB-A19).
    pub(crate) enters_in_column: bool,
    /// The centre of the piece at the start of the move; the place of entry if it enters.
    pub(crate) start: GroundPoint,
    pub(crate) stance: Stance,
    pub(crate) length: GroundLength,
    pub(crate) reduced: bool,
    /// The legs in line, on which the piece may become disordered in buildings (PB-A39).
    pub(crate) crossed: Vec<(Block, GroundPoint)>,
    /// Whether the piece only turned.
    pub(crate) only_turned: bool,
    pub(crate) assault: Option<Assault>,
    /// The final direction of movement.
    pub(crate) heading: Facing,
    /// Enemies that the piece leaves (PB-11.1).
    pub(crate) left_enemies: Vec<PieceIndex>,
    pub(crate) disorders: Disorders,
    /// The rule that allows the end position: PB-A71 if the piece leaves only some Fields of Fire.
    pub(crate) rule: RuleId,
}

/// An attack, with the attacker's front brought flush with an enemy.
#[derive(Clone, Debug)]
pub(crate) struct Assault {
    /// The attacker's block, flush with the enemy.
    pub(crate) block: Block,
    /// The attacker's centre before it was brought flush (PB-A106).
    pub(crate) came_from: GroundPoint,
    /// Enemies that the attacker touches with more than half of the shorter edge (PB-A81).
    pub(crate) defenders: Vec<PieceIndex>,
}

/// Whether buildings disorder a piece during its march (PB-A39), once checked.
#[derive(Clone, Default)]
pub(crate) struct Disorders(pub(crate) OnceCell<bool>);

impl fmt::Debug for Disorders {
    /// Plans compare equal whether or not the disorder has been checked.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disorders")
    }
}
