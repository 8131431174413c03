//! The front end of FAB (Fast Action Battle): what people write for it, and what it becomes in the
//! pack's model of area battles.

mod authored;

pub(crate) use authored::Ruleset;
