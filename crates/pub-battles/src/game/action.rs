//! The decisions of sides, and the results of dice rolls and chit draws.

use crate::state::column::RoadSpot;
use sandtable_pack::{Edge, Facing, GroundPoint, Pose};
use serde::{Deserialize, Serialize};

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::state::victory::BattleEnd;

/// A decision of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Moves a block to another place at set-up (PB-3.9).
    Place {
        /// The block.
        piece: PieceIndex,
        /// The new pose.
        pose: Pose,
    },
    /// Assigns a detachment of the pool to a command (PB-A21).
    Assign {
        /// The detachment.
        piece: PieceIndex,
        /// The command whose chit and HQ it uses from now on.
        command: CommandIndex,
    },
    /// The side enters by this edge of the map (PB-32.3).
    ComeBy(Edge),
    /// The side has finished its set-up (PB-3.9).
    Ready,
    /// The side does not Alter the turn order now (PB-A29).
    Pass,
    /// An HQ tries to Delay the drawn chit (PB-5.4).
    Delay {
        /// The HQ that rolls.
        roller: PieceIndex,
        /// The drawn chit.
        chit: CommandIndex,
    },
    /// An HQ tries to Jump with a chit (PB-5.5).
    Jump {
        /// The HQ that rolls.
        roller: PieceIndex,
        /// The chit to move now.
        chit: CommandIndex,
    },
    /// A piece moves, turns, enters the map or attacks.
    March(March),
    /// A piece in contact turns to face an enemy that touches it (PB-A78).
    Face {
        /// The piece that turns.
        piece: PieceIndex,
        /// The enemy it turns to face.
        enemy: PieceIndex,
    },
    /// Rallies a Spent piece instead of moving it; it becomes Fresh and may also turn (PB-19).
    Rally {
        /// The piece.
        piece: PieceIndex,
        /// The new facing, if it turns (PB-19.5).
        facing: Option<Facing>,
    },
    /// Bombards an enemy with Fresh artillery instead of moving (PB-15.1).
    Bombard {
        /// The battery.
        piece: PieceIndex,
        /// The target.
        target: PieceIndex,
        /// The battery's new facing; the turn is free.
        facing: Facing,
    },
    /// Places a reserve piece on the map at its slot, without a move (PB-9.2).
    Deploy(PieceIndex),
    /// Chooses another entry for a reinforcement and the pieces that arrive with it (PB-3.10).
    EnterBy {
        /// One of the arriving pieces.
        piece: PieceIndex,
        /// 0 for the scheduled entry; from 1, its alternatives in scenario order.
        entry: u8,
    },
    /// A train is unpacked (PB-20.4).
    Unpack(PieceIndex),
    /// A train is packed up (PB-20.6).
    Pack(PieceIndex),
    /// The activation ends (PB-5.1).
    EndActivation,
    /// The combat with this piece in its first place is fought next (PB-A119). If each attack is a
    /// separate combat, this piece's attack is next (PB-Q16).
    Resolve(PieceIndex),
    /// The current piece fires at this enemy (PB-28.3).
    FireAt(PieceIndex),
    /// The Support takes its lead's place (PB-13.3).
    TakePlace,
    /// This piece is the next to leave a Field of Fire (PB-A136).
    FallBack(PieceIndex),
    /// The piece does not retreat (PB-22.3).
    Stay,
    /// The piece retreats voluntarily (PB-22.4).
    Retire,
    /// The retreating piece takes this direction (PB-A127).
    RetreatToward(Facing),
    /// This loss of the day returns during the night (PB-30.3).
    Recover(PieceIndex),
    /// At nightfall the side holds the field (PB-29.5).
    HoldField,
    /// At nightfall the side withdraws and loses the battle (PB-29.5).
    WithdrawFromField,
}

/// A move of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    /// The piece.
    pub piece: PieceIndex,
    /// The legs of the move.
    pub legs: Vec<Leg>,
    /// The enemy that it attacks, if any (PB-12.1).
    pub attack: Option<PieceIndex>,
}

impl March {
    /// A move without an attack.
    pub fn new(piece: PieceIndex, legs: Vec<Leg>) -> Self {
        Self { piece, legs, attack: None }
    }

    /// The destination of the last leg across country.
    pub(crate) fn goal(&self) -> Option<GroundPoint> {
        self.legs.iter().rev().find_map(|leg| match leg {
            Leg::To(to) => Some(*to),
            _ => None,
        })
    }
}

/// One leg of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Leg {
    /// Turn about the piece's centre (PB-6.7).
    Face(Facing),
    /// Move straight or obliquely to a place without turning (PB-6.6).
    To(GroundPoint),
    /// Form column on the road under the piece's centre, with the head toward this facing (PB-8.2).
    FormColumn(Facing),
    /// Move in column along roads to a place on the road network (PB-8.4).
    Along(RoadSpot),
    /// Form line at the head of the column (PB-8.2).
    FormLine(Facing),
    /// Move straight to this place on the map edge and leave the map for good; always the last leg
    /// (PB-A43).
    Leave(GroundPoint),
    /// Join the reserve of this headquarters after reaching it; always the last leg (PB-9.2).
    Join(PieceIndex),
}

/// A point where the game stops and waits for input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A side decides.
    Decision {
        /// The side.
        side: SideIndex,
        /// The subject of the decision.
        question: Question,
    },
    /// One of these chits is drawn from the cup (PB-4.1).
    Cup(Vec<CommandIndex>),
    /// Dice are rolled.
    Dice {
        /// The number of dice.
        count: u8,
        /// The number of sides on each die.
        sides: u8,
    },
    /// The battle has ended.
    Over(BattleEnd),
}

/// The subject of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Question {
    /// The set-up choices of the side.
    SetUp,
    /// Whether to Alter the turn order.
    Alter,
    /// The actions of this command's pieces.
    Activation(CommandIndex),
    /// The next combat.
    ChooseCombat,
    /// The target of this piece's fire.
    Target(PieceIndex),
    /// Whether this piece stays in combat.
    StayOrRetire(PieceIndex),
    /// Whether this Support takes the place of its departed lead (PB-13.3).
    TakePlace(PieceIndex),
    /// The direction of this piece's retreat.
    #[serde(rename = "RetreatWay")]
    RetreatDirection(PieceIndex),
    /// The next piece to leave a Field of Fire (PB-A136).
    FallBack,
    /// Whether to hold the field at nightfall.
    Nightfall,
    /// The next loss of the day to return (PB-30.3).
    Recovery,
}

/// An input that advances the game: a decision, or a result of chance. Play, replay and exact odds
/// all use it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Input {
    /// A side's decision.
    Action(Action),
    /// The chit drawn from the cup.
    Drawn(CommandIndex),
    /// The dice rolled.
    Dice(Vec<u8>),
}
