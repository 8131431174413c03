//! Marches, columns, arrivals, reserves and headquarters.

mod army;
mod arrivals;
pub(crate) mod columns;
mod departures;
mod headquarters;
pub(crate) mod marches;
mod reserves;
