//! Blocks in impossible positions, found once for the whole set-up. A block that must move is not
//! reported again for any consequences.

use std::collections::BTreeSet;

use sandtable_pack::GroundPoint;
use sandtable_terrain::{Shape, Terrain};

use super::block::{BlockKind, PlacedBlock};
use crate::pub_battles::context::Context;

/// Impossible positions in the set-up. Blocks are given by index in
/// [`Battle::blocks`](super::Battle::blocks).
#[derive(Default)]
pub(crate) struct Layout {
    /// The blocks that extend beyond the frame, each with its corner that is furthest outside.
    pub(crate) outside: Vec<(usize, GroundPoint)>,
    /// The blocks on terrain that is closed to them.
    pub(crate) on_closed_ground: Vec<(usize, ClosedGround)>,
    /// The pairs of overlapping blocks, later block first.
    pub(crate) overlaps: Vec<(usize, usize)>,
    /// The pairs of enemy blocks in contact, later block first.
    pub(crate) contacts: Vec<(usize, usize)>,
    misplaced: BTreeSet<usize>,
}

/// The terrain that is closed to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClosedGround {
    /// Impassable terrain (PB-34.9).
    Impassable,
    /// A river (PB-34.5).
    River,
    /// Marsh, closed to artillery, cavalry and trains (PB-34.6).
    Marsh,
}

impl Layout {
    /// Checks every block and every pair of blocks.
    pub(crate) fn of(context: &Context<'_>, terrain: &Terrain, standing: &[PlacedBlock]) -> Self {
        let mut layout = Self::default();
        for (index, one) in standing.iter().enumerate() {
            let Some(shape) = &one.shape else { continue };
            layout
                .outside
                .extend(furthest_outside_corner(terrain, shape).map(|corner| (index, corner)));
            layout
                .on_closed_ground
                .extend(closed_terrain(terrain, one.block.kind, shape).map(|why| (index, why)));
        }
        for (index, one) in standing.iter().enumerate() {
            for (before, other) in standing[..index].iter().enumerate() {
                let (Some(shape), Some(other_shape)) = (&one.shape, &other.shape) else { continue };
                let tolerance = context.ruleset.distances.contact_tolerance;
                // PB-12: HQs cannot be attacked.
                let fights = |one: &PlacedBlock| one.block.kind != BlockKind::Headquarters;
                if shape.overlaps(other_shape) {
                    layout.overlaps.push((index, before));
                } else if one.block.side != other.block.side
                    && fights(one)
                    && fights(other)
                    && shape.within(other_shape, tolerance)
                {
                    layout.contacts.push((index, before));
                }
            }
        }
        let pairs = layout.overlaps.iter().chain(&layout.contacts);
        layout.misplaced = pairs
            .flat_map(|&(one, other)| [one, other])
            .chain(layout.outside.iter().map(|&(index, _)| index))
            .chain(layout.on_closed_ground.iter().map(|&(index, _)| index))
            .collect();
        layout
    }

    /// Whether a block must move in any case.
    pub(crate) fn is_misplaced(&self, index: usize) -> bool {
        self.misplaced.contains(&index)
    }
}

/// The corner of a block that is furthest outside the frame, if any. A column may extend over its
/// edge of entry (PB-A19).
pub(crate) fn furthest_outside_corner(terrain: &Terrain, shape: &Shape) -> Option<GroundPoint> {
    let Shape::Block(block) = shape else { return None };
    let (width, height) = (terrain.width().centimetres(), terrain.height().centimetres());
    let outside_corners = block.corners().into_iter().filter(|&corner| !terrain.holds(corner));
    outside_corners.max_by_key(|&GroundPoint { x, y }| (-x).max(x - width).max(-y).max(y - height))
}

/// The closed terrain that covers most of a block, if any (PB-3.28, PB-A4).
pub(crate) fn closed_terrain(
    terrain: &Terrain,
    kind: BlockKind,
    shape: &Shape,
) -> Option<ClosedGround> {
    let Shape::Block(block) = shape else { return None };
    let under = terrain.ground_under(block);
    let enters_marsh = match kind {
        BlockKind::Combat(troops) => troops.rules.enters_marsh,
        BlockKind::Headquarters => true,
        // PB-6.13: trains may not enter marsh.
        BlockKind::Baggage => false,
    };
    match under {
        _ if under.impassable => Some(ClosedGround::Impassable),
        _ if under.river => Some(ClosedGround::River),
        _ if under.marsh && !enters_marsh => Some(ClosedGround::Marsh),
        _ => None,
    }
}
