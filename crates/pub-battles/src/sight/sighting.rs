//! What one side sees of an enemy block: where it stands, what its label shows, and of what type it
//! is when it is spotted (PB-2.4, PB-17.2, PB-17.3, PB-A14).

use std::cell::OnceCell;
use std::fmt;

use sandtable_pack::{GroundPoint, PieceType, Quality, Status};
use sandtable_terrain::{GroundUnder, Shape, Terrain};

use crate::battlefield::roster::{PieceIndex, Role};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::ground;
use crate::sight::spotting;

/// What is seen of an enemy piece on the map. Where it stands everybody sees; the rest is looked up
/// when it is asked for, and kept: nothing changes while it is looked at.
#[derive(Clone)]
pub struct Sighting<'a> {
    game: &'a Game,
    /// A number by which it can be named in actions.
    pub piece: PieceIndex,
    /// The ground that it covers.
    pub shape: &'a Shape,
    kind: OnceCell<SightedKind>,
}

/// The cover that the ground under a block gives (PB-34.11).
#[derive(Clone, Copy)]
pub(crate) enum Shelter {
    /// Woods or buildings.
    Everywhere,
    /// Against an attack from ground below this level.
    Above(u8),
}

impl Shelter {
    /// Of ground of which it is known what it is.
    const fn under(ground: GroundUnder) -> Self {
        match ground.woods || ground.buildings {
            true => Self::Everywhere,
            false => Self::Above(ground.level),
        }
    }

    /// Does it hold against an attack from a place?
    pub fn holds(self, terrain: &Terrain, from: GroundPoint) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Above(level) => level > terrain.level_at(from),
        }
    }
}

/// What an enemy's block shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightedKind {
    /// A headquarters.
    Headquarters,
    /// A train that is in contact.
    Baggage,
    /// A block of which nothing is known (PB-A14).
    Block,
    /// It is spotted, and its owner has told the type (PB-17.2).
    Spotted(SpottedType),
    /// Troops whose label was seen.
    Troops(PieceType),
}

/// What the owner of a spotted piece must tell (PB-17.2, PB-A105).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpottedType {
    /// Infantry of all kinds, detachments, and trains too.
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

    /// What it is, as far as that can be known.
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
        } else if rulings::types_are_told(&self.game.field)
            && spotting::is_spotted(self.game, self.piece)
        {
            SightedKind::Spotted(answer)
        } else {
            SightedKind::Block
        }
    }

    /// What its owner must tell when it is spotted (PB-A105); of a headquarters everybody knows.
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

    /// The same for whoever takes a block that shows nothing for foot: of foot it is then not looked up
    /// whether it is spotted, which comes to the same and costs most.
    fn kind_or_foot(&self) -> SightedKind {
        let is_foot = || self.answer() == Some(SpottedType::Foot);
        if self.kind.get().is_none() && !self.game.state.piece(self.piece).known && is_foot() {
            debug_assert!(
                matches!(self.look(), SightedKind::Block | SightedKind::Spotted(SpottedType::Foot)),
                "foot that is not known shows nothing, or is told to be foot"
            );
            return SightedKind::Spotted(SpottedType::Foot);
        }
        self.kind()
    }

    /// What it is taken for by who must reckon with it: what is hidden for infantry or cavalry; none
    /// if it is seen that it does not fight.
    pub(crate) fn taken_for(&self) -> Option<PieceType> {
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

    /// Spent pieces lie with their label up (PB-2.4), and so do HQs that have tried to alter.
    pub fn status(&self) -> Status {
        self.game.state.piece(self.piece).status
    }

    /// Hidden until contact (PB-17.3); the label of a Spent piece shows it.
    pub fn quality(&self) -> Option<Quality> {
        let known = self.game.state.piece(self.piece).known;
        self.game.roster().arm(self.piece).filter(|_| known).map(|arm| arm.quality)
    }

    /// Does the ground under its block give it cover against an attack from a place (PB-34.11)?
    pub fn is_sheltered_from(&self, from: GroundPoint) -> bool {
        let terrain = &self.game.field.terrain;
        let block = self.shape.as_block();
        let shelter = block.map(|_| Shelter::under(ground::under(self.game, self.piece)));
        shelter.is_some_and(|shelter| shelter.holds(terrain, from))
    }

    /// It shows the flag of a headquarters.
    pub fn is_headquarters(&self) -> bool {
        matches!(self.game.roster().piece(self.piece).role, Role::Headquarters { .. })
    }

    /// Its block has the size of a train and not of troops (PB-A13).
    pub fn looks_like_train(&self) -> bool {
        let sizes = &self.game.field.pack.scenario().footprints;
        sizes.baggage != sizes.combat
            && self.shape.as_block().is_some_and(|block| block.footprint() == sizes.baggage)
            && !self.is_headquarters()
    }

    /// For all that is known it may be troops.
    pub fn may_be_troops(&self) -> bool {
        !self.is_headquarters() && !self.looks_like_train()
    }

    /// For all that is known it may project a field of fire (PB-10.1).
    pub(crate) fn may_have_field_of_fire(&self) -> bool {
        match self.kind_or_foot() {
            SightedKind::Headquarters | SightedKind::Baggage => false,
            SightedKind::Block => !self.looks_like_train(),
            // Dragoons are rare.
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
