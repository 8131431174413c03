//! Checks of rivers, streams and lakes.

pub(crate) mod river;
pub(crate) mod water_against;
pub(crate) mod water_course;
pub(crate) mod water_end;
pub(crate) mod waters;
