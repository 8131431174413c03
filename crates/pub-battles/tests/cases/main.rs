//! The worked cases of the digest (PB-T…), played on the engine with the digest's dice, and
//! properties of every game.

mod combat;
mod coverage;
mod movement;
mod play;
mod properties;
mod quick_start;
mod rulings;
mod sight;
mod table;
mod turn;
