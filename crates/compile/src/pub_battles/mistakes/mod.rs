//! Mistakes of authors that one finding explains as a whole.

pub(crate) mod calendar_ends;
pub(crate) mod copies;
pub(crate) mod long_lists;
pub(crate) mod meant_names;
pub(crate) mod small_frame;
