//! Runs two functions in parallel.

/// Runs `apart` on another thread and `here` on this one, and returns both results. They do not
/// depend on the order.
pub fn run_both<A: Send, B>(apart: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    let mut found = None;
    let done = rayon::in_place_scope(|scope| {
        scope.spawn(|_| found = Some(apart()));
        here()
    });
    (found.expect("scope has joined its tasks"), done)
}
