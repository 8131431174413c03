//! Indices of a battle's parts for the engine. Each kind is numbered in order of ids, so "by id"
//! (FAB-E2, FAB-E4) means in numeric order.

use serde::{Deserialize, Serialize};

macro_rules! index {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// The index as `usize`.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The part at this position.
            #[inline]
            pub fn at(index: usize) -> Self {
                Self(<$inner>::try_from(index).expect("a battle's counts are bounded"))
            }
        }
    };
}

index!(
    /// An area.
    AreaIndex(u8)
);
index!(
    /// A border between two areas.
    EdgeIndex(u16)
);
index!(
    /// A unit.
    UnitIndex(u8)
);
index!(
    /// An asset, an event or a reusable Special Action.
    ChitIndex(u8)
);
index!(
    /// A higher formation.
    FormationIndex(u8)
);

impl AreaIndex {
    /// The maximum number of areas in a battle.
    pub const COUNT: usize = 1 << u8::BITS;
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideIndex {
    /// The side that moves first in every turn (FAB-2.1c).
    First,
    /// The other side.
    Second,
}

impl SideIndex {
    /// Both sides, in order of play.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The index as `usize`.
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// The opposing side.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}
