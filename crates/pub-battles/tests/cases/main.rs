//! The worked cases of the digest (PB-T…), played on the engine with the dice that they give, and
//! what must hold in every game.

mod army;
mod arrivals;
mod attack;
mod bombardment;
mod chits;
mod combat;
mod coverage;
mod diary;
mod fields_of_fire;
mod games;
mod golden;
mod headquarters;
mod leaving;
mod log;
mod marches;
mod movement;
mod night;
mod numbers;
mod planner;
mod properties;
mod quick_start;
mod rally;
mod reserves;
mod retreat;
mod rulings;
mod set_up;
mod special_rules;
mod spotting;
mod support;
mod table;
mod turn;
mod victory;
