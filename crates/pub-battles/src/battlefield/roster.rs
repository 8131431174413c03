//! Everything that does not change in a game: who is who, numbered once so that the state is small.

use std::ops::Range;

use sandtable_pack::{
    Arrival, CommandId, Element, EntryId, FeatureId, Footprint, Formation, GroundLength, MoveClass,
    Pack, Piece, PieceId, PieceRules, PieceType, Quality, Scenario, Status,
};
use serde::{Deserialize, Serialize};

/// One of the two sides, in the order of the scenario. Not that of FAB, which counts in the order of play, and
/// which states and logs there name otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum SideIndex {
    /// The side that the scenario names first.
    First,
    /// The other.
    Second,
}

impl SideIndex {
    /// Both sides in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The enemy.
    pub const fn enemy(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1, the place in the scenario.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A piece of the battle: any block (PB-A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PieceIndex(pub(crate) u16);

impl PieceIndex {
    /// Its place in [`Roster::pieces`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A command, and so its chit (PB-5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CommandIndex(pub(crate) u16);

impl CommandIndex {
    /// Its place in [`Roster::commands`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A headquarters with its rating (PB-2.11).
    Headquarters {
        /// Compared with a die to alter the order (PB-3.11).
        rating: u8,
    },
    /// A baggage train (PB-2.10).
    Baggage,
    /// A piece that fights (PB-A6).
    Combat(Arm),
}

/// Arm and quality of a combat piece with its rows of Table A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Infantry, artillery, …
    pub kind: PieceType,
    /// Militia … guard.
    pub quality: Quality,
    /// Its row of Table A.
    pub rules: PieceRules,
}

/// What is printed on a piece, so to speak.
#[derive(Clone, Debug)]
pub struct PieceCard {
    /// Its id; none of headquarters, which go by that of their command.
    pub id: Option<PieceId>,
    /// Its side.
    pub side: SideIndex,
    /// Its command; none at army level: the army HQ, its trains and troops.
    pub command: Option<CommandIndex>,
    /// What it is.
    pub role: Role,
    /// What people call it.
    pub name: String,
    /// Ground that it covers in line.
    pub footprint: Footprint,
    /// Length on the road in column (PB-8.3).
    pub column_length: GroundLength,
    /// Rate of march (PB-6.1).
    pub moves: MoveClass,
    /// Where it is at first.
    pub start: Arrival,
    /// Its status at first.
    pub status: Status,
    /// A train that starts packed (PB-A114).
    pub packed: bool,
    /// When and where it enters, if it is not there at first.
    pub reinforcement: Option<Due>,
    /// The zone in which its owner may set it up instead of at `start` (PB-3.9).
    pub zone: Option<FeatureId>,
    /// It is a detachment that its owner gives to a command (PB-3.13).
    pub pool: bool,
}

/// When and where a reinforcement enters (PB-3.10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Day, from 1.
    pub day: u8,
    /// Turn of that day.
    pub turn: u8,
    /// Where it enters.
    pub entry: EntryId,
    /// Line or column.
    pub formation: Formation,
    /// Place in the order of march, over the whole schedule of its side.
    pub order: u16,
    /// Which of the reinforcements of its side, in the order of the scenario.
    pub arrival: u16,
    /// It may not be held back.
    pub at_once: bool,
}

/// A command: one HQ, one chit, its pieces (PB-2.2).
#[derive(Clone, Debug)]
pub struct CommandCard {
    /// Its id.
    pub id: CommandId,
    /// What people call it.
    pub name: String,
    /// Its side.
    pub side: SideIndex,
    /// Its headquarters.
    pub headquarters: PieceIndex,
    /// Its rating (PB-3.11).
    pub rating: u8,
    /// Its baggage trains.
    pub baggage: Vec<PieceIndex>,
    /// Its combat pieces.
    pub pieces: Vec<PieceIndex>,
}

/// Everybody in the battle.
#[derive(Clone, Debug)]
pub struct Roster {
    /// All pieces: side by side, the army HQ with trains and troops at army level first, then
    /// command by command: HQ, trains, troops; last the pool of detachments (PB-3.13).
    pub pieces: Vec<PieceCard>,
    /// The first piece of the second side.
    second: PieceIndex,
    /// All commands, side by side in the order of the scenario.
    pub commands: Vec<CommandCard>,
    /// The army HQ of each side, if it has one.
    pub commanders: [Option<PieceIndex>; 2],
    /// What people call the sides.
    pub side_names: [String; 2],
}

impl Roster {
    /// The roster of a battle.
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
        roster.enlist_side(pack, first, SideIndex::First);
        roster.second = PieceIndex(roster.pieces.len() as u16);
        roster.enlist_side(pack, second, SideIndex::Second);
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

    /// Every piece.
    pub fn piece_indices(&self) -> impl Iterator<Item = PieceIndex> + use<> {
        (0..self.pieces.len() as u16).map(PieceIndex)
    }

    /// The pieces of a side, by their indices.
    pub(crate) fn of_side(&self, side: SideIndex) -> Range<usize> {
        match side {
            SideIndex::First => 0..self.second.index(),
            SideIndex::Second => self.second.index()..self.pieces.len(),
        }
    }

    /// Every command.
    pub fn command_indices(&self) -> impl Iterator<Item = CommandIndex> + use<> {
        (0..self.commands.len() as u16).map(CommandIndex)
    }

    /// Arm and quality, if the piece fights.
    pub fn arm(&self, piece: PieceIndex) -> Option<Arm> {
        match self.piece(piece).role {
            Role::Combat(arm) => Some(arm),
            Role::Headquarters { .. } | Role::Baggage => None,
        }
    }

    /// Every block of a command: HQ, train, troops.
    pub fn blocks_of(&self, command: CommandIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        let card = self.command(command);
        let trains = card.baggage.iter().copied();
        std::iter::once(card.headquarters).chain(trains).chain(card.pieces.iter().copied())
    }

    fn enlist_side(&mut self, pack: &Pack, side: &sandtable_pack::Side, index: SideIndex) {
        let scenario = pack.scenario();
        let labels = pack.labels();
        let name_of = |id: &CommandId| {
            labels.commands.get(id).map_or_else(|| id.to_string(), |label| label.leader.clone())
        };
        // PB-7.6, PB-3.12: an army commander with a chit leads a command of his own.
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
            self.commanders[index.index()] = Some(self.enlist(card));
        }
        self.enlist_army(pack, side, index, of_army);
        for command in &side.commands {
            let number = CommandIndex(self.commands.len() as u16);
            let title = labels
                .commands
                .get(&command.id)
                .map_or_else(|| command.id.to_string(), |label| label.title.en.clone());
            let due = |element: &Element| due(side, &command.id, element);
            let leader = self.enlist(PieceCard {
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
                    self.enlist(PieceCard {
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
                    self.enlist(combat_piece(pack, index, Some(number), piece, due))
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
            self.enlist(PieceCard { pool: true, ..card });
        }
    }

    /// Blocks at army level: with the chit of the army, or without one (PB-A23).
    fn enlist_army(
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
            let train = self.enlist(PieceCard {
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
            pieces.push(self.enlist(combat_piece(pack, index, command, piece, due)));
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

    /// Trains and troops of a side that move with any of its chits, once in a turn (PB-A23).
    pub fn without_chit(&self, side: SideIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        self.piece_indices().filter(move |&piece| {
            let card = self.piece(piece);
            card.side == side
                && card.command.is_none()
                && !card.pool
                && !matches!(card.role, Role::Headquarters { .. })
        })
    }

    fn enlist(&mut self, card: PieceCard) -> PieceIndex {
        self.pieces.push(card);
        PieceIndex(self.pieces.len() as u16 - 1)
    }
}

const fn headquarters(rating: u8) -> Role {
    Role::Headquarters { rating }
}

/// The card of a piece that fights.
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

/// What all blocks of a kind have in common.
fn block(scenario: &Scenario, side: SideIndex, role: Role, start: Arrival) -> PieceCard {
    let lengths = &scenario.column_lengths;
    // PB-6.1, PB-7.3, PB-20.1: HQs are mounted, trains go on foot; arms have their row.
    let (footprint, column_length, moves) = match role {
        Role::Headquarters { .. } => {
            (scenario.footprints.headquarters, lengths.headquarters, MoveClass::Mounted)
        }
        Role::Baggage => (scenario.footprints.baggage, lengths.baggage, MoveClass::Foot),
        Role::Combat(arm) => (scenario.footprints.combat, lengths.of(arm.kind), arm.rules.moves),
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
                    at_once: arrival.at_once,
                });
            }
            order += 1;
        }
    }
    None
}
