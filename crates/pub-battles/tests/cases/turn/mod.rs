//! Set-up, the turn from the first draw to its end, nights and victory.

mod chits;
pub(crate) mod night;
mod numbers;
mod rally;
mod sequence;
pub(crate) mod set_up;
mod special_rules;
mod victory;
