//! PB-A35: space to turn. A piece without space shifts by up to half its thickness.

use sandtable_pack::GroundLength;
use sandtable_terrain::{Block, MarshAccess, Shape};
use smallvec::SmallVec;

use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::game::Game;

/// The number of distances tried, up to half a thickness, the smallest first.
const SHIFT_COUNT: i32 = 8;
/// An upper bound on the extra distance from rounding to whole centimetres.
const ROUNDING: GroundLength = GroundLength::from_centimetres(2);

impl Game {
    /// PB-A35: the final position of a block after a turn. It must not overlap other pieces, touch
    /// an enemy or be on closed terrain; `None` if there is no such position. PB-A78: a piece in
    /// contact does not shift.
    pub(crate) fn room_to_turn(&self, piece: PieceIndex, turned: &Block) -> Option<Block> {
        if self.fits(piece, turned) {
            return Some(*turned);
        }
        // PB-A78: a piece in contact does not shift.
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
        // PB-6.4: the block must not overlap a piece. PB-A81: it must not touch an enemy either.
        let is_in_the_way = |place: &Shape, &(side, ground): &(SideIndex, &Shape)| {
            if side == enemy { ground.within(place, tolerance) } else { ground.overlaps(place) }
        };
        shifts(*turned).find(|place| {
            let shape = Shape::from(*place);
            !near.iter().any(|other| is_in_the_way(&shape, other))
                && self.field.terrain.holds(place.centre())
                && !self.is_closed(place, marsh)
                && self.makes_way(turned, place, marsh)
        })
    }

    /// PB-A35: the position of a block that turns during a move. The block may pass friends
    /// (PB-6.5), but must not overlap enemies, except those it is about to leave (PB-11.1).
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
                && self.makes_way(turned, place, marsh)
        })
    }

    /// Whether a piece can shift to a place without crossing a river, closed terrain or the edge of
    /// the map.
    fn makes_way(&self, from: &Block, to: &Block, marsh: MarshAccess) -> bool {
        self.field.terrain.leg(from, to.centre()).barrier(marsh).is_none()
    }
}

/// Whether a block overlaps the other shape in every shifted position.
fn is_covered_everywhere(block: &Block, ground: &Shape) -> bool {
    let is_covered = !ground.could_part_from(&Shape::from(*block), farthest(block));
    debug_assert!(
        !is_covered || shifts(*block).all(|place| ground.overlaps(&Shape::from(place))),
        "no free place is ruled out"
    );
    is_covered
}

/// The maximum shift of a block, including rounding.
fn farthest(block: &Block) -> GroundLength {
    block.depth() / 2 + ROUNDING
}

/// The shifted positions of a block, the nearest first; at each distance, straight back comes
/// first.
fn shifts(block: Block) -> impl Iterator<Item = Block> {
    let max_shift = block.depth() / 2;
    (1..=SHIFT_COUNT).flat_map(move |step| {
        (0..16).map(move |index: i32| {
            let turn = (index + 1) / 2 * if index % 2 == 1 { 256 } else { -256 };
            let way = block.facing().reversed().turned_by(turn);
            block.moved_to(block.centre() + way.advance(max_shift * step / SHIFT_COUNT))
        })
    })
}
