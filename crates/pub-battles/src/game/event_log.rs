//! The event log: every event of a game as a line of JSON, for programs.

use sandtable_engine::EventLog;
use sandtable_pack::{Facing, Footprint, GroundLength, PieceType, Quality, Rulings};
use serde::Serialize;

use crate::battlefield::Battlefield;
use crate::battlefield::roster::{
    Arm, CommandCard, CommandIndex, PieceCard, PieceIndex, Role, SideIndex,
};
use crate::game::event::Event;

#[derive(Serialize)]
struct LogHead<'a> {
    units: LogUnits,
    ruleset: &'a str,
    rulings: &'a Rulings,
    map: LogMap,
    sides: &'a [String; 2],
    commands: Vec<LogCommand<'a>>,
    pieces: Vec<LogPiece<'a>>,
}

/// What the numbers of the log count.
#[derive(Serialize)]
struct LogUnits {
    lengths: &'static str,
    facings: &'static str,
    field_of_fire_half_angle: &'static str,
    bombardment_half_angle: &'static str,
}

const UNITS: LogUnits = LogUnits {
    lengths: "centimetres",
    facings: "4096ths of a circle",
    field_of_fire_half_angle: "tenths of a degree",
    bombardment_half_angle: "tenths of a degree",
};

#[derive(Serialize)]
struct LogMap {
    width: GroundLength,
    height: GroundLength,
    /// True north, as a facing.
    north: Facing,
}

#[derive(Serialize)]
struct LogCommand<'a> {
    name: &'a str,
    side: SideIndex,
    headquarters: PieceIndex,
}

/// What is printed on a block, and its size in line and on the road.
#[derive(Serialize)]
struct LogPiece<'a> {
    name: &'a str,
    side: SideIndex,
    command: Option<CommandIndex>,
    #[serde(flatten)]
    kind: LogKind,
    footprint: Footprint,
    column_length: GroundLength,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum LogKind {
    Headquarters { rating: u8 },
    Baggage,
    Combat { arm: PieceType, quality: Quality },
}

/// The event log of a game: JSON lines, the first naming the rules in force (PB-36.13) and sides, commands and pieces in
/// the order of the numbers by which the others call them. It needs no pack beside it: whoever follows the lines knows
/// where every block stands at any moment. Its head says in which units: lengths are centimetres, places are east and
/// north of the bottom left corner of the map, facings are 4,096ths of a circle from the top of the map to the right.
pub fn event_log(field: &Battlefield, events: &[Event]) -> EventLog {
    let (roster, ruleset, map) = (&field.roster, field.pack.ruleset(), field.pack.map());
    let head = LogHead {
        units: UNITS,
        ruleset: &ruleset.id,
        rulings: &ruleset.rulings,
        sides: &roster.side_names,
        map: LogMap { width: map.width, height: map.height, north: map.north },
        commands: roster.commands.iter().map(LogCommand::of).collect(),
        pieces: roster.pieces.iter().map(LogPiece::of).collect(),
    };
    EventLog::new(&head, events)
}

impl<'a> LogCommand<'a> {
    fn of(card: &'a CommandCard) -> Self {
        Self { name: &card.name, side: card.side, headquarters: card.headquarters }
    }
}

impl<'a> LogPiece<'a> {
    fn of(card: &'a PieceCard) -> Self {
        let kind = match card.role {
            Role::Headquarters { rating } => LogKind::Headquarters { rating },
            Role::Baggage => LogKind::Baggage,
            Role::Combat(Arm { kind, quality, .. }) => LogKind::Combat { arm: kind, quality },
        };
        Self {
            name: &card.name,
            side: card.side,
            command: card.command,
            kind,
            footprint: card.footprint,
            column_length: card.column_length,
        }
    }
}
