//! One side's view of an enemy block: its position, its visible label, and its type once spotted
//! (PB-2.4, PB-17.2, PB-17.3, PB-A14).

use std::cell::OnceCell;
use std::fmt;

use sandtable_pack::{GroundPoint, PieceType, Quality, Status};
use sandtable_terrain::{GroundUnder, Shape, Terrain};

use crate::battlefield::roster::{PieceIndex, Role};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::ground;
use crate::sight::spotting;

/// One side's view of an enemy piece on the map. Its position is always visible. Other facts are
/// computed on first use and cached; the borrow prevents changes to the game.
#[derive(Clone)]
pub struct Sighting<'a> {
    game: &'a Game,
    /// The index that identifies the piece in actions.
    pub piece: PieceIndex,
    /// The piece's shape on the map.
    pub shape: &'a Shape,
    kind: OnceCell<SightedKind>,
}

/// The cover from the terrain under a block (PB-34.11).
#[derive(Clone, Copy)]
pub(crate) enum Shelter {
    /// Cover on all sides, from woods or buildings.
    Everywhere,
    /// Cover against an attack from below this level.
    Above(u8),
}

impl Shelter {
    /// The cover from known terrain.
    const fn from_terrain(ground: GroundUnder) -> Self {
        match ground.woods || ground.buildings {
            true => Self::Everywhere,
            false => Self::Above(ground.level),
        }
    }

    /// Whether the cover protects against an attack from a place.
    pub fn holds(self, terrain: &Terrain, from: GroundPoint) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Above(level) => level > terrain.level_at(from),
        }
    }
}

/// The visible kind of an enemy's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightedKind {
    /// A headquarters.
    Headquarters,
    /// A train in contact.
    Baggage,
    /// A block of unknown kind (PB-A14).
    Block,
    /// A spotted block, whose owner has stated its type (PB-17.2).
    Spotted(SpottedType),
    /// Troops whose label has been seen.
    Troops(PieceType),
}

/// The type that the owner of a spotted piece must state (PB-17.2, PB-A105).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpottedType {
    /// All infantry, detachments and trains.
    Foot,
    /// Cavalry and dragoons.
    Mounted,
    /// Artillery.
    Artillery,
}

impl<'a> Sighting<'a> {
    pub(crate) const fn new(game: &'a Game, piece: PieceIndex, shape: &'a Shape) -> Self {
        Self { game, piece, shape, kind: OnceCell::new() }
    }

    /// The kind of the piece, as far as the side can know it.
    pub fn kind(&self) -> SightedKind {
        *self.kind.get_or_init(|| self.look())
    }

    fn look(&self) -> SightedKind {
        let Some(answer) = self.answer() else { return SightedKind::Headquarters };
        if self.game.state.piece(self.piece).known {
            match self.game.roster().arm(self.piece) {
                Some(arm) => SightedKind::Troops(arm.kind),
                None => SightedKind::Baggage,
            }
        } else if rulings::spotting_reveals_type(&self.game.field)
            && spotting::is_spotted(self.game, self.piece)
        {
            SightedKind::Spotted(answer)
        } else {
            SightedKind::Block
        }
    }

    /// The type that the piece's owner must state when it is spotted (PB-A105); headquarters are
    /// always recognisable.
    fn answer(&self) -> Option<SpottedType> {
        match self.game.roster().piece(self.piece).role {
            Role::Headquarters { .. } => None,
            Role::Baggage => Some(SpottedType::Foot),
            Role::Combat(arm) => Some(match arm.kind {
                PieceType::Infantry | PieceType::Detachment => SpottedType::Foot,
                PieceType::Artillery => SpottedType::Artillery,
                PieceType::Cavalry | PieceType::Dragoons => SpottedType::Mounted,
            }),
        }
    }

    /// Like [`Self::kind`], for callers that treat unknown blocks as foot. For foot, it skips the
    /// expensive spotting check, which would not change the result.
    fn kind_or_foot(&self) -> SightedKind {
        let is_foot = || self.answer() == Some(SpottedType::Foot);
        if self.kind.get().is_none() && !self.game.state.piece(self.piece).known && is_foot() {
            debug_assert!(
                matches!(self.look(), SightedKind::Block | SightedKind::Spotted(SpottedType::Foot)),
                "unknown foot is either hidden or spotted as foot"
            );
            return SightedKind::Spotted(SpottedType::Foot);
        }
        self.kind()
    }

    /// The type that the enemy assumes: infantry for unknown or foot blocks, cavalry for mounted
    /// blocks; `None` if the block is known not to fight.
    pub(crate) fn assumed_type(&self) -> Option<PieceType> {
        match self.kind_or_foot() {
            SightedKind::Headquarters | SightedKind::Baggage => None,
            SightedKind::Troops(kind) => Some(kind),
            SightedKind::Block | SightedKind::Spotted(SpottedType::Foot) => {
                Some(PieceType::Infantry)
            }
            SightedKind::Spotted(SpottedType::Mounted) => Some(PieceType::Cavalry),
            SightedKind::Spotted(SpottedType::Artillery) => Some(PieceType::Artillery),
        }
    }

    /// The piece's status, which is always visible. Spent pieces show their label (PB-2.4), and HQs
    /// that have tried to Alter show their flag.
    pub fn status(&self) -> Status {
        self.game.state.piece(self.piece).status
    }

    /// The piece's quality, which is hidden until contact (PB-17.3) unless a Spent piece shows its
    /// label.
    pub fn quality(&self) -> Option<Quality> {
        let known = self.game.state.piece(self.piece).known;
        self.game.roster().arm(self.piece).filter(|_| known).map(|arm| arm.quality)
    }

    /// Whether the terrain under the block gives cover against an attack from a place (PB-34.11).
    pub fn is_sheltered_from(&self, from: GroundPoint) -> bool {
        let terrain = &self.game.field.terrain;
        let block = self.shape.as_block();
        let shelter =
            block.map(|_| Shelter::from_terrain(ground::terrain_under(self.game, self.piece)));
        shelter.is_some_and(|shelter| shelter.holds(terrain, from))
    }

    /// Whether the block shows the flag of a headquarters.
    pub fn is_headquarters(&self) -> bool {
        matches!(self.game.roster().piece(self.piece).role, Role::Headquarters { .. })
    }

    /// Whether the block has the size of a train rather than of troops (PB-A13).
    pub fn looks_like_train(&self) -> bool {
        let sizes = &self.game.field.pack.scenario().footprints;
        sizes.baggage != sizes.combat
            && self.shape.as_block().is_some_and(|block| block.footprint() == sizes.baggage)
            && !self.is_headquarters()
    }

    /// Whether the side must assume that the piece may be troops.
    pub fn may_be_troops(&self) -> bool {
        !self.is_headquarters() && !self.looks_like_train()
    }

    /// Whether the side must assume that the piece may project a Field of Fire (PB-10.1).
    pub(crate) fn may_have_field_of_fire(&self) -> bool {
        match self.kind_or_foot() {
            SightedKind::Headquarters | SightedKind::Baggage => false,
            SightedKind::Block => !self.looks_like_train(),
            // Dragoons are rare, so mounted pieces count as ordinary cavalry.
            SightedKind::Spotted(answer) => {
                answer != SpottedType::Mounted && !self.looks_like_train()
            }
            SightedKind::Troops(_) => {
                let arm = self.game.roster().arm(self.piece);
                arm.is_some_and(|arm| arm.rules.field_of_fire)
            }
        }
    }
}

impl fmt::Debug for Sighting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sighting")
            .field("piece", &self.piece)
            .field("shape", self.shape)
            .field("kind", &self.kind())
            .field("status", &self.status())
            .field("quality", &self.quality())
            .finish()
    }
}
