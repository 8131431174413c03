//! The keywords used in items.

use sandtable_pack::{Edge, Formation, PieceType, Quality, Reserve, Status};

macro_rules! words {
    ($($(#[$doc:meta])* $write:ident, $read:ident: $of:ident { $($word:literal = $value:ident),+ $(,)? })+) => {
        $(
            $(#[$doc])*
            pub(super) const fn $write(of: $of) -> &'static str {
                match of { $($of::$value => $word),+ }
            }

            pub(super) fn $read(word: &str) -> Option<$of> {
                match word { $($word => Some($of::$value),)+ _ => None }
            }
        )+
    };
}

words! {
    /// An arm of Table A.
    arm, read_arm: PieceType {
        "infantry" = Infantry, "detachment" = Detachment, "artillery" = Artillery, "cavalry" = Cavalry,
        "dragoons" = Dragoons,
    }
    /// A quality.
    quality, read_quality: Quality {
        "militia" = Militia, "regular" = Regular, "elite" = Elite, "guard" = Guard,
    }
    /// Fresh or Spent.
    status, read_status: Status { "fresh" = Fresh, "spent" = Spent }
    /// The group with which a block is in reserve: its command or the army.
    reserve, read_reserve: Reserve { "command" = Command, "army" = Army }
    /// An edge of the map.
    edge, read_edge: Edge { "north" = North, "east" = East, "south" = South, "west" = West }
    /// Line or column.
    formation, read_formation: Formation { "line" = Line, "column" = Column }
}
