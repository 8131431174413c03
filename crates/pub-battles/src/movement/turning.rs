//! PB-A35: a turn needs room: where it has none, the piece gives way by up to half its thickness.

use sandtable_pack::GroundLength;
use sandtable_terrain::{Block, MarshIs, Shape};
use smallvec::SmallVec;

use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::game::Game;

/// So many distances are tried up to half a thickness, the least first.
const SHIFTS: i32 = 8;
/// More than a way is longer for its parts being rounded to whole centimetres.
const ROUNDING: GroundLength = GroundLength::from_centimetres(2);

impl Game {
    /// PB-A35: where a block stays that has turned: it may overlap nothing and touch no enemy, nor stand on
    /// closed ground; none where it has no room. PB-A78: in contact it does not give way.
    pub(crate) fn room_to_turn(&self, piece: PieceIndex, turned: &Block) -> Option<Block> {
        if self.fits(piece, turned) {
            return Some(*turned);
        }
        // PB-A78.
        if self.state.in_contact(piece) {
            return None;
        }
        let marsh = self.marsh_for(piece);
        let tolerance = self.field.distances().contact_tolerance;
        let shape = Shape::from(*turned);
        let reach = shape.reach(farthest(turned) + tolerance);
        let near = SideIndex::BOTH.into_iter().flat_map(|side| {
            self.solid_near(side, reach)
                .filter(move |&(other, _)| other != piece)
                .map(move |(_, ground)| (side, ground))
        });
        let near = near.filter(|(_, ground)| ground.within(&shape, farthest(turned) + tolerance));
        let near: SmallVec<[(SideIndex, &Shape); 8]> = near.collect();
        if near.iter().any(|(_, ground)| is_covered_everywhere(turned, ground)) {
            return None;
        }
        let enemy = self.roster().piece(piece).side.enemy();
        // PB-6.4; PB-A81: nor is an enemy touched.
        let is_in_the_way = |place: &Shape, &(side, ground): &(SideIndex, &Shape)| {
            if side == enemy { ground.within(place, tolerance) } else { ground.overlaps(place) }
        };
        shifts(*turned).find(|place| {
            let shape = Shape::from(*place);
            !near.iter().any(|other| is_in_the_way(&shape, other))
                && self.field.terrain.holds(place.centre())
                && !self.is_closed(place, marsh)
                && self.gives_way(turned, place, marsh)
        })
    }

    /// PB-A35: a block that has turned on its way: friends are passed (PB-6.5), but it may overlap no enemy
    /// but those whom it is about to leave (PB-11.1).
    pub(crate) fn room_on_the_way(&self, piece: PieceIndex, turned: &Block) -> Option<Block> {
        let shape = Shape::from(*turned);
        let enemy = self.roster().piece(piece).side.enemy();
        let is_left = |enemy: PieceIndex| self.state.contact(piece, enemy).is_some();
        let mut enemies = self.solid_near(enemy, *shape.bounds());
        if !enemies.any(|(enemy, ground)| ground.overlaps(&shape) && !is_left(enemy)) {
            return Some(*turned);
        }
        let near = self.solid_near(enemy, shape.reach(farthest(turned)));
        let near = near.filter(|(_, ground)| ground.within(&shape, farthest(turned)));
        let near = near.filter(|&(enemy, _)| !is_left(enemy)).map(|(_, ground)| ground);
        let near: SmallVec<[&Shape; 8]> = near.collect();
        if near.iter().any(|ground| is_covered_everywhere(turned, ground)) {
            return None;
        }
        let marsh = self.marsh_for_all(piece);
        shifts(*turned).find(|place| {
            let shape = Shape::from(*place);
            !near.iter().any(|ground| ground.overlaps(&shape))
                && self.gives_way(turned, place, marsh)
        })
    }

    /// Nobody gives way over a river, closed ground or the edge of the map.
    fn gives_way(&self, from: &Block, to: &Block, marsh: MarshIs) -> bool {
        self.field.terrain.leg(from, to.centre()).barrier(marsh).is_none()
    }
}

/// Does a block overlap another's ground wherever it gives way?
fn is_covered_everywhere(block: &Block, ground: &Shape) -> bool {
    let is_covered = !ground.could_part_from(&Shape::from(*block), farthest(block));
    debug_assert!(
        !is_covered || shifts(*block).all(|place| ground.overlaps(&Shape::from(place))),
        "nobody who comes clear is left out"
    );
    is_covered
}

/// No farther does a block give way, whatever rounding does.
fn farthest(block: &Block) -> GroundLength {
    block.depth() / 2 + ROUNDING
}

/// The places to which a block gives way, the nearest first, and of these that straight behind it.
fn shifts(block: Block) -> impl Iterator<Item = Block> {
    let most = block.depth() / 2;
    (1..=SHIFTS).flat_map(move |step| {
        (0..16).map(move |index: i32| {
            let turn = (index + 1) / 2 * if index % 2 == 1 { 256 } else { -256 };
            let way = block.facing().reversed().turned_by(turn);
            block.moved_to(block.centre() + way.advance(most * step / SHIFTS))
        })
    })
}
