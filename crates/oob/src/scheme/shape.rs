//! The slots of a match, in order.

use std::fmt;

/// The numbers of days, turns, entries and commands of a base pack, which determine the slots and
/// the size of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    days: u8,
    turns: u8,
    entries: u8,
    commands: u8,
}

/// The purpose of a slot. Turns, days, entries and commands count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The side itself: whether it sets up or enters by an edge.
    Side,
    /// Its lines of communication.
    Lines,
    /// Its detachments.
    Detachments,
    /// The set-up of a command.
    Start {
        /// The side's number for the command.
        command: u8,
    },
    /// The reserve of a command.
    Reserve {
        /// The side's number for the command.
        command: u8,
    },
    /// The baggage of a command.
    Baggage {
        /// The side's number for the command.
        command: u8,
    },
    /// Arrivals of a command by one entry in one turn.
    Arrival {
        /// The day.
        day: u8,
        /// The turn of the day.
        turn: u8,
        /// The entry, numbered in id order.
        entry: u8,
        /// The side's number for the command.
        command: u8,
    },
}

/// An error in a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// There are no days, turns, entries or commands.
    Empty,
    /// There are more slots than a tree can hold.
    TooLarge,
}

/// The number of slots that exist once per side.
const SLOTS_PER_SIDE: u32 = 3;
/// The number of slots per command, excluding arrivals.
const SLOTS_PER_COMMAND: u32 = 3;

impl Shape {
    /// The maximum number of leaves in a tree.
    pub const MAX_LEAVES: u32 = 1 << 14;

    /// Creates a shape, if the counts are valid.
    pub fn new(days: u8, turns: u8, entries: u8, commands: u8) -> Result<Self, ShapeError> {
        let shape = Self { days, turns, entries, commands };
        if [days, turns, entries, commands].contains(&0) {
            Err(ShapeError::Empty)
        } else if shape.slots() > Self::MAX_LEAVES {
            Err(ShapeError::TooLarge)
        } else {
            Ok(shape)
        }
    }

    /// Days, turns per day, entries and commands.
    pub const fn counts(&self) -> [u8; 4] {
        [self.days, self.turns, self.entries, self.commands]
    }

    /// The number of slots.
    pub fn slots(&self) -> u32 {
        let [days, turns, entries, commands] = self.counts().map(u32::from);
        SLOTS_PER_SIDE + SLOTS_PER_COMMAND * commands + days * turns * entries * commands
    }

    /// The number of levels above the leaves: the minimum that holds all slots. Leaves after the
    /// last slot are dummies.
    pub fn depth(&self) -> u32 {
        self.slots().next_power_of_two().ilog2()
    }

    /// The number of leaves of the tree.
    pub fn leaves(&self) -> u32 {
        1 << self.depth()
    }

    /// The index of a slot, or `None` if the base pack has no such slot.
    pub fn index(&self, slot: Slot) -> Option<u32> {
        let [_, turns, entries, commands] = self.counts().map(u32::from);
        let command_index = |nth: u32, command: u8| {
            (command < self.commands)
                .then_some(SLOTS_PER_SIDE + nth * commands + u32::from(command))
        };
        match slot {
            Slot::Side => Some(0),
            Slot::Lines => Some(1),
            Slot::Detachments => Some(2),
            Slot::Start { command } => command_index(0, command),
            Slot::Reserve { command } => command_index(1, command),
            Slot::Baggage { command } => command_index(2, command),
            Slot::Arrival { day, turn, entry, command } => {
                let exists = day < self.days
                    && turn < self.turns
                    && entry < self.entries
                    && command < self.commands;
                let [day, turn, entry, command] = [day, turn, entry, command].map(u32::from);
                let place = ((day * turns + turn) * entries + entry) * commands + command;
                exists.then_some(SLOTS_PER_SIDE + SLOTS_PER_COMMAND * commands + place)
            }
        }
    }

    /// The slot at an index, or `None` for a dummy.
    pub fn slot(&self, index: u32) -> Option<Slot> {
        let [_, turns, entries, commands] = self.counts().map(u32::from);
        let small = |number: u32| u8::try_from(number).expect("an index is less than a count");
        if index >= self.slots() {
            return None;
        }
        let Some(offset) = index.checked_sub(SLOTS_PER_SIDE) else {
            return Some([Slot::Side, Slot::Lines, Slot::Detachments][index as usize]);
        };
        let command = small(offset % commands);
        Some(match offset / commands {
            0 => Slot::Start { command },
            1 => Slot::Reserve { command },
            2 => Slot::Baggage { command },
            row => {
                let row = row - SLOTS_PER_COMMAND;
                let (entry, row) = (small(row % entries), row / entries);
                Slot::Arrival { day: small(row / turns), turn: small(row % turns), entry, command }
            }
        })
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side => f.write_str("the side"),
            Self::Lines => f.write_str("the lines of communication"),
            Self::Detachments => f.write_str("the detachments"),
            Self::Start { command } => write!(f, "the set-up of command {command}"),
            Self::Reserve { command } => write!(f, "the reserve of command {command}"),
            Self::Baggage { command } => write!(f, "the baggage of command {command}"),
            Self::Arrival { day, turn, entry, command } => {
                let [day, turn, entry] = [day, turn, entry].map(|one| u16::from(*one) + 1);
                write!(
                    f,
                    "the arrival of command {command} on day {day}, turn {turn}, by entry {entry}"
                )
            }
        }
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there are no days, turns, entries or commands"),
            Self::TooLarge => {
                write!(f, "days × turns × entries × commands exceed {} slots", Shape::MAX_LEAVES)
            }
        }
    }
}

impl std::error::Error for ShapeError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shape() -> impl Strategy<Value = Shape> {
        (1..4_u8, 1..10_u8, 1..8_u8, 1..12_u8)
            .prop_filter_map("too large", |(d, t, e, c)| Shape::new(d, t, e, c).ok())
    }

    proptest! {
        #[test]
        fn slots_and_indices_correspond(shape in shape()) {
            for index in 0..shape.slots() {
                let slot = shape.slot(index).expect("every index has a slot");
                prop_assert_eq!(shape.index(slot), Some(index));
            }
            for index in shape.slots()..shape.leaves() + 3 {
                prop_assert_eq!(shape.slot(index), None);
            }
        }
    }

    #[test]
    fn indices_match_specification() {
        let shape = Shape::new(2, 8, 5, 3).expect("valid shape");
        assert_eq!((shape.slots(), shape.depth(), shape.leaves()), (252, 8, 256));
        let place = |slot| shape.index(slot).expect("the slot exists");
        assert_eq!(place(Slot::Detachments), 2);
        assert_eq!(place(Slot::Start { command: 2 }), 5);
        assert_eq!(place(Slot::Reserve { command: 0 }), 6);
        assert_eq!(place(Slot::Baggage { command: 2 }), 11);
        assert_eq!(place(Slot::Arrival { day: 0, turn: 0, entry: 0, command: 0 }), 12);
        assert_eq!(place(Slot::Arrival { day: 1, turn: 3, entry: 4, command: 2 }), 12 + 179);
        assert_eq!(shape.index(Slot::Arrival { day: 1, turn: 8, entry: 0, command: 0 }), None);
        assert_eq!(shape.index(Slot::Start { command: 3 }), None);
    }

    #[test]
    fn rejects_empty_and_large_shapes() {
        assert_eq!(Shape::new(1, 0, 1, 1), Err(ShapeError::Empty));
        assert_eq!(Shape::new(4, 16, 16, 16), Err(ShapeError::TooLarge));
        // Exactly full: one more slot would need a larger tree.
        let full = Shape::new(1, 1, 1, 1).expect("valid shape");
        assert_eq!((full.slots(), full.leaves()), (7, 8));
    }
}
