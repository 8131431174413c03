//! Fields of fire and spotting.

mod fields_of_fire;
mod spotting;
