//! The steps of a game for replays in the report.

/// The steps of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Replay {
    /// The title.
    pub(crate) name: String,
    pub(crate) steps: Vec<Step>,
}

/// An event with the pieces that it moved or changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    /// The turn, in words.
    pub(crate) when: String,
    /// A line of the staff diary.
    pub(crate) line: String,
    /// The pieces that changed.
    pub(crate) changed: Changed,
}

/// Pieces with their new positions; `None` if they left the map.
pub(crate) type Changed = Vec<(usize, Option<PiecePosition>)>;

/// A piece on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PiecePosition {
    /// The distance from the left in ten-thousandths of the map's width.
    pub(crate) x: i32,
    /// The distance from the top in ten-thousandths of the map's height.
    pub(crate) y: i32,
    /// The facing, in degrees clockwise from the top.
    pub(crate) facing: i32,
    /// The strength: 2 if Fresh, 1 if Spent, or its steps.
    pub(crate) strength: u8,
}
