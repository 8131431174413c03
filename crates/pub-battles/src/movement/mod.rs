//! Movement: walks, columns, attacks, entry, reserves and headquarters.

pub(crate) mod allowance;
pub(crate) mod approach;
pub(crate) mod entry;
pub(crate) mod exits;
pub(crate) mod facing;
pub(crate) mod headquarters;
pub(crate) mod march;
pub(crate) mod reserve;
pub(crate) mod turning;
pub(crate) mod walk;
