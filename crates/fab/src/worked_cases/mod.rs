//! The worked cases of the digest (FAB-T…), played on the fixture with the digest's dice.

mod administration;
mod assets;
mod board;
mod fire;
mod hits_on_attacker;
mod hits_on_defender;
mod invariants;
mod movement;
mod properties;
mod reinforcements;
mod rules;
mod slow_judges;
mod special_actions;
mod strategic;
mod supply;
mod victory;
