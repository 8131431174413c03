//! The complete mutable state of a game, which is small, cloneable and has one canonical encoding.

pub(crate) mod column;
pub(crate) mod combat;
pub(crate) mod reserve;
pub(crate) mod victory;

use crate::battlefield::roster::SideIndex;
use sandtable_pack::{Digest, Edge, Facing, GroundPoint, Pose, Status};
use serde::Serialize;

use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::state::column::Column;
use crate::state::combat::{Combat, RetreatCause, Vacancy};
use crate::state::reserve::{Carried, Reserved};
use crate::state::victory::{BattleEnd, Verdict};

/// The mutable state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The day, from 1.
    pub day: u8,
    /// The turn of that day, 1 … 8.
    pub turn: u8,
    /// Whether it is the night after turn 8 (PB-A15).
    pub night: bool,
    /// The pieces, by [`PieceIndex`].
    pub pieces: Vec<PieceState>,
    /// Chits in the cup, in roster order.
    pub pool: Vec<CommandIndex>,
    /// Drawn chits that have not moved yet; the last in the list moves next (PB-A27).
    pub drawn: Vec<CommandIndex>,
    /// Contacts between enemies, in the order they were made.
    pub contacts: Vec<Contact>,
    /// This turn's attacks, as attacker and defender (PB-10.4, PB-A69).
    pub attacks: Vec<(PieceIndex, PieceIndex)>,
    /// Pieces hit in this combat, or in any combat of the turn (PB-24.4, PB-24.5, PB-Q22).
    pub hit: Vec<PieceIndex>,
    /// Pieces that fought this turn, and are therefore exempt from PB-26.1 (PB-A138).
    pub fought: Vec<PieceIndex>,
    /// Leads and Supports of pairs enveloped this turn. They are no longer pairs, and are flanked
    /// in their combats (PB-18.6).
    pub enveloped: Vec<PieceIndex>,
    /// Pieces that entered the map in column this turn; later pieces start further outside
    /// (PB-A19).
    pub entered: Vec<PieceIndex>,
    /// Pieces that entered the map this turn (PB-A21).
    pub came: Vec<PieceIndex>,
    /// The arrivals of each side's reinforcements, in scenario order.
    pub arrivals: [Vec<Arriving>; 2],
    /// The entry edge that each side chose, if it had a choice (PB-32.3).
    pub edges: [Option<Edge>; 2],
    /// Detachments assigned to commands (PB-A21).
    pub assigned: Vec<Assigned>,
    /// Pieces in reserve, in each card's order (PB-9.4).
    pub reserves: Vec<Reserved>,
    /// Movement of reserves with their headquarters this turn (PB-A59).
    pub(crate) carried: Vec<Carried>,
    /// The indices of special rules whose troops have been woken.
    pub woken: Vec<u16>,
    /// The state of each objective, in scenario order.
    pub objectives: Vec<ObjectiveState>,
    /// The combat in progress.
    pub combat: Option<Combat>,
    /// Sides that packed up an unpacked train this turn (PB-A113).
    pub forced_back: [bool; 2],
    /// Trains that were unpacked and packed up again, and have not moved since (PB-A113).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packed_up: Vec<PieceIndex>,
    /// Each side's points for all pieces it has ever destroyed (PB-A145).
    pub scored: [u32; 2],
    /// The verdict, while the game continues to the bitter end (PB-A162).
    pub verdict: Option<Verdict>,
    /// Pending tasks; the last in the list is the next.
    pub(crate) tasks: Vec<Task>,
}

/// The state of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceState {
    /// The piece's location.
    pub place: Location,
    /// Fresh or Spent; an HQ is Spent once it has tried to Alter this turn (PB-5.6).
    pub status: Status,
    /// Whether the piece has moved, rallied or bombarded this turn (PB-6.16).
    pub acted: bool,
    /// Whether a train is unpacked (PB-20.3).
    pub unpacked: bool,
    /// Whether a train has packed or unpacked in this activation (PB-A114).
    pub packing_done: bool,
    /// Whether the enemy has seen the piece's label and has not lost sight of the piece since
    /// (PB-A105).
    pub known: bool,
}

/// The decisions so far on a reinforcement's arrival (PB-3.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Arriving {
    /// Whether the reinforcement arrives: it needs no die roll, or the roll has succeeded.
    pub comes: bool,
    /// The entry: 0 is the scheduled one, higher numbers are alternatives.
    pub entry: u8,
    /// Whether the die was rolled this turn.
    pub rolled: bool,
    /// Whether the entry was chosen this turn.
    pub chosen: bool,
}

/// The location of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Location {
    /// A reinforcement that has not entered yet.
    Awaited,
    /// In a headquarters' reserve, off the map (PB-9.1).
    InReserve,
    /// On the map.
    OnMap(Stance),
    /// Destroyed (PB-30.3 counts losses by day).
    Destroyed {
        /// The day of the loss.
        day: u8,
    },
    /// Safely off the map (PB-A43).
    Withdrawn {
        /// The place on the edge where the piece left.
        at: GroundPoint,
    },
}

/// The formation and place of a piece on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Stance {
    /// In line.
    Line(Pose),
    /// In road column (PB-8.1).
    Column(Column),
}

impl Stance {
    /// The centre of the block, or the head of a column.
    pub fn centre(&self) -> GroundPoint {
        match self {
            Self::Line(pose) => pose.centre,
            Self::Column(column) => column.head(),
        }
    }

    /// The facing of the block, or of a column's head.
    pub fn facing(&self) -> Facing {
        match self {
            Self::Line(pose) => pose.facing,
            Self::Column(column) => column.facing(),
        }
    }

    /// Whether the stance is a road column.
    pub const fn is_column(&self) -> bool {
        matches!(self, Self::Column(_))
    }
}

/// Two enemies in contact (PB-12.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contact {
    /// The piece whose move made the contact.
    pub attacker: PieceIndex,
    /// The other piece.
    pub defender: PieceIndex,
    /// The attacker's centre before it was brought flush (PB-A106).
    pub came_from: GroundPoint,
    /// The defender's pose when it was attacked. If the defender has turned since, current
    /// positions count instead (PB-A106).
    pub defender_pose: Option<Pose>,
    /// Whether the attack was made across a river (PB-A40).
    pub across_river: bool,
    /// The hill level that the attack came from; defenders on a higher level have cover (PB-A38).
    pub attacker_level: u8,
    /// The number of earlier attacks this turn, which determines the order of contacts (PB-A142).
    pub order: u16,
}

/// A pending task; a stack of tasks controls the flow of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Task {
    /// PB-3.9, PB-A21: a side makes its set-up choices.
    SetUp { side: SideIndex },
    /// PB-4.1 (1): a turn begins.
    BeginTurn,
    /// PB-3.10: a die decides whether a reinforcement enters.
    ArrivalRoll { side: SideIndex, arrival: u16 },
    /// PB-4.1 (2): a chit is drawn.
    Draw,
    /// PB-A29: sides may Alter in turn until both pass.
    AlterWindow { speaker: SideIndex, passes: u8 },
    /// PB-5.4, PB-5.5: the die of an attempt to Alter.
    AlterRoll { roller: PieceIndex, chit: CommandIndex, alteration: Alteration },
    /// PB-5.4: another chit is drawn in place of the delayed one.
    DrawReplacement { delayed: CommandIndex },
    /// Drawn chits move, the last one first, without a further chance to Alter (PB-A28).
    ActivateDrawn,
    /// PB-P3: a command is active.
    Activation(Activation),
    /// PB-P6: the dice of a bombardment are rolled.
    Bombardment { firer: PieceIndex, target: PieceIndex },
    /// PB-4.7: the combat step begins.
    CombatStep,
    /// PB-A119: combats are chosen one at a time.
    ChooseCombat,
    /// PB-P8: the combat in [`State::combat`] continues.
    Combat,
    /// PB-P11: a piece retreats.
    Retreat { piece: PieceIndex, threats: Vec<PieceIndex>, cause: RetreatCause },
    /// PB-A120: hits that take effect after the same fire has taken effect on the other piece. The
    /// threats are the enemies in contact with the target when the fire was delivered.
    Hits { target: PieceIndex, hits: u8, threats: Vec<PieceIndex> },
    /// PB-13.3: a Support takes its lead's place or retreats.
    Vacancy(Box<Vacancy>),
    /// PB-P12: determines the pieces that must leave a Field of Fire.
    AfterCombats,
    /// PB-P12, PB-A136: these pieces retreat. The side of the list's last piece goes first.
    FieldOfFireRetreats { queue: Vec<(PieceIndex, Vec<PieceIndex>)> },
    /// PB-P13: the turn ends.
    EndTurn,
    /// PB-29.5: both sides decide in secret.
    Nightfall { holds: [Option<bool>; 2] },
    /// PB-30.3: half of the day's losses return. `stage` is the recovery group; `left` is the
    /// number of pieces that still return from it.
    Recovery { stage: u8, left: Option<u8> },
    /// The battle has ended.
    Over(BattleEnd),
}

/// The activation of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activation {
    /// The command.
    pub command: CommandIndex,
    /// Pieces that may make contact; determined when the first piece other than an HQ acts (PB-7.5,
    /// PB-A50).
    pub in_command: Option<Vec<PieceIndex>>,
    /// The number of attacks this turn before this activation (PB-A69).
    pub earlier_attacks: usize,
}

impl State {
    /// The state of a piece.
    pub fn piece(&self, piece: PieceIndex) -> &PieceState {
        &self.pieces[piece.index()]
    }

    pub(crate) fn piece_mut(&mut self, piece: PieceIndex) -> &mut PieceState {
        &mut self.pieces[piece.index()]
    }

    /// The stance of a piece, if it is on the map.
    pub fn stance(&self, piece: PieceIndex) -> Option<&Stance> {
        match &self.piece(piece).place {
            Location::OnMap(stance) => Some(stance),
            _ => None,
        }
    }

    /// The pose of a piece in line; `None` off the map or in column.
    pub fn line(&self, piece: PieceIndex) -> Option<Pose> {
        match self.stance(piece) {
            Some(Stance::Line(pose)) => Some(*pose),
            _ => None,
        }
    }

    /// Whether a piece is in road column.
    pub fn in_column(&self, piece: PieceIndex) -> bool {
        matches!(self.stance(piece), Some(Stance::Column(_)))
    }

    /// Enemies in contact with a piece, in order of contact.
    pub fn touching(&self, piece: PieceIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        self.contacts.iter().filter_map(move |contact| contact.other(piece))
    }

    /// Whether a piece is in contact with an enemy.
    pub fn in_contact(&self, piece: PieceIndex) -> bool {
        self.touching(piece).next().is_some()
    }

    /// The contact between two pieces.
    pub fn contact(&self, one: PieceIndex, other: PieceIndex) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.other(one) == Some(other))
    }

    /// The SHA-256 of the canonical encoding: compact JSON of all fields in declaration order, with
    /// integers as the only numbers.
    pub fn digest(&self) -> Digest {
        let bytes = serde_json::to_vec(self).expect("plain values always serialise");
        Digest::compute(&bytes)
    }
}

impl Contact {
    /// The other piece, if the given piece is part of the contact.
    pub fn other(&self, piece: PieceIndex) -> Option<PieceIndex> {
        if self.attacker == piece {
            Some(self.defender)
        } else if self.defender == piece {
            Some(self.attacker)
        } else {
            None
        }
    }
}

/// The holder of an objective and the points that the objective has given so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ObjectiveState {
    /// The last side to hold the objective.
    pub holder: Option<SideIndex>,
    /// Points counted before the end of the battle.
    pub counted: [u32; 2],
}

/// A detachment of the pool, assigned to a command (PB-A21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Assigned {
    /// The detachment.
    pub piece: PieceIndex,
    /// The command whose chit and HQ the detachment uses.
    pub command: CommandIndex,
    /// The reinforcement that the detachment enters with; `None` if it is set up on the map.
    pub with: Option<PieceIndex>,
}

/// The kind of attempt to Alter (PB-5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Alteration {
    /// Returns the drawn chit to the pool in exchange for another (PB-5.4).
    Delay,
    /// Moves a chit ahead of the drawn one (PB-5.5).
    Jump,
}
