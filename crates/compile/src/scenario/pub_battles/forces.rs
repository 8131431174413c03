//! One side's commands, HQs, trains and pieces.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Arrival, CommandId, CommandLabel, PieceId, PieceLabel, SideId, SideLabel};
use sandtable_source::{Span, Spanned};

use super::arrival::Arriving;
use super::battle::{BlockKind, SetUpBlock};
use super::{Context, arrival, note_default, position};
use crate::authored::{self, Arm, Bearing, Condition, Formation, Position, Quality};
use crate::map;
use crate::session::Session;

/// A side as the pack has it, with what is printed of it.
pub(super) struct Forces<'f> {
    pub(super) id: &'f Spanned<String>,
    pub(super) authored: &'f authored::Side,
    pub(super) side: pack::Side,
    /// Its reinforcements in the order in which they come.
    pub(super) arrivals: Vec<Arriving<'f>>,
    pub(super) label: SideLabel,
    pub(super) commands: BTreeMap<CommandId, CommandLabel>,
    pub(super) pieces: BTreeMap<PieceId, PieceLabel>,
}

/// What is to be placed.
struct Placing<'p> {
    name: String,
    side: usize,
    kind: BlockKind,
    at: Option<&'p Spanned<Position>>,
    facing: Option<&'p Spanned<Bearing>>,
    formation: Formation,
    span: Span,
    piece: Option<(usize, usize)>,
}

/// Resolves a side; its blocks on the map are added to `blocks`. Blocks whose position is at
/// fault count as reinforcements: an error has been reported, and no pack will come of it.
pub(super) fn resolve<'f>(
    session: &mut Session<'_>,
    context: &Context<'f>,
    index: usize,
    id: &'f Spanned<String>,
    side: &'f authored::Side,
    blocks: &mut Vec<SetUpBlock>,
) -> Option<Forces<'f>> {
    let arrivals = arrival::resolve(session, context, side);
    let mut forces = Forces {
        id,
        authored: side,
        side: pack::Side {
            id: SideId::new(id).ok()?,
            commander: None,
            commands: Vec::new(),
            lines_of_communication: Vec::new(),
            reinforcements: arrivals.iter().map(|arrival| arrival.brings.clone()).collect(),
        },
        arrivals,
        label: SideLabel { title: map::printed(&side.title), colour: side.colour.0 },
        commands: BTreeMap::new(),
        pieces: BTreeMap::new(),
    };
    if let Some(commander) = &side.commander {
        let placing = Placing {
            name: format!("the army HQ `{}`", commander.id.0),
            side: index,
            kind: BlockKind::Headquarters,
            at: Some(&commander.at),
            facing: commander.facing.as_ref(),
            formation: Formation::Line,
            span: commander.span,
            piece: None,
        };
        let start = place(session, context, placing, blocks);
        let id = CommandId::new(&commander.id).ok()?;
        let label = CommandLabel {
            title: map::printed(&side.title),
            short: "Army".to_owned(),
            leader: commander.name.clone(),
        };
        forces.commands.insert(id.clone(), label);
        forces.side.commander =
            Some(pack::Headquarters { id, rating: commander.rating.0 as u8, start });
    }
    for command in &*side.commands {
        resolve_command(session, context, index, command, &mut forces, blocks)?;
    }
    Some(forces)
}

fn resolve_command(
    session: &mut Session<'_>,
    context: &Context<'_>,
    side: usize,
    command: &authored::Command,
    forces: &mut Forces<'_>,
    blocks: &mut Vec<SetUpBlock>,
) -> Option<()> {
    let id = CommandId::new(&command.id).ok()?;
    let number = forces.side.commands.len();
    let hq = Placing {
        name: format!("the HQ of `{id}`"),
        side,
        kind: BlockKind::Headquarters,
        at: command.hq.at.as_ref(),
        facing: command.hq.facing.as_ref(),
        formation: Formation::Line,
        span: command.hq.span,
        piece: None,
    };
    let hq_start = place(session, context, hq, blocks);
    let baggage = command.baggage.as_ref().map(|baggage| {
        let placing = Placing {
            name: format!("the baggage train of `{id}`"),
            side,
            kind: BlockKind::Baggage,
            at: baggage.at.as_ref(),
            facing: baggage.facing.as_ref(),
            formation: Formation::Line,
            span: baggage.span,
            piece: None,
        };
        let start = place(session, context, placing, blocks);
        if baggage.packed.is_none() {
            let what = format!("`packed` of the train of `{id}`");
            note_default(session, baggage.span, &what, "true");
        }
        pack::Baggage { packed: baggage.packed.unwrap_or(true), start }
    });
    let mut pieces = Vec::new();
    for piece in &*command.pieces {
        let kind = arm(piece.r#type.value);
        let placing = Placing {
            name: format!("the piece `{}`", piece.id.0),
            side,
            kind: BlockKind::Combat(kind),
            at: piece.at.as_ref(),
            facing: piece.facing.as_ref(),
            formation: piece
                .formation
                .as_ref()
                .map_or(Formation::Line, |formation| formation.value),
            span: piece.span,
            piece: Some((number, pieces.len())),
        };
        let start = place(session, context, placing, blocks);
        let piece_id = PieceId::new(&piece.id).ok()?;
        let label = PieceLabel {
            name: piece.name.value.clone(),
            strength: piece.strength.as_ref().map(|strength| strength.0 as u32),
        };
        forces.pieces.insert(piece_id.clone(), label);
        pieces.push(pack::Piece {
            id: piece_id,
            kind,
            quality: piece
                .quality
                .as_ref()
                .map_or(pack::Quality::Regular, |quality| self::quality(quality.value)),
            status: match piece.status.as_ref().map(|status| status.value) {
                Some(Condition::Spent) => pack::Status::Spent,
                _ => pack::Status::Fresh,
            },
            start,
        });
    }
    let short = command.short.as_ref().map_or(&command.title.en, |short| &short.value);
    let label = CommandLabel {
        title: map::printed(&command.title),
        short: short.clone(),
        leader: command.hq.name.clone(),
    };
    forces.commands.insert(id.clone(), label);
    forces.side.commands.push(pack::Command {
        headquarters: pack::Headquarters {
            id: id.clone(),
            rating: command.hq.rating.0 as u8,
            start: hq_start,
        },
        id,
        baggage,
        pieces,
    });
    Some(())
}

fn place(
    session: &mut Session<'_>,
    context: &Context<'_>,
    placing: Placing<'_>,
    blocks: &mut Vec<SetUpBlock>,
) -> Arrival {
    let Placing { name, side, kind, at, facing, formation, span, piece } = placing;
    let Some(at) = at else { return Arrival::Reinforcement };
    match position::start(session, context, &name, at, facing, formation, span) {
        Some(start) => {
            blocks.push(SetUpBlock { name, side, kind, start, at: at.span, piece });
            start
        }
        None => Arrival::Reinforcement,
    }
}

const fn arm(arm: Arm) -> pack::PieceType {
    match arm {
        Arm::Infantry => pack::PieceType::Infantry,
        Arm::Detachment => pack::PieceType::Detachment,
        Arm::Artillery => pack::PieceType::Artillery,
        Arm::Cavalry => pack::PieceType::Cavalry,
        Arm::Dragoons => pack::PieceType::Dragoons,
    }
}

const fn quality(quality: Quality) -> pack::Quality {
    match quality {
        Quality::Regular => pack::Quality::Regular,
        Quality::Militia => pack::Quality::Militia,
        Quality::Elite => pack::Quality::Elite,
        Quality::Guard => pack::Quality::Guard,
    }
}
