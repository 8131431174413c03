//! Diagnostics of a part of the work, kept apart until it is known whether they matter.

use sandtable_authored::Session;
use sandtable_source::Diagnostics;

/// What was done, and what was found meanwhile.
pub fn set_aside<T>(
    session: &mut Session<'_>,
    work: impl FnOnce(&mut Session<'_>) -> T,
) -> (T, Diagnostics) {
    let before = std::mem::take(&mut session.diagnostics);
    let done = work(session);
    (done, std::mem::replace(&mut session.diagnostics, before))
}
