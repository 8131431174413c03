//! Blocks of the set-up: their type, start and footprint.

use sandtable_pack as pack;
use sandtable_pack::{Arrival, ColumnLengths, FeatureId, Footprint, GroundLength, GroundPoint};
use sandtable_source::{Span, Spanned};
use sandtable_terrain::{Block, RoadPose, Shape, Strip, Terrain};

use crate::pub_battles::context::Context;

/// A block that starts on the map.
pub(crate) struct SetUpBlock {
    /// The name used in messages: "piece `caldwell`".
    pub(crate) name: String,
    pub(crate) side: usize,
    pub(crate) kind: BlockKind,
    pub(crate) start: Arrival,
    /// The span of the block's position.
    pub(crate) at: Span,
    /// The slot of the piece in its side.
    pub(crate) piece: Option<Slot>,
    /// The set-up zone, with the span of its name.
    pub(crate) zone: Option<Spanned<FeatureId>>,
}

/// The blocks that start on the map.
#[derive(Default)]
pub(crate) struct SetUp {
    pub(crate) blocks: Vec<SetUpBlock>,
    /// The positions of blocks outside the frame.
    pub(crate) outside: Vec<GroundPoint>,
}

/// The index of a piece in its side: its command, or `None` at army level, and the index within
/// that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) command: Option<usize>,
    pub(crate) number: usize,
}

impl Slot {
    /// Returns the side's piece in this slot.
    pub(crate) fn piece_in(self, side: &pack::Side) -> Option<&pack::Piece> {
        match self.command {
            Some(command) => side.commands.get(command)?.pieces.get(self.number),
            None => side.commander.as_ref()?.pieces.get(self.number),
        }
    }

    /// Returns the side's piece in this slot mutably.
    pub(crate) fn piece_in_mut(self, side: &mut pack::Side) -> Option<&mut pack::Piece> {
        match self.command {
            Some(command) => side.commands.get_mut(command)?.pieces.get_mut(self.number),
            None => side.commander.as_mut()?.pieces.get_mut(self.number),
        }
    }
}

/// The arm and the rules row of a combat piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Troops {
    /// The arm of the piece, or the arm that its custom type resembles.
    pub(crate) kind: pack::PieceType,
    /// The piece's row in Table A, or the row of its custom type.
    pub(crate) rules: pack::PieceRules,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// A combat piece.
    Combat(Troops),
    /// A headquarters.
    Headquarters,
    /// A baggage train.
    Baggage,
}

/// A block with its footprint on the ground.
pub(crate) struct PlacedBlock {
    pub(crate) block: SetUpBlock,
    /// The footprint; `None` for a column that is not on a road.
    pub(crate) shape: Option<Shape>,
    /// The position of a column's head on its road.
    pub(crate) road: Option<RoadPose>,
}

impl PlacedBlock {
    /// Places a block on the map.
    pub(crate) fn new(
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

    /// The length of road that a block occupies in column.
    pub(crate) const fn column_length(columns: ColumnLengths, kind: BlockKind) -> GroundLength {
        match kind {
            BlockKind::Combat(troops) => columns.for_kind(troops.kind),
            BlockKind::Headquarters => columns.headquarters,
            BlockKind::Baggage => columns.baggage,
        }
    }

    /// Whether the block is a combat piece.
    pub(crate) const fn is_combat_piece(&self) -> bool {
        matches!(self.block.kind, BlockKind::Combat(_))
    }
}

/// The footprint of a block in line.
pub(crate) fn footprint(context: &Context<'_>, kind: BlockKind) -> Footprint {
    match kind {
        BlockKind::Combat(_) => context.footprints.combat,
        BlockKind::Headquarters => context.footprints.headquarters,
        BlockKind::Baggage => context.footprints.baggage,
    }
}
