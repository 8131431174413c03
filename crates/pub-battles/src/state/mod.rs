//! The whole changing state of a game: small, cloneable, and with one canonical encoding.

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

/// The changing state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Day, from 1.
    pub day: u8,
    /// Turn of that day, 1 … 8.
    pub turn: u8,
    /// It is the night after turn 8 (PB-A15).
    pub night: bool,
    /// By [`PieceIndex`].
    pub pieces: Vec<PieceState>,
    /// Chits in the cup, in the order of the roster.
    pub pool: Vec<CommandIndex>,
    /// Drawn chits that have not moved; the last moves next (PB-A27).
    pub drawn: Vec<CommandIndex>,
    /// Contacts between enemies in the order in which they were made.
    pub contacts: Vec<Contact>,
    /// Attacks of this turn: who on whom (PB-10.4, PB-A69).
    pub attacks: Vec<(PieceIndex, PieceIndex)>,
    /// Who was hit in this combat, or in all combats of the turn (PB-24.4, PB-24.5, PB-Q22).
    pub hit: Vec<PieceIndex>,
    /// Who fought this turn and is safe from PB-26.1 (PB-A138).
    pub fought: Vec<PieceIndex>,
    /// Supported pairs that were enveloped this turn, leads and Supports: no pairs any more, and
    /// flanked in their combats (PB-18.6).
    pub enveloped: Vec<PieceIndex>,
    /// Who entered the map in column this turn: those who follow start farther outside (PB-A19).
    pub entered: Vec<PieceIndex>,
    /// Who came onto the map this turn (PB-A21).
    pub came: Vec<PieceIndex>,
    /// The reinforcements of each side, in the order of the scenario.
    pub arrivals: [Vec<Arriving>; 2],
    /// The edge by which each side comes that had a choice (PB-32.3).
    pub edges: [Option<Edge>; 2],
    /// Detachments that were given to commands (PB-A21).
    pub assigned: Vec<Assigned>,
    /// Who is in reserve, in order on each card (PB-9.4).
    pub reserves: Vec<Reserved>,
    /// What headquarters have carried this turn (PB-A59).
    pub(crate) carried: Vec<Carried>,
    /// Special rules whose troops have been woken, by number.
    pub woken: Vec<u16>,
    /// Who holds the objectives, in the order of the scenario.
    pub objectives: Vec<Holding>,
    /// The combat that is being fought.
    pub combat: Option<Combat>,
    /// Sides that packed up an unpacked train this turn (PB-A113).
    pub forced_back: [bool; 2],
    /// Trains that were unpacked once and are packed up, and have not moved off yet (PB-A113).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packed_up: Vec<PieceIndex>,
    /// Points of each side for all that it ever destroyed (PB-A145).
    pub scored: [u32; 2],
    /// Who has won, while the game goes on to the bitter end (PB-A162).
    pub verdict: Option<Verdict>,
    /// What is to be done; the last comes first.
    pub(crate) tasks: Vec<Task>,
}

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceState {
    /// Where it is.
    pub place: Whereabouts,
    /// Fresh or Spent; of an HQ: has it tried to alter this turn (PB-5.6)?
    pub status: Status,
    /// It has moved, rallied or bombarded this turn (PB-6.16).
    pub acted: bool,
    /// Of a train: unpacked (PB-20.3).
    pub unpacked: bool,
    /// Of a train: it has packed or unpacked in this activation (PB-A114).
    pub packing_done: bool,
    /// The enemy has seen its label and has not lost sight of it since (PB-A105).
    pub known: bool,
}

/// What has been settled of a reinforcement (PB-3.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Arriving {
    /// No die stands in its way, or none any more.
    pub comes: bool,
    /// Its entry: 0 is the scheduled one, others are those that its owner may choose instead.
    pub entry: u8,
    /// Its die was rolled this turn.
    pub rolled: bool,
    /// Its entry was chosen this turn.
    pub chosen: bool,
}

/// Where a piece is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Whereabouts {
    /// It is a reinforcement that has not entered.
    Awaited,
    /// In reserve with a headquarters, off the map (PB-9.1).
    InReserve,
    /// On the map.
    OnMap(Stance),
    /// Destroyed on a day (PB-30.3 counts by day).
    Destroyed {
        /// The day.
        day: u8,
    },
    /// It has left the map safely (PB-A43).
    Withdrawn {
        /// Where on the edge.
        at: GroundPoint,
    },
}

/// How a piece stands on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Stance {
    /// Deployed.
    Line(Pose),
    /// In road column (PB-8.1).
    Column(Column),
}

impl Stance {
    /// The block's centre; of a column its head.
    pub fn centre(&self) -> GroundPoint {
        match self {
            Self::Line(pose) => pose.centre,
            Self::Column(column) => column.head(),
        }
    }

    /// Which way it looks; a column the way of its head.
    pub fn facing(&self) -> Facing {
        match self {
            Self::Line(pose) => pose.facing,
            Self::Column(column) => column.facing(),
        }
    }

    /// Is it a road column?
    pub const fn is_column(&self) -> bool {
        matches!(self, Self::Column(_))
    }
}

/// Two enemies in contact (PB-12.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contact {
    /// The piece whose move made the contact.
    pub attacker: PieceIndex,
    /// The other.
    pub defender: PieceIndex,
    /// Where the attacker's centre was before it was squared up (PB-A106).
    pub came_from: GroundPoint,
    /// The defender's pose when it was attacked; if it has turned since, positions of the moment
    /// count (PB-A106).
    pub defender_pose: Option<Pose>,
    /// The attack came across a river (PB-A40).
    pub across_river: bool,
    /// The attacker came from, or stands on, lower ground than this hill level (PB-A38).
    pub attacker_level: u8,
    /// How many attacks of this turn were made before it: contacts stand in this order (PB-A142).
    pub order: u16,
}

/// What is to be done next; a stack of these is the flow of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Task {
    /// PB-3.9, PB-A21: a side sets up what is left to it.
    SetUp { side: SideIndex },
    /// PB-4.1 (1).
    BeginTurn,
    /// PB-3.10: the die says whether a reinforcement comes.
    ArrivalRoll { side: SideIndex, arrival: u16 },
    /// PB-4.1 (2): the cup speaks.
    Draw,
    /// PB-A29: sides speak in turn until both pass.
    AlterWindow { speaker: SideIndex, passes: u8 },
    /// PB-5.4, PB-5.5: the die speaks.
    AlterRoll { roller: PieceIndex, chit: CommandIndex, alteration: Alteration },
    /// PB-5.4: another chit is drawn for the delayed one.
    DrawReplacement { delayed: CommandIndex },
    /// Drawn chits move, the last first, without a new window (PB-A28).
    ActivateDrawn,
    /// PB-P3.
    Activation(Activation),
    /// PB-P6: the dice of a bombardment are rolled.
    Bombardment { firer: PieceIndex, target: PieceIndex },
    /// PB-4.7.
    CombatStep,
    /// PB-A119: combats are chosen one at a time.
    ChooseCombat,
    /// PB-P8: the combat in [`State::combat`] goes on.
    Combat,
    /// PB-P11.
    Retreat { piece: PieceIndex, threats: Vec<PieceIndex>, cause: RetreatCause },
    /// PB-A120: hits that wait until what the same fire did to the other piece is carried out. The
    /// threats are the enemies that were in contact with the target when the fire was delivered.
    Hits { target: PieceIndex, hits: u8, threats: Vec<PieceIndex> },
    /// PB-13.3: a Support takes the place of its lead or retreats.
    Vacancy(Box<Vacancy>),
    /// PB-P12: who must leave a field of fire.
    AfterCombats,
    /// PB-P12, PB-A136: these pieces retreat, those of the side that is last in the list first.
    FieldOfFireRetreats { queue: Vec<(PieceIndex, Vec<PieceIndex>)> },
    /// PB-P13.
    EndTurn,
    /// PB-29.5: both sides decide in secret.
    Nightfall { holds: [Option<bool>; 2] },
    /// PB-30.3: half of the day's losses come back; the stage is the group, `left` who is still
    /// to be chosen of it.
    Recovery { stage: u8, left: Option<u8> },
    /// The battle is over.
    Over(BattleEnd),
}

/// A command that moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activation {
    /// Which.
    pub command: CommandIndex,
    /// Pieces that may make contact: fixed when the first piece other than an HQ acts (PB-7.5,
    /// PB-A50).
    pub in_command: Option<Vec<PieceIndex>>,
    /// How many attacks of this turn were made before it (PB-A69).
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

    /// How a piece stands, if it is on the map.
    pub fn stance(&self, piece: PieceIndex) -> Option<&Stance> {
        match &self.piece(piece).place {
            Whereabouts::OnMap(stance) => Some(stance),
            _ => None,
        }
    }

    /// Where a piece stands in line; none off the map or in column.
    pub fn line(&self, piece: PieceIndex) -> Option<Pose> {
        match self.stance(piece) {
            Some(Stance::Line(pose)) => Some(*pose),
            _ => None,
        }
    }

    /// Is a piece in road column?
    pub fn in_column(&self, piece: PieceIndex) -> bool {
        matches!(self.stance(piece), Some(Stance::Column(_)))
    }

    /// Enemies in contact with a piece, in the order of contact.
    pub fn touching(&self, piece: PieceIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        self.contacts.iter().filter_map(move |contact| contact.other(piece))
    }

    /// Is a piece in contact with an enemy?
    pub fn in_contact(&self, piece: PieceIndex) -> bool {
        self.touching(piece).next().is_some()
    }

    /// The contact between two pieces.
    pub fn contact(&self, one: PieceIndex, other: PieceIndex) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.other(one) == Some(other))
    }

    /// SHA-256 over the canonical encoding, which is compact JSON of all fields in the order in
    /// which they are declared; there are only whole numbers in it.
    pub fn digest(&self) -> Digest {
        let bytes = serde_json::to_vec(self).expect("plain values always serialise");
        Digest::of(&bytes)
    }
}

impl Contact {
    /// The other party, if this one is a party.
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

/// Who holds an objective, and what it has given so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Holding {
    /// Who held it last.
    pub holder: Option<SideIndex>,
    /// Points that were counted before the end.
    pub counted: [u32; 2],
}

/// A detachment of the pool that belongs to a command from now on (PB-A21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Assigned {
    /// The detachment.
    pub piece: PieceIndex,
    /// Whose chit and HQ it has.
    pub command: CommandIndex,
    /// The reinforcement with which it enters the map, if it does not stand there.
    pub with: Option<PieceIndex>,
}

/// Which way an HQ tried to alter the order (PB-5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Alteration {
    /// The drawn chit goes back for another (PB-5.4).
    Delay,
    /// A chit moves before the drawn one (PB-5.5).
    Jump,
}
