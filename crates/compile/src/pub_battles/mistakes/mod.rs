//! Authors' mistakes that one diagnostic explains as a whole.

pub(crate) mod calendar_ends;
pub(crate) mod copies;
pub(crate) mod intended_names;
pub(crate) mod long_lists;
pub(crate) mod small_frame;
