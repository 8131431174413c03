//! Marches, columns, arrivals, reserves and headquarters.

mod army;
mod arrivals;
pub(crate) mod columns;
mod headquarters;
mod leaving;
pub(crate) mod marches;
mod reserves;
