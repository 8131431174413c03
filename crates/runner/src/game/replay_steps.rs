//! A game, step by step, as a report shows it on the map.

/// A game, step by step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Replay {
    /// What it is shown as.
    pub(crate) name: String,
    pub(crate) steps: Vec<Step>,
}

/// Something that happened, and who stands otherwise since.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    /// The turn, in words.
    pub(crate) when: String,
    /// A line of the staff diary.
    pub(crate) line: String,
    /// Who changed.
    pub(crate) changed: Changed,
}

/// Pieces that stand otherwise, or nowhere any more.
pub(crate) type Changed = Vec<(usize, Option<Placed>)>;

/// A piece on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placed {
    /// Share of the map's width from the left, in ten-thousandths.
    pub(crate) x: i32,
    /// Share of its height from the top, in ten-thousandths.
    pub(crate) y: i32,
    /// Where it looks, in degrees from the top clockwise.
    pub(crate) facing: i32,
    /// What is left of it: 2 Fresh and 1 Spent, or its steps.
    pub(crate) strength: u8,
}
