//! Breaches of the agreement by an order of battle.

use std::fmt;

/// A breach of the agreement. It names parts of the force, so only the owner may see it before the
/// battle ends; afterwards, both players may.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// The side is not free in the base pack (PB-32.1).
    NotFree,
    /// The force may not set up (PB-32.3).
    MayNotSetUp,
    /// The force may not enter by this edge (PB-32.3).
    Edge(&'static str),
    /// A block is set up outside its permitted ground (PB-32.3).
    OutsideZone(String),
    /// A block is set up, but the force enters from an edge of the map (PB-32.3).
    SetUp(String),
    /// Nothing is set up, and the force does not enter by an edge (PB-32.3).
    NothingSetUp,
    /// An HQ or a train is set up in column; in an author's file, only pieces can be in column.
    InColumn(String),
    /// A block arrives by an entry that was not offered (PB-32.3).
    Entry(String),
    /// A block enters later, but all blocks must be present from the start (PB-32.1).
    LateArrival(String),
    /// A block arrives before the battle begins or after it ends.
    NoSuchTurn(String),
    /// A name contains an invisible character.
    InvisibleCharacter(String, char),
    /// A name contains a character that the scheme does not know.
    UnknownCharacter(String, char),
    /// More pieces of a type than available (PB-32.1).
    Pool {
        /// The type.
        type_name: String,
        /// The number found.
        found: u32,
        /// The number available.
        most: u32,
    },
    /// A type or quality missing from the ruleset (PB-3.27).
    UnknownType(String),
    /// More commands than agreed.
    Commands(u32, u32),
    /// A rating outside the agreed range.
    Rating(String, u8),
    /// More victory points than agreed (PB-29.1).
    Points(u32, u32),
    /// More trains than agreed.
    Baggage(u32, u32),
    /// More detachments than agreed.
    Detachments(u32, u32),
    /// An id used more than once.
    DuplicateId(String),
    /// A command that does not have exactly one HQ.
    Headquarters(u8),
    /// An unknown road, zone or command.
    UnknownId(String),
    /// No command, and therefore no troops (PB-32.2).
    NoCommand,
    /// A gap in the command numbers.
    Gap(u8),
    /// A command without pieces (PB-2.2).
    NoPieces(u8),
    /// A command without a chit; only an army commander may lack one (PB-3.12).
    NoChit(u8),
    /// A Spent detachment; detachments are never Spent (PB-24.6).
    Spent(String),
    /// Baggage trains without a line of communication (PB-3.26).
    NoLine,
    /// A line of communication along a road that does not lead off the map (PB-3.26).
    RoadInside(String),
    /// None of the lines of communication leaves the map by the edge of entry (PB-A161).
    EdgeWithoutLine,
    /// An error that no battle allows.
    Impossible(String),
    /// An error that `check` would report for the author's file, with its code.
    Rejected(String),
}

impl Breach {
    /// The invisible or unknown character, if that is the breach.
    pub const fn character(&self) -> Option<char> {
        match self {
            Self::InvisibleCharacter(_, character) | Self::UnknownCharacter(_, character) => {
                Some(*character)
            }
            _ => None,
        }
    }

    /// Whether the force does not fit the base pack. Any other breach means that a limit was not
    /// kept.
    pub const fn does_not_fit(&self) -> bool {
        matches!(
            self,
            Self::NotFree
                | Self::NoSuchTurn(_)
                | Self::UnknownType(_)
                | Self::InvisibleCharacter(..)
                | Self::UnknownCharacter(..)
                | Self::DuplicateId(_)
                | Self::Headquarters(_)
                | Self::UnknownId(_)
                | Self::NoCommand
                | Self::Gap(_)
                | Self::NoPieces(_)
                | Self::NoChit(_)
                | Self::Spent(_)
                | Self::NoLine
                | Self::InColumn(_)
                | Self::RoadInside(_)
                | Self::EdgeWithoutLine
                | Self::Impossible(_)
                | Self::Rejected(_)
        )
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFree => f.write_str("this side is not free in the base pack (PB-32.1)"),
            Self::MayNotSetUp => {
                f.write_str("the force is set up, but may only enter by an edge (PB-32.3)")
            }
            Self::Edge(edge) => write!(f, "the force may not enter by the {edge} edge (PB-32.3)"),
            Self::OutsideZone(id) => {
                write!(f, "`{id}` is set up outside its permitted ground (PB-32.3)")
            }
            Self::SetUp(id) => {
                write!(
                    f,
                    "`{id}` is set up, but the force enters from an edge of the map (PB-32.3)"
                )
            }
            Self::NothingSetUp => f.write_str(
                "nothing is set up on the map, and the force does not enter by an edge (PB-32.3)",
            ),
            Self::InColumn(id) => {
                write!(f, "`{id}` is set up in column, but only pieces may be")
            }
            Self::Entry(id) => write!(f, "the entry `{id}` was not offered (PB-32.3)"),
            Self::LateArrival(id) => {
                write!(
                    f,
                    "`{id}` enters later, but all blocks must be present from the start (PB-32.1)"
                )
            }
            Self::NoSuchTurn(when) => {
                write!(f, "something enters on {when}, outside the battle")
            }
            Self::Pool { type_name: of_type, found, most } => {
                write!(
                    f,
                    "found {found} pieces of type `{of_type}`, at most {most} available (PB-32.1)"
                )
            }
            Self::UnknownType(id) => {
                write!(f, "the type or quality of `{id}` is not in the ruleset (PB-3.27)")
            }
            Self::Commands(found, most) => {
                write!(f, "found {found} commands, at most {most} agreed (PB-32.1)")
            }
            Self::Rating(id, rating) => {
                write!(f, "the rating {rating} of `{id}` is outside the agreed range (PB-3.22)")
            }
            Self::Points(found, most) => {
                write!(f, "found {found} points, at most {most} agreed (PB-29.1)")
            }
            Self::Baggage(found, most) => {
                write!(f, "found {found} baggage trains, at most {most} agreed (PB-32.1)")
            }
            Self::Detachments(found, most) => {
                write!(f, "found {found} detachments, at most {most} agreed (PB-32.1)")
            }
            Self::InvisibleCharacter(id, character) => write!(
                f,
                "a name of `{id}` contains U+{:04X}, which is invisible or misleading: delete it, or replace it with a plain space (docs/secret-orders.md lists these characters)",
                u32::from(*character)
            ),
            Self::UnknownCharacter(id, character) => write!(
                f,
                "a name of `{id}` contains U+{:04X}, which is not in the table of characters for secret orders (Unicode 16.0): replace it (docs/secret-orders.md describes the table)",
                u32::from(*character)
            ),
            Self::DuplicateId(id) => write!(f, "duplicate id `{id}`"),
            Self::Headquarters(number) => {
                write!(f, "command {number} must have exactly one HQ (PB-2.2)")
            }
            Self::UnknownId(id) => write!(f, "cannot find `{id}`"),
            Self::NoCommand => f.write_str("the force has no command, and so no troops (PB-32.2)"),
            Self::Gap(number) => {
                write!(f, "command {number} is missing: commands must be numbered without gaps")
            }
            Self::NoPieces(number) => write!(f, "command {number} has no pieces (PB-2.2)"),
            Self::NoChit(number) => {
                write!(
                    f,
                    "command {number} has no chit; only an army commander may lack one (PB-3.12)"
                )
            }
            Self::Spent(id) => {
                write!(f, "detachment `{id}` is Spent, but detachments are never Spent (PB-24.6)")
            }
            Self::NoLine => {
                f.write_str("the force has baggage trains, but no line of communication (PB-3.26)")
            }
            Self::RoadInside(id) => {
                write!(f, "the line of communication `{id}` does not lead off the map (PB-3.26)")
            }
            Self::EdgeWithoutLine => f.write_str(
                "none of its lines of communication leaves the map by its edge of entry (PB-A161)",
            ),
            Self::Impossible(text) | Self::Rejected(text) => f.write_str(text),
        }
    }
}
