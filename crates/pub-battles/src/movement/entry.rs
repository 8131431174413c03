//! PB-A19, PB-A20: entry of reinforcements.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Edge, Entry, GroundLength, GroundPoint, Pose};
use sandtable_terrain::{Block, Shape};

use crate::battlefield::roster::{PieceIndex, Role};
use crate::game::Game;
use crate::state::column;
use crate::state::column::Column;
use sandtable_engine::{Refusal, refuse};

/// The start of a piece's entry; a piece in line starts just outside the map. `behind` is the
/// distance a column loses to pieces that entered before it.
pub(crate) enum Entrance {
    Line { block: Block },
    Column { column: Column, behind: GroundLength },
}

impl Game {
    /// The block of a reinforcement at its place of entry, even if the place is occupied.
    pub(crate) fn entry_block(&self, piece: PieceIndex) -> Option<Block> {
        if !self.is_due(piece) {
            return None;
        }
        let entry = self.entry_of(piece)?;
        Some(self.line_block(piece, Pose { centre: entry.at, facing: entry.edge.inward() }))
    }

    /// PB-A19: the start of a reinforcement's entry, in column or in line.
    pub(crate) fn entrance(&self, piece: PieceIndex, column: bool) -> Result<Entrance, Refusal> {
        if !self.is_due(piece) {
            return refuse(PB_3_10, "the reinforcement is not due");
        }
        let Some(entry) = self.entry_of(piece) else {
            return refuse(PB_3_10, "the reinforcement has no place of entry");
        };
        let card = self.roster().piece(piece);
        if column {
            let roads = self.field.terrain.roads();
            let place = entry.road.as_ref().and_then(|_| {
                roads.nearest(entry.at, self.field.distances().contact_tolerance * 5)
            });
            let Some(place) = place else {
                return refuse(PB_A19, "no road enters the map here");
            };
            if self.is_threatened(piece, entry.at) {
                return refuse(PB_A19, "the enemy holds the place of entry");
            }
            let at = column::pose_toward(roads, place, entry.edge.inward());
            let column = Column::formed(roads, at, card.column_length);
            if column.strip(card.footprint.depth).is_none() {
                return refuse(PB_A19, "no road enters the map here");
            }
            return Ok(Entrance::Column { column, behind: self.queue_distance(entry) });
        }
        let facing = entry.edge.inward();
        // Only enemies near enough to threaten a place of entry matter.
        let reach = self.field.distances().foot_third;
        let near: Vec<&Shape> = self
            .troops(card.side.enemy())
            .map(|(_, shape)| shape)
            .filter(|shape| shape.within_of(entry.at, reach * 2))
            .collect();
        for centre in self.places_along(entry) {
            let block = self.line_block(piece, Pose { centre, facing });
            let is_threatened = near.iter().any(|shape| shape.within_of(centre, reach));
            if !is_threatened && self.is_free(piece, &block) {
                // PB-A19: the block's front is on the map edge, with its centre still outside.
                let outside = facing.reversed().advance(card.footprint.depth / 2);
                return Ok(Entrance::Line { block: block.moved_to(centre + outside) });
            }
        }
        refuse(PB_A19, "there is no free place to enter")
    }

    /// PB-A19: the distance of a piece behind the map edge: one column length for each piece that
    /// entered in column before it.
    fn queue_distance(&self, entry: &Entry) -> GroundLength {
        let is_headquarters =
            |piece| matches!(self.roster().piece(piece).role, Role::Headquarters { .. });
        self.state
            .entered
            .iter()
            .filter(|&&other| self.entry_of(other).is_some_and(|one| one.id == entry.id))
            .filter(|&&other| !is_headquarters(other))
            .map(|&other| self.roster().piece(other).column_length)
            .sum()
    }

    /// The place of entry, then places along the same edge within F3, the nearest first.
    fn places_along(&self, entry: &Entry) -> impl Iterator<Item = GroundPoint> + use<> {
        let step = self.field.pack.scenario().footprints.combat.depth;
        let reach = self.field.distances().foot_third;
        let count = reach.centimetres() / step.centimetres().max(1);
        let (at, edge) = (entry.at, entry.edge);
        let (width, height) = (self.field.pack.map().width, self.field.pack.map().height);
        (0..=2 * count)
            .map(move |index| {
                let shift = (index + 1) / 2 * if index % 2 == 1 { 1 } else { -1 };
                let shift = shift * step.centimetres();
                match edge {
                    Edge::North | Edge::South => GroundPoint::new(at.x + shift, at.y),
                    Edge::East | Edge::West => GroundPoint::new(at.x, at.y + shift),
                }
            })
            .filter(move |place| {
                (0..=width.centimetres()).contains(&place.x)
                    && (0..=height.centimetres()).contains(&place.y)
            })
    }

    pub(crate) fn is_threatened(&self, piece: PieceIndex, place: GroundPoint) -> bool {
        let reach = self.field.distances().foot_third;
        let enemy = self.roster().piece(piece).side.enemy();
        self.troops(enemy).any(|(_, shape)| shape.within_of(place, reach))
    }

    fn is_free(&self, piece: PieceIndex, block: &Block) -> bool {
        !self.is_crowded(piece, &Shape::from(*block))
            && !self.is_closed(block, self.marsh_for(piece))
    }
}
