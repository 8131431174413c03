//! Two things done at the same time.

/// What two things give: one that needs nothing of the reporter on another thread, the other one
/// here. Which is done first makes no difference.
pub fn run_both<A: Send, B>(apart: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    let mut found = None;
    let done = rayon::in_place_scope(|scope| {
        scope.spawn(|_| found = Some(apart()));
        here()
    });
    (found.expect("a scope ends when all that it began is done"), done)
}
