//! Fields of Fire and spotting.

mod fields_of_fire;
mod spotting;
