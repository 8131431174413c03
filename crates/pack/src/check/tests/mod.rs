//! Each case breaks one guarantee of the sample battle and causes exactly one fault.

mod forces;
mod free_game;
mod map;
mod texts;
mod timetable;

use crate::model::{Arrival, Baggage};
use crate::pack::{Pack, PackParts};
use crate::sample::{self, id};

fn faults(change: impl FnOnce(&mut PackParts)) -> Vec<String> {
    let mut parts = sample::parts();
    change(&mut parts);
    match Pack::new(parts) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

fn assert_only_fault(expected: &str, change: impl FnOnce(&mut PackParts)) {
    assert_eq!(faults(change), [expected]);
}

fn train(name: &str, start: Arrival) -> Baggage {
    Baggage { id: id(name), packed: true, start, zone: None }
}
