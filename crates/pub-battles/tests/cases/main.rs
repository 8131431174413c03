//! The worked cases of the digest (PB-T…), played on the engine with the dice that they give, and
//! what must hold in every game.

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
