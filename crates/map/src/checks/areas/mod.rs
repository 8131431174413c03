//! Checks of areas beside and upon one another.

pub(crate) mod drawn_again;
pub(crate) mod gap;
pub(crate) mod heap;
pub(crate) mod overlap;
pub(crate) mod part_overlap;
pub(crate) mod small;
