//! Measurements on a painted page: bleed, safe zones, the ruler.

pub(crate) mod bleed;
pub(crate) mod ruler;
pub(crate) mod safe_zone;
