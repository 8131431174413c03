//! The battle as it was read: names are things, places are centimetres. The checks look at it and
//! change nothing.

use sandtable_pack as pack;
use sandtable_pack::{Arrival, ColumnLengths, FeatureId, Footprint, GroundLength, StatusEffect};
use sandtable_source::{Span, Spanned};
use sandtable_terrain::{Block, RoadPose, Shape, Strip, Terrain};

use super::Context;
use super::forces::Forces;
use super::layout::Layout;

/// A block that starts on the map.
pub(super) struct SetUpBlock {
    /// As messages call it: "the piece `caldwell`".
    pub(super) name: String,
    pub(super) side: usize,
    pub(super) kind: BlockKind,
    pub(super) start: Arrival,
    /// Where it is placed.
    pub(super) at: Span,
    /// Which piece of its side it is.
    pub(super) piece: Option<Slot>,
    /// The zone in which it is set up, and where that is written.
    pub(super) zone: Option<Spanned<FeatureId>>,
}

/// A piece of a side: its command, or none at army level, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) command: Option<usize>,
    pub(super) number: usize,
}

impl Slot {
    /// The piece of a side.
    pub(super) fn of(self, side: &pack::Side) -> Option<&pack::Piece> {
        match self.command {
            Some(command) => side.commands.get(command)?.pieces.get(self.number),
            None => side.commander.as_ref()?.pieces.get(self.number),
        }
    }

    /// The piece of a side, to be changed.
    pub(super) fn of_mut(self, side: &mut pack::Side) -> Option<&mut pack::Piece> {
        match self.command {
            Some(command) => side.commands.get_mut(command)?.pieces.get_mut(self.number),
            None => side.commander.as_mut()?.pieces.get_mut(self.number),
        }
    }
}

/// Arm and row of a piece that fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Troops {
    /// Its arm, or the one that its type is like.
    pub(super) kind: pack::PieceType,
    /// Its row of Table A, or that of its own type.
    pub(super) rules: pack::PieceRules,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// A combat piece.
    Combat(Troops),
    /// A headquarters.
    Headquarters,
    /// A baggage train.
    Baggage,
}

/// A block with the ground that it covers.
pub(super) struct Standing {
    pub(super) block: SetUpBlock,
    /// `None` for a column that is not on a road.
    pub(super) shape: Option<Shape>,
    /// Where the head of a column is on its road.
    pub(super) road: Option<RoadPose>,
}

/// Everything that was read.
pub(super) struct Battle<'b> {
    pub(super) context: &'b Context<'b>,
    pub(super) terrain: &'b Terrain,
    pub(super) column_lengths: ColumnLengths,
    /// The sides that could be read, in the order of the file.
    pub(super) forces: Vec<Forces<'b>>,
    pub(super) standing: Vec<Standing>,
    /// Who stands where he cannot.
    pub(super) layout: Layout,
}

impl Standing {
    /// A block on its ground.
    pub(super) fn new(
        context: &Context<'_>,
        columns: ColumnLengths,
        terrain: &Terrain,
        block: SetUpBlock,
    ) -> Self {
        let footprint = footprint(context, block.kind);
        let (shape, road) = match block.start {
            Arrival::Line(pose) => (Some(Shape::Block(Block::new(pose, footprint))), None),
            Arrival::Reserve(_) | Arrival::Reinforcement => (None, None),
            Arrival::Column(pose) => {
                let head = terrain.roads().head(pose);
                let length = Self::column_length(columns, block.kind);
                let strip = head.and_then(|head| {
                    Strip::new(terrain.roads().trail(head, length), footprint.depth)
                });
                (strip.map(Shape::Strip), head)
            }
        };
        Self { block, shape, road }
    }

    /// The length on the road of a block in column.
    pub(super) const fn column_length(columns: ColumnLengths, kind: BlockKind) -> GroundLength {
        match kind {
            BlockKind::Combat(troops) => columns.of(troops.kind),
            BlockKind::Headquarters => columns.headquarters,
            BlockKind::Baggage => columns.baggage,
        }
    }

    /// Is it a combat piece?
    pub(super) const fn fights(&self) -> bool {
        matches!(self.block.kind, BlockKind::Combat(_))
    }
}

/// The ground that a block covers in line.
pub(super) fn footprint(context: &Context<'_>, kind: BlockKind) -> Footprint {
    match kind {
        BlockKind::Combat(_) => context.footprints.combat,
        BlockKind::Headquarters => context.footprints.headquarters,
        BlockKind::Baggage => context.footprints.baggage,
    }
}

impl<'b> Battle<'b> {
    /// Does a piece that is meant to be fresh stand in buildings, so that it starts spent
    /// (PB-3.29)?
    pub(super) fn is_spent_in_buildings(&self, one: &Standing) -> bool {
        let (BlockKind::Combat(troops), Some(slot)) = (one.block.kind, one.block.piece) else {
            return false;
        };
        let Some(Shape::Block(block)) = &one.shape else { return false };
        let Some(forces) = self.forces.get(one.block.side) else { return false };
        // PB-A10: a detachment has one state.
        troops.rules.status == StatusEffect::FreshAndSpent
            && slot.of(&forces.side).is_some_and(|piece| piece.status == pack::Status::Fresh)
            && self.terrain.under(block).buildings
    }

    /// The sides, with what starts spent because it stands in buildings.
    pub(super) fn into_forces(self) -> Vec<Forces<'b>> {
        let spent = self.spent_in_buildings();
        let mut forces = self.forces;
        for (side, slot) in spent {
            if let Some(piece) = slot.of_mut(&mut forces[side].side) {
                piece.status = pack::Status::Spent;
            }
        }
        forces
    }

    /// The pieces that start spent because they stand in buildings, each with its side.
    fn spent_in_buildings(&self) -> Vec<(usize, Slot)> {
        let spent = self.standing.iter().filter(|one| self.is_spent_in_buildings(one));
        spent.filter_map(|one| one.block.piece.map(|slot| (one.block.side, slot))).collect()
    }
}
