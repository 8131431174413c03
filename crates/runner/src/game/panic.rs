//! Turns panics of games into failures.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the result of a game or the message of its panic. Games never change the battlefield, so
/// a panic leaves it intact.
pub(crate) fn catch_panic<O>(play: impl FnOnce() -> O) -> Result<O, String> {
    catch_unwind(AssertUnwindSafe(play)).map_err(|payload| panic_message(payload.as_ref()))
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panic without a message").to_owned()
}
