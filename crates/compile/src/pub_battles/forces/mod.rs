//! The forces of a side: commands, HQs, trains and pieces.

pub(crate) mod arrival;
pub(crate) mod detachments;
pub(crate) mod group;
pub(crate) mod position;
pub(crate) mod reserve;
pub(crate) mod supply;
pub(crate) mod types;
pub(crate) mod zones;

use sandtable_authored::to_printed;
use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{
    Arrival, CommandId, CommandLabel, FeatureId, PieceId, PieceLabel, SideId, SideLabel, Text,
};
use sandtable_source::message::Owner;
use sandtable_source::{Span, Spanned};

use self::arrival::ArrivalKeys;
use self::group::{Group, Train, groups};
use self::position::Placement;
use self::reserve::ReserveBlock;
use super::battle::block::{BlockKind, SetUp, SetUpBlock, Slot, Troops};
use super::context::Context;
use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_authored::note_default;
use sandtable_authored::own_types;
use sandtable_authored::{Bearing, Id, Piece, Position, Word};

/// A side in pack form, with its printed labels.
pub(crate) struct Forces<'f> {
    pub(crate) id: &'f Spanned<String>,
    pub(crate) authored: &'f authored::Side,
    pub(crate) side: pack::Side,
    /// The side's reinforcements in order of arrival.
    pub(crate) arrivals: Vec<ArrivalKeys<'f>>,
    pub(crate) label: SideLabel,
    pub(crate) commands: BTreeMap<CommandId, CommandLabel>,
    pub(crate) pieces: BTreeMap<PieceId, PieceLabel>,
}

/// Resolves a side and adds its blocks on the map to `set_up`. Blocks with a wrong position count
/// as reinforcements. Their error was reported, so no pack is written.
pub(crate) fn resolve<'f>(
    reporter: &mut Reporter,
    context: &Context<'f>,
    index: usize,
    id: &'f Spanned<String>,
    side: &'f authored::Side,
    set_up: &mut SetUp,
) -> Option<Forces<'f>> {
    let arrivals = arrival::resolve(reporter, context, side);
    let mut forces = Forces {
        id,
        authored: side,
        side: pack::Side {
            id: SideId::new(id).ok()?,
            commander: None,
            commands: Vec::new(),
            baggage: Vec::new(),
            detachments: None,
            lines_of_communication: Vec::new(),
            edges_of_choice: edges_of_choice(side),
            reinforcements: arrivals.iter().map(|arrival| arrival.elements.clone()).collect(),
        },
        arrivals,
        label: SideLabel { title: to_printed(&side.title), colour: side.colour.0 },
        commands: BTreeMap::new(),
        pieces: BTreeMap::new(),
    };
    let groups = groups(side);
    let (army, commands) = match groups.split_first() {
        Some((army, commands)) if army.is_army => (Some(army), commands),
        _ => (None, groups.as_slice()),
    };
    let mut placer = Placer { reporter, context, side, index, set_up };
    if let Some(army) = army {
        forces.side.baggage = placer.trains(army, "the army");
        if let Some(commander) = &side.commander {
            forces.side.commander = Some(placer.commander(commander, army, &mut forces.pieces)?);
            let label = CommandLabel {
                title: to_printed(&side.title),
                short: commander.short.as_ref().map_or_else(army_short, to_printed),
                leader: commander.name.clone(),
                leader_short: commander.surname.clone(),
            };
            forces.commands.insert(CommandId::new(&commander.id).ok()?, label);
        }
    }
    for (number, (command, group)) in side.commands.iter().zip(commands).enumerate() {
        let resolved = placer.command(command, group, number, &mut forces.pieces)?;
        let label = CommandLabel {
            title: to_printed(&command.title),
            short: to_printed(command.short.as_ref().unwrap_or(&command.title)),
            leader: command.hq.name.clone(),
            leader_short: command.hq.short.clone(),
        };
        forces.commands.insert(resolved.id.clone(), label);
        forces.side.commands.push(resolved);
    }
    if let Some(pool) = &side.detachments {
        forces.side.detachments =
            detachments::resolve(placer.reporter, side, pool, &mut forces.pieces);
    }
    detachments::trains_name_commands(placer.reporter, side);
    Some(forces)
}

/// PB-32.3: the edges of choice, without duplicates.
fn edges_of_choice(side: &authored::Side) -> Vec<pack::Edge> {
    let mut edges = Vec::new();
    for edge in side.chooses_edge.iter().flat_map(|edges| &edges.value) {
        if !edges.contains(&edge.0) {
            edges.push(edge.0);
        }
    }
    edges
}

/// Sets up the blocks of a side.
struct Placer<'p, 'f, 'c> {
    reporter: &'p mut Reporter,
    context: &'p Context<'c>,
    side: &'f authored::Side,
    index: usize,
    set_up: &'p mut SetUp,
}

/// A block to set up.
struct AuthoredBlock<'p> {
    name: String,
    kind: BlockKind,
    at: Option<&'p Spanned<Position>>,
    facing: Option<&'p Spanned<Bearing>>,
    formation: Option<&'p Spanned<Word<pack::Formation>>>,
    span: Span,
    slot: Option<Slot>,
    /// The span of a train's `packed: false`.
    unpacked: Option<Span>,
    /// The zone of the block itself, ignoring the zones of its command and side.
    own_zone: Option<&'p Spanned<Id>>,
    zone: Option<&'p Spanned<Id>>,
}

/// The start of a block, and the zone in which it may be set up instead.
type Start = (Arrival, Option<FeatureId>);

impl Placer<'_, '_, '_> {
    fn commander(
        &mut self,
        commander: &authored::Commander,
        army: &Group<'_>,
        labels: &mut BTreeMap<PieceId, PieceLabel>,
    ) -> Option<pack::Commander> {
        let id = CommandId::new(&commander.id).ok()?;
        let name = format!("army HQ `{id}`");
        let (start, zone) = self.headquarters(army, name);
        let rating = commander.rating.0 as u8;
        Some(pack::Commander {
            headquarters: pack::Headquarters { id, rating, start, zone },
            chit: commander.chit.as_ref().is_some_and(|chit| chit.value),
            pieces: self.pieces(army, None, labels)?,
        })
    }

    fn command(
        &mut self,
        command: &authored::Command,
        group: &Group<'_>,
        number: usize,
        labels: &mut BTreeMap<PieceId, PieceLabel>,
    ) -> Option<pack::Command> {
        let id = CommandId::new(&command.id).ok()?;
        let (start, zone) = self.headquarters(group, format!("the HQ of `{id}`"));
        let rating = command.hq.rating.0 as u8;
        Some(pack::Command {
            headquarters: pack::Headquarters { id: id.clone(), rating, start, zone },
            baggage: self.trains(group, &format!("`{id}`")),
            pieces: self.pieces(group, Some(number), labels)?,
            id,
        })
    }

    fn headquarters(&mut self, group: &Group<'_>, name: String) -> Start {
        let Some(leader) = &group.leader else { return (Arrival::Reinforcement, None) };
        self.place(
            group,
            AuthoredBlock {
                name,
                kind: BlockKind::Headquarters,
                at: leader.at,
                facing: leader.facing,
                formation: None,
                span: leader.span,
                slot: None,
                unpacked: None,
                own_zone: None,
                zone: group.zone,
            },
        )
    }

    fn trains(&mut self, group: &Group<'_>, owner: &str) -> Vec<pack::Baggage> {
        let mut trains = Vec::new();
        for train in &group.trains {
            let name = match group.trains.len() {
                1 => format!("the baggage train of {owner}"),
                _ => format!("baggage train `{}`", train.id),
            };
            trains.extend(self.train(group, train, name));
        }
        trains
    }

    fn train(
        &mut self,
        group: &Group<'_>,
        train: &Train<'_>,
        name: String,
    ) -> Option<pack::Baggage> {
        let unpacked = train.packed.filter(|packed| !packed.value).map(|packed| packed.span);
        if train.packed.is_none() {
            let owner = Owner::Named("train", &train.id);
            note_default(self.reporter, train.span, "packed", owner, "true");
        }
        if let (Some(span), None) = (unpacked, train.at) {
            detachments::unpacked_arrival(self.reporter, &name, span);
        }
        let placing = AuthoredBlock {
            name,
            kind: BlockKind::Baggage,
            at: train.at,
            facing: train.facing,
            formation: None,
            span: train.span,
            slot: None,
            unpacked,
            own_zone: None,
            zone: group.zone,
        };
        let (start, zone) = self.place(group, placing);
        let id = PieceId::new(&train.id).ok()?;
        Some(pack::Baggage { id, packed: unpacked.is_none(), start, zone })
    }

    fn pieces(
        &mut self,
        group: &Group<'_>,
        command: Option<usize>,
        labels: &mut BTreeMap<PieceId, PieceLabel>,
    ) -> Option<Vec<pack::Piece>> {
        let mut pieces = Vec::new();
        for (number, piece) in group.pieces.iter().enumerate() {
            let slot = Slot { command, number };
            let piece_id = PieceId::new(&piece.id).ok()?;
            let label = PieceLabel {
                name: piece.name.value.clone(),
                strength: piece.strength.as_ref().map(|strength| strength.0 as u32),
            };
            labels.insert(piece_id.clone(), label);
            pieces.push(self.piece(group, piece, piece_id, slot));
        }
        Some(pieces)
    }

    fn piece(&mut self, group: &Group<'_>, piece: &Piece, id: PieceId, slot: Slot) -> pack::Piece {
        let ruleset = self.context.ruleset;
        let (kind, own_type) = types::resolve(self.reporter, &ruleset.types, &piece.r#type);
        let own = own_type.as_ref().and_then(|id| ruleset.types.get(id));
        let rules = own.map_or_else(|| *ruleset.piece(kind), |own| own.rules);
        let placing = AuthoredBlock {
            name: format!("piece `{id}`"),
            kind: BlockKind::Combat(Troops { kind, rules }),
            at: piece.at.as_ref(),
            facing: piece.facing.as_ref(),
            formation: piece.formation.as_ref(),
            span: piece.span,
            slot: Some(slot),
            unpacked: None,
            own_zone: piece.zone.as_ref(),
            zone: piece.zone.as_ref().or(group.zone),
        };
        let (start, zone) = self.place(group, placing);
        pack::Piece {
            id,
            kind,
            own_type,
            quality: piece
                .quality
                .as_ref()
                .map_or_else(|| own_types::default_quality(own), |word| word.0),
            status: piece.status.as_ref().map_or(pack::Status::Fresh, |word| word.0),
            start,
            zone,
        }
    }

    fn place(&mut self, group: &Group<'_>, placing: AuthoredBlock<'_>) -> Start {
        let AuthoredBlock {
            name,
            kind,
            at,
            facing,
            formation,
            span,
            slot,
            unpacked,
            own_zone,
            zone,
        } = placing;
        let Some(at) = at else { return (Arrival::Reinforcement, None) };
        let (reporter, context) = (&mut *self.reporter, self.context);
        if let Position::Reserve(with) = &at.value {
            let unused_keys = [
                facing.map(|facing| ("facing", facing.span)),
                formation.map(|formation| ("formation", formation.span)),
                own_zone.map(|zone| ("zone", zone.span)),
            ];
            let unused_keys = unused_keys.into_iter().flatten().collect();
            let block = ReserveBlock { name: &name, kind, unpacked, unused_keys };
            let with = reserve::resolve(reporter, context, self.side, group, block, with);
            return (with.map_or(Arrival::Reinforcement, Arrival::Reserve), None);
        }
        let zone = zone.and_then(|zone| zones::resolve(reporter, context, zone));
        match position::start(reporter, context, (&name, kind), at, facing, formation, span) {
            Placement::OnMap(start) => {
                let id = zone.as_ref().map(|zone| zone.value.clone());
                let side = self.index;
                let at = at.span;
                self.set_up.blocks.push(SetUpBlock {
                    name,
                    side,
                    kind,
                    start,
                    at,
                    piece: slot,
                    zone,
                });
                (start, id)
            }
            Placement::Outside(at) => {
                self.set_up.outside.push(at);
                (Arrival::Reinforcement, None)
            }
            Placement::Nowhere => (Arrival::Reinforcement, None),
        }
    }
}

/// The default short label on an army commander's stickers.
pub(crate) fn army_short() -> Text {
    let [en, es, fr] = pack::ARMY_SHORT.map(str::to_owned);
    Text { en, es: Some(es), fr: Some(fr) }
}
