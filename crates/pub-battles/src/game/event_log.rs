//! The event log: a machine-readable record of a game, with one JSON line for each event.

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

/// The units of the numbers in the log.
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
    /// The direction of true north, as a facing.
    north: Facing,
}

#[derive(Serialize)]
struct LogCommand<'a> {
    name: &'a str,
    side: SideIndex,
    headquarters: PieceIndex,
}

/// The printed data of a block, and its size in line and in column.
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

/// Builds the event log of a game as JSON lines. The first line lists the rules in force
/// (PB-36.13), then sides, commands and pieces; events refer to these by position. Reading the log
/// requires no pack: its events give the position of every block at any time.
///
/// The header also gives the units. Lengths are in centimetres. Places are measured east and north
/// from the bottom-left corner of the map. Facings are in 4,096ths of a circle, clockwise from the
/// top of the map.
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
