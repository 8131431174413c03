//! The roster: pieces and commands with all their constant data, numbered once so the state stays
//! small.

use std::ops::Range;

use sandtable_pack::{
    Arrival, CommandId, Element, EntryId, FeatureId, Footprint, Formation, GroundLength, MoveClass,
    Pack, Piece, PieceId, PieceRules, PieceType, Quality, Scenario, Status,
};
use serde::{Deserialize, Serialize};

/// One of the two sides, in the order of the scenario. FAB has a different type, numbered in the
/// order of play and named differently in states and logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum SideIndex {
    /// The first side in the scenario.
    First,
    /// The other side.
    Second,
}

impl SideIndex {
    /// Both sides in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opposing side.
    pub const fn enemy(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The side's position in the scenario: 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A piece of the battle: any block (PB-A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PieceIndex(pub(crate) u16);

impl PieceIndex {
    /// The position in [`Roster::pieces`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A command, and therefore also its chit (PB-5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CommandIndex(pub(crate) u16);

impl CommandIndex {
    /// The position in [`Roster::commands`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The role of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A headquarters (PB-2.11).
    Headquarters {
        /// The rating, compared with a die to Alter the turn order (PB-3.11).
        rating: u8,
    },
    /// A baggage train (PB-2.10).
    Baggage,
    /// A combat piece (PB-A6).
    Combat(Arm),
}

/// Type and quality of a combat piece, with its rules from Table A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Infantry, artillery and so on.
    pub kind: PieceType,
    /// The quality, from militia to guard.
    pub quality: Quality,
    /// The values in Table A.
    pub rules: PieceRules,
}

/// The constant data of a piece.
#[derive(Clone, Debug)]
pub struct PieceCard {
    /// The piece's ID; `None` for headquarters, which use their command's ID.
    pub id: Option<PieceId>,
    /// The side.
    pub side: SideIndex,
    /// The command; `None` at army level (army HQ, and its trains and troops).
    pub command: Option<CommandIndex>,
    /// The role.
    pub role: Role,
    /// The display name.
    pub name: String,
    /// The footprint in line.
    pub footprint: Footprint,
    /// The length in road column (PB-8.3).
    pub column_length: GroundLength,
    /// The movement class (PB-6.1).
    pub moves: MoveClass,
    /// The starting location.
    pub start: Arrival,
    /// The starting status.
    pub status: Status,
    /// Whether a train starts packed (PB-A114).
    pub packed: bool,
    /// The schedule, if the piece is a reinforcement.
    pub reinforcement: Option<Due>,
    /// The zone where the piece's owner may place it instead of at `start` (PB-3.9).
    pub zone: Option<FeatureId>,
    /// Whether the piece is a detachment that its owner assigns to a command (PB-3.13).
    pub pool: bool,
}

/// The schedule of a reinforcement (PB-3.10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The day, from 1.
    pub day: u8,
    /// The turn of that day.
    pub turn: u8,
    /// The scheduled entry.
    pub entry: EntryId,
    /// The formation: line or column.
    pub formation: Formation,
    /// The position in the order of march, counted over the side's whole schedule.
    pub order: u16,
    /// The index of the reinforcement within its side, in the order of the scenario.
    pub arrival: u16,
    /// Whether the reinforcement must enter as soon as possible.
    pub is_immediate: bool,
}

/// A command: an HQ, a chit and pieces (PB-2.2).
#[derive(Clone, Debug)]
pub struct CommandCard {
    /// The ID.
    pub id: CommandId,
    /// The display name.
    pub name: String,
    /// The side.
    pub side: SideIndex,
    /// The headquarters.
    pub headquarters: PieceIndex,
    /// The rating (PB-3.11).
    pub rating: u8,
    /// The baggage trains.
    pub baggage: Vec<PieceIndex>,
    /// The combat pieces.
    pub pieces: Vec<PieceIndex>,
}

/// All pieces and commands of the battle.
#[derive(Clone, Debug)]
pub struct Roster {
    /// All pieces, first side first. Within a side: the army HQ, trains and troops at army level;
    /// then each command's HQ, trains and troops; and finally the pool of detachments (PB-3.13).
    pub pieces: Vec<PieceCard>,
    /// The first piece of the second side.
    second: PieceIndex,
    /// All commands, first side first, in the order of the scenario.
    pub commands: Vec<CommandCard>,
    /// The army HQ of each side, if it has one.
    pub commanders: [Option<PieceIndex>; 2],
    /// The display names of the sides.
    pub side_names: [String; 2],
}

impl Roster {
    /// Builds the roster of a battle.
    pub fn new(pack: &Pack) -> Self {
        let side_names = pack.scenario().sides.each_ref().map(|side| {
            let label = pack.labels().sides.get(&side.id);
            label.map_or_else(|| side.id.to_string(), |label| label.title.en.clone())
        });
        let mut roster = Self {
            pieces: Vec::new(),
            second: PieceIndex(0),
            commands: Vec::new(),
            commanders: [None, None],
            side_names,
        };
        let [first, second] = &pack.scenario().sides;
        roster.add_side(pack, first, SideIndex::First);
        roster.second = PieceIndex(roster.pieces.len() as u16);
        roster.add_side(pack, second, SideIndex::Second);
        roster
    }

    /// The card of a piece.
    pub fn piece(&self, piece: PieceIndex) -> &PieceCard {
        &self.pieces[piece.index()]
    }

    /// The card of a command.
    pub fn command(&self, command: CommandIndex) -> &CommandCard {
        &self.commands[command.index()]
    }

    /// All pieces.
    pub fn piece_indices(&self) -> impl Iterator<Item = PieceIndex> + use<> {
        (0..self.pieces.len() as u16).map(PieceIndex)
    }

    /// The indices of a side's pieces.
    pub(crate) fn piece_range(&self, side: SideIndex) -> Range<usize> {
        match side {
            SideIndex::First => 0..self.second.index(),
            SideIndex::Second => self.second.index()..self.pieces.len(),
        }
    }

    /// All commands.
    pub fn command_indices(&self) -> impl Iterator<Item = CommandIndex> + use<> {
        (0..self.commands.len() as u16).map(CommandIndex)
    }

    /// The arm of a piece, if it is a combat piece.
    pub fn arm(&self, piece: PieceIndex) -> Option<Arm> {
        match self.piece(piece).role {
            Role::Combat(arm) => Some(arm),
            Role::Headquarters { .. } | Role::Baggage => None,
        }
    }

    /// All blocks of a command: HQ, trains and troops.
    pub fn blocks_of(&self, command: CommandIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        let card = self.command(command);
        let trains = card.baggage.iter().copied();
        std::iter::once(card.headquarters).chain(trains).chain(card.pieces.iter().copied())
    }

    fn add_side(&mut self, pack: &Pack, side: &sandtable_pack::Side, index: SideIndex) {
        let scenario = pack.scenario();
        let labels = pack.labels();
        let name_of = |id: &CommandId| {
            labels.commands.get(id).map_or_else(|| id.to_string(), |label| label.leader.clone())
        };
        // PB-7.6, PB-3.12: an Army Commander with a chit leads a separate command.
        let army = side.commander.as_ref().filter(|army| army.chit);
        let of_army = army.map(|_| CommandIndex(self.commands.len() as u16));
        if let Some(commander) = &side.commander {
            let hq = &commander.headquarters;
            let card = PieceCard {
                command: of_army,
                name: name_of(&hq.id),
                reinforcement: due(side, &hq.id, &Element::Headquarters),
                zone: hq.zone.clone(),
                ..block(scenario, index, headquarters(hq.rating), hq.start)
            };
            self.commanders[index.index()] = Some(self.add_piece(card));
        }
        self.add_army(pack, side, index, of_army);
        for command in &side.commands {
            let number = CommandIndex(self.commands.len() as u16);
            let title = labels
                .commands
                .get(&command.id)
                .map_or_else(|| command.id.to_string(), |label| label.title.en.clone());
            let due = |element: &Element| due(side, &command.id, element);
            let leader = self.add_piece(PieceCard {
                command: Some(number),
                name: name_of(&command.id),
                reinforcement: due(&Element::Headquarters),
                zone: command.headquarters.zone.clone(),
                ..block(
                    scenario,
                    index,
                    headquarters(command.headquarters.rating),
                    command.headquarters.start,
                )
            });
            let baggage = command
                .baggage
                .iter()
                .map(|train| {
                    self.add_piece(PieceCard {
                        id: Some(train.id.clone()),
                        command: Some(number),
                        name: format!("the baggage of {title}"),
                        packed: train.packed,
                        reinforcement: due(&Element::Baggage(train.id.clone())),
                        zone: train.zone.clone(),
                        ..block(scenario, index, Role::Baggage, train.start)
                    })
                })
                .collect();
            let pieces = command
                .pieces
                .iter()
                .map(|piece| {
                    let due = due(&Element::Piece(piece.id.clone()));
                    self.add_piece(combat_piece(pack, index, Some(number), piece, due))
                })
                .collect();
            self.commands.push(CommandCard {
                id: command.id.clone(),
                name: title,
                side: index,
                headquarters: leader,
                rating: command.headquarters.rating,
                baggage,
                pieces,
            });
        }
        for id in side.detachments.iter().flat_map(|pool| &pool.pieces) {
            let piece = Piece::from_pool(id.clone());
            let card = combat_piece(pack, index, None, &piece, None);
            self.add_piece(PieceCard { pool: true, ..card });
        }
    }

    /// Adds the blocks at army level, with or without an army chit (PB-A23).
    fn add_army(
        &mut self,
        pack: &Pack,
        side: &sandtable_pack::Side,
        index: SideIndex,
        command: Option<CommandIndex>,
    ) {
        let brought = |element: Element| {
            side.commander.as_ref().and_then(|army| due(side, &army.headquarters.id, &element))
        };
        let name = format!("the baggage of {}", self.side_names[index.index()]);
        let mut baggage = Vec::new();
        for train in &side.baggage {
            let train = self.add_piece(PieceCard {
                id: Some(train.id.clone()),
                command,
                name: name.clone(),
                packed: train.packed,
                reinforcement: brought(Element::Baggage(train.id.clone())),
                zone: train.zone.clone(),
                ..block(pack.scenario(), index, Role::Baggage, train.start)
            });
            baggage.push(train);
        }
        let mut pieces = Vec::new();
        for piece in side.commander.iter().flat_map(|army| &army.pieces) {
            let due = brought(Element::Piece(piece.id.clone()));
            pieces.push(self.add_piece(combat_piece(pack, index, command, piece, due)));
        }
        let headquarters = self.commanders[index.index()];
        if let (Some(_), Some(army), Some(headquarters)) = (command, &side.commander, headquarters)
        {
            let id = &army.headquarters.id;
            let title = pack.labels().commands.get(id).map(|label| label.title.en.clone());
            self.commands.push(CommandCard {
                id: id.clone(),
                name: title.unwrap_or_else(|| id.to_string()),
                side: index,
                headquarters,
                rating: army.headquarters.rating,
                baggage,
                pieces,
            });
        }
    }

    /// A side's trains and troops that move once per turn, with any of its chits (PB-A23).
    pub fn pieces_without_chit(&self, side: SideIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        self.piece_indices().filter(move |&piece| {
            let card = self.piece(piece);
            card.side == side
                && card.command.is_none()
                && !card.pool
                && !matches!(card.role, Role::Headquarters { .. })
        })
    }

    fn add_piece(&mut self, card: PieceCard) -> PieceIndex {
        self.pieces.push(card);
        PieceIndex(self.pieces.len() as u16 - 1)
    }
}

const fn headquarters(rating: u8) -> Role {
    Role::Headquarters { rating }
}

/// The card of a combat piece.
fn combat_piece(
    pack: &Pack,
    side: SideIndex,
    command: Option<CommandIndex>,
    piece: &Piece,
    reinforcement: Option<Due>,
) -> PieceCard {
    let rules = *pack.ruleset().row(piece);
    let arm = Arm { kind: piece.kind, quality: piece.quality, rules };
    let label = pack.labels().pieces.get(&piece.id);
    PieceCard {
        id: Some(piece.id.clone()),
        command,
        name: label.map_or_else(|| piece.id.to_string(), |label| label.name.clone()),
        status: piece.status,
        reinforcement,
        zone: piece.zone.clone(),
        ..block(pack.scenario(), side, Role::Combat(arm), piece.start)
    }
}

/// The data that all blocks of a role share.
fn block(scenario: &Scenario, side: SideIndex, role: Role, start: Arrival) -> PieceCard {
    let lengths = &scenario.column_lengths;
    // PB-6.1, PB-7.3, PB-20.1: HQs move at mounted rate and trains at foot rate; Table A gives the
    // rate of troops.
    let (footprint, column_length, moves) = match role {
        Role::Headquarters { .. } => {
            (scenario.footprints.headquarters, lengths.headquarters, MoveClass::Mounted)
        }
        Role::Baggage => (scenario.footprints.baggage, lengths.baggage, MoveClass::Foot),
        Role::Combat(arm) => {
            (scenario.footprints.combat, lengths.for_kind(arm.kind), arm.rules.moves)
        }
    };
    PieceCard {
        id: None,
        side,
        command: None,
        role,
        name: String::new(),
        footprint,
        column_length,
        moves,
        start,
        status: Status::Fresh,
        packed: true,
        reinforcement: None,
        zone: None,
        pool: false,
    }
}

fn due(side: &sandtable_pack::Side, command: &CommandId, element: &Element) -> Option<Due> {
    let mut order = 0;
    for (number, arrival) in side.reinforcements.iter().enumerate() {
        for entering in &arrival.elements {
            if arrival.command == *command && entering == element {
                return Some(Due {
                    day: arrival.day,
                    turn: arrival.turn,
                    entry: arrival.entry.clone(),
                    formation: arrival.formation,
                    order,
                    arrival: number as u16,
                    is_immediate: arrival.at_once,
                });
            }
            order += 1;
        }
    }
    None
}
