//! What sides may do, and what dice and the cup may show.

use crate::state::column::RoadSpot;
use sandtable_pack::{Edge, Facing, GroundPoint, Pose};
use serde::{Deserialize, Serialize};

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::state::victory::BattleEnd;

/// A decision of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// At set-up a block is placed elsewhere (PB-3.9).
    Place {
        /// Which.
        piece: PieceIndex,
        /// Where it stands now.
        pose: Pose,
    },
    /// A detachment of the pool is given to a command (PB-A21).
    Assign {
        /// The detachment.
        piece: PieceIndex,
        /// Whose chit and HQ it has from now on.
        command: CommandIndex,
    },
    /// The side comes by this edge of the map (PB-32.3).
    ComeBy(Edge),
    /// The side has set up (PB-3.9).
    Ready,
    /// No attempt to alter the order now (PB-A29).
    Pass,
    /// An HQ tries to hold the drawn chit back (PB-5.4).
    Delay {
        /// The HQ that rolls.
        roller: PieceIndex,
        /// The chit drawn last.
        chit: CommandIndex,
    },
    /// An HQ tries to bring a chit forward (PB-5.5).
    Jump {
        /// The HQ that rolls.
        roller: PieceIndex,
        /// Its chit.
        chit: CommandIndex,
    },
    /// A piece moves, turns, enters the map or attacks.
    March(March),
    /// A piece in contact turns to face an enemy that touches it (PB-A78).
    Face {
        /// Who turns.
        piece: PieceIndex,
        /// Toward whom.
        enemy: PieceIndex,
    },
    /// A Spent piece becomes Fresh instead of moving, and may turn (PB-19).
    Rally {
        /// Who.
        piece: PieceIndex,
        /// Its new facing, if it turns (PB-19.5).
        facing: Option<Facing>,
    },
    /// Fresh artillery fires at an enemy from afar instead of moving (PB-15.1).
    Bombard {
        /// The battery.
        piece: PieceIndex,
        /// At whom it fires.
        target: PieceIndex,
        /// Where it looks from now on: the turn is free.
        facing: Facing,
    },
    /// A piece leaves the reserve and appears on the map where it is, without a move (PB-9.2).
    Deploy(PieceIndex),
    /// A reinforcement will come by another of its entries, with those who come with it (PB-3.10).
    EnterBy {
        /// One of them.
        piece: PieceIndex,
        /// 0 for the scheduled entry, else one of the others in the order of the scenario, from 1.
        entry: u8,
    },
    /// A train is unpacked (PB-20.4).
    Unpack(PieceIndex),
    /// A train is packed up (PB-20.6).
    Pack(PieceIndex),
    /// The command has done what it will do (PB-5.1).
    EndActivation,
    /// The combat with this piece in the first place is fought next (PB-A119); where attacks are
    /// fought one by one, the attack of this piece (PB-Q16).
    Resolve(PieceIndex),
    /// The piece whose turn it is fires at this enemy (PB-28.3).
    FireAt(PieceIndex),
    /// The Support steps into the place of its lead (PB-13.3).
    TakePlace,
    /// Of those who must leave a field of fire this piece goes next (PB-A136).
    FallBack(PieceIndex),
    /// The piece holds its ground (PB-22.3).
    Stay,
    /// The piece retreats by choice (PB-22.4).
    Retire,
    /// The retreating piece goes this way (PB-A127).
    RetreatToward(Facing),
    /// In the night this piece of today's losses comes back (PB-30.3).
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
    /// Who moves.
    pub piece: PieceIndex,
    /// Its way, leg by leg.
    pub legs: Vec<Leg>,
    /// The enemy that it attacks, if it does (PB-12.1).
    pub attack: Option<PieceIndex>,
}

impl March {
    /// A march without attack.
    pub fn new(piece: PieceIndex, legs: Vec<Leg>) -> Self {
        Self { piece, legs, attack: None }
    }

    /// The place to which its last leg across country leads.
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
    /// Turn about the centre (PB-6.7).
    Face(Facing),
    /// Straight or obliquely to a place, keeping the facing (PB-6.6).
    To(GroundPoint),
    /// Form column on the road that lies under the centre, the head toward this facing (PB-8.2).
    FormColumn(Facing),
    /// March in column along the roads to a place on them (PB-8.4).
    Along(RoadSpot),
    /// Form line at the head of the column (PB-8.2).
    FormLine(Facing),
    /// Straight to this place on the edge and off the map for good: always the last leg (PB-A43).
    Leave(GroundPoint),
    /// Into the reserve of this headquarters, which it has reached: always the last leg (PB-9.2).
    Join(PieceIndex),
}

/// What the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A side decides.
    Decision {
        /// Which.
        side: SideIndex,
        /// What about.
        question: Question,
    },
    /// The cup gives one of these chits (PB-4.1).
    Cup(Vec<CommandIndex>),
    /// So many dice with so many sides are rolled.
    Dice {
        /// How many.
        count: u8,
        /// Sides of each.
        sides: u8,
    },
    /// The battle is over.
    Over(BattleEnd),
}

/// What a side decides about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Question {
    /// How to set up what is left to it.
    SetUp,
    /// Whether to alter the order of moves.
    Alter,
    /// What the pieces of this command do.
    Activation(CommandIndex),
    /// Which combat is fought next.
    ChooseCombat,
    /// At whom this piece fires.
    Target(PieceIndex),
    /// Whether this piece stays in combat.
    StayOrRetire(PieceIndex),
    /// Whether this Support takes the place of its lead, which has gone (PB-13.3).
    TakePlace(PieceIndex),
    /// Which way this piece retreats.
    RetreatWay(PieceIndex),
    /// Which piece leaves a field of fire next (PB-A136).
    FallBack,
    /// Whether to hold the field at nightfall.
    Nightfall,
    /// Which of today's losses comes back (PB-30.3).
    Recovery,
}

/// What moves a game on: a decision, or what chance shows. Play, replay and exact odds all use it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Input {
    /// A side's decision.
    Action(Action),
    /// The chit that the cup gave.
    Drawn(CommandIndex),
    /// The dice shown.
    Dice(Vec<u8>),
}
