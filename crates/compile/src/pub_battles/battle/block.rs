//! Blocks of the set-up: what they are, where they start, and the ground that they cover.

use sandtable_pack as pack;
use sandtable_pack::{Arrival, ColumnLengths, FeatureId, Footprint, GroundLength, GroundPoint};
use sandtable_source::{Span, Spanned};
use sandtable_terrain::{Block, RoadPose, Shape, Strip, Terrain};

use crate::pub_battles::context::Context;

/// A block that starts on the map.
pub(crate) struct SetUpBlock {
    /// As messages call it: "the piece `caldwell`".
    pub(crate) name: String,
    pub(crate) side: usize,
    pub(crate) kind: BlockKind,
    pub(crate) start: Arrival,
    /// Where it is placed.
    pub(crate) at: Span,
    /// Which piece of its side it is.
    pub(crate) piece: Option<Slot>,
    /// The zone in which it is set up, and where that is written.
    pub(crate) zone: Option<Spanned<FeatureId>>,
}

/// The blocks that start on the map.
#[derive(Default)]
pub(crate) struct SetUp {
    pub(crate) blocks: Vec<SetUpBlock>,
    /// Where others were to be, outside the frame.
    pub(crate) outside: Vec<GroundPoint>,
}

/// A piece of a side: its command, or none at army level, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) command: Option<usize>,
    pub(crate) number: usize,
}

impl Slot {
    /// The piece of a side.
    pub(crate) fn of(self, side: &pack::Side) -> Option<&pack::Piece> {
        match self.command {
            Some(command) => side.commands.get(command)?.pieces.get(self.number),
            None => side.commander.as_ref()?.pieces.get(self.number),
        }
    }

    /// The piece of a side, to be changed.
    pub(crate) fn of_mut(self, side: &mut pack::Side) -> Option<&mut pack::Piece> {
        match self.command {
            Some(command) => side.commands.get_mut(command)?.pieces.get_mut(self.number),
            None => side.commander.as_mut()?.pieces.get_mut(self.number),
        }
    }
}

/// Arm and row of a piece that fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Troops {
    /// Its arm, or the one that its type is like.
    pub(crate) kind: pack::PieceType,
    /// Its row of Table A, or that of its own type.
    pub(crate) rules: pack::PieceRules,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// A combat piece.
    Combat(Troops),
    /// A headquarters.
    Headquarters,
    /// A baggage train.
    Baggage,
}

/// A block with the ground that it covers.
pub(crate) struct Standing {
    pub(crate) block: SetUpBlock,
    /// `None` for a column that is not on a road.
    pub(crate) shape: Option<Shape>,
    /// Where the head of a column is on its road.
    pub(crate) road: Option<RoadPose>,
}

impl Standing {
    /// A block on its ground.
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

    /// The length on the road of a block in column.
    pub(crate) const fn column_length(columns: ColumnLengths, kind: BlockKind) -> GroundLength {
        match kind {
            BlockKind::Combat(troops) => columns.of(troops.kind),
            BlockKind::Headquarters => columns.headquarters,
            BlockKind::Baggage => columns.baggage,
        }
    }

    /// Is it a combat piece?
    pub(crate) const fn fights(&self) -> bool {
        matches!(self.block.kind, BlockKind::Combat(_))
    }
}

/// The ground that a block covers in line.
pub(crate) fn footprint(context: &Context<'_>, kind: BlockKind) -> Footprint {
    match kind {
        BlockKind::Combat(_) => context.footprints.combat,
        BlockKind::Headquarters => context.footprints.headquarters,
        BlockKind::Baggage => context.footprints.baggage,
    }
}
