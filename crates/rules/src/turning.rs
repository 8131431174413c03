//! PB-A35: a turn needs room: where it has none, the piece gives way by up to half its thickness.

use sandtable_terrain::{Block, MarshIs, Shape};

use crate::game::Game;
use crate::roster::PieceIndex;

/// So many distances are tried up to half a thickness, the least first.
const SHIFTS: i32 = 8;

impl Game {
    /// PB-A35: where a block stays that has turned: it may overlap nothing and touch no enemy, nor stand on
    /// closed ground; none where it has no room. PB-A78: in contact it does not give way.
    pub(crate) fn room_to_turn(&self, piece: PieceIndex, turned: &Block) -> Option<Block> {
        if self.fits(piece, turned) {
            return Some(*turned);
        }
        let marsh = self.marsh_for(piece);
        let may_shift = !self.state.in_contact(piece);
        let mut shifted = shifts(*turned).filter(|_| may_shift);
        shifted.find(|place| self.fits(piece, place) && self.gives_way(turned, place, marsh))
    }

    /// PB-A35: a block that has turned on its way: friends are passed (PB-6.5), but it may overlap no enemy
    /// but those whom it is about to leave (PB-11.1).
    pub(crate) fn room_on_the_way(&self, piece: PieceIndex, turned: &Block) -> Option<Block> {
        if !self.overlaps_enemy(piece, turned) {
            return Some(*turned);
        }
        let marsh = self.marsh_for_all(piece);
        let is_free = |place: &Block| !self.overlaps_enemy(piece, place);
        shifts(*turned).find(|place| is_free(place) && self.gives_way(turned, place, marsh))
    }

    fn overlaps_enemy(&self, piece: PieceIndex, block: &Block) -> bool {
        let shape = Shape::from(*block);
        let enemy = self.roster().piece(piece).side.enemy();
        self.solid(enemy).any(|(enemy, ground)| {
            ground.overlaps(&shape) && self.state.contact(piece, enemy).is_none()
        })
    }

    /// Nobody gives way over a river, closed ground or the edge of the map.
    fn gives_way(&self, from: &Block, to: &Block, marsh: MarshIs) -> bool {
        self.field.terrain.leg(from, to.centre()).barrier(marsh).is_none()
    }
}

/// The places to which a block gives way, the nearest first, and of these that straight behind it.
fn shifts(block: Block) -> impl Iterator<Item = Block> {
    let most = block.depth() / 2;
    (1..=SHIFTS).flat_map(move |step| {
        (0..16).map(move |index: i32| {
            let turn = (index + 1) / 2 * if index % 2 == 1 { 256 } else { -256 };
            let way = block.facing().reversed().turned(turn);
            block.moved_to(block.centre() + way.advance(most * step / SHIFTS))
        })
    })
}
